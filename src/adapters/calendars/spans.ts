/** Busy spans out of what calendars say in JSON. */
import type { Pairs } from "../../model/availability.ts"
import { CalendarUnavailable, type MinuteRange } from "../../ports.ts"
import { dayOfDate } from "../../time/dates.ts"
import { localToMinute } from "../../time/local-time.ts"
import { plain } from "../../time/pairs.ts"

/** Epoch milliseconds, end exclusive. */
export interface MsSpan {
  start: number
  end: number
}

/** Whole minutes that the spans touch, within the range. */
export function minutesOfSpans(spans: readonly MsSpan[], { startMinute, endMinute }: MinuteRange): Pairs {
  const pairs = spans
    .map(({ start, end }) => [
      Math.max(Math.floor(start / 60_000), startMinute),
      Math.min(Math.ceil(end / 60_000), endMinute),
    ])
    .filter(([start = 0, end = 0]) => start < end)
  return plain(Int32Array.from(pairs.flat()))
}

export function instantMs(text: unknown): number {
  const at = Date.parse(String(text))
  if (Number.isNaN(at)) throw new CalendarUnavailable("unreadable")
  return at
}

/** Midnight of a date in a zone. */
export function midnightMs(date: string, zone: string): number {
  const day = dayOfDate(date)
  if (day === null) throw new CalendarUnavailable("unreadable")
  return localToMinute(zone, day, 0) * 60_000
}

export const isoAt = (minute: number) => new Date(minute * 60_000).toISOString()

/** The range in pieces of at most so many days, for servers that answer no more at once. */
export function piecesOf({ startMinute, endMinute }: MinuteRange, days: number): MinuteRange[] {
  const pieces: MinuteRange[] = []
  for (let from = startMinute; from < endMinute; from += days * 1440) {
    pieces.push({ startMinute: from, endMinute: Math.min(from + days * 1440, endMinute) })
  }
  return pieces
}
