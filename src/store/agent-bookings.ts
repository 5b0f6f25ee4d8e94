/** Appointments that conversations booked: a retry of a call finds its first result here. */
import type { TextRow } from "../model/text-message.ts"
import { msPerDay } from "../time/units.ts"
import type { Db, Tx } from "./pg/database.ts"

export async function insertAgentBooking(
  tx: Tx,
  companyId: number,
  booking: {
    appointmentId: number
    sessionId: number
    /** The id of the confirmation that was queued, or the reason why none was. */
    confirmation: { textId: number | null; reason: string | null }
  },
  now: number,
): Promise<void> {
  const { appointmentId, sessionId, confirmation } = booking
  await tx.query(
    `INSERT INTO agent_booking (company_id, appointment_id, session_id, text_id, text_reason, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [companyId, appointmentId, sessionId, confirmation.textId, confirmation.reason, new Date(now)],
  )
}

export interface SessionSlot {
  sessionId: number
  appointmentTypeId: number
  providerId: number
  start: Date
  /** Bookings that the session itself cancelled after this time are found too. */
  cancelledSince: Date
}

export interface AgentBooking {
  appointment_id: number
  text_id: number | null
  text_reason: string | null
  /** Status of the queued text; null without one, or when retention has removed it. */
  text_status: TextRow["status"] | null
  /** Why the text was not sent; null before the first try. */
  text_error: string | null
}

/** The session's newest booking of this slot that is scheduled, or was cancelled after `cancelledSince`. */
export async function findAgentBooking(
  db: Db,
  companyId: number,
  slot: SessionSlot,
): Promise<AgentBooking | null> {
  return db.first<AgentBooking>(
    `SELECT b.appointment_id, b.text_id, b.text_reason, m.status AS text_status, m.last_error AS text_error
     FROM agent_booking b
     JOIN appointment a ON a.company_id = b.company_id AND a.id = b.appointment_id
     LEFT JOIN text_message m ON m.company_id = b.company_id AND m.id = b.text_id
     WHERE b.company_id = $1 AND b.session_id = $2 AND a.appointment_type_id = $3 AND a.provider_id = $4
       AND a.start_at = $5 AND (a.status = 'scheduled' OR b.cancelled_at > $6)
     ORDER BY b.appointment_id DESC LIMIT 1`,
    [companyId, slot.sessionId, slot.appointmentTypeId, slot.providerId, slot.start, slot.cancelledSince],
  )
}

export function markBookingCancelled(
  tx: Tx,
  companyId: number,
  { sessionId, appointmentId }: { sessionId: number; appointmentId: number },
  now: number,
): void {
  tx.write(
    `UPDATE agent_booking SET cancelled_at = $4
     WHERE company_id = $1 AND session_id = $2 AND appointment_id = $3`,
    [companyId, sessionId, appointmentId, new Date(now)],
  )
}

/** No session lives longer than a week. */
const keptMs = 8 * msPerDay

export async function dropOldBookings(db: Db, companyId: number, now: number): Promise<void> {
  await db.query("DELETE FROM agent_booking WHERE company_id = $1 AND created_at < $2", [
    companyId,
    new Date(now - keptMs),
  ])
}
