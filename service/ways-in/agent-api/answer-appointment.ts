/** A caller answers about an appointment: yes to a time that the office offers instead, or that they are coming. */

import { agentAttendance, agentComing, agentProposal } from "../../../domain/model/agent/answering.ts"
import { agentAppointmentView } from "../../../domain/model/agent/appointments.ts"
import { agentAppointment, knownAppointment } from "../../../domain/model/agent/known-appointment.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { notFound, Refusal } from "../../../domain/model/errors.ts"
import { setAttendance } from "../../booking/attendance.ts"
import { confirmAppointment } from "../../booking/confirm.ts"
import type { AppContext } from "../../platform/context.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { callerAppointment, shownAppointment } from "./own-records.ts"

export const acceptProposalForCaller = agentTool({
  name: "accept_proposal",
  summary: "Take a time that the office offers instead",
  description: "Books one of the `proposals` of a `pending` appointment, once the caller has said yes to it.",
  events: ["appointment.created", "appointment.confirmed"],
  refusals: ["appointment_not_pending", "calendar_unavailable", "not_found", "slot_taken"],
  writes: true,
  input: agentProposal,
  result: agentAppointmentView,
  async run(context, call, { appointment_id: id, start_time }) {
    const asked = await callerAppointment(context, call, id)
    const isRepeat = asked.status === "scheduled" && startsAt(asked, start_time)
    if (!isRepeat) await accept(context, call, asked, start_time)
    return shownAppointment(call, knownAppointment(await callerAppointment(context, call, id)), "booked")
  },
})

const startsAt = ({ start_at }: Appointment, start_time: string) =>
  start_at.getTime() === Date.parse(start_time)

async function accept(
  context: AppContext,
  call: AgentCall,
  { id, proposals, status }: Appointment,
  start_time: string,
): Promise<void> {
  const proposal = proposals.find((one) => Date.parse(one.start_time) === Date.parse(start_time))
  if (status !== "pending") throw new Refusal("appointment_not_pending")
  if (!proposal) throw notFound("proposed time", "start_time")
  try {
    await confirmAppointment.run(context, call, { id, proposal_id: proposal.id })
  } catch (error) {
    // Of two equal calls at once, the second one finds it booked by the first.
    const isLate = error instanceof Refusal && error.code === "appointment_not_pending"
    const found = isLate ? await callerAppointment(context, call, id) : null
    if (found?.status === "scheduled" && startsAt(found, start_time)) return
    const isGone = error instanceof Refusal && error.code === "time_not_offered"
    throw isGone ? new Refusal("slot_taken") : error
  }
}

export const confirmAttendanceForCaller = agentTool({
  name: "confirm_attendance",
  summary: "Note that the caller is coming",
  description: "Notes that the caller is coming to an appointment, when they say so.",
  events: ["appointment.attendance_changed"],
  refusals: ["appointment_not_scheduled", "appointment_started", "not_found"],
  writes: true,
  input: agentComing,
  result: agentAttendance,
  async run(context, call, { appointment_id: id }) {
    const appointment = await callerAppointment(context, call, id)
    if (appointment.attendance !== "coming")
      await setAttendance.run(context, call, { id, attendance: "coming" })
    const { listener } = call.session
    const { say: when } = agentAppointment(knownAppointment(appointment), listener, call.now)
    const say = wordsIn(listener.language).appointments.expected({ when })
    return { id, attendance: "coming" as const, say }
  },
})
