/** How dates and times read in the console's language. */

import { dateMs } from "../ui/dates.ts"
import { formatter } from "../ui/formatter.ts"
import type { Answer } from "./api/client.ts"
import { spokenTag } from "./words/words.ts"

export interface Formats {
  /** "Tue, Mar 3, 2:15 PM" of an instant (ISO 8601 UTC) */
  moment(instant: string): string
  /** "2:15 PM" */
  time(instant: string): string
  /** "2:15 – 3:15 PM", and of whole hours "2 – 4 PM" */
  span(block: { start_time: string; end_time: string }): string
}

/** Minutes by which a clock is ahead of UTC, each from a moment (epoch milliseconds) on; the newest first. */
type Offsets = readonly { from: number; minutes: number }[]

const zones = new Map<string, Offsets>()

/** Takes the offsets that the service says the company's zones have: a browser's own rules may be old. */
export function keepZones(read: Answer<"readTimeZones">): void {
  for (const { timezone, utc_offsets } of read.zones) {
    const offsets = utc_offsets.map(({ from, minutes }) => ({ from: Date.parse(from), minutes }))
    zones.set(timezone, offsets.reverse())
  }
}

/** The reading of the zone's clock at an instant, as epoch milliseconds of the same time in UTC. */
function wallOf(zone: string, ms: number): number {
  const offsets = zones.get(zone)
  if (!offsets) return wallByBrowser(zone, ms)
  const { minutes } = offsets.find(({ from }) => from <= ms) ?? offsets.at(-1)!
  return ms + minutes * msPerMinute
}

const msPerMinute = 60_000

/** For a zone that the company has no more. */
function wallByBrowser(zone: string, ms: number): number {
  const parts = formatter("en", zone, wallFields).formatToParts(ms)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"))
}

/** The formats of one time zone, such as the company's. */
export function formatsOf(zone: string): Formats {
  const show = (instant: string, options: Intl.DateTimeFormatOptions) =>
    formatter(spokenTag(), "UTC", options).format(wallOf(zone, Date.parse(instant)))
  return {
    moment: (instant) =>
      show(instant, { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" }),
    time: (instant) => show(instant, { hour: "numeric", minute: "2-digit" }),
    span: ({ start_time, end_time }) =>
      wallSpan(wallOf(zone, Date.parse(start_time)), wallOf(zone, Date.parse(end_time))),
  }
}

const msPerHour = 60 * msPerMinute

/** From and until what a clock shows, as epoch milliseconds of the same time in UTC. */
export function wallSpan(from: number, until: number): string {
  // English alone says whole hours without their minutes; French would write "08 h".
  const isWhole = from % msPerHour === 0 && until % msPerHour === 0 && spokenTag().startsWith("en")
  const minute = isWhole ? {} : { minute: "2-digit" as const }
  const shown = formatter(spokenTag(), "UTC", { hour: "numeric", ...minute }).formatRange(from, until)
  return shown.replace(/\s/g, "\u00a0")
}

export interface AppointmentFormats extends Formats {
  /** "Tue, Mar 3, 2:15 – 3:15 PM" of one working day */
  block(block: { start_time: string; end_time: string }): string
}

export function appointmentFormats(zone: string): AppointmentFormats {
  const options = {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  } as const
  return {
    ...formatsOf(zone),
    block: ({ start_time, end_time }) =>
      formatter(spokenTag(), "UTC", options).formatRange(
        wallOf(zone, Date.parse(start_time)),
        wallOf(zone, Date.parse(end_time)),
      ),
  }
}

/** The instant (ISO 8601 UTC) at which the zone's clock shows a date and a time (`HH:MM`). */
export function instantAt(zone: string, date: string, time: string): string {
  const wall = Date.parse(`${date}T${time}:00Z`)
  // The first guess of the offset is right except around a clock change, where a second pass corrects it.
  const guess = wall - (wallOf(zone, wall) - wall)
  return new Date(guess - (wallOf(zone, guess) - wall)).toISOString()
}

const wallFields = {
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
} as const

const dated = (date: string, options: Intl.DateTimeFormatOptions) =>
  formatter(spokenTag(), "UTC", options).format(dateMs(date))

/** "Tuesday, March 3" of a local date, as it stands within a sentence: "lundi 1 mars" */
export const longDay = (date: string): string =>
  dated(date, { weekday: "long", month: "long", day: "numeric" })

/** "Tue, Mar 3", within a sentence too */
export const shortDay = (date: string): string =>
  dated(date, { weekday: "short", month: "short", day: "numeric" })

/** A text that begins a line of its own: "Lundi 1 mars" */
export const asTitle = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "Mar 2 – 8" */
export const dateRange = (first: string, last: string): string =>
  formatter(spokenTag(), "UTC", { month: "short", day: "numeric" }).formatRange(dateMs(first), dateMs(last))

/** "Tue" and "3" */
export const weekdayAndDay = (date: string): { weekday: string; day: string } => ({
  weekday: asTitle(dated(date, { weekday: "short" })),
  day: dated(date, { day: "numeric" }),
})

/** The date (`YYYY-MM-DD`) at a place at an instant, by which the board shows what begins then. */
export const localDate = (instant: string | number, zone: string): string =>
  new Date(wallOf(zone, new Date(instant).getTime())).toISOString().slice(0, 10)

/** The time of day there, as a field takes it: "09:30". */
export const localTime = (instant: number, zone: string): string =>
  new Date(wallOf(zone, instant)).toISOString().slice(11, 16)

/** "(512) 555-0100" of "+15125550100"; other countries' numbers as they are. */
export const shownPhone = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3")

/** The parts of "2 PM". French writes "9 h 00" and yet "09 h": the hour stands as it does beside its minutes. */
export function hourParts(wallMs: number): Intl.DateTimeFormatPart[] {
  const parts = (options: Intl.DateTimeFormatOptions) =>
    formatter(spokenTag(), "UTC", options).formatToParts(wallMs)
  const isHour = ({ type }: Intl.DateTimeFormatPart) => type === "hour"
  const hour = parts({ hour: "numeric", minute: "2-digit" }).find(isHour)!
  return parts({ hour: "numeric" }).map((part) => (isHour(part) ? hour : part))
}

/**
 * An amount as short as the language writes it: "8h" in English, "8 h" where a space belongs before the unit.
 * @param most decimals
 */
export const shortAmount = (value: number, unit: "hour" | "minute", most = 0): string =>
  new Intl.NumberFormat(spokenTag(), {
    style: "unit",
    unit,
    unitDisplay: spokenTag().startsWith("en") ? "narrow" : "short",
    maximumFractionDigits: most,
  }).format(value)
