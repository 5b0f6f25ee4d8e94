/** Reads a board: its locations, the providers with all that fills their time, and the appointments. */
import type { Day } from "../../domain/model/availability.ts"
import type {
  BoardAppointment,
  BoardHold,
  BoardLocation,
  BoardProvider,
  BoardResource,
  BoardSession,
} from "../../domain/model/board.ts"
import { normalized } from "../../domain/time/intervals.ts"
import { minutesPerDay, msPerDay, msPerMinute } from "../../domain/time/units.ts"
import { crewColumns } from "../ledger/appointments.sql.ts"
import { type HoursRow, hoursOf, type OverrideRow, overridesOf } from "../ledger/packed-hours.sql.ts"
import { minutesOf, minutesPerRow } from "../ledger/packed-minutes.sql.ts"
import type { Db } from "../platform/pg/database.ts"

/** No job begins longer before its end. */
const longestJobDays = 62

/**
 * The active locations, and others with an appointment or a session around the dates. A day more on either side covers every zone.
 *
 * @param firstDay counted from 1970, as `endDay`, which is exclusive
 */
export async function findBoardLocations(
  db: Db,
  companyId: number,
  firstDay: Day,
  endDay: Day,
): Promise<BoardLocation[]> {
  const dayAt = (day: Day) => new Date(day * msPerDay)
  return db.query<BoardLocation>(
    `SELECT l.id, l.name, l.timezone, l.active AND l.archived_at IS NULL AS active FROM location l
     WHERE l.company_id = $1 AND (l.active AND l.archived_at IS NULL OR EXISTS (
       SELECT FROM appointment a WHERE a.company_id = $1 AND a.location_id = l.id
         AND a.start_at >= $2 AND a.start_at < $4 AND a.end_at > $3)
       OR EXISTS (
       SELECT FROM class_session s WHERE s.company_id = $1 AND s.location_id = l.id
         AND s.start_at >= $2 AND s.start_at < $4 AND s.end_at > $3))
     ORDER BY active DESC, l.id`,
    [companyId, dayAt(firstDay - longestJobDays), dayAt(firstDay - 1), dayAt(endDay + 1)],
  )
}

/** Minutes since 1970 UTC, the end exclusive. */
export interface BoardSpan {
  from: number
  until: number
}

interface ProviderRow extends Omit<BoardProvider, "hours" | "overrides" | "time_off" | "busy"> {
  hours: HoursRow[]
  overrides: OverrideRow[]
  time_off: { id: number; start_at: string; end_at: string; reason: string | null }[]
  busy: Buffer | null
}

/** Active providers, and others who have something in the span, in the order of their names. */
export async function findBoardProviders(
  db: Db,
  companyId: number,
  { from, until }: BoardSpan,
  providerId: number | null,
): Promise<BoardProvider[]> {
  const rows = await db.query<ProviderRow>(
    `SELECT p.id, p.name, p.active,
       coalesce((SELECT json_agg(o.appointment_type_id ORDER BY o.appointment_type_id) FROM provider_type o
         WHERE o.company_id = $1 AND o.provider_id = p.id), '[]') AS appointment_type_ids,
       coalesce((SELECT json_agg(json_build_array(h.location_id, h.weekday, h.start_minute, h.end_minute))
         FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id), '[]') AS hours,
       coalesce((SELECT json_agg(json_build_array(o.location_id, o.day, o.intervals))
         FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id
           AND o.day BETWEEN $2::int / ${minutesPerDay} - 10 AND $3::int / ${minutesPerDay} + 1), '[]') AS overrides,
       coalesce((SELECT json_agg(json_build_object('id', f.id, 'start_at', f.start_at, 'end_at', f.end_at,
           'reason', f.reason) ORDER BY f.start_minute, f.id)
         FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id
           AND f.end_minute > $2 AND f.start_minute < $3), '[]') AS time_off,
       (SELECT string_agg(y.busy, '') FROM calendar_busy y WHERE y.company_id = $1 AND y.provider_id = p.id
          AND y.month BETWEEN $2::int / ${minutesPerRow} AND $3::int / ${minutesPerRow}) AS busy,
       coalesce(p.travel, (SELECT c.travel FROM company c WHERE c.company_id = $1)) AS travel
     FROM provider p
     WHERE p.company_id = $1 AND ($4::bigint IS NULL OR p.id = $4)
       AND (p.active AND p.archived_at IS NULL OR EXISTS (
         SELECT 1 FROM allocation k WHERE k.company_id = $1 AND k.resource_id = p.id AND k.active
           AND k.start_minute >= $2 - 4320 AND k.start_minute < $3 AND k.end_minute > $2))
     ORDER BY p.name, p.id`,
    [companyId, from, until, providerId],
  )
  return rows.map((row) => ({
    ...row,
    hours: hoursOf(row.hours),
    overrides: overridesOf(row.overrides),
    time_off: row.time_off.map(dated),
    busy: normalized(minutesOf(row.busy)),
  }))
}

