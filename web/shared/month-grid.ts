import { addDays, daysIn, firstDayOf, weekdayOf } from "./dates.ts"

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
 * Where a key moves the focus within the calendar, or null when the key is none of its own.
 * Page keys keep the day of the month as far as the other month has it.
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
      return sameDayOf(addDays(firstDayOf(date.slice(0, 7)), -1).slice(0, 7), date)
    case "PageDown":
      return sameDayOf(addDays(firstDayOf(date.slice(0, 7)), 31).slice(0, 7), date)
    default:
      return null
  }
}

function sameDayOf(month: string, date: string): string {
  const day = Math.min(Number(date.slice(8)), daysIn(month))
  return `${month}-${String(day).padStart(2, "0")}`
}

const weekStarts: Record<string, number> = { en: 7, fr: 1, es: 1 }

/** The first day of the week where the language is at home: 1 (Monday) to 7 (Sunday). */
export function firstWeekdayOf(locale: string): number {
  const region = new Intl.Locale(locale).maximize() as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? weekStarts[locale.slice(0, 2)] ?? 1
}
