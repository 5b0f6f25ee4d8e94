/** Users of a company, and the emails that sign them in. */
import { hash } from "node:crypto"
import type { User } from "../../domain/model/user.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { noteProved } from "./unproven-companies.sql.ts"

const columns = `id, version, email, name, role, provider_id, locale, active, password_hash IS NOT NULL AS password_set,
  totp_confirmed_at IS NOT NULL AS second_factor, created_at, updated_at`

/** False of a user `u` of company $1 whose provider is archived: the seat has ended with the provider. */
export const seatStands = (u: string): string =>
  `(${u}.provider_id IS NULL OR EXISTS (SELECT 1 FROM provider p
     WHERE p.company_id = $1 AND p.id = ${u}.provider_id AND p.archived_at IS NULL))`

export async function findUser(db: Db, companyId: number, id: number): Promise<User | null> {
  return db.first<User>(`SELECT ${columns} FROM app_user WHERE company_id = $1 AND id = $2`, [companyId, id])
}

export interface SigningIn extends User {
  companyId: number
  companyName: string
  passwordHash: string | null
  /** The company requires a second factor and the user has none. */
  mustEnrol: boolean
  /** The company's own limit for its admins' sessions; null without. */
  adminLongestHours: number | null
  /** When the user first signed in, or chose a password by a link; null before. */
  acceptedAt: Date | null
}

/** A person who is a user of more companies than this names the company when signing in. */
const mostSignIns = 20

/** The users, one for each company, whom this lower-cased email signs in; of one company unless `companyId` is null. */
export async function findSigningIn(db: Db, email: string, companyId: number | null): Promise<SigningIn[]> {
  const entries = await db.query<{ companyId: number; userId: number }>(
    `SELECT company_id AS "companyId", user_id AS "userId" FROM user_email
     WHERE email = $1 AND ($2::bigint IS NULL OR company_id = $2) ORDER BY company_id LIMIT $3`,
    [email, companyId, mostSignIns],
  )
  const users = await Promise.all(
    entries.map((entry) =>
      db.query<SigningIn>(
        `SELECT u.id, u.version, u.email, u.name, u.role, u.provider_id, u.locale,
           u.active AND ${seatStands("u")} AS active, u.password_hash IS NOT NULL AS password_set,
           u.totp_confirmed_at IS NOT NULL AS second_factor, u.created_at, u.updated_at, u.company_id AS "companyId", c.name AS "companyName", u.password_hash AS "passwordHash",
           c.require_second_factor AND u.totp_confirmed_at IS NULL AS "mustEnrol",
           c.admin_longest_hours AS "adminLongestHours", u.accepted_at AS "acceptedAt"
         FROM app_user u JOIN company c ON c.company_id = u.company_id
         WHERE u.company_id = $1 AND u.id = $2`,
        [entry.companyId, entry.userId],
      ),
    ),
  )
  return users.flat()
}

export async function listUsers(
  db: Db,
  companyId: number,
  page: { afterId: number; limit: number; active: boolean | null; updatedSince?: Date | null },
): Promise<User[]> {
  return db.query<User>(
    `SELECT ${columns} FROM app_user
     WHERE company_id = $1 AND id > $2 AND ($4::boolean IS NULL OR active = $4)
       AND ($5::timestamptz IS NULL OR updated_at >= $5) ORDER BY id LIMIT $3`,
    [companyId, page.afterId, page.limit, page.active, page.updatedSince ?? null],
  )
}

/** Violates `user_email_once` when another user of the company has the email. */
export async function insertUser(
  tx: Tx,
  companyId: number,
  user: Pick<User, "email" | "name" | "role"> & { provider_id?: number | null | undefined } & {
    locale?: User["locale"] | undefined
  },
  passwordHash: string | null,
  now: number,
): Promise<User> {
  const [row] = await tx.query<User>(
    `INSERT INTO app_user (company_id, email, name, role, password_hash, created_at, updated_at, locale, provider_id)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8) RETURNING ${columns}`,
    [
      companyId,
      user.email,
      user.name,
      user.role,
      passwordHash,
      new Date(now),
      user.locale ?? null,
      user.provider_id ?? null,
    ],
  )
  await tx.query("INSERT INTO user_email (email, company_id, user_id) VALUES ($1, $2, $3)", [
    user.email,
    companyId,
    row!.id,
  ])
  return row!
}

/** Violates `user_email_once` as `insertUser` does. */
export async function updateUser(tx: Tx, companyId: number, user: User, now: number): Promise<void> {
  if (!user.active) await endPassword(tx, companyId, user.id)
  await tx.query(
    `UPDATE app_user SET email = $3, name = $4, role = $5, active = $6, updated_at = $7, locale = $8, provider_id = $9
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      user.id,
      user.email,
      user.name,
      user.role,
      user.active,
      new Date(now),
      user.locale,
      user.provider_id,
    ],
  )
  await tx.query("UPDATE user_email SET email = $3 WHERE company_id = $1 AND user_id = $2 AND email <> $3", [
    companyId,
    user.id,
    user.email,
  ])
}

/** Null for a user who has not chosen a password. */
export async function findPasswordHash(db: Db, companyId: number, id: number): Promise<string | null> {
  const row = await db.first<{ password_hash: string | null }>(
    "SELECT password_hash FROM app_user WHERE company_id = $1 AND id = $2",
    [companyId, id],
  )
  return row?.password_hash ?? null
}

/** The user's present password does not come back when the database goes back in time. */
async function endPassword(tx: Tx, companyId: number, id: number): Promise<void> {
  const present = await findPasswordHash(tx, companyId, id)
  if (present !== null)
    tx.remember({ kind: "password", company: companyId, user: id, hash: hash("sha256", present) })
}

export async function setPasswordHash(
  tx: Tx,
  companyId: number,
  id: number,
  passwordHash: string,
  now: number,
): Promise<void> {
  await endPassword(tx, companyId, id)
  await tx.query(
    "UPDATE app_user SET password_hash = $3, updated_at = $4 WHERE company_id = $1 AND id = $2",
    [companyId, id, passwordHash, new Date(now)],
  )
}

/** The user has used the access that the company gave. Of a company that signed up by itself this proves the address. */
export async function noteAccepted(tx: Tx, companyId: number, id: number, now: number): Promise<void> {
  await tx.query(
    "UPDATE app_user SET accepted_at = $3 WHERE company_id = $1 AND id = $2 AND accepted_at IS NULL",
    [companyId, id, new Date(now)],
  )
  await noteProved(tx, companyId)
}

/** With the user go the sessions' rows, the second factor and a link that resets the password. */
export async function deleteUser(tx: Tx, companyId: number, id: number): Promise<void> {
  await endPassword(tx, companyId, id)
  await tx.query("DELETE FROM user_email WHERE company_id = $1 AND user_id = $2", [companyId, id])
  await tx.query("DELETE FROM app_user WHERE company_id = $1 AND id = $2", [companyId, id])
}
