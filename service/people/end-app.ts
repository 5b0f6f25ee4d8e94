/** Ends a program's connection: by a person, by the program itself, or because a used token came again. */
import { connectedAppView, showConnectedApp } from "../../domain/model/connected-app.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { appendAudit } from "../platform/audit.sql.ts"
import { audited } from "../platform/audited.ts"
import type { AppContext } from "../platform/context.ts"
import { found, operation } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { endApp } from "./connected-apps.sql.ts"
import { findToken, type StandingToken } from "./find-app-token.ts"
import { ofApps, ownerOf } from "./give-app-rights.ts"

/** Tokens whose time is over, and apps without one, go by the upkeep. */
export { deleteEndedApps } from "./connected-apps.sql.ts"

export const revokeConnectedApp = operation({
  ...ofApps,
  name: "revoke_connected_app",
  summary: "End a connected app",
  description: "Its tokens are refused from then on. To act again it needs the user's consent anew.",
  params: byId,
  result: connectedAppView,
  async run(context, call, { id }) {
    return write(context, call, "revoke_connected_app", async (tx) => {
      const ended = await endApp(tx, call.companyId, { id, userId: ownerOf(call) }, call.now)
      const app = found(ended, notFound("connected app"))
      return { result: showConnectedApp(app), targetId: id, fields: ["ended_at"] }
    })
  },
})

interface Ending {
  requestId: string
  now: number
  operation: "revoke_connected_app" | "refuse_used_token"
}

/** Ends it in the name of the user for whom it acts. An app that has ended stays as it is. */
export async function endStanding(
  tx: Tx,
  { companyId, appId, userId, role }: StandingToken,
  { requestId, now, operation }: Ending,
): Promise<void> {
  if ((await endApp(tx, companyId, { id: appId, userId: null }, now)) === null) return
  const actor = { kind: "admin_user", userId, role, appId } as const
  const entry = { companyId, actor, requestId, now, operation, targetId: appId, fields: ["ended_at"] }
  appendAudit(tx, entry)
}

/** As the app itself asks, with either of its tokens (RFC 7009). An unknown one is over as well. */
export async function endByToken(context: AppContext, requestId: string, text: string): Promise<void> {
  const token = (await findToken(context, "refresh", text)) ?? (await findToken(context, "access", text))
  if (token === null) return
  const now = context.clock.now()
  const operation = "revoke_connected_app"
  await audited(context.db, now, (tx) => endStanding(tx, token, { requestId, now, operation }))
}
