/** Programs that users connected to the company's MCP server, as they and admins see them. */
import { z } from "zod"
import { connectedAppView, showConnectedApp } from "../../domain/model/connected-app.ts"
import { page } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import { listOperation } from "../platform/operation.ts"
import { listApps } from "./connected-apps.sql.ts"
import { ofApps, ownerOf } from "./give-app-rights.ts"

export const listConnectedApps = listOperation({
  ...ofApps,
  name: "list_connected_apps",
  summary: "List connected apps",
  description:
    "The programs that act for users of the company over its MCP server. A member is shown the own ones alone.",
  query: z.strictObject(page),
  result: connectedAppView,
  run: (context, call, asked) =>
    pageById(
      asked,
      (span) => listApps(context.db, call.companyId, { ...span, userId: ownerOf(call), now: call.now }),
      showConnectedApp,
    ),
})
