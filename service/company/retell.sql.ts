/** Companies' accounts at Retell, one at most for each, and the posts of theirs that were taken. */
import { msPerMinute } from "../../domain/time/units.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

export interface RetellAccount {
  /** The last part of the address that Retell posts to. */
  pathToken: string
  apiKeySealed: string
}

export async function findRetellAccount(db: Db, companyId: number): Promise<RetellAccount | null> {
  return db.first<RetellAccount>(
    `SELECT path_token AS "pathToken", api_key_sealed AS "apiKeySealed" FROM retell_account WHERE company_id = $1`,
    [companyId],
  )
}

/** A new key leaves the address as it is. */
export async function saveRetellAccount(
  tx: Tx,
  companyId: number,
  { pathToken, apiKeySealed }: RetellAccount,
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO retell_account (company_id, path_token, api_key_sealed, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (company_id) DO UPDATE SET api_key_sealed = $3, updated_at = $4`,
    [companyId, pathToken, apiKeySealed, new Date(now)],
  )
}

export async function deleteRetellAccount(tx: Tx, companyId: number): Promise<void> {
  await tx.query("DELETE FROM retell_account WHERE company_id = $1", [companyId])
}

/** False for a post that was taken before. */
export async function noteRetellPost(
  db: Db,
  companyId: number,
  signature: Buffer,
  now: number,
): Promise<boolean> {
  return db.some(
    `INSERT INTO retell_post (company_id, signature, taken_at) VALUES ($1, $2, $3)
     ON CONFLICT (company_id, signature) DO NOTHING RETURNING 1`,
    [companyId, signature, new Date(now)],
  )
}

/** A signature is refused by its age after five minutes, on the clock of either side. */
const keptMs = 15 * msPerMinute

export async function dropOldRetellPosts(db: Db, companyId: number, now: number): Promise<void> {
  await db.query("DELETE FROM retell_post WHERE company_id = $1 AND taken_at < $2", [
    companyId,
    new Date(now - keptMs),
  ])
}
