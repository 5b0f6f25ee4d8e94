/** An RRULE as plain data. A rule that RFC 5545 does not allow is refused, because a half-understood rule would miss times. */
import { type CalendarTime, readTime } from "./calendar-times.ts"
import { UnreadableCalendar } from "./unreadable-calendar.ts"

export const frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"] as const
export type Frequency = (typeof frequencies)[number]

/** The lists are sets in ascending order: what a list names twice costs nothing, and whether it names a value is one look-up. */
export interface RecurrenceRule {
  frequency: Frequency
  interval: number
  count: number | null
  until: CalendarTime | null
  weekStart: number
  byMonth: ReadonlySet<number>
  byWeekNumber: ReadonlySet<number>
  byYearDay: ReadonlySet<number>
  byMonthDay: ReadonlySet<number>
  /**
   * By weekday, 1 (Monday) to 7 (Sunday), which of its month or year count: the n-th, from the end when negative; 0 means
   * every one.
   */
  byDay: ReadonlyMap<number, ReadonlySet<number>>
  byHour: ReadonlySet<number>
  byMinute: ReadonlySet<number>
  bySecond: ReadonlySet<number>
  bySetPosition: ReadonlySet<number>
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
  const list = (name: string, low: number, high: number, signed = false): Set<number> => {
    const values = listed(parts.get(name)).map((value) => wholeNumber(value, low, high, signed))
    return new Set(values.sort((a, b) => a - b))
  }
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
    byDay: ruleDays(listed(parts.get("BYDAY"))),
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

/** More values than any list can hold different ones: BYDAY has 7 × 107. */
const longestList = 1_000

function listed(text: string | undefined): string[] {
  const values = (text ?? "").split(",", longestList + 1).filter((value) => value !== "")
  if (values.length > longestList) throw malformed()
  return values
}

function ruleDays(values: readonly string[]): Map<number, Set<number>> {
  const days = new Map<number, Set<number>>()
  for (const value of values) {
    const match = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(value.trim())
    if (match === null) throw malformed()
    const weekday = weekdayOf(match[2]!)
    const ordinals = days.get(weekday) ?? new Set<number>()
    days.set(weekday, ordinals.add(match[1] === undefined ? 0 : wholeNumber(match[1], 1, 53, true)))
  }
  return days
}

function wholeNumber(text: string, low: number, high: number, signed: boolean): number {
  if (!/^[+-]?\d{1,10}$/.test(text.trim())) throw malformed()
  const value = Number(text)
  const size = signed ? Math.abs(value) : value
  if (size < low || size > high) throw malformed()
  return value
}
