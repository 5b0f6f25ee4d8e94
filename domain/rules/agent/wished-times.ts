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

/** A search's result: the times that customers are shown, and all that can be booked, packed starts beside others included. */
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
  /** The offered starts at such times; all offered ones when there are none. */
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
  // A caller who asks for a time of the clock or for the earliest hears of every one.
  const offered = wish.aroundMinute !== null || wish.isEarliest ? bookable : usuallyShown
  if (!isNarrow(wish)) {
    const recommended = recommendedOf(input, offered, wish, usual)
    return { offered, isAsWished: offered.length > 0, recommended }
  }
  const fitting = asWished(offered, wish)
  if (fitting.length === 0) return { offered, isAsWished: false, recommended: nearest(input, offered, wish) }
  return { offered: fitting, isAsWished: true, recommended: recommendedOf(input, fitting, wish, usual) }
}

const asWished = (offered: readonly FoundStarts[], wish: TimeWish): FoundStarts[] =>
  offered
    .map((entry) => ({ ...entry, starts: entry.starts.filter((start) => fits(wish, entry, start)) }))
    .filter(({ starts }) => starts.length > 0)

const anyClock = { timeOfDay: null, aroundMinute: null, afterMinute: null, beforeMinute: null }
const anyDay = { weekdays: null }

/**
 * The times nearest to a wish that none fulfils: one part of the wish is given up at a time, the clock before the days and
 * both before the earlier date, and of the times that are left those nearest to the wished clock are recommended.
 */
function nearest(input: SearchInput, offered: readonly FoundStarts[], wish: TimeWish): readonly Slot[] {
  const lesser = [
    { ...wish, ...anyClock },
    { ...wish, ...anyDay },
    { ...wish, ...anyClock, ...anyDay },
    { ...wish, ...anyClock, ...anyDay, soonerThan: null },
  ]
  const kept = lesser.map((each) => asWished(offered, each)).find((entries) => entries.length > 0) ?? []
  if (wish.isEarliest || !hasClock(wish)) return recommendedOf(input, kept, { ...wish, ...anyDay }, [])
  return nearestBy(input, kept, (entry, start) => minutesOutside(wish, entry, start))
}

const hasClock = (wish: TimeWish): boolean =>
  Object.keys(anyClock).some((name) => wish[name as keyof TimeWish] !== null)

/** True where the wish leaves out any time. */
const isNarrow = ({ isEarliest: _order, isFirstAvailable: _first, ...narrowing }: TimeWish): boolean =>
  Object.values(narrowing).some((each) => each !== null)

function fits(wish: TimeWish, { location }: FoundStarts, start: Minute): boolean {
  const { day, minuteOfDay: minute } = minuteToLocal(location.zone, start)
  return (
    wishedClock(wish).some(([from, until]) => minute >= from && minute < until) &&
    (wish.aroundMinute === null || Math.abs(minute - wish.aroundMinute) <= aroundWithinMinutes) &&
    (wish.weekdays === null || wish.weekdays.has(weekdayOfDay(day))) &&
    (wish.soonerThan === null || start < wish.soonerThan)
  )
}

type Interval = readonly [number, number]

/** From one time of the clock on and before another; where the other comes first, both sides of what lies between them are meant. */
const betweenClocks = (after: number, before: number): Interval[] =>
  after < before
    ? [[after, before]]
    : [
        [0, before],
        [after, minutesPerDay],
      ]

/** The wished minutes of the day, the ends exclusive. None where the part of the day has none of them. */
function wishedClock({ timeOfDay, afterMinute, beforeMinute }: TimeWish): Interval[] {
  const [first, end] = timeOfDay === null ? [0, minutesPerDay] : partsOfDay[timeOfDay]
  return betweenClocks(afterMinute ?? 0, beforeMinute ?? minutesPerDay)
    .map(([from, until]): Interval => [Math.max(from, first), Math.min(until, end)])
    .filter(([from, until]) => from < until)
}

/** How many minutes of the clock lie between a start and the nearest that was wished for. */
function minutesOutside(wish: TimeWish, entry: FoundStarts, start: Minute): number {
  if (wish.aroundMinute !== null) return minutesFromWished(entry, start, wish.aroundMinute)
  const { minuteOfDay: minute } = minuteToLocal(entry.location.zone, start)
  return Math.min(
    ...wishedClock(wish).map(([from, until]) => Math.max(from - minute, minute - (until - 1), 0)),
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
    return nearestBy(input, offered, (entry, start) => minutesFromWished(entry, start, aroundMinute))
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

type Distance = (entry: FoundStarts, start: Minute) => number

/** The nearest starts, each at an entry on whose clock it is so near. */
const nearestBy = (input: SearchInput, offered: readonly FoundStarts[], distanceOf: Distance): Slot[] =>
  nearestStarts(offered, distanceOf)
    .slice(0, mostRecommended)
    .flatMap(([start, distance]) => {
      const near = offered.filter((entry) => distanceOf(entry, start) === distance)
      return bestAt(input, near, start)
    })

/**
 * Each start once with its distance, nearest to the wished time first, earlier dates before later ones. Of a start that
 * locations in several zones have, the least distance counts.
 */
function nearestStarts(offered: readonly FoundStarts[], distanceOf: Distance): [Minute, number][] {
  const distances = new Map<Minute, number>()
  for (const entry of offered) {
    for (const start of entry.starts) {
      const distance = distanceOf(entry, start)
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
