/** The time a job takes from each of its providers: each block with the type's buffers around it, without steps that are not staffed. */

import type { TypePlan } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { msPerMinute } from "../../time/units.ts"
import { bufferedParts, partsOf } from "../availability/parts.ts"

export interface OccupiedBlock {
  start: number
  end: number
  jobStart: number
  jobEnd: number
  /** The index of the provider's steps, within its block. */
  part: number
}

export function occupiedBlocks(
  type: Pick<TypePlan, "bufferBeforeMinutes" | "bufferAfterMinutes" | "parts">,
  blocks: readonly MinuteBlock[],
): OccupiedBlock[] {
  return blocks.flatMap((block) => {
    const jobs = partsOf(type, block)
    return bufferedParts(type, block.end - block.start).map(({ from, to }, part) => ({
      start: block.start + from,
      end: block.start + to,
      jobStart: jobs[part]!.start,
      jobEnd: jobs[part]!.end,
      part,
    }))
  })
}

/** An end that was sent along has to be the end of the last block, or the start plus the total length. */
export function whyOtherEnd(blocks: readonly MinuteBlock[], endMs: number | null): Refusal | null {
  if (endMs === null) return null
  const total = blocks.reduce((sum, { start, end }) => sum + end - start, 0)
  const isRight =
    endMs === blocks.at(-1)!.end * msPerMinute || endMs === (blocks[0]!.start + total) * msPerMinute
  return isRight ? null : new Refusal("end_time_mismatch", { field: "end_time" })
}
