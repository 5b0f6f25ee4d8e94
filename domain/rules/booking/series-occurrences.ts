/**
 * The times of a series's occurrences: on the same wall-clock time every n days, weeks or months, across changes of the
 * clocks. A time that a clock change skips moves forward by the gap, of a repeated one the first counts, and a month with
 * fewer days takes its last.
 */

import { mostOccurrences } from "../../model/appointment-series.ts"
import type { Every } from "../../model/series.ts"
import { civilOfDay, dayOfCivil, daysInMonth } from "../../time/dates.ts"
import { localToMinute, minuteToLocal } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"

export interface Occurrence {
  /** Its place in the series, from 0. */
  index: number
  /** The clock's reading there, as minutes since 1970-01-01T00:00 local. */
  wall: number
  /** The UTC minute at which it begins. */
  start: number
}

/** Either so many, or all that begin on local days until `untilDay`. */
export type SeriesEnd = { count: number } | { untilDay: number }

/** At most one more than a series may have, so that a caller sees that there are too many. The first begins exactly at `start`. */
export function occurrencesOf(zone: string, start: number, every: Every, end: SeriesEnd): Occurrence[] {
  const { day: firstDay, minuteOfDay } = minuteToLocal(zone, start)
  const occurrences: Occurrence[] = []
  for (let index = 0; index <= mostOccurrences; index += 1) {
    const day = dayAt(firstDay, every, index)
    if ("count" in end ? index >= end.count : day > end.untilDay) break
    const at = index === 0 ? start : localToMinute(zone, day, minuteOfDay)
    occurrences.push({ index, wall: day * minutesPerDay + minuteOfDay, start: at })
  }
  return occurrences
}

function dayAt(firstDay: number, { unit, number }: Every, index: number): number {
  if (unit === "days") return firstDay + index * number
  if (unit === "weeks") return firstDay + index * number * 7
  const { year, month, dayOfMonth } = civilOfDay(firstDay)
  const months = year * 12 + (month - 1) + index * number
  const [inYear, inMonth] = [Math.floor(months / 12), (months % 12) + 1]
  return dayOfCivil(inYear, inMonth, Math.min(dayOfMonth, daysInMonth(inYear, inMonth)))!
}
