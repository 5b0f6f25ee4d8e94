/** Reads a date that somebody typed: "dec 7", "7 dic.", "fri", "15", "+2w", "2027-03-05", "3/5", "tomorrow". */
import { addDays, addMonths, dateMs, daysIn, monthOf, weekdayOf } from "../../ui/dates.ts"
import { formatter } from "../../ui/formatter.ts"

const relative: Readonly<Record<string, number>> = {
  today: 0,
  tomorrow: 1,
  yesterday: -1,
  hoy: 0,
  manana: 1,
  ayer: -1,
  "aujourd'hui": 0,
  demain: 1,
  hier: -1,
}

/** Days, weeks and months, in the three languages of the console. */
const units: Readonly<Record<string, "day" | "week" | "month">> = {
  d: "day",
  j: "day",
  w: "week",
  s: "week",
  m: "month",
}

/** A date without a year lies ahead, unless it was this short a time ago. */
const daysBack = 60
const [firstYear, lastYear] = [2000, 2100]

/**
 * @param text of any case, with or without accents
 * @param today as `YYYY-MM-DD`
 * @param tag whose names of months and weekdays count besides the English ones, and whose order of day and month
 * @returns null for what is no date
 */
export function typedDate(text: string, today: string, tag: string): string | null {
  const typed = plain(text.slice(0, 40))
  const days = relative[typed]
  if (days !== undefined) return addDays(today, days)
  return stepped(typed, today) ?? inNumbers(typed, today, tag) ?? named(typed, today, tag)
}

/** Lower case, without accents and full stops. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f.]/g, "")
    .replaceAll("\u2019", "'")
    .trim()
    .toLowerCase()

/** "+2w", "-3d", "+1m" */
function stepped(typed: string, today: string): string | null {
  const found = /^([+-]) ?(\d{1,3}) ?([djwsm]?)$/.exec(typed)
  if (!found) return null
  const [, sign, number, letter] = found
  const by = (sign === "-" ? -1 : 1) * Number(number)
  const unit = units[letter!] ?? "day"
  if (unit !== "month") return addDays(today, by * (unit === "week" ? 7 : 1))
  const month = addMonths(monthOf(today), by)
  return dateIn(month, Math.min(Number(today.slice(8)), daysIn(month)))
}

/** "2027-03-05", "3/5", "3/5/27", "15" */
function inNumbers(typed: string, today: string, tag: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[/ -](\d{1,2})(?:[/ -](\d{2}|\d{4}))?$/.exec(typed)
  if (parts) {
    const [first, second] = [Number(parts[1]), Number(parts[2])]
    const [month, day] = isDayFirst(tag) ? [second, first] : [first, second]
    return parts[3] === undefined ? nearYear(month, day, today) : dateOf(yearOf(parts[3]), month, day)
  }
  if (!/^\d{1,2}$/.test(typed)) return null
  const month = monthOf(today)
  const day = Number(typed)
  return (
    [month, addMonths(month, 1)].map((each) => dateIn(each, day)).find((date) => date && date >= today) ??
    null
  )
}

/** "dec 7", "7 december 2027", "fri" */
function named(typed: string, today: string, tag: string): string | null {
  const words = typed.split(/[ ,]+/).filter((word) => word !== "de" && word !== "of")
  const name = words.find((word) => /^[a-z]/.test(word))
  const numbers = words.filter((word) => word !== name)
  if (name === undefined || !numbers.every((word) => /^\d{1,4}(st|nd|rd|th|er)?$/.test(word))) return null
  if (numbers.length === 0) {
    const weekday = indexOfName(name, tag, "weekday")
    return weekday === null ? null : addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)
  }
  const month = indexOfName(name, tag, "month")
  const [day, year] = numbers.map((word) => Number.parseInt(word, 10))
  if (month === null || numbers.length > 2) return null
  return year === undefined ? nearYear(month, day!, today) : dateOf(yearOf(String(year)), month, day!)
}

const yearOf = (typed: string) => (typed.length <= 2 ? 2000 + Number(typed) : Number(typed))

/** The first of the years around today's that is not too long ago. */
function nearYear(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const earliest = addDays(today, -daysBack)
  const dates = [year - 1, year, year + 1].map((each) => dateOf(each, month, day))
  return dates.find((date) => date !== null && date >= earliest) ?? null
}

function dateOf(year: number, month: number, day: number): string | null {
  if (year < firstYear || year > lastYear || month < 1 || month > 12) return null
  return dateIn(`${year}-${String(month).padStart(2, "0")}`, day)
}

const dateIn = (month: string, day: number): string | null =>
  day >= 1 && day <= daysIn(month) ? `${month}-${String(day).padStart(2, "0")}` : null

/** From 1 on, of the one name that begins so; null where none does, or several do. */
function indexOfName(typed: string, tag: string, kind: "month" | "weekday"): number | null {
  if (typed.length < 2) return null
  // Mondays and firsts of a year; all that is asked of them is their names.
  const dates = Array.from({ length: kind === "month" ? 12 : 7 }, (_, at) =>
    kind === "month" ? `2024-${String(at + 1).padStart(2, "0")}-01` : `2024-01-0${at + 1}`,
  )
  for (const language of [tag, "en-US"]) {
    const names = dates.map((date) =>
      plain(formatter(language, "UTC", { [kind]: "long" }).format(dateMs(date))),
    )
    const fitting = names.flatMap((name, at) => (name.startsWith(typed) ? [at + 1] : []))
    if (fitting.length === 1) return fitting[0]!
  }
  return null
}

/** True where 5/3 is the fifth of March. */
function isDayFirst(tag: string): boolean {
  const parts = formatter(tag, "UTC", { day: "numeric", month: "numeric" }).formatToParts(
    dateMs("2024-12-31"),
  )
  return parts.findIndex(({ type }) => type === "day") < parts.findIndex(({ type }) => type === "month")
}
