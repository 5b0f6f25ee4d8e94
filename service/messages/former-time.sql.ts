/** The time of a moved appointment as the last mail to its customer said it. */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { FormerTime } from "../../domain/model/mail.ts"
import type { Db } from "../platform/pg/database.ts"
import { firstIdOf, idDayOf } from "../platform/pg/partitions.ts"

/** A mail goes within hours of its move; one that waits longer tells the new time alone. */
const searchedDays = 3

interface Told {
  start_time: string
  end_time: string
  timezone: string
}

/** The first move since the last mail says it. Null for a move that is too long ago. */
export async function findFormerTime(
  db: Db,
  companyId: number,
  { id, customer_id: customerId, start_at }: Pick<Appointment, "id" | "customer_id" | "start_at">,
  now: number,
): Promise<FormerTime | null> {
  const row = await db.first<{ previous: Told | null }>(
    `SELECT data->'previous' AS previous FROM event
     WHERE company_id = $1 AND customer_id = $2 AND appointment_id = $3 AND id >= $4 AND type = 'appointment.rescheduled'
       AND occurred_at > coalesce((SELECT max(sent_at) FROM text_message
         WHERE company_id = $1 AND created_at >= $5 AND appointment_id = $3 AND channel = 'mail' AND status = 'sent'), '-infinity')
     ORDER BY id LIMIT 1`,
    [
      ...[companyId, customerId, id, firstIdOf(idDayOf(companyId, now) - searchedDays)],
      new Date(now - searchedDays * 86_400_000),
    ],
  )
  if (row?.previous) {
    const { start_time, end_time, timezone } = row.previous
    return { startMs: Date.parse(start_time), endMs: Date.parse(end_time), timezone }
  }
  // A preview asks before the move is made.
  const stands = await db.first<{ start_at: Date; end_at: Date; timezone: string }>(
    "SELECT start_at, end_at, timezone FROM appointment WHERE company_id = $1 AND id = $2 AND start_at <> $3",
    [companyId, id, start_at],
  )
  return (
    stands && {
      startMs: stands.start_at.getTime(),
      endMs: stands.end_at.getTime(),
      timezone: stands.timezone,
    }
  )
}
