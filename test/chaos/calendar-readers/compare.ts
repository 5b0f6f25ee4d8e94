/** Busy times of one file by three readers, and who says the same. All in whole minutes of the range. */
import { readBusyTimes } from "../../../domain/rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../../domain/rules/calendars/unreadable-calendar.ts"
import { normalized } from "../../../domain/time/intervals.ts"

/** Whole minutes since 1970 UTC, end exclusive. Files of decades of public trackers lie in it. */
export const range = {
  zone: "America/Chicago",
  start: "1997-01-01T00:00:00+00:00",
  end: "2027-01-01T00:00:00+00:00",
}
const minuteOf = (instant: string) => Date.parse(instant) / 60_000
const [rangeStart, rangeEnd] = [minuteOf(range.start), minuteOf(range.end)]

/** A reader's busy minutes, packed as pairs; null where it can't read the file. */
export type Busy = readonly number[] | null

export interface OurReading {
  busy: Busy
  /** How many events are widened, and lines of them. */
  widened: number
  lines: readonly string[]
}

/** Read in windows of some years, as the service asks for a time that it books in. */
export function readByOurs(text: string): OurReading {
  const pairs: number[] = []
  const lines = new Set<string>()
  let widened = 0
  const years = 2 * 365 * 1_440
  for (let startMinute = rangeStart; startMinute < rangeEnd; startMinute += years) {
    const endMinute = Math.min(startMinute + years, rangeEnd)
    const own = { zone: range.zone, isZoneSet: true, owner: null, isOurs: () => false }
    const read = readBusyTimes([withoutFreeBusy(text)], { startMinute, endMinute, ...own })
    if (read instanceof UnreadableCalendar) return { busy: null, widened: 0, lines: [read.message] }
    pairs.push(...read.busy)
    widened = Math.max(widened, read.widened)
    for (const { line, text: shown } of read.unclear) lines.add(`${line}: ${shown}`)
  }
  return { busy: packed(pairs), widened, lines: [...lines] }
}

/** Published free/busy, which the others do not read. */
const withoutFreeBusy = (text: string) => text.replace(/^BEGIN:VFREEBUSY[\s\S]*?^END:VFREEBUSY.*$/gim, "")

/** Another reader's answer in UTC seconds. An end before its start is busy between both. */
export function busyOfSpans(spans: readonly (readonly [number, number])[]): Busy {
  const clip = (minute: number) => Math.min(Math.max(minute, rangeStart), rangeEnd)
  return packed(
    spans
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
      .filter(([start, end]) => start < end)
      .map(([start, end]) => [clip(Math.floor(start / 60)), clip(Math.ceil(end / 60))] as const)
      .filter(([start, end]) => start < end)
      .sort(([a], [b]) => a - b)
      .flat(),
  )
}

const packed = (pairs: readonly number[]): number[] => [...normalized(Int32Array.from(pairs))]

export const isSame = (a: Busy, b: Busy): boolean =>
  a !== null && b !== null && a.length === b.length && a.every((minute, i) => minute === b[i])

/** True where all of `inner` lies in `outer`. */
export function covers(outer: Busy, inner: Busy): boolean {
  if (outer === null || inner === null) return false
  return isSame(packed(merged(outer, inner)), outer)
}

function merged(a: readonly number[], b: readonly number[]): number[] {
  const pairs = (from: readonly number[]) =>
    Array.from({ length: from.length / 2 }, (_, i) => [from[2 * i]!, from[2 * i + 1]!] as const)
  return [...pairs(a), ...pairs(b)].sort(([x], [y]) => x - y).flat()
}

/**
 * `same`: all that can read it. `widened`: an event can't be read, ours names its line and blocks all that the others do.
 * `with one`: one of the others agrees with ours. `ours alone`: the others can't read it. `against both`: the others agree
 * with each other.
 */
export type Verdict = "same" | "widened" | "with one" | "apart" | "ours alone" | "nobody" | "against both"

export function verdictOf(ours: OurReading, python: Busy, node: Busy): Verdict {
  const others = [python, node].filter((busy) => busy !== null)
  const agreeing = others.filter((busy) => isSame(ours.busy, busy))
  if (others.length === 0) return ours.busy === null ? "nobody" : "ours alone"
  if (agreeing.length === others.length) return "same"
  if (ours.widened > 0 && others.every((busy) => covers(ours.busy, busy))) return "widened"
  if (agreeing.length > 0) return "with one"
  return others.length === 2 && isSame(python, node) ? "against both" : "apart"
}
