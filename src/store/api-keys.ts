import type { ApiKey } from "../model/api-key.ts"
import type { Tx } from "./database.ts"
import { claimEntry } from "./directory.ts"

const columns = "id, name, role, created_at, last_used_at"

/** Keeps a key by its hash, findable on the whole host. */
export async function insertApiKey(
  tx: Tx,
  companyId: number,
  key: { name: string; role: ApiKey["role"]; hash: string },
  now: number,
): Promise<ApiKey> {
  const [row] = await tx.query<ApiKey>(
    `INSERT INTO api_key (company_id, name, role, key_hash, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING ${columns}`,
    [companyId, key.name, key.role, key.hash, new Date(now)],
  )
  await claimEntry(tx, "api_key", key.hash, companyId, row!.id)
  return row!
}
