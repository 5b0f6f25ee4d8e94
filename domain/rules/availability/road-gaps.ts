/**
 * The time that a job on the road takes of a day beside its own minutes, where drives are judged. A job that begins right after the
 * drive from its neighbour, or ends right before the drive on, takes that drive. One that leaves a gap beside it takes the
 * gap as well, unless another job fits there with a drive of its own: then a customer near will be visited on the way, and the
 * gap costs little. A job that leaves such a gap on both sides splits the time, which costs something too.
 *
 * So the days of a van fill from the morning and from the evening towards each other, each customer beside the neighbour
 * that is nearer.
 */
import type { Drives, FoundStarts, Minute, TypePlan } from "../../model/availability.ts"
import { type Intervals, normalized, subtract } from "../../time/intervals.ts"
import { startsMeeting, startsUnreached } from "./parts.ts"

/** A job fits a gap that is longer than itself by the detour that it makes. */
export const DETOUR_MINUTES = 20
/** The drive to the one who will be visited in such a gap. */
export const NEAR_DRIVE_MINUTES = 5
export const SPLIT_MINUTES = 20

export class RoadGaps {
  private readonly drives: Drives
  /** The minutes, on or off the grid, at which the job may start; normalized. */
  private readonly feasible: Intervals
  private readonly sellableMinutes: number
  private at = 0

  constructor(type: TypePlan, { open, busy }: FoundStarts, drives: Drives) {
    const { bufferBeforeMinutes, bufferAfterMinutes } = type
    const jobMinutes = type.blockMinutes[0]!
    const met = startsMeeting(type, busy)
    const fits = normalized(open.map((minute, i) => (i % 2 === 0 ? minute : minute - jobMinutes + 1)))
    this.drives = drives
    this.feasible = subtract(subtract(fits, met), startsUnreached(type, drives))
    this.sellableMinutes = bufferBeforeMinutes + jobMinutes + bufferAfterMinutes + DETOUR_MINUTES
  }

  /** In minutes. Call it in the order of starts. */
  costOf(start: Minute): number {
    const { feasible } = this
    while (feasible[this.at + 1]! <= start) this.at += 2
    const gapBefore = start - feasible[this.at]!
    const gapAfter = feasible[this.at + 1]! - 1 - start
    const { there, onward } = this.drives.drivesAround(start)
    const isSplit = this.isSellable(gapBefore) && this.isSellable(gapAfter)
    return this.sideCost(gapBefore, there) + this.sideCost(gapAfter, onward) + (isSplit ? SPLIT_MINUTES : 0)
  }

  private sideCost(gapMinutes: number, driveMinutes: number): number {
    return this.isSellable(gapMinutes) ? NEAR_DRIVE_MINUTES : driveMinutes + gapMinutes
  }

  private isSellable(gapMinutes: number): boolean {
    return gapMinutes >= this.sellableMinutes
  }
}
