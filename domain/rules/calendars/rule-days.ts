/** The days of a year, month or week that a repetition falls on. */
import { civilOfDay, dayOfCivil, daysInMonth, weekdayOfDay } from "../../time/dates.ts"
import type { RecurrenceRule } from "./recurrence-rule.ts"

/** How many days of a period are looked at, at most. */
export function daysLookedAt({ frequency, byMonth, byMonthDay }: RecurrenceRule): number {
  const ofMonth = byMonthDay.size || 31
  if (frequency === "YEARLY") return (byMonth.size || 12) * ofMonth
  if (frequency === "MONTHLY") return ofMonth
  return frequency === "WEEKLY" ? 7 : 1
}

/** The days of the rule's period number `index`, counted from the one that `startDay` lies in, sorted. */
export function daysOfPeriod(rule: RecurrenceRule, startDay: number, index: number): number[] {
  const steps = index * rule.interval
  const start = civilOfDay(startDay)
  switch (rule.frequency) {
    case "YEARLY":
      return daysOfYear(rule, start.year + steps)
    case "MONTHLY": {
      const month = start.year * 12 + start.month - 1 + steps
      return daysOfMonth(rule, Math.floor(month / 12), (month % 12) + 1)
    }
    case "WEEKLY": {
      const first = weekStartOf(rule, startDay) + steps * 7
      return [0, 1, 2, 3, 4, 5, 6].map((offset) => first + offset).filter((day) => isWanted(rule, day))
    }
    default:
      return [startDay + steps].filter((day) => isWanted(rule, day))
  }
}

export const weekStartOf = (rule: RecurrenceRule, day: number) =>
  day - ((weekdayOfDay(day) - rule.weekStart + 7) % 7)

function daysOfYear(rule: RecurrenceRule, year: number): number[] {
  const months = rule.byMonth.size > 0 ? [...rule.byMonth] : allMonths
  return months.flatMap((month) => daysOfMonth(rule, year, month))
}

const allMonths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

function daysOfMonth(rule: RecurrenceRule, year: number, month: number): number[] {
  const last = daysInMonth(year, month)
  const dates =
    rule.byMonthDay.size > 0
      ? sortedOnce(Array.from(rule.byMonthDay, (date) => (date < 0 ? last + 1 + date : date)))
      : Array.from({ length: last }, (_, i) => i + 1)
  return dates
    .filter((date) => date >= 1 && date <= last)
    .map((date) => dayOfCivil(year, month, date)!)
    .filter((day) => isWanted(rule, day))
}

const sortedOnce = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b)

/** True where every BY part about days allows the day. */
export function isWanted(rule: RecurrenceRule, day: number): boolean {
  const { year, month, dayOfMonth } = civilOfDay(day)
  if (rule.byMonth.size > 0 && !rule.byMonth.has(month)) return false
  if (rule.byMonthDay.size > 0) {
    const fromEnd = dayOfMonth - daysInMonth(year, month) - 1
    if (!rule.byMonthDay.has(dayOfMonth) && !rule.byMonthDay.has(fromEnd)) return false
  }
  if (rule.byYearDay.size > 0) {
    const fromStart = day - dayOfCivil(year, 1, 1)! + 1
    const fromEnd = day - dayOfCivil(year + 1, 1, 1)!
    if (!rule.byYearDay.has(fromStart) && !rule.byYearDay.has(fromEnd)) return false
  }
  if (rule.byWeekNumber.size > 0 && !isInWeeks(rule, day, year)) return false
  return rule.byDay.size === 0 || isOnRuleDay(rule, day)
}

/** By the week's number in the year that most of it lies in. */
function isInWeeks(rule: RecurrenceRule, day: number, year: number): boolean {
  const firstWeek = (of: number) => weekStartOf(rule, dayOfCivil(of, 1, 4)!)
  const weekYear = day < firstWeek(year) ? year - 1 : day >= firstWeek(year + 1) ? year + 1 : year
  const number = Math.floor((day - firstWeek(weekYear)) / 7) + 1
  const weeks = (firstWeek(weekYear + 1) - firstWeek(weekYear)) / 7
  return rule.byWeekNumber.has(number) || rule.byWeekNumber.has(number - weeks - 1)
}

function isOnRuleDay(rule: RecurrenceRule, day: number): boolean {
  const ordinals = rule.byDay.get(weekdayOfDay(day))
  if (ordinals === undefined) return false
  return (
    ordinals.has(0) || !countsDays(rule) || ordinalsOf(rule, day).some((ordinal) => ordinals.has(ordinal))
  )
}

/** Only months and years have a first or last Monday. */
const countsDays = ({ frequency }: RecurrenceRule) => frequency === "YEARLY" || frequency === "MONTHLY"

/** The ordinal of the day among the same weekdays of its month or year, from the start and from the end. */
function ordinalsOf(rule: RecurrenceRule, day: number): [number, number] {
  const { year, month } = civilOfDay(day)
  const isOfMonth = rule.frequency === "MONTHLY" || rule.byMonth.size > 0
  const first = isOfMonth ? dayOfCivil(year, month, 1)! : dayOfCivil(year, 1, 1)!
  const end = isOfMonth ? first + daysInMonth(year, month) : dayOfCivil(year + 1, 1, 1)!
  return [Math.floor((day - first) / 7) + 1, -(Math.floor((end - 1 - day) / 7) + 1)]
}
