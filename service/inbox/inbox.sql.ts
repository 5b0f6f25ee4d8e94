/** The work that waits for staff: one statement for each kind, each over an index, and the entries that they have put off. */
import type { InboxKind } from "../../domain/model/inbox.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/** The entries of a kind that are read: all, or the one of this id; put off or not. */
export interface Wanted {
  now: Date
  id: number | null
  /** Also what is put off. */
  withLater: boolean
}

/** The most of one kind that are shown; those that end first. */
export const mostOfKind = 100

export interface AppointmentOfEntry {
  appointment_id: number
  version: number
  start_at: Date
  end_at: Date
  timezone: string
  customer_id: number
  customer_name: string
  type_id: number
  type_name: string
  provider_id: number
  provider_name: string
}

const ofAppointment = `a.id AS appointment_id, a.version, a.start_at, a.end_at, a.timezone, a.customer_id,
  trim(u.first_name || ' ' || u.last_name) AS customer_name, y.id AS type_id, y.name AS type_name,
  p.id AS provider_id, p.name AS provider_name`
const joined = `JOIN customer u ON u.company_id = $1 AND u.id = a.customer_id
  JOIN appointment_type y ON y.company_id = $1 AND y.id = a.appointment_type_id
  JOIN provider p ON p.company_id = $1 AND p.id = a.provider_id`

/** `$2` is now, `$3` the id that is wanted or null, `$4` whether what is put off counts too. */
const shown = (kind: string, id: string, since: string) =>
  `($3::bigint IS NULL OR ${id} = $3) AND ($4 OR NOT EXISTS (
     SELECT 1 FROM inbox_later l
     WHERE l.company_id = $1 AND l.kind = ${kind} AND l.ref_id = ${id} AND l.until > $2 AND l.set_at >= ${since}))`

const parametersOf = (companyId: number, { now, id, withLater }: Wanted) => [companyId, now, id, withLater]

export interface PendingEntry extends AppointmentOfEntry {
  since: Date
  answer_by: Date
  unanswered: "decline" | "confirm"
}

/** Appointments for which staff have proposed other times wait for the customer. */
export async function pendingEntries(db: Db, companyId: number, wanted: Wanted): Promise<PendingEntry[]> {
  return db.query<PendingEntry>(
    `SELECT a.created_at AS since, a.answer_by, y.unanswered, ${ofAppointment} FROM appointment a ${joined}
     WHERE a.company_id = $1 AND a.status = 'pending' AND a.proposals = '[]' AND a.cancels_at IS NULL
       AND ${shown("'pending'", "a.id", "a.created_at")}
     ORDER BY a.answer_by, a.id LIMIT ${mostOfKind}`,
    parametersOf(companyId, wanted),
  )
}

export interface AnsweredEntry extends AppointmentOfEntry {
  kind: "counter_proposal" | "declined"
  since: Date
  proposed_start_at: Date | null
  proposed_end_at: Date | null
}

const answerKind = "(CASE WHEN a.proposed_start_at IS NULL THEN 'declined' ELSE 'counter_proposal' END)"

/** The customer proposes another time, or does not come. */
export async function answeredEntries(db: Db, companyId: number, wanted: Wanted): Promise<AnsweredEntry[]> {
  return db.query<AnsweredEntry>(
    `SELECT ${answerKind} AS kind, a.updated_at AS since, a.proposed_start_at, a.proposed_end_at, ${ofAppointment}
     FROM appointment a ${joined}
     WHERE a.company_id = $1 AND a.status = 'scheduled' AND a.start_at > $2 AND a.cancels_at IS NULL
       AND (a.proposed_start_at IS NOT NULL OR a.attendance = 'not_coming')
       AND ${shown(answerKind, "a.id", "a.updated_at")}
     ORDER BY a.start_at, a.id LIMIT ${mostOfKind}`,
    parametersOf(companyId, wanted),
  )
}

export interface CallbackEntry {
  kind: "callback" | "not_understood"
  id: number
  since: Date
  customer_id: number | null
  customer_name: string | null
  caller_name: string | null
  phone_sealed: string
  message: string
  best_time: string | null
}

const callbackKind = "(CASE WHEN k.session_id IS NULL THEN 'not_understood' ELSE 'callback' END)"

/** Calls that callers asked for, and replies that were not understood. Those that came first stand first. */
export async function callbackEntries(db: Db, companyId: number, wanted: Wanted): Promise<CallbackEntry[]> {
  return db.query<CallbackEntry>(
    `SELECT ${callbackKind} AS kind, k.id, k.created_at AS since, k.customer_id, k.caller_name, k.phone_sealed, k.message, k.best_time,
       trim(u.first_name || ' ' || u.last_name) AS customer_name
     FROM callback k LEFT JOIN customer u ON u.company_id = $1 AND u.id = k.customer_id
     WHERE k.company_id = $1 AND k.done_at IS NULL AND ${shown(callbackKind, "k.id", "k.created_at")}
     ORDER BY k.id LIMIT ${mostOfKind}`,
    parametersOf(companyId, wanted),
  )
}

export interface MessageEntry extends AppointmentOfEntry {
  kind: "message_uncertain" | "message_failed"
  id: number
  since: Date
  purpose: string
  channel: "sms" | "voice" | "mail"
  reason: string | null
}

const messageKind =
  "(CASE WHEN m.last_error = 'unknown_outcome' THEN 'message_uncertain' ELSE 'message_failed' END)"
