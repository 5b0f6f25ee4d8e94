/**
 * Sums up one date of a company: counts its rows and writes the counts in the place of the old ones. The caller holds
 * `lockReports`, so that the newest count is written last. Counting again changes nothing, so work may be done twice.
 */
import type { Day } from "../../domain/model/availability.ts"
import type { LocalDay } from "../../domain/model/report.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import type { ReportNoun, Span } from "../outbox/reports-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/** One date, as it is at each location. */
export interface CountedDay {
  day: Day
  localDays: readonly LocalDay[]
  /** All of the company's, archived ones included. */
  providerIds: readonly number[]
}

export async function sumUp(tx: Tx, companyId: number, noun: ReportNoun, counted: CountedDay): Promise<void> {
  if (noun === "appointments") {
    await sumUpAppointments(tx, companyId, counted)
    await sumUpMinutes(tx, companyId, counted)
  } else if (noun === "requests") await sumUpRequests(tx, companyId, counted)
  else await sumUpTexts(tx, companyId, counted)
}

/** The span of the longest date of all locations, which an index finds. */
const rangeOf = (localDays: readonly LocalDay[]) => ({
  from: Math.min(...localDays.map(({ from }) => from)),
  until: Math.max(...localDays.map(({ until }) => until)),
})

/** The detail of a group of `inEachDetail`. */
const detailOf = (provider: string, type: string) =>
  `CASE WHEN grouping(${provider}) = 1 THEN 1 WHEN grouping(${type}) = 1 THEN 2 ELSE 0 END`

/** Each provider and type, each type of all providers, each provider of all types. */
const inEachDetail = (always: string, provider: string, type: string) =>
  `GROUP BY GROUPING SETS ((${always}, ${provider}, ${type}), (${always}, ${type}), (${always}, ${provider}))`

const instant = (minute: number) => new Date(minute * msPerMinute)

/** `$1` the company, `$2` the day, `$3` to `$5` its localDays, `$6` and `$7` the range of all localDays. */
function valuesOf(companyId: number, { day, localDays }: CountedDay): unknown[] {
  const range = rangeOf(localDays)
  return [
    companyId,
    day,
    localDays.map(({ locationId }) => locationId),
    localDays.map(({ from }) => instant(from)),
    localDays.map(({ until }) => instant(until)),
    instant(range.from),
    instant(range.until),
  ]
}

async function sumUpAppointments(tx: Tx, companyId: number, counted: CountedDay): Promise<void> {
  tx.write("DELETE FROM report_appointments WHERE company_id = $1 AND detail IN (0, 1, 2) AND day = $2", [
    companyId,
    counted.day,
  ])
  await tx.query(
    `INSERT INTO report_appointments (company_id, detail, day, location_id, provider_id, appointment_type_id,
       scheduled, completed, no_show, cancelled, by_company, by_agent, by_public_page, by_booking_link,
       lead_same_day, lead_1_day, lead_2_to_3_days, lead_4_to_7_days, lead_8_to_14_days, lead_15_to_30_days, lead_31_days_up)
     SELECT a.company_id, ${detailOf("a.provider_id", "a.appointment_type_id")}, $2::integer, a.location_id,
       coalesce(a.provider_id, 0), coalesce(a.appointment_type_id, 0),
       count(*) FILTER (WHERE a.status = 'scheduled'), count(*) FILTER (WHERE a.status = 'completed'),
       count(*) FILTER (WHERE a.status = 'no_show'), count(*) FILTER (WHERE a.status = 'cancelled'),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.booked_by IN ('api', 'admin')),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.booked_by = 'agent'),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.booked_by = 'public'),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.booked_by = 'link'),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at >= p.lead_0),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_0 AND a.created_at >= p.lead_1),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_1 AND a.created_at >= p.lead_3),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_3 AND a.created_at >= p.lead_7),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_7 AND a.created_at >= p.lead_14),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_14 AND a.created_at >= p.lead_30),
       count(*) FILTER (WHERE a.status <> 'cancelled' AND a.created_at < p.lead_30)
     FROM appointment a
     JOIN unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[], $8::timestamptz[], $9::timestamptz[],
         $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[])
       AS p (location_id, from_at, until_at, lead_0, lead_1, lead_3, lead_7, lead_14, lead_30)
       ON p.location_id = a.location_id AND a.start_at >= p.from_at AND a.start_at < p.until_at
     WHERE a.company_id = $1 AND a.start_at >= $6 AND a.start_at < $7 AND a.answer_by IS NULL
     ${inEachDetail("a.company_id, a.location_id", "a.provider_id", "a.appointment_type_id")}`,
    [
      ...valuesOf(companyId, counted),
      ...[0, 1, 2, 3, 4, 5].map((lead) => counted.localDays.map(({ leads }) => leads[lead])),
    ],
  )
}

