/**
 * The file to read first: which times can be booked, which of them to offer first, and why there are none.
 *
 *   who may come from where      →  providers at locations   eligible-locations.ts
 *   for each provider there:                                 find-starts.ts
 *     hours, overrides, time off →  working intervals        working-intervals.ts (the only file with wall-clock hours)
 *     dates, notice, daily limit →  windows of starts        start-windows.ts
 *     own jobs and calendars     →  busy intervals
 *     one sweep over all three   →  starts on the grid       sweep.ts
 *     the edges of busy time     →  packed starts            packed-starts.ts
 *     the job's further days     →  fewer starts             blocks.ts
 *     sessions of a class       →  nothing but these    find-sessions.ts
 *     steps without the provider →  busy time, shifted       parts.ts
 *     who else has to come       →  a count of free minutes  crew.ts
 *   the best of all starts       →  recommended              recommend.ts, score.ts
 *   why a start is not offered   →  reasons                  explain-slots.ts
 *
 * From the working intervals on, everything is whole epoch minutes in sorted typed arrays.
 */

import type {
  Day,
  FoundStarts,
  Minute,
  ProviderLocation,
  SearchInput,
  SearchResult,
  Slot,
} from "../../model/availability.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { findWindows, planWindow } from "../planning/windows.ts"
import { eligibleLocations } from "./eligible-locations.ts"
import { findSessions, sessionAt } from "./find-sessions.ts"
import { findStarts, sharedAt } from "./find-starts.ts"
import { recommendSteps } from "./recommend.ts"
import { finished } from "./steps.ts"
import { tieOrder } from "./tie-order.ts"
import { onlyPacked } from "./without-clutter.ts"

/**
 * All bookable times in the wanted dates, per provider and location; a pair without any is left out. `reason` is null
 * when times may exist at other dates.
 */
export const searchSlots = (input: SearchInput): SearchResult => finished(searchSteps(input))

/** The same in steps, between which other work may be done. */
export function* searchSteps(input: SearchInput): Generator<void, SearchResult> {
  const { providerLocations, reason, unusableFilter } = eligibleLocations(input)
  const offered = yield* findAll(input, providerLocations)
  const shown = input.type.starts === "packed_only" ? offered.map(onlyPacked) : offered
  return { offered, recommended: yield* recommendSteps(input, shown), reason, unusableFilter }
}

/** True where a search over that one local date offers the start: the rule that booking and moving apply. */
export function isOffered(
  input: SearchInput,
  providerId: number,
  locationId: number,
  start: Minute,
): boolean {
  const location = input.locations.find(({ id }) => id === locationId)
  if (location === undefined) return false
  if (input.type.windowMinutes) return planWindow(input, location, start) !== null
  const day = localDay(zoneTable(location.zone), start)
  return startsOfDay(input, providerId, locationId, day).includes(start)
}

/**
 * The starts that a search over that local date, or over the dates until `endDay`, offers of one provider at one location,
 * sorted.
 */
export function startsOfDay(
  input: SearchInput,
  providerId: number,
  locationId: number,
  day: Day,
  endDay: Day = day + 1,
): readonly Minute[] {
  const wanted = eligibleLocations(input).providerLocations.find(
    ({ provider, location }) => provider.id === providerId && location.id === locationId,
  )
  return wanted === undefined ? [] : startsAt({ ...input, firstDay: day, endDay }, wanted)
}

/** The starts that a search offers of one provider at one location, both eligible, sorted. */
export function startsAt(input: SearchInput, at: ProviderLocation): readonly Minute[] {
  if (input.type.classes) return finished(findSessions(input, [at]))[0]?.starts ?? []
  return input.type.windowMinutes
    ? (finished(findWindows(input, [at]))[0]?.starts ?? [])
    : findStarts(input, at).starts
}

const DAYS_AT_ONCE = 31

/**
 * The first start on local days `fromDay…toDay` (end exclusive), or null; of equal starts the one with the lower
 * provider id, then location id. The input's own dates do not matter.
 */
export const nextAvailable = (input: SearchInput, fromDay: Day, toDay: Day): Slot | null =>
  finished(nextAvailableSteps(input, fromDay, toDay))

/** The same in steps, between which other work may be done: it may search two years for all who offer the type. */
export function* nextAvailableSteps(
  input: SearchInput,
  fromDay: Day,
  toDay: Day,
): Generator<void, Slot | null> {
  const { providerLocations } = eligibleLocations(input)
  for (let firstDay = fromDay; firstDay < toDay; firstDay += DAYS_AT_ONCE) {
    const endDay = Math.min(firstDay + DAYS_AT_ONCE, toDay)
    const found = yield* findAll({ ...input, firstDay, endDay }, providerLocations)
    const slots = (input.type.starts === "packed_only" ? found.map(onlyPacked) : found).map((entry) =>
      firstSlot(input, entry),
    )
    if (slots.length > 0)
      return slots.reduce((best, slot) => (tieOrder(slot.start, slot, best.start, best) < 0 ? slot : best))
  }
  return null
}

function* findAll(
  input: SearchInput,
  providerLocations: readonly ProviderLocation[],
): Generator<void, FoundStarts[]> {
  if (input.type.windowMinutes) return yield* findWindows(input, providerLocations)
  if (input.type.classes) return yield* findSessions(input, providerLocations)
  const shared = new Map(input.locations.map((location) => [location, sharedAt(input, location)]))
  const all: FoundStarts[] = []
  for (const providerLocation of providerLocations) {
    const found = findStarts(input, providerLocation, shared.get(providerLocation.location))
    if (found.starts.length > 0) all.push(found)
    yield
  }
  return all
}

function firstSlot({ type }: SearchInput, { provider, location, starts }: FoundStarts): Slot {
  const start = starts[0]!
  const session = sessionAt(type, provider, location, start)
  return { provider, location, start, ...(session ? { session } : {}) }
}
