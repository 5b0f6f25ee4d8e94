/**
 * Holds and open offers of the waiting list under new zone rules: their people know a wall-clock time, which they keep. Each
 * moves in one transaction with all that it takes; a held offer goes with its hold. No entry ends by it, and only receivers
 * of events hear of it.
 */
import { customerInEvent } from "../../domain/model/customer.ts"
import { iso } from "../../domain/model/views.ts"
import { entryInEvent, type OfferPart, offerInEvent } from "../../domain/model/waiting-entry.ts"
import { clockOffsetAt, minuteByWallClock, type ShiftedDay } from "../../domain/rules/booking/wall-clock.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { locksOfResources } from "../classes/put-session.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import {
  findLiveHold,
  findOpenOffer,
  findSpansOfHold,
  listLiveHolds,
  listOpenOffers,
  partsOfHeldOffer,
  shiftHold,
  shiftOffer,
  type ToldByClock,
  type ToldHold,
  type ToldOffer,
} from "../ledger/told-times.sql.ts"
import { findEntry } from "../ledger/waiting-entries.sql.ts"
import { findOffer, offeredBefore } from "../ledger/waiting-offers.sql.ts"
import { recordWaiting } from "../outbox/append-event.ts"
import { freedSpan, noteFreed } from "../outbox/note-freed-time.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import type { Written } from "../platform/write.ts"
import { InTheWay, refuseInTheWay } from "../taking/keep-wall-clock.ts"
import { shiftHeld } from "../taking/write-allocations.ts"

export interface Shifted {
  companyId: number
  timezone: string
  day: ShiftedDay
  /** The hold or offer with the earliest minute here moves first; a promised window counts by its planned time. */
  occupiedFrom: number
}
/**
 * `slot_taken`: the provider has something else at the wall-clock time. `room_taken`: a room or equipment of it is another's then.
 * `changed`: somebody changed it meanwhile. `recorded`: it stays, and its clock as it is now is kept from now on.
 */
export type MoveOutcome = "moved" | "slot_taken" | "room_taken" | "changed" | "recorded"

export type ShiftedHold = Shifted & { hold: ToldHold }
export type ShiftedOffer = Shifted & { offer: ToldOffer }

/** The holds and offers of one company that have not begun. */
export async function listShiftedTold(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  companyId: number,
): Promise<(ShiftedHold | ShiftedOffer)[]> {
  const now = clock.now()
  const holds = (await listLiveHolds(db, companyId, now)).flatMap((hold) => {
    const shift = shiftOf(companyId, hold)
    return shift ? { ...shift, hold } : []
  })
  const offers = (await listOpenOffers(db, companyId, now)).flatMap((offer) => {
    const shift = shiftOf(companyId, offer)
    return shift ? { ...shift, offer } : []
  })
  return [...holds, ...offers]
}

function shiftOf(companyId: number, told: ToldByClock & { start_at: Date }): Shifted | null {
  const startByWallClock = minuteByWallClock(told)
  if (startByWallClock === null) return null
  const start = told.start_at.getTime() / msPerMinute
  const shownWall = start + clockOffsetAt(told.timezone, start)
  const day = { bookedWall: start + told.clock_offset!, shownWall, start, startByWallClock }
  return { companyId, timezone: told.timezone, day, occupiedFrom: start }
}

/** The minutes by which it moves, and the offset of the clock there. */
function shiftFor(told: ToldByClock & { start_at: Date }) {
  const kept = minuteByWallClock(told)
  return kept === null
    ? null
    : {
        minutes: kept - told.start_at.getTime() / msPerMinute,
        clockOffset: clockOffsetAt(told.timezone, kept),
      }
}

const partsAfter = (parts: readonly OfferPart[] | null, minutes: number): OfferPart[] | null => {
  const later = (time: string) => iso(new Date(Date.parse(time) + minutes * msPerMinute))
  return (
    parts?.map((part) => ({ ...part, start_time: later(part.start_time), end_time: later(part.end_time) })) ??
    null
  )
}

