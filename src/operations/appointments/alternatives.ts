/**
 * A refused time comes with the nearest ones that can be had: the same provider's within a day of it, then those of
 * anybody whom the customer may book, for a provider whose day is full has none that are near. Each start once, and never
 * the refused one, which would sound as if nothing had been refused.
 */

import type { AppContext } from "../../context.ts"
import type { SearchInput, ServiceAddress, Slot } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
import { type ShownSlot, showSlot } from "../../model/slot.ts"
import { blocksOf } from "../../rules/availability/find-slots.ts"
import { planSearch } from "../../rules/availability/plan-search.ts"
import { searchSlots } from "../../rules/availability/search.ts"
import { closeUnread } from "../../rules/availability/unread-calendars.ts"
import { loadSchedules, type ScheduleQuestion } from "../../store/schedules.ts"
import { minutesPerDay, msPerDay, msPerMinute } from "../../time/units.ts"
import type { Call } from "../operation.ts"

export interface RefusedWish {
  customerId: number
  typeId: number
  providerId: number
  locationId: number | null
  startMinute: number
  requestId: number | null
  overrideEligibility: boolean
  /** Where the customer is, when nothing is on file yet. */
  serviceAddress?: ServiceAddress | null
  /** A move keeps provider, place and length. */
  moved?: { appointmentId: number; blockMinutes: readonly number[] }
}

const most = 3
const daysAround = 7

/** Runs `work`; a refusal for the time's sake gains `alternatives`. */
export async function withAlternatives<T>(
  context: AppContext,
  call: Call,
  wish: RefusedWish,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || (error.code !== "slot_taken" && error.code !== "time_not_offered"))
      throw error
    const alternatives = await nearestSlots(context, call, wish)
    throw new Refusal(error.code, { message: error.message, details: { ...error.details, alternatives } })
  }
}

/** Asks for everybody's times only where the same provider's are not enough: of those who race for a time, many lose. */
async function nearestSlots(context: AppContext, call: Call, wish: RefusedWish): Promise<ShownSlot[]> {
  const own = await slotsOf(context, call, wish, wish.providerId)
  const close = own.filter(
    ({ start_time }) => Math.abs(Date.parse(start_time) - wish.startMinute * msPerMinute) < msPerDay,
  )
  // Whoever moves keeps the provider, and staff who overrule the rules have chosen one.
  if (close.length === most || wish.moved || wish.overrideEligibility) return own.sort(byTime)
  const others = await slotsOf(context, call, wish, null)
  const isNew = ({ start_time }: ShownSlot) => close.every((slot) => slot.start_time !== start_time)
  return [...close, ...others.filter(isNew)].slice(0, most).sort(byTime)
}

const byTime = (a: ShownSlot, b: ShownSlot) => (a.start_time < b.start_time ? -1 : 1)

/** The nearest of one provider, or of all for null; nearest first. */
async function slotsOf(
  context: AppContext,
  call: Call,
  wish: RefusedWish,
  providerId: number | null,
): Promise<ShownSlot[]> {
  const day = Math.floor(wish.startMinute / minutesPerDay)
  const question: ScheduleQuestion = {
    companyId: call.companyId,
    typeId: wish.typeId,
    firstDay: day - daysAround,
    endDay: day + daysAround + 1,
    customerId: wish.customerId,
    requestId: wish.requestId,
    providerId,
    locationId: null,
    movedAppointmentId: wish.moved?.appointmentId ?? null,
    blockCount: wish.moved?.blockMinutes.length ?? null,
    onlyWanted: providerId !== null,
  }
  const loaded = closeUnread(await loadSchedules(context.db, question), call.now)
  if (!loaded.type) return []
  const input = planSearch(loaded, {
    now: call.now,
    firstDay: question.firstDay,
    endDay: question.endDay,
    locationId: wish.moved ? wish.locationId : null,
    providerId,
    blockMinutes: wish.moved?.blockMinutes ?? null,
    request: loaded.request,
    serviceAddress: wish.serviceAddress ?? null,
    moves: wish.moved !== undefined,
    overrideEligibility: wish.overrideEligibility,
  })
  return nearest(input, wish.startMinute)
}

function nearest(input: SearchInput, wanted: number): ShownSlot[] {
  const slots: Slot[] = searchSlots(input).offered.flatMap(({ provider, location, starts }) =>
    nearestStarts(starts, wanted).map((start) => ({ provider, location, start })),
  )
  const distance = ({ start }: Slot) => Math.abs(start - wanted)
  slots.sort(
    (a, b) =>
      distance(a) - distance(b) ||
      a.start - b.start ||
      a.provider.id - b.provider.id ||
      a.location.id - b.location.id,
  )
  const seen = new Set([wanted])
  return slots
    .filter(({ start }) => !seen.has(start) && seen.add(start))
    .slice(0, most)
    .map((slot) => showSlot(slot, blocksOf(input.type, slot.provider, slot.location, slot.start)!))
}

/** The few of one place that could be among the nearest of all; `starts` are sorted. */
function nearestStarts(starts: Int32Array, wanted: number): number[] {
  const after = starts.findIndex((start) => start >= wanted)
  const middle = after < 0 ? starts.length : after
  return Array.from(starts.subarray(Math.max(0, middle - most), middle + most + 1))
}
