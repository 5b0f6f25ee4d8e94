/** A series as its caller hears it: as one, `every second Tuesday at 4 PM until May 21`, and not date by date. */
import { civilOfDay, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf, minutesPerDay } from "../../time/units.ts"
import type { Series } from "../series.ts"
import { sayBriefTime, sayDay, sayList, sayMonthDay } from "./say.ts"
import { type Language, wordsIn } from "./speech.ts"
import { spokenTimes } from "./spoken-times.ts"

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
  language: Language,
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
  const left = missing.map((index) => sayMonthDay(language, dayOfWall(walls[index]) + shift))
  const words = wordsIn(language).series
  const said = {
    rhythm: rhythmOf(language, every, first.day),
    time: sayBriefTime(language, first.minuteOfDay),
    last: sayMonthDay(language, last.day),
    next: sayDay(language, first.day),
  }
  return {
    ids: new Set(regular.map(({ id }) => id)),
    say:
      left.length === 0
        ? words.until(said)
        : words.untilButNot({ ...said, left: sayList(language, left, "nor") }),
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

/** `every second Tuesday`, `every day`, `every third month`, `every 10 weeks on Tuesday`. */
function rhythmOf(language: Language, { unit, number: count }: Series["every"], day: number): string {
  const { everyDay, everyMonth, everyWeek } = wordsIn(language).series
  if (unit === "days") return everyDay({ count })
  if (unit === "months") return everyMonth({ count })
  const { each, weekdays } = spokenTimes[language]
  const weekday = weekdayOfDay(day)
  return everyWeek({ count, weekday: language === "en" ? weekdays[weekday - 1]! : each(weekday) })
}
