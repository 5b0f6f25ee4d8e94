/** The parts of the board that light up for a move or a booking, and the start that a hand means by a point of it. */
import type { Span } from "../parts/spans.ts"
import type { Card } from "./columns.ts"
import type { Starts } from "./starts.ts"

/**
 * The start that a dragged card snaps to: the nearest start that works, the earlier of two that are as near. Null when none is within
 * reach of the hand.
 *
 * @param possible minutes, sorted
 */
export function snapToStart(
  possible: readonly number[],
  minute: number,
  reachMinutes: number,
): number | null {
  let best: number | null = null
  for (const start of possible)
    if (best === null || Math.abs(start - minute) < Math.abs(best - minute)) best = start
  return best === null || Math.abs(best - minute) > reachMinutes ? null : best
}

/** A hand means a window by any place within it. */
export const isWithin = (minute: number, [from, until]: Span): boolean => from <= minute && minute < until

/** The offered start that was pressed: the very minute, or the window around it where windows are offered. */
export const pressedStart = (
  offered: readonly Span[],
  minute: number,
  isOfWindows: boolean,
): number | undefined =>
  offered.find((span) => (isOfWindows ? isWithin(minute, span) : minute === span[0]))?.[0]

/** The ranges that light up: each window for itself, and runs of starts that touch as first start and end of the last job. */
export function rangesOf(
  { offered: starts, jobs }: Pick<Starts, "offered" | "jobs">,
  { start: from, end: until, promise }: Pick<Card, "start" | "end" | "promise">,
): { first: number; last: number; end: number }[] {
  if (promise) return starts.map((start) => ({ first: start, last: start, end: jobs.get(start)![0]![1] }))
  const minutes = until - from
  const ranges: { first: number; last: number; end: number }[] = []
  for (const start of starts) {
    const present = ranges.at(-1)
    if (present && start <= present.end) {
      present.last = start
      present.end = start + minutes
    } else ranges.push({ first: start, last: start, end: start + minutes })
  }
  return ranges
}
