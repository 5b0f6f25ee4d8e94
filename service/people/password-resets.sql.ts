/** Links by which users choose a new password, found by the hash of the token in them. */
import type { User } from "../../domain/model/user.ts"
import { claimEntry, deleteEntries, findEntry } from "../platform/directory.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { seatStands } from "./users.sql.ts"

/** Replaces the user's link, of which there is one at most. */
export async function replaceReset(
  tx: Tx,
  companyId: number,
  reset: { userId: number; tokenHash: string; expiresAt: number },
  now: number,
): Promise<void> {
  // Two that make one at once would both find none to replace.
  await tx.query("SELECT 1 FROM app_user WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE", [
    companyId,
    reset.userId,
  ])
  await deleteReset(tx, companyId, reset.userId)
  await tx.query(
    `INSERT INTO password_reset (company_id, user_id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [companyId, reset.userId, reset.tokenHash, new Date(now), new Date(reset.expiresAt)],
  )
  await claimEntry(tx, "password_reset", reset.tokenHash, companyId, reset.userId)
}

/** With a hash, only the link of that token. False when there was none: of two that use a link at once, one does. */
export async function deleteReset(
  tx: Tx,
  companyId: number,
  userId: number,
  tokenHash: string | null = null,
): Promise<boolean> {
  const deleted = await tx.some(
    `DELETE FROM password_reset WHERE company_id = $1 AND user_id = $2 AND ($3::text IS NULL OR token_hash = $3)
     RETURNING 1`,
    [companyId, userId, tokenHash],
  )
  if (!deleted) return false
  await tx.query("DELETE FROM directory WHERE kind = 'password_reset' AND company_id = $1 AND ref_id = $2", [
    companyId,
    userId,
  ])
  return true
}

export interface OpenReset {
  companyId: number
  userId: number
  role: User["role"]
  email: string
}

/** The active user whose link this is; null for a link that is over. */
export async function findReset(db: Db, tokenHash: string, now: number): Promise<OpenReset | null> {
  const entry = await findEntry(db, "password_reset", tokenHash)
  if (!entry) return null
  return db.first<OpenReset>(
    `SELECT u.company_id AS "companyId", u.id AS "userId", u.role, u.email
     FROM password_reset r JOIN app_user u ON u.company_id = r.company_id AND u.id = r.user_id
     WHERE r.company_id = $1 AND r.user_id = $2 AND r.token_hash = $3 AND r.expires_at > $4 AND u.active AND ${seatStands("u")}`,
    [entry.companyId, entry.refId, tokenHash, new Date(now)],
  )
}

/** Deletes links that are over. */
export async function dropOldResets(db: Db, companyId: number, now: number): Promise<void> {
  const values = [companyId, new Date(now)]
  const over = await db.query<{ token_hash: string }>(
    "SELECT token_hash FROM password_reset WHERE company_id = $1 AND expires_at <= $2",
    values,
  )
  if (over.length === 0) return
  // The directory first: after a crash between the two, the links still lead to what is left to delete.
  await deleteEntries(
    db,
    "password_reset",
    companyId,
    over.map(({ token_hash }) => token_hash),
  )
  await db.query("DELETE FROM password_reset WHERE company_id = $1 AND expires_at <= $2", values)
}
