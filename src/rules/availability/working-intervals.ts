/**
 * When a provider is open at a location: time off over override over weekly hours, as UTC minutes.
 */

import type { Day, LocationPlan, Minute, ProviderPlan } from "../../model/availability.ts"
import type { DayInterval } from "../../model/hours.ts"
import { weekdayOfDay } from "../../time/dates.ts"
import { type Intervals, normalized, subtract } from "../../time/intervals.ts"
import { wallToMinute } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"

/** Why three: hours may spill over midnight, and a zone may once skip a whole date in between (Apia, 2011). */
const DAYS_BEFORE = 3

/**
 * Why nine: the grid of starts hangs on the minute a provider opened, and `grid.ts` looks at most a week and a part of
 * a day back for it. So the same time is offered whatever range it is searched in.
 */
const DAYS_BEFORE_WHEN_OPEN_ALL_NIGHT = 9

/**
 * The working intervals that reach into local days `fromDay…toDay` (end exclusive), plain. Those before `fromDay` are
 * there only so far as they tell when an interval that reaches in was opened.
 */
export function workingIntervals(
  provider: ProviderPlan,
  location: LocationPlan,
  fromDay: Day,
  toDay: Day,
): Intervals {
  const near = openBetween(provider, location, fromDay - DAYS_BEFORE, toDay)
  const zone = zoneTable(location.zone)
  const isOpeningKnown = !isOpenThrough(
    near,
    wallToMinute(zone, (fromDay - 1) * minutesPerDay),
    wallToMinute(zone, fromDay * minutesPerDay),
  )
  return isOpeningKnown
    ? near
    : openBetween(provider, location, fromDay - DAYS_BEFORE_WHEN_OPEN_ALL_NIGHT, toDay)
}

/** Whether one interval was open at `from` or before and goes on to `to` or later. */
function isOpenThrough(intervals: Intervals, from: Minute, to: Minute): boolean {
  for (let i = 0; i < intervals.length && intervals[i]! <= from; i += 2) {
    if (intervals[i + 1]! >= to) return true
  }
  return false
}

/** The hours that begin on local days `fromDay…toDay`, touching ones merged, without time off. */
function openBetween(provider: ProviderPlan, location: LocationPlan, fromDay: Day, toDay: Day): Intervals {
  const zone = zoneTable(location.zone)
  const weekly = hoursByWeekday(provider, location.id)
  const overrides = overridesByDay(provider, location.id)
  const edges: Minute[] = []
  let weekday = weekdayOfDay(fromDay)
  for (let day = fromDay; day < toDay; day++) {
    for (const interval of overrides?.get(day) ?? weekly[weekday]!) addInterval(edges, zone, day, interval)
    weekday = weekday === 7 ? 1 : weekday + 1
  }
  return subtract(normalized(Int32Array.from(edges)), normalized(provider.timeOff))
}

/** Index 1 is Monday's; index 0 is unused. */
function hoursByWeekday(provider: ProviderPlan, locationId: number): DayInterval[][] {
  const byWeekday: DayInterval[][] = [[], [], [], [], [], [], [], []]
  for (const hours of provider.hours)
    if (hours.locationId === locationId) byWeekday[hours.weekday]!.push(hours)
  return byWeekday
}

function overridesByDay(provider: ProviderPlan, locationId: number): Map<Day, DayInterval[]> | null {
  if (provider.overrides.length === 0) return null
  const byDay = new Map<Day, DayInterval[]>()
  for (const override of provider.overrides) {
    if (override.locationId !== locationId) continue
    const earlier = byDay.get(override.day) ?? []
    byDay.set(override.day, [...earlier, ...override.intervals])
  }
  return byDay
}

/** An interval that a clock change leaves empty vanishes. */
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
