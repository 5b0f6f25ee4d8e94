/** A refused time comes with the nearest ones that can be had. */

import type { CustomerPlace, SearchInput, Slot } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
import { type PlacedSlot, placedSlotOf } from "../../model/slot.ts"
import { blocksOf } from "../../rules/availability/find-slots.ts"
import { planSearch } from "../../rules/availability/plan-search.ts"
import { searchSlots } from "../../rules/availability/search.ts"
import { closeUnread } from "../../rules/availability/unread-calendars.ts"
import { loadSchedules, type ScheduleQuestion } from "../../store/schedules.ts"
import type { House } from "../house.ts"
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
  place?: CustomerPlace | null
  /** A move keeps provider, place and length. */
  moved?: { appointmentId: number; blockMinutes: readonly number[] }
}

const most = 3
const daysAround = 7

/** Runs `work`; a refusal for the time's sake gains `alternatives`. */
export async function withAlternatives<T>(
  house: House,
  call: Call,
  wish: RefusedWish,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || (error.code !== "slot_taken" && error.code !== "time_not_offered"))
      throw error
    const alternatives = await nearestSlots(house, call, wish)
    throw new Refusal(error.code, { message: error.message, details: { ...error.details, alternatives } })
  }
}

async function nearestSlots(house: House, call: Call, wish: RefusedWish): Promise<PlacedSlot[]> {
  const day = Math.floor(wish.startMinute / 1440)
  const question: ScheduleQuestion = {
    companyId: call.companyId,
    typeId: wish.typeId,
    firstDay: day - daysAround,
    endDay: day + daysAround + 1,
    customerId: wish.customerId,
    requestId: wish.requestId,
    providerId: wish.providerId,
    locationId: null,
    movedAppointmentId: wish.moved?.appointmentId ?? null,
    blockCount: wish.moved?.blockMinutes.length ?? null,
    onlyWanted: true,
  }
  const loaded = closeUnread(await loadSchedules(house.db, question), call.now)
  if (!loaded.type) return []
  const input = planSearch(loaded, {
    now: call.now,
    firstDay: question.firstDay,
    endDay: question.endDay,
    locationId: wish.moved ? wish.locationId : null,
    providerId: wish.providerId,
    blockMinutes: wish.moved?.blockMinutes ?? null,
    request: loaded.request,
    place: wish.place ?? null,
    moves: wish.moved !== undefined,
    overrideEligibility: wish.overrideEligibility,
  })
  return nearest(input, wish.startMinute)
}

function nearest(input: SearchInput, startMinute: number): PlacedSlot[] {
  const slots: Slot[] = searchSlots(input).places.flatMap(({ provider, location, starts }) =>
    Array.from(starts, (start) => ({ provider, location, start })),
  )
  const distance = (slot: Slot) => Math.abs(slot.start - startMinute)
  return slots
    .sort((a, b) => distance(a) - distance(b) || a.start - b.start || a.location.id - b.location.id)
    .slice(0, most)
    .sort((a, b) => a.start - b.start)
    .map((slot) => placedSlotOf(slot, blocksOf(input.type, slot.provider, slot.location, slot.start)!))
}
