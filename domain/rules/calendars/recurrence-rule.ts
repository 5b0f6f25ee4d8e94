/** An RRULE as plain data. What RFC 5545 does not allow in it never makes it repeat less often than it may have been meant. */
import { type CalendarTime, readTime } from "./calendar-times.ts"
import { UnclearValue, UnreadableCalendar } from "./unreadable-calendar.ts"

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

/** A rule, and the parts of it that say nothing that can be: they are left out, and the event is widened. */
export interface ReadRule {
  /** Null for an empty rule: the event does not repeat. */
  rule: RecurrenceRule | null
  /** Each as it is written: `INTERVAL=0`. */
  odd: readonly string[]
  /**
   * A widened rule has more occurrences than the one that was meant, so that COUNT would end it too early: it then ends after so many
   * periods of its frequency. Null where COUNT stands.
   */
  periods: number | null
}

/** Throws UnclearValue for a rule of which it can't be known what it repeats, and when its list is longer than any can be. */
export function readRule(text: string): ReadRule {
  const parts = partsOfRule(text)
  if (parts.size === 0) return { rule: null, odd: [], periods: null }
  const rscale = parts.get("RSCALE")
  if (rscale !== undefined && rscale !== "GREGORIAN") throw malformed()
  const frequency = frequencyOf(parts.get("FREQ"))
  const odd: string[] = []
  function part<Value>(name: string, absent: Value, read: (value: string) => Value): Value {
    const value = parts.get(name)
    if (value === undefined || value === "") return absent
    try {
      return read(value)
    } catch (error) {
      if (!(error instanceof UnclearValue)) throw error
      odd.push(`${name}=${value}`)
      return absent
    }
  }
  /** Keeps the values of a list that can be; where none can, every value may be meant. */
  const list = (name: string, low: number, high: number, signed = false, isWhole = false): Set<number> => {
    const values = listed(parts.get(name))
    const read = values.flatMap((value) => {
      try {
        return [wholeNumber(value, low, high, signed)]
      } catch (error) {
        if (!(error instanceof UnclearValue)) throw error
        odd.push(`${name}=${parts.get(name)}`)
        return []
      }
    })
    const isLost = isWhole && values.length > 0 && read.length === 0
    const every = isLost ? Array.from({ length: high + 1 - low }, (_, i) => low + i) : []
    return new Set([...read, ...every].sort((a, b) => a - b))
  }
  const until = part("UNTIL", null, (value) => readTime(value, null))
  const count = part("COUNT", null, (value) => countOf(value, until !== null))
  const byMonthDay = list("BYMONTHDAY", 1, 31, true)
  const byYearDay = list("BYYEARDAY", 1, 366, true)
  const byWeekNumber = list("BYWEEKNO", 1, 53, true)
  const byDay = part("BYDAY", new Map<number, Set<number>>(), (value) => ruleDays(listed(value)))
  const isAnyDay =
    odd.some((each) => /^BY(?:MONTHDAY|YEARDAY|WEEKNO|DAY)=/.test(each)) &&
    [byMonthDay, byYearDay, byWeekNumber, byDay].every(({ size }) => size === 0)
  const rule: RecurrenceRule = {
    frequency,
    interval: part("INTERVAL", 1, (value) => wholeNumber(value, 1, 1_000_000_000, false)),
    count,
    until,
    weekStart: part("WKST", 1, weekdayOf),
    byMonth: list("BYMONTH", 1, 12, false, true),
    byWeekNumber,
    byYearDay,
    byMonthDay,
    byDay: isAnyDay ? everyWeekday : byDay,
    byHour: list("BYHOUR", 0, 23, false, true),
    byMinute: list("BYMINUTE", 0, 59, false, true),
    bySecond: list("BYSECOND", 0, 60),
    bySetPosition: list("BYSETPOS", 1, 366, true),
  }
  const isWider = odd.some((each) => each.startsWith("BY"))
  if (!isWider) return { rule, odd, periods: null }
  const periods = count === null || count === 1 ? null : count * rule.interval
  return { rule: { ...rule, count: count === 1 ? 1 : null }, odd: [...new Set(odd)], periods }
}

const everyWeekday: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, new Set([0])]),
)

function partsOfRule(text: string): Map<string, string> {
  const parts = text
    .replace(/^\s*RRULE:/i, "")
    .split(";")
    .filter((part) => part.includes("="))
  return new Map(
    parts.map((part): [string, string] => {
      const [name = "", value = ""] = part.split("=")
      return [name.trim().toUpperCase(), value.trim().toUpperCase()]
    }),
  )
}

/** Below 1, which programs write for "no count", it says nothing beside UNTIL; alone it is the one occurrence that there is. */
function countOf(text: string, hasUntil: boolean): number | null {
  const count = wholeNumber(text, -1_000_000_000, 1_000_000_000, false)
  if (count >= 1) return count
  return hasUntil ? null : 1
}

const malformed = () => new UnclearValue("it holds a repetition that can't be understood")

/** Reads the end alone of a rule that is not understood: the time after which it repeats no more, or null. */
export function untilOf(text: string): CalendarTime | null {
  const until = partsOfRule(text).get("UNTIL")
  try {
    return until ? readTime(until, null) : null
  } catch {
    return null
  }
}

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
  if (values.length > longestList)
    throw new UnreadableCalendar("it holds a repetition that can't be understood")
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
