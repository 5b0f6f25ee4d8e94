/** Entries of the waiting list as every interface makes, changes and ends them, in the transaction of its write. */
import { type Actor, bookedBy } from "../../domain/model/actor.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { invalid, notFound, otherVersion, Refusal } from "../../domain/model/errors.ts"
import { linkOf } from "../../domain/model/link-token.ts"
import { differingFields } from "../../domain/model/record-times.ts"
import {
  type EntryStatus,
  entryInEvent,
  type NamedEntry,
  showEntry,
  type WaitingEntry,
  type WaitingOffer,
} from "../../domain/model/waiting-entry.ts"
import {
  changedEntry,
  type Joining,
  judgeChange,
  judgeJoining,
  type SentWishes,
  wantedFrom,
  whyNotThoseDates,
  whyNotWaitedFor,
} from "../../domain/rules/waiting/join.ts"
import { dateOfDay } from "../../domain/time/dates.ts"
import { minuteToLocal } from "../../domain/time/local-time.ts"
import { minuteOf } from "../../domain/time/units.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import { findCompany } from "../company/companies.sql.ts"
import { isOwnProvider } from "../company/providers.sql.ts"
import { namedIn, ownAppointment, refuseUnknownLocations } from "../company/refuse-unknown.ts"
import { findCustomer, findCustomerForEvent } from "../customers/customers.sql.ts"
import { findHoldOf } from "../ledger/holds.sql.ts"
import * as store from "../ledger/waiting-entries.sql.ts"
import { endOffersOf } from "../ledger/waiting-offers.sql.ts"
import { recordWaiting } from "../outbox/append-event.ts"
import { insertPlannedText } from "../outbox/texts.sql.ts"
import { issueLink, type LinkContext, type LinkMaker, makeLink, waitUrl } from "../platform/links.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { currentTrace } from "../platform/trace.ts"
import { endHoldEarly } from "../taking/end-hold-early.ts"

interface Caller {
  companyId: number
  actor: Actor
  now: number
}

/** The wish of a customer who joins. */
export interface JoinWish extends SentWishes {
  customer_id: number
  appointment_type_id: number
  /** The types that follow it at the same coming. */
  then_type_ids?: number[] | undefined
  same_provider?: boolean | undefined
  latest_date: string
  appointment_id?: number | null | undefined
  priority?: number | undefined
}

/** The date in the company's zone. */
export async function companyToday(db: Db, companyId: number, now: number): Promise<string> {
  const { timezone } = (await findCompany(db, companyId))!
  return dateOfDay(minuteToLocal(timezone, minuteOf(now)).day)
}

/** Puts the customer on the list, or changes the entry for the same type and dates. Takes the customer's lock. */
export async function joinList(
  tx: Tx,
  links: LinkMaker,
  call: Caller,
  wish: JoinWish,
): Promise<{ entry: NamedEntry; isNew: boolean }> {
  const { companyId, now } = call
  const customerId = wish.customer_id
  lockInOrder(tx, { companyId, customerId })
  if (!(await findCustomer(tx, companyId, customerId))) throw notFound("customer", "customer_id")
  const joining = await joiningOf(tx, call, wish)
  const judged = judgeJoining(await store.waitingOfCustomer(tx, companyId, customerId), joining)
  if (judged instanceof Refusal) throw judged
  if (judged.changes) {
    await store.updateEntry(tx, companyId, judged.changes, now)
    return { entry: (await store.findEntry(tx, companyId, judged.changes.id))!, isNew: false }
  }
  const made = await store.insertEntry(
    tx,
    companyId,
    {
      ...joining,
      priority: joining.priority ?? 0,
      customer_id: customerId,
      made_by: bookedBy(call.actor),
      ...makeLink(links),
    },
    now,
  )
  issueLink(tx, companyId, linkOf("waiting_entry", made), links.linkKeys)
  const entry = (await store.findEntry(tx, companyId, made.id))!
  await tell(tx, call, "waiting_entry.created", entry, "waiting")
  return { entry, isNew: true }
}

async function joiningOf(tx: Tx, { companyId, now }: Caller, wish: JoinWish): Promise<Joining> {
  const today = await companyToday(tx, companyId, now)
  const wanted = wantedFrom(wish, today)
  const refusal = whyNotThoseDates(wanted, today)
  if (refusal) throw refusal
  const then_type_ids = wish.then_type_ids ?? []
  await refuseTypes(tx, companyId, [wish.appointment_type_id, ...then_type_ids])
  await refuseUnknownWishes(tx, companyId, wanted)
  const appointmentId = wish.appointment_id ?? null
  if (appointmentId !== null && then_type_ids.length > 0)
    throw invalid("appointment_id", "does not go with appointment_type_ids")
  if (appointmentId !== null) await refuseOtherAppointment(tx, companyId, wish, appointmentId)
  return {
    ...wanted,
    appointment_type_id: wish.appointment_type_id,
    then_type_ids,
    same_provider: wish.same_provider ?? false,
    appointment_id: appointmentId,
    priority: wish.priority ?? null,
  }
}

/** Each of several types has to be one that the customer can book with others. */
async function refuseTypes(tx: Tx, companyId: number, typeIds: readonly number[]): Promise<void> {
  const isOne = typeIds.length === 1
  for (const [index, id] of typeIds.entries()) {
    const type = await findAppointmentType(tx, companyId, id)
    const field = isOne ? "appointment_type_id" : `appointment_type_ids[${index}]`
    if (!type) throw notFound("appointment type", field)
    if (!type.active) throw new Refusal("type_not_bookable")
    const refusal = isOne ? null : whyNotWaitedFor(type, index)
    if (refusal) throw refusal
  }
}

