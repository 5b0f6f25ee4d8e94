/** Busy times out of iCalendar texts, for the account's owner and in the account's zone. */

import { type CalendarAccount, CalendarUnavailable, type MinuteRange } from "../../ports.ts"
import { busyTimes } from "../../rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../rules/calendars/unreadable-calendar.ts"
import type { Intervals } from "../../time/intervals.ts"

export function readBusy(
  texts: readonly string[],
  { timezone, ownerEmail, mark }: CalendarAccount,
  range: MinuteRange,
): Intervals {
  const busy = busyTimes(texts, {
    ...range,
    zone: timezone,
    owner: ownerEmail,
    isOurs: (uid) => uid.startsWith(mark),
  })
  if (busy instanceof UnreadableCalendar) throw new CalendarUnavailable("unreadable")
  return busy
}
