/** A customer answers an offer: sees and holds its time, takes it, or says no. */
import type { CompanyAppointment } from "../../domain/model/appointment.ts"
import type { ShownLinkedPart } from "../../domain/model/appointment-group.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { Hold } from "../../domain/model/hold.ts"
import type { SentAnswers } from "../../domain/model/question.ts"
import { iso } from "../../domain/model/views.ts"
import {
  type NamedEntry,
  type OfferPart,
  offerHoldMinutes,
  typeIdsOf,
  type WaitingOffer,
} from "../../domain/model/waiting-entry.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { book } from "../booking/book.ts"
import { bookGroup } from "../booking/book-group.ts"
import { reschedule } from "../booking/reschedule.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import { holdGroup } from "../holds/hold-group.ts"
import { hold } from "../holds/hold-time.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { liveHoldOf } from "../ledger/kept-by-hold.ts"
import { findEntry } from "../ledger/waiting-entries.sql.ts"
import { askFor, endOffer, findOffer, holdOffer } from "../ledger/waiting-offers.sql.ts"
import { reachOf } from "../messages/reach-waiting.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { endWaiting, holderOfEntry, letGoOfHold, lockWaiting, tellOffer } from "./keep-entries.ts"
import { leadsAll } from "./offered-times.ts"

const ended = () => new Refusal("offer_ended")

/** The entry's own open offer. Throws `entry_ended` and `offer_ended`. */
async function openOffer(
  context: AppContext,
  { companyId, now }: Call,
  { entryId, offerId }: { entryId: number; offerId: number },
): Promise<{ entry: NamedEntry; offer: WaitingOffer }> {
  const entry = found(await findEntry(context.db, companyId, entryId), new Refusal("entry_ended"))
  if (entry.status !== "waiting") throw new Refusal("entry_ended")
  const offer = await findOffer(context.db, companyId, offerId)
  const isOpen =
    offer?.entry_id === entryId &&
    (offer.status === "held" || (offer.status === "offered" && offer.good_until.getTime() > now))
  if (!isOpen) throw ended()
  return { entry, offer }
}

/**
 * Puts the customer in line for the time, and keeps it for five minutes if it is free. A hold that another has ends by
 * itself: the customer who is first in line then gets the time. A seat of a class is not held: it is taken at once.
 */
export async function seeAndHold(
  context: AppContext,
  call: Call,
  asked: { entryId: number; offerId: number },
): Promise<void> {
  const { entry, offer } = await openOffer(context, call, asked)
  if (await isSeat(context, call, offer)) return
  const own = await liveHoldOf(context.db, call, holderOfEntry(entry.id))
  if (own !== null && own.id === offer.hold_id) return
  await write(context, call, "ask_for_offer", async (tx) => {
    await lockWaiting(tx, call.companyId, entry)
    askFor(tx, call.companyId, offer.id, call.now)
    return { result: null, targetId: entry.id, customerId: entry.customer_id, fields: ["offer"] }
  })
  await holdFor(context, call, entry, offer)
}

const isSeat = async ({ db }: AppContext, { companyId }: Call, { appointment_type_id: id }: WaitingOffer) =>
  (await findAppointmentType(db, companyId, id))?.seats != null

/**
 * Nothing changes when another customer has the time, or it is no longer offered. `tells`: the customer did not just press,
 * and hears of it.
 */
export async function holdFor(
  context: AppContext,
  call: Call,
  entry: NamedEntry,
  offer: WaitingOffer,
  { tells = false } = {},
): Promise<void> {
  const zone = tells ? (await findOffer(context.db, call.companyId, offer.id))?.timezone : undefined
  const reach = zone && (await reachOf(context, call.companyId, entry, { zone, now: call.now }))
  const held = async (tx: Tx, made: Hold, shown?: readonly ShownLinkedPart[]): Promise<void> => {
    const present = await findOffer(tx, call.companyId, offer.id)
    if (present?.status !== "offered" && present?.status !== "held") throw ended()
    const parts = shown?.map(partOf) ?? null
    holdOffer(tx, call.companyId, offer.id, { holdId: made.id, endAt: made.end_at, parts })
    if (!reach) return
    const told = {
      channel: reach.channel,
      once: `turn:${made.id}`,
      now: call.now,
      goodUntil: made.expires_at,
    }
    await tellOffer(tx, call.companyId, offer, told)
  }
  try {
    await (entry.then_type_ids.length > 0
      ? holdGroup(context, call, { ...groupWish(entry, offer), ...holding(entry), alsoWrite: held })
      : holdOne(context, call, { entry, offer, held }))
  } catch (error) {
    if (!(error instanceof Refusal && taken.has(error.code))) throw error
  }
}

const partOf = ({ appointment_type_id, provider_id, start_time, end_time }: ShownLinkedPart): OfferPart => ({
  ...{ appointment_type_id, provider_id, start_time, end_time },
})

const holding = (entry: NamedEntry) => ({
  customerId: entry.customer_id,
  minutes: offerHoldMinutes,
  holder: holderOfEntry(entry.id),
})

