/** Programs that users connect to the company's MCP server: allowed on the consent screen, shown, and ended. */
import { z } from "zod"
import { connectedAppView, showConnectedApp } from "../../domain/model/connected-app.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId, page } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import type { AppContext } from "../platform/context.ts"
import { adminOnly, type Call, found, listOperation, operation } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { issueToken } from "./app-tokens.ts"
import * as store from "./connected-apps.sql.ts"
import { ownSession } from "./own-session.ts"

const common = {
  byHostTime: true,
  noun: "Connected apps",
  roles: adminOnly,
  userRoles: ["admin", "member"],
} as const

/** Null for callers who see those of all users. */
const ownerOf = ({ actor }: Call): number | null =>
  actor.kind === "admin_user" && actor.role !== "admin" ? actor.userId : null

export const listConnectedApps = listOperation({
  ...common,
  name: "list_connected_apps",
  summary: "List connected apps",
  description:
    "The programs that act for users of the company over its MCP server. A member is shown the own ones alone.",
  query: z.strictObject(page),
  result: connectedAppView,
  run: (context, call, asked) =>
    pageById(
      asked,
      (span) => store.listApps(context.db, call.companyId, { ...span, userId: ownerOf(call), now: call.now }),
      showConnectedApp,
    ),
})

export const revokeConnectedApp = operation({
  ...common,
  name: "revoke_connected_app",
  summary: "End a connected app",
  description: "Its tokens are refused from then on. To act again it needs the user's consent anew.",
  params: byId,
  result: connectedAppView,
  async run(context, call, { id }) {
    return write(context, call, "revoke_connected_app", async (tx) => {
      const ended = await store.endApp(tx, call.companyId, { id, userId: ownerOf(call) }, call.now)
      const app = found(ended, notFound("connected app"))
      return { result: showConnectedApp(app), targetId: id, fields: ["ended_at"] }
    })
  },
})

export interface Allowed {
  name: string
  clientId: string
  redirectUri: string
  scopes: store.NewApp["scopes"]
  codeChallenge: string
}

/** The signed-in user allows the program. Returns the code with which the program fetches its tokens. */
export async function connectApp(context: AppContext, call: Call, allowed: Allowed): Promise<string> {
  const { codeChallenge, ...app } = allowed
  return write(context, call, "connect_app", async (tx) => {
    const made = await store.insertApp(tx, call.companyId, { ...app, ...ownSession(call) }, call.now)
    const issued = { appId: made.id, kind: "code", codeChallenge } as const
    const code = await issueToken(tx, context, call, issued)
    return { result: code, targetId: made.id, fields: ["name", "redirect_uri", "scopes"] }
  })
}
