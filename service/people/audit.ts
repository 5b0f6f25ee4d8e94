/** The audit trail: who did what, and who tried to sign in. It is read by admins and written by `write`. */
import { z } from "zod"
import { type AuditRow, auditView, showAudit } from "../../domain/model/audit.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId, idText, instant, page, text } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { type AuditFilter, findAudit, listAudit } from "../platform/audit.sql.ts"
import { adminOnly, type Call, found, listOperation, operation } from "../platform/operation.ts"

const common = { noun: "Audit trail", roles: adminOnly }

const filter = {
  operation: text(100).optional().meta({ description: "As `update_company` or `refuse_sign_in`." }),
  user_id: idText.optional().meta({ description: "Done by this user, or tried in this user's name." }),
  api_key_id: idText.optional().meta({ description: "Done, or tried, with this key." }),
  target_id: idText
    .optional()
    .meta({ description: "The id of the record; records of different kinds may share one." }),
  request_id: text(100)
    .optional()
    .meta({ description: "The id of the request, as its answer's X-Request-Id." }),
  from: instant.optional().meta({ description: "Then or later." }),
  to: instant.optional().meta({ description: "Before then." }),
}

export const readAudit = listOperation({
  ...common,
  name: "read_audit",
  summary: "Read the audit trail",
  description: "The last 400 days, newest first. It holds names of fields and no values.",
  query: z.strictObject({ ...page, ...filter }),
  result: auditView,
  async run(context, call, { limit = defaultLimit, cursor, ...asked }) {
    const beforeId = (decodeCursor(cursor, ["number"])?.[0] as number | undefined) ?? null
    const rows = await listAudit(context.db, call.companyId, {
      ...filterOf(call, asked),
      beforeId,
      limit: limit + 1,
    })
    const { rows: shown, next_cursor } = pageOf(rows, limit, ({ id }) => [id])
    return { rows: shown.map(showAudit), next_cursor }
  },
})

export const readAuditEntry = operation({
  ...common,
  name: "read_audit_entry",
  summary: "Read one entry of the audit trail",
  params: byId,
  result: auditView,
  async run(context, call, { id }) {
    return showAudit(
      found(await findAudit(context.db, call.companyId, id, call.now), notFound("entry of the audit trail")),
    )
  },
})

/** Written within a few milliseconds. */
const rowsAtOnce = 250

export const exportAudit = operation({
  ...common,
  name: "export_audit",
  summary: "Export the audit trail as CSV",
  description: "All rows that fit, newest first, as a file of comma-separated values.",
  query: z.strictObject(filter),
  result: z.custom<AsyncIterable<AuditRow[]>>(),
  isLong: true,
  async run(context, call, asked) {
    const readFrom = (beforeId: number | null) =>
      listAudit(context.readDb, call.companyId, { ...filterOf(call, asked), beforeId, limit: rowsAtOnce })
    // The first rows are read before the answer begins, so that a failure still has its status.
    const first = await readFrom(null)
    return (async function* () {
      let rows = first
      yield rows
      while (rows.length === rowsAtOnce) {
        rows = await readFrom(rows.at(-1)!.id)
        yield rows
      }
    })()
  },
})

type Asked = z.output<z.ZodObject<typeof filter>>

function filterOf({ now }: Call, asked: Asked): Omit<AuditFilter, "beforeId" | "limit"> {
  return {
    operation: asked.operation ?? null,
    userId: asked.user_id ?? null,
    apiKeyId: asked.api_key_id ?? null,
    targetId: asked.target_id ?? null,
    requestId: asked.request_id ?? null,
    from: asked.from === undefined ? null : new Date(asked.from),
    to: asked.to === undefined ? null : new Date(asked.to),
    now,
  }
}