/** The appointments that reach into the span: by their blocks, and cancelled ones, which have none, by their start. */
export async function findBoardAppointments(
  db: Db,
  companyId: number,
  { from, until }: BoardSpan,
  providerIds: readonly number[],
  hasResources: boolean,
): Promise<BoardAppointment[]> {
  return db.query<BoardAppointment>(
    `SELECT a.id, a.status, a.provider_id, a.location_id,
       CASE WHEN a.crew IS NOT NULL THEN (SELECT p.name FROM provider p WHERE p.company_id = $1 AND p.id = a.provider_id) END
         AS provider_name, ${crewColumns},
       CASE WHEN $7::boolean THEN (
         SELECT coalesce(json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name)), '[]')
         FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id
         WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active) END AS resources, a.customer_id,
       trim(c.first_name || ' ' || c.last_name) AS customer_name, c.warning AS customer_warning, a.appointment_type_id, a.scheduling_request_id, a.series_id, a.group_id,
       a.start_at, a.end_at, a.blocks, a.work_minutes, a.planned_start_at, a.pinned,
       a.pinned OR a.narrowed_start_at IS NOT NULL OR a.on_the_way_at IS NOT NULL AS is_fixed,
       coalesce((SELECT json_agg(json_build_array(k.start_minute, k.end_minute) ORDER BY k.start_minute)
         FROM allocation k WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND k.lead), '[]') AS occupied,
       a.address ->> 'postal_code' AS postal_code, a.latitude, a.longitude, a.notes IS NOT NULL AS has_notes, a.attendance,
       a.proposed_start_at IS NOT NULL AS wants_other_time, a.booked_by, a.cancels_at, a.answer_by, a.proposals, a.version
     FROM appointment a
     JOIN customer c ON c.company_id = $1 AND c.id = a.customer_id
     WHERE a.company_id = $1 AND a.id IN (
       SELECT k.appointment_id FROM allocation k
       WHERE k.company_id = $1 AND k.resource_id = ANY($2::bigint[]) AND k.active
         AND k.start_minute >= $3::int - 4320 AND k.start_minute < $4::int AND k.end_minute > $3::int
       UNION ALL
       SELECT b.id FROM appointment b
       WHERE b.company_id = $1 AND b.provider_id = ANY($2::bigint[]) AND b.status = 'cancelled' AND b.session_id IS NULL
         AND b.start_at >= $5 AND b.start_at < $6)
     ORDER BY a.start_at, a.id`,
    [
      companyId,
      providerIds,
      from,
      until,
      new Date(from * msPerMinute),
      new Date(until * msPerMinute),
      hasResources,
    ],
  )
}

interface ResourceRow extends Omit<BoardResource, "time_off"> {
  time_off: { id: number; start_at: string; end_at: string; reason: string | null }[]
}

