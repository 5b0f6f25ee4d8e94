/**
 * Calendar arithmetic on local dates (`YYYY-MM-DD`) and months (`YYYY-MM`). Both sort as text.
 * A date is computed as if it were UTC, so no clock change can touch it.
 */
const dayMs = 86_400_000

/** The date a number of days later (or earlier). */
export function addDays(date: string, days: number): string {
  return dateText(dateMs(date) + days * dayMs)
}

/** The month a number of months later (or earlier). */
export function addMonths(month: string, months: number): string {
  const [year, number] = parts(month)
  return dateText(Date.UTC(year, number - 1 + months, 1)).slice(0, 7)
}

export function monthOf(date: string): string {
  return date.slice(0, 7)
}

export function daysIn(month: string): number {
  const [year, number] = parts(month)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}

/** Monday is 1, Sunday 7. */
export function weekdayOf(date: string): number {
  return new Date(dateMs(date)).getUTCDay() || 7
}

/** Midnight UTC of the date, in milliseconds: what a formatter set to UTC shows as that date. */
export function dateMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}

/** The later of two dates, for cutting a range to its bounds. */
export function later(first: string, second: string): string {
  return first > second ? first : second
}

export function earlier(first: string, second: string): string {
  return first < second ? first : second
}

function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

function parts(month: string): [year: number, month: number] {
  return [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
}
