/** The codes and tokens of connected apps that stand, and the user for whom an app acts. */
import { companyOfToken, type TokenKind } from "../../domain/model/connected-app.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import { openedBy } from "../../domain/model/scopes.ts"
import type { AppContext } from "../platform/context.ts"
import * as store from "./connected-apps.sql.ts"
import type { Identity } from "./credentials.ts"

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
