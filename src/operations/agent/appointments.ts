/** What a caller does with their appointments: hear of them, move them, cancel them. */
import type { AppContext } from "../../context.ts"
import {
  agentAppointment,
  agentAppointmentView,
  agentCancel,
  agentMove,
  type KnownAppointment,
  knownAppointment,
  upcomingView,
  wordingAt,
} from "../../model/agent/appointments.ts"
import { nothingAsked } from "../../model/agent/bookable.ts"
import { sayList, todayIn } from "../../model/agent/say.ts"
import { noneUnderNumber } from "../../model/agent/sentences.ts"
import type { AgentSession } from "../../model/agent/session.ts"
import { Refusal } from "../../model/errors.ts"
import { nationalForm } from "../../rules/texts/phone-numbers.ts"
import { listUpcoming } from "../../store/appointments.ts"
import { cancel } from "../appointments/cancel.ts"
import { reschedule } from "../appointments/reschedule.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { inAgentWords, SaidRefusal } from "./in-agent-words.ts"
import { callerAppointment, shownAppointment } from "./own-records.ts"

const mostListed = 20

export const listCallerAppointments = agentTool({
  name: "list_my_appointments",
  summary: "List the caller's upcoming appointments",
  description:
    "Lists this caller's appointments that are not over, with the ids that rescheduling and cancelling need.",
  writes: false,
  input: nothingAsked,
  result: upcomingView,
  async run(context, { companyId, session, now }) {
    const { customer, company } = session
    const today = todayIn(company.timezone, now)
    if (customer === null) return { ...today, appointments: [], say: noneUnderNumber(session) }
    const rows = await listUpcoming(context.db, companyId, customer.id, { now, most: mostListed })
    const appointments = rows.map((row) => agentAppointment(knownAppointment(row), company, now))
    const said = appointments.map(({ appointment_type, say }) => `${appointment_type.name} on ${say}`)
    return {
      ...today,
      appointments,
      say:
        said.length === 0 ? "You have no upcoming appointments." : `You have ${sayList(said, "and", "; ")}.`,
    }
  },
})

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
    const { place } = await callerAppointment(context, call, id)
    return inAgentWords(wordingAt(place, call.session.company, call.now), async () => {
      const wish = { id, start_time, ...(end_time ? { end_time } : {}) }
      const moved = await sayingWhomToCall(call, () => reschedule(context, call, wish))
      return shownAppointment(call, { ...moved, place }, "moved")
    })
  },
})

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
    return shownAppointment(call, cancelled, "cancelled")
  },
})

async function cancelOnce(context: AppContext, call: AgentCall, id: number): Promise<KnownAppointment> {
  const appointment = await callerAppointment(context, call, id)
  if (appointment.status === "cancelled") return knownAppointment(appointment)
  try {
    const cancelled = await sayingWhomToCall(call, () => cancel(context, call, { id }))
    return { ...cancelled, place: appointment.place }
  } catch (error) {
    // Of two equal calls at once, the second one finds the appointment cancelled by the first.
    const isLate = error instanceof Refusal && error.code === "appointment_not_scheduled"
    const found = isLate ? await callerAppointment(context, call, id) : null
    if (found?.status !== "cancelled") throw error
    return knownAppointment(found)
  }
}

/** A change that comes too late is refused with the way to the office: a transfer, or the number to call. */
async function sayingWhomToCall<T>({ session }: AgentCall, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "cancel_notice_passed")) throw error
    throw new SaidRefusal(error.code, tooLate(session))
  }
}

function tooLate({ channel, company: { phone, transferPhone } }: AgentSession) {
  const late = "It's too late to change that appointment here."
  if (channel === "voice" && transferPhone !== null) {
    return {
      message: `${late} I can put you through to the office.`,
      details: { transfer_phone: transferPhone },
    }
  }
  const office = phone === null ? "Please contact the office." : `Please call us at ${nationalForm(phone)}.`
  return { message: `${late} ${office}` }
}
