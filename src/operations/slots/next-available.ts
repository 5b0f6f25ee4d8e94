/** Looks past an empty range, a month at a time, to where the booking window or the request ends. */

import type { Slot } from "../../model/availability.ts"
import { planSearch, type Wish } from "../../rules/availability/plan-search.ts"
import { nextAvailable } from "../../rules/availability/search.ts"
import { closeUnread } from "../../rules/availability/unread-calendars.ts"
import type { Db } from "../../store/pg/database.ts"
import { loadSchedules, type ScheduleQuestion } from "../../store/schedules.ts"
import { dayOfDate } from "../../time/dates.ts"
import { utcDayOf } from "../../time/units.ts"

const daysAtOnce = 62

export async function findNextAvailable(db: Db, ask: ScheduleQuestion, wish: Wish): Promise<Slot | null> {
  let firstDay = ask.endDay
  let lastDay = Number.POSITIVE_INFINITY
  while (firstDay <= lastDay) {
    const endDay = Math.min(firstDay + daysAtOnce, lastDay + 1)
    const loaded = closeUnread(await loadSchedules(db, { ...ask, firstDay, endDay }), wish.now)
    if (!loaded.type) return null
    lastDay = lastBookableDay(wish, loaded.type.booking_window_days)
    const slot = nextAvailable(planSearch(loaded, { ...wish, firstDay, endDay }), firstDay, endDay)
    if (slot) return slot
    firstDay = endDay
  }
  return null
}

/** A day more than UTC says, since some zones are ahead of it. */
function lastBookableDay(wish: Wish, windowDays: number): number {
  const windowEnd = utcDayOf(wish.now) + 1 + windowDays
  return wish.request === null ? windowEnd : Math.min(windowEnd, dayOfDate(wish.request.latest_date)!)
}
