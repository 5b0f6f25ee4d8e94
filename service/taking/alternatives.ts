/**
 * A refused time comes with the nearest times that can be booked: the same provider's within a day of it, then those of
 * every provider whom the customer may book. Each start appears once, and never the refused one.
 */

import { isStaff } from "../../domain/model/actor.ts"
import type { SearchInput, Slot } from "../../domain/model/availability.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { type ShownSlot, showSlot } from "../../domain/model/slot-search.ts"
import { offeredBlocks } from "../../domain/rules/availability/blocks.ts"
import { seatsOfSlot } from "../../domain/rules/availability/find-sessions.ts"
import { searchSlots } from "../../domain/rules/availability/find-slots.ts"
import { planSearch, withoutOffices } from "../../domain/rules/availability/plan-search.ts"
import { tieOrder } from "../../domain/rules/availability/tie-order.ts"
import { closeUnread } from "../../domain/rules/availability/unread-calendars.ts"
import { withoutClutter } from "../../domain/rules/availability/without-clutter.ts"
import { blockMinutesOf } from "../../domain/rules/booking/judge-move.ts"
import { msPerDay, msPerMinute } from "../../domain/time/units.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { withDrivingTimes } from "../slots/driving-times.ts"
import { type WhyRefused, whyRefused } from "./refusal-reasons.ts"
import { questionAround, serviceAddressFor, type WantedTime } from "./wanted-time.ts"

const most = 3
/** The customers' pages never say which other appointment stands in the way. */
const toThemselves = "You already have an appointment at that time."
const daysAround = 7

/**
 * The error to throw: a refusal of the time itself gains `alternatives`, and says whether the time has just been taken; every
 * other error stays as it is. Staff also read the `reasons` for which the time is not offered.
 */
export async function withAlternatives(
  context: AppContext,
  call: Call,
  wish: WantedTime,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refusal)) return error
  if (!isOfTime(error)) return error
  const alternatives = await nearestSlots(context, call, wish)
  return saying(call, error, alternatives, () => whyRefused(context, call, wish, error))
}

export const isOfTime = ({ code }: Refusal): boolean =>
  code === "slot_taken" || code === "time_not_offered" || code === "customer_busy"

/** The refusal as it is said to who called, of one type as of several. */
export async function saying(
  { actor }: Call,
  { code, message, details }: Refusal,
  alternatives: readonly ShownSlot[],
  whyIsIt: () => Promise<WhyRefused>,
): Promise<Refusal> {
  if (code === "customer_busy" && (actor.kind === "public" || actor.kind === "link")) {
    return new Refusal(code, { message: toThemselves, details: { alternatives } })
  }
  const why = await whyIsIt()
  const said = code === "customer_busy" ? code : why.code
  const reasons = isStaff(actor) ? why.reasons : []
  return new Refusal(said, {
    ...(said === code ? { message } : {}),
    details: { ...details, alternatives, ...(reasons.length > 0 ? { reasons } : {}) },
  })
}

/** Searches all providers only when the same provider's times are not enough: many calls may lose a race for one time. */
async function nearestSlots(context: AppContext, call: Call, wish: WantedTime): Promise<ShownSlot[]> {
  const own = await slotsOf(context, call, wish, wish.providerId)
  const close = own.filter(
    ({ start_time }) => Math.abs(Date.parse(start_time) - wish.startMinute * msPerMinute) < msPerDay,
  )
  // A move keeps its provider, and staff who override the rules have chosen theirs.
  if (close.length === most || wish.moved || wish.overrideEligibility) return own.sort(byTime)
  const others = await slotsOf(context, call, wish, null)
  const isNew = ({ start_time }: ShownSlot) => close.every((slot) => slot.start_time !== start_time)
  return [...close, ...others.filter(isNew)].slice(0, most).sort(byTime)
}

const byTime = (a: ShownSlot, b: ShownSlot) => (a.start_time < b.start_time ? -1 : 1)

/** The nearest slots of one provider, or of all when `providerId` is null; nearest first. */
async function slotsOf(
  context: AppContext,
  call: Call,
  wish: WantedTime,
  providerId: number | null,
): Promise<ShownSlot[]> {
  const question = {
    ...questionAround(call, wish, daysAround),
    providerId,
    locationId: null,
    onlyWanted: providerId !== null,
  }
  const found = closeUnread(await loadSchedules(context.db, question), call.now)
  const loaded = await withDrivingTimes(context, found, serviceAddressFor(found, wish))
  if (!loaded.type) return []
  const input = planSearch(loaded, {
    now: call.now,
    firstDay: question.firstDay,
    endDay: question.endDay,
    locationId: wish.moved ? wish.locationId : null,
    providerId,
    blockMinutes: wish.moved ? blockMinutesOf(wish.moved) : null,
    request: loaded.request,
    serviceAddress: serviceAddressFor(loaded, wish),
    moves: wish.moved !== undefined,
    overrideEligibility: wish.overrideEligibility,
    seats: wish.moved?.seats ?? wish.seats ?? null,
  })
  return nearest(isStaff(call.actor) ? input : withoutOffices(input), wish.startMinute)
}

function nearest(input: SearchInput, wanted: number): ShownSlot[] {
  const { offered } = withoutClutter(input.type, searchSlots(input))
  const slots: Slot[] = offered.flatMap(({ provider, location, starts }) =>
    nearestStarts(starts, wanted).map((start) => ({ provider, location, start })),
  )
  const distance = ({ start }: Slot) => Math.abs(start - wanted)
  slots.sort((a, b) => distance(a) - distance(b) || tieOrder(a.start, a, b.start, b))
  const seen = new Set([wanted])
  return slots
    .filter(({ start }) => !seen.has(start) && seen.add(start))
    .slice(0, most)
    .map((slot) =>
      showSlot(
        slot,
        offeredBlocks(input, slot.provider, slot.location, slot.start),
        seatsOfSlot(input.type, slot),
      ),
    )
}

/** The few starts of one provider and location that could be among the nearest of all. `starts` are sorted. */
function nearestStarts(starts: readonly number[], wanted: number): number[] {
  const after = starts.findIndex((start) => start >= wanted)
  const middle = after < 0 ? starts.length : after
  return starts.slice(Math.max(0, middle - most), middle + most + 1)
}
