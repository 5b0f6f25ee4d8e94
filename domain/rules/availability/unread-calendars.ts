/** Providers with a calendar that cannot be read are not offered, because their busy times are unknown. */

import type { Minute } from "../../model/availability.ts"
import { isUnread } from "../../model/provider-calendar.ts"
import type { LoadedSchedules, ScheduleCalendar } from "../../model/schedules.ts"
import type { Intervals } from "../../time/intervals.ts"

const START_OF_TIME: Minute = -2_147_483_648
const END_OF_TIME: Minute = 2_147_483_647
const always: Intervals = Int32Array.of(START_OF_TIME, END_OF_TIME)

/** The same schedules, where a provider with an unread calendar is busy all the time. This is for searches; a booking asks the calendar live. */
export function closeUnread(loaded: LoadedSchedules, now: number): LoadedSchedules {
  const unread = unreadIn(loaded, now)
  if (unread.size === 0) return loaded
  const providers = loaded.providers.map((provider) =>
    unread.has(provider.id) ? { ...provider, busy: always } : provider,
  )
  return { ...loaded, providers }
}

function unreadIn(loaded: LoadedSchedules, now: number): Set<number> {
  return new Set(unreadCalendars(loaded, now).map(({ provider_id }) => provider_id))
}

export function unreadCalendars({ calendars }: LoadedSchedules, now: number): ScheduleCalendar[] {
  return calendars.filter((calendar) => isUnread(calendar.last_read_at, now))
}

/** A sentence for each searched provider whose calendar cannot be read; only for `wanted` when it is given. */
export function calendarWarnings(loaded: LoadedSchedules, wanted: number | null, now: number): string[] {
  if (loaded.calendars.length === 0) return []
  const unread = unreadIn(loaded, now)
  const failing = new Set(
    loaded.calendars.filter((one) => one.failing_since !== null).map((one) => one.provider_id),
  )
  return loaded.providers.flatMap(({ id, name }) => {
    if (wanted !== null && id !== wanted) return []
    if (unread.has(id)) return [`A calendar of ${name} can't be read, so ${name} is not offered.`]
    return failing.has(id)
      ? [`A calendar of ${name} can't be read at the moment; what it said minutes ago still serves.`]
      : []
  })
}
