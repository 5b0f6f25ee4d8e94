/** The facts by which a company's readiness is judged: the active part of its set-up, its calendars and its latest texts. */
import type {
  LatestText,
  ReadinessCalendar,
  ReadinessFacts,
  ReadinessLocation,
  ReadinessProvider,
  ReadinessResource,
  ReadinessType,
} from "../../domain/model/readiness.ts"
import { minuteOf, msPerDay, utcDayOf } from "../../domain/time/units.ts"
import { type HoursRow, hoursOf, type OverrideRow, overridesOf } from "../ledger/packed-hours.sql.ts"
import { minutesOf } from "../ledger/packed-minutes.sql.ts"
import type { Db } from "../platform/pg/database.ts"

interface ProviderRow extends Omit<ReadinessProvider, "hours" | "overrides" | "timeOff"> {
  hours: HoursRow[]
  overrides: OverrideRow[]
}

type Latitude = { latitude: number | null; longitude: number | null }

interface ActiveRow {
  locations: (Omit<ReadinessLocation, "point"> & Latitude)[]
  types: ReadinessType[]
  resources: ReadinessResource[]
}

/** The active locations, types, rooms and equipment. */
export async function findActiveSetUp(
  db: Db,
  companyId: number,
): Promise<Pick<ReadinessFacts, "locations" | "types" | "resources">> {
  const [row] = await db.query<ActiveRow>(
    `SELECT
       (SELECT coalesce(json_agg(l ORDER BY l.id), '[]') FROM (
          SELECT id, name, timezone, latitude, longitude, service_area FROM location
          WHERE company_id = $1 AND active AND archived_at IS NULL) l) AS locations,
       (SELECT coalesce(json_agg(t ORDER BY t.id), '[]') FROM (
          SELECT id, name, kind, place, public_booking, block_minutes, duration_options, min_notice_minutes,
            booking_window_days, location_ids, needs FROM appointment_type
          WHERE company_id = $1 AND active AND archived_at IS NULL) t) AS types,
       (SELECT coalesce(json_agg(json_build_object('group', group_name, 'location_id', location_id) ORDER BY id), '[]')
        FROM resource_detail WHERE company_id = $1 AND active AND archived_at IS NULL) AS resources`,
    [companyId],
  )
  const { locations, types, resources } = row!
  return {
    types,
    resources,
    locations: locations.map(({ latitude, longitude, ...location }) => ({
      ...location,
      point: latitude === null || longitude === null ? null : { latitude, longitude },
    })),
  }
}

/** The active providers with their hours from now on. */
export async function findStaffing(db: Db, companyId: number, now: number): Promise<ReadinessProvider[]> {
  const rows = await db.query<ProviderRow & { time_off: Buffer | null }>(
    `SELECT p.id, p.name,
       coalesce((SELECT json_agg(o.appointment_type_id) FROM provider_type o
         WHERE o.company_id = $1 AND o.provider_id = p.id), '[]') AS appointment_type_ids,
       coalesce((SELECT json_agg(json_build_array(h.location_id, h.weekday, h.start_minute, h.end_minute))
         FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id), '[]') AS hours,
       coalesce((SELECT json_agg(json_build_array(o.location_id, o.day, o.intervals))
         FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id AND o.day >= $2::int - 10), '[]') AS overrides,
       (SELECT string_agg(int8send((f.start_minute::bigint << 32) | f.end_minute), '' ORDER BY f.start_minute)
         FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id AND f.end_minute > $3) AS time_off
     FROM provider p WHERE p.company_id = $1 AND p.active AND p.archived_at IS NULL ORDER BY p.id`,
    [companyId, utcDayOf(now), minuteOf(now)],
  )
  return rows.map(({ hours, overrides, time_off, ...provider }) => ({
    ...provider,
    hours: hoursOf(hours),
    overrides: overridesOf(overrides),
    timeOff: minutesOf(time_off),
  }))
}

export async function findConnectedCalendars(db: Db, companyId: number): Promise<ReadinessCalendar[]> {
  return db.query<ReadinessCalendar>(
    `SELECT y.id, y.provider_id, p.name AS provider_name, y.address, y.problem, y.last_read_at, y.failing_since, y.created_at
     FROM provider_calendar y JOIN provider p ON p.company_id = $1 AND p.id = y.provider_id
     WHERE y.company_id = $1 AND y.disconnected_at IS NULL AND p.archived_at IS NULL ORDER BY y.id`,
    [companyId],
  )
}

const latestLooked = 10

/** Texts or mails that were taken or refused within the past day, the latest first. */
export async function findLatestTexts(
  db: Db,
  companyId: number,
  { channel, now }: { channel: "sms" | "mail"; now: number },
): Promise<LatestText[]> {
  return db.query<LatestText>(
    `SELECT coalesce(sent_at, created_at) AS at, status = 'failed' OR coalesce(delivery = 'undelivered', false) AS failed, last_error AS error
     FROM text_message
     WHERE company_id = $1 AND created_at > $2 AND channel = $4 AND status IN ('sent', 'failed')
     ORDER BY created_at DESC LIMIT $3`,
    [companyId, new Date(now - msPerDay), latestLooked, channel],
  )
}

/** Customers whose address the mail server refused. */
export async function countUnreachable(db: Db, companyId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "SELECT count(*) AS count FROM customer WHERE company_id = $1 AND email_state = 'unreachable' AND archived_at IS NULL",
    [companyId],
  )
  return row!.count
}