export type Moving = (tx: Tx, call: Call) => Promise<Written<MoveOutcome>>

export const moveHold =
  (seen: ToldHold): Moving =>
  async (tx, call) => {
    const { companyId, now } = call
    const before = await findSpansOfHold(tx, companyId, seen.id)
    const idsOf = (isWanted: boolean) =>
      before.filter(({ isProvider }) => isProvider === isWanted).map(({ resourceId: id }) => ({ id }))
    lockInOrder(tx, {
      companyId,
      providerIds: idsOf(true).map(({ id }) => id),
      resourceIds: await roomLocks(tx, companyId, idsOf(false)),
    })
    const hold = await findLiveHold(tx, companyId, seen.id, now)
    const spans = await findSpansOfHold(tx, companyId, seen.id)
    const shift = hold && String(spans.map(spanText)) === String(before.map(spanText)) ? shiftFor(hold) : null
    if (hold === null || shift === null) return { result: "changed", targetId: seen.id, fields: [] }
    const wanted = spans.map(({ resourceId, start, end }) => ({
      ...{ resourceId, start: start + shift.minutes, end: end + shift.minutes },
    }))
    const at = new Date(now)
    await refuseInTheWay(tx, companyId, wanted, { holdId: seen.id, now: at })
    const parts = partsAfter(await partsOfHeldOffer(tx, companyId, seen.id), shift.minutes)
    const resourceIds = spans.map(({ resourceId }) => resourceId)
    shiftHeld(tx, companyId, seen.id, { minutes: shift.minutes, resourceIds, at })
    shiftHold(tx, companyId, seen.id, { ...shift, parts })
    await noteFreed(tx, { companyId, now }, freedSpan(hold, hold.provider_id, "hold"))
    return { result: "moved", targetId: seen.id, fields: ["start_time"] }
  }

const spanText = ({ resourceId, start, end }: { resourceId: number; start: number; end: number }) =>
  `${resourceId} ${start} ${end}`

/** An offer takes no time. Receivers of events get it anew, at the instant that its wall-clock time has now. */
export const moveOffer =
  (seen: ToldOffer): Moving =>
  async (tx, call) => {
    const { companyId, actor, now } = call
    lockInOrder(tx, { companyId, customerId: seen.customer_id })
    const offer = await findOpenOffer(tx, companyId, seen.id, now)
    const entry = await findEntry(tx, companyId, seen.entry_id)
    const shift = offer && shiftFor(offer)
    if (offer === null || shift === null || entry?.status !== "waiting")
      return { result: "changed", targetId: seen.id, fields: [] }
    const present = (await findOffer(tx, companyId, seen.id))!
    const startMs = present.start_at.getTime() + shift.minutes * msPerMinute
    const others = await offeredBefore(tx, companyId, [entry.id])
    const isOfferedBefore = others.some(
      (other) =>
        other.start_at.getTime() === startMs &&
        other.provider_id === present.provider_id &&
        other.location_id === present.location_id,
    )
    // An entry is offered the same start once.
    if (isOfferedBefore) throw new InTheWay("slot_taken")
    shiftOffer(tx, companyId, seen.id, { ...shift, parts: partsAfter(offer.parts, shift.minutes) })
    const moved = (await findOffer(tx, companyId, seen.id))!
    const customer = customerInEvent((await findCustomerForEvent(tx, companyId, entry.customer_id))!)
    await recordWaiting(tx, {
      ...{ companyId, actor, type: "waiting_entry.offered", now, customer },
      ...{ entry: entryInEvent(entry, "offered"), offer: offerInEvent(moved) },
    })
    return { result: "moved", targetId: entry.id, customerId: entry.customer_id, fields: ["offer"] }
  }

/** The locks of rooms and equipment that are known by their ids. */
export const roomLocks = (tx: Tx, companyId: number, rooms: readonly { id: number }[] | null | undefined) =>
  locksOfResources(
    tx,
    companyId,
    (rooms ?? []).map(({ id }) => id),
  )
