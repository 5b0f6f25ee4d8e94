/** The text that confirms a booking: queued with it, and handed to the carrier before the agent is answered. */
import { confirmByText } from "../../changes/confirm-by-text.ts"
import type { TextOutcome } from "../../model/agent/appointments.ts"
import type { Appointment } from "../../model/appointment.ts"
import type { QueuedConfirmation } from "../../store/agent-bookings.ts"
import type { Tx } from "../../store/database.ts"
import type { House } from "../house.ts"
import { handOver } from "../texts/hand-over.ts"
import type { AgentCall } from "./agent-tool.ts"

/** In the transaction of the booking. */
export async function queueConfirmation(
  tx: Tx,
  house: House,
  call: AgentCall,
  { appointment, isWanted }: { appointment: Appointment; isWanted: boolean },
): Promise<QueuedConfirmation> {
  if (!isWanted) return { textId: null, reason: "not_wanted" }
  return confirmByText(tx, house, call, appointment)
}

/** After it. */
export async function sendConfirmation(
  house: House,
  companyId: number,
  { textId, reason }: QueuedConfirmation,
): Promise<TextOutcome> {
  if (textId === null) return { sent: false, reason }
  const handed = await handOver(house, companyId, textId)
  return handed.sent ? { sent: true, reason: null } : handed
}
