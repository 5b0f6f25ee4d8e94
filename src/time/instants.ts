/**
 * Instants as text. Answers write thousands of times, so a day's prefix and a minute's suffix are each built once.
 */
import { dateOfDay, dayOfCivil } from "./dates.ts"

const MINUTES_PER_DAY = 1440

const suffixes: readonly string[] = Array.from({ length: MINUTES_PER_DAY }, (_, minuteOfDay) => {
  const hour = String(Math.floor(minuteOfDay / 60)).padStart(2, "0")
  const minute = String(minuteOfDay % 60).padStart(2, "0")
  return `T${hour}:${minute}:00.000Z`
})

/** Days from 1970 to 2100; a day outside is written without being kept. */
const prefixes: (string | undefined)[] = new Array(Math.ceil(130 * 365.25)).fill(undefined)

/** `YYYY-MM-DDTHH:MM:00.000Z` of an epoch minute. */
export function isoOfMinute(minute: number): string {
  const day = Math.floor(minute / MINUTES_PER_DAY)
  return prefixOf(day) + suffixes[minute - day * MINUTES_PER_DAY]!
}

function prefixOf(day: number): string {
  if (day < 0 || day >= prefixes.length) return dateOfDay(day)
  const prefix = prefixes[day] ?? dateOfDay(day)
  prefixes[day] = prefix
  return prefix
}

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2}))$/

/**
 * Epoch milliseconds of an ISO 8601 instant, or null when it is none. It must carry `Z` or an offset; seconds and
 * their fraction (cut to milliseconds) may be left out; dates and times that do not exist are null.
 */
export function millisecondOfIso(text: string): number | null {
  const match = INSTANT.exec(text)
  if (match === null) return null
  const day = dayOfCivil(Number(match[1]), Number(match[2]), Number(match[3]))
  const hour = Number(match[4])
  const minute = Number(match[5])
  const second = Number(match[6] ?? 0)
  const offsetMinutes = offsetOf(match[8], match[9], match[10])
  if (day === null || hour > 23 || minute > 59 || second > 59 || offsetMinutes === null) return null
  const millisecond = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"))
  const minutes = day * MINUTES_PER_DAY + hour * 60 + minute - offsetMinutes
  return minutes * 60_000 + second * 1000 + millisecond
}

function offsetOf(sign: string | undefined, hours = "00", minutes = "00"): number | null {
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  const size = Number(hours) * 60 + Number(minutes)
  return sign === "-" ? -size : size
}

/** The epoch minute of an ISO 8601 instant, or null when it is none or lies between two minutes. */
export function minuteOfIso(text: string): number | null {
  const millisecond = millisecondOfIso(text)
  if (millisecond === null || millisecond % 60_000 !== 0) return null
  return millisecond / 60_000
}
