/**
 * Reads everything that one search or booking judges, in one round trip: the head (company, type, customer, request,
 * locations) in the first row, and the hours and packed minutes of each provider. Searches read it without locks and
 * bookings under the locks, from the same parts of SQL, so that both judge by the same facts.
 */

import type { LocatedJob, ProviderPlan } from "../../domain/model/availability.ts"
import type { LoadedSchedules, ScheduleCalendar, ScheduleHead } from "../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import { type Travel, travelPlan } from "../../domain/model/travel.ts"
import { crewOf } from "../../domain/model/type-needs.ts"
import { mergedByStart, normalized } from "../../domain/time/intervals.ts"
import { minutesPerDay } from "../../domain/time/units.ts"
import { closedBetween } from "../company/company-time-off.sql.ts"
import { isLocationOfType } from "../company/where-offered.sql.ts"
import type { Db } from "../platform/pg/database.ts"
import { type HoursRow, hoursOf, type OverrideRow, overridesOf } from "./packed-hours.sql.ts"
import { minutesOf, minutesPerRow } from "./packed-minutes.sql.ts"
import { type TeamRow, teamOf } from "./packed-team.sql.ts"
import { loadResources, movedIdsOf } from "./resource-plans.sql.ts"
import { loadSessions } from "./session-plans.sql.ts"

export interface ScheduleQuestion {
  companyId: number
  typeId: number
  /** The wanted local days as days since 1970-01-01, the end exclusive. */
  firstDay: number
  endDay: number
  /** Null takes the request's customer, if there is a request. */
  customerId: number | null
  requestId: number | null
  providerId: number | null
  locationId: number | null
  /** The appointment that is being moved: its own blocks are not busy. */
  movedAppointmentId: number | null
  /** Appointments that move together with it: their time is not busy either. */
  alsoMovedIds?: readonly number[]
  /** By then a hold that has ended is no obstacle: epoch milliseconds. */
  now: number
  /** The hold of who asks, if any: its time is free to them. */
  holdId?: number | null
  /** Working days of the job, when they are not those of the type or the request: a moved appointment keeps its own. */
  blockCount: number | null
  /** Reads only the wanted provider: for a booking, which judges one. */
  onlyWanted: boolean
  /** The only possible crew members to read: under the locks, which are theirs. */
  crewIds?: readonly number[]
  /** All providers are wanted, regardless of the request and the assignment, which do not bind a move. */
  anyProvider?: boolean
}

/**
 * The company, the type and the request; the last two may be missing. Only columns in use, since wide joins are slower. No
 * row has the id 0: an equality with NULL would leave a distributed database without a shard to send the statement to.
 */
export const asked = `
FROM (SELECT name, phone, timezone, locale, accent_color, logo_hash, logo_width, logo_height, embed_origins, thank_you_url, thank_you_text, booking_links_enabled,
    provider_assignment, travel, distance_unit, linked_gap_minutes, plan_freeze_minute, CASE WHEN public_booking_enabled THEN public_slug END AS page_slug,
    (SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' ORDER BY v.id LIMIT 1) AS voice_phone
  FROM company WHERE company_id = $1) c
LEFT JOIN (SELECT id, name, description, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes,
    buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes,
    daily_limit, place, provider_choice, skip_short_days, customer_overlap, public_booking, location_ids, questions, questions_version, needs, steps,
    confirmation, answer_within_minutes, unanswered, window_minutes, seats
  FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL) t ON true
LEFT JOIN scheduling_request r ON r.company_id = $1 AND r.id = coalesce($4::bigint, 0)
CROSS JOIN LATERAL (
  SELECT ($7::int - 2) * ${minutesPerDay} AS busy_from, ($7::int - 10) * ${minutesPerDay} AS hours_from,
    ($8::int + 4 + 14 * (coalesce($10::int, cardinality(coalesce(r.block_minutes, t.block_minutes))) - 1)) * ${minutesPerDay} AS until
) b`

const ofCustomer =
  "FROM customer WHERE company_id = $1 AND id = coalesce($3::bigint, r.customer_id) AND archived_at IS NULL"

/** The customer is there in steps without the provider too, which allocations leave out: such a job has one block. So has a seat in a session, which has no allocation. */
const ofOneBlock = (allocated: string, instant: string) =>
  `CASE WHEN jsonb_array_length(a.blocks) = 1 THEN (extract(epoch FROM ${instant}) / 60)::int ELSE ${allocated} END`
const customersStart = ofOneBlock("k.job_start_minute", "a.start_at")
const customersEnd = ofOneBlock("k.job_end_minute", "a.end_at")

