/** What a pending appointment occupies: as it stands, and beside it the times that staff propose. */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { Occupied } from "../../domain/model/pending-appointment.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { freeOverdue } from "./allocations.sql.ts"

/** All active rows of the appointment, of its provider and of all that it takes beside. */
export async function findOccupied(db: Db, companyId: number, appointmentId: number): Promise<Occupied[]> {
  return db.query<Occupied>(
    `SELECT resource_id AS "resourceId", lead AS "isLead", pinned AS "isPinned", start_minute AS start, end_minute AS "end",
       job_start_minute AS "jobStart", job_end_minute AS "jobEnd", part
     FROM allocation WHERE company_id = $1 AND appointment_id = $2 AND active
     ORDER BY resource_id, start_minute`,
    [companyId, appointmentId],
  )
}

/** Occupies the times of several resources. Free the old ones in an earlier statement, or they overlap. */
export function occupy(
  tx: Tx,
  companyId: number,
  { id, appointment_type_id, latitude, longitude, updated_at }: Appointment,
  times: readonly Occupied[],
): void {
  const resourceIds = times.map(({ resourceId }) => resourceId)
  freeOverdue(tx, companyId, resourceIds, updated_at)
  tx.write(
    `INSERT INTO allocation (company_id, appointment_id, appointment_type_id, latitude, longitude, written_at,
       resource_id, lead, pinned, start_minute, end_minute, job_start_minute, job_end_minute, part)
     SELECT $1, $2, $3, $4::float8, $5::float8, $6, t.* FROM unnest($7::bigint[], $8::boolean[], $9::boolean[],
       $10::integer[], $11::integer[], $12::integer[], $13::integer[], $14::smallint[]) AS t`,
    [
      companyId,
      id,
      appointment_type_id,
      latitude,
      longitude,
      updated_at,
      resourceIds,
      times.map(({ isLead }) => isLead),
      times.map(({ isPinned }) => isPinned),
      times.map(({ start }) => start),
      times.map(({ end }) => end),
      times.map(({ jobStart }) => jobStart),
      times.map(({ jobEnd }) => jobEnd),
      times.map(({ part = 0 }) => part),
    ],
  )
}
