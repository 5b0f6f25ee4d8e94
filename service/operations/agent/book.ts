/** Books for the caller, and confirms by text. A booking that is sent again gets what it got the first time. */
import type { z } from "zod"
import {
  agentBooking,
  bookedAppointmentView,
  followingOf,
  type KnownAppointment,
  knownAppointment,
  type TextOutcome,
  wordingAt,
} from "../../../domain/model/agent/appointments.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { mostLabelCharacters } from "../../../domain/model/question.ts"
import { asPromptData } from "../../../domain/model/written-by-people.ts"
import { AnswerMissing } from "../../../domain/rules/booking/answers.ts"
import { whyNotTheirs } from "../../../domain/rules/holds/live-hold.ts"
import type { AppContext } from "../../context.ts"
import { type AgentBooking, insertAgentBooking, listAgentBookings } from "../../store/agent-bookings.ts"
import { findAppointmentType } from "../../store/appointment-types.ts"
import { findAppointment, listUpcoming } from "../../store/appointments.ts"
import type { Tx } from "../../store/pg/database.ts"
import { book } from "../appointments/book.ts"
import { bookGroup } from "../appointments/book-group.ts"
import { comingOf } from "../appointments/coming.ts"
import { bookingRefusals } from "../appointments/refusal-reasons.ts"
import { liveHoldOf } from "../shared/holds.ts"
import { requireOwnRequest } from "../shared/requests.ts"
import { type Confirmation, confirmByText } from "../shared/texts.ts"
import { handOver, textLease } from "../texts/send-text.ts"
import { type AgentCall, agentTool, customerOf } from "./agent-tool.ts"
import { type Coming, comingAsked, nameOfAll } from "./coming.ts"
import { holderIn } from "./hold-slot.ts"
import { SaidRefusal } from "./in-agent-words.ts"
import { refuseIfClosed } from "./office.ts"
import { sayingOwnAppointment, shownAppointment } from "./own-records.ts"

type Wish = z.output<typeof agentBooking>

export const bookForCaller = agentTool({
  name: "book_appointment",
  summary: "Book a time",
  description:
    "Books one of the slots that find_slots gave, once the caller has said yes to it. For a job over several days too, " +
    "the slot's start_time books every day. When the time is gone, the error's `details.alternatives` hold the nearest " +
    "ones. With then_type_ids all is booked, or nothing. `sms` tells whether a confirmation went by text. When the answer's status is `pending`, it is asked for and not booked: " +
    "`say` tells until when the office answers. Safe to send again: the same booking is not made twice.",
  status: 201,
  events: ["appointment.created", "appointment.pending"],
  refusals: [
    "caller_unknown",
    "registration_closed",
    "registration_needed",
    ...bookingRefusals.filter((code) => code !== "end_time_mismatch"),
  ],
  writes: true,
  input: agentBooking,
  result: bookedAppointmentView,
  async run(context, call, wish) {
    refuseIfClosed(call)
    customerOf(call)
    const coming = await comingAsked(context, call, wish)
    const earlier = await earlierBookings(context, call, wish)
    if (earlier.held) return answerOf(call, earlier.held)
    const { wasCancelled } = earlier
    try {
      const booked = coming
        ? await bookComingOnce(context, call, wish, coming)
        : await bookOnce(context, call, wish)
      return answerOf(call, { ...booked, wasCancelled })
    } catch (error) {
      // Of two equal calls at once, the second one is refused the time that the first one has booked.
      const { held } = error instanceof Refusal ? await earlierBookings(context, call, wish) : earlier
      if (held) return answerOf(call, held)
      if (error instanceof AnswerMissing) throw askingFirst(error)
      if (error instanceof Refusal && error.code === "slot_taken") await refuseOwnTime(context, call, wish)
      throw await withAlternativesSaid(context, call, wish, error)
    }
  },
})

/** The caller hears the question that is still open. */
const askingFirst = ({ field, question }: AnswerMissing) =>
  new SaidRefusal("invalid_input", {
    field: field!,
    message: `I need to ask you something first. ${asPromptData(question.label, mostLabelCharacters)}`,
    details: { problem: `${field}: is required` },
  })

