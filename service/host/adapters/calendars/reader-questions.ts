/** The questions to the reader of calendars' files, and its answers. Plain data: the files are read on other threads. */
import type { Intervals } from "../../../../domain/time/intervals.ts"
import { minuteOf, minutesPerDay } from "../../../../domain/time/units.ts"
import type { CalendarAccount, CalendarReading, MinuteRange } from "../../../platform/ports/calendars.ts"

/** The calendar and the span of a question. */
export type BusyQuestion = Pick<
  CalendarAccount,
  "timezone" | "isZoneSet" | "unansweredBlocks" | "ownerEmail" | "mark"
> &
  MinuteRange

/** The owner's busy times, and the events that can't be read as they stand. */
export type BusyAnswer = Pick<CalendarReading, "busy" | "unclear">

/** One page of what keeps the owner busy. */
export interface BusyPage {
  busy: Intervals
  /** The token or the address of the next page; null on the last one. */
  next: string | null
  /** The calendar's version, on the last page; null where the server has none. */
  version: string | null
}

/** Minutes that a check looks at: those of the next months, in which people book. */
export const checkedRange = (nowMs: number): MinuteRange => {
  const now = minuteOf(nowMs)
  return { startMinute: now - minutesPerDay, endMinute: now + 100 * minutesPerDay }
}

/** The credentials of the account stay where they are. */
export const busyQuestion = (
  { timezone, isZoneSet, unansweredBlocks, ownerEmail, mark }: CalendarAccount,
  { startMinute, endMinute }: MinuteRange,
): BusyQuestion => ({
  timezone,
  isZoneSet,
  unansweredBlocks,
  ownerEmail,
  mark,
  startMinute,
  endMinute,
})

/** A WebDAV server's description of a collection. */
export interface DavCollection {
  /** Local names: `collection`, `calendar`. */
  types: readonly string[]
  /** The names of the account's rights; null where the server says nothing of them. */
  rights: readonly string[] | null
  /** Changes with every change of the calendar; null where the server has none. */
  version: string | null
}
