import type { BlockView, Locale, SlotView } from "../../domain/contracts/customer-pages.ts"
import { dateMs, monthOf } from "../../ui/dates.ts"
import { formatter } from "../../ui/formatter.ts"
import { browserAgrees, isDoubled, localIso, wallClock } from "./zones.ts"

type Options = Intl.DateTimeFormatOptions

/** How dates, times and durations read in one language. */
export interface Formats {
  /** "Tuesday, March 4" */
  day(date: string): string
  /** "Tuesday, March 4, 2027" */
  dayAndYear(date: string): string
  /** "Tue, Mar 4" */
  shortDay(date: string): string
  /** "Mar" */
  shortMonth(date: string): string
  /** "Mar – Apr 2027", or "March 2027" when both dates are in it. */
  months(firstDate: string, lastDate: string): string
  /** "2:00 PM", local time of the zone. */
  time(instant: string, zone: string): string
  /** "2:00 – 3:30 PM", local time of the zone. */
  timeRange(block: BlockView, zone: string): string
  /** "2 PM" and "4 PM": a window, its whole hours without their minutes. */
  windowEnds(window: BlockView, zone: string): [from: string, until: string]
  /** "Tuesday, March 4" and "2:00 PM": the start of a slot, local time of the zone; of a window its end as well. */
  dayAndTime(slot: Timed, zone: string): DayAndTime
  /** "Tue, Mar 4" and "2:00 PM" */
  shortDayAndTime(slot: Timed, zone: string): DayAndTime
  /** "Central Time", the zone's name in summer and winter alike. */
  zone(zone: string, instant: string): string
  /** "Mon" and "Monday" */
  weekday(date: string): { short: string; long: string }
  /** "Austin, Dallas, and Houston" */
  list(names: string[]): string
  /** "1 hour 30 minutes"; "3 days" for several blocks. */
  duration(blockMinutes: number[]): string
  /** The company's own word for a length says nothing of it by itself: "Deep · 1 hour 15 minutes". */
  labelled(label: string | null, blockMinutes: number[]): string
  /** "30 seconds", "5 minutes", "2 hours": rounded up, in the unit that fits. */
  wait(seconds: number): string
}

export type DayAndTime = [day: string, time: string, until?: string]

type Timed = Pick<SlotView, "startTime"> & Partial<Pick<SlotView, "endTime" | "kind">>

const clock: Options = { hour: "numeric", minute: "2-digit" }
const wholeHours: Options = { hour: "numeric" }
const msPerHour = 3_600_000

/** The reading of the zone's clock, as if it were UTC, in milliseconds. */
const localMs = (instant: string, zone: string) =>
  Date.parse(localIso(instant, wallClock(instant, zone).offsetMinutes))

type Span = [from: number, until: number]

const localSpan = ({ startTime, endTime }: BlockView, zone: string): Span => [
  localMs(startTime, zone),
  localMs(endTime, zone),
]

