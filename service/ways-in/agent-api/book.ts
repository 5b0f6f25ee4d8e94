/** Books for the caller, and confirms by text. A booking that is sent again gets what it got the first time. */

import {
  agentBooking,
  bookedAppointmentView,
  type TextOutcome,
} from "../../../domain/model/agent/appointments.ts"
import {
  besides,
  type KnownAppointment,
  knownAppointment,
  wordingAt,
} from "../../../domain/model/agent/known-appointment.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { mostLabelCharacters } from "../../../domain/model/question.ts"
import { asPromptData } from "../../../domain/model/written-by-people.ts"
import { AnswerMissing } from "../../../domain/rules/booking/answers.ts"
import { whyNotTheirs } from "../../../domain/rules/holds/live-hold.ts"
import { book } from "../../booking/book.ts"
import { bookGroup } from "../../booking/book-group.ts"
import { findAppointmentType } from "../../company/appointment-types.sql.ts"
import { listUpcoming } from "../../ledger/appointments.sql.ts"
import { liveHoldOf } from "../../ledger/kept-by-hold.ts"
import { requireOwnRequest } from "../../ledger/lock-requests.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Tx } from "../../platform/pg/database.ts"
import { bookingRefusals } from "../../taking/refusal-reasons.ts"
import { insertAgentBooking } from "./agent-bookings.sql.ts"
import { type AgentCall, agentTool, customerOf } from "./agent-tool.ts"
import { type QueuedConfirmation, queueConfirmation, sendConfirmation } from "./confirm-booking.ts"
import { type Booked, earlierBooking, repeated, type Wish } from "./earlier-bookings.ts"
import { holderIn } from "./hold-slot.ts"
import { SaidRefusal } from "./in-agent-words.ts"
import { refuseIfClosed } from "./office.ts"
import { sayingOwnAppointment, shownAppointment } from "./own-records.ts"
import { type Coming, comingAsked, nameOfAll } from "./wanted-group.ts"

export const bookForCaller = agentTool({
  name: "book_appointment",
  summary: "Book a time",
  description:
    "Books a slot of find_slots, once the caller has said yes to it: all days of a job over several days, all or none of several types. When the time is gone, `details.alternatives` hold the nearest ones. Status `pending` means asked for and not booked yet: `say` tells until when the office answers.",
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
    const { held, wasCancelled } = await earlierBooking(context, call, wish)
    if (held) return answerOf(call, { ...(await repeated(context, call, held, wish)), wasCancelled })
    try {
      const booked = coming
        ? await bookComingOnce(context, call, wish, coming)
        : await bookOnce(context, call, wish)
      return answerOf(call, { ...booked, wasCancelled })
    } catch (error) {
      // Of two equal calls at once, the second one is refused the time that the first one has booked.
      const { held } = error instanceof Refusal ? await earlierBooking(context, call, wish) : { held: null }
      if (held) return answerOf(call, { ...(await repeated(context, call, held, wish)), wasCancelled })
      if (error instanceof AnswerMissing) throw askingFirst(call, error)
      if (error instanceof Refusal && error.code === "slot_taken") await refuseOwnTime(context, call, wish)
      throw await withAlternativesSaid(context, call, wish, error)
    }
  },
})

/** The caller hears the question that is still open. */
const askingFirst = ({ session }: AgentCall, { field, question }: AnswerMissing) =>
  new SaidRefusal("invalid_input", {
    field: field!,
    message: wordsIn(session.listener.language).appointments.askFirst({
      question: asPromptData(question.label, mostLabelCharacters),
    }),
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
  const message = wordsIn(call.session.listener.language).refusals.customer_busy
  if (isOwn) throw new SaidRefusal("slot_taken", { message })
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
  return sayingOwnAppointment(context, call, error, wordingAt(type?.place ?? null, session.listener, now))
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
      confirmation = await queueConfirmation(tx, context, call, [appointment], { wanted })
      await remember(tx, call, wish, appointment, confirmation)
    },
  })
  return { appointment, sms: await sendConfirmation(context, call.companyId, confirmation) }
}

/** Several types in one visit, with one confirmation, under what the conversation holds. */
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
      alsoWrite: async (tx, all) => {
        const wanted = wish.receive_sms_confirmation ?? null
        confirmation = await queueConfirmation(tx, context, call, all, { wanted, together: "group" })
        await remember(tx, call, wish, all[0], confirmation)
      },
    },
  )
  const [appointment, ...others] = known as [KnownAppointment, ...KnownAppointment[]]
  return { appointment, others, sms: await sendConfirmation(context, call.companyId, confirmation) }
}

/** A repeat of the call finds it. */
function remember(
  tx: Tx,
  { companyId, session, now }: AgentCall,
  { provider_id: askedProviderId }: Wish,
  { id: appointmentId }: Appointment,
  confirmation: QueuedConfirmation,
): Promise<void> {
  const booking = { appointmentId, sessionId: session.id, askedProviderId, confirmation }
  return insertAgentBooking(tx, companyId, booking, now)
}

function answerOf(call: AgentCall, { appointment, others = [], sms, wasCancelled }: Booked) {
  const outcome = wasCancelled ? "booked_again" : "booked"
  if (others.length === 0) return asking(call, { ...shownAppointment(call, appointment, outcome), sms })
  const named = [appointment, ...others].map(({ appointment_type }) => appointment_type.name)
  const shown = shownAppointment(call, appointment, outcome, nameOfAll(call.session.listener.language, named))
  return asking(call, { ...shown, sms, following: besides(others) })
}

/** A caller without a consent on record is asked; the same booking with their yes sends the text. */
function asking<Shown extends { say: string; sms: TextOutcome }>(
  { session }: AgentCall,
  shown: Shown,
): Shown {
  if (shown.sms.reason !== "not_asked") return shown
  const words = wordsIn(session.listener.language).appointments
  return { ...shown, say: words.textYou({ said: shown.say }) }
}
