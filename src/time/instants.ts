/**
 * Instants as text. An answer writes thousands of them, so each day's prefix and each minute's suffix is built once.
 */
import { dateOfDay } from "./dates.ts"
import { minutesPerDay } from "./units.ts"

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
