/** The blocks of appointments: the time that providers are occupied. */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { Db, Tx } from "./pg/database.ts"

/** One working day in minutes since 1970 UTC: the time that the provider is occupied, and the job inside it. */
export interface BlockMinutes {
  start: number
  end: number
  jobStart: number
  jobEnd: number
}

/**
 * The rows of VALUES for the blocks; appends their minutes to `values`. So there is one constant text for each number of
 * days. An array to unnest would need only one text, but the INSERT of one day, the usual case, is faster without it.
 */
function blockRows(shared: string, values: unknown[], blocks: readonly BlockMinutes[]): string {
  const parameter = (minute: number) => `$${values.push(minute)}::int`
  return blocks
    .map(({ start, end, jobStart, jobEnd }) => {
      const minutes = [start, end, jobStart, jobEnd].map(parameter)
      return `(${shared}, ${minutes.join(", ")})`
    })
    .join(", ")
}

/** The active blocks of the appointment, in the order of its days. */
export async function findBlocks(db: Db, companyId: number, appointmentId: number): Promise<BlockMinutes[]> {
  return db.query<BlockMinutes>(
    `SELECT start_minute AS start, end_minute AS "end", job_start_minute AS "jobStart", job_end_minute AS "jobEnd"
     FROM appointment_block WHERE company_id = $1 AND appointment_id = $2 AND active ORDER BY job_start_minute`,
    [companyId, appointmentId],
  )
}

/** Frees the provider's time of the appointment. */
export function freeBlocks(tx: Tx, companyId: number, appointmentId: number): void {
  tx.write(
    "UPDATE appointment_block SET active = false WHERE company_id = $1 AND appointment_id = $2 AND active",
    [companyId, appointmentId],
  )
}

/** Inserts the blocks of a new or a moved appointment. Free the old ones in an earlier statement, or they overlap. */
export function insertBlocks(
  tx: Tx,
  companyId: number,
  appointment: Appointment,
  blocks: readonly BlockMinutes[],
): void {
  const values = [
    companyId,
    appointment.id,
    appointment.provider_id,
    appointment.appointment_type_id,
    appointment.latitude,
    appointment.longitude,
    appointment.updated_at,
  ]
  const rows = blockRows(
    "$1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::float8, $6::float8, $7::timestamptz",
    values,
    blocks,
  )
  tx.write(
    `INSERT INTO appointment_block (company_id, appointment_id, provider_id, appointment_type_id, latitude, longitude, written_at,
       start_minute, end_minute, job_start_minute, job_end_minute) VALUES ${rows}`,
    values,
  )
}
