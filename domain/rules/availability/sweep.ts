/**
 * The one loop over a provider's month: working intervals, windows and busy intervals, all sorted, side by side. Starts stand
 * on the grid of `start-grid.ts`.
 */

import type { Minute } from "../../model/availability.ts"
import { firstEndingAfter, type Intervals, subtract } from "../../time/intervals.ts"
import type { ProviderTime } from "./blocks.ts"
import { startsMeeting } from "./parts.ts"
import { gridAt, LONGEST_GRID_MINUTES, nextOnGrid } from "./start-grid.ts"

/** Later than any minute that is ever asked for. */
const NEVER = 2_147_483_647
const NONE: Intervals = new Int32Array(0)

/**
 * Every minute on the grid and in the windows (normalized) where the first block lies inside a working interval and the block
 * with its buffers meets nothing busy, sorted. Inside an interval it goes from one busy interval to the next: the time
 * between is free, and a start there leaves room for block and buffers. Of a job in steps the busy time is shifted to the
 * starts that would meet it.
 */
export function sweep(time: ProviderTime, windows: Intervals): Minute[] {
  const { open } = time
  const isWhole = time.type.parts === undefined
  const busy = isWhole ? time.busy : NONE
  const wanted = isWhole ? windows : subtract(windows, startsMeeting(time.type, time.busy))
  const blockMinutes = time.type.blockMinutes[0]!
  const minutesBefore = time.type.bufferBeforeMinutes
  const minutesAfter = blockMinutes + time.type.bufferAfterMinutes
  const starts: Minute[] = []
  let passed = 0
  for (let i = firstEndingAfter(open, wanted[0] ?? NEVER); i < open.length; i += 2) {
    const opening = open[i]!
    const lastFit = open[i + 1]! - blockMinutes
    while (passed < busy.length && busy[passed + 1]! + minutesBefore <= opening) passed += 2
    let first = opening
    for (let b = passed; first <= lastFit; b += 2) {
      const busyFrom = b < busy.length ? busy[b]! : NEVER
      const last = Math.min(lastFit, busyFrom - minutesAfter)
      if (first <= last) addStarts(starts, time, wanted, i, first, last)
      if (busyFrom === NEVER) break
      first = Math.max(opening, busy[b + 1]! + minutesBefore)
    }
  }
  return starts
}

/** Adds the starts from `first` to `last` inside the interval at `index`. */
function addStarts(
  starts: Minute[],
  time: ProviderTime,
  windows: Intervals,
  index: number,
  first: Minute,
  last: Minute,
): void {
  const opening = time.open[index]!
  const isOneGrid = time.open[index + 1]! - opening <= LONGEST_GRID_MINUTES
  const step = time.type.slotIntervalMinutes
  for (let w = 0; w < windows.length; w += 2) {
    const from = Math.max(first, windows[w]!)
    const to = Math.min(last, windows[w + 1]! - 1)
    if (from > to) continue
    if (isOneGrid) addSteps(starts, nextOnGrid(opening, step, from), to, step)
    else addStartsOfGrids(starts, time, opening, from, to)
  }
}

function addStartsOfGrids(
  starts: Minute[],
  { type, zone }: ProviderTime,
  opening: Minute,
  from: Minute,
  to: Minute,
): void {
  const step = type.slotIntervalMinutes
  for (let minute = from; minute <= to; ) {
    const { anchor, until } = gridAt(zone, opening, minute)
    addSteps(starts, nextOnGrid(anchor, step, minute), Math.min(to, until - 1), step)
    minute = until
  }
}

function addSteps(starts: Minute[], first: Minute, last: Minute, step: number): void {
  for (let start = first; start <= last; start += step) starts.push(start)
}
