/** Users of a company and their sign-ins. */
import type { User } from "../model/user.ts"
import { claimEntry } from "./directory.ts"
import type { Db, Tx } from "./pg/database.ts"

const columns = "id, email, name, role, active, created_at"

export async function findUser(db: Db, companyId: number, id: number): Promise<User | null> {
  return db.first<User>(`SELECT ${columns} FROM app_user WHERE company_id = $1 AND id = $2`, [companyId, id])
}

export interface UserWithPassword extends User {
  companyId: number
  passwordHash: string
}

/** The user with this lower-cased email, which is unique on the host; null for none. */
export async function findUserByEmail(db: Db, email: string): Promise<UserWithPassword | null> {
  return db.first<UserWithPassword>(
    `SELECT u.id, u.email, u.name, u.role, u.active, u.created_at, u.company_id AS "companyId",
       u.password_hash AS "passwordHash"
     FROM directory d JOIN app_user u ON u.company_id = d.company_id AND u.id = d.ref_id
     WHERE d.kind = 'user_email' AND d.key = $1`,
    [email],
  )
}

export async function listUsers(
  db: Db,
  companyId: number,
  page: { afterId: number; limit: number; active: boolean | null },
): Promise<User[]> {
  return db.query<User>(
    `SELECT ${columns} FROM app_user
     WHERE company_id = $1 AND id > $2 AND ($4::boolean IS NULL OR active = $4) ORDER BY id LIMIT $3`,
    [companyId, page.afterId, page.limit, page.active],
  )
}

export async function insertUser(
  tx: Tx,
  companyId: number,
  user: Pick<User, "email" | "name" | "role">,
  passwordHash: string,
  now: number,
): Promise<User> {
  const [row] = await tx.query<User>(
    `INSERT INTO app_user (company_id, email, name, role, password_hash, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING ${columns}`,
    [companyId, user.email, user.name, user.role, passwordHash, new Date(now)],
  )
  return row!
}

/** With a null hash the password stays. */
export async function updateUser(
  tx: Tx,
  companyId: number,
  user: User,
  passwordHash: string | null,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE app_user SET email = $3, name = $4, role = $5, active = $6, password_hash = coalesce($7, password_hash),
       updated_at = $8
     WHERE company_id = $1 AND id = $2`,
    [companyId, user.id, user.email, user.name, user.role, user.active, passwordHash, new Date(now)],
  )
}

export async function deleteUser(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx.query("DELETE FROM app_user WHERE company_id = $1 AND id = $2", [companyId, id])
}

/** Stores the token's hash and enters it in the directory, since a request names no company. Returns the session's id. */
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

/** Ends one session of the user, or all when `sessionId` is null. Returns how many ended. */
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

/** Deletes expired sessions of one user, or of the whole company when `userId` is null. */
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

export interface SessionCredential {
  companyId: number
  userId: number
  sessionId: number
  role: "admin" | "member"
}

export async function findSessionCredential(
  db: Db,
  hash: string,
  now: number,
): Promise<SessionCredential | null> {
  return db.first<SessionCredential>(
    `SELECT u.company_id AS "companyId", u.id AS "userId", s.id AS "sessionId", u.role
     FROM directory d
     JOIN user_session s ON s.company_id = d.company_id AND s.id = d.ref_id
     JOIN app_user u ON u.company_id = s.company_id AND u.id = s.user_id
     WHERE d.kind = 'user_session' AND d.key = $1 AND d.active AND s.expires_at > $2 AND u.active`,
    [hash, new Date(now)],
  )
}
