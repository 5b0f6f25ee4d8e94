/** Busy times out of iCalendar texts, for whom and in which zone the account says. */

import { type CalendarAccount, CalendarUnavailable, type MinuteRange } from "../../ports.ts"
import { busyTimes } from "../../rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../rules/calendars/unreadable-calendar.ts"
import type { Intervals } from "../../time/intervals.ts"

export function readBusy(
  texts: readonly string[],
  { timezone, ownerEmail, mark }: CalendarAccount,
  range: MinuteRange,
): Intervals {
  try {
    return busyTimes(texts, {
      ...range,
      zone: timezone,
      owner: ownerEmail,
      isOurs: (uid) => uid.startsWith(mark),
    })
  } catch (error) {
    if (error instanceof UnreadableCalendar) throw new CalendarUnavailable("unreadable")
    throw error
  }
}
