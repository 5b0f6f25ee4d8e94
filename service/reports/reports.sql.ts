/** Reads the sums of reports, and the hours that providers offer. */
import type { ProviderPlan } from "../../domain/model/availability.ts"
import { minutesPerDay, msPerDay } from "../../domain/time/units.ts"
import { type HoursRow, hoursOf, type OverrideRow, overridesOf } from "../ledger/packed-hours.sql.ts"
import { minutesOf } from "../ledger/packed-minutes.sql.ts"
import type { Db } from "../platform/pg/database.ts"

/** Days since 1970, both within; an id of null takes all. */
export interface ReportScope {
  firstDay: number
  lastDay: number
  locationId: number | null
  providerId: number | null
  typeId: number | null
}

/** The columns that sums are grouped by; the last is `providerWeekday`. */
export type SumKey = "day" | "location_id" | "provider_id" | "appointment_type_id" | typeof byProviderWeekday
// Days before 1970 are negative, so whole weeks are added. `extract(isodow …)` takes as long as all the rest.
export const byProviderWeekday = "provider_id * 8 + (day + 700003) % 7 + 1"

/** The sums of one group; `key` is the day, the id, 0 for none, or the `providerWeekday`. */
export type Sums<Column extends string> = { key: number } & Record<Column, number>

/**
 * The sums that a report reads. A filter that is not set is not in the text: PostgreSQL plans a text once for all values,
 * and would expect few rows behind filters that may be none. Values are the same for every text.
 */
function within(key: SumKey, { locationId, providerId, typeId }: ReportScope): string {
  const needsProvider = key === "provider_id" || key === byProviderWeekday || providerId !== null
  const needsType = key === "appointment_type_id" || typeId !== null
  return [
    `detail = ${needsProvider && needsType ? 0 : needsProvider ? 2 : 1} AND day BETWEEN $2 AND $3`,
    locationId === null ? "$4::bigint IS NULL" : "location_id = $4",
    providerId === null ? "$5::bigint IS NULL" : "provider_id = $5",
    typeId === null ? "$6::bigint IS NULL" : "appointment_type_id = $6",
  ].join(" AND ")
}

const valuesOf = (companyId: number, { firstDay, lastDay, locationId, providerId, typeId }: ReportScope) => [
  companyId,
  firstDay,
  lastDay,
  locationId,
  providerId,
  typeId,
]

const sumsOf = (columns: readonly string[]) =>
  columns.map((column) => `sum(${column})::bigint AS ${column}`).join(", ")

export async function sumBookings(db: Db, companyId: number, key: SumKey, scope: ReportScope) {
  const columns = ["by_company", "by_agent", "by_public_page", "by_booking_link", "cancelled"] as const
  return db.query<Sums<(typeof columns)[number]>>(
    `SELECT ${key} AS key, ${sumsOf(columns)} FROM report_appointments WHERE company_id = $1 AND ${within(key, scope)} GROUP BY 1`,
    valuesOf(companyId, scope),
  )
}

/** How long before their date appointments were booked, the shortest first. */
export const leadColumns = [
  "lead_same_day",
  "lead_1_day",
  "lead_2_to_3_days",
  "lead_4_to_7_days",
  "lead_8_to_14_days",
  "lead_15_to_30_days",
  "lead_31_days_up",
] as const

export async function sumLeadTimes(db: Db, companyId: number, key: SumKey, scope: ReportScope) {
  return db.query<Sums<(typeof leadColumns)[number]>>(
    `SELECT ${key} AS key, ${sumsOf(leadColumns)} FROM report_appointments WHERE company_id = $1 AND ${within(key, scope)} GROUP BY 1`,
    valuesOf(companyId, scope),
  )
}

/** `today`: the present date at each location. */
export async function sumNoShows(
  db: Db,
  companyId: number,
  key: SumKey,
  scope: ReportScope,
  today: readonly { locationId: number; day: number }[],
) {
  return db.query<Sums<"past" | "no_shows">>(
    `SELECT ${key} AS key, sum(no_show)::bigint AS no_shows,
       sum(completed + no_show + CASE WHEN day < today THEN scheduled ELSE 0 END)::bigint AS past
     FROM report_appointments
     JOIN unnest($7::bigint[], $8::integer[]) AS t (location, today) ON t.location = location_id
     WHERE company_id = $1 AND ${within(key, scope)} GROUP BY 1`,
    [...valuesOf(companyId, scope), today.map(({ locationId }) => locationId), today.map(({ day }) => day)],
  )
}

export async function sumBookedMinutes(db: Db, companyId: number, key: SumKey, scope: ReportScope) {
  return db.query<Sums<"booked_minutes">>(
    `SELECT ${key} AS key, ${sumsOf(["booked_minutes"])} FROM report_minutes WHERE company_id = $1 AND ${within(key, scope)} GROUP BY 1`,
    valuesOf(companyId, scope),
  )
}

