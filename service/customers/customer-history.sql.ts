/** The rows of a customer's history: writes, messages, and the facts about the records that they name. */
import type {
  HistoryAppointment,
  HistoryChange,
  HistoryEvent,
  HistoryMessage,
} from "../../domain/model/customer-history.ts"
import type { Db } from "../platform/pg/database.ts"
import { firstIdOf, idDayOf, retention } from "../platform/pg/partitions.ts"

export interface HistorySpan {
  customerId: number
  /** Rows before this moment, and those of it with a lower id; null for the newest. */
  before: { at: Date; id: number } | null
  limit: number
}

const daysOf = (table: "audit" | "event") => retention.find((kind) => kind.table === table)!.days

/** Newest first, within the audit trail's retention. */
export async function changesOfCustomer(
  db: Db,
  companyId: number,
  { customerId, before, limit }: HistorySpan,
  now: number,
): Promise<HistoryChange[]> {
  return db.query<HistoryChange>(
    `SELECT id, at, actor, operation, target_id, fields FROM audit
     WHERE company_id = $1 AND customer_id = $2 AND id >= $3
       AND ($4::timestamptz IS NULL OR (at, id) < ($4::timestamptz, $5::bigint))
     ORDER BY at DESC, id DESC LIMIT $6`,
    [
      companyId,
      customerId,
      firstIdOf(idDayOf(companyId, now) - daysOf("audit")),
      before?.at ?? null,
      before?.id ?? null,
      limit,
    ],
  )
}

const messageColumns = `id, purpose, channel, outcome, last_error AS reason, delivery, appointment_id, appointment_version, run_id,
    step_position, phone_sealed, email_sealed, created_at, sent_at`

/** Texts, calls and mails, newest first. */
export async function messagesOfCustomer(
  db: Db,
  companyId: number,
  { customerId, before, limit }: HistorySpan,
): Promise<HistoryMessage[]> {
  return db.query<HistoryMessage>(
    `SELECT ${messageColumns} FROM text_message
     WHERE company_id = $1 AND customer_id = $2
       AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::bigint))
     ORDER BY created_at DESC, id DESC LIMIT $5`,
    [companyId, customerId, before?.at ?? null, before?.id ?? null, limit],
  )
}

/** More of them about the same would tell nothing new. */
const mostSent = 500

/** The messages that have gone about these appointments, or in these runs of outreach. */
export async function sentAbout(
  db: Db,
  companyId: number,
  customerId: number,
  about: { appointmentIds: readonly number[]; runIds: readonly number[] },
): Promise<HistoryMessage[]> {
  return db.query<HistoryMessage>(
    `SELECT ${messageColumns} FROM text_message
     WHERE company_id = $1 AND customer_id = $2 AND outcome = 'sent'
       AND (appointment_id = ANY ($3::bigint[]) OR run_id = ANY ($4::bigint[]))
     ORDER BY created_at, id LIMIT ${mostSent}`,
    [companyId, customerId, about.appointmentIds, about.runIds],
  )
}

export async function appointmentsInHistory(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<HistoryAppointment[]> {
  return db.query<HistoryAppointment>(
    `SELECT a.id, t.id AS type_id, t.name AS type_name, p.id AS provider_id, p.name AS provider_name, a.timezone,
       ${utc("a.start_at")} AS start_time
     FROM appointment a
     JOIN appointment_type t ON t.company_id = $1 AND t.id = a.appointment_type_id
     JOIN provider p ON p.company_id = $1 AND p.id = a.provider_id
     WHERE a.company_id = $1 AND a.id = ANY ($2::bigint[])`,
    [companyId, ids],
  )
}

const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** As events carry them: where the appointment stands, and for a move where it stood. Null where there is none. */
const positionIn = (key: string) =>
  `CASE WHEN data -> '${key}' ->> 'start_time' IS NOT NULL THEN json_build_object(
       'start_time', data -> '${key}' ->> 'start_time', 'timezone', data -> '${key}' ->> 'timezone',
       'provider_id', (data -> '${key}' -> 'provider' ->> 'id')::bigint,
       'provider_name', data -> '${key}' -> 'provider' ->> 'name') END`

/** The events of a page's time, its end included. Events of a change may come a moment after it. */
export async function eventsInHistory(
  db: Db,
  companyId: number,
  customerId: number,
  { from, to }: { from: Date; to: Date },
  now: number,
): Promise<HistoryEvent[]> {
  const firstDay = Math.max(
    idDayOf(companyId, now) - daysOf("event"),
    // An id holds the day of the write, which is that of the change.
    idDayOf(companyId, from.getTime()),
  )
  const rows = await db.query<
    Pick<HistoryEvent, "type" | "appointment_id" | "occurred_at" | "before"> & {
      place: Omit<HistoryEvent, "before"> | null
    }
  >(
    `SELECT type, appointment_id, occurred_at, ${positionIn("appointment")} AS place, ${positionIn("previous")} AS before
     FROM event
     WHERE company_id = $1 AND customer_id = $2 AND id >= $3 AND appointment_id IS NOT NULL
       AND occurred_at >= $4 AND occurred_at <= $5
     ORDER BY occurred_at, id LIMIT ${mostEvents}`,
    [companyId, customerId, firstIdOf(firstDay), from, new Date(to.getTime() + 1_000)],
  )
  return rows.flatMap(({ place, ...row }) => (place ? [{ ...place, ...row }] : []))
}

const mostEvents = 1_000

/** Names of users and keys, those that were revoked too. */
export async function namesInHistory(
  db: Db,
  companyId: number,
  { userIds, keyIds }: { userIds: readonly number[]; keyIds: readonly number[] },
): Promise<{ users: ReadonlyMap<number, string>; apiKeys: ReadonlyMap<number, string> }> {
  const [users, keys] = await Promise.all([
    db.query<{ id: number; name: string }>(
      "SELECT id, name FROM app_user WHERE company_id = $1 AND id = ANY ($2::bigint[])",
      [companyId, userIds],
    ),
    db.query<{ id: number; name: string }>(
      "SELECT id, name FROM api_key WHERE company_id = $1 AND id = ANY ($2::bigint[])",
      [companyId, keyIds],
    ),
  ])
  const named = (rows: { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { users: named(users), apiKeys: named(keys) }
}
