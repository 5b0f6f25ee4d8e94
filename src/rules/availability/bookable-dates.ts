/** The local dates on which a request can be booked: the range of a page's calendar. */
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"
import { dateOfDay, dayOfDate } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { servingZones } from "../requests/request-state.ts"

export interface BookableDates {
  /** Both inclusive. */
  firstDate: string
  lastDate: string
}

/** Null when the window ends before the request's dates begin. */
export function bookableDates(
  loaded: LoadedSchedules,
  request: Pick<SchedulingRequest, "earliest_date" | "latest_date" | "location_id">,
  now: number,
): BookableDates | null {
  const minute = minuteOf(now)
  const todays = servingZones(loaded, request.location_id).map((zone) => minuteToLocal(zone, minute).day)
  const earliest =
    request.earliest_date === null ? Number.NEGATIVE_INFINITY : dayOfDate(request.earliest_date)!
  const first = Math.max(Math.min(...todays), earliest)
  const windowEnd = Math.max(...todays) + loaded.type!.booking_window_days
  const last = Math.min(windowEnd, dayOfDate(request.latest_date)!)
  return last < first ? null : { firstDate: dateOfDay(first), lastDate: dateOfDay(last) }
}
