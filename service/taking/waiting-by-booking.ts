/** A booking, a move or the end of an appointment changes the waiting list: entries end, and offers are withdrawn. */
import type { Actor } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import type { CustomerInEvent } from "../../domain/model/event.ts"
import { entryInEvent, typeIdsOf, type WaitingEntry } from "../../domain/model/waiting-entry.ts"
import { isBooked } from "../../domain/rules/waiting/join.ts"
import { bookedSince } from "../ledger/appointments.sql.ts"
import { findHoldOf } from "../ledger/holds.sql.ts"
import { endEntry, findEntry, waitAgain, waitingOfCustomer } from "../ledger/waiting-entries.sql.ts"
import { endOffersOf, expireOffersAt, takeOfferAt } from "../ledger/waiting-offers.sql.ts"
import { recordWaiting } from "../outbox/append-event.ts"
import { noteTaken, takenBySpan } from "../outbox/note-freed-time.ts"
import type { Tx } from "../platform/pg/database.ts"
import { companyToday, holderOfEntry } from "../waiting/keep-entries.ts"
import { endHoldEarly } from "./end-hold-early.ts"

interface Caller {
  companyId: number
  actor: Actor
  now: number
}

/**
 * Ends the entries that an appointment, or those that were booked together, fulfil. They stand in the database, and the
 * caller holds the customer's lock. An entry for an earlier time of another appointment goes on. `waiting` was read under
 * the lock before; left out, it is read here.
 */
export async function endWaitingByBooking(
  tx: Tx,
  call: Caller,
  booked: readonly [Appointment, ...Appointment[]],
  customer: CustomerInEvent,
  waiting?: readonly WaitingEntry[],
): Promise<void> {
  const [first, ...others] = booked
  const types = new Set(booked.map(({ appointment_type_id }) => appointment_type_id))
  const entries = waiting ?? (await waitingOfCustomer(tx, call.companyId, first.customer_id))
  const about = entries.filter(
    (entry) => entry.appointment_id === null && typeIdsOf(entry).some((id) => types.has(id)),
  )
  const [alone, together] = [
    about.filter(({ then_type_ids }) => then_type_ids.length === 0),
    about.filter(({ then_type_ids }) => then_type_ids.length > 0),
  ]
  // The entry says which of the appointments ended it.
  for (const one of booked) {
    const ended = alone.filter(({ appointment_type_id }) => appointment_type_id === one.appointment_type_id)
    await end(tx, call, ended, { appointment: one, customer })
  }
  if (together.length > 0)
    await end(tx, call, await allBooked(tx, call, together), { appointment: first, customer })
  for (const one of [first, ...others]) await expireRivals(tx, call, one)
}

/** The entries all of whose types have been booked since. */
async function allBooked(
  tx: Tx,
  { companyId }: Caller,
  entries: readonly WaitingEntry[],
): Promise<WaitingEntry[]> {
  const since = new Date(Math.min(...entries.map(({ created_at }) => created_at.getTime())))
  const typeIds = [...new Set(entries.flatMap(typeIdsOf))]
  const booked = await bookedSince(tx, companyId, { customerId: entries[0]!.customer_id, typeIds, since })
  return entries.filter((entry) => isBooked(entry, booked))
}

/** Ends the entry of a moved appointment that was to become earlier, and has. */
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
  await expireRivals(tx, call, moved)
}

/**
 * Ends the entries of an appointment that was cancelled (`withdrawn`), or that has taken place or was missed (`expired`):
 * nothing can become earlier any more. The customer's hold with its provider, whose lock a cancel has, is free at once; a
 * hold with another provider ends by itself.
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
    const named = { ...entry, type_name: appointment.type_name, then_type_names: [] }
    const told = entryInEvent(named, status)
    await recordWaiting(tx, {
      ...{ companyId, actor: call.actor, type: "waiting_entry.ended", entry: told, customer, now },
    })
  }
}

/** A time that was asked for and declined leaves the customer the place on the list that asking for it took. */
export async function giveBackTurn(
  tx: Tx,
  call: Caller,
  { id, customer_id: customerId }: Appointment,
  customer: CustomerInEvent,
): Promise<void> {
  const { companyId, now, actor } = call
  const today = await companyToday(tx, companyId, now)
  for (const entryId of await waitAgain(tx, companyId, id, { customerId, today, now })) {
    const told = entryInEvent((await findEntry(tx, companyId, entryId))!, "waiting")
    await recordWaiting(tx, {
      ...{ companyId, actor, type: "waiting_entry.created", entry: told, customer, now },
    })
  }
}

/** Ends the entries of an archived customer, who gets no more offers. */
export async function endWaitingOfCustomer(
  tx: Tx,
  call: Caller,
  customerId: number,
  customer: CustomerInEvent,
): Promise<void> {
  const { companyId, now, actor } = call
  for (const { id } of await waitingOfCustomer(tx, companyId, customerId)) {
    await endEntry(tx, companyId, id, { status: "withdrawn" }, now)
    endOffersOf(tx, companyId, [id], "withdrawn", now)
    const told = entryInEvent((await findEntry(tx, companyId, id))!, "withdrawn")
    await recordWaiting(tx, {
      ...{ companyId, actor, type: "waiting_entry.ended", entry: told, customer, now },
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
  const { id: appointmentId, provider_id: providerId, start_at: startAt } = appointment
  for (const entry of entries) {
    await endEntry(tx, companyId, entry.id, { status: "booked", appointmentId }, now)
    takeOfferAt(tx, companyId, { entryId: entry.id, providerId, startAt }, now)
    endOffersOf(tx, companyId, [entry.id], "expired", now)
    const told = entryInEvent((await findEntry(tx, companyId, entry.id))!, "booked", appointmentId)
    const { actor } = call
    await recordWaiting(tx, {
      ...{ companyId, actor, type: "waiting_entry.ended", entry: told, customer, appointmentId, now },
    })
  }
}

/** Others are offered its time no more. A promised window has room for more: which offers still fit is for a search to say. */
export async function expireRivals(tx: Tx, { companyId, now }: Caller, taken: Appointment): Promise<void> {
  if (taken.work_minutes !== null) return noteTaken(tx, { companyId, now }, [takenBySpan(taken)])
  const { provider_id: providerId, start_at: from, end_at: to, session_id: sessionId } = taken
  expireOffersAt(tx, companyId, { providerId, from, to, sessionId }, now)
}
