/**
 * Reads what an explanation is made of, in one round trip: what a booking reads of one provider, or a search of many, from
 * the same parts of SQL, and the records behind the packed minutes, with their ids.
 */
import type { ProviderPlan } from "../../domain/model/availability.ts"
import type {
  ExplainedLocation,
  ExplainedProvider,
  ExplainedSchedules,
  ManyExplained,
  OccupyingRow,
  ScheduleCalendar,
  ScheduleRow,
} from "../../domain/model/schedules.ts"
import { crewOf } from "../../domain/model/type-needs.ts"
import { minutesPerDay } from "../../domain/time/units.ts"
import { isLocationOfType } from "../company/where-offered.sql.ts"
import type { Db } from "../platform/pg/database.ts"
import { inSlices } from "../platform/slices.ts"
import { freshOf, minutesOf, minutesPerRow } from "./packed-minutes.sql.ts"
import { loadResources } from "./resource-plans.sql.ts"
import {
  asked,
  type HeadRow,
  headOf,
  isTaken,
  type ProviderRow,
  planOf,
  providerOf,
  readHead,
  type ScheduleQuestion,
  valuesOf,
} from "./schedules.sql.ts"
import { loadSessions } from "./session-plans.sql.ts"

/** The records behind the minutes of a provider `p`. */
const records = `EXISTS (SELECT 1 FROM provider_type
    WHERE company_id = $1 AND provider_id = p.id AND appointment_type_id = $2) AS offers_type,
  (SELECT json_agg(json_build_array(f.id, f.start_minute, f.end_minute,
     1000 * date_part('epoch', f.created_at)) ORDER BY f.start_minute, f.id) FROM time_off f
   WHERE f.company_id = $1 AND f.provider_id = p.id
     AND f.end_minute > b.hours_from AND f.start_minute < b.until) AS time_off_rows,
  (SELECT json_agg(json_build_array(coalesce(k.appointment_id, k.hold_id, k.session_id), k.start_minute, k.end_minute, k.job_start_minute,
     k.job_end_minute, 1000 * date_part('epoch', k.written_at), EXISTS (SELECT 1 FROM appointment w
       WHERE w.company_id = $1 AND w.id = k.appointment_id AND w.status = 'pending'),
       CASE WHEN k.hold_id IS NOT NULL THEN 'hold' WHEN k.session_id IS NOT NULL THEN 'class_session' ELSE 'appointment' END,
       (SELECT 1000 * date_part('epoch', w.last_event_at) FROM appointment w
        WHERE w.company_id = $1 AND w.id = k.appointment_id AND w.work_minutes IS NOT NULL))
     ORDER BY k.start_minute) FROM allocation k
   WHERE k.company_id = $1 AND k.resource_id = p.id AND k.active
     AND k.start_minute >= b.busy_from - 4320 AND k.start_minute < b.until AND k.end_minute > b.busy_from
     AND ${isTaken}) AS appointment_rows,
  (SELECT json_agg(json_build_array(y.calendar_id, encode(y.busy, 'hex'), encode(y.fresh, 'hex')) ORDER BY y.calendar_id, y.month)
   FROM calendar_busy y WHERE y.company_id = $1 AND y.provider_id = p.id
     AND y.month BETWEEN b.busy_from / ${minutesPerRow} AND b.until / ${minutesPerRow}) AS calendar_rows`

const locationColumns = `id, name, timezone, latitude, longitude, service_area, address, active,
       ${isLocationOfType("t.location_ids", "id")} AS "isOfType"`

