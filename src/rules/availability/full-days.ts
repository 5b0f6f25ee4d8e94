/** Days on which a provider works but has no time left: a customer reads them otherwise than days without hours. */

import type { Day, Minute, ProviderLocation, ProviderPlan, SearchInput } from "../../model/availability.ts"
import { localDay, minutesOfDays } from "../../time/local-time.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import { eligibleLocations } from "./eligible-locations.ts"
import { findStarts } from "./find-starts.ts"

export interface FullDays extends ProviderLocation {
  /** Sorted local days of the location. */
  days: readonly Day[]
}

/**
 * The wanted days on which a start would be offered if nothing were booked yet, and none is. Days that are closed, off,
 * or outside notice and booking window are not full. A provider at a location without full days is left out.
 */
export function fullDays(input: SearchInput): FullDays[] {
  return eligibleLocations(input).providerLocations.flatMap((providerLocation) => {
    const days = fullDaysOf(input, providerLocation)
    return days.length === 0 ? [] : [{ ...providerLocation, days }]
  })
}

function fullDaysOf(input: SearchInput, { provider, location }: ProviderLocation): Day[] {
  const zone = zoneTable(location.zone)
  const daysFor = (plan: ProviderPlan) =>
    daysWith(findStarts(input, { provider: plan, location }).starts, zone)
  const free = new Set(daysFor(provider))
  return daysFor({ ...provider, busy: none, typeStarts: none }).filter((day) => !free.has(day))
}

const none = new Int32Array(0)

/** The local days of sorted starts, each once. */
function daysWith(starts: readonly Minute[], zone: ZoneTable): Day[] {
  const days: Day[] = []
  let dayEnd = Number.NEGATIVE_INFINITY
  for (const start of starts) {
    if (start < dayEnd) continue
    const day = localDay(zone, start)
    dayEnd = minutesOfDays(zone, day, day + 1).at(-1)!
    days.push(day)
  }
  return days
}
