/** Calendar dates as whole days since 1970-01-01 (proleptic Gregorian), without any time zone, and instants as text. */
import { minutesPerDay } from "./units.ts"

/** Days since 1970-01-01 of a `YYYY-MM-DD` text, or null when the text is no date of the calendar (2026-02-30). */
export function dayOfDate(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  return dayOfCivil(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** `YYYY-MM-DD` of a day; years 0000 to 9999. */
export function dateOfDay(day: number): string {
  const { year, month, dayOfMonth } = civilOfDay(day)
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`
}

/** 1 (Monday) to 7 (Sunday). */
export function weekdayOfDay(day: number): number {
  const fromMonday = (day + 3) % 7
  return fromMonday < 0 ? fromMonday + 8 : fromMonday + 1
}

/** The day of a year, month (1…12) and day of month, or null when there is no such date. */
export function dayOfCivil(year: number, month: number, dayOfMonth: number): number | null {
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) return null
  // A year that begins in March puts the leap day last, so that the month lengths become one straight formula.
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = month > 2 ? month - 3 : month + 9
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return (
    marchYear * 365 + leapDays + Math.floor((marchMonth * 153 + 2) / 5) + dayOfMonth - 1 - DAYS_BEFORE_1970
  )
}

const DAYS_BEFORE_1970 = 719_468
const DAYS_IN_400_YEARS = 146_097

/** The date of a day. */
export function civilOfDay(day: number): { year: number; month: number; dayOfMonth: number } {
  const shifted = day + DAYS_BEFORE_1970
  const era = Math.floor(shifted / DAYS_IN_400_YEARS)
  const dayOfEra = shifted - era * DAYS_IN_400_YEARS
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  )
  const dayOfYear = dayOfEra - (yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((dayOfYear * 5 + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  return { year, month, dayOfMonth: dayOfYear - Math.floor((marchMonth * 153 + 2) / 5) + 1 }
}

/** `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}

/** An answer writes thousands of instants, so each day's prefix and each minute's suffix is built once. */
const suffixes: readonly string[] = Array.from({ length: minutesPerDay }, (_, minuteOfDay) => {
  const hour = String(Math.floor(minuteOfDay / 60)).padStart(2, "0")
  const minute = String(minuteOfDay % 60).padStart(2, "0")
  return `T${hour}:${minute}:00.000Z`
})

/** Days from 1970 to 2100; a day outside is written without being kept. */
const prefixes: (string | undefined)[] = new Array(Math.ceil(130 * 365.25)).fill(undefined)

/** `YYYY-MM-DDTHH:MM:00.000Z` of an epoch minute. */
export function isoOfMinute(minute: number): string {
  const day = Math.floor(minute / minutesPerDay)
  return prefixOf(day) + suffixes[minute - day * minutesPerDay]!
}

function prefixOf(day: number): string {
  if (day < 0 || day >= prefixes.length) return dateOfDay(day)
  const prefix = prefixes[day] ?? dateOfDay(day)
  prefixes[day] = prefix
  return prefix
}
