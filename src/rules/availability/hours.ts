/**
 * A provider can't be at work twice at once: which of the weekly hours overlap. Two locations may lie in different
 * zones; then hours overlap when they do on any day of the coming year, for zones change their clocks apart.
 */
import type { WeeklyEntry } from "../../model/hours.ts"
import { minuteToWall } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { zoneTable } from "../../time/zone-table.ts"

const minutesPerWeek = 7 * minutesPerDay

/** The IANA zone of each location. */
export type ZoneOf = ReadonlyMap<number, string>

export interface HoursClash {
  /** Of the entry that is named to the caller. */
  index: number
  /** Of the earlier entry that it overlaps. */
  otherIndex: number
}

/** The first entry that overlaps one before it, or null. `nowMinute` says which year the zones are compared for. */
export function weeklyClash(
  hours: readonly WeeklyEntry[],
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
function overlapInWeek(entry: WeeklyEntry, other: WeeklyEntry, shift: number): boolean {
  const start = weekMinute(entry) + shift
  const gap = (((weekMinute(other) - start) % minutesPerWeek) + minutesPerWeek) % minutesPerWeek
  return (
    gap < minutesBetween(entry.startMinute, entry.endMinute) ||
    minutesPerWeek - gap < minutesBetween(other.startMinute, other.endMinute)
  )
}

const weekMinute = (entry: WeeklyEntry) => (entry.weekday - 1) * minutesPerDay + entry.startMinute

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