/** The log of messages is kept so long. */
const messageDays = 30

/** Messages about an appointment to come that did not go, or perhaps, and after which none about it went. */
export async function messageEntries(db: Db, companyId: number, wanted: Wanted): Promise<MessageEntry[]> {
  return db.query<MessageEntry>(
    `SELECT ${messageKind} AS kind, m.id, m.created_at AS since, m.purpose, m.channel, m.last_error AS reason, ${ofAppointment}
     FROM text_message m JOIN appointment a ON a.company_id = $1 AND a.id = m.appointment_id ${joined}
     WHERE m.company_id = $1 AND m.outcome = 'failed' AND m.created_at > $2::timestamptz - make_interval(days => ${messageDays})
       AND m.user_id IS NULL AND a.status IN ('scheduled', 'pending') AND a.start_at > $2 AND a.cancels_at IS NULL
       AND NOT EXISTS (
         SELECT 1 FROM text_message n WHERE n.company_id = $1 AND n.customer_id = m.customer_id
           AND n.appointment_id = m.appointment_id AND n.id > m.id AND n.outcome IN ('sent', 'waiting'))
       AND ${shown(messageKind, "m.id", "m.created_at")}
     ORDER BY a.start_at, m.id LIMIT ${mostOfKind}`,
    parametersOf(companyId, wanted),
  )
}

export interface UnderstaffedEntry extends AppointmentOfEntry {
  since: Date
  /** The provider who has time off then. */
  away: string
}

/** Appointments to come in which somebody is booked who has time off then. */
export async function understaffedEntries(
  db: Db,
  companyId: number,
  wanted: Wanted,
): Promise<UnderstaffedEntry[]> {
  return db.query<UnderstaffedEntry>(
    `SELECT max(t.created_at) AS since, string_agg(DISTINCT o.name, ', ' ORDER BY o.name) AS away, ${ofAppointment}
     FROM time_off t
       JOIN provider o ON o.company_id = $1 AND o.id = t.provider_id
       JOIN allocation b ON b.company_id = $1 AND b.resource_id = t.provider_id AND b.start_minute < t.end_minute
         AND b.end_minute > t.start_minute AND b.appointment_id IS NOT NULL
       JOIN appointment a ON a.company_id = $1 AND a.id = b.appointment_id ${joined}
     WHERE t.company_id = $1 AND t.end_minute > $5 AND a.status IN ('scheduled', 'pending') AND a.start_at > $2
       AND a.cancels_at IS NULL AND ${shown("'understaffed'", "a.id", "t.created_at")}
     GROUP BY a.company_id, a.id, u.company_id, u.id, y.company_id, y.id, p.company_id, p.id
     ORDER BY a.start_at, a.id LIMIT ${mostOfKind}`,
    [...parametersOf(companyId, wanted), Math.floor(wanted.now.getTime() / msPerMinute)],
  )
}

export interface EndpointEntry {
  id: number
  since: Date
  url: string
  enabled: boolean
  disabled_reason: string | null
  first_failure_at: Date | null
}

/** A company has three endpoints at most. */
export async function endpointEntries(db: Db, companyId: number, wanted: Wanted): Promise<EndpointEntry[]> {
  return db.query<EndpointEntry>(
    `SELECT w.id, coalesce(w.first_failure_at, w.updated_at) AS since, w.url, w.enabled, w.disabled_reason, w.first_failure_at
     FROM webhook_endpoint w
     WHERE w.company_id = $1 AND (w.disabled_reason IS NOT NULL OR w.enabled AND w.first_failure_at IS NOT NULL)
       AND ${shown("'endpoint_failing'", "w.id", "coalesce(w.first_failure_at, w.updated_at)")}
     ORDER BY w.id`,
    parametersOf(companyId, wanted),
  )
}

export interface CalendarEntry {
  id: number
  since: Date
  provider_id: number
  provider_name: string
  problem: string | null
}

export async function calendarEntries(db: Db, companyId: number, wanted: Wanted): Promise<CalendarEntry[]> {
  return db.query<CalendarEntry>(
    `SELECT k.id, k.failing_since AS since, p.id AS provider_id, p.name AS provider_name, k.problem
     FROM provider_calendar k JOIN provider p ON p.company_id = $1 AND p.id = k.provider_id
     WHERE k.company_id = $1 AND k.failing_since IS NOT NULL AND k.disconnected_at IS NULL AND p.archived_at IS NULL
       AND ${shown("'calendar_failing'", "k.id", "k.failing_since")}
     ORDER BY k.id LIMIT ${mostOfKind}`,
    parametersOf(companyId, wanted),
  )
}

/** Null brings the entry back. What was put off until a time that is over is forgotten with the next one. */
export async function putOff(
  tx: Tx,
  companyId: number,
  { kind, id }: { kind: InboxKind; id: number },
  { until, now }: { until: Date | null; now: Date },
): Promise<void> {
  await tx.query(
    "DELETE FROM inbox_later WHERE company_id = $1 AND (until <= $2 OR kind = $3 AND ref_id = $4)",
    [companyId, now, kind, id],
  )
  if (until === null) return
  await tx.query(
    `INSERT INTO inbox_later (company_id, kind, ref_id, until, set_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (company_id, kind, ref_id) DO UPDATE SET until = EXCLUDED.until, set_at = EXCLUDED.set_at`,
    [companyId, kind, id, until, now],
  )
}
