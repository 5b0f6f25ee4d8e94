/** The codes and tokens of connected apps. A code and a refresh token are taken once: one that comes again is in two hands. */
import { companyOfToken, type TokenKind, tokenMs, tokenText } from "../../domain/model/connected-app.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import { openedBy } from "../../domain/model/scopes.ts"
import { appendAudit } from "../platform/audit.sql.ts"
import { audited } from "../platform/audited.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import * as store from "./connected-apps.sql.ts"
import type { Identity } from "./credentials.ts"

export interface Issued {
  appId: number
  kind: TokenKind
  /** Only a code has one. */
  codeChallenge?: string
}

/** Returns the text, which is kept nowhere. */
export async function issueToken(
  tx: Tx,
  { random }: Pick<AppContext, "random">,
  { companyId, now }: { companyId: number; now: number },
  { appId, kind, codeChallenge }: Issued,
): Promise<string> {
  const text = tokenText(kind, companyId, random.bytes(32))
  const expiresAt = now + tokenMs[kind]
  const kept = { appId, kind, hash: tokenHash(text), codeChallenge: codeChallenge ?? null, expiresAt }
  await store.insertToken(tx, companyId, kept)
  return text
}

export interface StandingToken extends store.FoundToken {
  companyId: number
}

/** Null for a text that is no such token, whose time is over, or whose app has ended. */
export async function findToken(
  context: AppContext,
  kind: TokenKind,
  text: string,
): Promise<StandingToken | null> {
  const companyId = companyOfToken(kind, text)
  if (companyId === null) return null
  const token = await store.findToken(context.db, companyId, kind, tokenHash(text))
  if (token === null || token.mustEnrol || token.expiresAt.getTime() <= context.clock.now()) return null
  return { ...token, companyId }
}

export interface Taken {
  access: string
  refresh: string
}

/**
 * Takes a code or a refresh token. False where it was taken before: then all tokens of the app end, since somebody else holds a copy.
 * `andThen` runs in the same transaction.
 */
async function takeToken(
  context: AppContext,
  requestId: string,
  { companyId, appId, userId, role }: StandingToken,
  text: string,
  andThen: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> {
  const now = context.clock.now()
  return audited(context.db, now, async (tx) => {
    if (await store.useToken(tx, companyId, tokenHash(text), now)) {
      await andThen(tx)
      return true
    }
    if (await store.endApp(tx, companyId, { id: appId, userId: null }, now)) {
      const actor = { kind: "admin_user", userId, role, appId } as const
      appendAudit(tx, {
        ...{ companyId, actor, requestId, now },
        ...{ operation: "refuse_used_token", targetId: appId, fields: ["ended_at"] },
      })
    }
    return false
  })
}

/** A code is taken before its secret is judged, so that it is tried once. */
export const takeCode = takeToken

export interface Taken {
  access: string
  refresh: string
}

/** New tokens for a refresh token, in the transaction that takes it: a crash loses neither. Null where it was taken before. */
export async function exchangeRefresh(
  context: AppContext,
  requestId: string,
  token: StandingToken,
  text: string,
): Promise<Taken | null> {
  let issued: Taken | null = null
  const isFirst = await takeToken(context, requestId, token, text, async (tx) => {
    issued = await issueBoth(tx, context, token)
  })
  return isFirst ? issued : null
}

/** Tokens for a code that was taken and judged. */
export const firstTokens = (context: AppContext, token: StandingToken): Promise<Taken> =>
  context.db.transaction((tx) => issueBoth(tx, context, token))

async function issueBoth(tx: Tx, context: AppContext, { companyId, appId }: StandingToken): Promise<Taken> {
  const now = context.clock.now()
  const issue = (kind: TokenKind) => issueToken(tx, context, { companyId, now }, { appId, kind })
  return { access: await issue("access"), refresh: await issue("refresh") }
}

/** Ends the app whose token it is, as the app itself asks (RFC 7009). */
export async function endByToken(context: AppContext, requestId: string, text: string): Promise<void> {
  const token = (await findToken(context, "refresh", text)) ?? (await findToken(context, "access", text))
  if (token === null) return
  const { companyId, appId, userId, role } = token
  const now = context.clock.now()
  await audited(context.db, now, async (tx) => {
    if ((await store.endApp(tx, companyId, { id: appId, userId: null }, now)) === null) return
    const actor = { kind: "admin_user", userId, role, appId } as const
    appendAudit(tx, {
      ...{ companyId, actor, requestId, now },
      ...{ operation: "revoke_connected_app", targetId: appId, fields: ["ended_at"] },
    })
  })
}

const useNotedEveryMs = 60_000

/** The user for whom the app acts, with what the app may do of what the user may. Null without a right access token. */
export async function identifyApp(context: AppContext, text: string): Promise<Identity | null> {
  const token = await findToken(context, "access", text)
  if (token === null) return null
  const { companyId, userId, role, appId, lastUsedAt } = token
  const now = context.clock.now()
  if (lastUsedAt === null || Math.abs(now - lastUsedAt.getTime()) > useNotedEveryMs)
    await store.noteAppUse(context.db, companyId, appId, now)
  return {
    ...{ companyId, mustEnrol: false, inCookie: false },
    actor: { kind: "admin_user", userId, role, appId },
    scopes: openedBy(token.scopes),
  }
}
