import type { AppContext } from "../../context.ts"
import {
  agentAppointmentView,
  agentCancel,
  type KnownAppointment,
  knownAppointment,
} from "../../model/agent/appointments.ts"
import { Refusal } from "../../model/errors.ts"
import { markBookingCancelled } from "../../store/agent-bookings.ts"
import { cancel } from "../appointments/cancel.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { ownAppointment, shownAppointment } from "./own-records.ts"

export const cancelForCaller = agentTool({
  name: "cancel_appointment",
  summary: "Cancel an appointment",
  description:
    "Cancels one of this caller's appointments, every day of it, once the caller has said yes. To change the time, " +
    "reschedule instead. Safe to send again.",
  writes: true,
  input: agentCancel,
  result: agentAppointmentView,
  async run(context, call, { appointment_id: id }) {
    const cancelled = await cancelOnce(context, call, id)
    return shownAppointment(cancelled, call.session.company, call.now)
  },
})

async function cancelOnce(context: AppContext, call: AgentCall, id: number): Promise<KnownAppointment> {
  const appointment = await ownAppointment(context, call, id)
  if (appointment.status === "cancelled") return knownAppointment(appointment)
  const { companyId, session, now } = call
  const booking = { sessionId: session.id, appointmentId: id }
  try {
    return await cancel(
      context,
      call,
      { id },
      {
        alsoWrite: (tx) => markBookingCancelled(tx, companyId, booking, now),
      },
    )
  } catch (error) {
    // Of two equal calls at once, the second one finds the appointment cancelled by the first.
    const isLate = error instanceof Refusal && error.code === "appointment_not_scheduled"
    const found = isLate ? await ownAppointment(context, call, id) : null
    if (found?.status !== "cancelled") throw error
    return knownAppointment(found)
  }
}
