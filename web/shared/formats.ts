import type { BlockView, Locale, SlotView } from "./contract.ts"
import { dateMs, firstDayOf } from "./dates.ts"
import { formatter } from "./formatter.ts"
import { browserAgrees, localIso, wallClock } from "./zones.ts"

type Options = Intl.DateTimeFormatOptions

/** How dates, times and durations read in one language. */
export interface Formats {
  /** "Tuesday, March 4" */
  day(date: string): string
  /** "Tuesday, March 4, 2027" */
  dayAndYear(date: string): string
  /** "Tue, Mar 4" */
  shortDay(date: string): string
  /** "March 2027" */
  month(month: string): string
  /** "2:00 PM", local time of the zone. */
  time(instant: string, zone: string): string
  /** "2:00 PM – 3:30 PM", local time of the zone. */
  timeRange(block: BlockView, zone: string): string
  /** "Tuesday, March 4" and "2:00 PM": the start of a slot, local time of the zone. */
  dayAndTime(slot: Pick<SlotView, "startTime">, zone: string): [day: string, time: string]
  /** "Central Time", the zone's name in summer and winter alike. */
  zone(zone: string, instant: string): string
  /** Narrow and full names of a weekday, 1 (Monday) to 7. */
  weekday(weekday: number): { short: string; long: string }
  /** "1 hour 30 minutes"; "3 days" for several blocks. */
  duration(blockMinutes: number[]): string
  /** "30 seconds", "5 minutes", "2 hours": rounded up, in the unit that fits. */
  wait(seconds: number): string
}

export function formatsFor(locale: Locale): Formats {
  const date = (value: string, options: Options) => formatter(locale, "UTC", options).format(dateMs(value))
  const day = (value: string) => date(value, { weekday: "long", month: "long", day: "numeric" })
  // The spaces do not break, so that a time stays on one line.
  const time = (instant: string, zone: string) =>
    formatter(locale, "UTC", { hour: "numeric", minute: "2-digit" })
      .format(Date.parse(localIso(instant, wallClock(instant, zone).offsetMinutes)))
      .replace(/\s/g, "\u00a0")
  return {
    day,
    dayAndYear: (value) => date(value, { weekday: "long", month: "long", day: "numeric", year: "numeric" }),
    shortDay: (value) => date(value, { weekday: "short", month: "short", day: "numeric" }),
    month: (month) => capitalised(date(firstDayOf(month), { month: "long", year: "numeric" })),
    time,
    timeRange: (block, zone) => `${time(block.startTime, zone)} – ${time(block.endTime, zone)}`,
    dayAndTime: ({ startTime }, zone) => [day(wallClock(startTime, zone).date), time(startTime, zone)],
    zone: (zone, instant) => zoneName(locale, zone, instant),
    weekday: (weekday) => {
      const sample = `2024-01-0${weekday}`
      return { short: date(sample, { weekday: "short" }), long: date(sample, { weekday: "long" }) }
    },
    duration: (blockMinutes) => duration(locale, blockMinutes),
    wait: (seconds) => wait(locale, seconds),
  }
}

/** The page's title and the calendar entry's: the job, then the company. */
export function titleOf(what: string, company: string): string {
  return `${what} · ${company}`
}

function zoneName(locale: Locale, zone: string, instant: string): string {
  if (!browserAgrees(zone, instant))
    return timeOfCity[locale](zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " "))
  const parts = formatter(locale, zone, { timeZoneName: "longGeneric" }).formatToParts(Date.parse(instant))
  return parts.find((part) => part.type === "timeZoneName")?.value ?? zone
}

const timeOfCity: Record<Locale, (city: string) => string> = {
  en: (city) => `${city} Time`,
  fr: (city) => `heure : ${city}`,
  es: (city) => `hora de ${city}`,
}

function duration(locale: Locale, blockMinutes: number[]): string {
  if (blockMinutes.length > 1) return quantity(locale, blockMinutes.length, "day")
  const total = blockMinutes[0] ?? 0
  const [hours, minutes] = [Math.floor(total / 60), total % 60]
  if (hours === 0) return quantity(locale, minutes, "minute")
  const wholeHours = quantity(locale, hours, "hour")
  return minutes === 0 ? wholeHours : `${wholeHours} ${quantity(locale, minutes, "minute")}`
}

/** Seconds up to a minute and a half, then minutes up to an hour and a half, then hours. */
function wait(locale: Locale, seconds: number): string {
  if (seconds <= 90) return quantity(locale, seconds, "second")
  if (seconds <= 5_400) return quantity(locale, Math.ceil(seconds / 60), "minute")
  return quantity(locale, Math.ceil(seconds / 3_600), "hour")
}

function quantity(locale: Locale, value: number, unit: "day" | "hour" | "minute" | "second"): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
