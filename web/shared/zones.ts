/** Local times of time zones, read through Intl because Safari has no Temporal. */
import { formatter, remembering } from "./formatter.ts"

export interface WallClock {
  /** Local date, `YYYY-MM-DD`. */
  date: string
  /** Local hour, 0 to 23. */
  hour: number
  /** Minutes the zone is ahead of UTC at that instant. */
  offsetMinutes: number
}

const clockFields = {
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
} as const

const wallClocks = remembering<WallClock>(20_000)

/** The local time in `zone` at the instant (ISO 8601 UTC). */
export function wallClock(instant: string, zone: string): WallClock {
  return wallClocks(`${zone} ${instant}`, () => readClock(Date.parse(instant), zone))
}

/** Whether both zones show the same time at every one of the instants. */
export function sameClock(instants: string[], first: string, second: string): boolean {
  return (
    first === second ||
    instants.every((at) => wallClock(at, first).offsetMinutes === wallClock(at, second).offsetMinutes)
  )
}

function readClock(ms: number, zone: string): WallClock {
  const shown = new Map(
    formatter("en", zone, clockFields)
      .formatToParts(ms)
      .map((part) => [part.type, part.value]),
  )
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(shown.get(type))
  const local = Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"))
  return {
    date: new Date(local).toISOString().slice(0, 10),
    hour: read("hour"),
    offsetMinutes: Math.round((local - ms) / 60_000),
  }
}

/** The time zone that the visitor's device is set to. */
export function zoneOfVisitor(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
