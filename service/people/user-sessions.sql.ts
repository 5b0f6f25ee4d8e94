/** Sign-ins of users, found by the hash of the token that a caller sends. */
import type { OpenSession, SessionTimes } from "../../domain/model/sign-in.ts"
import { claimEntry, deleteEntries, findEntry } from "../platform/directory.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { seatStands } from "./users.sql.ts"

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

/** The values of a session `s`, user `u` and company `c` that `domain/rules/sign-in/session-end.ts` judges. */
const times = `u.role, s.in_cookie AS "inCookie", s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt",
       s.expires_at AS "expiresAt", c.admin_idle_minutes AS "adminIdleMinutes", c.admin_longest_hours AS "adminLongestHours"`
const withUserAndCompany = `user_session s
     JOIN app_user u ON u.company_id = s.company_id AND u.id = s.user_id
     JOIN company c ON c.company_id = s.company_id`

export interface StoredSession extends OpenSession, SessionTimes {}

/** The user's sessions in the order of ids, also those that have ended and are not deleted yet. */
export async function listSessions(
  db: Db,
  companyId: number,
  userId: number,
  page: { afterId: number; limit: number },
): Promise<StoredSession[]> {
  return db.query<StoredSession>(
    `SELECT s.id, s.network, s.user_agent, s.created_at, s.last_used_at, s.expires_at, ${times}
     FROM ${withUserAndCompany}
     WHERE s.company_id = $1 AND s.user_id = $2 AND s.id > $3
     ORDER BY s.id LIMIT $4`,
    [companyId, userId, page.afterId, page.limit],
  )
}

/** The sessions of a user that end: one, all but one, or all when both are left out. */
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

/** Ends the sessions that the company's identity provider has begun, and the apps that were connected in them. */
export async function endProviderSessions(tx: Tx, companyId: number, now: number): Promise<void> {
  await tx.query(
    "UPDATE connected_app SET ended_at = $2 WHERE company_id = $1 AND by_provider AND ended_at IS NULL",
    [companyId, new Date(now)],
  )
  const ended = await tx.query<{ token_hash: string }>(
    "DELETE FROM user_session WHERE company_id = $1 AND by_provider RETURNING token_hash",
    [companyId],
  )
  const keys = ended.map(({ token_hash }) => token_hash)
  await deleteEntries(tx, "user_session", companyId, keys)
}

/** Sessions of one user, or of the whole company when `userId` is null, with what they are judged by. */
export async function listSessionTimes(
  db: Db,
  companyId: number,
  userId: number | null,
): Promise<(SessionTimes & { tokenHash: string })[]> {
  return db.query(
    `SELECT s.token_hash AS "tokenHash", ${times}
     FROM ${withUserAndCompany}
     WHERE s.company_id = $1 AND ($2::bigint IS NULL OR s.user_id = $2)`,
    [companyId, userId],
  )
}

export async function deleteSessions(
  db: Db,
  companyId: number,
  tokenHashes: readonly string[],
): Promise<void> {
  // The directory first: after a crash between the two, the sessions still lead to what is left to delete.
  await deleteEntries(db, "user_session", companyId, tokenHashes)
  await db.query("DELETE FROM user_session WHERE company_id = $1 AND token_hash = ANY ($2)", [
    companyId,
    tokenHashes,
  ])
}

export interface SessionCredential extends SessionTimes {
  companyId: number
  userId: number
  sessionId: number
  /** The provider of a user with the role `provider`; null for every other. */
  providerId: number | null
  /** The company requires a second factor, and neither the user has one nor did the company's provider answer for it. */
  mustEnrol: boolean
}

/** The session of an active user, also when it has ended and is not deleted yet. */
export async function findSessionCredential(db: Db, hash: string): Promise<SessionCredential | null> {
  const entry = await findEntry(db, "user_session", hash)
  if (!entry?.active) return null
  return db.first<SessionCredential>(
    `SELECT u.company_id AS "companyId", u.id AS "userId", u.provider_id AS "providerId", s.id AS "sessionId", ${times},
       c.require_second_factor AND u.totp_confirmed_at IS NULL AND NOT s.by_provider AS "mustEnrol"
     FROM ${withUserAndCompany}
     WHERE s.company_id = $1 AND s.id = $2 AND u.active AND ${seatStands("u")}`,
    [entry.companyId, entry.refId],
  )
}

export async function noteSessionUse(db: Db, companyId: number, id: number, now: number): Promise<void> {
  await db.query("UPDATE user_session SET last_used_at = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
    new Date(now),
  ])
}
