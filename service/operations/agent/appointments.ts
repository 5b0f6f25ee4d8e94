/** What a caller does with their appointments: hear of them, move them, cancel them. */

import {
  agentAppointment,
  agentAppointmentView,
  agentCancel,
  agentMove,
  type KnownAppointment,
  knownAppointment,
  sayEach,
  upcomingView,
  wordingAt,
} from "../../../domain/model/agent/appointments.ts"
import { nothingAsked } from "../../../domain/model/agent/bookable.ts"
import { sayList, todayIn } from "../../../domain/model/agent/say.ts"
import { noneUnderNumber } from "../../../domain/model/agent/sentences.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { whyNotCancellable } from "../../../domain/rules/booking/may-change.ts"
import type { AppContext } from "../../context.ts"
import { cancelNotices } from "../../store/appointment-types.ts"
import { listUpcoming } from "../../store/appointments.ts"
import { cancel } from "../appointments/cancel.ts"
import { reschedule, rescheduleAppointment } from "../appointments/reschedule.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { SaidRefusal } from "./in-agent-words.ts"
import { sayingWhomToCall, tooLateFor } from "./office.ts"
import { callerAppointment, sayingOwnAppointment, shownAppointment } from "./own-records.ts"

const mostListed = 20

/** Refusals of what an agent cannot send: a version, another length. */
const ofStaffAlone: readonly string[] = ["version_conflict", "length_fixed", "series_conflict"]

export const listCallerAppointments = agentTool({
  name: "list_my_appointments",
  summary: "List the caller's upcoming appointments",
  description:
    "Lists this caller's appointments that are not over, with the ids that rescheduling and cancelling need. One whose " +
    "can_be_changed is false can be neither moved nor cancelled here: `say` tells whom to call.",
  writes: false,
  input: nothingAsked,
  result: upcomingView,
  async run(context, { companyId, actor, session, now }) {
    const { customer, company } = session
    const today = todayIn(company.timezone, now)
    if (customer === null) return { ...today, appointments: [], say: noneUnderNumber(session) }
    const rows = await listUpcoming(context.db, companyId, customer.id, { now, most: mostListed })
    const notices = await cancelNotices(context.db, companyId, rows)
    const appointments = rows.map((row) => ({
      ...agentAppointment(knownAppointment(row), company, now),
      can_be_changed: whyNotCancellable(row, notices.get(row.appointment_type_id) ?? 0, actor, now) === null,
    }))
    const said = sayEach(appointments)
    if (said.length === 0) return { ...today, appointments, say: "You have no upcoming appointments." }
    const late = said.filter((_each, i) => !appointments[i]!.can_be_changed)
    const what = said.length === 1 ? "it" : sayList(late, "and", "; ")
    const pending = appointments.flatMap(({ appointment_type: { name }, not_booked_yet: what }) =>
      what === undefined ? [] : ` ${name}: ${what}`,
    )
    const coming = appointments.flatMap(({ appointment_type: { name }, on_the_way }) =>
      on_the_way === undefined ? [] : ` ${name}: ${on_the_way}`,
    )
    const tooLate = late.length === 0 ? "" : ` ${tooLateFor(session, what).message}`
    return {
      ...today,
      appointments,
      say: `You have ${sayList(said, "and", "; ")}.${pending.join("")}${coming.join("")}${tooLate}`,
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
  events: ["appointment.rescheduled"],
  refusals: [
    "cancel_notice_passed",
    ...rescheduleAppointment.refusals!.filter((code) => !ofStaffAlone.includes(code)),
  ],
  writes: true,
  input: agentMove,
  result: agentAppointmentView,
  async run(context, call, { appointment_id: id, start_time, end_time }) {
    const { place, status } = await callerAppointment(context, call, id)
    if (status === "pending")
      throw new SaidRefusal("appointment_not_scheduled", {
        message: "That isn't booked yet, so it can't be moved. I can withdraw it and ask for another time.",
      })
    const wording = wordingAt(place, call.session.company, call.now)
    const wish = { id, start_time, ...(end_time ? { end_time } : {}) }
    try {
      const moved = await sayingWhomToCall(call, () => reschedule(context, call, wish))
      return shownAppointment(call, { ...moved, place }, "moved")
    } catch (error) {
      throw error instanceof Refusal ? await sayingOwnAppointment(context, call, error, wording) : error
    }
  },
})

export const cancelForCaller = agentTool({
  name: "cancel_appointment",
  summary: "Cancel an appointment",
  description:
    "Cancels one of this caller's appointments, every day of it, once the caller has said yes, and withdraws one that is " +
    "`pending`. To change the time, reschedule instead. Safe to send again.",
  events: ["appointment.cancelled", "appointment.declined"],
  refusals: ["appointment_not_scheduled", "appointment_started", "cancel_notice_passed"],
  writes: true,
  input: agentCancel,
  result: agentAppointmentView,
  async run(context, call, { appointment_id: id }) {
    const { cancelled, wasPending } = await cancelOnce(context, call, id)
    return shownAppointment(call, cancelled, wasPending ? "withdrawn" : "cancelled")
  },
})

interface Ended {
  cancelled: KnownAppointment
  /** It had not been booked: the caller withdraws what they asked for. */
  wasPending: boolean
}

async function cancelOnce(context: AppContext, call: AgentCall, id: number): Promise<Ended> {
  const appointment = await callerAppointment(context, call, id)
  const wasPending = appointment.answer_by !== null
  if (appointment.status === "cancelled") return { cancelled: knownAppointment(appointment), wasPending }
  try {
    const cancelled = await sayingWhomToCall(call, () => cancel(context, call, { id }))
    return { cancelled: { ...cancelled, place: appointment.place }, wasPending }
  } catch (error) {
    // Of two equal calls at once, the second one finds the appointment cancelled by the first.
    const isLate = error instanceof Refusal && error.code === "appointment_not_scheduled"
    const found = isLate ? await callerAppointment(context, call, id) : null
    if (found?.status !== "cancelled") throw error
    return { cancelled: knownAppointment(found), wasPending: found.answer_by !== null }
  }
}
