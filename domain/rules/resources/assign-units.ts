/**
 * Assigns resources of a group to several jobs: one bounded search, the same in searching, booking and explaining. A
 * job keeps its resource where that is possible, so few are assigned anew.
 */
import type { Minute } from "../../model/availability.ts"
import { covers, type Intervals, overlaps } from "../../time/intervals.ts"

/** When one resource of the group can be used, by jobs that may be assigned anew. */
export interface ResourceTime {
  id: number
  turnoverMinutes: number
  /** Normalized. */
  open: Intervals
  /** Taken by jobs that stay where they are, turnover included. Disjoint. */
  held: Intervals
}

export interface Unit {
  start: Minute
  end: Minute
  /** The index of the resource that it has; null for a new one. */
  present: number | null
  /** The indexes that it may take; null for all. */
  only: readonly number[] | null
}

/**
 * How many resources are tried before the search gives up. Then the start is not offered, by a search and a booking alike: it
 * depends on the jobs around the start alone.
 */
const MOST_TRIES = 2_000

/** The index of the resource that each unit takes, or null where none is found. The units are sorted by their starts. */
export function assignUnits(times: readonly ResourceTime[], units: readonly Unit[]): number[] | null {
  if (isTooFew(times, units)) return null
  const kindOf = kindsOf(times)
  const freeFrom: Minute[] = times.map(() => Number.NEGATIVE_INFINITY)
  const chosen: number[] = []
  const deadEnds = new Set<string>()
  let tries = 0

  /** All that is taken lies before the unit's start, so of alike resources that are free then one is as good as another. */
  function place(index: number): boolean {
    const unit = units[index]
    if (unit === undefined) return true
    const state = `${index} ${freeFrom.map((minute) => Math.max(minute, unit.start))}`
    if (deadEnds.has(state)) return false
    const tried = new Set<number>()
    for (const at of candidatesOf(unit, times.length)) {
      const time = times[at]!
      const kind = kindOf[at]!
      if (tried.has(kind) || freeFrom[at]! > unit.start || !isUsable(time, unit)) continue
      tries += 1
      if (tries > MOST_TRIES) return false
      tried.add(kind)
      const before = freeFrom[at]!
      freeFrom[at] = unit.end + time.turnoverMinutes
      chosen[index] = at
      if (place(index + 1)) return true
      freeFrom[at] = before
    }
    deadEnds.add(state)
    return false
  }
  return place(0) ? chosen : null
}

/** True where the resource is open for the unit, and not held by others meanwhile or in the turnover. */
export function isUsable({ open, held, turnoverMinutes }: ResourceTime, { start, end }: Unit): boolean {
  return covers(open, start, end) && !overlaps(held, start, end + turnoverMinutes)
}

/** Its own resource comes first. */
function candidatesOf({ present, only }: Unit, count: number): readonly number[] {
  if (only !== null) return only
  const all = Array.from({ length: count }, (_, index) => index)
  return present === null ? all : [present, ...all.filter((index) => index !== present)]
}

/** True where at some start more units go on than resources are open and not held: most searches need no more than this count. */
function isTooFew(times: readonly ResourceTime[], units: readonly Unit[]): boolean {
  const least = Math.min(...times.map(({ turnoverMinutes }) => turnoverMinutes))
  return units.some(({ start }) => {
    const wanted = units.filter((other) => other.start <= start && start < other.end + least).length
    return wanted > times.filter(({ open, held }) => isOpenAt(open, held, start, least)).length
  })
}

/** In a turnover the resource may be closed already. */
const isOpenAt = (open: Intervals, held: Intervals, minute: Minute, turnoverMinutes: number) =>
  !overlaps(held, minute, minute + 1) && overlaps(open, minute - turnoverMinutes, minute + 1)

/** Equal numbers for resources that are alike. */
function kindsOf(times: readonly ResourceTime[]): number[] {
  const numbers = new Map<string, number>()
  return times.map(({ turnoverMinutes, open, held }) => {
    const key = `${turnoverMinutes} ${open} ${held}`
    const known = numbers.get(key) ?? numbers.size
    numbers.set(key, known)
    return known
  })
}