/** Several types in one visit, each as a search offers it from that start on. */
const groupWish = (entry: NamedEntry, offer: WaitingOffer) => ({
  typeIds: typeIdsOf(entry),
  providerId: offer.provider_id,
  locationId: offer.location_id,
  startTime: iso(offer.start_at),
  sameProvider: leadsAll(entry),
  overrideEligibility: false,
  parts: undefined,
})

interface HoldingOne {
  entry: NamedEntry
  offer: WaitingOffer
  held(tx: Tx, made: Hold): Promise<void>
}

async function holdOne(context: AppContext, call: Call, { entry, offer, held }: HoldingOne): Promise<void> {
  const keptId = entry.appointment_id
  const moved = keptId === null ? null : await findAppointment(context.db, call.companyId, keptId)
  await hold(context, call, {
    ...(moved ? { moved } : {}),
    ...holding(entry),
    now: call.now,
    typeId: offer.appointment_type_id,
    providerId: offer.provider_id,
    locationId: offer.location_id,
    startMinute: offer.start_at.getTime() / msPerMinute,
    endMs: null,
    requestId: null,
    durationOptionId: null,
    overrideEligibility: false,
    alsoWrite: held,
  })
}

/** Others have the time, or will have had it. */
const taken: ReadonlySet<string> = new Set(["slot_taken", "time_not_offered", "offer_ended", "busy"])

interface Taking {
  entryId: number
  offerId: number
  answers?: SentAnswers | undefined
}

/**
 * Books the held time, or a seat. A seat has no hold, so each further press answers with what was booked. Throws
 * `offer_ended` where nothing is held, and a booking's refusals.
 */
export async function takeOffer(context: AppContext, call: Call, asked: Taking): Promise<CompanyAppointment> {
  const taken = await takenBefore(context, call, asked)
  if (taken !== null) return taken
  try {
    return await take(context, call, asked)
  } catch (error) {
    const meanwhile = error instanceof Refusal ? await takenBefore(context, call, asked) : null
    if (meanwhile === null) throw error
    return meanwhile
  }
}

/** The appointment that this very offer was taken by; null where it was not, or where that one stands no more. */
async function takenBefore(
  context: AppContext,
  call: Call,
  { entryId, offerId }: Taking,
): Promise<CompanyAppointment | null> {
  const [entry, offer] = await Promise.all([
    findEntry(context.db, call.companyId, entryId),
    findOffer(context.db, call.companyId, offerId),
  ])
  const bookedId = entry?.booked_appointment_id ?? null
  if (bookedId === null || offer?.entry_id !== entryId || offer.status !== "booked") return null
  if (!(await isSeat(context, call, offer))) return null
  const booked = await findAppointment(context.db, call.companyId, bookedId)
  const stands = booked?.status === "scheduled" || booked?.status === "pending"
  return stands ? showAppointment(context, booked, await linksAreSetUp(context, call)) : null
}

async function take(context: AppContext, call: Call, asked: Taking): Promise<CompanyAppointment> {
  const { entry, offer } = await openOffer(context, call, asked)
  const own = await liveHoldOf(context.db, call, holderOfEntry(entry.id))
  const isHeld = own !== null && own.id === offer.hold_id
  if (!isHeld && !(await isSeat(context, call, offer))) throw ended()
  const held = isHeld ? { hold_id: own.id } : {}
  const start_time = iso(offer.start_at)
  if (entry.then_type_ids.length > 0) {
    const { typeIds, sameProvider } = groupWish(entry, offer)
    const parts = offer.parts?.map((part) => ({ provider_id: part.provider_id, start_time: part.start_time }))
    const wish = {
      ...{
        customer_id: entry.customer_id,
        appointment_type_ids: typeIds,
        same_provider: sameProvider,
        parts,
      },
      ...{ provider_id: offer.provider_id, location_id: offer.location_id, start_time, ...held },
    }
    return bookGroup(context, call, wish, ({ appointments: [first], withLink }) =>
      showAppointment(context, first, withLink),
    )
  }
  if (entry.appointment_id !== null) {
    // A move: the later time is free in the same transaction.
    const place = { provider_id: offer.provider_id, location_id: offer.location_id }
    const move = { id: entry.appointment_id, start_time, ...place, ...held, whole_group: false }
    return reschedule(context, call, move)
  }
  const booking = {
    customer_id: entry.customer_id,
    appointment_type_id: offer.appointment_type_id,
    provider_id: offer.provider_id,
    location_id: offer.location_id,
    start_time,
    ...held,
    answers: asked.answers,
  }
  return book(context, call, booking, ({ appointment, withLink }) =>
    showAppointment(context, appointment, withLink),
  )
}

/** Says no to one time, and stays on the list unless the customer `leaves` it. What was held is free at once. */
export async function declineOffer(
  context: AppContext,
  call: Call,
  { leaves, ...asked }: { entryId: number; offerId: number; leaves: boolean },
): Promise<void> {
  const { entry, offer } = await openOffer(context, call, asked)
  await write(context, call, "decline_waiting_offer", async (tx) => {
    const present = await lockWaiting(tx, call.companyId, entry)
    await letGoOfHold(tx, call, entry.id)
    endOffer(tx, call.companyId, offer.id, "declined", call.now)
    if (leaves) await endWaiting(tx, call, present, { status: "declined" })
    return { result: null, targetId: entry.id, customerId: entry.customer_id, fields: ["offer"] }
  })
}
