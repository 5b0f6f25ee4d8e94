/**
 * Times as files have them: by a clock on a wall, or with an offset. A wall time that a clock change skips or repeats is
 * refused, since a guess may be an hour off.
 */
import { invalid } from "../../model/errors.ts"
import { clockOfMinute, instant } from "../../model/fields.ts"
import type { DateOrder } from "../../model/imports.ts"
import { dateOfDay, dayOfCivil } from "../../time/dates.ts"
import { minuteToWall, wallToMinute } from "../../time/local-time.ts"
import { minutesPerDay, msPerMinute } from "../../time/units.ts"
import { zoneTable } from "../../time/zone-table.ts"

/** A time by a clock, whose zone is not known yet; in minutes since 1970 as the clock shows it. */
export interface WallTime {
  wall: number
}

/** A UTC minute, or a wall time. Throws `invalid_input`, naming the cell. */
export function readTime(text: string, cell: string, order: DateOrder): number | WallTime {
  const isoForm = text
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2}) +(?=\d)/, "$1T")
    .replace(/ +(?=(Z|[+-]\d))/, "")
  if (/T.*(Z|[+-]\d{2}:?\d{2})$/.test(isoForm)) {
    const read = instant.safeParse(isoForm)
    const minute = read.success ? Date.parse(read.data) / msPerMinute : Number.NaN
    if (Number.isInteger(minute)) return minute
    throw invalid(cell, "expected a time on a whole minute, as 2027-03-16T15:00Z")
  }
  const match = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})[T ,]+(.+)$/.exec(text.trim())
  if (!match) throw invalid(cell, expectedTime)
  const day = readDay([match[1]!, match[3]!, match[4]!], order, cell)
  const minuteOfDay = readClock(match[5]!)
  if (minuteOfDay === null) throw invalid(cell, expectedTime)
  return { wall: day * minutesPerDay + minuteOfDay }
}

const expectedTime = "expected a date and time, as 2027-03-16 09:00 or 2027-03-16 9:00 am"

/** A date that begins with its year has one order only; `ymd` takes no other, since 3/4/2027 is two dates. */
function readDay(parts: readonly [string, string, string], order: DateOrder, cell: string): number {
  const [first, second, third] = parts.map(Number) as [number, number, number]
  const beginsWithYear = parts[0].length === 4
  if (!beginsWithYear && (order === "ymd" || parts[2].length !== 4)) {
    throw invalid(cell, "expected a date as 2027-03-16, or a date_order of mdy or dmy")
  }
  const [year, month, dayOfMonth] = beginsWithYear
    ? [first, second, third]
    : order === "mdy"
      ? [third, first, second]
      : [third, second, first]
  const day = dayOfCivil(year, month, dayOfMonth)
  if (day === null || year < 1970 || year > 2199) throw invalid(cell, "expected a date that exists")
  return day
}

/** `9:00 am`, `09:00`, `21:30:00`, `9 pm` → minute of the day; null for what is no time on a whole minute. */
function readClock(text: string): number | null {
  const match = /^(\d{1,2})(?::(\d{2})(?::00(?:\.0+)?)?)?\s*([ap])?\.?\s*(?:m\.?)?$/i.exec(text.trim())
  if (!match) return null
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)]
  const half = match[3]?.toLowerCase()
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 23 || match[2] === undefined)) return null
  const ofDay = half ? (hour % 12) + (half === "p" ? 12 : 0) : hour
  return ofDay * 60 + minute
}

/** No zone's clock is further behind UTC. */
const furthestBehindMinutes = 720

/** The UTC minute, or the latest one that a wall time can be in any zone. */
export const latestMinuteOf = (time: number | WallTime): number =>
  typeof time === "number" ? time : time.wall + furthestBehindMinutes

/** The UTC minute. Throws `invalid_input` for a wall time that the zone's clock never shows, or shows twice. */
export function minuteOf(time: number | WallTime, zone: string, cell: string): number {
  if (typeof time === "number") return time
  const table = zoneTable(zone)
  const minute = wallToMinute(table, time.wall)
  const day = Math.floor(time.wall / minutesPerDay)
  const shown = `${dateOfDay(day)} ${clockOfMinute(time.wall - day * minutesPerDay)}`
  if (minuteToWall(table, minute) !== time.wall) {
    throw invalid(cell, `${shown} does not exist in ${zone}, where the clocks go forward`)
  }
  // A second minute of the same wall time is at most a few hours away: look where the offset is another.
  for (const later of [30, 60, 90, 120, 180]) {
    if (minuteToWall(table, minute + later) === time.wall) {
      throw invalid(
        cell,
        `${shown} comes twice in ${zone}, where the clocks go back; give it with its offset`,
      )
    }
  }
  return minute
}
