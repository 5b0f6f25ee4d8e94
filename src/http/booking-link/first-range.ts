/** The first dates whose times come with the page: a month from the first that can be booked. */
import type { OpenedLink } from "../../operations/booking-link.ts"
import { bookableDates } from "../../rules/availability/bookable-dates.ts"
import { dateOfDay, dayOfDate } from "../../time/dates.ts"

const days = 31

export function firstRange(link: OpenedLink): { startDate: string; endDate: string } | null {
  const dates = bookableDates(link.loaded, link.request, link.now)
  if (!dates) return null
  const first = dayOfDate(dates.firstDate)!
  return {
    startDate: dates.firstDate,
    endDate: dateOfDay(Math.min(first + days, dayOfDate(dates.lastDate)! + 1)),
  }
}
