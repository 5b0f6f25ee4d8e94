import type { User } from "../model/user.ts"
import type { Db, Tx } from "./pg/database.ts"

const columns = "id, email, name, role, active, created_at"

export async function findUser(db: Db, companyId: number, id: number): Promise<User | null> {
  const [row] = await db.query<User>(`SELECT ${columns} FROM app_user WHERE company_id = $1 AND id = $2`, [
    companyId,
    id,
  ])
  return row ?? null
}

export interface UserWithPassword extends User {
  companyId: number
  passwordHash: string
}

/** The user of the whole host that has this lower-cased email. */
export async function findUserByEmail(db: Db, email: string): Promise<UserWithPassword | null> {
  const [row] = await db.query<UserWithPassword>(
    `SELECT u.id, u.email, u.name, u.role, u.active, u.created_at, u.company_id AS "companyId",
       u.password_hash AS "passwordHash"
     FROM directory d JOIN app_user u ON u.company_id = d.company_id AND u.id = d.ref_id
     WHERE d.kind = 'user_email' AND d.key = $1`,
    [email],
  )
  return row ?? null
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

/** Writes the user; a null hash leaves the password as it is. */
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
