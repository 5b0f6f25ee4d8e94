import { addDays, earlier, later } from "../../../ui/dates.ts"

/** A date on the weekday, 1 (Monday) to 7 (Sunday), by which a language names it. */
export const dateOfWeekday = (weekday: number): string => `2024-01-0${weekday}`

/** So long a customer waits unless they say otherwise. */
const daysToWait = 28

/** The dates that the form begins with: from today for four weeks, within what can be booked. */
export function datesToWait(
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
  today: string | null,
): { first: string; last: string } {
  const first = later(firstDate, today ?? firstDate)
  return { first, last: later(first, earlier(addDays(first, daysToWait), lastDate)) }
}

/** By none of the boxes that were ticked could an offer reach the customer. */
export const isUnreachable = ({ field }: { field?: string }): boolean =>
  field === "textOffers" || field === "mailOffers"
