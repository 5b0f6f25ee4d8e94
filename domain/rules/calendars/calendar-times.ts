/**
 * Dates, times, durations and periods as iCalendar writes them, and in the other spellings that programs write. A *wall second* is a
 * wall clock read as if it were UTC.
 */
import { dayOfCivil, daysInMonth } from "../../time/dates.ts"
import { secondsPerDay } from "../../time/units.ts"
import type { Property } from "./components.ts"
import { UnclearValue } from "./unreadable-calendar.ts"
import { plainZoneName } from "./zone-names.ts"

export interface CalendarTime {
  /** The wall clock, in seconds since 1970-01-01T00:00 on it. */
  wall: number
  /** A date without a time: a whole day. */
  isDate: boolean
  /** `UTC`, a TZID in its plain spelling, or null for the calendar's own zone. */
  zone: string | null
}

export interface CalendarDuration {
  /** Nominal days, which a clock change does not shorten. */
  days: number
  seconds: number
}

/** Basic and extended forms of ISO 8601, each with fractions of a second and an offset. */
const timePattern =
  /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[Tt ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?)?([Zz]|[+-]\d{2}:?\d{2})?$/

/** Throws UnclearValue when the text is neither a date nor a time. */
export function readTime(text: string, zone: string | null): CalendarTime {
  const match = timePattern.exec(text.trim())
  if (match === null) throw new UnclearValue("it holds a time that is none")
  const [, year, , month, date, hour, minute, second = "00", offset] = match
  const day = dayOfCivil(Number(year), Number(month), Number(date))
  if (day === null || Number(year) < 1) throw new UnclearValue("it holds a date that does not exist")
  // Google writes dates with a Z.
  if (hour === undefined) return { wall: day * secondsPerDay, isDate: true, zone }
  const ofDay = Number(hour) * 3600 + Number(minute) * 60 + Math.min(Number(second), 59)
  // 24:00:00 is the next midnight.
  if (ofDay > secondsPerDay || Number(minute) > 59 || Number(second) > 60) {
    throw new UnclearValue("it holds a time of day that does not exist")
  }
  const wall = day * secondsPerDay + ofDay
  if (offset === undefined) return { wall, isDate: false, zone }
  return { wall: wall - (/z/i.test(offset) ? 0 : readOffset(offset)), isDate: false, zone: "UTC" }
}

/** Wall seconds that an unreadable time lies between: its day, month or year; null where it tells none. End exclusive. */
export function boundsOf({ value }: Property): { from: number; to: number } | null {
  // A line that is broken before its value is read from the first digits that can be a date.
  const text = /^\s*\d{4}/.test(value) ? value : (/\d{8}.*/s.exec(value)?.[0] ?? "")
  const match = /^\s*(\d{4})-?(\d{2})?-?(\d{2})?/.exec(text)
  if (match === null) return null
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number]
  if (year < 1900 || year > 2200) return null
  const begin = (of: number, inMonth: number, on: number) => dayOfCivil(of, inMonth, on)! * secondsPerDay
  const isMonth = month >= 1 && month <= 12
  // A month counts where as many digits stand behind it as a date has.
  if (!isMonth || !/^\s*\d{4}-?\d{2}-?\d{2}/.test(text))
    return { from: begin(year, 1, 1), to: begin(year + 1, 1, 1) }
  const isDay = date >= 1 && date <= daysInMonth(year, month)
  const from = begin(year, month, isDay ? date : 1)
  return { from, to: from + (isDay ? 1 : daysInMonth(year, month)) * secondsPerDay }
}

const zoneOf = ({ params }: Property): string | null => {
  const name = plainZoneName(params.get("TZID") ?? "")
  return name === "" ? null : name
}

/** The value of a DTSTART, DTEND, RECURRENCE-ID. */
export function timeOf(property: Property): CalendarTime {
  const time = readTime(property.value, zoneOf(property))
  const isMidnight = time.wall % secondsPerDay === 0
  const isSaidDate = property.params.get("VALUE")?.trim().toUpperCase() === "DATE"
  return isSaidDate && isMidnight ? { ...time, isDate: true, zone: zoneOf(property) } : time
}

/** The values of an EXDATE or RDATE, without periods. */
export const timesOf = (property: Property): CalendarTime[] =>
  listOf(property)
    .filter((text) => !text.includes("/"))
    .map((text) => timeOf({ ...property, value: text }))

export const listOf = ({ value }: Property): string[] => value.split(",").filter((text) => text.trim() !== "")

export interface CalendarPeriod {
  start: CalendarTime
  end: CalendarTime | CalendarDuration
}

/** The `start/end` and `start/duration` values of an RDATE or FREEBUSY. */
export function periodsOf(property: Property): CalendarPeriod[] {
  const zone = zoneOf(property)
  return listOf(property)
    .filter((text) => text.includes("/"))
    .map((text) => {
      const [start = "", end = ""] = text.split("/")
      return {
        start: readTime(start, zone),
        end: /^\s*[+-]?P/i.test(end) ? readDuration(end) : readTime(end, zone),
      }
    })
}

const durationPattern =
  /^([+-])?P(?=[T\d])((?:\d{1,9}(?:[.,]\d{1,9})?[WD])*)(T?)((?:\d{1,9}(?:[.,]\d{1,9})?[WDHMS])*)$/i

/**
 * `P1DT1H`; also `PT1W` and `P1H`, where the T is misplaced. `P1M` is refused, which is a month or a minute. A negative one is as
 * long, and lies before its start.
 */
export function readDuration(text: string): CalendarDuration & { isNegative?: true } {
  const match = durationPattern.exec(text.trim())
  if (match === null) throw new UnclearValue("it holds a duration that is none")
  const [, sign, , t, rest] = match
  if (t === "" && /\dM/i.test(rest!)) throw new UnclearValue("it holds a duration in months or minutes")
  const parts = [...text.matchAll(/(\d{1,9})(?:[.,](\d{1,9}))?([WDHMS])/gi)]
  if (parts.length === 0) throw new UnclearValue("it holds a duration that is none")
  const length = { days: 0, seconds: 0 }
  for (const [, whole, fraction = "0", unit] of parts) {
    const value = Number(`${whole}.${fraction}`)
    const days = { W: 7, D: 1 }[unit!.toUpperCase()]
    if (days !== undefined && Number.isInteger(value)) length.days += value * days
    else
      length.seconds += Math.ceil(value * (days ? days * secondsPerDay : unitSeconds[unit!.toUpperCase()]!))
  }
  return sign === "-" ? { ...length, isNegative: true } : length
}

const unitSeconds: Record<string, number> = { H: 3600, M: 60, S: 1 }

/** `+0530`, `-023000`, also `+05:30`, `-5:00` and `+05`, in seconds. */
export function readOffset(text: string): number {
  const match = /^([+\-−])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/.exec(text.trim())
  if (match === null) throw new UnclearValue("it holds a zone offset that is none")
  const [, sign, hours, minutes = "0", seconds = "0"] = match
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  if (size > secondsPerDay) throw new UnclearValue("it holds a zone offset that is none")
  return sign === "+" ? size : -size
}
