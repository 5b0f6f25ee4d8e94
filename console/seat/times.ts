/** Times of day in the zone of the visit, as the reader's language writes them. */
import type { Day, OwnVisit } from "./presses.ts"
import { tag } from "./words.ts"

export const clock = (at: number | string, timeZone: string): string =>
  new Intl.DateTimeFormat(tag, { timeZone, hour: "numeric", minute: "2-digit" }).format(new Date(at))

/** `10 – 11 AM`, of what was promised; the start alone where a start was promised. */
export function windowText({ window, start_time, timezone }: OwnVisit): string {
  if (!window) return clock(start_time, timezone)
  return new Intl.DateTimeFormat(tag, { timeZone: timezone, hour: "numeric", minute: "2-digit" }).formatRange(
    new Date(window.start_time),
    new Date(window.end_time),
  )
}

export const dayName = ({ date }: Day): string =>
  new Intl.DateTimeFormat(tag, { timeZone: "UTC", weekday: "long", day: "numeric", month: "short" }).format(
    new Date(`${date}T12:00:00Z`),
  )