/** An active block lasts at most this long, so that the earliest which reaches into the date is found by its start. */
const longestBlockMinutes = 4_320

async function sumUpMinutes(tx: Tx, companyId: number, counted: CountedDay): Promise<void> {
  const { day, localDays, providerIds } = counted
  const range = rangeOf(localDays)
  tx.write("DELETE FROM report_minutes WHERE company_id = $1 AND detail IN (0, 1, 2) AND day = $2", [
    companyId,
    day,
  ])
  await tx.query(
    `INSERT INTO report_minutes (company_id, detail, day, location_id, provider_id, appointment_type_id, booked_minutes)
     SELECT a.company_id, ${detailOf("a.resource_id", "a.appointment_type_id")}, $2::integer, a.location_id,
       coalesce(a.resource_id, 0), coalesce(a.appointment_type_id, 0),
       sum(least(a.job_end_minute, p.until_minute) - greatest(a.job_start_minute, p.from_minute))
     FROM (
       SELECT k.company_id, k.resource_id, k.appointment_type_id, k.job_start_minute, k.job_end_minute,
         coalesce(o.location_id, s.location_id) AS location_id
       FROM allocation k
       LEFT JOIN appointment o ON o.company_id = $1 AND o.id = k.appointment_id AND o.answer_by IS NULL
       LEFT JOIN class_session s ON s.company_id = $1 AND s.id = k.session_id
       WHERE k.company_id = $1 AND k.resource_id = ANY ($8::bigint[]) AND k.active
         AND k.start_minute >= $6::integer - ${longestBlockMinutes} AND k.start_minute < $7::integer AND k.end_minute > $6::integer
     ) a
     JOIN unnest($3::bigint[], $4::integer[], $5::integer[]) AS p (location_id, from_minute, until_minute)
       ON p.location_id = a.location_id AND a.job_start_minute < p.until_minute AND a.job_end_minute > p.from_minute
     ${inEachDetail("a.company_id, a.location_id", "a.resource_id", "a.appointment_type_id")}`,
    [
      companyId,
      day,
      localDays.map(({ locationId }) => locationId),
      localDays.map(({ from }) => from),
      localDays.map(({ until }) => until),
      range.from,
      range.until,
      providerIds,
    ],
  )
}

async function sumUpRequests(tx: Tx, companyId: number, counted: CountedDay): Promise<void> {
  tx.write("DELETE FROM report_requests WHERE company_id = $1 AND detail IN (0, 1, 2) AND day = $2", [
    companyId,
    counted.day,
  ])
  await tx.query(
    `INSERT INTO report_requests (company_id, detail, day, location_id, provider_id, appointment_type_id,
       open, scheduled, cancelled, expired)
     SELECT r.company_id, ${detailOf("coalesce(r.provider_id, 0)", "r.appointment_type_id")}, $2::integer,
       coalesce(r.location_id, 0), coalesce(coalesce(r.provider_id, 0), 0), coalesce(r.appointment_type_id, 0),
       count(*) FILTER (WHERE r.status = 'open'), count(*) FILTER (WHERE r.status = 'scheduled'),
       count(*) FILTER (WHERE r.status = 'cancelled'), count(*) FILTER (WHERE r.status = 'expired')
     FROM scheduling_request r
     JOIN unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[]) AS p (location_id, from_at, until_at)
       ON p.location_id = coalesce(r.location_id, 0) AND r.created_at >= p.from_at AND r.created_at < p.until_at
     WHERE r.company_id = $1 AND r.created_at >= $6 AND r.created_at < $7
     ${inEachDetail("r.company_id, coalesce(r.location_id, 0)", "coalesce(r.provider_id, 0)", "r.appointment_type_id")}`,
    valuesOf(companyId, counted),
  )
}

