/** The log of a company's texts, waiting and ended, for its staff. */
import type { LoggedText, TextOutcome, TextPurpose } from "../../domain/model/text-message.ts"
import type { Db } from "../platform/pg/database.ts"

const selected = `SELECT m.id, m.purpose, m.channel, m.outcome, m.last_error AS reason, m.delivery, m.attempts, m.phone_sealed,
    m.from_phone, m.appointment_id, m.step_position, m.created_at, m.sent_at, m.customer_id,
    trim(u.first_name || ' ' || u.last_name) AS customer_name, r.scheduling_request_id, r.outreach_plan_id
  FROM text_message m
  LEFT JOIN customer u ON u.company_id = m.company_id AND u.id = m.customer_id
  LEFT JOIN outreach_run r ON r.company_id = m.company_id AND r.id = m.run_id`

export interface TextLogFilter {
  outcome: TextOutcome | null
  purpose: TextPurpose | null
  customerId: number | null
  /** The hashes of the number that they went to, under every key of the host. */
  phoneHashes: readonly string[] | null
  /** Queued at `from` or later, and before `to`. */
  from: Date | null
  to: Date | null
  /** The last row of the page before. */
  before: { createdAt: Date; id: number } | null
  limit: number
}

/** Newest first. */
export async function listTextLog(db: Db, companyId: number, filter: TextLogFilter): Promise<LoggedText[]> {
  const values: unknown[] = [companyId, filter.limit]
  const given = conditionsOf(filter).filter(([, ...wanted]) => wanted.every((value) => value !== null))
  const also = given.map(([condition, ...wanted]) => {
    const parameters = wanted.map((value) => `$${values.push(value)}`)
    return `AND ${condition(...parameters)}`
  })
  return db.query<LoggedText>(
    `${selected} WHERE m.company_id = $1 AND m.channel <> 'mail' ${also.join(" ")} ORDER BY m.created_at DESC, m.id DESC LIMIT $2`,
    values,
  )
}

type Condition = (...parameters: string[]) => string

/** Each with its values; one without a value is left out, so that the others find their index. */
const conditionsOf = (filter: TextLogFilter): [Condition, ...unknown[]][] => [
  [(outcome) => `m.outcome = ${outcome}`, filter.outcome],
  [(purpose) => `m.purpose = ${purpose}`, filter.purpose],
  [(customer) => `m.customer_id = ${customer}`, filter.customerId],
  [(hashes) => `m.phone_hash = ANY (${hashes})`, filter.phoneHashes],
  [(from) => `m.created_at >= ${from}`, filter.from],
  [(to) => `m.created_at < ${to}`, filter.to],
  [
    (time, id) => `(m.created_at, m.id) < (${time}::timestamptz, ${id}::bigint)`,
    filter.before?.createdAt ?? null,
    filter.before?.id ?? null,
  ],
]

export async function findLoggedText(db: Db, companyId: number, id: number): Promise<LoggedText | null> {
  return db.first<LoggedText>(`${selected} WHERE m.company_id = $1 AND m.id = $2 AND m.channel <> 'mail'`, [
    companyId,
    id,
  ])
}

/** When each of these texts is due. One that has ended is not among them. */
export async function listDueTimes(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const rows = await db.query<{ id: number; due_at: Date }>(
    "SELECT text_id AS id, due_at FROM text_due WHERE company_id = $1 AND text_id = ANY ($2::bigint[])",
    [companyId, ids],
  )
  return new Map(rows.map(({ id, due_at }) => [id, due_at]))
}
