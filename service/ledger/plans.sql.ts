/** The plan of visits that were promised a window: the minutes and the provider of each. */

import type { Appointment } from "../../domain/model/appointment.ts"
import type { NamedVisit } from "../../domain/model/day-plan.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { isLive } from "../platform/queue/leases.ts"

/** A visit's new minutes, with its buffers and of the work in between. */
export interface Replanned {
  appointmentId: number
  providerId: number
  /** The crew beside the leader. */
  crewIds: readonly number[]
  /** The providers whose time it gives back. */
  fromIds: readonly number[]
  start: number
  end: number
  jobStart: number
  jobEnd: number
}

/** Writes who comes to the visits and when, without their time. */
export function replan(tx: Tx, companyId: number, visits: readonly Replanned[], at: Date): void {
  tx.write(
    `UPDATE appointment a SET provider_id = n."providerId", planned_start_at = to_timestamp(n."jobStart" * 60.0), updated_at = $3,
       crew = nullif(n."crewIds", '{}')
     FROM jsonb_to_recordset($2::jsonb) AS n("appointmentId" bigint, "providerId" bigint, "crewIds" bigint[], "jobStart" int)
     WHERE a.company_id = $1 AND a.id = n."appointmentId"`,
    [companyId, JSON.stringify(visits), at],
  )
}

/** No day is fixed sooner than so long before it begins in any zone. */
const soonest = "interval '3 days'"

/** The visit's local date, by the offset of the clock that it was booked with. PostgreSQL's own zone rules may be others than ours. */
export const dateOfVisit =
  "((a.start_at AT TIME ZONE 'UTC') + a.clock_offsets[1] * interval '1 minute')::date"

/** No clock changes by more between the evening before and the visit. */
const clockChange = "interval '2 hours'"

/** The plan of the visit's date is fixed no sooner. When it is, the rule says, by our own zone tables. */
const soonestFixed = `(${dateOfVisit} - 1 + (c.plan_freeze_minute - a.clock_offsets[1]) * interval '1 minute') AT TIME ZONE 'UTC' - ${clockChange}`

export const toNarrow =
  "a.work_minutes IS NOT NULL AND a.status = 'scheduled' AND a.narrowed_start_at IS NULL"

/** Live companies that have visits whose window may have to be narrowed. Some are not yet fixed. */
export async function listFreezing(db: Db, now: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT c.company_id AS id FROM company c WHERE c.${isLive} AND EXISTS (
       SELECT 1 FROM appointment a WHERE a.company_id = c.company_id AND ${toNarrow}
         AND a.start_at > $1 AND a.start_at < $1::timestamptz + ${soonest} AND ${soonestFixed} <= $1)
     ORDER BY c.company_id`,
    [new Date(now)],
  )
  return rows.map(({ id }) => id)
}

export type VisitToNarrow = Pick<Appointment, "id" | "timezone" | "start_at">

/** The visits of one company whose plan may be fixed and whose window is not narrowed yet, soonest first; and its hour of freezing. */
export async function listToNarrow(
  db: Db,
  companyId: number,
  { now, most }: { now: number; most: number },
): Promise<{ visits: VisitToNarrow[]; freezeMinute: number }> {
  const rows = await db.query<VisitToNarrow & { freezeMinute: number }>(
    `SELECT a.id, a.timezone, a.start_at, c.plan_freeze_minute AS "freezeMinute"
     FROM appointment a JOIN company c ON c.company_id = $1
     WHERE a.company_id = $1 AND ${toNarrow}
       AND a.start_at > $2 AND a.start_at < $2::timestamptz + ${soonest} AND ${soonestFixed} <= $2
     ORDER BY ${soonestFixed}, a.start_at, a.id LIMIT $3`,
    [companyId, new Date(now), most],
  )
  return { visits: rows, freezeMinute: rows[0]?.freezeMinute ?? 0 }
}

/** The types that promise a window, archived ones left out. */
export async function listWindowTypes(db: Db, companyId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    "SELECT id FROM appointment_type WHERE company_id = $1 AND window_minutes IS NOT NULL AND archived_at IS NULL ORDER BY id",
    [companyId],
  )
  return rows.map(({ id }) => id)
}

/** The names of a plan's visits. */
export async function findNamedVisits(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<NamedVisit[]> {
  if (ids.length === 0) return []
  return db.query<NamedVisit>(
    `SELECT a.id, a.customer_id, trim(c.first_name || ' ' || c.last_name) AS customer_name, a.appointment_type_id,
       t.name AS type_name, a.pinned
     FROM appointment a
     JOIN customer c ON c.company_id = $1 AND c.id = a.customer_id
     JOIN appointment_type t ON t.company_id = $1 AND t.id = a.appointment_type_id
     WHERE a.company_id = $1 AND a.id = ANY($2::bigint[])`,
    [companyId, ids],
  )
}
