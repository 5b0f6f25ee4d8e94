import type { Locale } from "../../../domain/contracts/customer-pages.ts"
import { addDays, addMonths, dateMs, daysIn, monthOf, weekdayOf } from "../../../ui/dates.ts"

/** The calendar shows so many weeks at once, so its height never changes. */
const weeksShown = 5
const daysShown = weeksShown * 7
const dayMs = 86_400_000

/** The first day of the date's week; `firstWeekday` is 1 (Monday) to 7 (Sunday). */
export function startOfWeek(date: string, firstWeekday: number): string {
  return addDays(date, -((weekdayOf(date) - firstWeekday + 7) % 7))
}

/** The shown weeks as rows of seven dates. */
export function weeksFrom(from: string): string[][] {
  return Array.from({ length: weeksShown }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(from, week * 7 + day)),
  )
}

/** The last of the shown days. */
export function lastShown(from: string): string {
  return addDays(from, daysShown - 1)
}

export function isShown(date: string, from: string): boolean {
  return date >= from && date <= lastShown(from)
}

/** The calendar's first day after it was turned so many times. */
export function turned(from: string, times: number): string {
  return addDays(from, times * daysShown)
}

/** The calendar's first day, turned until it shows the date. */
export function turnedTo(date: string, from: string): string {
  return turned(from, Math.floor((dateMs(date) - dateMs(from)) / dayMs / daysShown))
}

/**
 * The date that a key moves the focus to; null for a key that the calendar does not use. Page keys keep the day of the
 * month, or take the last one of a shorter month.
 */
export function dateForKey(key: string, date: string, firstWeekday: number): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(date, -1)
    case "ArrowRight":
      return addDays(date, 1)
    case "ArrowUp":
      return addDays(date, -7)
    case "ArrowDown":
      return addDays(date, 7)
    case "Home":
      return startOfWeek(date, firstWeekday)
    case "End":
      return addDays(startOfWeek(date, firstWeekday), 6)
    case "PageUp":
      return sameDayOf(addMonths(monthOf(date), -1), date)
    case "PageDown":
      return sameDayOf(addMonths(monthOf(date), 1), date)
    default:
      return null
  }
}

function sameDayOf(month: string, date: string): string {
  const day = Math.min(Number(date.slice(8)), daysIn(month))
  return `${month}-${String(day).padStart(2, "0")}`
}

const firstWeekdays: Record<Locale, number> = { en: 7, fr: 1, es: 1 }

/** The countries that read weeks from Sunday, of those whose visitors are many. */
const fromSunday = ["US", "CA", "MX", "PR"]

/**
 * The first day of the week: 1 (Monday) to 7 (Sunday), by the visitor's country, else by their language. Tables, because
 * only some browsers have it in `Intl.Locale`, and the server and the page must render the same weeks.
 */
export function firstWeekdayOf(locale: Locale, region: string | null): number {
  if (region === null) return firstWeekdays[locale]
  return fromSunday.includes(region) ? 7 : 1
}
