/**
 * The occurrences of an RRULE within a window, on the wall clock. The expansion of a rule
 * without COUNT starts just before the window, so that an event of twenty years costs no more than one of yesterday.
 * Every step counts against the file's budget.
 */
import { civilOfDay, weekdayOfDay } from "../../time/dates.ts"
import { secondsPerDay } from "../../time/units.ts"
import type { RecurrenceRule } from "./recurrence-rule.ts"
import { daysLookedAt, daysOfPeriod, isWanted } from "./rule-days.ts"
import type { Budget } from "./unreadable-calendar.ts"

/** Wall seconds, both ends included. */
export interface WallWindow {
  from: number
  to: number
}

/** Sorted wall seconds; `isOver` says which ones UNTIL cuts off. */
export function expandRule(
  sent: RecurrenceRule,
  start: number,
  window: WallWindow,
  isOver: (at: number) => boolean,
  budget: Budget,
): number[] {
  const rule = withDefaults(sent, start)
  const timesOfPeriod = periodReader(rule, start, budget)
  const found: number[] = []
  let left = rule.count ?? Number.POSITIVE_INFINITY
  for (let index = rule.count === null ? periodBefore(rule, start, window.from) : 0; ; index += 1) {
    for (const at of timesOfPeriod(index)) {
      if (at < start) continue
      if (left <= 0 || at > window.to || isOver(at)) return found
      left -= 1
      if (at >= window.from) found.push(at)
    }
    if (left <= 0 || periodBegin(rule, start, index + 1) > window.to) return found
  }
}

/** The rule with its missing parts filled in from the event's start. */
function withDefaults(rule: RecurrenceRule, start: number): RecurrenceRule {
  const day = Math.floor(start / secondsPerDay)
  const { month, dayOfMonth } = civilOfDay(day)
  const { byMonth, byWeekNumber, byYearDay, byMonthDay, byDay, frequency } = rule
  const isOpen = [byWeekNumber, byYearDay, byMonthDay, byDay].every(({ size }) => size === 0)
  const isYearly = frequency === "YEARLY"
  const needsWeekday =
    (isOpen && frequency === "WEEKLY") || (isYearly && byWeekNumber.size > 0 && byDay.size === 0)
  return {
    ...rule,
    byMonth: isOpen && isYearly && byMonth.size === 0 ? new Set([month]) : byMonth,
    byMonthDay: isOpen && (isYearly || frequency === "MONTHLY") ? new Set([dayOfMonth]) : byMonthDay,
    byDay: needsWeekday ? new Map([[weekdayOfDay(day), new Set([0])]]) : byDay,
  }
}

const unitSeconds = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const

/** The index of a period that ends before the moment, or 0. */
function periodBefore(rule: RecurrenceRule, start: number, moment: number): number {
  const a = civilOfDay(Math.floor(start / secondsPerDay))
  const b = civilOfDay(Math.floor(moment / secondsPerDay))
  const units = {
    YEARLY: b.year - a.year,
    MONTHLY: (b.year - a.year) * 12 + b.month - a.month,
    WEEKLY: Math.floor((moment - start) / secondsPerDay / 7) - 1,
    DAILY: Math.floor((moment - start) / secondsPerDay),
    HOURLY: Math.floor((moment - start) / 3600),
    MINUTELY: Math.floor((moment - start) / 60),
    SECONDLY: moment - start,
  }[rule.frequency]
  return Math.max(0, Math.floor(units / rule.interval) - 1)
}

/** A lower bound of the period's first time. */
function periodBegin(rule: RecurrenceRule, start: number, index: number): number {
  const steps = index * rule.interval
  switch (rule.frequency) {
    case "YEARLY":
      return start + (steps - 1) * 365 * secondsPerDay
    case "MONTHLY":
      return start + (steps - 1) * 28 * secondsPerDay
    case "WEEKLY":
      return start + (steps - 1) * 7 * secondsPerDay
    case "DAILY":
      return start + (steps - 1) * secondsPerDay
    default:
      return start + (steps - 1) * unitSeconds[rule.frequency]
  }
}

/**
 * Gives the sorted times of each period. What a period costs is paid before it is made: the days that are looked at, the
 * times, and the positions that are looked up.
 */
function periodReader(rule: RecurrenceRule, start: number, budget: Budget): (index: number) => number[] {
  const { frequency, bySetPosition } = rule
  const isWithinDay = frequency === "HOURLY" || frequency === "MINUTELY" || frequency === "SECONDLY"
  const read = isWithinDay
    ? readerWithinDay(rule, start, unitSeconds[frequency], budget)
    : readerOfDays(rule, start, budget)
  if (bySetPosition.size === 0) return read
  return (index) => {
    budget.spend(bySetPosition.size)
    return atPositions(read(index), bySetPosition)
  }
}

function readerOfDays(rule: RecurrenceRule, start: number, budget: Budget): (index: number) => number[] {
  const startDay = Math.floor(start / secondsPerDay)
  const ofDay = start - startDay * secondsPerDay
  const hours = listOr(rule.byHour, Math.floor(ofDay / 3600))
  const minutes = listOr(rule.byMinute, Math.floor(ofDay / 60) % 60)
  const seconds = listOr(rule.bySecond, ofDay % 60)
  budget.spend(hours.length * minutes.length * seconds.length)
  const secondsOfDay = hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3600 + minute * 60 + second)),
  )
  const daysPaid = daysLookedAt(rule)
  return (index) => {
    budget.spend(1 + daysPaid)
    const days = daysOfPeriod(rule, startDay, index)
    budget.spend(days.length * secondsOfDay.length)
    return days.flatMap((day) => secondsOfDay.map((second) => day * secondsPerDay + second))
  }
}

/** One hour, minute or second: the larger parts must allow it, the smaller ones multiply it. */
function readerWithinDay(
  rule: RecurrenceRule,
  start: number,
  unit: number,
  budget: Budget,
): (index: number) => number[] {
  const { byHour, byMinute, bySecond } = rule
  const allows = (values: ReadonlySet<number>, value: number) => values.size === 0 || values.has(value)
  const first = Math.floor(start / unit) * unit
  const minutes = unit < 3600 ? [0] : listOr(byMinute, Math.floor(start / 60) - Math.floor(start / 3600) * 60)
  const seconds = unit === 1 ? [0] : listOr(bySecond, start - Math.floor(start / 60) * 60)
  const within = minutes.flatMap((minute) => seconds.map((second) => minute * 60 + second))
  return (index) => {
    budget.spend(1)
    const begin = first + index * rule.interval * unit
    const day = Math.floor(begin / secondsPerDay)
    const ofDay = begin - day * secondsPerDay
    if (!isWanted(rule, day) || !allows(byHour, Math.floor(ofDay / 3600))) return []
    if (unit < 3600 && !allows(byMinute, Math.floor(ofDay / 60) % 60)) return []
    if (unit === 1 && !allows(bySecond, ofDay % 60)) return []
    budget.spend(within.length)
    return within.map((after) => begin + after)
  }
}

const listOr = (values: ReadonlySet<number>, fallback: number) =>
  values.size === 0 ? [fallback] : [...values]

function atPositions(times: readonly number[], positions: ReadonlySet<number>): number[] {
  const chosen = Array.from(positions).flatMap((position) => {
    const at = times[position > 0 ? position - 1 : times.length + position]
    return at === undefined ? [] : [at]
  })
  return [...new Set(chosen)].sort((a, b) => a - b)
}
