/**
 * The two best times of every half-day, over all providers and locations. At most two of one date are recommended, so
 * thousands of times shrink to a few while they are scored, without an object for each.
 */

import type { Day, FoundStarts, Minute, Slot } from "../../model/availability.ts"
import { tieOrder } from "./tie-order.ts"

export type Half = 0 | 1

/** How many times to recommend, of all and of one date. */
export interface Most {
  inAll: number
  perDay: number
}

/** An entry is an index: two per half-day, the better one first; half-days in the order of time. */
const ENTRIES_PER_DAY = 4

export class Shortlist {
  private readonly firstDay: Day
  private readonly found: readonly FoundStarts[]
  private readonly most: Most
  private readonly points: number[] = []
  private readonly starts: Minute[] = []
  private readonly foundIndexes: number[] = []

  /** No start that is offered has a local date before `firstDay`. */
  constructor(firstDay: Day, found: readonly FoundStarts[], most: Most) {
    this.firstDay = firstDay
    this.found = found
    this.most = most
  }

  /** The number of entries, filled or not. */
  get size(): number {
    return this.points.length
  }

  /** Keeps the start if it is one of the two best of its half-day; of equal starts only the better provider and location. */
  offer(day: Day, half: Half, points: number, start: Minute, foundIndex: number): void {
    const best = (day - this.firstDay) * ENTRIES_PER_DAY + half * 2
    const second = best + 1
    if (second >= this.points.length) this.growTo(second)
    if (points > this.points[second]!) return
    if (this.beats(points, start, foundIndex, best)) {
      if (this.starts[best] !== start)
        this.set(second, this.points[best]!, this.starts[best]!, this.foundIndexes[best]!)
      this.set(best, points, start, foundIndex)
    } else if (this.starts[best] !== start && this.beats(points, start, foundIndex, second)) {
      this.set(second, points, start, foundIndex)
    }
  }

  /**
   * True where times with so many points or more can no longer be recommended: as many dates as are recommended have better
   * times in both halves of the day, so one of these dates is still free while fewer times were taken.
   */
  isSettledBelow(points: number): boolean {
    let days = 0
    for (let entry = 0; entry < this.points.length && days < this.most.inAll; entry += ENTRIES_PER_DAY) {
      if (this.points[entry]! < points && this.points[entry + 2]! < points) days += 1
    }
    return days === this.most.inAll
  }

  /** True where entry `a` is better than entry `b`. */
  isBetter(a: number, b: number): boolean {
    return this.beats(this.points[a]!, this.starts[a]!, this.foundIndexes[a]!, b)
  }

  isFilled(entry: number): boolean {
    return this.points[entry]! < Number.POSITIVE_INFINITY
  }

  dayOf(entry: number): Day {
    return this.firstDay + Math.floor(entry / ENTRIES_PER_DAY)
  }

  halfOf(entry: number): Half {
    return entry % ENTRIES_PER_DAY < 2 ? 0 : 1
  }

  startOf(entry: number): Minute {
    return this.starts[entry]!
  }

  slotOf(entry: number): Slot {
    const { provider, location } = this.found[this.foundIndexes[entry]!]!
    return { provider, location, start: this.starts[entry]! }
  }

  private beats(points: number, start: Minute, foundIndex: number, entry: number): boolean {
    if (points !== this.points[entry]) return points < this.points[entry]!
    const other = this.found[this.foundIndexes[entry]!]!
    return tieOrder(start, this.found[foundIndex]!, this.starts[entry]!, other) < 0
  }

  private growTo(entry: number): void {
    for (let i = this.points.length; i <= entry || i % ENTRIES_PER_DAY > 0; i++) {
      this.points.push(Number.POSITIVE_INFINITY)
      this.starts.push(-1)
      this.foundIndexes.push(-1)
    }
  }

  private set(entry: number, points: number, start: Minute, foundIndex: number): void {
    this.points[entry] = points
    this.starts[entry] = start
    this.foundIndexes[entry] = foundIndex
  }
}