async function refuseUnknownWishes(
  tx: Tx,
  companyId: number,
  { location_ids, provider_ids }: SentWishes,
): Promise<void> {
  await refuseUnknownLocations(tx, companyId, namedIn("location_ids", location_ids ?? []))
  for (const { id, field } of namedIn("provider_ids", provider_ids ?? [])) {
    if (!(await isOwnProvider(tx, companyId, id))) throw notFound("provider", field)
  }
}

/** The appointment that is to become earlier is the customer's own, of the same type, and still to come. */
async function refuseOtherAppointment(tx: Tx, companyId: number, wish: JoinWish, id: number): Promise<void> {
  const named = { id, field: "appointment_id" }
  const appointment = await ownAppointment(tx, companyId, wish.customer_id, named)
  if (appointment.status !== "scheduled") throw new Refusal("appointment_not_scheduled")
  if (appointment.appointment_type_id !== wish.appointment_type_id)
    throw invalid("appointment_id", "expected an appointment of the same type")
}

/** Under the customer's lock, which it takes. Throws `entry_ended` for one that no longer waits. */
export async function changeEntry(
  tx: Tx,
  call: Caller,
  seen: WaitingEntry,
  {
    if_version: ifVersion,
    ...sent
  }: SentWishes & { priority?: number | undefined; if_version?: number | undefined },
): Promise<{ entry: NamedEntry; isUnchanged: boolean }> {
  const { companyId, now } = call
  const entry = await lockWaiting(tx, companyId, seen)
  const conflict = otherVersion(entry, ifVersion)
  if (conflict) throw conflict
  await refuseUnknownWishes(tx, companyId, sent)
  const changed = changedEntry(entry, sent)
  if (differingFields(entry, changed).length === 0) return { entry, isUnchanged: true }
  const present = await store.waitingOfCustomer(tx, companyId, entry.customer_id)
  const refusal =
    whyNotThoseDates(changed, await companyToday(tx, companyId, now)) ?? judgeChange(present, changed)
  if (refusal) throw refusal
  await store.updateEntry(tx, companyId, changed, now)
  return { entry: (await store.findEntry(tx, companyId, entry.id))!, isUnchanged: false }
}

/** Takes the customer's lock. Throws `entry_ended`. */
export async function lockWaiting(
  tx: Tx,
  companyId: number,
  { id, customer_id }: Pick<WaitingEntry, "id" | "customer_id">,
): Promise<NamedEntry> {
  lockInOrder(tx, { companyId, customerId: customer_id })
  const entry = await store.findEntry(tx, companyId, id)
  if (entry?.status !== "waiting") throw new Refusal("entry_ended")
  return entry
}

/** The holder of the hold that keeps an offer's time. */
export const holderOfEntry = (entryId: number): string => `waiting:${entryId}`

/** Gives back what is held for the entry. The caller holds the customer's lock and no provider's. */
export async function letGoOfHold(tx: Tx, { companyId, now }: Caller, entryId: number): Promise<void> {
  const held = await findHoldOf(tx, companyId, holderOfEntry(entryId))
  if (held === null) return
  lockInOrder(tx, { companyId, providerIds: [held.provider_id] })
  await endHoldEarly(tx, { companyId, now }, held)
}

/** Ends an entry that waits, and with it its open offer and what is held. The caller holds the customer's lock and no other. */
export async function endWaiting(
  tx: Tx,
  call: Caller,
  entry: NamedEntry,
  end: { status: Exclude<EntryStatus, "waiting">; appointmentId?: number | null },
): Promise<void> {
  const { companyId, now } = call
  await letGoOfHold(tx, call, entry.id)
  await store.endEntry(tx, companyId, entry.id, end, now)
  endOffersOf(tx, companyId, [entry.id], end.status, now)
  await tell(tx, call, "waiting_entry.ended", entry, end.status, end.appointmentId ?? null)
}

async function tell(
  tx: Tx,
  { companyId, actor, now }: Caller,
  type: "waiting_entry.created" | "waiting_entry.ended",
  entry: NamedEntry,
  state: "waiting" | Exclude<EntryStatus, "waiting">,
  appointmentId: number | null = null,
): Promise<void> {
  const customer = customerInEvent((await findCustomerForEvent(tx, companyId, entry.customer_id))!)
  const told = entryInEvent(entry, state, appointmentId)
  await recordWaiting(tx, { companyId, actor, type, entry: told, customer, appointmentId, now })
}

/** An entry as the company reads it. `withLink` says whether links are set up. */
export const shownEntry = (links: LinkContext, entry: NamedEntry, withLink: boolean, now: number) =>
  showEntry(entry, { waitUrl: withLink ? waitUrl(links, entry) : null, now })

/** Queues a text or a mail about the offer; a second one with the same word is not queued. */
export async function tellOffer(
  tx: Tx,
  companyId: number,
  offer: WaitingOffer,
  { channel, once, now, goodUntil }: { channel: "sms" | "mail"; once: string; now: number; goodUntil?: Date },
): Promise<void> {
  const text = {
    purpose: "offer" as const,
    channel,
    onceKey: `offer:${offer.id}:${once}`,
    customerId: offer.customer_id,
    appointment: null,
    step: null,
    offerId: offer.id,
    dueAt: now,
    goodUntil: (goodUntil ?? offer.good_until).getTime(),
    traceparent: currentTrace(),
  }
  await insertPlannedText(tx, companyId, text, now)
}
