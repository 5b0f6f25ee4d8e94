/** The audit trail as a file for spreadsheets and other programs: RFC 4180, in UTF-8. */
import { csvLine } from "../../../domain/csv/csv.ts"
import { type AuditRow, showAudit } from "../../../domain/model/audit.ts"

const columns = [
  "id",
  "at",
  "operation",
  "target_id",
  "fields",
  "actor",
  "role",
  "api_key_id",
  "user_id",
  "session_id",
  "customer_id",
  "network",
  "request_id",
  "connected_app_id",
]

export async function* auditCsv(pages: AsyncIterable<readonly AuditRow[]>): AsyncIterable<string> {
  yield csvLine(columns)
  for await (const rows of pages) yield rows.map((row) => csvLine(cellsOf(row))).join("")
}

function cellsOf(row: AuditRow): (string | number | null)[] {
  const { id, at, operation, target_id, fields, actor, network, request_id } = showAudit(row)
  const { kind, role, api_key_id, user_id, session_id, customer_id, connected_app_id } = actor
  const who = [kind, role, api_key_id, user_id, session_id, customer_id]
  return [id, at, operation, target_id, fields.join(" "), ...who, network, request_id, connected_app_id]
}
