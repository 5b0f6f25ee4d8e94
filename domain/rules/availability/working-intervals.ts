/**
 * When a provider works at a location, as UTC minutes. Time off, the company's too, goes before date overrides, and these
 * before weekly hours.
 */

import type { Day, LocationPlan, Minute, ProviderPlan } from "../../model/availability.ts"
import type { DayInterval } from "../../model/hours.ts"
import { weekdayOfDay } from "../../time/dates.ts"
import { type Intervals, normalized, subtract } from "../../time/intervals.ts"
import { wallToMinute } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"

type WorkingHours = Pick<ProviderPlan, "hours" | "overrides" | "timeOff">
type Zoned = Pick<LocationPlan, "id" | "zone" | "closed">

/** Three, because hours may run over midnight and a zone may skip a whole date in between (Apia, 2011). */
const DAYS_BEFORE = 3

/**
 * Nine, because the grid of starts begins at the minute a provider opened, and `start-grid.ts` looks at most a week and a part
 * of a day back for it. So the same times are offered in every range that is searched.
 */
const DAYS_BEFORE_WHEN_OPEN_ALL_NIGHT = 9

/**
 * The working intervals that reach into local days `fromDay…toDay` (end exclusive), normalized. Days before
 * `fromDay` are read only to find out when an interval that reaches into the range opened. `added` are minutes that count as
 * hours too, for an explanation that asks what longer hours would change.
 */
export function workingIntervals(
  provider: WorkingHours,
  location: Zoned,
  fromDay: Day,
  toDay: Day,
  added: Intervals | null = null,
): Intervals {
  const near = openBetween(provider, location, fromDay - DAYS_BEFORE, toDay, added)
  const zone = zoneTable(location.zone)
  const isOpeningKnown = !isOpenThrough(
    near,
    wallToMinute(zone, (fromDay - 1) * minutesPerDay),
    wallToMinute(zone, fromDay * minutesPerDay),
  )
  return isOpeningKnown
    ? near
    : openBetween(provider, location, fromDay - DAYS_BEFORE_WHEN_OPEN_ALL_NIGHT, toDay, added)
}

/** True where one interval was open at `from` or before and goes on to `to` or later. */
function isOpenThrough(intervals: Intervals, from: Minute, to: Minute): boolean {
  for (let i = 0; i < intervals.length && intervals[i]! <= from; i += 2) {
    if (intervals[i + 1]! >= to) return true
  }
  return false
}

/** The hours that begin on local days `fromDay…toDay`, touching ones merged, without time off. */
function openBetween(
  provider: WorkingHours,
  location: Zoned,
  fromDay: Day,
  toDay: Day,
  added: Intervals | null,
): Intervals {
  const zone = zoneTable(location.zone)
  const weekly = hoursByWeekday(provider, location.id)
  const overrides = overridesByDay(provider, location.id)
  const edges: Minute[] = []
  let weekday = weekdayOfDay(fromDay)
  for (let day = fromDay; day < toDay; day++) {
    for (const interval of overrides?.get(day) ?? weekly[weekday]!) addInterval(edges, zone, day, interval)
    weekday = weekday === 7 ? 1 : weekday + 1
  }
  if (added !== null) edges.push(...added)
  const own = subtract(normalized(Int32Array.from(edges)), normalized(provider.timeOff))
  return location.closed === undefined ? own : subtract(own, location.closed)
}

/** Index 1 is Monday's; index 0 is unused. */
function hoursByWeekday(provider: WorkingHours, locationId: number): DayInterval[][] {
  const byWeekday: DayInterval[][] = [[], [], [], [], [], [], [], []]
  for (const hours of provider.hours)
    if (hours.locationId === locationId) byWeekday[hours.weekday]!.push(hours)
  return byWeekday
}

function overridesByDay(provider: WorkingHours, locationId: number): Map<Day, DayInterval[]> | null {
  if (provider.overrides.length === 0) return null
  const byDay = new Map<Day, DayInterval[]>()
  for (const override of provider.overrides) {
    if (override.locationId !== locationId) continue
    const earlier = byDay.get(override.day) ?? []
    byDay.set(override.day, [...earlier, ...override.intervals])
  }
  return byDay
}

/** Adds nothing when a clock change leaves the interval empty. */
function addInterval(
  edges: Minute[],
  zone: ZoneTable,
  day: Day,
  { startMinute, endMinute }: DayInterval,
): void {
  const midnight = day * minutesPerDay
  const closing = endMinute <= startMinute ? endMinute + minutesPerDay : endMinute
  const start = wallToMinute(zone, midnight + startMinute)
  const end = wallToMinute(zone, midnight + closing)
  if (start >= end) return
  edges.push(start, end)
}
