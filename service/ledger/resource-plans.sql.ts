/** Reads the rooms and equipment that a search, a booking or an explanation judges: those of the groups that the type needs. */
import type {
  ResourceHours,
  ResourceInput,
  ResourcePlan,
  ResourceUse,
} from "../../domain/model/resource-plan.ts"
import type { ScheduleHead } from "../../domain/model/schedules.ts"
import { minutesPerDay } from "../../domain/time/units.ts"
import type { Db } from "../platform/pg/database.ts"
import { minutesOf } from "./packed-minutes.sql.ts"

interface ResourceRow {
  id: number
  name: string
  kind: "room" | "equipment"
  group: string
  location_id: number
  turnover_minutes: number
  hours: ResourceHours[] | null
  time_off: Buffer | null
  uses:
    | [id: number, start: number, end: number, until: number, isPinned: boolean, writtenAt: number | null][]
    | null
}

const text = `
SELECT d.id, d.name, d.kind, d.group_name AS "group", d.location_id, d.turnover_minutes, d.hours,
  (SELECT string_agg(int8send((f.start_minute::bigint << 32) | f.end_minute), '' ORDER BY f.start_minute)
   FROM resource_time_off f WHERE f.company_id = $1 AND f.resource_id = d.id AND f.end_minute > $3 AND f.start_minute < $4
  ) AS time_off,
  (SELECT json_agg(json_build_array(k.id, k.job_start_minute, k.job_end_minute, k.end_minute, k.pinned,
     1000 * date_part('epoch', k.written_at)))
   FROM allocation k WHERE k.company_id = $1 AND k.resource_id = d.id AND k.active
     AND k.start_minute >= $3 - 4320 AND k.start_minute < $4 AND k.end_minute > $3
     AND CASE WHEN k.appointment_id IS NOT NULL THEN k.appointment_id <> ALL ($5::bigint[])
       ELSE k.held_until IS NULL OR (k.held_until > $6::timestamptz AND k.hold_id <> coalesce($7::bigint, 0)) END) AS uses
FROM resource_detail d
WHERE d.company_id = $1 AND d.group_name = ANY ($2::text[]) AND d.active AND d.archived_at IS NULL
ORDER BY d.id`

interface Moved {
  movedAppointmentId: number | null
  alsoMovedIds?: readonly number[]
}

/** The appointments whose own time is free to what is asked. */
export const movedIdsOf = ({ movedAppointmentId, alsoMovedIds = [] }: Moved): number[] =>
  movedAppointmentId === null ? [] : [movedAppointmentId, ...alsoMovedIds]

/** Nothing, and no statement, for a type that needs none. */
export async function loadResources(
  db: Db,
  question: {
    companyId: number
    firstDay: number
    endDay: number
    blockCount: number | null
    now: number
    holdId?: number | null
  } & Moved,
  { type, request }: Pick<ScheduleHead, "type" | "request">,
): Promise<{ resources?: Pick<ResourceInput, "resources" | "uses"> }> {
  const needed = type?.needs?.resources ?? []
  if (needed.length === 0) return {}
  const blocks = question.blockCount ?? (request?.block_minutes ?? type!.block_minutes).length
  const rows = await db.query<ResourceRow>(text, [
    question.companyId,
    needed.map(({ group }) => group),
    (question.firstDay - 5) * minutesPerDay,
    (question.endDay + 4 + 14 * (blocks - 1)) * minutesPerDay,
    movedIdsOf(question),
    new Date(question.now),
    question.holdId ?? null,
  ])
  return { resources: { resources: rows.map(planOf), uses: rows.flatMap(usesOf) } }
}

const planOf = (row: ResourceRow): ResourcePlan => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  group: row.group,
  locationId: row.location_id,
  turnoverMinutes: row.turnover_minutes,
  hours: row.hours,
  timeOff: minutesOf(row.time_off),
})

const usesOf = ({ id: resourceId, uses }: ResourceRow): ResourceUse[] =>
  (uses ?? []).map(([id, start, end, until, isPinned, writtenAt]) => ({
    ...{ id, resourceId, start, end, until, isPinned, writtenAt },
  }))
