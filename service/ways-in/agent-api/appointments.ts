/** A caller hears of their appointments, moves them and cancels them. */

import {
  agentCancel,
  agentMove,
  changedAppointmentView,
  upcomingView,
} from "../../../domain/model/agent/appointments.ts"
import { nothingAsked } from "../../../domain/model/agent/bookable.ts"
import {
  agentAppointment,
  knownAppointment,
  wordingAt,
} from "../../../domain/model/agent/known-appointment.ts"
import { sayList, todayIn } from "../../../domain/model/agent/say.ts"
import { sayEach } from "../../../domain/model/agent/say-appointments.ts"
import { noneUnderNumber } from "../../../domain/model/agent/sentences.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { whyNotCancellable } from "../../../domain/rules/booking/may-change.ts"
import { cancel } from "../../booking/cancel.ts"
import { reschedule, rescheduleAppointment } from "../../booking/reschedule.ts"
import { cancelNotices } from "../../company/appointment-types.sql.ts"
import { listOfGroup, listUpcoming } from "../../ledger/appointments.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"
import { sayingWhomToCall, tooLateFor } from "./office.ts"
import { callerAppointment, refusePending, sayingOwnAppointment, shownAppointment } from "./own-records.ts"
import { phrasesOf } from "./said-as-one.ts"
import { refuseUnlessScoped, shownTogether, standingTogether } from "./together.ts"

const mostListed = 20

/** Refusals of what an agent cannot send: a version, another length. */
const ofStaffAlone: readonly string[] = ["version_conflict", "length_fixed", "series_conflict"]

export const listCallerAppointments = agentTool({
  name: "list_my_appointments",
  summary: "List the caller's upcoming appointments",
  description:
    "Lists this caller's coming appointments, with the ids to move or cancel them. When can_be_changed is false, `say` tells whom to call.",
  writes: false,
  input: nothingAsked,
  result: upcomingView,
  async run(context, { companyId, actor, session, now }) {
    const { customer, listener } = session
    const { language } = listener
    const words = wordsIn(language).appointments
    const today = todayIn(language, listener.timezone, now)
    if (customer === null) return { ...today, appointments: [], say: noneUnderNumber(session) }
    const rows = await listUpcoming(context.db, companyId, customer.id, { now, most: mostListed })
    const notices = await cancelNotices(context.db, companyId, rows)
    const appointments = rows.map((row) => ({
      ...agentAppointment(knownAppointment(row), listener, now),
      can_be_changed: whyNotCancellable(row, notices.get(row.appointment_type_id) ?? 0, actor, now) === null,
    }))
    if (rows.length === 0) return { ...today, appointments, say: words.noneUpcoming }
    const listed = rows.map((row, i) => ({ row, shown: appointments[i]! }))
    const phrases = await phrasesOf(context.db, { companyId, listener, now }, listed)
    const said = phrases.map(({ say }) => say)
    const late = sayEach(language, appointments).filter((_each, i) => !appointments[i]!.can_be_changed)
    const what = rows.length === 1 ? "it" : sayList(language, late, "and", "; ")
    const pending = appointments.flatMap(({ appointment_type: { name }, not_booked_yet: what }) =>
      what === undefined ? [] : ` ${words.about({ name, what })}`,
    )
    const coming = appointments.flatMap(({ appointment_type: { name }, on_the_way }) =>
      on_the_way === undefined ? [] : ` ${words.about({ name, what: on_the_way })}`,
    )
    const tooLate = late.length === 0 ? "" : ` ${tooLateFor(session, what).message}`
    const all = words.upcoming({ list: sayList(language, said, "and", "; ") })
    return { ...today, appointments, say: `${all}${pending.join("")}${coming.join("")}${tooLate}` }
  },
})

