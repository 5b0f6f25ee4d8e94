/** A connected app, as the consent screen leaves it, for tests that need one that stands. */

import { findToken } from "../../service/people/find-app-token.ts"
import { connectApp } from "../../service/people/register-app.ts"
import { firstTokens } from "../../service/people/take-app-token.ts"
import type { AppContext } from "../../service/platform/context.ts"

/** Returns its access token. */
export async function makeConnectedApp(
  context: AppContext,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<string> {
  const actor = { kind: "admin_user", userId, role: "admin", sessionId: 0 } as const
  const call = { companyId, actor, requestId: "req_connecting", now: context.clock.now() }
  const code = await connectApp(context, call, {
    ...{ name: "Desk helper", clientId: "desk-helper", redirectUri: "https://desk.example/callback" },
    ...{ scopes: ["read", "schedule"], codeChallenge: "c".repeat(43) },
  })
  const { access } = await firstTokens(context, (await findToken(context, "code", code))!)
  return access
}
