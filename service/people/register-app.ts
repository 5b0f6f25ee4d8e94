/** A signed-in user allows a program to act for them. */
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { insertApp, type NewApp } from "./connected-apps.sql.ts"
import { ownSession } from "./own-session.ts"
import { issueToken } from "./take-app-token.ts"

export interface Allowed {
  name: string
  clientId: string
  redirectUri: string
  scopes: NewApp["scopes"]
  codeChallenge: string
}

/** Returns the code with which the program fetches its tokens. */
export async function connectApp(context: AppContext, call: Call, allowed: Allowed): Promise<string> {
  const { codeChallenge, ...app } = allowed
  return write(context, call, "connect_app", async (tx) => {
    const made = await insertApp(tx, call.companyId, { ...app, ...ownSession(call) }, call.now)
    const issued = { appId: made.id, kind: "code", codeChallenge } as const
    const code = await issueToken(tx, context, call, issued)
    return { result: code, targetId: made.id, fields: ["name", "redirect_uri", "scopes"] }
  })
}
