/** An outage: a provider who cannot come, or a location that closes, from one minute to another. */
import type { LocationPlan, Minute, ProviderPlan } from "../../model/availability.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import { type Intervals, intersect, union } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { locationPlan } from "../availability/plan-search.ts"
import { workingIntervals } from "../availability/working-intervals.ts"

export interface Outage {
  /** One of the two. */
  providerId: number | null
  locationId: number | null
  from: Minute
  to: Minute
}

const none: Intervals = new Int32Array(0)

/** The minutes that it takes of a provider: all of them, or those worked at the location that closes. */
export function minutesOut(
  provider: Pick<ProviderPlan, "id" | "hours" | "overrides" | "timeOff">,
  location: Pick<LocationPlan, "id" | "zone" | "closed"> | null,
  { providerId, locationId, from, to }: Outage,
): Intervals {
  const span = Int32Array.from([from, to])
  if (providerId !== null) return provider.id === providerId ? span : none
  if (location?.id !== locationId || location === null) return none
  const zone = zoneTable(location.zone)
  const open = workingIntervals(provider, location, localDay(zone, from) - 1, localDay(zone, to) + 1)
  return intersect(open, span)
}

/** The schedules as they will be: nothing is free in the outage. */
export function withOutage(loaded: LoadedSchedules, outage: Outage): LoadedSchedules {
  const closing = loaded.locations.find(({ id }) => id === outage.locationId)
  const location = closing ? locationPlan(closing) : null
  const providers = loaded.providers.map((provider) => {
    const out = minutesOut(provider, location, outage)
    return out.length === 0 ? provider : { ...provider, timeOff: union(sorted(provider.timeOff), out) }
  })
  return { ...loaded, providers }
}

const sorted = (timeOff: Intervals): Intervals => union(timeOff, none)