export const rescheduleForCaller = agentTool({
  name: "reschedule_appointment",
  summary: "Move an appointment",
  description:
    "Moves an appointment to a time that find_slots gave for its appointment_id, once the caller has said yes to it. Person, location and length stay.",
  events: ["appointment.rescheduled"],
  refusals: [
    "cancel_notice_passed",
    ...rescheduleAppointment.refusals!.filter((code) => !ofStaffAlone.includes(code)),
  ],
  writes: true,
  input: agentMove,
  result: changedAppointmentView,
  async run(context, call, { appointment_id: id, start_time, end_time, whole_group: asked }) {
    const appointment = await callerAppointment(context, call, id)
    refusePending(call, appointment)
    const { place } = appointment
    const before = await standingTogether(context, call, appointment)
    refuseUnlessScoped(call, appointment, before, asked)
    const whole_group = asked === true && before.length > 1
    const wording = wordingAt(place, call.session.listener, call.now)
    const wish = { id, start_time, whole_group, ...(end_time ? { end_time } : {}) }
    try {
      const moved = await sayingWhomToCall(call, () => reschedule(context, call, wish))
      if (!whole_group) return shownAppointment(call, { ...moved, place }, "moved")
      return shownTogether(call, id, "moved", await movedOf(context, call, before, id))
    } catch (error) {
      throw error instanceof Refusal ? await sayingOwnAppointment(context, call, error, wording) : error
    }
  },
})

/** The appointments that are elsewhere than before; all that still stand when the same call has moved them already. */
async function movedOf(
  context: AppContext,
  call: AgentCall,
  before: readonly Appointment[],
  namedId: number,
): Promise<Appointment[]> {
  const named = before.find(({ id }) => id === namedId)!
  const after = await standingTogether(context, call, named)
  const startOf = new Map(before.map(({ id, start_at }) => [id, start_at.getTime()]))
  const moved = after.filter(({ id, start_at }) => startOf.get(id) !== start_at.getTime())
  return moved.some(({ id }) => id === namedId) ? moved : after
}

export const cancelForCaller = agentTool({
  name: "cancel_appointment",
  summary: "Cancel an appointment",
  description:
    "Cancels an appointment, or withdraws a `pending` one, once the caller has said yes. To change the time, use reschedule_appointment.",
  events: ["appointment.cancelled", "appointment.declined"],
  refusals: ["appointment_not_scheduled", "appointment_started", "cancel_notice_passed"],
  writes: true,
  input: agentCancel,
  result: changedAppointmentView,
  async run(context, call, { appointment_id: id, whole_group: asked }) {
    const appointment = await callerAppointment(context, call, id)
    const standing = await standingTogether(context, call, appointment)
    // A cancelled appointment answers again; only one that stands is asked about.
    if (appointment.status !== "cancelled") refuseUnlessScoped(call, appointment, standing, asked)
    if (asked === true && appointment.group_id !== null)
      return cancelWhole(context, call, appointment, standing)
    const { cancelled, wasPending } = await cancelOnce(context, call, appointment)
    return shownAppointment(call, knownAppointment(cancelled), wasPending ? "withdrawn" : "cancelled")
  },
})

/** A repeat finds all cancelled, and says the same. */
async function cancelWhole(
  context: AppContext,
  call: AgentCall,
  appointment: Appointment,
  standing: readonly Appointment[],
) {
  const first = appointment.status === "cancelled" ? standing[0] : appointment
  if (first) await cancelOnce(context, call, first, true)
  const all = await listOfGroup(context.db, call.companyId, appointment.group_id!)
  return shownTogether(
    call,
    appointment.id,
    "cancelled",
    all.filter(({ status }) => status === "cancelled"),
  )
}

interface Ended {
  cancelled: Appointment
  /** It had not been booked: the caller withdraws what they asked for. */
  wasPending: boolean
}

async function cancelOnce(
  context: AppContext,
  call: AgentCall,
  appointment: Appointment,
  whole_group = false,
): Promise<Ended> {
  const { id } = appointment
  const wasPending = appointment.answer_by !== null
  if (appointment.status === "cancelled") return { cancelled: appointment, wasPending }
  try {
    await sayingWhomToCall(call, () => cancel(context, call, { id, whole_group }))
    return { cancelled: await callerAppointment(context, call, id), wasPending }
  } catch (error) {
    // Of two equal calls at once, the second one finds the appointment cancelled by the first.
    const isLate = error instanceof Refusal && error.code === "appointment_not_scheduled"
    const found = isLate ? await callerAppointment(context, call, id) : null
    if (found?.status !== "cancelled") throw error
    return { cancelled: found, wasPending: found.answer_by !== null }
  }
}
