/** Why one occurrence of a series can't be booked, and what could be booked instead of it. */
import type { Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { ConflictReason, Every } from "../../model/series.ts"
import { type ShownSlot, showSlot } from "../../model/slot-search.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { blocksOf } from "../availability/blocks.ts"
import { startsOfDay } from "../availability/find-slots.ts"
import { planSearch, type Wish } from "../availability/plan-search.ts"
import type { BookingWish } from "./judge-booking.ts"

const none = new Int32Array(0)
/** Farther than any series reaches. */
const anyDays = 100_000

/** Staff plan a series farther ahead than customers may book. */
export const withoutWindow = (loaded: LoadedSchedules): LoadedSchedules =>
  ofType(loaded, { booking_window_days: anyDays })

/** Each reason is the one without which the occurrence could be booked. */
const lifted: readonly [ConflictReason, (loaded: LoadedSchedules) => LoadedSchedules][] = [
  ["booking_window", withoutWindow],
  ["notice", (loaded) => ofType(loaded, { min_notice_minutes: 0 })],
  ["daily_limit", (loaded) => ofType(loaded, { daily_limit: null })],
  ["holiday", (loaded) => ({ ...loaded, closed: [] })],
  ["time_off", (loaded) => ofEach(loaded, { timeOff: none })],
  ["taken", (loaded) => withoutVisits(ofEach(loaded, { busy: none, jobs: [], typeStarts: none }))],
]

const ofType = (
  loaded: LoadedSchedules,
  more: Partial<NonNullable<LoadedSchedules["type"]>>,
): LoadedSchedules => (loaded.type ? { ...loaded, type: { ...loaded.type, ...more } } : loaded)

const ofEach = (
  loaded: LoadedSchedules,
  more: Partial<LoadedSchedules["providers"][number]>,
): LoadedSchedules => ({ ...loaded, providers: loaded.providers.map((plan) => ({ ...plan, ...more })) })

/** The visits of the day's plan fill promised windows. */
const withoutVisits = (loaded: LoadedSchedules): LoadedSchedules => ({
  ...loaded,
  providers: loaded.providers.map((plan) =>
    plan.team ? { ...plan, team: { ...plan.team, visits: [] } } : plan,
  ),
})

/** `isFree` judges the occurrence by another schedule. */
export function whyConflicting(
  loaded: LoadedSchedules,
  refusal: Refusal,
  isFree: (loaded: LoadedSchedules) => boolean,
): ConflictReason {
  if (refusal.code === "customer_busy") return "customer_busy"
  return lifted.find(([, without]) => isFree(without(loaded)))?.[0] ?? "not_open"
}

/** True where the refusal is about one time, and not the series as a whole. */
export const isOfOneTime = ({ code }: Refusal): boolean =>
  code === "time_not_offered" || code === "customer_busy"

/** The location and the provider of an occurrence, and the search for its times. */
export interface Sought {
  wish: Omit<Wish, "firstDay" | "endDay">
  providerId: number
  locationId: number | null
  /** The present start of a moved one, which is no other time for it. */
  present?: number
}

export function soughtByBooking(loaded: LoadedSchedules, booking: BookingWish): Sought {
  const option = loaded.type!.duration_options.find(({ id }) => id === booking.durationOptionId)
  const { now, providerId, locationId, requestId, overrideEligibility } = booking
  const wish = {
    now,
    locationId: null,
    providerId,
    blockMinutes: option ? [option.minutes] : null,
    request: requestId === null ? null : loaded.request,
    serviceAddress: null,
    moves: false,
    overrideEligibility,
  }
  return { wish, providerId, locationId }
}

/** Two near starts of the same provider at the same location, nearer than the next occurrence. */
export function alternativesTo(
  loaded: LoadedSchedules,
  { wish, providerId, locationId, present }: Sought,
  start: number,
  every: Every,
): ShownSlot[] {
  const zone = loaded.locations.find(({ id }) => id === locationId)?.timezone ?? null
  if (zone === null) return []
  const { day } = minuteToLocal(zone, start)
  const reach = every.unit === "days" ? Math.min(mostDaysAway, every.number - 1) : mostDaysAway
  const [firstDay, endDay] = [day - reach, day + reach + 1]
  const input = planSearch(loaded, { ...wish, firstDay, endDay })
  const provider = input.providers.find(({ id }) => id === providerId)
  const location = input.locations.find(({ id }) => id === locationId)
  if (!provider || !location) return []
  const starts = startsOfDay(input, provider.id, location.id, firstDay, endDay).filter((at) => at !== present)
  return nearestOf(starts, start).flatMap((at) => {
    const blocks = blocksOf(input, provider, location, at)
    return blocks === null ? [] : [showSlot({ provider, location }, blocks)]
  })
}

/** The nearest start before and the nearest after; two of the same side where the other has none. In the order of time. */
function nearestOf(starts: readonly number[], wanted: number): number[] {
  const before = starts.filter((start) => start < wanted)
  const after = starts.filter((start) => start > wanted)
  if (before.length === 0) return after.slice(0, mostAlternatives)
  if (after.length === 0) return before.slice(-mostAlternatives)
  return [before.at(-1)!, after[0]!]
}

/** In either direction. */
export const mostDaysAway = 3
const mostAlternatives = 2
