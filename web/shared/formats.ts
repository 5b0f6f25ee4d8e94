import type { BlockView, Locale } from "./contract.ts"
import { dateMs, firstDayOf } from "./dates.ts"
import { formatter } from "./formatter.ts"

type Options = Intl.DateTimeFormatOptions

/** How dates, times and lengths read in one language. */
export interface Formats {
  /** "Tuesday, March 4" */
  day(date: string): string
  /** "Tuesday, March 4, 2027" */
  dayAndYear(date: string): string
  /** "Tue, Mar 4" */
  shortDay(date: string): string
  /** "March 2027" */
  month(month: string): string
  /** "2:00 PM" on the wall of the zone. */
  time(instant: string, zone: string): string
  /** "2:00 PM – 3:30 PM" on the wall of the zone. */
  timeRange(block: BlockView, zone: string): string
  /** "Central Time", as the zone is called through the year. */
  zone(zone: string, instant: string): string
  /** Narrow and full names of a weekday, 1 (Monday) to 7. */
  weekday(weekday: number): { short: string; long: string }
  /** "1 hour 30 minutes"; several blocks are told in days. */
  duration(blockMinutes: number[]): string
}

export function formatsFor(locale: Locale): Formats {
  const date = (value: string, options: Options) => formatter(locale, "UTC", options).format(dateMs(value))
  // A time never breaks across lines.
  const time = (instant: string, zone: string) =>
    formatter(locale, zone, { hour: "numeric", minute: "2-digit" })
      .format(Date.parse(instant))
      .replace(/\s/g, "\u00a0")
  return {
    day: (value) => date(value, { weekday: "long", month: "long", day: "numeric" }),
    dayAndYear: (value) => date(value, { weekday: "long", month: "long", day: "numeric", year: "numeric" }),
    shortDay: (value) => date(value, { weekday: "short", month: "short", day: "numeric" }),
    month: (month) => capitalised(date(firstDayOf(month), { month: "long", year: "numeric" })),
    time,
    timeRange: (block, zone) => `${time(block.startTime, zone)} – ${time(block.endTime, zone)}`,
    zone: (zone, instant) => zoneName(locale, zone, instant),
    weekday: (weekday) => {
      const sample = `2024-01-0${weekday}`
      return { short: date(sample, { weekday: "short" }), long: date(sample, { weekday: "long" }) }
    },
    duration: (blockMinutes) => duration(locale, blockMinutes),
  }
}

function zoneName(locale: Locale, zone: string, instant: string): string {
  const parts = formatter(locale, zone, { timeZoneName: "longGeneric" }).formatToParts(Date.parse(instant))
  return parts.find((part) => part.type === "timeZoneName")?.value ?? zone
}

function duration(locale: Locale, blockMinutes: number[]): string {
  const say = (value: number, unit: "day" | "hour" | "minute") =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value)
  if (blockMinutes.length > 1) return say(blockMinutes.length, "day")
  const total = blockMinutes[0] ?? 0
  const [hours, minutes] = [Math.floor(total / 60), total % 60]
  if (hours === 0) return say(minutes, "minute")
  return minutes === 0 ? say(hours, "hour") : `${say(hours, "hour")} ${say(minutes, "minute")}`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