/** @param region two capital letters; null writes in the language's own way */
export function formatsFor(locale: Locale, region: string | null = null): Formats {
  const tag = region === null ? locale : `${locale}-${region}`
  const date = (value: string, options: Options) => formatter(tag, "UTC", options).format(dateMs(value))
  const day = (value: string) => date(value, { weekday: "long", month: "long", day: "numeric" })
  // Spanish says "martes 4 de marzo" after an article, without the comma of a date that stands alone.
  const inSentence = (text: string) => (locale === "es" ? text.replace(",", "") : text)
  const shortDay = (value: string) => date(value, { weekday: "short", month: "short", day: "numeric" })
  // The spaces do not break, so that a time stays on one line. An hour that is there twice, when clocks are put back, says which it is.
  const time = (instant: string, zone: string) =>
    [
      formatter(tag, "UTC", clock).format(localMs(instant, zone)),
      isDoubled(instant, zone) ? zoneName(locale, tag, zone, instant, "short") : "",
    ]
      .join(" ")
      .trim()
      .replace(/\s/g, "\u00a0")
  const timeRange = (block: BlockView, zone: string) =>
    isDoubled(block.startTime, zone) || isDoubled(block.endTime, zone)
      ? `${time(block.startTime, zone)} – ${time(block.endTime, zone)}`
      : formatter(tag, "UTC", clock)
          .formatRange(...localSpan(block, zone))
          .replace(/\s/g, "\u00a0")
          .replace(/\u00a0?–\u00a0?/, " – ")
  // An hour alone is no time of day in Spanish.
  const windowClock = (span: Span) =>
    locale !== "es" && span.every((ms) => ms % msPerHour === 0) ? wholeHours : clock
  const windowEnds = (window: BlockView, zone: string) => {
    const span = localSpan(window, zone)
    const { format } = formatter(tag, "UTC", windowClock(span))
    return span.map((ms) => format(ms).replace(/\s/g, "\u00a0")) as [string, string]
  }
  const timesOf = ({ startTime, endTime, kind }: Timed, zone: string): [string, string?] =>
    kind && endTime ? windowEnds({ startTime, endTime }, zone) : [time(startTime, zone)]
  return {
    day,
    dayAndYear: (value) => date(value, { weekday: "long", month: "long", day: "numeric", year: "numeric" }),
    shortDay,
    shortMonth: (value) => capitalised(date(value, { month: "short" }).replace(".", "")),
    months: (first, last) => months(tag, first, last),
    time,
    timeRange,
    windowEnds,
    dayAndTime: (slot, zone) => [
      inSentence(day(wallClock(slot.startTime, zone).date)),
      ...timesOf(slot, zone),
    ],
    // On a button: a narrow one breaks between the day and the time, never within "Mar 8".
    shortDayAndTime: (slot, zone) => [
      inSentence(shortDay(wallClock(slot.startTime, zone).date)).replace(/\s/g, "\u00a0"),
      ...timesOf(slot, zone),
    ],
    zone: (zone, instant) => zoneName(locale, tag, zone, instant),
    weekday: (value) => ({
      short: date(value, { weekday: "short" }),
      long: date(value, { weekday: "long" }),
    }),
    list: (names) => new Intl.ListFormat(tag).format(names),
    duration: (blockMinutes) => duration(tag, blockMinutes),
    labelled: (label, blockMinutes) => labelled(label, duration(tag, blockMinutes)),
    wait: (seconds) => wait(tag, seconds),
  }
}

/** The page's title and the calendar entry's: the job, then the company. */
export function titleOf(what: string, company: string): string {
  return `${what} · ${company}`
}

function zoneName(
  locale: Locale,
  tag: string,
  zone: string,
  instant: string,
  timeZoneName: "longGeneric" | "short" = "longGeneric",
): string {
  if (!browserAgrees(zone, instant))
    return timeOfCity[locale](zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " "))
  const parts = formatter(tag, zone, { timeZoneName }).formatToParts(Date.parse(instant))
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone
}

const timeOfCity: Record<Locale, (city: string) => string> = {
  en: (city) => `${city} Time`,
  fr: (city) => `heure : ${city}`,
  es: (city) => `hora de ${city}`,
}

function months(tag: string, first: string, last: string): string {
  const month = monthOf(first) === monthOf(last) ? "long" : "short"
  const formats = formatter(tag, "UTC", { month, year: "numeric" })
  return capitalised(formats.formatRange(dateMs(first), dateMs(last)).replace(/\s/g, " "))
}

function duration(tag: string, blockMinutes: number[]): string {
  if (blockMinutes.length > 1) return quantity(tag, blockMinutes.length, "day")
  const total = blockMinutes[0] ?? 0
  const [hours, minutes] = [Math.floor(total / 60), total % 60]
  if (hours === 0) return quantity(tag, minutes, "minute")
  const wholeHours = quantity(tag, hours, "hour")
  return minutes === 0 ? wholeHours : `${wholeHours} ${quantity(tag, minutes, "minute")}`
}

const labelled = (label: string | null, length: string): string =>
  label === null || label.toLowerCase() === length.toLowerCase() ? length : `${label} · ${length}`

/** Seconds up to a minute and a half, then minutes up to an hour and a half, then hours. */
function wait(tag: string, seconds: number): string {
  if (seconds <= 90) return quantity(tag, seconds, "second")
  if (seconds <= 5_400) return quantity(tag, Math.ceil(seconds / 60), "minute")
  return quantity(tag, Math.ceil(seconds / 3_600), "hour")
}

function quantity(tag: string, value: number, unit: "day" | "hour" | "minute" | "second"): string {
  return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(value)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
