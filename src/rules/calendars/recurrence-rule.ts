/** An RRULE as plain data. A rule that RFC 5545 does not allow is refused, because a half-understood rule would miss times. */
import { type CalendarTime, readTime } from "./calendar-times.ts"
import { UnreadableCalendar } from "./unreadable-calendar.ts"

export const frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"] as const
export type Frequency = (typeof frequencies)[number]

export interface RuleDay {
  /** 1 (Monday) to 7 (Sunday). */
  weekday: number
  /** The n-th of its month or year, from the end when negative; 0 means every one. */
  ordinal: number
}

export interface RecurrenceRule {
  frequency: Frequency
  interval: number
  count: number | null
  until: CalendarTime | null
  weekStart: number
  byMonth: readonly number[]
  byWeekNumber: readonly number[]
  byYearDay: readonly number[]
  byMonthDay: readonly number[]
  byDay: readonly RuleDay[]
  byHour: readonly number[]
  byMinute: readonly number[]
  bySecond: readonly number[]
  bySetPosition: readonly number[]
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

export function readRule(text: string): RecurrenceRule {
  const parts = new Map(
    text
      .split(";")
      .filter((part) => part.includes("="))
      .map((part): [string, string] => {
        const [name = "", value = ""] = part.split("=")
        return [name.trim().toUpperCase(), value.trim().toUpperCase()]
      }),
  )
  const rscale = parts.get("RSCALE")
  if (rscale !== undefined && rscale !== "GREGORIAN") throw malformed()
  const list = (name: string, low: number, high: number, signed = false): number[] =>
    (parts.get(name) ?? "")
      .split(",")
      .filter((value) => value !== "")
      .map((value) => wholeNumber(value, low, high, signed))
  const count = parts.get("COUNT")
  const until = parts.get("UNTIL")
  return {
    frequency: frequencyOf(parts.get("FREQ")),
    interval: wholeNumber(parts.get("INTERVAL") ?? "1", 1, 1_000_000_000, false),
    count: count === undefined ? null : wholeNumber(count, 0, 1_000_000_000, false),
    until: until === undefined ? null : readTime(until, null),
    weekStart: weekdayOf(parts.get("WKST") ?? "MO"),
    byMonth: list("BYMONTH", 1, 12),
    byWeekNumber: list("BYWEEKNO", 1, 53, true),
    byYearDay: list("BYYEARDAY", 1, 366, true),
    byMonthDay: list("BYMONTHDAY", 1, 31, true),
    byDay: (parts.get("BYDAY") ?? "").split(",").filter(Boolean).map(ruleDay),
    byHour: list("BYHOUR", 0, 23),
    byMinute: list("BYMINUTE", 0, 59),
    bySecond: list("BYSECOND", 0, 59),
    bySetPosition: list("BYSETPOS", 1, 366, true),
  }
}

const malformed = () => new UnreadableCalendar("it holds a repetition that can't be understood")

function frequencyOf(text: string | undefined): Frequency {
  const found = frequencies.find((frequency) => frequency === text)
  if (found === undefined) throw malformed()
  return found
}

function weekdayOf(text: string): number {
  const index = weekdays.indexOf(text)
  if (index < 0) throw malformed()
  return index + 1
}

function ruleDay(text: string): RuleDay {
  const match = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text.trim())
  if (match === null) throw malformed()
  const ordinal = match[1] === undefined ? 0 : wholeNumber(match[1], 1, 53, true)
  return { weekday: weekdayOf(match[2]!), ordinal }
}

function wholeNumber(text: string, low: number, high: number, signed: boolean): number {
  if (!/^[+-]?\d{1,10}$/.test(text.trim())) throw malformed()
  const value = Number(text)
  const size = signed ? Math.abs(value) : value
  if (size < low || size > high) throw malformed()
  return value
}
