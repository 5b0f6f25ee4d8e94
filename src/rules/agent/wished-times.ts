/** Times as callers ask for them: a part of the day, about a time of the clock, or the first one that there is. */
import type { TimeOfDay } from "../../model/agent/slots.ts"
import type { FoundStarts, Minute, SearchInput, Slot } from "../../model/availability.ts"
import { minuteToWall } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { recommend } from "../availability/recommend.ts"

export interface TimeWish {
  timeOfDay: TimeOfDay | null
  /** Minute of the day. */
  aroundMinute: number | null
  /** No date was named: the caller takes the first time. */
  isFirstAvailable: boolean
}

/** First minute and end of each part, on the clock of the location. */
const partsOfDay: Record<TimeOfDay, readonly [number, number]> = {
  morning: [0, 12 * 60],
  afternoon: [12 * 60, 17 * 60],
  evening: [17 * 60, minutesPerDay],
}

/** A time at most so far from the wished one is about that time. */
const aroundWithinMinutes = 120

const mostRecommended = 5

export interface WishedTimes {
  /** What was offered at such times; all that was offered when nothing is. */
  offered: readonly FoundStarts[]
  /** False when no time is as wished. */
  isAsWished: boolean
  /** Up to five, best first: for a time of the clock the nearest, without a date the first. */
  recommended: readonly Slot[]
}

/** `usual` are the recommended times of the search, which stand when nothing is wished for. */
export function wishedTimes(
  input: SearchInput,
  offered: readonly FoundStarts[],
  wish: TimeWish,
  usual: readonly Slot[],
): WishedTimes {
  if (wish.timeOfDay === null && wish.aroundMinute === null) {
    const recommended = recommendedOf(input, offered, wish, usual)
    return { offered, isAsWished: offered.length > 0, recommended }
  }
  const fitting = offered
    .map((entry) => ({ ...entry, starts: entry.starts.filter((start) => fits(wish, entry, start)) }))
    .filter(({ starts }) => starts.length > 0)
  const isAsWished = fitting.length > 0
  const shown = isAsWished ? fitting : offered
  return { offered: shown, isAsWished, recommended: recommendedOf(input, shown, wish, usual) }
}

function fits({ timeOfDay, aroundMinute }: TimeWish, entry: FoundStarts, start: Minute): boolean {
  const minute = minuteOfDay(entry, start)
  if (timeOfDay !== null) {
    const [from, until] = partsOfDay[timeOfDay]
    if (minute < from || minute >= until) return false
  }
  return aroundMinute === null || Math.abs(minute - aroundMinute) <= aroundWithinMinutes
}

function minuteOfDay({ location }: Pick<Slot, "location">, start: Minute): number {
  const wall = minuteToWall(zoneTable(location.zone), start)
  return wall - Math.floor(wall / minutesPerDay) * minutesPerDay
}

/** How many minutes of the clock lie between a start and the wished time. */
export const minutesFromWished = (
  entry: Pick<Slot, "location">,
  start: Minute,
  aroundMinute: number,
): number => Math.abs(minuteOfDay(entry, start) - aroundMinute)

function recommendedOf(
  input: SearchInput,
  offered: readonly FoundStarts[],
  { timeOfDay, aroundMinute, isFirstAvailable }: TimeWish,
  usual: readonly Slot[],
): readonly Slot[] {
  if (aroundMinute !== null) {
    const nearest = nearestStarts(offered, aroundMinute).slice(0, mostRecommended)
    return nearest.flatMap((start) => bestAt(input, offered, start))
  }
  const best = timeOfDay === null ? usual : recommend(input, offered)
  if (!isFirstAvailable || best.length === 0) return best
  const first = Math.min(...offered.map(({ starts }) => starts[0]!))
  const others = best.filter(({ start }) => start !== first)
  return [...bestAt(input, offered, first), ...others].slice(0, mostRecommended)
}

/** Each start once, nearest to the wished time first, earlier dates before later ones. */
function nearestStarts(offered: readonly FoundStarts[], aroundMinute: number): Minute[] {
  const distances = new Map<Minute, number>()
  for (const entry of offered) {
    for (const start of entry.starts) distances.set(start, minutesFromWished(entry, start, aroundMinute))
  }
  return [...distances].sort(([a, near], [b, far]) => near - far || a - b).map(([start]) => start)
}

/** The best provider and location for one start. */
function bestAt(input: SearchInput, offered: readonly FoundStarts[], start: Minute): Slot[] {
  const free = offered.filter(({ starts }) => starts.includes(start))
  return recommend(
    input,
    free.map((entry) => ({ ...entry, starts: [start] })),
  )
}
