/** The text that confirms a booking: queued with it, and handed to the carrier before the agent is answered. */
import type { TextOutcome } from "../../model/agent/appointments.ts"
import type { Appointment } from "../../model/appointment.ts"
import type { Tx } from "../../store/database.ts"
import type { House } from "../house.ts"
import type { AgentCall } from "./agent-tool.ts"

export type Confirmation = { textId: number } | { reason: string }

export async function queueConfirmation(
  _tx: Tx,
  _house: House,
  _call: AgentCall,
  { isWanted }: { appointment: Appointment; isWanted: boolean },
): Promise<Confirmation> {
  return { reason: isWanted ? "texts_not_set_up" : "not_wanted" }
}

export async function textOutcomeOf(
  _house: House,
  _companyId: number,
  confirmation: Confirmation,
): Promise<TextOutcome> {
  return "reason" in confirmation
    ? { sent: false, reason: confirmation.reason }
    : { sent: true, reason: null }
}