/** Active rooms and equipment, and others that are taken in the span, in the order of groups and names. */
export async function findBoardResources(
  db: Db,
  companyId: number,
  { from, until }: BoardSpan,
): Promise<BoardResource[]> {
  const rows = await db.query<ResourceRow>(
    `SELECT d.id, d.name, d.kind, d.group_name AS "group", d.location_id, d.active AND d.archived_at IS NULL AS active, d.hours,
       coalesce((SELECT json_agg(json_build_object('id', f.id, 'start_at', f.start_at, 'end_at', f.end_at, 'reason', f.reason)
         ORDER BY f.start_at, f.id) FROM resource_time_off f
         WHERE f.company_id = $1 AND f.resource_id = d.id AND f.start_minute < $3::int AND f.end_minute > $2::int), '[]') AS time_off
     FROM resource_detail d
     WHERE d.company_id = $1 AND (d.active AND d.archived_at IS NULL OR EXISTS (
       SELECT FROM allocation k WHERE k.company_id = $1 AND k.resource_id = d.id AND k.active
         AND k.start_minute >= $2::int - 4320 AND k.start_minute < $3::int AND k.end_minute > $2::int))
     ORDER BY d.group_name, d.name, d.id`,
    [companyId, from, until],
  )
  return rows.map(({ time_off, ...row }) => ({ ...row, time_off: time_off.map(dated) }))
}

const dated = (off: ResourceRow["time_off"][number]) => ({
  ...off,
  start_at: new Date(off.start_at),
  end_at: new Date(off.end_at),
})

/** Live ones that reach into the span, in the order of their starts; of several types in one visit, each with who leads it. */
export async function findBoardHolds(
  db: Db,
  companyId: number,
  { from, until }: BoardSpan,
  providerIds: readonly number[],
  now: number,
): Promise<BoardHold[]> {
  return db.query<BoardHold>(
    `SELECT h.id, k.resource_id AS provider_id, h.location_id, k.appointment_type_id, h.expires_at,
       to_timestamp(min(k.job_start_minute) * 60) AS start_at, to_timestamp(max(k.job_end_minute) * 60) AS end_at
     FROM hold h JOIN allocation k ON k.company_id = $1 AND k.hold_id = h.id AND k.active AND k.lead
     WHERE h.company_id = $1 AND h.kind = 'start' AND k.resource_id = ANY ($2::bigint[]) AND h.start_at < $4 AND h.end_at > $3
       AND h.expires_at > $5
     GROUP BY h.id, k.resource_id, h.location_id, k.appointment_type_id, h.expires_at
     ORDER BY start_at, h.id, k.appointment_type_id`,
    [companyId, providerIds, new Date(from * msPerMinute), new Date(until * msPerMinute), new Date(now)],
  )
}

/** No session begins longer before its end: a class has one length, on one day. */
const longestSessionDays = 2

/** Sessions of classes of every status that reach into the span and that one of the providers gives. */
export async function findBoardSessions(
  db: Db,
  companyId: number,
  { from, until }: BoardSpan,
  providerIds: readonly number[],
  hasResources: boolean,
): Promise<BoardSession[]> {
  return db.query<BoardSession>(
    `SELECT s.id, s.status, s.appointment_type_id, t.name AS type_name, s.provider_id, p.name AS provider_name,
       CASE WHEN s.crew IS NOT NULL THEN (
         SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(s.crew, q.id))
         FROM provider q WHERE q.company_id = $1 AND q.id = ANY (s.crew)) END AS crew,
       s.location_id, s.start_at, s.end_at, s.seats, s.seats_taken,
       CASE WHEN $6::boolean THEN (
         SELECT coalesce(json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY d.id), '[]')
         FROM allocation k JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id
         WHERE k.company_id = $1 AND k.session_id = s.id AND k.active AND NOT k.lead) END AS resources
     FROM class_session s
     JOIN appointment_type t ON t.company_id = $1 AND t.id = s.appointment_type_id
     JOIN provider p ON p.company_id = $1 AND p.id = s.provider_id
     WHERE s.company_id = $1 AND s.start_at >= $3 AND s.start_at < $5 AND s.end_at > $4
       AND (s.provider_id = ANY ($2::bigint[]) OR s.crew && $2::bigint[])
     ORDER BY s.start_at, s.id`,
    [
      companyId,
      providerIds,
      new Date(from * msPerMinute - longestSessionDays * msPerDay),
      new Date(from * msPerMinute),
      new Date(until * msPerMinute),
      hasResources,
    ],
  )
}
