/**
 * The occurrences of an RRULE within a window, on the wall clock. The expansion of a rule
 * without COUNT starts just before the window, so that an event of twenty years costs no more than one of yesterday.
 * Every step counts against the file's budget.
 */
import { civilOfDay, weekdayOfDay } from "../../time/dates.ts"
import { secondsPerDay } from "../../time/units.ts"
import type { RecurrenceRule } from "./recurrence-rule.ts"
import { daysOfPeriod, isWanted } from "./rule-days.ts"
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
  const found: number[] = []
  let left = rule.count ?? Number.POSITIVE_INFINITY
  for (let index = rule.count === null ? periodBefore(rule, start, window.from) : 0; ; index += 1) {
    const times = timesOfPeriod(rule, start, index)
    budget.spend(1 + times.length)
    for (const at of times) {
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
  const isOpen = [byWeekNumber, byYearDay, byMonthDay, byDay].every((list) => list.length === 0)
  const isYearly = frequency === "YEARLY"
  const needsWeekday =
    (isOpen && frequency === "WEEKLY") || (isYearly && byWeekNumber.length > 0 && byDay.length === 0)
  return {
    ...rule,
    byMonth: isOpen && isYearly && byMonth.length === 0 ? [month] : byMonth,
    byMonthDay: isOpen && (isYearly || frequency === "MONTHLY") ? [dayOfMonth] : byMonthDay,
    byDay: needsWeekday ? [{ weekday: weekdayOfDay(day), ordinal: 0 }] : byDay,
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

function timesOfPeriod(rule: RecurrenceRule, start: number, index: number): number[] {
  const times =
    rule.frequency === "HOURLY" || rule.frequency === "MINUTELY" || rule.frequency === "SECONDLY"
      ? timesWithinDay(rule, start, index, unitSeconds[rule.frequency])
      : daysOfPeriod(rule, Math.floor(start / secondsPerDay), index).flatMap((day) =>
          timesOfDay(rule, start).map((ofDay) => day * secondsPerDay + ofDay),
        )
  return rule.bySetPosition.length === 0 ? times : atPositions(times, rule.bySetPosition)
}

/** Seconds of the day, sorted. */
function timesOfDay(rule: RecurrenceRule, start: number): number[] {
  const ofDay = start - Math.floor(start / secondsPerDay) * secondsPerDay
  const hours = sortedOr(rule.byHour, Math.floor(ofDay / 3600))
  const minutes = sortedOr(rule.byMinute, Math.floor(ofDay / 60) % 60)
  const seconds = sortedOr(rule.bySecond, ofDay % 60)
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3600 + minute * 60 + second)),
  )
}

const sortedOr = (values: readonly number[], fallback: number) =>
  values.length === 0 ? [fallback] : [...new Set(values)].sort((a, b) => a - b)

/** One hour, minute or second: the larger parts must allow it, the smaller ones multiply it. */
function timesWithinDay(rule: RecurrenceRule, start: number, index: number, unit: number): number[] {
  const begin = Math.floor(start / unit) * unit + index * rule.interval * unit
  const day = Math.floor(begin / secondsPerDay)
  const ofDay = begin - day * secondsPerDay
  const allows = (values: readonly number[], value: number) => values.length === 0 || values.includes(value)
  if (!isWanted(rule, day) || !allows(rule.byHour, Math.floor(ofDay / 3600))) return []
  if (unit < 3600 && !allows(rule.byMinute, Math.floor(ofDay / 60) % 60)) return []
  if (unit === 1) return allows(rule.bySecond, ofDay % 60) ? [begin] : []
  const seconds = sortedOr(rule.bySecond, start - Math.floor(start / 60) * 60)
  if (unit === 60) return seconds.map((second) => begin + second)
  const minutes = sortedOr(rule.byMinute, Math.floor(start / 60) - Math.floor(start / 3600) * 60)
  return minutes.flatMap((minute) => seconds.map((second) => begin + minute * 60 + second))
}

function atPositions(times: readonly number[], positions: readonly number[]): number[] {
  const chosen = positions.flatMap((position) => {
    const at = times[position > 0 ? position - 1 : times.length + position]
    return at === undefined ? [] : [at]
  })
  return [...new Set(chosen)].sort((a, b) => a - b)
}
