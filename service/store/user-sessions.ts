/** Sign-ins of users, found by the hash of the token that a caller sends. */
import { cookieSession, type OpenSession } from "../../domain/model/sign-in.ts"
import { claimEntry, deleteEntries, findEntry } from "./directory.ts"
import type { Db, Tx } from "./pg/database.ts"

export interface NewSession {
  userId: number
  tokenHash: string
  inCookie: boolean
  /** Begun at the company's identity provider. */
  byProvider: boolean
  network: string
  userAgent: string | null
  expiresAt: number
}

/** Stores the token's hash and enters it in the directory, since a request names no company. Returns the session's id. */
export async function insertSession(
  tx: Tx,
  companyId: number,
  session: NewSession,
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO user_session (company_id, user_id, token_hash, network, user_agent, created_at, last_used_at, expires_at,
       in_cookie, by_provider)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9) RETURNING id`,
    [
      companyId,
      session.userId,
      session.tokenHash,
      session.network,
      session.userAgent,
      new Date(now),
      new Date(session.expiresAt),
      session.inCookie,
      session.byProvider,
    ],
  )
  await claimEntry(tx, "user_session", session.tokenHash, companyId, row!.id)
  return row!.id
}

/** A session in a cookie that was last used before this has ended. */
const idleSince = (now: number) => new Date(now - cookieSession.idleMs)

/**
 * Whether session `s` of user `u` of company `c` has not ended at `now`, the name of a parameter. What the company sets for
 * its admins counts for sessions that are open already.
 */
const isOpen = (now: string, idleSince: string) => `s.expires_at > ${now}
       AND (NOT s.in_cookie OR s.last_used_at > ${idleSince})
       AND (u.role <> 'admin' OR NOT s.in_cookie OR c.admin_idle_minutes IS NULL
         OR s.last_used_at > ${now} - make_interval(mins => c.admin_idle_minutes))
       AND (u.role <> 'admin' OR c.admin_longest_hours IS NULL
         OR s.created_at > ${now} - make_interval(hours => c.admin_longest_hours))`

/** The user's sessions that have not ended, in the order of ids. */
export async function listSessions(
  db: Db,
  companyId: number,
  userId: number,
  page: { afterId: number; limit: number; now: number },
): Promise<OpenSession[]> {
  return db.query<OpenSession>(
    `SELECT s.id, s.network, s.user_agent, s.created_at, s.last_used_at, s.expires_at
     FROM user_session s
     JOIN app_user u ON u.company_id = s.company_id AND u.id = s.user_id
     JOIN company c ON c.company_id = s.company_id
     WHERE s.company_id = $1 AND s.user_id = $2 AND s.id > $3 AND ${isOpen("$4::timestamptz", "$6")}
     ORDER BY s.id LIMIT $5`,
    [companyId, userId, page.afterId, new Date(page.now), page.limit, idleSince(page.now)],
  )
}

/** Which of a user's sessions end: one, all but one, or all when both are left out. */
export interface Ending {
  only?: number
  except?: number | null
}

/** Returns how many ended. */
export async function endSessions(
  tx: Tx,
  companyId: number,
  userId: number,
  { only, except }: Ending = {},
): Promise<number> {
  const ended = await tx.query<{ token_hash: string }>(
    `DELETE FROM user_session WHERE company_id = $1 AND user_id = $2
       AND ($3::bigint IS NULL OR id = $3) AND ($4::bigint IS NULL OR id <> $4)
     RETURNING token_hash`,
    [companyId, userId, only ?? null, except ?? null],
  )
  await deleteEntries(
    tx,
    "user_session",
    companyId,
    ended.map(({ token_hash }) => token_hash),
  )
  return ended.length
}

/** Ends the sessions that the company's identity provider has begun. */
export async function endProviderSessions(tx: Tx, companyId: number): Promise<void> {
  const ended = await tx.query<{ token_hash: string }>(
    "DELETE FROM user_session WHERE company_id = $1 AND by_provider RETURNING token_hash",
    [companyId],
  )
  const keys = ended.map(({ token_hash }) => token_hash)
  await deleteEntries(tx, "user_session", companyId, keys)
}

/** Deletes expired sessions of one user, or of the whole company when `userId` is null. */
export async function endExpiredSessions(
  db: Db,
  companyId: number,
  userId: number | null,
  now: number,
): Promise<void> {
  const values = [companyId, userId, new Date(now), idleSince(now)]
  const expired = await db.query<{ token_hash: string }>(
    `SELECT token_hash FROM user_session
     WHERE company_id = $1 AND ($2::bigint IS NULL OR user_id = $2)
       AND (expires_at <= $3 OR in_cookie AND last_used_at <= $4)`,
    values,
  )
  if (expired.length === 0) return
  // The directory first: after a crash between the two, the sessions still lead to what is left to delete.
  const keys = expired.map(({ token_hash }) => token_hash)
  await deleteEntries(db, "user_session", companyId, keys)
  await db.query(
    `DELETE FROM user_session
     WHERE company_id = $1 AND ($2::bigint IS NULL OR user_id = $2)
       AND (expires_at <= $3 OR in_cookie AND last_used_at <= $4)`,
    values,
  )
}

export interface SessionCredential {
  companyId: number
  userId: number
  sessionId: number
  inCookie: boolean
  role: "admin" | "member"
  /** The company requires a second factor, and neither the user has one nor did the company's provider answer for it. */
  mustEnrol: boolean
  lastUsedAt: Date
}

export async function findSessionCredential(
  db: Db,
  hash: string,
  now: number,
): Promise<SessionCredential | null> {
  const entry = await findEntry(db, "user_session", hash)
  if (!entry?.active) return null
  return db.first<SessionCredential>(
    `SELECT u.company_id AS "companyId", u.id AS "userId", s.id AS "sessionId", s.in_cookie AS "inCookie", u.role, s.last_used_at AS "lastUsedAt",
       c.require_second_factor AND u.totp_confirmed_at IS NULL AND NOT s.by_provider AS "mustEnrol"
     FROM user_session s
     JOIN app_user u ON u.company_id = s.company_id AND u.id = s.user_id
     JOIN company c ON c.company_id = s.company_id
     WHERE s.company_id = $1 AND s.id = $2 AND u.active AND ${isOpen("$3::timestamptz", "$4")}`,
    [entry.companyId, entry.refId, new Date(now), idleSince(now)],
  )
}

export async function noteSessionUse(db: Db, companyId: number, id: number, now: number): Promise<void> {
  await db.query("UPDATE user_session SET last_used_at = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
    new Date(now),
  ])
}
