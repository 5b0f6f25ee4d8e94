import { claimEntry } from "./directory.ts"
import type { Db, Tx } from "./pg/database.ts"

/** Keeps a session by its token's hash, findable on the whole host. */
export async function insertSession(
  tx: Tx,
  companyId: number,
  session: { userId: number; tokenHash: string; expiresAt: number },
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO user_session (company_id, user_id, token_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [companyId, session.userId, session.tokenHash, new Date(now), new Date(session.expiresAt)],
  )
  await claimEntry(tx, "user_session", session.tokenHash, companyId, row!.id)
  return row!.id
}

/** Ends one session, or with `sessionId` null all of the user's. Returns how many there were. */
export async function endSessions(
  tx: Tx,
  companyId: number,
  userId: number,
  sessionId: number | null,
): Promise<number> {
  const ended = await tx.query<{ token_hash: string }>(
    `DELETE FROM user_session WHERE company_id = $1 AND user_id = $2 AND ($3::bigint IS NULL OR id = $3)
     RETURNING token_hash`,
    [companyId, userId, sessionId],
  )
  await tx.query(
    "DELETE FROM directory WHERE kind = 'user_session' AND company_id = $1 AND key = ANY($2::text[])",
    [companyId, ended.map(({ token_hash }) => token_hash)],
  )
  return ended.length
}

/** Removes sessions that have run out: one user's, or with `userId` null the whole company's. */
export async function endExpiredSessions(
  db: Db,
  companyId: number,
  userId: number | null,
  now: number,
): Promise<void> {
  await db.query(
    `WITH ended AS (
       DELETE FROM user_session WHERE company_id = $1 AND ($2::bigint IS NULL OR user_id = $2) AND expires_at <= $3 RETURNING token_hash
     )
     DELETE FROM directory WHERE kind = 'user_session' AND company_id = $1 AND key IN (SELECT token_hash FROM ended)`,
    [companyId, userId, new Date(now)],
  )
}
