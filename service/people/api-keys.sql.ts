/** API keys, found by the hash of the key that a caller sends. */
import type { EventSource, Role } from "../../domain/model/actor.ts"
import { type ApiKey, lastFourOf } from "../../domain/model/api-key.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import type { Grant } from "../../domain/model/scopes.ts"
import { claimEntry, findEntry, retireEntries } from "../platform/directory.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns =
  "id, name, role, allowed_origins, scopes, expires_at, allowed_addresses, last_four, created_at, created_by, last_used_at"

export interface NewKey {
  name: string
  role: ApiKey["role"]
  /** The key itself, which is kept nowhere. */
  text: string
  createdBy: EventSource
  /** Only a publishable key has them. */
  allowedOrigins?: readonly string[] | null
  /** Left out or null: all that the role may. */
  scopes?: readonly Grant[] | null | undefined
  expiresAt?: Date | null
  allowedAddresses?: readonly string[] | null | undefined
}

/** Stores the key's hash and enters it in the directory, since a request names no company. */
export async function insertApiKey(tx: Tx, companyId: number, key: NewKey, now: number): Promise<ApiKey> {
  const hash = tokenHash(key.text)
  const [row] = await tx.query<ApiKey>(
    `INSERT INTO api_key (company_id, name, role, key_hash, last_four, created_at, created_by, scopes, expires_at, allowed_addresses, allowed_origins)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${columns}`,
    [
      ...[companyId, key.name, key.role, hash, lastFourOf(key.text), new Date(now), key.createdBy],
      ...[
        key.scopes ?? null,
        key.expiresAt ?? null,
        key.allowedAddresses ?? null,
        key.allowedOrigins ?? null,
      ],
    ],
  )
  await claimEntry(tx, "api_key", hash, companyId, row!.id)
  return row!
}

/** Keys that are not revoked, in the order of ids. */
export async function listApiKeys(
  db: Db,
  companyId: number,
  page: { afterId: number; limit: number },
): Promise<ApiKey[]> {
  return db.query<ApiKey>(
    `SELECT ${columns} FROM api_key WHERE company_id = $1 AND id > $2 AND revoked_at IS NULL ORDER BY id LIMIT $3`,
    [companyId, page.afterId, page.limit],
  )
}

/** Returns the key, or null when the id is unknown or the key was revoked before. */
export async function revokeApiKey(
  tx: Tx,
  companyId: number,
  id: number,
  now: number,
): Promise<ApiKey | null> {
  const [row] = await tx.query<ApiKey>(
    `UPDATE api_key SET revoked_at = $3 WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING ${columns}`,
    [companyId, id, new Date(now)],
  )
  if (row) retireEntries(tx, "api_key", companyId, id)
  return row ?? null
}

/** How many keys and users can administer the company for good and from anywhere, so that the last one can be kept. */
export async function countAdmins(db: Db, companyId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM api_key WHERE company_id = $1 AND role = 'admin' AND revoked_at IS NULL
        AND scopes IS NULL AND expires_at IS NULL AND allowed_addresses IS NULL)
      + (SELECT count(*) FROM app_user WHERE company_id = $1 AND role = 'admin' AND active))::int AS count`,
    [companyId],
  )
  return row!.count
}

export interface KeyCredential {
  companyId: number
  apiKeyId: number
  role: Role
  scopes: Grant[] | null
  allowedOrigins: string[] | null
  expiresAt: Date | null
  allowedAddresses: string[] | null
  lastUsedAt: Date | null
  isRevoked: boolean
}

/** A revoked key is found too; null for a text that never was a key. */
export async function findKeyCredential(db: Db, hash: string): Promise<KeyCredential | null> {
  const entry = await findEntry(db, "api_key", hash)
  if (!entry) return null
  return db.first<KeyCredential>(
    `SELECT company_id AS "companyId", id AS "apiKeyId", role, scopes, expires_at AS "expiresAt",
       allowed_addresses AS "allowedAddresses", allowed_origins AS "allowedOrigins", last_used_at AS "lastUsedAt",
       NOT $3::boolean OR revoked_at IS NOT NULL AS "isRevoked"
     FROM api_key WHERE company_id = $1 AND id = $2`,
    [entry.companyId, entry.refId, entry.active],
  )
}

/** The key's own rights, which bound those of the keys that it makes. */
export async function boundsOfKey(
  db: Db,
  companyId: number,
  id: number,
): Promise<Pick<ApiKey, "scopes" | "expires_at" | "allowed_addresses"> | null> {
  return db.first(
    "SELECT scopes, expires_at, allowed_addresses FROM api_key WHERE company_id = $1 AND id = $2",
    [companyId, id],
  )
}

export async function noteKeyUse(db: Db, companyId: number, apiKeyId: number, now: number): Promise<void> {
  await db.query("UPDATE api_key SET last_used_at = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    apiKeyId,
    new Date(now),
  ])
}
