/** Busy spans out of what calendars say in JSON. */

import { dayOfDate } from "../../../../domain/time/dates.ts"
import { type Intervals, normalized, union } from "../../../../domain/time/intervals.ts"
import { localToMinute } from "../../../../domain/time/local-time.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../../../domain/time/units.ts"
import { CalendarUnavailable, type MinuteRange } from "../../../platform/ports/calendars.ts"

/** Epoch milliseconds, end exclusive. */
export interface MsSpan {
  start: number
  end: number
}

/** Whole minutes that the spans touch, within the range. */
export function minutesOfSpans(spans: readonly MsSpan[], { startMinute, endMinute }: MinuteRange): Intervals {
  const pairs = spans
    .map(({ start, end }) => [
      Math.max(minuteOf(start), startMinute),
      Math.min(Math.ceil(end / msPerMinute), endMinute),
    ])
    .filter(([start = 0, end = 0]) => start < end)
  return normalized(Int32Array.from(pairs.flat()))
}

/** All minutes of the lists. */
export const joined = (lists: readonly Intervals[]): Intervals =>
  lists.reduce((all, one) => union(all, one), new Int32Array())

export function instantMs(text: unknown): number {
  const at = Date.parse(String(text))
  if (Number.isNaN(at)) throw new CalendarUnavailable("unreadable")
  return at
}

/** Midnight of a date in a zone. */
export function midnightMs(date: string, zone: string): number {
  const day = dayOfDate(date)
  if (day === null) throw new CalendarUnavailable("unreadable")
  return localToMinute(zone, day, 0) * msPerMinute
}

export const isoAt = (minute: number) => new Date(minute * msPerMinute).toISOString()

/** The range in pieces of at most so many days, for servers that answer no more at once. */
export function piecesOf({ startMinute, endMinute }: MinuteRange, days: number): MinuteRange[] {
  const pieces: MinuteRange[] = []
  for (let from = startMinute; from < endMinute; from += days * minutesPerDay) {
    pieces.push({ startMinute: from, endMinute: Math.min(from + days * minutesPerDay, endMinute) })
  }
  return pieces
}
