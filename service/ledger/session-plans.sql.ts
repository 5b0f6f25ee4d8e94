/** Reads the sessions of a class that a search, a booking or an explanation judges. */
import type { SessionPlan } from "../../domain/model/class-seats.ts"
import type { LoadedSchedules, ScheduleHead } from "../../domain/model/schedules.ts"
import { msPerDay } from "../../domain/time/units.ts"
import type { Db } from "../platform/pg/database.ts"
import { movedIdsOf } from "./resource-plans.sql.ts"

const minuteOf = (instant: string) => `(extract(epoch FROM ${instant}) / 60)::int`

/** The seats of an appointment that is moved are free to it. */
const text = `
SELECT s.id, s.provider_id AS "providerId", s.location_id AS "locationId", ${minuteOf("s.start_at")} AS start,
  ${minuteOf("s.end_at")} AS "end", s.seats,
  (s.seats - s.seats_taken + coalesce((SELECT sum(a.seats) FROM appointment a WHERE a.company_id = $1
     AND a.session_id = s.id AND a.id = ANY ($5::bigint[]) AND a.status IN ('scheduled', 'pending')), 0))::int AS "seatsLeft",
  coalesce((SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(s.crew, q.id))
     FROM provider q WHERE q.company_id = $1 AND q.id = ANY (s.crew)), '[]') AS crew,
  coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'kind', d.kind) ORDER BY d.id) FROM allocation k
     JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id
     WHERE k.company_id = $1 AND k.session_id = s.id AND k.active AND NOT k.lead), '[]') AS resources,
  (1000 * date_part('epoch', s.updated_at))::float8 AS "writtenAt"
FROM class_session s
WHERE s.company_id = $1 AND s.appointment_type_id = $2 AND s.status = 'scheduled'
  AND s.start_at >= $3::timestamptz AND s.start_at < $4::timestamptz
ORDER BY s.start_at, s.id`

/**
 * Nothing, and no statement, for all other types. A session stands in its providers' calendars, so that these are not asked
 * whether it is free.
 */
export async function loadSessions(
  db: Db,
  question: {
    companyId: number
    typeId: number
    firstDay: number
    endDay: number
    movedAppointmentId: number | null
    alsoMovedIds?: readonly number[]
  },
  { type }: Pick<ScheduleHead, "type">,
): Promise<Pick<LoadedSchedules, "sessions"> & Partial<Pick<LoadedSchedules, "calendars">>> {
  if (type === null || type.seats === null) return {}
  const sessions = await db.query<SessionPlan>(text, [
    question.companyId,
    question.typeId,
    // In every zone the wanted dates are between these.
    new Date((question.firstDay - 2) * msPerDay),
    new Date((question.endDay + 2) * msPerDay),
    movedIdsOf(question),
  ])
  return { sessions, calendars: [] }
}