/**
 * When these customers have appointments of types that keep them from being elsewhere, as the head tells of one. Those that overlap
 * the span.
 */
export const busyOfCustomers = (
  db: Db,
  companyId: number,
  customerIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<{ customer_id: number; start: number; end: number }[]> =>
  db.query(
    `SELECT a.customer_id, ${customersStart} AS start, ${customersEnd} AS end
     FROM appointment a LEFT JOIN allocation k ON k.company_id = $1 AND k.appointment_id = a.id AND k.active AND k.lead
       AND k.part = 0
     JOIN appointment_type z ON z.company_id = $1 AND z.id = a.appointment_type_id AND NOT z.customer_overlap
     WHERE a.company_id = $1 AND a.customer_id = ANY ($2::bigint[]) AND a.end_at > $3 AND a.start_at < $4
       AND (k.id IS NOT NULL OR (a.session_id IS NOT NULL AND a.status <> 'cancelled'))`,
    [companyId, customerIds, from, to],
  )

/** The head as JSON. `calendars` is a condition on the providers' calendars `y`, `more` adds fields to each. */
export const headOf = (knowsProvider: string, calendars: string, more: string) => `json_build_object(
    'company', row_to_json(c),
    'type', CASE WHEN t.id IS NOT NULL THEN row_to_json(t) END,
    'customer', (SELECT row_to_json(u) FROM (SELECT id, external_ref, metadata, first_name, last_name, email, address,
        address_latitude AS latitude, address_longitude AS longitude, address_accuracy, address_city_codes,
        assigned_provider_id, locale,
        (SELECT phone FROM contact k WHERE k.company_id = $1 AND k.customer_id = customer.id AND k.is_primary) AS phone
        ${ofCustomer}) u),
    'customer_busy', (SELECT coalesce(json_agg(json_build_array(a.id, ${customersStart}, ${customersEnd})
        ORDER BY coalesce(k.job_start_minute, (extract(epoch FROM a.start_at) / 60)::int), a.id), '[]')
        FROM appointment a LEFT JOIN allocation k ON k.company_id = $1 AND k.appointment_id = a.id AND k.active AND k.lead
          AND k.part = 0
        JOIN appointment_type z ON z.company_id = $1 AND z.id = a.appointment_type_id AND NOT z.customer_overlap
        WHERE a.company_id = $1 AND a.customer_id = coalesce($3::bigint, r.customer_id, 0)
          AND a.end_at > to_timestamp(b.busy_from * 60.0) AND a.start_at < to_timestamp(b.until * 60.0)
          AND (k.id IS NOT NULL OR (a.session_id IS NOT NULL AND a.status <> 'cancelled')) AND a.id <> ALL ($9::bigint[])),
    'request', CASE WHEN r.id IS NOT NULL THEN row_to_json(r) END,
    'open_request', (SELECT row_to_json(o) FROM scheduling_request o
        WHERE o.company_id = $1 AND o.customer_id = coalesce($3::bigint, 0) AND o.appointment_type_id = $2
          AND o.status = 'open'),
    'locations', (SELECT coalesce(json_agg(l), '[]') FROM (
        SELECT id, name, timezone, latitude, longitude, address,
          CASE WHEN t.place = 'at_customer' THEN service_area ELSE '{"kind": "anywhere"}' END AS service_area FROM location
        WHERE company_id = $1 AND active AND t.id IS NOT NULL AND ${isLocationOfType("t.location_ids", "id")}
        ORDER BY id) l),
    'closed', ${closedBetween("$7::int - 10", `b.until / ${minutesPerDay} + 1`)},
    'calendars', (SELECT coalesce(json_agg(json_build_object('id', y.id, 'provider_id', y.provider_id, 'writes', y.writes,
        'last_read_at', 1000 * date_part('epoch', y.last_read_at),
        'failing_since', 1000 * date_part('epoch', y.failing_since)${more})), '[]')
        FROM provider_calendar y WHERE y.company_id = $1 AND y.disconnected_at IS NULL${calendars}),
    'knows_location', $6::bigint IS NULL OR EXISTS (
        SELECT 1 FROM location WHERE company_id = $1 AND id = $6 AND archived_at IS NULL),
    'knows_provider', ${knowsProvider}
  ) AS head`

/** A condition: the allocation `k` is not of an appointment that is moved, nor of a hold that has ended or is the asker's own. */
export const isTaken = `CASE WHEN k.appointment_id IS NOT NULL THEN k.appointment_id <> ALL ($9::bigint[])
       ELSE k.held_until IS NULL OR (k.held_until > $11::timestamptz AND k.hold_id <> coalesce($12::bigint, 0)) END`

/** The columns of a provider `p`. `busyIf` is a condition that skips the busy times of providers who are not wanted. */
export const planOf = (busyIf: string) => `p.name, p.start_latitude, p.start_longitude, p.max_travel_km,
  CASE WHEN t.place = 'at_customer' THEN coalesce(p.travel, c.travel) END AS travel,
  (SELECT json_agg(json_build_array(h.location_id, h.weekday, h.start_minute, h.end_minute))
   FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id) AS hours,
  (SELECT json_agg(json_build_array(o.location_id, o.day, o.intervals))
   FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id
     AND o.day >= $7::int - 10 AND o.day <= b.until / ${minutesPerDay} + 1) AS overrides,
  (SELECT string_agg(int8send((f.start_minute::bigint << 32) | f.end_minute), '' ORDER BY f.start_minute)
   FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id
     AND f.end_minute > b.hours_from AND f.start_minute < b.until) AS time_off,
  (SELECT string_agg(int8send((k.start_minute::bigint << 32) | k.end_minute), '' ORDER BY k.start_minute)
   FROM allocation k
   WHERE k.company_id = $1 AND k.resource_id = p.id AND k.active
     AND k.start_minute >= b.busy_from - 4320 AND k.start_minute < b.until AND k.end_minute > b.busy_from
     AND ${isTaken}${busyIf}) AS busy,
  (SELECT string_agg(y.busy, '') FROM calendar_busy y
   WHERE y.company_id = $1 AND y.provider_id = p.id
     AND y.month BETWEEN b.busy_from / ${minutesPerRow} AND b.until / ${minutesPerRow}${busyIf}) AS calendar_busy,
  CASE WHEN t.daily_limit IS NOT NULL THEN (
     SELECT string_agg(int4send(k.job_start_minute), '' ORDER BY k.job_start_minute) FROM allocation k
     WHERE k.company_id = $1 AND k.resource_id = p.id AND k.active AND k.appointment_type_id = $2 AND k.part = 0
       AND k.start_minute >= b.busy_from - 4320 AND k.start_minute < b.until
       AND ${isTaken}) END AS type_starts,
  CASE WHEN t.place = 'at_customer' THEN (
     SELECT json_agg(json_build_array(k.job_start_minute, k.job_end_minute, k.latitude, k.longitude)) FROM allocation k
     WHERE k.company_id = $1 AND k.resource_id = p.id AND k.active AND k.latitude IS NOT NULL
       AND k.start_minute >= b.busy_from - 4320 AND k.start_minute < b.until
       AND ${isTaken}) END AS jobs,
  CASE WHEN t.window_minutes IS NOT NULL THEN json_build_object(
     'types', (SELECT coalesce(json_agg(g.appointment_type_id), '[]') FROM provider_type g
       WHERE g.company_id = $1 AND g.provider_id = p.id),
     'visits', (SELECT coalesce(json_agg(json_build_array(coalesce(k.appointment_id, k.hold_id), k.appointment_type_id,
         coalesce(a.location_id, h.location_id), k.start_minute, k.end_minute, k.job_start_minute, k.job_end_minute,
         k.latitude, k.longitude,
         CASE WHEN a.work_minutes IS NOT NULL AND a.asked_time IS NULL THEN (date_part('epoch', a.start_at) / 60)::int END,
         CASE WHEN a.work_minutes IS NOT NULL AND a.asked_time IS NULL THEN (date_part('epoch', a.end_at) / 60)::int END,
         a.id IS NULL OR a.pinned OR a.status <> 'scheduled' OR a.narrowed_start_at IS NOT NULL OR a.on_the_way_at IS NOT NULL,
         a.id IS NULL OR a.keeps_provider,
         CASE WHEN a.crew IS NOT NULL AND a.asked_time IS NULL THEN a.provider_id || a.crew END,
         a.work_minutes IS NOT NULL AND EXISTS (SELECT 1 FROM allocation r
           WHERE r.company_id = $1 AND r.appointment_id = a.id AND r.active AND r.resource_id <> a.provider_id
             AND r.resource_id <> ALL (coalesce(a.crew, '{}'))),
         CASE WHEN a.id IS NULL OR a.asked_time IS NOT NULL THEN k.id END, k.hold_id)), '[]')
       FROM allocation k
       LEFT JOIN appointment a ON a.company_id = $1 AND a.id = k.appointment_id
       LEFT JOIN hold h ON h.company_id = $1 AND h.id = k.hold_id
       WHERE k.company_id = $1 AND k.resource_id = p.id AND k.active AND k.session_id IS NULL
         AND k.start_minute >= b.busy_from - 4320 AND k.start_minute < b.until
         AND (k.latitude IS NOT NULL OR a.work_minutes IS NOT NULL)
         AND ${isTaken})) END AS team`

/**
 * The array hides the number of the company's providers from the planner, so that one generic plan serves all companies:
 * otherwise PostgreSQL may plan every search anew, which takes longer than the search. OFFSET 0 makes it compute `w` once
 * instead of once for each provider.
 */
const manyProviders = `
SELECT ${headOf(
  "$5::bigint IS NULL OR EXISTS (SELECT 1 FROM provider WHERE company_id = $1 AND id = $5 AND archived_at IS NULL)",
  "",
  "",
)}, NULL::bigint AS id, NULL AS name, NULL::float8 AS start_latitude, NULL::float8 AS start_longitude,
  NULL::float8 AS max_travel_km, NULL::jsonb AS travel, NULL::json AS hours, NULL::json AS overrides,
  NULL::bytea AS time_off, NULL::bytea AS busy, NULL::bytea AS calendar_busy, NULL::bytea AS type_starts, NULL::json AS jobs, NULL::json AS team
${asked}
UNION ALL
SELECT NULL, p.id, ${planOf(" AND (w.provider_id IS NULL OR w.provider_id = p.id OR (t.needs ->> 'providers')::int > 1)")}
${asked}
CROSS JOIN LATERAL (SELECT CASE WHEN NOT $14::boolean AND t.window_minutes IS NULL THEN coalesce($5::bigint, r.provider_id,
  CASE WHEN c.provider_assignment = 'per_customer' THEN (SELECT assigned_provider_id ${ofCustomer}) END) END AS provider_id
  OFFSET 0) w
CROSS JOIN unnest(ARRAY(
  SELECT provider_id FROM provider_type WHERE company_id = $1 AND appointment_type_id = $2)) AS offering (provider_id)
JOIN provider p ON p.company_id = $1 AND p.id = offering.provider_id AND p.active
  AND (NOT $13::boolean OR p.id = w.provider_id OR (t.needs ->> 'providers')::int > 1)
WHERE t.id IS NOT NULL
ORDER BY id NULLS FIRST`

const connectionOf = `json_build_object('id', y.id, 'writes', y.writes, 'timezone', y.timezone,
        'zone_is_set', y.zone_is_set, 'unanswered_blocks', y.unanswered_blocks, 'owner_email', y.owner_email, 'settings', y.settings, 'mark', y.mark, 'read_version', y.read_version,
        'read_until_minute', y.read_until_minute)`

/**
 * For booking and moving, which name their provider: one row, with the provider found by its key under any statistics. The
 * row carries how the provider's calendars are reached, since they are asked next.
 */
const oneProvider = `
SELECT ${headOf(
  "p.id IS NOT NULL",
  " AND y.provider_id = $5",
  `, 'connection', ${connectionOf}`,
)}, CASE WHEN t.id IS NOT NULL AND p.active AND EXISTS (
    SELECT 1 FROM provider_type WHERE company_id = $1 AND provider_id = $5 AND appointment_type_id = $2
  ) THEN p.id END AS id, ${planOf("")}
${asked}
LEFT JOIN provider p ON p.company_id = $1 AND p.id = $5 AND p.archived_at IS NULL`

export interface HeadRow {
  head: ScheduleHead & { request: RawRequest | null; open_request: RawRequest | null }
}

export interface ProviderRow {
  /** Null in a row that carries no provider. */
  id: number | null
  name: string
  start_latitude: number | null
  start_longitude: number | null
  max_travel_km: number | null
  travel: Travel | null
  hours: HoursRow[] | null
  overrides: OverrideRow[] | null
  time_off: Buffer | null
  busy: Buffer | null
  calendar_busy: Buffer | null
  type_starts: Buffer | null
  jobs: [number, number, number, number][] | null
  team: TeamRow | null
}

type RawRequest = Omit<SchedulingRequest, "created_at" | "updated_at"> & {
  created_at: string
  updated_at: string
}

export async function loadSchedules(db: Db, question: ScheduleQuestion): Promise<LoadedSchedules> {
  const values = valuesOf(question)
  const namesOne = question.onlyWanted && question.providerId !== null
  const [rows, knownCrew] = await Promise.all([
    namesOne
      ? db.query<HeadRow & ProviderRow>(oneProvider, values)
      : db.query<HeadRow & ProviderRow>(manyProviders, [
          ...values,
          question.onlyWanted,
          question.anyProvider === true,
        ]),
    question.crewIds ? loadCrew(db, values, question.crewIds) : null,
  ])
  const head = readHead(rows[0]!)
  const takesOthers = namesOne && head.type !== null && crewOf(head.type) > 1
  const [crew, resources, classes] = await Promise.all([
    knownCrew ?? (takesOthers ? loadCrew(db, values) : { rows: [], calendars: {} }),
    loadResources(db, question, head),
    loadSessions(db, question, head),
  ])
  return {
    ...head,
    ...resources,
    ...crew.calendars,
    ...classes,
    providers: [...rows, ...crew.rows].flatMap((row) => (row.id === null ? [] : [providerOf(row.id, row)])),
  }
}

/** For a type that takes several, those who could come beside the one. */
const others = `
SELECT NULL AS head, p.id, ${planOf("")}
${asked}
CROSS JOIN unnest(ARRAY(
  SELECT provider_id FROM provider_type WHERE company_id = $1 AND appointment_type_id = $2
    AND ($13::bigint[] IS NULL OR provider_id = ANY ($13)))) AS offering (provider_id)
JOIN provider p ON p.company_id = $1 AND p.id = offering.provider_id AND p.active AND p.id IS DISTINCT FROM $5
WHERE t.id IS NOT NULL
  -- Both are asked of the one alone.
  AND $3::bigint IS NOT DISTINCT FROM $3 AND $6::bigint IS NOT DISTINCT FROM $6
ORDER BY p.id`

const calendarsOfOthers = `
SELECT y.id, y.provider_id, y.writes, 1000 * date_part('epoch', y.last_read_at) AS last_read_at,
  1000 * date_part('epoch', y.failing_since) AS failing_since, ${connectionOf} AS connection
FROM provider_calendar y WHERE y.company_id = $1 AND y.disconnected_at IS NULL AND y.provider_id IS DISTINCT FROM $2
  AND ($3::bigint[] IS NULL OR y.provider_id = ANY ($3))`

async function loadCrew(db: Db, values: unknown[], crewIds: readonly number[] | null = null) {
  const [companyId, , , , providerId] = values
  const [rows, crewCalendars] = await Promise.all([
    db.query<HeadRow & ProviderRow>(others, [...values, crewIds]),
    db.query<ScheduleCalendar>(calendarsOfOthers, [companyId, providerId, crewIds]),
  ])
  return { rows, calendars: { crewCalendars } }
}

/** The connected calendars of these providers, with what reaches them. */
export const findConnected = (
  db: Db,
  companyId: number,
  providerIds: readonly number[],
): Promise<ScheduleCalendar[]> =>
  db.query<ScheduleCalendar>(calendarsOfOthers, [companyId, null, providerIds])

/** `$1` to `$12` of the statements, in their order. */
export const valuesOf = (question: Omit<ScheduleQuestion, "onlyWanted" | "anyProvider">) => [
  question.companyId,
  question.typeId,
  question.customerId,
  question.requestId,
  question.providerId,
  question.locationId,
  question.firstDay,
  question.endDay,
  movedIdsOf(question),
  question.blockCount,
  new Date(question.now),
  question.holdId ?? null,
]

export function readHead({ head }: HeadRow): ScheduleHead {
  return { ...head, request: requestOf(head.request), open_request: requestOf(head.open_request) }
}

function requestOf(raw: RawRequest | null): SchedulingRequest | null {
  if (raw === null) return null
  return { ...raw, created_at: new Date(raw.created_at), updated_at: new Date(raw.updated_at) }
}

export function providerOf(id: number, row: ProviderRow): ProviderPlan {
  return {
    ...teamOf(row.team),
    id,
    name: row.name,
    startPoint:
      row.start_latitude === null || row.start_longitude === null
        ? null
        : { latitude: row.start_latitude, longitude: row.start_longitude },
    maxTravelKm: row.max_travel_km,
    travel: row.travel && travelPlan(row.travel),
    hours: hoursOf(row.hours),
    overrides: overridesOf(row.overrides),
    timeOff: minutesOf(row.time_off),
    // Rows of several calendars come unsorted: sorting here costs less than in SQL.
    busy: mergedByStart(minutesOf(row.busy), normalized(minutesOf(row.calendar_busy))),
    typeStarts: minutesOf(row.type_starts),
    jobs: (row.jobs ?? []).map(
      ([start, end, latitude, longitude]): LocatedJob => ({ start, end, latitude, longitude }),
    ),
  }
}
