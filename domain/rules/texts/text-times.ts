/** Times as texts write them: short, on the clock of the place, in the recipient's language. */
import { dateOfDay, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { shortZoneName } from "../../time/zone-names.ts"

export type Locale = "en" | "fr" | "es"

const weekdays = {
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  fr: ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
  es: ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
}
const months = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  fr: [
    ...["janv.", "févr.", "mars", "avril", "mai", "juin"],
    ...["juil.", "août", "sept.", "oct.", "nov.", "déc."],
  ],
  es: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
}

/** `Tue, Mar 2 at 2:00 PM CST`, on the clock of the zone, with the zone's short name. */
export function formatTime(locale: Locale, zone: string, ms: number): string {
  return withZone(locale, zone, ms, onTheClock(locale, zone, ms))
}

/** A time on the clock of the zone, with the zone's short name at that moment. */
export function withZone(locale: Locale, zone: string, ms: number, said: string): string {
  const name = shortZoneName(locale, zone, ms)
  return locale === "en" ? `${said} ${name}` : `${said} (${name})`
}

/** When an appointment is: its start, or the window that was promised, `Tue, Mar 2 between 8:00 AM and 10:00 AM CST`. */
export function formatWhen(
  locale: Locale,
  appointment: { timezone: string; start_at: Date; end_at?: Date; work_minutes?: number | null } & Narrowed,
): string {
  const { timezone, work_minutes } = appointment
  const start_at = appointment.narrowed_start_at ?? appointment.start_at
  const end_at = appointment.narrowed_end_at ?? appointment.end_at
  const [from, until] = [start_at.getTime(), end_at?.getTime()]
  if (work_minutes == null || until === undefined) return formatTime(locale, timezone, from)
  return formatWindow(locale, timezone, { from, until })
}

/** `Tue, Mar 2 between 8:00 AM and 10:00 AM CST`. */
export function formatWindow(
  locale: Locale,
  zone: string,
  { from, until }: { from: number; until: number },
): string {
  const [start, end] = [from, until].map((ms) =>
    clockTimes[locale](minuteToLocal(zone, minuteOf(ms)).minuteOfDay),
  )
  return withZone(
    locale,
    zone,
    from,
    `${dateOnTheClock(locale, zone, from)} ${between[locale](start!, end!)}`,
  )
}

/** Left out or null before the day's plan is fixed. */
interface Narrowed {
  narrowed_start_at?: Date | null
  narrowed_end_at?: Date | null
}

/** `2:00 PM CST`, of a time today. */
export function formatClock(locale: Locale, zone: string, ms: number): string {
  return withZone(locale, zone, ms, clockTimes[locale](minuteToLocal(zone, minuteOf(ms)).minuteOfDay))
}

const twoDigits = (minuteOfDay: number) => String(minuteOfDay % 60).padStart(2, "0")
const hourOf = (minuteOfDay: number) => Math.floor(minuteOfDay / 60)

const clockTimes = {
  en: (at: number) =>
    `${hourOf(at) % 12 === 0 ? 12 : hourOf(at) % 12}:${twoDigits(at)} ${hourOf(at) < 12 ? "AM" : "PM"}`,
  fr: (at: number) => `${hourOf(at)} h ${twoDigits(at)}`,
  es: (at: number) => `${hourOf(at)}:${twoDigits(at)}`,
}

const between = {
  en: (from: string, until: string) => `between ${from} and ${until}`,
  fr: (from: string, until: string) => `entre ${from} et ${until}`,
  es: (from: string, until: string) => `entre las ${from} y las ${until}`,
}

function dateOnTheClock(locale: Locale, zone: string, ms: number): string {
  const { day } = minuteToLocal(zone, minuteOf(ms))
  const [, monthText, dayText] = dateOfDay(day).split("-")
  const weekday = weekdays[locale][weekdayOfDay(day) - 1]!
  const month = months[locale][Number(monthText) - 1]!
  const date = Number(dayText)
  if (locale === "en") return `${weekday}, ${month} ${date}`
  return `${weekday} ${locale === "fr" && date === 1 ? "1er" : date} ${month}`
}

function onTheClock(locale: Locale, zone: string, ms: number): string {
  const date = dateOnTheClock(locale, zone, ms)
  const time = clockTimes[locale](minuteToLocal(zone, minuteOf(ms)).minuteOfDay)
  return `${date} ${{ en: "at", fr: "à", es: "a las" }[locale]} ${time}`
}
