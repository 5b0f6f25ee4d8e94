/** The dates that a report is about, and those before them that it is compared with. */
import { dateMs } from "../../ui/dates.ts"

export const periodNames = [
  "last_28_days",
  "this_week",
  "this_month",
  "last_month",
  "last_90_days",
  "this_year",
  "dates",
] as const
export type PeriodName = (typeof periodNames)[number]

/** Both are within it, as YYYY-MM-DD. */
export interface Dates {
  from: string
  to: string
}

const dayMs = 86_400_000
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const shifted = (date: string, days: number): string => dateOf(dateMs(date) + days * dayMs)
const isDate = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dateMs(text))

/** `month` counts from 1 and may be beyond the year. */
const monthOf = (year: number, month: number): Dates => ({
  from: dateOf(Date.UTC(year, month - 1, 1)),
  to: dateOf(Date.UTC(year, month, 0)),
})

export interface Period extends Dates {
  name: PeriodName
}

/** The period in the address; the last 28 days when it names none, or dates that are none. */
export function periodOf(query: URLSearchParams, today: string): Period {
  const name = periodNames.find((each) => each === query.get("period")) ?? "last_28_days"
  if (name !== "dates") return { name, ...datesOf(name, today) }
  const [from, to] = [query.get("from"), query.get("to")]
  const isRight = isDate(from) && isDate(to) && from <= to
  return isRight ? { name, from, to } : { name, ...datesOf("last_28_days", today) }
}

function datesOf(name: Exclude<PeriodName, "dates">, today: string): Dates {
  const [year, month] = today.split("-").map(Number) as [number, number]
  switch (name) {
    case "this_week": {
      const monday = shifted(today, -((new Date(dateMs(today)).getUTCDay() + 6) % 7))
      return { from: monday, to: shifted(monday, 6) }
    }
    case "this_month":
      return monthOf(year, month)
    case "last_month":
      return monthOf(year, month - 1)
    case "this_year":
      return { from: `${year}-01-01`, to: `${year}-12-31` }
    default:
      return { from: shifted(today, name === "last_28_days" ? -27 : -89), to: today }
  }
}

/** As many dates right before; before a whole month or year the whole one before it. */
export function datesBefore({ from, to }: Dates): Dates {
  const [year, month] = from.split("-").map(Number) as [number, number]
  if (from.endsWith("-01-01") && to === `${year}-12-31`)
    return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  if (from.endsWith("-01") && to === monthOf(year, month).to) return monthOf(year, month - 1)
  const days = Math.round((dateMs(to) - dateMs(from)) / dayMs) + 1
  return { from: shifted(from, -days), to: shifted(from, -1) }
}
