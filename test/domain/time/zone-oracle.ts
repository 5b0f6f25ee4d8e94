/**
 * The clocks of every zone, by a reader of its own: the output of `zdump` over Debian's tzdata, committed as
 * `zdump.txt`. Debian's package and the one that the service reads carry the same release of the IANA database. When the
 * service's package is raised, this file is made anew: its first line says how.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

interface Period {
  /** The UTC minute at which it begins; -Infinity for the first. */
  start: number
  offsetMinutes: number
  abbreviation: string
}

export interface ZoneOracle {
  readonly names: readonly string[]
  /** The UTC minutes at which the zone's clocks change. */
  changesOf(zone: string): number[]
  /** Minutes since 1970-01-01T00:00 on the zone's clock. */
  wallAt(zone: string, minute: number): number
  /** A skipped wall time counts as the one moved forward by the gap, a repeated one as the first. */
  minuteOf(zone: string, wall: number): number
  abbreviationAt(zone: string, minute: number): string
}

/** The release that it holds. */
export const oracleVersion = "2026f"
/** The UTC minutes between which it holds. */
export const oracleFrom = Date.UTC(2006, 0, 1) / 60_000
export const oracleUntil = Date.UTC(2037, 0, 1) / 60_000

export function readOracle(): ZoneOracle {
  const text = readFileSync(join(import.meta.dirname, "zdump.txt"), "utf8")
  const periodsOf = new Map<string, Period[]>()
  for (const [names = "", ...lines] of text
    .split(/\n\n/)
    .slice(1)
    .map((group) => group.trim().split("\n"))) {
    const periods = readPeriods(lines)
    for (const name of names.split(" ")) periodsOf.set(name, periods)
  }
  const of = (zone: string) => periodsOf.get(zone)!
  const periodAt = (zone: string, minute: number) => of(zone).findLast(({ start }) => start <= minute)!
  return {
    names: [...periodsOf.keys()],
    changesOf: (zone) =>
      of(zone)
        .slice(1)
        .map(({ start }) => start),
    wallAt: (zone, minute) => minute + periodAt(zone, minute).offsetMinutes,
    abbreviationAt: (zone, minute) => periodAt(zone, minute).abbreviation,
    minuteOf(zone, wall) {
      const periods = of(zone)
      const end = (i: number) => periods[i + 1]?.start ?? Number.POSITIVE_INFINITY
      for (const [i, { start, offsetMinutes }] of periods.entries()) {
        const minute = wall - offsetMinutes
        if (minute >= start && minute < end(i)) return minute
        // The clock before the change has not come so far, and the clock after it is past: a skipped time.
        const next = periods[i + 1]
        if (next && minute >= next.start && wall - next.offsetMinutes < next.start) return minute
      }
      throw new Error(`${zone} has no wall time ${wall}`)
    },
  }
}

/** `2026-03-08	03	-05	CDT	1`: the new date, time and offset at a change; `-` for the first line's date and time. */
function readPeriods(lines: readonly string[]): Period[] {
  const periods: Period[] = []
  for (const line of lines) {
    const [date = "", time = "", offset = "", word = ""] = line.split("\t")
    const offsetMinutes = minutesOf(offset)
    const wall =
      date === "-" ? Number.NEGATIVE_INFINITY : Date.parse(`${date}T00:00Z`) / 60_000 + minutesOf(time)
    periods.push({
      start: wall - offsetMinutes,
      offsetMinutes,
      abbreviation: word.replaceAll('"', "") || offset,
    })
  }
  return periods
}

/** `03`, `0230`, `-0330`, `02:30` in minutes. */
function minutesOf(text: string): number {
  const [, sign, hours = "0", minutes = "0"] = /^([+-]?)(\d{2}):?(\d{2})?/.exec(text)!
  const size = Number(hours) * 60 + Number(minutes)
  return sign === "-" ? -size : size
}
