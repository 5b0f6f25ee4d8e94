/** The time that a pending appointment occupies: as it stands, and beside it the times that staff propose. */
import type { Occupied } from "../../domain/model/pending-appointment.ts"
import type { Db } from "../platform/pg/database.ts"

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
