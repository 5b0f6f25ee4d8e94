/** Appointments that conversations booked: a retry of a call finds its first result here. */
import type { AppointmentStatus } from "../../../domain/model/appointment.ts"
import type { TextRow } from "../../../domain/model/text-message.ts"
import { msPerDay } from "../../../domain/time/units.ts"
import type { Db, Tx } from "../../platform/pg/database.ts"

export async function insertAgentBooking(
  tx: Tx,
  companyId: number,
  booking: {
    appointmentId: number
    sessionId: number
    /** The provider who was asked for, even where the plan names another. */
    askedProviderId: number
    /** The id of the confirmation that was queued, or the reason why none was. */
    confirmation: { textId: number | null; reason: string | null }
  },
  now: number,
): Promise<void> {
  const { appointmentId, sessionId, askedProviderId, confirmation } = booking
  await tx.query(
    `INSERT INTO agent_booking (company_id, appointment_id, session_id, text_id, text_reason, created_at, asked_provider_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      companyId,
      appointmentId,
      sessionId,
      confirmation.textId,
      confirmation.reason,
      new Date(now),
      askedProviderId,
    ],
  )
}

/** A confirmation that was asked for once the booking was made. */
export function setConfirmation(
  tx: Tx,
  companyId: number,
  appointmentId: number,
  { textId, reason }: { textId: number | null; reason: string | null },
): void {
  tx.write(
    "UPDATE agent_booking SET text_id = $3, text_reason = $4 WHERE company_id = $1 AND appointment_id = $2",
    [companyId, appointmentId, textId, reason],
  )
}

export interface SessionSlot {
  sessionId: number
  appointmentTypeId: number
  providerId: number
  start: Date
}

export interface AgentBooking {
  appointment_id: number
  status: AppointmentStatus
  text_id: number | null
  text_reason: string | null
  /** Status of the queued text; null without one, or when retention has removed it. */
  text_status: TextRow["status"] | null
  /** Why the text was not sent; null before the first try. */
  text_error: string | null
}

/** All that the session has booked for this slot, cancelled ones too, newest first. */
export async function listAgentBookings(
  db: Db,
  companyId: number,
  slot: SessionSlot,
): Promise<AgentBooking[]> {
  return db.query<AgentBooking>(
    `SELECT b.appointment_id, a.status, b.text_id, b.text_reason,
       m.status AS text_status, m.last_error AS text_error
     FROM agent_booking b
     JOIN appointment a ON a.company_id = b.company_id AND a.id = b.appointment_id
     LEFT JOIN text_message m ON m.company_id = b.company_id AND m.id = b.text_id
     WHERE b.company_id = $1 AND b.session_id = $2 AND a.appointment_type_id = $3
       AND coalesce(b.asked_provider_id, a.provider_id) = $4
       AND a.start_at = $5
     ORDER BY b.appointment_id DESC`,
    [companyId, slot.sessionId, slot.appointmentTypeId, slot.providerId, slot.start],
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
