/**
 * The one loop over a provider's month: working intervals, windows and busy time, all sorted, side by side.
 */

import type { Intervals, Minute, TypePlan } from "../../model/availability.ts"
import { firstEndingAfter } from "../../time/intervals.ts"
import { MinuteList } from "../../time/minute-list.ts"
import type { ZoneTable } from "../../time/zone-table.ts"
import { gridAt, LONGEST_GRID_MINUTES, nextOnGrid } from "./grid.ts"

/** `open` is plain, `busy` disjoint. */
export interface SweepGround {
  type: TypePlan
  zone: ZoneTable
  open: Intervals
  busy: Intervals
}

const starts = new MinuteList()

/** Later than any minute that is ever asked for. */
const NEVER = 2_147_483_647

/**
 * Every minute on the grid and in the windows (plain) where the first block lies inside a working interval and the block
 * with its buffers meets nothing busy, sorted. Inside an interval it goes from one busy stretch to the next: what lies
 * between is free, and a start there leaves room for block and buffers.
 */
export function sweep(ground: SweepGround, windows: Intervals): Int32Array {
  const { open, busy } = ground
  const blockMinutes = ground.type.blockMinutes[0]!
  const minutesBefore = ground.type.bufferBeforeMinutes
  const minutesAfter = blockMinutes + ground.type.bufferAfterMinutes
  let passed = 0
  for (let i = firstEndingAfter(open, windows[0] ?? NEVER); i < open.length; i += 2) {
    const opening = open[i]!
    const lastFit = open[i + 1]! - blockMinutes
    while (passed < busy.length && busy[passed + 1]! + minutesBefore <= opening) passed += 2
    let first = opening
    for (let b = passed; first <= lastFit; b += 2) {
      const busyFrom = b < busy.length ? busy[b]! : NEVER
      const last = Math.min(lastFit, busyFrom - minutesAfter)
      if (first <= last) addStarts(ground, windows, i, first, last)
      if (busyFrom === NEVER) break
      first = Math.max(opening, busy[b + 1]! + minutesBefore)
    }
  }
  return starts.take()
}

/** Adds the starts from `first` to `last` inside the interval at `index`. */
function addStarts(
  ground: SweepGround,
  windows: Intervals,
  index: number,
  first: Minute,
  last: Minute,
): void {
  const opening = ground.open[index]!
  const isOneGrid = ground.open[index + 1]! - opening <= LONGEST_GRID_MINUTES
  const step = ground.type.slotIntervalMinutes
  for (let w = 0; w < windows.length; w += 2) {
    const from = Math.max(first, windows[w]!)
    const to = Math.min(last, windows[w + 1]! - 1)
    if (from > to) continue
    if (isOneGrid) starts.pushSteps(nextOnGrid(opening, step, from), to, step)
    else addStartsOfGrids(ground, opening, from, to)
  }
}

function addStartsOfGrids({ type, zone }: SweepGround, opening: Minute, from: Minute, to: Minute): void {
  const step = type.slotIntervalMinutes
  for (let minute = from; minute <= to; ) {
    const { anchor, until } = gridAt(zone, opening, minute)
    starts.pushSteps(nextOnGrid(anchor, step, minute), Math.min(to, until - 1), step)
    minute = until
  }
}