async function sumUpTexts(tx: Tx, companyId: number, counted: CountedDay): Promise<void> {
  tx.write("DELETE FROM report_texts WHERE company_id = $1 AND detail IN (0, 1, 2) AND day = $2", [
    companyId,
    counted.day,
  ])
  await tx.query(
    `INSERT INTO report_texts (company_id, detail, day, location_id, provider_id, appointment_type_id,
       sent, delivered, undelivered, skipped, failed)
     SELECT t.company_id, ${detailOf("coalesce(a.provider_id, 0)", "coalesce(a.appointment_type_id, 0)")}, $2::integer,
       coalesce(a.location_id, 0), coalesce(coalesce(a.provider_id, 0), 0), coalesce(coalesce(a.appointment_type_id, 0), 0),
       count(*) FILTER (WHERE t.status = 'sent' AND t.delivery IS NULL),
       count(*) FILTER (WHERE t.status = 'sent' AND t.delivery = 'delivered'),
       count(*) FILTER (WHERE t.status = 'sent' AND t.delivery = 'undelivered'),
       count(*) FILTER (WHERE t.status = 'skipped'), count(*) FILTER (WHERE t.status = 'failed')
     FROM text_message t
     LEFT JOIN appointment a ON a.company_id = $1 AND a.id = t.appointment_id
     JOIN unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[]) AS p (location_id, from_at, until_at)
       ON p.location_id = coalesce(a.location_id, 0) AND t.created_at >= p.from_at AND t.created_at < p.until_at
     WHERE t.company_id = $1 AND t.created_at >= $6 AND t.created_at < $7
       AND t.channel = 'sms' AND t.status IN ('sent', 'skipped', 'failed')
     ${inEachDetail("t.company_id, coalesce(a.location_id, 0)", "coalesce(a.provider_id, 0)", "coalesce(a.appointment_type_id, 0)")}`,
    valuesOf(companyId, counted),
  )
}

/** The spans of the company's dates, and its providers. */
export interface ReportCalendars {
  /** The zone of requests and texts that are about no location. */
  companyZone: string
  /** Archived ones included. */
  locations: { id: number; timezone: string }[]
  providerIds: number[]
}

/** Null for an unknown company. */
export async function findReportCalendars(db: Db, companyId: number): Promise<ReportCalendars | null> {
  const [company, locations, providers] = await Promise.all([
    db.first<{ timezone: string }>("SELECT timezone FROM company WHERE company_id = $1", [companyId]),
    db.query<{ id: number; timezone: string }>("SELECT id, timezone FROM location WHERE company_id = $1", [
      companyId,
    ]),
    db.query<{ id: number }>("SELECT id FROM provider WHERE company_id = $1", [companyId]),
  ])
  return company && { companyZone: company.timezone, locations, providerIds: providers.map(({ id }) => id) }
}

/**
 * From the first to the last of the company's rows of each noun; nouns without rows are left out. Sums may stand a date
 * beside them, where a zone has changed since.
 */
export async function wholeSpans(db: Db, companyId: number): Promise<{ noun: ReportNoun; span: Span }[]> {
  const rows = await db.query<{ noun: ReportNoun; from: Date | null; until: Date | null }>(
    `SELECT 'appointments' AS noun, (SELECT min(a.start_at) FROM appointment a WHERE a.company_id = $1) AS "from",
       greatest((SELECT max(a.start_at) FROM appointment a WHERE a.company_id = $1),
         (SELECT to_timestamp(max(k.job_end_minute) * 60.0) FROM allocation k
          WHERE k.company_id = $1 AND k.active)) AS until
     UNION ALL
     SELECT 'requests', (SELECT min(r.created_at) FROM scheduling_request r WHERE r.company_id = $1),
       (SELECT max(r.created_at) FROM scheduling_request r WHERE r.company_id = $1)
     UNION ALL
     SELECT 'texts', (SELECT min(t.created_at) FROM text_message t WHERE t.company_id = $1),
       (SELECT max(t.created_at) FROM text_message t WHERE t.company_id = $1)`,
    [companyId],
  )
  return rows.flatMap(({ noun, from, until }) => (from && until ? [{ noun, span: { from, until } }] : []))
}
