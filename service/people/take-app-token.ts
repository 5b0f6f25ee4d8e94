/** The codes and tokens of connected apps. A code and a refresh token are taken once: one that comes again is in two hands. */
import { type TokenKind, tokenMs, tokenText } from "../../domain/model/connected-app.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import { audited } from "../platform/audited.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import { insertToken, useToken } from "./connected-apps.sql.ts"
import { endStanding } from "./end-app.ts"
import type { StandingToken } from "./find-app-token.ts"

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
  await insertToken(tx, companyId, kept)
  return text
}

/**
 * Takes a code or a refresh token. False where it was taken before: then all tokens of the app end, since somebody else holds a copy.
 * `andThen` runs in the same transaction.
 */
async function takeToken(
  context: AppContext,
  requestId: string,
  token: StandingToken,
  text: string,
  andThen: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> {
  const now = context.clock.now()
  return audited(context.db, now, async (tx) => {
    if (await useToken(tx, token.companyId, tokenHash(text), now)) {
      await andThen(tx)
      return true
    }
    await endStanding(tx, token, { requestId, now, operation: "refuse_used_token" })
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
