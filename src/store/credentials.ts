/** Keys and sessions, found by the hash of what the caller shows. */
import type { Role } from "../model/actor.ts"
import type { Db } from "./pg/database.ts"

export interface KeyCredential {
  companyId: number
  apiKeyId: number
  role: Role
  lastUsedAt: Date | null
}

export interface SessionCredential {
  companyId: number
  userId: number
  sessionId: number
  role: "admin" | "member"
}

export async function findKeyCredential(db: Db, hash: string): Promise<KeyCredential | null> {
  const [row] = await db.query<KeyCredential>(
    `SELECT k.company_id AS "companyId", k.id AS "apiKeyId", k.role, k.last_used_at AS "lastUsedAt"
     FROM directory d JOIN api_key k ON k.company_id = d.company_id AND k.id = d.ref_id
     WHERE d.kind = 'api_key' AND d.key = $1 AND d.active AND k.revoked_at IS NULL`,
    [hash],
  )
  return row ?? null
}

export async function noteKeyUse(db: Db, companyId: number, apiKeyId: number, now: number): Promise<void> {
  await db.query("UPDATE api_key SET last_used_at = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    apiKeyId,
    new Date(now),
  ])
}

export async function findSessionCredential(
  db: Db,
  hash: string,
  now: number,
): Promise<SessionCredential | null> {
  const [row] = await db.query<SessionCredential>(
    `SELECT u.company_id AS "companyId", u.id AS "userId", s.id AS "sessionId", u.role
     FROM directory d
     JOIN user_session s ON s.company_id = d.company_id AND s.id = d.ref_id
     JOIN app_user u ON u.company_id = s.company_id AND u.id = s.user_id
     WHERE d.kind = 'user_session' AND d.key = $1 AND d.active AND s.expires_at > $2 AND u.active`,
    [hash, new Date(now)],
  )
  return row ?? null
}
