/** How the days and times of a week of hours read in the console's language. */
import { formatter } from "../../ui/formatter.ts"
import { hourParts, shortAmount } from "../formats.ts"
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
export const timeOfDay = (minute: number): string => textOf(partsOf(minute))

/** "8", "5:30", beside the axis that says which half of the day it is; a narrow card breaks none of it. */
export const shortTimeOfDay = (minute: number): string =>
  textOf(partsOf(minute).filter(({ type }) => type !== "dayPeriod"))
    .trim()
    .replace(/\s/g, "\u00a0")

const textOf = (parts: readonly Intl.DateTimeFormatPart[]) => parts.map(({ value }) => value).join("")

/** A bare hour without anything beside it reads like a number, so the minutes stay. */
function partsOf(minute: number): Intl.DateTimeFormatPart[] {
  const [ms, bare] = [minute * minuteMs, hourParts(minute * minuteMs)]
  if (minute % 60 === 0 && bare.length > 1) return bare
  return formatter(spokenTag(), "UTC", { hour: "numeric", minute: "2-digit" }).formatToParts(ms)
}

/** "8.5h" */
export const hoursCount = (minutes: number): string => shortAmount(minutes / 60, "hour", 2)