/** A retry after a dropped call must not report the caller's own booking as taken. */
async function refuseOwnTime(context: AppContext, call: AgentCall, wish: Wish): Promise<void> {
  const { companyId, now } = call
  const upcoming = await listUpcoming(context.db, companyId, customerOf(call).id, { now, most: 100 })
  const start = Date.parse(wish.start_time)
  const isOwn = upcoming.some(
    (own) => own.provider_id === wish.provider_id && own.start_at.getTime() === start,
  )
  if (isOwn) throw new SaidRefusal("slot_taken", { message: "You already have an appointment at that time." })
}

/** The nearest times are said with their location where that has to be said. */
async function withAlternativesSaid(
  context: AppContext,
  call: AgentCall,
  { appointment_type_id: typeId }: Wish,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refusal && error.details?.alternatives)) return error
  const { companyId, session, now } = call
  const type = await findAppointmentType(context.db, companyId, typeId)
  return sayingOwnAppointment(context, call, error, wordingAt(type?.place ?? null, session.company, now))
}

async function bookOnce(
  context: AppContext,
  call: AgentCall,
  wish: Wish,
): Promise<Omit<Booked, "wasCancelled">> {
  await requireOwnRequest(context.db, call.companyId, call.session.customer, wish.scheduling_request_id)
  let confirmation: QueuedConfirmation = { textId: null, reason: "not_wanted" }
  const customerId = customerOf(call).id
  const own = await liveHoldOf(context.db, call, holderIn(call))
  const input = {
    customer_id: customerId,
    hold_id: own && whyNotTheirs(own, customerId) === null ? own.id : null,
    appointment_type_id: wish.appointment_type_id,
    provider_id: wish.provider_id,
    keep_provider: wish.keep_provider ?? undefined,
    location_id: wish.location_id ?? null,
    start_time: wish.start_time,
    scheduling_request_id: wish.scheduling_request_id ?? null,
    duration_option_id: wish.duration_option_id ?? null,
    notes: wish.notes ?? null,
    seats: wish.seats ?? undefined,
    answers: wish.answers,
  }
  const appointment = await book(context, call, input, (booked) => knownAppointment(booked.appointment), {
    alsoWrite: async (tx, appointment) => {
      const wanted = wish.receive_sms_confirmation ?? null
      confirmation = await queueConfirmation(tx, context, call, appointment, { wanted })
      const booking = { appointmentId: appointment.id, sessionId: call.session.id, confirmation }
      await insertAgentBooking(tx, call.companyId, booking, call.now)
    },
  })
  return { appointment, sms: await sendConfirmation(context, call.companyId, confirmation) }
}

/** Several types at one coming, with one confirmation, under what the conversation holds. */
async function bookComingOnce(
  context: AppContext,
  call: AgentCall,
  wish: Wish,
  { typeIds, sameProvider }: Coming,
): Promise<Omit<Booked, "wasCancelled">> {
  let confirmation: QueuedConfirmation = { textId: null, reason: "not_wanted" }
  const customerId = customerOf(call).id
  const own = await liveHoldOf(context.db, call, holderIn(call))
  const input = {
    customer_id: customerId,
    hold_id: own && whyNotTheirs(own, customerId) === null ? own.id : null,
    appointment_type_ids: typeIds,
    same_provider: sameProvider,
    provider_id: wish.provider_id,
    location_id: wish.location_id ?? null,
    start_time: wish.start_time,
    notes: wish.notes ?? null,
  }
  const known = await bookGroup(
    context,
    call,
    input,
    ({ appointments }) => appointments.map(knownAppointment),
    {
      alsoWrite: async (tx, [first]) => {
        const wanted = wish.receive_sms_confirmation ?? null
        confirmation = await queueConfirmation(tx, context, call, first, { wanted, together: "group" })
        const booking = { appointmentId: first.id, sessionId: call.session.id, confirmation }
        await insertAgentBooking(tx, call.companyId, booking, call.now)
      },
    },
  )
  const [appointment, ...others] = known as [KnownAppointment, ...KnownAppointment[]]
  return { appointment, others, sms: await sendConfirmation(context, call.companyId, confirmation) }
}

