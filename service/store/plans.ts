/** The plan of visits that were promised a window: the minutes and the provider of each. */
import { freeOverdue } from "./allocations.ts"
import type { Tx } from "./pg/database.ts"

/** A visit's new minutes, with its buffers and of the work in between. */
export interface Replanned {
  appointmentId: number
  providerId: number
  start: number
  end: number
  jobStart: number
  jobEnd: number
}

/**
 * Moves the allocations of the visits, all together: two that change places would meet if one went before the other. What is
 * freed by the first statement is taken by the second.
 */
export function replan(tx: Tx, companyId: number, visits: readonly Replanned[], at: Date): void {
  const rows = JSON.stringify(visits)
  const providerIds = visits.map(({ providerId }) => providerId)
  freeOverdue(tx, companyId, providerIds, at)
  tx.write(
    `UPDATE allocation SET active = false
     WHERE company_id = $1 AND active AND appointment_id = ANY($2::bigint[])`,
    [companyId, visits.map(({ appointmentId }) => appointmentId)],
  )
  tx.write(
    `INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, latitude, longitude, written_at,
       start_minute, end_minute, job_start_minute, job_end_minute)
     SELECT $1::bigint, a.id, n."providerId", a.appointment_type_id, a.latitude, a.longitude, $3::timestamptz,
       n.start, n."end", n."jobStart", n."jobEnd"
     FROM jsonb_to_recordset($2::jsonb) AS n("appointmentId" bigint, "providerId" bigint, start int, "end" int, "jobStart" int, "jobEnd" int)
     JOIN appointment a ON a.company_id = $1 AND a.id = n."appointmentId"`,
    [companyId, rows, at],
  )
  tx.write(
    `UPDATE appointment a SET provider_id = n."providerId", planned_start_at = to_timestamp(n."jobStart" * 60.0), updated_at = $3
     FROM jsonb_to_recordset($2::jsonb) AS n("appointmentId" bigint, "providerId" bigint, "jobStart" int)
     WHERE a.company_id = $1 AND a.id = n."appointmentId"`,
    [companyId, rows, at],
  )
}
