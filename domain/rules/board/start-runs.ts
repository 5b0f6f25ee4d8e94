/** The starts of a board's move or booking, in runs as the board lights them, and how many each date has. */
import type { FoundStarts, Minute, ProviderLocation } from "../../model/availability.ts"
import { dateOfDay } from "../../time/dates.ts"
import { datesOf } from "../availability/answer-parts.ts"

/** Starts that follow each other evenly. */
export interface StartRun {
  first: Minute
  last: Minute
  count: number
  /** False: only staff judgement allows them. */
  isOffered: boolean
}

export interface LitStarts extends ProviderLocation {
  runs: StartRun[]
}

/** Each start of several working days has days of its own, so that it makes a run alone. */
export interface RunShape {
  standAlone: boolean
}

/**
 * The starts of each provider at a location in runs, by provider and location ids.
 *
 * @param possible what staff judgement allows too; `offered` itself when it is not asked for
 */
export function* litStarts(
  offered: readonly FoundStarts[],
  possible: readonly FoundStarts[],
  shape: RunShape,
): Generator<void, LitStarts[]> {
  const keyOf = ({ provider, location }: ProviderLocation) => `${provider.id} ${location.id}`
  const offeredAt = new Map(offered.map((found) => [keyOf(found), found.starts]))
  const possibleAt = new Map([...offered, ...possible].map((found) => [keyOf(found), found]))
  const lit: LitStarts[] = []
  for (const [key, { provider, location, starts }] of possibleAt) {
    lit.push({ provider, location, runs: runsOf(starts, offeredAt.get(key) ?? [], shape) })
    yield
  }
  return lit.toSorted((a, b) => a.provider.id - b.provider.id || a.location.id - b.location.id)
}

/** `possible` and `offered` are sorted. A run holds starts of one kind, each as far from the one before as the second. */
export function runsOf(
  possible: readonly Minute[],
  offered: readonly Minute[],
  { standAlone }: RunShape,
): StartRun[] {
  const isOffered = new Set(offered)
  const starts = [...new Set([...possible, ...offered])].sort((a, b) => a - b)
  const runs: StartRun[] = []
  for (const start of starts) {
    const run = runs.at(-1)
    if (!standAlone && run && run.isOffered === isOffered.has(start) && goesOn(run, start)) {
      run.last = start
      run.count += 1
    } else runs.push({ first: start, last: start, count: 1, isOffered: isOffered.has(start) })
  }
  return runs
}

/** A second start less than this after the first begins a run; a longer pause is none of a grid's steps. */
const longestStepMinutes = 120

function goesOn({ first, last, count }: StartRun, start: Minute): boolean {
  return count === 1 ? start - last <= longestStepMinutes : start - last === (last - first) / (count - 1)
}

/** How many starts are offered on each local date, by date. */
export function* offeredByDate(
  offered: readonly FoundStarts[],
): Generator<void, { date: string; offered: number }[]> {
  const countOn = new Map<number, number>()
  for (const found of offered) {
    for (const { day, from, until } of datesOf(found))
      countOn.set(day, (countOn.get(day) ?? 0) + until - from)
    yield
  }
  return [...countOn]
    .sort(([a], [b]) => a - b)
    .map(([day, count]) => ({ date: dateOfDay(day), offered: count }))
}
