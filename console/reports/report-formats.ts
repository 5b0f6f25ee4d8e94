/** How figures and dates of reports read in the console's language. */
import { dateMs } from "../../ui/dates.ts"
import { formatter } from "../../ui/formatter.ts"
import { shortAmount } from "../formats.ts"
import { longWeekday, shortWeekday } from "../parts/week-formats.ts"
import { spokenTag, useWords, type Words } from "../words/words.ts"
import type { Described, Grouping, ReportRow } from "./report-data.ts"

const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(spokenTag(), options)

export const count = (value: number): string => numbers({ maximumFractionDigits: 0 }).format(value)
export const percent = (value: number): string =>
  numbers({ style: "percent", maximumFractionDigits: value > 0 && value < 0.1 ? 1 : 0 }).format(value)

const signed = (options: Intl.NumberFormatOptions, value: number): string =>
  // Some languages write a hyphen, which is hard to see before a digit.
  numbers({ signDisplay: "exceptZero", ...options })
    .format(value)
    .replace("-", "\u2212")

/** "+1.5" of a difference. */
export const change = (value: number): string => signed({ maximumFractionDigits: 1 }, value)
/** "+20%" of 0.2, with the space that the language puts there. */
export const percentChange = (value: number): string =>
  signed({ style: "percent", maximumFractionDigits: 0 }, value)
export const hours = (minutes: number): string => shortAmount(minutes / 60, "hour", 1)

/** The word for a figure of the API. */
export const figureName = (figure: string): string =>
  useWords().reports.figures[figure as keyof Words["reports"]["figures"]]

/** A figure of one report: a share in percent, minutes in hours, anything else as a number. */
export function figureText({ share, minutes }: Described, figure: string, value: number | null): string {
  if (value === null) return "–"
  if (figure === share) return percent(value)
  return minutes?.includes(figure) ? hours(value) : count(value)
}

const dated = (date: string, options: Intl.DateTimeFormatOptions) =>
  formatter(spokenTag(), "UTC", options).format(dateMs(date))

/** "Mar 3", of a month "Mar 2027", of a weekday "Tue". */
export const dateLabel = ({ date, weekday }: ReportRow, grouping: Grouping): string => {
  if (weekday !== null) return shortWeekday(weekday)
  return grouping === "month"
    ? dated(date!, { month: "short", year: "numeric" })
    : dated(date!, { month: "short", day: "numeric" })
}

/** "Tue, Mar 3", "Week of Mar 1", "March 2027", "Tuesday" or "Ana Ruiz, Tue" at the head of a table's row. */
export function rowLabel(
  row: ReportRow,
  grouping: Grouping,
  words: Pick<Words["reports"], "weekOf" | "noName">,
): string {
  if (grouping === "weekday") return longWeekday(row.weekday!)
  if (row.date === null) {
    const name = row.name ?? words.noName
    return row.weekday === null ? name : `${name}, ${shortWeekday(row.weekday)}`
  }
  if (grouping === "month") return dated(row.date, { month: "long", year: "numeric" })
  if (grouping === "week") return words.weekOf({ date: dateLabel(row, "week") })
  return dated(row.date, { weekday: "short", month: "short", day: "numeric" })
}

/** "Feb 1 – 28, 2027" */
export const datesText = ({ from, to }: { from: string; to: string }): string =>
  formatter(spokenTag(), "UTC", { year: "numeric", month: "short", day: "numeric" }).formatRange(
    dateMs(from),
    dateMs(to),
  )
