/**
 * The one loop over a provider's month: working intervals, windows and busy time, all sorted, side by side.
 */
import { MinuteList } from "../../time/minute-list.ts"
import type { ZoneTable } from "../../time/zone-table.ts"
import { gridAt, LONGEST_GRID_MINUTES, nextOnGrid } from "./grid.ts"
import type { Minute, Pairs, TypePlan } from "./types.ts"

/** `open` and `windows` are plain, `busy` disjoint. */
export interface SweepGround {
  type: TypePlan
  zone: ZoneTable
  open: Pairs
  windows: Pairs
  busy: Pairs
}

export interface Swept {
  /** Sorted. */
  starts: Int32Array
  /** Triples, one per free stretch that holds starts: the index of its first start, its first minute, its end. */
  stretches: Int32Array
}

const starts = new MinuteList()
const stretches = new MinuteList()

/**
 * Every minute on the grid and in the windows where the first block lies inside a working interval and the block with
 * its buffers meets nothing busy.
 */
export function sweep(ground: SweepGround): Swept {
  const { type, open, busy } = ground
  starts.clear()
  stretches.clear()
  let nextBusy = 0
  for (let i = 0; i < open.length; i += 2) {
    while (nextBusy < busy.length && busy[nextBusy + 1]! + type.bufferBeforeMinutes <= open[i]!) nextBusy += 2
    sweepInterval(ground, open[i]!, open[i + 1]!, nextBusy)
  }
  return { starts: starts.toArray(), stretches: stretches.toArray() }
}

/** From one busy stretch to the next: what lies between is free, and its starts leave room for buffers and block. */
function sweepInterval(ground: SweepGround, opening: Minute, closing: Minute, nextBusy: number): void {
  const { type, busy } = ground
  const lastStart = closing - type.blockMinutes[0]!
  const before = type.bufferBeforeMinutes
  const after = type.blockMinutes[0]! + type.bufferAfterMinutes
  let freeFrom = opening
  let first = opening
  for (let b = nextBusy; b < busy.length && first <= lastStart; b += 2) {
    const last = Math.min(lastStart, busy[b]! - after)
    if (first <= last)
      sweepStretch(ground, opening, closing, first, last, freeFrom, Math.min(closing, busy[b]!))
    freeFrom = Math.max(opening, busy[b + 1]!)
    first = Math.max(opening, busy[b + 1]! + before)
  }
  if (first <= lastStart) sweepStretch(ground, opening, closing, first, lastStart, freeFrom, closing)
}

function sweepStretch(
  { type, zone, windows }: SweepGround,
  opening: Minute,
  closing: Minute,
  first: Minute,
  last: Minute,
  freeFrom: Minute,
  freeUntil: Minute,
): void {
  const indexBefore = starts.length
  for (let w = 0; w < windows.length; w += 2) {
    const from = Math.max(first, windows[w]!)
    const to = Math.min(last, windows[w + 1]! - 1)
    if (from > to) continue
    if (closing - opening <= LONGEST_GRID_MINUTES) addStarts(type, opening, from, to)
    else addStartsOfGrids(type, zone, opening, from, to)
  }
  if (starts.length === indexBefore) return
  stretches.push(indexBefore)
  stretches.push(freeFrom)
  stretches.push(freeUntil)
}

function addStarts({ slotIntervalMinutes }: TypePlan, anchor: Minute, from: Minute, to: Minute): void {
  starts.pushSteps(nextOnGrid(anchor, slotIntervalMinutes, from), to, slotIntervalMinutes)
}

function addStartsOfGrids(type: TypePlan, zone: ZoneTable, opening: Minute, from: Minute, to: Minute): void {
  for (let minute = from; minute <= to; ) {
    const { anchor, until } = gridAt(zone, opening, minute)
    addStarts(type, anchor, minute, Math.min(to, until - 1))
    minute = until
  }
}