export async function sumRequests(db: Db, companyId: number, key: SumKey, scope: ReportScope) {
  const columns = ["open", "scheduled", "cancelled", "expired"] as const
  return db.query<Sums<(typeof columns)[number]>>(
    `SELECT ${key} AS key, ${sumsOf(columns)} FROM report_requests WHERE company_id = $1 AND ${within(key, scope)} GROUP BY 1`,
    valuesOf(companyId, scope),
  )
}

export async function sumTexts(db: Db, companyId: number, key: SumKey, scope: ReportScope) {
  const columns = ["sent", "delivered", "undelivered", "skipped", "failed"] as const
  return db.query<Sums<(typeof columns)[number]>>(
    `SELECT ${key} AS key, ${sumsOf(columns)} FROM report_texts WHERE company_id = $1 AND ${within(key, scope)} GROUP BY 1`,
    valuesOf(companyId, scope),
  )
}

export interface ReportSession {
  start_at: Date
  timezone: string
  location_id: number
  provider_id: number
  appointment_type_id: number
  seats: number
  seats_taken: number
  status: "scheduled" | "cancelled"
}

/** Sessions of classes are few beside the appointments that take their seats, so they are read as they are. In any zone's dates. */
export async function listReportSessions(
  db: Db,
  companyId: number,
  { firstDay, lastDay, locationId, providerId, typeId }: ReportScope,
): Promise<ReportSession[]> {
  return db.query<ReportSession>(
    `SELECT start_at, timezone, location_id, provider_id, appointment_type_id, seats, seats_taken, status FROM class_session
     WHERE company_id = $1 AND start_at >= $2 AND start_at < $3 AND ($4::bigint IS NULL OR location_id = $4)
       AND ($5::bigint IS NULL OR provider_id = $5) AND ($6::bigint IS NULL OR appointment_type_id = $6)`,
    [
      companyId,
      new Date((firstDay - 1) * msPerDay),
      new Date((lastDay + 2) * msPerDay),
      locationId,
      providerId,
      typeId,
    ],
  )
}

/** Names by id, of archived records too. */
export async function namesOf(
  db: Db,
  companyId: number,
  noun: "location" | "provider" | "type",
): Promise<ReadonlyMap<number, string>> {
  const texts = {
    location: "SELECT id, name FROM location WHERE company_id = $1",
    provider: "SELECT id, name FROM provider WHERE company_id = $1",
    type: "SELECT id, name FROM appointment_type WHERE company_id = $1",
  }
  const rows = await db.query<{ id: number; name: string }>(texts[noun], [companyId])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface ReportLocation {
  id: number
  name: string
  timezone: string
  active: boolean
}

/** All locations, archived ones included. */
export async function listReportLocations(db: Db, companyId: number): Promise<ReportLocation[]> {
  return db.query<ReportLocation>(
    `SELECT id, name, timezone, active AND archived_at IS NULL AS active FROM location
     WHERE company_id = $1 ORDER BY id`,
    [companyId],
  )
}

/** When providers who are active work: what `workingIntervals` asks of a provider. */
export async function listWorkingHours(
  db: Db,
  companyId: number,
  { firstDay, lastDay, providerId }: ReportScope,
): Promise<ProviderPlan[]> {
  const rows = await db.query<{
    id: number
    name: string
    hours: HoursRow[]
    overrides: OverrideRow[]
    off: Buffer
  }>(
    `SELECT p.id, p.name,
       coalesce((SELECT json_agg(json_build_array(h.location_id, h.weekday, h.start_minute, h.end_minute))
         FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id), '[]') AS hours,
       coalesce((SELECT json_agg(json_build_array(o.location_id, o.day, o.intervals))
         FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id
           AND o.day BETWEEN $2::int - 10 AND $3::int + 1), '[]') AS overrides,
       (SELECT string_agg(int4send(f.start_minute) || int4send(f.end_minute), '' ORDER BY f.start_minute)
         FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id
           AND f.end_minute > ($2::int - 2) * ${minutesPerDay} AND f.start_minute < ($3::int + 2) * ${minutesPerDay}) AS off
     FROM provider p
     WHERE p.company_id = $1 AND p.active AND p.archived_at IS NULL AND ($4::bigint IS NULL OR p.id = $4)
     ORDER BY p.id`,
    [companyId, firstDay, lastDay, providerId],
  )
  return rows.map(({ id, name, hours, overrides, off }) => ({
    id,
    name,
    startPoint: null,
    maxTravelKm: null,
    travel: null,
    hours: hoursOf(hours),
    overrides: overridesOf(overrides),
    timeOff: minutesOf(off),
    busy: nothing,
    typeStarts: nothing,
    jobs: [],
  }))
}

const nothing = new Int32Array(0)
