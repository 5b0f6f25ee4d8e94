import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { agentBooking, bookedAppointmentView } from "../../model/agent/appointments.ts"
import { Refusal } from "../../model/errors.ts"
import { insertAgentBooking } from "../../store/agent-bookings.ts"
import { listUpcoming } from "../../store/appointments.ts"
import { book } from "../appointments/book.ts"
import { type AgentCall, agentTool, customerOf } from "./agent-tool.ts"
import { type QueuedConfirmation, queueConfirmation, sendConfirmation } from "./confirmation.ts"
import { SaidRefusal } from "./in-agent-words.ts"
import { requireOwnRequest, shownAppointment } from "./own-records.ts"
import { type Repeated, repeatedBooking } from "./repeated-booking.ts"

type Wish = z.output<typeof agentBooking>

export const bookForCaller = agentTool({
  name: "book_appointment",
  summary: "Book a time",
  description:
    "Books one of the slots that find_slots gave, once the caller has said yes to it. For a job over several days too, " +
    "the slot's start_time books every day. When the time is gone, the error's `details.alternatives` hold the nearest " +
    "ones. `sms` tells whether a confirmation went by text. Safe to send again: the same booking is not made twice.",
  status: 201,
  writes: true,
  input: agentBooking,
  result: bookedAppointmentView,
  async run(context, call, wish) {
    customerOf(call)
    const earlier = await repeatedBooking(context, call, wish)
    if (earlier) return answerOf(call, earlier)
    try {
      return answerOf(call, await bookOnce(context, call, wish))
    } catch (error) {
      // The same booking, sent twice at once: the one that came second is refused what the first has got.
      const first = error instanceof Refusal ? await repeatedBooking(context, call, wish) : null
      if (first) return answerOf(call, first)
      if (error instanceof Refusal && error.code === "slot_taken") await refuseOwnTime(context, call, wish)
      throw error
    }
  },
})

/** Whoever calls again after a call that broke off is not told that somebody else took their time. */
async function refuseOwnTime(context: AppContext, call: AgentCall, wish: Wish): Promise<void> {
  const { companyId, now } = call
  const upcoming = await listUpcoming(context.db, companyId, customerOf(call).id, { now, most: 100 })
  const start = Date.parse(wish.start_time)
  const isOwn = upcoming.some(
    (own) => own.provider_id === wish.provider_id && own.start_at.getTime() === start,
  )
  if (isOwn) throw new SaidRefusal("slot_taken", { message: "You already have an appointment at that time." })
}

async function bookOnce(context: AppContext, call: AgentCall, wish: Wish): Promise<Repeated> {
  await requireOwnRequest(context, call, wish.scheduling_request_id)
  let confirmation: QueuedConfirmation = { textId: null, reason: "not_wanted" }
  const input = {
    customer_id: customerOf(call).id,
    appointment_type_id: wish.appointment_type_id,
    provider_id: wish.provider_id,
    location_id: wish.location_id ?? null,
    start_time: wish.start_time,
    scheduling_request_id: wish.scheduling_request_id ?? null,
    duration_option_id: wish.duration_option_id ?? null,
  }
  const appointment = await book(context, call, input, {
    alsoWrite: async (tx, appointment) => {
      const isWanted = wish.receive_sms_confirmation ?? true
      confirmation = await queueConfirmation(tx, context, call, { appointment, isWanted })
      const booking = { appointmentId: appointment.id, sessionId: call.session.id, confirmation }
      await insertAgentBooking(tx, call.companyId, booking, call.now)
    },
  })
  return { appointment, sms: await sendConfirmation(context, call.companyId, confirmation) }
}

function answerOf({ session, now }: AgentCall, { appointment, sms }: Repeated) {
  return { ...shownAppointment(appointment, session.company, now), sms }
}
