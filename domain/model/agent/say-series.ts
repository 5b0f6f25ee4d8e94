/** A series as its caller hears it: as one, `every second Tuesday at 4 PM until May 21`, and not date by date. */
import { civilOfDay, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf, minutesPerDay } from "../../time/units.ts"
import type { Series } from "../series.ts"
import { sayDay, sayList, sayMonthDay, sayTime, weekdays } from "./say.ts"

/** One that still stands: its place in the series, and when it is. */
export interface Occurrence {
  id: number
  series_index: number | null
  start_at: Date
  timezone: string
}

export interface SaidSeries {
  /** The appointments that it speaks of. Those that were moved out of the rhythm are said by themselves. */
  ids: ReadonlySet<number>
  say: string
}

interface Beat {
  id: number
  index: number
  day: number
  minuteOfDay: number
}

/** Null where fewer than two of them keep one rhythm. `occurrences` are in the order of their places. */
export function saySeries(
  { every, walls }: Pick<Series, "every" | "walls">,
  occurrences: readonly Occurrence[],
): SaidSeries | null {
  const regular = mostInRhythm(every, occurrences.map(beatAt))
  const [first, last] = [regular[0], regular.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const stands = new Set(regular.map(({ index }) => index))
  const shift = first.day - dayOfWall(walls[first.index])
  const between = walls.map((_, index) => index).slice(first.index, last.index)
  const missing = between.filter((index) => !stands.has(index))
  const left = missing.map((index) => sayMonthDay(dayOfWall(walls[index]) + shift))
  const but = left.length === 0 ? "" : ` but not on ${sayList(left, "or")}`
  const time = sayTime(first.minuteOfDay).replace(":00", "")
  const until = `until ${sayMonthDay(last.day)}`
  return {
    ids: new Set(regular.map(({ id }) => id)),
    say: `${rhythmOf(every, first.day)} at ${time} ${until}${but}, the next on ${sayDay(first.day)}`,
  }
}

const dayOfWall = (wall = 0) => Math.floor(wall / minutesPerDay)

function beatAt({ id, series_index, start_at, timezone }: Occurrence): Beat {
  const { day, minuteOfDay } = minuteToLocal(timezone, minuteOf(start_at.getTime()))
  return { id, index: series_index ?? 0, day, minuteOfDay }
}

function mostInRhythm(every: Series["every"], beats: readonly Beat[]): Beat[] {
  const byBeat = new Map<number, Beat[]>()
  for (const one of beats) {
    const beat = beatOf(every, one)
    byBeat.set(beat, [...(byBeat.get(beat) ?? []), one])
  }
  return [...byBeat.values()].reduce((most, each) => (each.length > most.length ? each : most), [])
}

/** The same for all that keep the series' rhythm: where its first would be. */
function beatOf({ unit, number }: Series["every"], { day, minuteOfDay, index }: Beat): number {
  const { year, month } = civilOfDay(day)
  const first =
    unit === "months" ? year * 12 + month - index * number : day - index * number * (unit === "weeks" ? 7 : 1)
  return first * minutesPerDay + minuteOfDay
}

const ordinals: readonly string[] = ["", "", "second ", "third ", "fourth ", "fifth ", "sixth "]

/** `every second Tuesday`, `every day`, `every third month`, `every 10 weeks on Tuesday`. */
function rhythmOf({ unit, number }: Series["every"], day: number): string {
  const weekday = weekdays[weekdayOfDay(day) - 1]!
  const one = unit === "weeks" ? weekday : unit.slice(0, -1)
  if (number === 1) return `every ${one}`
  const ordinal = ordinals[number]
  if (ordinal !== undefined) return `every ${ordinal}${one}`
  return unit === "weeks" ? `every ${number} weeks on ${weekday}` : `every ${number} ${unit}`
}
