/** Which dated hours overlap: each other, or what the provider does at another location that day. */
import type { DayInterval, OverrideEntry, WeeklyEntry } from "../../model/hours.ts"
import { weekdayOfDay } from "../../time/dates.ts"
import { localToMinute } from "../../time/local-time.ts"
import { minutesBetween, type ZoneOf } from "./hours.ts"

export interface OverrideClash {
  /** Of the override in the list. */
  index: number
  /** Of its interval; null when the same date and location is listed twice. */
  intervalIndex: number | null
  problem: string
}

interface Work {
  startMinute: number
  endMinute: number
}

/** The first clash from `firstDay` on, or null. What is over can stay as it is. */
export function overrideClash(
  overrides: readonly OverrideEntry[],
  weekly: readonly WeeklyEntry[],
  zoneOf: ZoneOf,
  firstDay: number,
): OverrideClash | null {
  const byDate = new Map<string, OverrideEntry>()
  for (const [index, override] of overrides.entries()) {
    const key = dateKey(override.locationId, override.day)
    if (byDate.has(key))
      return { index, intervalIndex: null, problem: "this date and location is listed twice" }
    byDate.set(key, override)
  }
  const locationIds = new Set([...weekly, ...overrides].map(({ locationId }) => locationId))
  const usual = Map.groupBy(weekly, ({ locationId, weekday }) => dateKey(locationId, weekday))
  const workOn = (locationId: number, day: number) => {
    const override = byDate.get(dateKey(locationId, day))
    const intervals = override?.intervals ?? usual.get(dateKey(locationId, weekdayOfDay(day))) ?? []
    return workOfDay(intervals, zoneOf.get(locationId), day)
  }
  for (const [index, override] of overrides.entries()) {
    if (override.day < firstDay) continue
    const own = workOn(override.locationId, override.day)
    const elsewhere = [...locationIds]
      .filter((locationId) => locationId !== override.locationId)
      .flatMap((locationId) => [-1, 0, 1].flatMap((days) => workOn(locationId, override.day + days)))
    const clash = clashIn(own, elsewhere)
    if (clash) return { index, ...clash }
  }
  return null
}

/** A location with a date, or with a weekday. */
const dateKey = (locationId: number, day: number) => `${locationId} ${day}`

function clashIn(own: readonly Work[], elsewhere: readonly Work[]): Omit<OverrideClash, "index"> | null {
  for (const [intervalIndex, work] of own.entries()) {
    if (own.slice(0, intervalIndex).some((other) => overlap(work, other))) {
      return { intervalIndex, problem: "overlaps another interval of this date" }
    }
    if (elsewhere.some((other) => overlap(work, other))) {
      return { intervalIndex, problem: "overlaps this provider's hours at another location" }
    }
  }
  return null
}

const overlap = (a: Work, b: Work) => a.startMinute < b.endMinute && b.startMinute < a.endMinute

/** Intervals that begin on the day, in minutes since 1970 UTC. */
function workOfDay(intervals: readonly DayInterval[], zone: string | undefined, day: number): Work[] {
  if (zone === undefined) return []
  return intervals.map(({ startMinute, endMinute }) => ({
    startMinute: localToMinute(zone, day, startMinute),
    endMinute: localToMinute(zone, day, startMinute + minutesBetween(startMinute, endMinute)),
  }))
}
