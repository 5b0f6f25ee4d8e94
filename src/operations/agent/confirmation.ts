/** The text that confirms a booking: queued with it, and handed to the carrier before the agent is answered. */

import type { AppContext } from "../../context.ts"
import type { TextOutcome } from "../../model/agent/appointments.ts"
import type { Appointment } from "../../model/appointment.ts"
import type { Tx } from "../../store/pg/database.ts"
import { type Confirmation, confirmByText } from "../shared/texts.ts"
import { handOver } from "../texts/hand-over.ts"
import { newClaim } from "../texts/send-text.ts"
import type { AgentCall } from "./agent-tool.ts"

/** The text that was queued, or why there is none. */
export type QueuedConfirmation = Confirmation | { textId: null; reason: "not_wanted" }

/** In the transaction of the booking, with the claim by which this call sends it. */
export async function queueConfirmation(
  tx: Tx,
  context: AppContext,
  call: AgentCall,
  { appointment, isWanted }: { appointment: Appointment; isWanted: boolean },
): Promise<QueuedConfirmation> {
  if (!isWanted) return { textId: null, reason: "not_wanted" }
  return confirmByText(tx, context, call, appointment, newClaim(context))
}

/** After it. */
export async function sendConfirmation(
  context: AppContext,
  companyId: number,
  queued: QueuedConfirmation,
): Promise<TextOutcome> {
  if (queued.textId === null) return { sent: false, reason: queued.reason }
  const handed = await handOver(context, companyId, queued.textId, queued.claimed)
  return handed.sent ? { sent: true, reason: null } : handed
}
