/** Dates and times as mails write them: in full words, on the clock of the place. */
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf, msPerDay } from "../../time/units.ts"
import { type Locale, withZone } from "../texts/text-times.ts"
import { mailMessages } from "./mail-messages.ts"

const regions = { en: "en-US", fr: "fr-CA", es: "es-US" } as const

/** Dates are formatted as those of UTC: the project's own zone rules have moved them onto the clock of the place before. */
const longDates = new Map<Locale, Intl.DateTimeFormat>()
const shortMonths = new Map<Locale, Intl.DateTimeFormat>()
const shortDates = new Map<Locale, Intl.DateTimeFormat>()

function kept(
  formats: Map<Locale, Intl.DateTimeFormat>,
  locale: Locale,
  parts: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const format =
    formats.get(locale) ?? new Intl.DateTimeFormat(regions[locale], { timeZone: "UTC", ...parts })
  formats.set(locale, format)
  return format
}

export interface LocalMoment {
  /** Days since 1970-01-01. */
  day: number
  minuteOfDay: number
}

export const localMoment = (zone: string, ms: number): LocalMoment => minuteToLocal(zone, minuteOf(ms))

/** `Thursday, December 3`. */
export const longDate = (locale: Locale, day: number): string =>
  withFirst(
    locale,
    kept(longDates, locale, { weekday: "long", month: "long", day: "numeric" }).format(day * msPerDay),
  )

/** French writes the first of a month as `1er`. */
const withFirst = (locale: Locale, date: string): string =>
  locale === "fr" ? date.replace(/(?<!\d)1(?= )/, "1er") : date

/** `Thu, Dec 3, 8:00 AM`, as a subject has it, which is cut short on a phone; of a window `Thu, Dec 3, 8:00 AM – 10:00 AM`. */
export function subjectMoment(
  locale: Locale,
  zone: string,
  { startMs, endMs }: MsSpan,
  isWindow: boolean,
): string {
  const { day } = localMoment(zone, startMs)
  const date = kept(shortDates, locale, { weekday: "short", month: "short", day: "numeric" })
  const [from, until] = endsOf(locale, zone, { startMs, endMs })
  return `${withFirst(locale, date.format(day * msPerDay))}, ${isWindow ? `${from} – ${until}` : from}`
}

/** `Dec` */
export const shortMonth = (locale: Locale, day: number): string =>
  kept(shortMonths, locale, { month: "short" }).format(day * msPerDay)

export const dayOfMonth = (day: number): number => new Date(day * msPerDay).getUTCDate()

/** `8:00 AM – 9:00 AM CST`: with the zone's short name. */
export function timeSpan(locale: Locale, zone: string, { startMs, endMs }: MsSpan): string {
  return withZone(locale, zone, startMs, endsOf(locale, zone, { startMs, endMs }).join(" – "))
}

/** `We arrive between 8:00 AM and 10:00 AM CST`, of a promised window. */
export function arrivalText(locale: Locale, zone: string, { startMs, endMs }: MsSpan): string {
  const [from, until] = endsOf(locale, zone, { startMs, endMs })
  return withZone(locale, zone, startMs, mailMessages[locale].arriveBetween({ from, until }))
}

interface MsSpan {
  startMs: number
  endMs: number
}

function endsOf(locale: Locale, zone: string, { startMs, endMs }: MsSpan): [from: string, until: string] {
  const clock = (ms: number) => clockTime(locale, localMoment(zone, ms).minuteOfDay)
  return [clock(startMs), clock(endMs)]
}

/** `Thursday, December 3, 8:00 AM CST` */
export function momentText(locale: Locale, zone: string, ms: number): string {
  const { day, minuteOfDay } = localMoment(zone, ms)
  return withZone(locale, zone, ms, `${longDate(locale, day)}, ${clockTime(locale, minuteOfDay)}`)
}

export function clockTime(locale: Locale, minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60)
  const minute = String(minuteOfDay % 60).padStart(2, "0")
  switch (locale) {
    case "en":
      return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`
    case "fr":
      return `${hour} h ${minute}`
    case "es":
      return `${hour}:${minute}`
  }
}
