import type { Locale } from "../contract.ts"
import { addDays, addMonths, daysIn, firstDayOf, monthOf, weekdayOf } from "../dates.ts"

/** A month as rows of seven; cells outside the month are null. */
export type MonthGrid = (string | null)[][]

/** Lays out a month; `firstWeekday` is 1 (Monday) to 7 (Sunday). */
export function monthGrid(month: string, firstWeekday: number): MonthGrid {
  const first = firstDayOf(month)
  const lead = (weekdayOf(first) - firstWeekday + 7) % 7
  const weeks = Math.ceil((lead + daysIn(month)) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const offset = week * 7 + column - lead
      return offset >= 0 && offset < daysIn(month) ? addDays(first, offset) : null
    }),
  )
}

/**
 * The date that a key moves the focus to; null for a key that the calendar does not use. Page keys keep the day of the
 * month, or take the last one of a shorter month.
 */
export function dateForKey(key: string, date: string, firstWeekday: number): string | null {
  const column = (weekdayOf(date) - firstWeekday + 7) % 7
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
      return addDays(date, -column)
    case "End":
      return addDays(date, 6 - column)
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

const weekStarts: Record<Locale, number> = { en: 7, fr: 1, es: 1 }

/**
 * The first day of the week: 1 (Monday) to 7 (Sunday). A table, because only some browsers have it in `Intl.Locale`, and
 * the server and the page must render the same month.
 */
export function firstWeekdayOf(locale: Locale): number {
  return weekStarts[locale]
}
