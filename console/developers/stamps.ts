/** Instants to the second, as a log needs them. */

import { formatter } from "../../ui/formatter.ts"
import { instantAt } from "../formats.ts"
import { spokenTag } from "../words/words.ts"

export interface Stamps {
  /** "Mar 2, 10:43:07 AM" of an instant (ISO 8601 UTC) */
  full(instant: string): string
  /** "10:43:07 AM" */
  time(instant: string): string
}

export function stampsOf(zone: string): Stamps {
  const clock = { hour: "numeric", minute: "2-digit", second: "2-digit" } as const
  const show = (instant: string, options: Intl.DateTimeFormatOptions) =>
    formatter(spokenTag(), zone, options).format(Date.parse(instant))
  return {
    full: (instant) => show(instant, { month: "short", day: "numeric", ...clock }),
    time: (instant) => show(instant, clock),
  }
}

/** The beginning of a local date. */
export const startOfDate = (zone: string, date: string): string => instantAt(zone, date, "00:00")
