/** How the days and times of a week of hours read in the console's language. */
import { formatter } from "../../ui/formatter.ts"
import { spokenTag } from "../words/words.ts"

const minuteMs = 60_000
/** A Monday. */
const monday = Date.UTC(2024, 0, 1)

const shown = (ms: number, options: Intl.DateTimeFormatOptions) =>
  formatter(spokenTag(), "UTC", options).format(ms)

/** "Mon" of 1 */
export const shortWeekday = (weekday: number): string =>
  shown(monday + (weekday - 1) * 1_440 * minuteMs, { weekday: "short" })

/** "Monday" of 1 */
export const longWeekday = (weekday: number): string =>
  shown(monday + (weekday - 1) * 1_440 * minuteMs, { weekday: "long" })

/** "8 AM", "5:30 PM" of a minute of the day */
export const timeOfDay = (minute: number): string =>
  shown(minute * minuteMs, minute % 60 === 0 ? wholeHour() : { hour: "numeric", minute: "2-digit" })

/** "8", "5:30", beside the axis that says which half of the day it is */
export const shortTimeOfDay = (minute: number): string =>
  formatter(spokenTag(), "UTC", minute % 60 === 0 ? wholeHour() : { hour: "numeric", minute: "2-digit" })
    .formatToParts(minute * minuteMs)
    .filter(({ type }) => type !== "dayPeriod")
    .map(({ value }) => value)
    .join("")
    .trim()

/** Where the clock counts to 24 a bare hour reads like a number, so the minutes stay. */
function wholeHour(): Intl.DateTimeFormatOptions {
  const { hourCycle } = formatter(spokenTag(), "UTC", { hour: "numeric" }).resolvedOptions()
  return hourCycle === "h12" || hourCycle === "h11"
    ? { hour: "numeric" }
    : { hour: "numeric", minute: "2-digit" }
}

/** "8.5h" */
export const hoursCount = (minutes: number): string =>
  new Intl.NumberFormat(spokenTag(), {
    style: "unit",
    unit: "hour",
    unitDisplay: "narrow",
    maximumFractionDigits: 2,
  }).format(minutes / 60)
