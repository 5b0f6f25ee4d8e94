/** The time of one group of rooms or equipment at a location, as a job that needs some of it is judged. */
import type { LocationPlan, Minute, SearchInput } from "../../model/availability.ts"
import type { ResourceInput, ResourceNeed, ResourcePlan, ResourceUse } from "../../model/resource-plan.ts"
import { covers, disjoint, type Intervals, normalized, overlapping, subtract } from "../../time/intervals.ts"
import { localDay, minutesOfDays } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import { workingIntervals } from "../availability/working-intervals.ts"

/** A resource with what takes it. */
export interface GroupResource {
  plan: ResourcePlan
  /** Normalized. */
  open: Intervals
  /** Its uses with their turnover. Disjoint. */
  taken: Intervals
  /** The uses, by the same index as each pair of `taken`. */
  uses: readonly ResourceUse[]
}

export interface GroupTime {
  zone: ZoneTable
  /** The present minute: what has begun stays where it is. */
  now: Minute
  resources: readonly GroupResource[]
  /** The indexes that a new job may take; null for all. */
  only: readonly number[] | null
  longestTurnover: number
}

/** The group at the location, for jobs that begin on local days `firstDay…endDay` (end exclusive). */
export function groupTime(
  input: SearchInput & { resources: ResourceInput },
  location: LocationPlan,
  group: string,
  [firstDay, endDay]: readonly [number, number],
): GroupTime {
  const { resources: all, uses, chosenIds } = input.resources
  const byResource = Map.groupBy(uses, ({ resourceId }) => resourceId)
  const plans = all.filter((plan) => plan.group === group && plan.locationId === location.id)
  const resources = plans.map((plan): GroupResource => {
    const own = (byResource.get(plan.id) ?? []).toSorted((a, b) => a.start - b.start)
    const open = openTime(plan, location, firstDay, endDay)
    return { plan, open, taken: pairsOf(own), uses: own }
  })
  const chosen = resources.flatMap(({ plan }, index) => (chosenIds.includes(plan.id) ? [index] : []))
  return {
    zone: zoneTable(location.zone),
    now: minuteOf(input.now),
    resources,
    only: chosen.length === 0 ? null : chosen,
    longestTurnover: Math.max(0, ...plans.map(({ turnoverMinutes }) => turnoverMinutes)),
  }
}

/** A job may go on for a day after it begins. */
function openTime(
  plan: ResourcePlan,
  { id, zone }: LocationPlan,
  firstDay: number,
  endDay: number,
): Intervals {
  const { hours, timeOff } = plan
  if (hours !== null) {
    const weekly = hours.map((entry) => ({ ...entry, locationId: id }))
    return workingIntervals({ hours: weekly, overrides: [], timeOff }, { id, zone }, firstDay, endDay + 2)
  }
  const days = minutesOfDays(zoneTable(zone), firstDay - 3, endDay + 3)
  return subtract(normalized(Int32Array.of(days[0]!, days.at(-1)!)), normalized(timeOff))
}

const pairsOf = (uses: readonly ResourceUse[]) =>
  disjoint(Int32Array.from(uses.flatMap(({ start, until }) => [start, until])))

/** The minutes of a job that the need takes. */
export function spanOf({ from, until }: ResourceNeed, jobMinutes: number): { from: Minute; minutes: number } {
  const end = Math.min(until ?? jobMinutes, jobMinutes)
  return from < end ? { from, minutes: end - from } : { from: 0, minutes: jobMinutes }
}

/** The free interval of the resource that holds a job, within the local day that it begins on. */
export function freeAround(
  { open, taken }: GroupResource,
  zone: ZoneTable,
  start: Minute,
): { from: Minute; until: Minute } {
  const day = localDay(zone, start)
  const minutes = minutesOfDays(zone, day, day + 1)
  const near = overlapping(open, minutes[0]!, minutes.at(-1)!)
  const free = subtract(near, normalized(overlapping(taken, minutes[0]!, minutes.at(-1)!)))
  const around = overlapping(free, start, start + 1)
  return { from: Math.max(around[0]!, minutes[0]!), until: around[1]! }
}

/**
 * True where a job that takes so many can win time when others are given another resource. If it takes all of them, others
 * would only change places, and that frees one sooner only if their turnovers differ.
 */
export function couldMakeRoom({ resources }: GroupTime, count: number): boolean {
  if (resources.length !== count) return resources.length > count
  return resources.some(({ plan }) => plan.turnoverMinutes !== resources[0]!.plan.turnoverMinutes)
}

/** True where a use may be given another resource for a job of the local day: only the rule has decided on it. */
export function mayMove(group: GroupTime, at: GroupResource, use: ResourceUse, day: number): boolean {
  return (
    !use.isPinned &&
    use.start > group.now &&
    use.until === use.end + at.plan.turnoverMinutes &&
    covers(at.open, use.start, use.end) &&
    localDay(group.zone, use.start) === day
  )
}