/** The provider is read in any state, with the locations that the explanation may be about. */
const explained = `
SELECT ${headOf("p.id IS NOT NULL", " AND y.provider_id = $5", "")}, p.id, p.active, ${planOf("")}, ${records},
  (SELECT json_agg(l) FROM (
     SELECT ${locationColumns}
     FROM location WHERE company_id = $1 AND archived_at IS NULL AND CASE
       WHEN coalesce($6::bigint, r.location_id) IS NOT NULL THEN id = coalesce($6::bigint, r.location_id)
       ELSE id IN (SELECT h.location_id FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id
         UNION SELECT o.location_id FROM date_override o WHERE o.company_id = $1 AND o.provider_id = p.id
           AND o.day BETWEEN $7::int - 10 AND b.until / ${minutesPerDay} + 1) END
     ORDER BY id) l) AS explained_locations
${asked}
LEFT JOIN provider p ON p.company_id = $1 AND p.id = $5 AND p.archived_at IS NULL`

/**
 * The head in the first row, with all locations; then a row for the provider that is named, in any state, or for each active
 * one who offers the type. As in a search the array hides their number from the planner.
 */
const explainedMany = `
SELECT ${headOf(
  "$5::bigint IS NULL OR EXISTS (SELECT 1 FROM provider WHERE company_id = $1 AND id = $5 AND archived_at IS NULL)",
  "",
  "",
)}, NULL::bigint AS id, NULL::boolean AS active, NULL AS name, NULL::float8 AS start_latitude, NULL::float8 AS start_longitude,
  NULL::float8 AS max_travel_km, NULL::jsonb AS travel, NULL::json AS hours, NULL::json AS overrides,
  NULL::bytea AS time_off, NULL::bytea AS busy, NULL::bytea AS calendar_busy, NULL::bytea AS type_starts, NULL::json AS jobs, NULL::json AS team,
  NULL::boolean AS offers_type, NULL::json AS time_off_rows, NULL::json AS appointment_rows, NULL::json AS calendar_rows,
  (SELECT json_agg(l) FROM (
     SELECT ${locationColumns}
     FROM location WHERE company_id = $1 AND archived_at IS NULL
       AND (coalesce($6::bigint, r.location_id) IS NULL OR id = coalesce($6::bigint, r.location_id))
     ORDER BY id) l) AS explained_locations
${asked}
UNION ALL
SELECT NULL, p.id, p.active, ${planOf("")}, ${records}, NULL
${asked}
CROSS JOIN unnest(ARRAY(SELECT provider_id FROM provider_type
  WHERE company_id = $1 AND appointment_type_id = $2 AND $5::bigint IS NULL) || $5::bigint) AS offering (provider_id)
JOIN provider p ON p.company_id = $1 AND p.id = offering.provider_id AND p.archived_at IS NULL
  AND (p.active OR p.id = $5)
WHERE t.id IS NOT NULL
ORDER BY id NULLS FIRST`

interface ExplainedRow extends HeadRow, ProviderRow {
  active: boolean
  offers_type: boolean
  time_off_rows: [number, number, number, number][] | null
  /** The last three say whether it waits for an answer, whose it is, and of a promised window since when it is promised. */
  appointment_rows:
    | [
        number,
        number,
        number,
        number,
        number,
        number | null,
        boolean,
        "appointment" | "hold" | "class_session",
        number | null,
      ][]
    | null
  calendar_rows: [number, string, string][] | null
  explained_locations: ExplainedLocation[] | null
}

export async function loadExplainedSchedules(
  db: Db,
  question: Omit<ScheduleQuestion, "onlyWanted" | "providerId"> & { providerId: number },
): Promise<ExplainedSchedules> {
  const [row] = await db.query<ExplainedRow>(explained, valuesOf(question))
  const head = readHead(row!)
  const provider = row!.id === null ? null : explainedOf(row!.id, row!)
  const crew = head.type !== null && crewOf(head.type) > 1 ? await loadCrew(db, question) : null
  return {
    ...head,
    ...(await loadResources(db, question, head)),
    ...(await loadSessions(db, question, head)),
    ...crew,
    providers: head.type === null ? [] : [...searchedOf(provider), ...(crew?.crew ?? []).flatMap(searchedOf)],
    explained: provider,
    explainedLocations: row!.explained_locations ?? [],
  }
}

