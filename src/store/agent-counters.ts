/** What a conversation may do only so often. */
import type { Db, Tx } from "./pg/database.ts"

/** Counts an address that is to be looked up. `repeat` is the same as the one before, and is not counted. */
export async function countAddressTry(
  db: Db,
  companyId: number,
  id: number,
  { hash, most }: { hash: string; most: number },
): Promise<"counted" | "repeat" | "too_many"> {
  const counted = await db.query(
    `UPDATE agent_session SET address_tries = address_tries + 1, last_address_hash = $3
     WHERE company_id = $1 AND id = $2 AND last_address_hash IS DISTINCT FROM $3 AND address_tries < $4 RETURNING 1`,
    [companyId, id, hash, most],
  )
  if (counted.length > 0) return "counted"
  const same = await db.query(
    "SELECT 1 FROM agent_session WHERE company_id = $1 AND id = $2 AND last_address_hash = $3",
    [companyId, id, hash],
  )
  return same.length > 0 ? "repeat" : "too_many"
}

/** Counts a code of this conversation; false when it has had `most` of them. */
export async function countSessionCode(
  tx: Tx,
  companyId: number,
  id: number,
  most: number,
): Promise<boolean> {
  const rows = await tx.query(
    "UPDATE agent_session SET code_count = code_count + 1 WHERE company_id = $1 AND id = $2 AND code_count < $3 RETURNING 1",
    [companyId, id, most],
  )
  return rows.length > 0
}
