/** Times as callers ask for them: a part of the day, about a time of the clock, or the first one that there is. */
import type { TimeOfDay } from "../../model/agent/slots.ts"
import type { FoundStarts, Minute, SearchInput, Slot } from "../../model/availability.ts"
import { weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { recommend } from "../availability/recommend.ts"

export interface TimeWish {
  timeOfDay: TimeOfDay | null
  /** Minute of the day. */
  aroundMinute: number | null
  /** Minutes of the day: starts from the first on, and before the second. */
  afterMinute: number | null
  beforeMinute: number | null
  /** 1 is Monday. */
  weekdays: ReadonlySet<number> | null
  /** Only starts before this one: of a move to something earlier. */
  soonerThan: Minute | null
  /** The earliest times are recommended, in their order. */
  isEarliest: boolean
  /** No date was named: the caller takes the first time. */
  isFirstAvailable: boolean
}

/** What a search found: what customers are shown, and all that can be booked, packed starts beside others included. */
export interface FreeTimes {
  shown: readonly FoundStarts[]
  bookable: readonly FoundStarts[]
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
  /** Up to five, best first: for a time of the clock the nearest, without a date the first, or the earliest in their order. */
  recommended: readonly Slot[]
}

/** `usual` are the recommended times of the search, which stand when nothing is wished for. */
export function wishedTimes(
  input: SearchInput,
  { shown: usuallyShown, bookable }: FreeTimes,
  wish: TimeWish,
  usual: readonly Slot[],
): WishedTimes {
  // Who asks for a time of the clock or for the earliest hears of every one.
  const offered = wish.aroundMinute !== null || wish.isEarliest ? bookable : usuallyShown
  if (!isNarrow(wish)) {
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

/** Whether the wish leaves out any time. */
const isNarrow = ({ isEarliest: _order, isFirstAvailable: _first, ...narrowing }: TimeWish): boolean =>
  Object.values(narrowing).some((each) => each !== null)

function fits(wish: TimeWish, { location }: FoundStarts, start: Minute): boolean {
  const { day, minuteOfDay: minute } = minuteToLocal(location.zone, start)
  const [from, until] = wish.timeOfDay === null ? [0, minutesPerDay] : partsOfDay[wish.timeOfDay]
  return (
    minute >= Math.max(from, wish.afterMinute ?? 0) &&
    minute < until &&
    minute < (wish.beforeMinute ?? minutesPerDay) &&
    (wish.aroundMinute === null || Math.abs(minute - wish.aroundMinute) <= aroundWithinMinutes) &&
    (wish.weekdays === null || wish.weekdays.has(weekdayOfDay(day))) &&
    (wish.soonerThan === null || start < wish.soonerThan)
  )
}

/** How many minutes of the clock lie between a start and the wished time. */
export const minutesFromWished = (
  { location }: Pick<Slot, "location">,
  start: Minute,
  aroundMinute: number,
): number => Math.abs(minuteToLocal(location.zone, start).minuteOfDay - aroundMinute)

function recommendedOf(
  input: SearchInput,
  offered: readonly FoundStarts[],
  wish: TimeWish,
  usual: readonly Slot[],
): readonly Slot[] {
  const { aroundMinute, isEarliest, isFirstAvailable } = wish
  if (isEarliest) return earliestStarts(offered).flatMap((start) => bestAt(input, offered, start))
  if (aroundMinute !== null) {
    const nearest = nearestStarts(offered, aroundMinute).slice(0, mostRecommended)
    return nearest.flatMap(([start, distance]) => {
      const isNearest = (entry: FoundStarts) => minutesFromWished(entry, start, aroundMinute) === distance
      return bestAt(input, offered.filter(isNearest), start)
    })
  }
  const best = isNarrow(wish) ? recommend(input, offered) : usual
  if (!isFirstAvailable || best.length === 0) return best
  const first = Math.min(...offered.map(({ starts }) => starts[0]!))
  const others = best.filter(({ start }) => start !== first)
  return [...bestAt(input, offered, first), ...others].slice(0, mostRecommended)
}

const earliestStarts = (offered: readonly FoundStarts[]): Minute[] =>
  [...new Set(offered.flatMap(({ starts }) => starts.slice(0, mostRecommended)))]
    .sort((a, b) => a - b)
    .slice(0, mostRecommended)

/**
 * Each start once with its distance, nearest to the wished time first, earlier dates before later ones. Of a start that
 * locations in several zones have, the least distance counts.
 */
function nearestStarts(offered: readonly FoundStarts[], aroundMinute: number): [Minute, number][] {
  const distances = new Map<Minute, number>()
  for (const entry of offered) {
    for (const start of entry.starts) {
      const distance = minutesFromWished(entry, start, aroundMinute)
      distances.set(start, Math.min(distance, distances.get(start) ?? distance))
    }
  }
  return [...distances].sort(([a, near], [b, far]) => near - far || a - b)
}

/** The best provider and location for one start. */
function bestAt(input: SearchInput, offered: readonly FoundStarts[], start: Minute): Slot[] {
  const free = offered.filter(({ starts }) => starts.includes(start))
  return recommend(
    input,
    free.map((entry) => ({ ...entry, starts: [start] })),
  )
}
