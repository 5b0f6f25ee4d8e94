/**
 * The short gaps that a job leaves: free time beside it in which no other job of the type fits any more.
 */

import type { Intervals, Minute, TypePlan } from "../../model/availability.ts"
import type { FoundStarts } from "./find-slots.ts"

/** A free stretch is what of a working interval lies between two busy stretches. */
export class Fragments {
  private readonly open: Intervals
  private readonly busy: Intervals
  private readonly minutesBefore: number
  private readonly occupiedMinutes: number
  private atOpen = 0
  private nextBusy = 0

  constructor(type: TypePlan, { open, busy }: FoundStarts) {
    this.open = open
    this.busy = busy
    this.minutesBefore = type.bufferBeforeMinutes
    this.occupiedMinutes = type.bufferBeforeMinutes + type.blockMinutes[0]! + type.bufferAfterMinutes
  }

  /** How many of the two gaps beside a job (of one day, buffers included) are too short; ask in the order of starts. */
  leftBy(start: Minute): number {
    const { open, busy } = this
    while (open[this.atOpen + 1]! <= start) this.atOpen += 2
    while (this.nextBusy < busy.length && busy[this.nextBusy]! < start) this.nextBusy += 2
    const opening = open[this.atOpen]!
    const closing = open[this.atOpen + 1]!
    const freeFrom = this.nextBusy > 0 ? Math.max(opening, busy[this.nextBusy - 1]!) : opening
    const freeUntil = this.nextBusy < busy.length ? Math.min(closing, busy[this.nextBusy]!) : closing
    const from = start - this.minutesBefore
    return this.countIfShort(from - freeFrom) + this.countIfShort(freeUntil - from - this.occupiedMinutes)
  }

  private countIfShort(gapMinutes: number): number {
    return gapMinutes > 0 && gapMinutes < this.occupiedMinutes ? 1 : 0
  }
}
