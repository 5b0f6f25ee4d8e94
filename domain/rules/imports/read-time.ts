/**
 * Times as files have them: by a clock on a wall, or with an offset. A wall time that a clock change skips or repeats is
 * refused, since a guess may be an hour off.
 */
import { plainName } from "../../csv/plain-name.ts"
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

/** No time is written with more characters. A longer text is refused before a pattern reads it. */
const longestTime = 60

/** A UTC minute, or a wall time. Throws `invalid_input`, naming the cell. */
export function readTime(text: string, cell: string, order: DateOrder): number | WallTime {
  if (text.length > longestTime) throw invalid(cell, expectedTime)
  const isoForm = text
    .trim()
    .replace(/ +/g, " ")
    .replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, "$1T")
    .replace(/ (?=Z|[+-]\d)/, "")
  if (isoForm.includes("T") && /(?:Z|[+-]\d{2}:?\d{2})$/.test(isoForm)) {
    const read = instant.safeParse(isoForm)
    const minute = read.success ? Date.parse(read.data) / msPerMinute : Number.NaN
    if (Number.isInteger(minute)) return minute
    throw invalid(cell, "expected a time on a whole minute, as 2027-03-16T15:00Z")
  }
  const [day, clock] = dayAndClock(text.trim(), order, cell)
  const minuteOfDay = readClock(clock)
  if (minuteOfDay === null) throw invalid(cell, expectedTime)
  return { wall: day * minutesPerDay + minuteOfDay }
}

/** The day, counted from 1970, and the text of the clock behind it. */
function dayAndClock(text: string, order: DateOrder, cell: string): [day: number, clock: string] {
  const numbers = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})[T ,]+([^T ,].*)$/.exec(text)
  if (numbers) return [readDay([numbers[1]!, numbers[3]!, numbers[4]!], order, cell), numbers[5]!]
  const [, first, second, year, clock] = namedDay.exec(plainName(text)) ?? []
  if (clock === undefined) throw invalid(cell, expectedTime)
  const [month, dayOfMonth] = [
    monthOf(first!) ?? monthOf(second!),
    Number.parseInt(first!, 10) || Number.parseInt(second!, 10),
  ]
  if (month === undefined) throw invalid(cell, expectedTime)
  return [existingDay(Number(year), month, dayOfMonth, cell), clock]
}

/** `December 7, 2026 9:00 am`, `7 décembre 2026 09:00`, `7 de diciembre de 2026, 9:00`, also behind the day of the week. */
const namedDay =
  /^(?:\p{L}{2,10}\.?,? )?(\d{1,2}(?:st|nd|rd|th|er)?|\p{L}{3,10})\.? (?:de )?(\d{1,2}(?:st|nd|rd|th)?|\p{L}{3,10})\.?,? (?:de )?(\d{4})(?:,| at| a las| a)? (.+)$/u

/** By their beginnings in English, Spanish and French, without accents. */
const months: readonly (readonly string[])[] = [
  ["jan", "ene"],
  ["feb", "fev"],
  ["mar"],
  ["apr", "abr", "avr"],
  ["may", "mai"],
  ["jun", "juin"],
  ["jul", "juil"],
  ["aug", "ago", "aou"],
  ["sep"],
  ["oct"],
  ["nov"],
  ["dec", "dic"],
]

/** 1 to 12. */
function monthOf(word: string): number | undefined {
  const index = months.findIndex((beginnings) => beginnings.some((beginning) => word.startsWith(beginning)))
  return index < 0 ? undefined : index + 1
}

const expectedTime = "expected a date and time, as 2027-03-16 09:00 or 2027-03-16 9:00 am"

/** A date that begins with its year has one order only; `ymd` takes no other, since 3/4/2027 is two dates. */
function readDay(parts: readonly [string, string, string], order: DateOrder, cell: string): number {
  const [first, second, third] = parts.map(Number) as [number, number, number]
  const beginsWithYear = parts[0].length === 4
  if (!beginsWithYear && (order === "ymd" || (parts[2].length !== 4 && parts[2].length !== 2))) {
    throw invalid(
      cell,
      "expected a date as 2027-03-16; of one such as 6/10/2027 say whether the month or the day stands first",
    )
  }
  // A year of this century: appointments of the last one are none to bring along.
  const last = parts[2].length === 2 ? 2000 + third : third
  const [year, month, dayOfMonth] = beginsWithYear
    ? [first, second, third]
    : order === "mdy"
      ? [last, first, second]
      : [last, second, first]
  return existingDay(year, month, dayOfMonth, cell)
}

function existingDay(year: number, month: number, dayOfMonth: number, cell: string): number {
  const day = dayOfCivil(year, month, dayOfMonth)
  if (day === null || year < 1970 || year > 2199) throw invalid(cell, "expected a date that exists")
  return day
}

/** `9:00 am`, `09:00`, `21:30:00`, `9 pm`, `9h00`, `9 h`, `09:00 Uhr` → minute of the day; null for what is no time on a whole minute. */
function readClock(text: string): number | null {
  const plain = text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?uhr$/i, "")
    .replace(/^(\d{1,2}) ?h ?(\d{2})$/i, "$1:$2")
    .replace(/^(\d{1,2}) ?h$/i, "$1:00")
  const match = /^(\d{1,2})(?::(\d{2})(?::00(?:\.0+)?)?)? ?([ap])?\.? ?(?:m\.?)?$/i.exec(plain)
  if (!match) return null
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)]
  const half = match[3]?.toLowerCase()
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 23 || match[2] === undefined)) return null
  const ofDay = half ? (hour % 12) + (half === "p" ? 12 : 0) : hour
  return ofDay * 60 + minute
}

/** `9:00 am`, without a day. */
export const isClock = (text: string): boolean => text.length <= longestTime && readClock(text) !== null

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
