/**
 * Tables that a distributed database does not spread by company: they stay whole, on the machine that the service connects
 * to. `service/host/database/distribution.ts` puts them there.
 */

/**
 * The directory is asked before the company is known; a copy on every machine could not be written to while one of them is
 * away, and each booking enters its link. A worker takes work of all companies from a queue with SKIP LOCKED. Citus knows
 * these tables, so that a transaction that writes a company's rows beside them commits both or neither.
 */
export const knownTables: readonly string[] = [
  "directory",
  "user_email",
  "text_due",
  "text_held",
  "delivery_due",
  "calendar_read_due",
  "calendar_push_due",
  "cancel_due",
  "answer_due",
  "hold_due",
  "undo_due",
  "freed_due",
  "report_due",
  "report_rules",
]

/**
 * Tables that stay whole beside them and that Citus need not know: what counts for the whole host, and the era, beside which
 * the machine says which of its transactions is the oldest.
 */
export const hostTables: readonly string[] = [
  "migration",
  "database_era",
  "database_mark",
  "code_ledger",
  "used_solution",
  "rate_counter",
  "delivery_outcome",
  "operator_access",
  "job_failure",
  "spreading",
]

const whole = new Set([...knownTables, ...hostTables])

/** The rows that a statement concerns: a company's by `$1`, those of several companies, or none that are spread. */
export type Concern = "company" | "several" | "none"

interface Read {
  concern: Concern
  /** It writes by itself, so that its end waits for a standby. */
  writes: boolean
}

const known = new Map<string, Read>()

/** The result of reading a statement's text. Texts are constant, so each is read once. */
export function readStatement(text: string): Read {
  const before = known.get(text)
  if (before) return before
  const tables = [
    ...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?([a-z_][a-z_0-9]*)\b(?!\s*\()/g),
  ]
  const isSpread = tables.some(([, table]) => !whole.has(table!))
  const concern = !isSpread ? "none" : namesCompany.test(text) ? "company" : "several"
  const read: Read = { concern, writes: writing.test(text) }
  known.set(text, read)
  return read
}

const namesCompany = /company_id\s*=\s*\$1\b|\(\s*company_id\b[\s\S]*\$1\b/
const writing = /\b(INSERT INTO|UPDATE [a-z_]+ |DELETE FROM)/
