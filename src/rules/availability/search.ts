/**
 * One search for every door: which times can be booked, which to offer first, and why there are none.
 */

import type { Day, Minute, SearchInput, SearchResult, Slot } from "../../model/availability.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { startBounds } from "./bounds.ts"
import { eligiblePlaces, type Place } from "./eligible-places.ts"
import { type FoundStarts, findStarts } from "./find-slots.ts"
import { recommend } from "./recommend.ts"

/**
 * All bookable times in the wanted dates, per provider and location; places without any are left out. `reason` is null
 * when times may exist at other dates.
 */
export function searchSlots(input: SearchInput): SearchResult {
  const { places, reason, unusableFilter } = eligiblePlaces(input)
  const found = findAtAll(input, places)
  return { places: found, recommended: recommend(input, found), reason, unusableFilter }
}

/** Whether a search over that one local date offers the start: the rule that booking and moving apply. */
export function isOffered(
  input: SearchInput,
  providerId: number,
  locationId: number,
  start: Minute,
): boolean {
  const place = eligiblePlaces(input).places.find(
    ({ provider, location }) => provider.id === providerId && location.id === locationId,
  )
  if (place === undefined) return false
  const day = localDay(zoneTable(place.location.zone), start)
  const { starts } = findStarts({ ...input, firstDay: day, endDay: day + 1 }, place.provider, place.location)
  return starts.includes(start)
}

const DAYS_AT_ONCE = 31

/**
 * The first start on local days `fromDay…toDay` (end exclusive), or null; of equal starts the one with the lower
 * provider id, then location id. The input's own dates do not matter.
 */
export function nextAvailable(input: SearchInput, fromDay: Day, toDay: Day): Slot | null {
  const { places } = eligiblePlaces(input)
  for (let firstDay = fromDay; firstDay < toDay; firstDay += DAYS_AT_ONCE) {
    const endDay = Math.min(firstDay + DAYS_AT_ONCE, toDay)
    const slots = findAtAll({ ...input, firstDay, endDay }, places).map(firstSlot)
    if (slots.length > 0) return slots.reduce((best, slot) => (isSooner(slot, best) ? slot : best))
  }
  return null
}

function findAtAll(input: SearchInput, places: readonly Place[]): FoundStarts[] {
  const found: FoundStarts[] = []
  const boundsAt = new Map(input.locations.map((location) => [location, startBounds(input, location)]))
  for (const { provider, location } of places) {
    const atPlace = findStarts(input, provider, location, boundsAt.get(location))
    if (atPlace.starts.length > 0) found.push(atPlace)
  }
  return found
}

function firstSlot({ provider, location, starts }: FoundStarts): Slot {
  return { provider, location, start: starts[0]! }
}

function isSooner(a: Slot, b: Slot): boolean {
  if (a.start !== b.start) return a.start < b.start
  if (a.provider.id !== b.provider.id) return a.provider.id < b.provider.id
  return a.location.id < b.location.id
}
