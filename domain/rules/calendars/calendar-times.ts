/** Dates, times, durations and periods as iCalendar writes them. A *wall second* is a wall clock read as if it were UTC. */
import { dayOfCivil } from "../../time/dates.ts"
import { secondsPerDay } from "../../time/units.ts"
import type { Property } from "./components.ts"
import { UnreadableCalendar } from "./unreadable-calendar.ts"

export interface CalendarTime {
  /** The wall clock, in seconds since 1970-01-01T00:00 on it. */
  wall: number
  /** A date without a time: a whole day. */
  isDate: boolean
  /** `UTC`, a TZID as the file writes it, or null for the calendar's own zone. */
  zone: string | null
}

export interface CalendarDuration {
  /** Nominal days, which a clock change does not shorten. */
  days: number
  seconds: number
}

const timePattern = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/

/** Throws UnreadableCalendar when the text is neither a date nor a time. */
export function readTime(text: string, zone: string | null): CalendarTime {
  const match = timePattern.exec(text.trim())
  if (match === null) throw new UnreadableCalendar("it holds a time that is none")
  const [, year, month, date, hour, minute, second = "00", utc] = match
  const day = dayOfCivil(Number(year), Number(month), Number(date))
  if (day === null || Number(year) < 1) throw new UnreadableCalendar("it holds a date that does not exist")
  if (hour === undefined) return { wall: day * secondsPerDay, isDate: true, zone }
  const ofDay = Number(hour) * 3600 + Number(minute) * 60 + Math.min(Number(second), 59)
  if (ofDay >= secondsPerDay) throw new UnreadableCalendar("it holds a time of day that does not exist")
  return { wall: day * secondsPerDay + ofDay, isDate: false, zone: utc ? "UTC" : zone }
}

/** The value of a DTSTART, DTEND, RECURRENCE-ID. */
export const timeOf = (property: Property): CalendarTime =>
  readTime(property.value, property.params.get("TZID") ?? null)

/** The values of an EXDATE or RDATE, without periods. */
export const timesOf = (property: Property): CalendarTime[] =>
  listOf(property)
    .filter((text) => !text.includes("/"))
    .map((text) => readTime(text, property.params.get("TZID") ?? null))

const listOf = ({ value }: Property): string[] => value.split(",").filter((text) => text.trim() !== "")

export interface CalendarPeriod {
  start: CalendarTime
  end: CalendarTime | CalendarDuration
}

/** The `start/end` and `start/duration` values of an RDATE or FREEBUSY. */
export function periodsOf(property: Property): CalendarPeriod[] {
  const zone = property.params.get("TZID") ?? null
  return listOf(property)
    .filter((text) => text.includes("/"))
    .map((text) => {
      const [start = "", end = ""] = text.split("/")
      return {
        start: readTime(start, zone),
        end: /^[+-]?P/.test(end) ? readDuration(end) : readTime(end, zone),
      }
    })
}

const durationPattern =
  /^([+-])?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/

export function readDuration(text: string): CalendarDuration {
  const match = durationPattern.exec(text.trim())
  if (match === null) throw new UnreadableCalendar("it holds a duration that is none")
  const [, sign, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
  // A negative length counts as zero: no event ends before it begins.
  const factor = sign === "-" ? 0 : 1
  return {
    days: factor * (Number(weeks) * 7 + Number(days)),
    seconds: factor * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)),
  }
}

/** `+0530` or `-023000` in seconds. */
export function readOffset(text: string): number {
  const match = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text.trim())
  if (match === null) throw new UnreadableCalendar("it holds a zone offset that is none")
  const [, sign, hours, minutes, seconds = "0"] = match
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === "-" ? -size : size
}
