/**
 * Between a zone's wall clock and UTC. A *wall* is the wall clock read as minutes since 1970-01-01T00:00 local:
 * `day * minutesPerDay + minuteOfDay`.
 */

import { minutesPerDay } from "./units.ts"
import { type ZoneTable, zoneTable } from "./zone-table.ts"

/**
 * The UTC minute at which the zone's clock shows `minuteOfDay` on `day`. A time that a clock change skips moves
 * forward by the gap; of a repeated one the first counts.
 */
export function localToMinute(zone: string, day: number, minuteOfDay: number): number {
  return wallToMinute(zoneTable(zone), day * minutesPerDay + minuteOfDay)
}

/** The date and time of day that the zone's clock shows at a UTC minute. */
export function minuteToLocal(zone: string, minute: number): { day: number; minuteOfDay: number } {
  const wall = minuteToWall(zoneTable(zone), minute)
  const day = Math.floor(wall / minutesPerDay)
  return { day, minuteOfDay: wall - day * minutesPerDay }
}

/** The zone's abbreviation that people write after a time at a UTC minute: `CST`. Null where there is none. */
export function zoneAbbreviation(zone: string, minute: number): string | null {
  const table = zoneTable(zone)
  minuteToWall(table, minute)
  const word = table.abbreviations[table.utcHint]!
  return /^[A-Z]{2,}$/.test(word) && word !== "LMT" ? word : null
}

/** The offsets from UTC between two UTC minutes, each with its first minute; the first holds at `from`. */
export function offsetsBetween(
  zone: string,
  from: number,
  until: number,
): { start: number; offsetMinutes: number }[] {
  const { utcStarts, offsetMinutes } = zoneTable(zone)
  const first = indexOf(utcStarts, from)
  const found = [{ start: from, offsetMinutes: offsetMinutes[first]! }]
  for (let i = first + 1; i < offsetMinutes.length && utcStarts[i]! < until; i++) {
    if (offsetMinutes[i] === found.at(-1)!.offsetMinutes) continue
    found.push({ start: utcStarts[i]!, offsetMinutes: offsetMinutes[i]! })
  }
  return found
}

/** The local date at a UTC minute. */
export function localDay(table: ZoneTable, minute: number): number {
  return Math.floor(minuteToWall(table, minute) / minutesPerDay)
}

/** The UTC minute until which the local date of `minute` holds for certain: midnight, or the next change of the clock. */
export function sameDateUntil(table: ZoneTable, minute: number): number {
  const wall = minuteToWall(table, minute)
  const change = table.utcStarts[table.utcHint + 1]!
  const midnight = minute + minutesPerDay - (wall - Math.floor(wall / minutesPerDay) * minutesPerDay)
  // Behind the table's end the years before it come again.
  return minute < change ? Math.min(midnight, change) : minute + 1
}

/** The UTC minute of a wall time, as `localToMinute` says. */
export function wallToMinute(table: ZoneTable, wall: number): number {
  const hint = table.wallHint
  const near = wall >= table.wallStarts[hint]! && wall < table.wallStarts[hint + 1]!
  return near ? wall - table.offsetMinutes[hint]! : wallToMinuteBySearch(table, wall)
}

/** The wall time at a UTC minute. */
export function minuteToWall(table: ZoneTable, minute: number): number {
  const hint = table.utcHint
  const near = minute >= table.utcStarts[hint]! && minute < table.utcStarts[hint + 1]!
  return near ? minute + table.offsetMinutes[hint]! : minuteToWallBySearch(table, minute)
}

/**
 * The UTC minutes whose local date lies in `fromDay…toDay` (end exclusive), as intervals. One interval, except when a
 * clock goes back over midnight and the date comes twice.
 */
export function minutesOfDays(table: ZoneTable, fromDay: number, toDay: number): Int32Array {
  const fromWall = fromDay * minutesPerDay
  const toWall = toDay * minutesPerDay
  const last = table.offsetMinutes.length - 1
  if (toWall >= endOf(table.wallStarts)) {
    return Int32Array.of(wallToMinute(table, fromWall), wallToMinute(table, toWall))
  }
  let minutes: Int32Array = NO_MINUTES
  for (let i = indexOf(table.utcStarts, fromWall - minutesPerDay); i <= last; i++) {
    if (table.utcStarts[i]! >= toWall + minutesPerDay) break
    const start = Math.max(table.utcStarts[i]!, fromWall - table.offsetMinutes[i]!)
    const end = Math.min(table.utcStarts[i + 1]!, toWall - table.offsetMinutes[i]!)
    if (start < end) minutes = withPair(minutes, start, end)
  }
  return minutes
}

const NO_MINUTES = new Int32Array(0)

function withPair(minutes: Int32Array, start: number, end: number): Int32Array {
  const isGoingOn = minutes.length > 0 && minutes[minutes.length - 1] === start
  const longer = new Int32Array(isGoingOn ? minutes.length : minutes.length + 2)
  longer.set(minutes)
  if (!isGoingOn) longer[longer.length - 2] = start
  longer[longer.length - 1] = end
  return longer
}

function wallToMinuteBySearch(table: ZoneTable, wall: number): number {
  if (wall >= endOf(table.wallStarts))
    return wallToMinute(table, wall - MINUTES_IN_400_YEARS) + MINUTES_IN_400_YEARS
  table.wallHint = indexOf(table.wallStarts, wall)
  return wall - table.offsetMinutes[table.wallHint]!
}

function minuteToWallBySearch(table: ZoneTable, minute: number): number {
  if (minute >= endOf(table.utcStarts))
    return minuteToWall(table, minute - MINUTES_IN_400_YEARS) + MINUTES_IN_400_YEARS
  table.utcHint = indexOf(table.utcStarts, minute)
  return minute + table.offsetMinutes[table.utcHint]!
}

/** After so many minutes the Gregorian calendar, its weekdays and with them the clock changes come again. */
const MINUTES_IN_400_YEARS = 146_097 * minutesPerDay

/** The first minute after the table. */
const endOf = (starts: Int32Array): number => starts[starts.length - 1]!

/** The index of the period that holds the minute: the last one whose start is not above it. */
function indexOf(starts: Int32Array, minute: number): number {
  let low = 0
  let high = starts.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= minute) low = middle
    else high = middle - 1
  }
  return low
}
