/** What a booking, a move or the end of an appointment makes of the waiting list: who waits no more, and what is no longer offered. */
import type { Actor } from "../../../domain/model/actor.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import type { CustomerInEvent } from "../../../domain/model/event.ts"
import { entryInEvent, type WaitingEntry } from "../../../domain/model/waiting-entry.ts"
import { findHoldOf } from "../../store/holds.ts"
import type { Tx } from "../../store/pg/database.ts"
import { endEntry, waitingOfCustomer } from "../../store/waiting-entries.ts"
import { endOffersOf, expireOffersAt, takeOfferAt } from "../../store/waiting-offers.ts"
import { recordWaiting } from "./events.ts"
import { endHoldEarly } from "./freed-time.ts"
import { holderOfEntry } from "./waiting-entries.ts"

interface Caller {
  companyId: number
  actor: Actor
  now: number
}

/** The caller holds the customer's lock. An entry for an earlier time of another appointment goes on. */
export async function endWaitingByBooking(
  tx: Tx,
  call: Caller,
  appointment: Appointment,
  customer: CustomerInEvent,
): Promise<void> {
  const waiting = await waitingOfCustomer(tx, call.companyId, appointment.customer_id)
  const ended = waiting.filter(
    (entry) => entry.appointment_type_id === appointment.appointment_type_id && entry.appointment_id === null,
  )
  await end(tx, call, ended, { appointment, customer })
}

/** Of a moved appointment that was to become earlier, and has. */
export async function endWaitingByMove(
  tx: Tx,
  call: Caller,
  move: { appointment: Appointment; moved: Appointment; customer: CustomerInEvent },
): Promise<void> {
  const { appointment: before, moved, customer } = move
  const waiting = await waitingOfCustomer(tx, call.companyId, moved.customer_id)
  const isEarlier = moved.start_at.getTime() < before.start_at.getTime()
  const ended = waiting.filter((entry) => isEarlier && entry.appointment_id === moved.id)
  await end(tx, call, ended, { appointment: moved, customer })
}

/**
 * Of an appointment that was cancelled (`withdrawn`), or that has taken place or was missed (`expired`): nothing can become earlier
 * any more. What the customer holds with its provider, whose lock a cancel has, is free at once; a hold with another provider ends by itself.
 */
export async function endWaitingWithAppointment(
  tx: Tx,
  call: Caller,
  appointment: Appointment,
  { customer, status }: { customer: CustomerInEvent; status: "withdrawn" | "expired" },
): Promise<void> {
  const { companyId, now } = call
  const waiting = await waitingOfCustomer(tx, companyId, appointment.customer_id)
  for (const entry of waiting.filter((one) => one.appointment_id === appointment.id)) {
    const held = await findHoldOf(tx, companyId, holderOfEntry(entry.id))
    if (status === "withdrawn" && held?.provider_id === appointment.provider_id)
      await endHoldEarly(tx, call, held)
    await endEntry(tx, companyId, entry.id, { status }, now)
    endOffersOf(tx, companyId, [entry.id], status, now)
    const told = entryInEvent({ ...entry, type_name: appointment.type_name }, status)
    await recordWaiting(tx, {
      ...{ companyId, actor: call.actor, type: "waiting_entry.ended", entry: told, customer, now },
    })
  }
}

async function end(
  tx: Tx,
  call: Caller,
  entries: readonly WaitingEntry[],
  { appointment, customer }: { appointment: Appointment; customer: CustomerInEvent },
): Promise<void> {
  const { companyId, now } = call
  const { id: appointmentId, provider_id: providerId, start_at: from, end_at: to } = appointment
  for (const entry of entries) {
    await endEntry(tx, companyId, entry.id, { status: "booked", appointmentId }, now)
    takeOfferAt(tx, companyId, { entryId: entry.id, providerId, startAt: from }, now)
    endOffersOf(tx, companyId, [entry.id], "expired", now)
    const told = entryInEvent({ ...entry, type_name: appointment.type_name }, "booked", appointmentId)
    const { actor } = call
    await recordWaiting(tx, {
      ...{ companyId, actor, type: "waiting_entry.ended", entry: told, customer, appointmentId, now },
    })
  }
  expireOffersAt(tx, companyId, { providerId, from, to, sessionId: appointment.session_id }, now)
}
