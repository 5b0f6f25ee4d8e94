/** Connected apps and their tokens, found by the hash of the text that a program sends. */
import type { UserRole } from "../../domain/model/actor.ts"
import type { ConnectedApp, TokenKind } from "../../domain/model/connected-app.ts"
import type { Grant } from "../../domain/model/scopes.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { seatStands } from "./users.sql.ts"

const columns = "id, name, redirect_uri, user_id, scopes, created_at, last_used_at"

export interface NewApp {
  userId: number
  name: string
  clientId: string
  redirectUri: string
  scopes: readonly Grant[]
  /** The user allowed it in this session. */
  sessionId: number
}

export async function insertApp(tx: Tx, companyId: number, app: NewApp, now: number): Promise<ConnectedApp> {
  const [row] = await tx.query<ConnectedApp>(
    `INSERT INTO connected_app (company_id, user_id, name, client_id, redirect_uri, scopes, created_at, by_provider)
     VALUES ($1, $2, $3, $4, $5, $6, $7,
       coalesce((SELECT by_provider FROM user_session WHERE company_id = $1 AND id = $8), false)) RETURNING ${columns}`,
    [
      companyId,
      app.userId,
      app.name,
      app.clientId,
      app.redirectUri,
      app.scopes,
      new Date(now),
      app.sessionId,
    ],
  )
  return row!
}

/** Lists apps with a token that stands, of one user or of all, in the order of ids. */
export async function listApps(
  db: Db,
  companyId: number,
  { userId, now, afterId, limit }: { userId: number | null; now: number; afterId: number; limit: number },
): Promise<ConnectedApp[]> {
  return db.query<ConnectedApp>(
    `SELECT ${columns} FROM connected_app
     WHERE company_id = $1 AND id > $2 AND ended_at IS NULL AND ($3::bigint IS NULL OR user_id = $3)
       AND id IN (SELECT app_id FROM connected_app_token WHERE company_id = $1 AND expires_at > $5 AND used_at IS NULL)
     ORDER BY id LIMIT $4`,
    [companyId, afterId, userId, limit, new Date(now)],
  )
}

/** Returns the app, or null when the id is unknown, another user's, or ended before. */
export async function endApp(
  tx: Tx,
  companyId: number,
  { id, userId }: { id: number; userId: number | null },
  now: number,
): Promise<ConnectedApp | null> {
  const [row] = await tx.query<ConnectedApp>(
    `UPDATE connected_app SET ended_at = $4
     WHERE company_id = $1 AND id = $2 AND ended_at IS NULL AND ($3::bigint IS NULL OR user_id = $3) RETURNING ${columns}`,
    [companyId, id, userId, new Date(now)],
  )
  return row ?? null
}

export interface NewToken {
  appId: number
  kind: TokenKind
  hash: string
  codeChallenge: string | null
  expiresAt: number
}

export async function insertToken(tx: Tx, companyId: number, token: NewToken): Promise<void> {
  await tx.query(
    `INSERT INTO connected_app_token (company_id, hash, app_id, kind, code_challenge, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [companyId, token.hash, token.appId, token.kind, token.codeChallenge, new Date(token.expiresAt)],
  )
}

/** A token with its app and the user for whom the app acts. */
export interface FoundToken {
  appId: number
  clientId: string
  redirectUri: string
  scopes: Grant[]
  codeChallenge: string | null
  expiresAt: Date
  usedAt: Date | null
  lastUsedAt: Date | null
  userId: number
  role: UserRole
  /** The company requires a second factor, and neither the user has one nor did the company's provider answer for it. */
  mustEnrol: boolean
}

/** Null for an unknown text, and where the app has ended or its user may not sign in. */
export async function findToken(
  db: Db,
  companyId: number,
  kind: TokenKind,
  hash: string,
): Promise<FoundToken | null> {
  return db.first<FoundToken>(
    `SELECT a.id AS "appId", a.client_id AS "clientId", a.redirect_uri AS "redirectUri", a.scopes,
       t.code_challenge AS "codeChallenge", t.expires_at AS "expiresAt", t.used_at AS "usedAt",
       a.last_used_at AS "lastUsedAt", u.id AS "userId", u.role,
       c.require_second_factor AND u.totp_confirmed_at IS NULL AND NOT a.by_provider AS "mustEnrol"
     FROM connected_app_token t
     JOIN connected_app a ON a.company_id = t.company_id AND a.id = t.app_id
     JOIN app_user u ON u.company_id = a.company_id AND u.id = a.user_id
     JOIN company c ON c.company_id = a.company_id
     WHERE t.company_id = $1 AND t.hash = $2 AND t.kind = $3 AND a.ended_at IS NULL AND u.active AND ${seatStands("u")}`,
    [companyId, hash, kind],
  )
}

/** Two may use it at once: one of them gets true. */
export async function useToken(tx: Tx, companyId: number, hash: string, now: number): Promise<boolean> {
  const used = await tx.query(
    `UPDATE connected_app_token SET used_at = $3 WHERE company_id = $1 AND hash = $2 AND used_at IS NULL RETURNING hash`,
    [companyId, hash, new Date(now)],
  )
  return used.length === 1
}

export async function noteAppUse(db: Db, companyId: number, id: number, now: number): Promise<void> {
  await db.query("UPDATE connected_app SET last_used_at = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
    new Date(now),
  ])
}

/** Deletes tokens whose time is over, and apps that have ended or have no token left. */
export async function deleteEndedApps(db: Db, companyId: number, now: number): Promise<void> {
  await db.query("DELETE FROM connected_app_token WHERE company_id = $1 AND expires_at <= $2", [
    companyId,
    new Date(now),
  ])
  await db.query(
    `DELETE FROM connected_app WHERE company_id = $1 AND (ended_at IS NOT NULL OR id NOT IN (
       SELECT app_id FROM connected_app_token WHERE company_id = $1))`,
    [companyId],
  )
}
