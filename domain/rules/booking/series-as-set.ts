/**
 * Decides that a series is one repeating event to a calendar: where the repeating rule of RFC 5545 says exactly what was
 * booked.
 */
import type { Every } from "../../model/series.ts"
import { civilOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import type { JudgedOccurrence } from "./judge-series.ts"

/**
 * Left-out occurrences are exceptions of the rule. One at another time is not the rule's, nor is one whose time a clock change
 * skips or repeats, or that stands on the last day of a short month: calendars differ there.
 */
export function isRepeatingEvent(
  zone: string,
  { unit }: Every,
  occurrences: readonly JudgedOccurrence[],
): boolean {
  const [first] = occurrences
  if (first?.outcome !== "free") return false
  if (unit === "months" && civilOfDay(Math.floor(first.wall / minutesPerDay)).dayOfMonth > 28) return false
  return occurrences.every((one) => {
    if (one.outcome !== "free") return true
    const { day, minuteOfDay } = minuteToLocal(zone, one.start)
    if (one.judged.blocks.length > 1 || day * minutesPerDay + minuteOfDay !== one.wall) return false
    return isPlain(zone, one.start)
  })
}

/** The same wall time comes once: an hour or less around it shows no other instant for it. */
function isPlain(zone: string, start: number): boolean {
  const wallAt = (minute: number) => {
    const { day, minuteOfDay } = minuteToLocal(zone, minute)
    return day * minutesPerDay + minuteOfDay
  }
  const wall = wallAt(start)
  for (let shift = 30; shift <= 180; shift += 30)
    if (wallAt(start + shift) === wall || wallAt(start - shift) === wall) return false
  return true
}
