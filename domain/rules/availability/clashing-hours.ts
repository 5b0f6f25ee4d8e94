/**
 * A provider cannot be at work twice at once: which weekly hours overlap each other, and which dated hours overlap each
 * other or the provider's hours at another location. Two locations may lie in different zones whose clocks change on
 * different dates, so weekly hours overlap when they do on any day of the coming year.
 */
import type { DateOverride, DayInterval, WeeklyHours } from "../../model/hours.ts"
import { weekdayOfDay } from "../../time/dates.ts"
import { localToMinute, minuteToWall } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { zoneTable } from "../../time/zone-table.ts"

const minutesPerWeek = 7 * minutesPerDay

/** The IANA zone of each location. */
export type ZoneOf = ReadonlyMap<number, string>

export interface HoursClash {
  /** The index of the entry that is named to the caller. */
  index: number
  /** The index of the earlier entry that it overlaps. */
  otherIndex: number
}

/** The first entry that overlaps one before it, or null. `nowMinute` says which year the zones are compared for. */
export function weeklyClash(
  hours: readonly WeeklyHours[],
  zoneOf: ZoneOf,
  nowMinute: number,
): HoursClash | null {
  const shiftsOf = shiftsBetween(zoneOf, nowMinute)
  for (const [index, entry] of hours.entries()) {
    for (let otherIndex = 0; otherIndex < index; otherIndex++) {
      const other = hours[otherIndex]!
      const shifts = shiftsOf(entry.locationId, other.locationId)
      if (shifts.some((shift) => overlapInWeek(entry, other, shift))) return { index, otherIndex }
    }
  }
  return null
}

/** How long an interval of the wall clock is; the same start and end is a whole day. */
export function minutesBetween(startMinute: number, endMinute: number): number {
  return endMinute > startMinute ? endMinute - startMinute : endMinute - startMinute + minutesPerDay
}

/** `shift` is what the other's wall clock shows more than the entry's. The week is a ring: Sunday runs into Monday. */
function overlapInWeek(entry: WeeklyHours, other: WeeklyHours, shift: number): boolean {
  const start = weekMinute(entry) + shift
  const gap = (((weekMinute(other) - start) % minutesPerWeek) + minutesPerWeek) % minutesPerWeek
  return (
    gap < minutesBetween(entry.startMinute, entry.endMinute) ||
    minutesPerWeek - gap < minutesBetween(other.startMinute, other.endMinute)
  )
}

const weekMinute = (entry: WeeklyHours) => (entry.weekday - 1) * minutesPerDay + entry.startMinute

/** For two locations: by how much the second's clock is ahead, every amount that a day of the coming year shows. */
function shiftsBetween(zoneOf: ZoneOf, nowMinute: number) {
  const known = new Map<string, readonly number[]>()
  return (from: number, to: number): readonly number[] => {
    const [fromZone, toZone] = [zoneOf.get(from), zoneOf.get(to)]
    if (fromZone === undefined || toZone === undefined || fromZone === toZone) return [0]
    const pair = `${fromZone} ${toZone}`
    const shifts = known.get(pair) ?? yearOfShifts(fromZone, toZone, nowMinute)
    known.set(pair, shifts)
    return shifts
  }
}

function yearOfShifts(fromZone: string, toZone: string, nowMinute: number): readonly number[] {
  const [from, to] = [zoneTable(fromZone), zoneTable(toZone)]
  const shifts = new Set<number>()
  for (let day = 0; day <= 366; day++) {
    const minute = nowMinute + day * minutesPerDay
    shifts.add(minuteToWall(to, minute) - minuteToWall(from, minute))
  }
  return [...shifts]
}

export interface OverrideClash {
  /** The index of the override in the list. */
  index: number
  /** The index of its interval; null when the same date and location is listed twice. */
  intervalIndex: number | null
  problem: string
}

interface Work {
  startMinute: number
  endMinute: number
}

/** The first clash from `firstDay` on, or null. Earlier dates are not judged. */
export function overrideClash(
  overrides: readonly DateOverride[],
  weekly: readonly WeeklyHours[],
  zoneOf: ZoneOf,
  firstDay: number,
): OverrideClash | null {
  const byDate = new Map<string, DateOverride>()
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