function answerOf(call: AgentCall, { appointment, others = [], sms, wasCancelled }: Booked) {
  const outcome = wasCancelled ? "booked_again" : "booked"
  if (others.length === 0) return { ...shownAppointment(call, appointment, outcome), sms }
  const named = [appointment, ...others].map(({ appointment_type }) => appointment_type.name)
  const shown = shownAppointment(call, appointment, outcome, nameOfAll(named))
  return { ...shown, sms, following: followingOf(others) }
}

interface Booked {
  appointment: KnownAppointment
  /** What was booked after it, at the same coming; left out for nothing. */
  others?: readonly KnownAppointment[]
  sms: TextOutcome
  /** The session booked this slot before, and that appointment was cancelled: the caller hears that it is booked again. */
  wasCancelled: boolean
}

/**
 * What the session has booked for this slot already. A booking whose appointment still stands is the one that a repeat
 * gets. A cancelled one is none: the caller has heard of the cancel, so the same booking is meant anew.
 */
async function earlierBookings(
  context: AppContext,
  { companyId, session }: AgentCall,
  slot: Wish,
): Promise<{ held: Booked | null; wasCancelled: boolean }> {
  const bookings = await listAgentBookings(context.db, companyId, {
    sessionId: session.id,
    appointmentTypeId: slot.appointment_type_id,
    providerId: slot.provider_id,
    start: new Date(slot.start_time),
  })
  const wasCancelled = bookings.some(({ status }) => status === "cancelled")
  const held = bookings.find(({ status }) => status === "scheduled" || status === "pending")
  const appointment = held && (await findAppointment(context.db, companyId, held.appointment_id))
  if (!appointment || appointment.customer_id !== session.customer?.id) return { held: null, wasCancelled }
  const isWholeWish = (appointment.group_id === null) === (slot.then_type_ids == null)
  if (!isWholeWish) return { held: null, wasCancelled }
  const sms = await outcomeOf(context, companyId, held)
  const [, ...others] = await comingOf(context, companyId, appointment)
  return {
    held: {
      appointment: knownAppointment(appointment),
      others: others.map(knownAppointment),
      sms,
      wasCancelled,
    },
    wasCancelled,
  }
}

/** Waits for a confirmation that is still on its way, as the first call does or did before it was dropped. */
async function outcomeOf(context: AppContext, companyId: number, held: AgentBooking): Promise<TextOutcome> {
  const { text_id: textId, text_status: status, text_error: error } = held
  if (status === "sent") return { sent: true, reason: null }
  const isOnItsWay = status === "sending" || (status === "pending" && error === null)
  if (textId === null || !isOnItsWay)
    return { sent: false, reason: held.text_reason ?? error ?? "not_sent_yet" }
  return sendConfirmation(context, companyId, { textId, leased: null, reason: null })
}

/** The text that was queued, or why there is none. */
type QueuedConfirmation = Confirmation | { textId: null; reason: "not_wanted" }

/**
 * In the transaction of the booking, under the lease by which this call sends it. A caller who said yes gets it on the number
 * that they call from. When the caller was not asked (null), it goes where the customer's consent lets it go.
 */
async function queueConfirmation(
  tx: Tx,
  context: AppContext,
  call: AgentCall,
  appointment: Appointment,
  { wanted, together = null }: { wanted: boolean | null; together?: "group" | null },
): Promise<QueuedConfirmation> {
  if (wanted === false) return { textId: null, reason: "not_wanted" }
  const askedBy = wanted ? call.session.phone : null
  return confirmByText(tx, context, call, appointment, { askedBy, lease: textLease(context), together })
}

/** After the booking: hands the text to the carrier, so that the agent can say whether it went. */
async function sendConfirmation(
  context: AppContext,
  companyId: number,
  queued: QueuedConfirmation,
): Promise<TextOutcome> {
  if (queued.textId === null) return { sent: false, reason: queued.reason }
  const handed = await handOver(context, companyId, queued.textId, queued.leased)
  return handed.sent ? { sent: true, reason: null } : handed
}
