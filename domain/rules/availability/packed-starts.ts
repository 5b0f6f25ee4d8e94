/**
 * Packed starts: beside each busy interval the one right after it and the one that ends right before it, buffers kept, on
 * whole 5 minutes. A job there leaves no gap that is too short to sell, where a grid that was counted from the opening
 * would leave one.
 */

import type { Minute } from "../../model/availability.ts"
import { firstEndingAfter, type Intervals, overlaps } from "../../time/intervals.ts"
import { blocksFrom, type ProviderTime } from "./blocks.ts"
import { startsMeeting, startsUnreached } from "./parts.ts"

/** Customers read no odder times than these. Offsets of zones are whole quarters of an hour, so UTC's minutes decide. */
export const PACKED_STEP_MINUTES = 5

/**
 * The packed starts in the windows (normalized) at which the job fits and that are not among `onGrid`, sorted. The first
 * block of each lies less than five minutes of free time away from something busy, or from a start out of reach by road.
 */
export function startsBesideBusy(
  time: ProviderTime,
  windows: Intervals,
  onGrid: readonly Minute[],
): Minute[] {
  if (windows.length === 0) return []
  const offGrid: Minute[] = []
  let g = 0
  for (const start of edgeStarts(time, windows)) {
    while (g < onGrid.length && onGrid[g]! < start) g += 1
    const isKnown = onGrid[g] === start || offGrid.at(-1) === start
    if (isKnown || !overlaps(windows, start, start + 1)) continue
    if (blocksFrom(time, start) !== null) offGrid.push(start)
  }
  return offGrid
}

/** The packed starts among them, on or off the grid. */
export function packedOf(time: ProviderTime, windows: Intervals, starts: readonly Minute[]): Minute[] {
  if (windows.length === 0) return []
  const edges = new Set(edgeStarts(time, windows))
  return starts.filter((start) => edges.has(start))
}

/** On an empty day the first job stands at an end of the hours. */
function addEdgesOfHours(starts: Minute[], open: Intervals, jobMinutes: number): void {
  for (let i = 0; i < open.length; i += 2) {
    starts.push(wholeStepFrom(open[i]!), wholeStepUntil(open[i + 1]! - jobMinutes))
  }
}

/** True where a start is packed, if the job fits there. */
export function isBesideBusy(time: ProviderTime, start: Minute): boolean {
  return time.type.starts !== "grid" && edgeStarts(time, Int32Array.of(start, start + 1)).includes(start)
}

/** The minutes to look at: those at which the job fits among them are sorted. */
function edgeStarts(time: ProviderTime, windows: Intervals): Minute[] {
  const { type, open, trips } = time
  const starts = type.parts === undefined ? edgesOfBusy(time, windows) : []
  if (type.parts !== undefined) addEdges(starts, startsMeeting(type, time.busy))
  if (type.starts === "packed_only") addEdgesOfHours(starts, open, type.blockMinutes[0]!)
  if (trips !== null) addEdges(starts, startsUnreached(type, trips))
  return starts.sort((a, b) => a - b)
}

/** The last whole step before each interval of starts that are taken away, and the first one behind it. */
function addEdges(starts: Minute[], taken: Intervals): void {
  for (let i = 0; i < taken.length; i += 2)
    starts.push(wholeStepUntil(taken[i]! - 1), wholeStepFrom(taken[i + 1]!))
}

function edgesOfBusy({ type, busy }: ProviderTime, windows: Intervals): Minute[] {
  const minutesAfter = type.blockMinutes[0]! + type.bufferAfterMinutes
  const starts: Minute[] = []
  const lastEnd = windows.at(-1)! + minutesAfter + PACKED_STEP_MINUTES
  const first = firstEndingAfter(busy, windows[0]! - type.bufferBeforeMinutes - PACKED_STEP_MINUTES)
  for (let i = first; i < busy.length && busy[i]! < lastEnd; i += 2) {
    // A job that fits between two busy intervals has its start after the one no later than its start before the other.
    starts.push(
      wholeStepUntil(busy[i]! - minutesAfter),
      wholeStepFrom(busy[i + 1]! + type.bufferBeforeMinutes),
    )
  }
  return starts
}

/** The first minute on a whole step, not before `minute`. */
export function wholeStepFrom(minute: Minute): Minute {
  return Math.ceil(minute / PACKED_STEP_MINUTES) * PACKED_STEP_MINUTES
}

/** The last minute on a whole step, not after `minute`. */
export function wholeStepUntil(minute: Minute): Minute {
  return Math.floor(minute / PACKED_STEP_MINUTES) * PACKED_STEP_MINUTES
}

/** Two sorted lists without a common minute in one. */
export function mergedMinutes(a: readonly Minute[], b: readonly Minute[]): readonly Minute[] {
  if (b.length === 0) return a
  const merged: Minute[] = []
  let j = 0
  for (const minute of a) {
    while (j < b.length && b[j]! < minute) merged.push(b[j++]!)
    merged.push(minute)
  }
  while (j < b.length) merged.push(b[j++]!)
  return merged
}
