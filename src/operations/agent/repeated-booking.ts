/** A booking that is sent again, since its first answer was slow: what it got the first time. */

import type { AppContext } from "../../context.ts"
import { type KnownAppointment, knownAppointment, type TextOutcome } from "../../model/agent/appointments.ts"
import { lateRepeatMs } from "../../model/agent/session.ts"
import { type AgentBooking, findAgentBooking } from "../../store/agent-bookings.ts"
import { findAppointment } from "../../store/appointments.ts"
import type { AgentCall } from "./agent-tool.ts"
import { sendConfirmation } from "./confirmation.ts"

export interface Repeated {
  appointment: KnownAppointment
  sms: TextOutcome
}

interface Slot {
  appointment_type_id: number
  provider_id: number
  start_time: string
}

/**
 * The appointment of this slot that the session holds, or has cancelled a moment ago: whoever repeats a booking after its
 * cancel has not heard of the cancel yet. Null when there is none.
 */
export async function repeatedBooking(
  context: AppContext,
  { companyId, session, now }: AgentCall,
  slot: Slot,
): Promise<Repeated | null> {
  const held = await findAgentBooking(context.db, companyId, {
    sessionId: session.id,
    appointmentTypeId: slot.appointment_type_id,
    providerId: slot.provider_id,
    start: new Date(slot.start_time),
    cancelledSince: new Date(now - lateRepeatMs),
  })
  const appointment = held && (await findAppointment(context.db, companyId, held.appointment_id))
  if (!appointment || appointment.customer_id !== session.customer?.id) return null
  return { appointment: knownAppointment(appointment), sms: await outcomeOf(context, companyId, held) }
}

/** A text that is on its way, since its first call is not over yet or has been hung up, is waited for as that call does. */
async function outcomeOf(context: AppContext, companyId: number, held: AgentBooking): Promise<TextOutcome> {
  const { text_id: textId, text_status: status, text_error: error } = held
  if (status === "sent") return { sent: true, reason: null }
  const isOnItsWay = status === "sending" || (status === "pending" && error === null)
  if (textId === null || !isOnItsWay)
    return { sent: false, reason: held.text_reason ?? error ?? "not_sent_yet" }
  return sendConfirmation(context, companyId, { textId, claimed: null, reason: null })
}
