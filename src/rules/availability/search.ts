/**
 * One search for every door: which times can be booked, which to offer first, and why there are none.
 */

import type { Day, Minute, SearchInput, SearchResult, Slot } from "../../model/availability.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { startBounds } from "./bounds.ts"
import { eligibleLocations, type ProviderLocation } from "./eligible-locations.ts"
import { type FoundStarts, findStarts } from "./find-slots.ts"
import { recommend } from "./recommend.ts"

/**
 * All bookable times in the wanted dates, per provider and location; providerLocations without any are left out. `reason` is null
 * when times may exist at other dates.
 */
export function searchSlots(input: SearchInput): SearchResult {
  const { providerLocations, reason, unusableFilter } = eligibleLocations(input)
  const found = findAtAll(input, providerLocations)
  return { offered: found, recommended: recommend(input, found), reason, unusableFilter }
}

/** Whether a search over that one local date offers the start: the rule that booking and moving apply. */
export function isOffered(
  input: SearchInput,
  providerId: number,
  locationId: number,
  start: Minute,
): boolean {
  const providerLocation = eligibleLocations(input).providerLocations.find(
    ({ provider, location }) => provider.id === providerId && location.id === locationId,
  )
  if (providerLocation === undefined) return false
  const day = localDay(zoneTable(providerLocation.location.zone), start)
  const { starts } = findStarts(
    { ...input, firstDay: day, endDay: day + 1 },
    providerLocation.provider,
    providerLocation.location,
  )
  return starts.includes(start)
}

const DAYS_AT_ONCE = 31

/**
 * The first start on local days `fromDay…toDay` (end exclusive), or null; of equal starts the one with the lower
 * provider id, then location id. The input's own dates do not matter.
 */
export function nextAvailable(input: SearchInput, fromDay: Day, toDay: Day): Slot | null {
  const { providerLocations } = eligibleLocations(input)
  for (let firstDay = fromDay; firstDay < toDay; firstDay += DAYS_AT_ONCE) {
    const endDay = Math.min(firstDay + DAYS_AT_ONCE, toDay)
    const slots = findAtAll({ ...input, firstDay, endDay }, providerLocations).map(firstSlot)
    if (slots.length > 0) return slots.reduce((best, slot) => (isSooner(slot, best) ? slot : best))
  }
  return null
}

function findAtAll(input: SearchInput, providerLocations: readonly ProviderLocation[]): FoundStarts[] {
  const found: FoundStarts[] = []
  const boundsAt = new Map(input.locations.map((location) => [location, startBounds(input, location)]))
  for (const { provider, location } of providerLocations) {
    const atLocation = findStarts(input, provider, location, boundsAt.get(location))
    if (atLocation.starts.length > 0) found.push(atLocation)
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
