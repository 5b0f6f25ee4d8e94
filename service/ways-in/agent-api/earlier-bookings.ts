/** A booking that a conversation sends again: the same one gets what it got, one with another wish changes it or is refused. */

import type { z } from "zod"
import type { agentBooking, TextOutcome } from "../../../domain/model/agent/appointments.ts"
import {
  agentAppointment,
  type KnownAppointment,
  knownAppointment,
} from "../../../domain/model/agent/known-appointment.ts"
import { sayWhat } from "../../../domain/model/agent/say-appointments.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { whatDiffers } from "../../../domain/rules/agent/repeated-booking.ts"
import { comingOf } from "../../booking/show-group.ts"
import { changeNotesAndAnswers } from "../../booking/update-appointment.ts"
import { findAppointment, setTextsDeclined } from "../../ledger/appointments.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { write } from "../../platform/write.ts"
import { type AgentBooking, listAgentBookings, setConfirmation } from "./agent-bookings.sql.ts"
import type { AgentCall } from "./agent-tool.ts"
import { type QueuedConfirmation, queueConfirmation, sendConfirmation } from "./confirm-booking.ts"
import { SaidRefusal } from "./in-agent-words.ts"

export type Wish = z.output<typeof agentBooking>

export interface Booked {
  appointment: KnownAppointment
  /** The services that were booked after it, in one visit; left out for none. */
  others?: readonly KnownAppointment[]
  sms: TextOutcome
  /** The session booked this slot before, and that appointment was cancelled: the caller hears that it is booked again. */
  wasCancelled: boolean
}

interface Held {
  booking: AgentBooking
  all: readonly [Appointment, ...Appointment[]]
}

/**
 * The session's own booking of this slot, with the provider that it asked for. A cancelled one is none: the caller has heard
 * of the cancel, so the same booking is meant anew.
 */
export async function earlierBooking(
  context: AppContext,
  { companyId, session }: AgentCall,
  slot: Wish,
): Promise<{ held: Held | null; wasCancelled: boolean }> {
  const bookings = await listAgentBookings(context.db, companyId, {
    sessionId: session.id,
    appointmentTypeId: slot.appointment_type_id,
    providerId: slot.provider_id,
    start: new Date(slot.start_time),
  })
  const wasCancelled = bookings.some(({ status }) => status === "cancelled")
  const booking = bookings.find(({ status }) => status === "scheduled" || status === "pending")
  const appointment = booking && (await findAppointment(context.db, companyId, booking.appointment_id))
  if (!booking || !appointment || appointment.customer_id !== session.customer?.id)
    return { held: null, wasCancelled }
  const isWholeWish = (appointment.group_id === null) === (slot.then_type_ids == null)
  if (!isWholeWish) return { held: null, wasCancelled }
  const [first = appointment, ...others] = await comingOf(context, companyId, appointment)
  return { held: { booking, all: [first, ...others] }, wasCancelled }
}

/** The same booking, with the notes, the answers and the wish for a text that this call has. Throws for other seats or another length. */
export async function repeated(
  context: AppContext,
  call: AgentCall,
  { booking, all }: Held,
  wish: Wish,
): Promise<Omit<Booked, "wasCancelled">> {
  const [first, ...others] = all
  const differing = whatDiffers(wish, all)
  if (differing === "seats" || differing === "length" || differing === "types")
    throw bookedOtherwise(call, first, differing, wish)
  const notes = wish.notes != null && wish.notes !== first.notes ? { notes: wish.notes } : {}
  const { answers } = wish
  if ("notes" in notes || differing === "answers")
    await changeNotesAndAnswers(context, call, { id: first.id, ...notes, ...(answers ? { answers } : {}) })
  return {
    appointment: knownAppointment(first),
    others: others.map(knownAppointment),
    sms: await outcomeOf(context, call, { booking, all }, wish),
  }
}

/** It can't be both: the caller hears what they have, and what it would take. */
function bookedOtherwise(
  { session, now }: AgentCall,
  first: Appointment,
  differing: "seats" | "length" | "types",
  { seats }: Wish,
): SaidRefusal {
  const { language } = session.listener
  const words = wordsIn(language).appointments
  const shown = agentAppointment(knownAppointment(first), session.listener, now)
  const otherwise = {
    seats: words.otherSeats({ count: seats ?? 1 }),
    length: words.otherLength,
    types: words.otherServices,
  }[differing]
  const { name } = shown.appointment_type
  const what = shown.seats === 1 ? words.seats({ name, count: 1 }) : sayWhat(language, shown)
  return new SaidRefusal("customer_busy", {
    message: words.bookedOtherwise({ what, when: shown.say, otherwise }),
    details: { appointment_id: first.id },
  })
}

/** Waits for a confirmation that is still on its way, as the first call does or did before it was dropped. */
async function outcomeOf(
  context: AppContext,
  call: AgentCall,
  { booking, all }: Held,
  { receive_sms_confirmation: wanted }: Wish,
): Promise<TextOutcome> {
  const { text_id: textId, text_status: status, text_error: error, text_reason: reason } = booking
  if (wanted === true && textId === null) return confirmNow(context, call, all)
  if (wanted === false && !all[0].texts_declined) await declineTexts(context, call, all)
  if (status === "sent") return { sent: true, reason: null }
  const isOnItsWay = status === "sending" || (status === "pending" && error === null)
  if (textId === null || !isOnItsWay)
    return { sent: false, reason: (wanted === false ? "not_wanted" : reason) ?? error ?? "not_sent_yet" }
  return sendConfirmation(context, call.companyId, { textId, leased: null, reason: null })
}

/** The caller was asked once the booking was made, and said yes. */
async function confirmNow(context: AppContext, call: AgentCall, all: Held["all"]): Promise<TextOutcome> {
  const [first] = all
  let confirmation: QueuedConfirmation = { textId: null, reason: "not_wanted" }
  await write(context, call, "update_appointment", async (tx) => {
    const together = all.length > 1 ? ("group" as const) : null
    confirmation = await queueConfirmation(tx, context, call, all, { wanted: true, together })
    setConfirmation(tx, call.companyId, first.id, confirmation)
    return { result: null, targetId: first.id, customerId: first.customer_id, fields: ["texts"] }
  })
  return sendConfirmation(context, call.companyId, confirmation)
}

const declineTexts = (context: AppContext, call: AgentCall, all: Held["all"]) =>
  write(context, call, "update_appointment", async (tx) => {
    const ids = all.map(({ id }) => id)
    setTextsDeclined(tx, call.companyId, ids, true)
    return { result: null, targetId: ids[0]!, customerId: all[0].customer_id, fields: ["texts"] }
  })
