import { agentAppointmentView, agentMove } from "../../model/agent/appointments.ts"
import { reschedule } from "../appointments/reschedule.ts"
import { agentTool } from "./agent-tool.ts"
import { ownAppointment, shownAppointment } from "./own-records.ts"

export const rescheduleForCaller = agentTool({
  name: "reschedule_appointment",
  summary: "Move an appointment",
  description:
    "Moves one of this caller's appointments to a time that find_slots gave for its appointment_id, once the caller has " +
    "said yes to it. It keeps the person, the place and the length; every day of a job over several days moves. Safe to " +
    "send again.",
  writes: true,
  input: agentMove,
  result: agentAppointmentView,
  async run(context, call, { appointment_id: id, start_time, end_time }) {
    await ownAppointment(context, call, id)
    const moved = await reschedule(context, call, { id, start_time, ...(end_time ? { end_time } : {}) })
    return shownAppointment(moved, call.session.company, call.now)
  },
})
