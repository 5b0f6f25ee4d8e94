/** The audit trail as a file for spreadsheets and other programs: RFC 4180, in UTF-8. */
import { type AuditRow, showAudit } from "../../model/audit.ts"

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
]

export async function* auditCsv(pages: AsyncIterable<readonly AuditRow[]>): AsyncIterable<string> {
  yield lineOf(columns)
  for await (const rows of pages) yield rows.map((row) => lineOf(cellsOf(row))).join("")
}

function cellsOf(row: AuditRow): (string | number | null)[] {
  const { id, at, operation, target_id, fields, actor, network, request_id } = showAudit(row)
  const { kind, role, api_key_id, user_id, session_id, customer_id } = actor
  const who = [kind, role, api_key_id, user_id, session_id, customer_id]
  return [id, at, operation, target_id, fields.join(" "), ...who, network, request_id]
}

const lineOf = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(",")}\r\n`

/** A text that a spreadsheet would take for a formula gets an apostrophe in front. */
function cell(value: string | number | null): string {
  if (value === null) return ""
  const safe = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
