/** The local dates on which a request can be booked or an appointment can be moved to: the range of a page's calendar. */
import type { LoadedSchedules } from "../../model/schedules.ts"
import { dateOfDay, dayOfDate } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { servingZones } from "../requests/request-state.ts"

export interface BookableDates {
  /** Both inclusive. */
  firstDate: string
  lastDate: string
}

/** Dates that are null do not bind. */
interface Wanted {
  earliest_date: string | null
  latest_date: string | null
  location_id: number | null
}

/** Null when the window ends before the wanted dates begin. */
export function bookableDates(loaded: LoadedSchedules, wanted: Wanted, now: number): BookableDates | null {
  const minute = minuteOf(now)
  const todays = servingZones(loaded, wanted.location_id).map((zone) => minuteToLocal(zone, minute).day)
  const earliest = wanted.earliest_date === null ? Number.NEGATIVE_INFINITY : dayOfDate(wanted.earliest_date)!
  const latest = wanted.latest_date === null ? Number.POSITIVE_INFINITY : dayOfDate(wanted.latest_date)!
  const first = Math.max(Math.min(...todays), earliest)
  const windowEnd = Math.max(...todays) + loaded.type!.booking_window_days
  const last = Math.min(windowEnd, latest)
  return last < first ? null : { firstDate: dateOfDay(first), lastDate: dateOfDay(last) }
}