/** The others who could come, for a type that takes several providers, and the calendars of all. */
async function loadCrew(
  db: Db,
  question: Omit<ScheduleQuestion, "onlyWanted" | "providerId"> & { providerId: number },
): Promise<{ crew: ExplainedProvider[]; calendars: ScheduleCalendar[] }> {
  const [first, ...rows] = await db.query<ExplainedRow>(
    explainedMany,
    valuesOf({ ...question, providerId: null }),
  )
  const crew = rows.filter(({ id }) => id !== question.providerId).map((row) => explainedOf(row.id!, row))
  return { crew, calendars: readHead(first!).calendars }
}

/**
 * For a question of many providers; each is explained at the location that is asked for, else where they have hours. Their rows, which
 * may name thousands of records, are read in slices.
 */
export async function loadManyExplained(db: Db, question: ScheduleQuestion): Promise<ManyExplained> {
  const [first, ...rows] = await db.query<ExplainedRow>(explainedMany, valuesOf(question))
  const head = readHead(first!)
  const { providerId } = question
  const takesOthers = providerId !== null && head.type !== null && crewOf(head.type) > 1
  const crew = takesOthers ? await loadCrew(db, { ...question, providerId }) : null
  const all = [...(await inSlices(explainedSteps(rows))), ...(crew?.crew ?? [])]
  return {
    ...head,
    ...(crew ? { calendars: crew.calendars } : {}),
    wantedId: providerId,
    ...(await loadResources(db, question, head)),
    ...(await loadSessions(db, question, head)),
    providers: all.flatMap(searchedOf),
    explainedProviders: all,
    explainedLocations: first!.explained_locations ?? [],
    asksLocation: (question.locationId ?? head.request?.location_id ?? null) !== null,
  }
}

function* explainedSteps(rows: ExplainedRow[]): Generator<void, ExplainedProvider[]> {
  const all: ExplainedProvider[] = []
  // A row that has been read is given up, so that no provider is held twice.
  for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
    all.push(explainedOf(row.id!, row))
    yield
  }
  return all
}

function explainedOf(id: number, row: ExplainedRow): ExplainedProvider {
  return {
    plan: providerOf(id, row),
    active: row.active,
    offersType: row.offers_type,
    timeOff: (row.time_off_rows ?? []).map(([rowId, start, end, writtenAt]) => ({
      id: rowId,
      start,
      end,
      writtenAt,
    })),
    occupying: occupyingOf(row),
    freshBusy: freshBusyOf(row),
  }
}

const searchedOf = (provider: ExplainedProvider | null): ProviderPlan[] =>
  provider?.active && provider.offersType ? [provider.plan] : []

function occupyingOf({ appointment_rows, calendar_rows }: ExplainedRow): OccupyingRow[] {
  const appointments = (appointment_rows ?? []).map(
    ([id, start, end, jobStart, jobEnd, writtenAt, isPending, kind, promisedAt]): OccupyingRow => ({
      kind,
      ...{ id, start, end, jobStart, jobEnd, writtenAt, isPending },
      ...(promisedAt === null ? {} : { promisedAt }),
    }),
  )
  const calendars = (calendar_rows ?? []).flatMap(([id, hex]) => {
    const minutes = minutesOf(Buffer.from(hex, "hex"))
    return Array.from({ length: minutes.length / 2 }, (_, i): OccupyingRow => {
      const [start, end] = [minutes[2 * i]!, minutes[2 * i + 1]!]
      return { kind: "calendar", id, start, end, jobStart: start, jobEnd: end, writtenAt: null }
    })
  })
  return [...appointments, ...calendars]
}

function freshBusyOf({ calendar_rows }: ExplainedRow): ScheduleRow[] {
  return (calendar_rows ?? []).flatMap(([id, , hex]) =>
    freshOf(Buffer.from(hex, "hex")).map((fresh) => ({ id, ...fresh })),
  )
}
