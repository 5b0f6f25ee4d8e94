/** The time a job takes from its provider: each block with the type's buffers around it. */

import type { TypePlan } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { msPerMinute } from "../../time/units.ts"

export interface OccupiedBlock {
  start: number
  end: number
  jobStart: number
  jobEnd: number
}

export function occupiedBlocks(
  type: Pick<TypePlan, "bufferBeforeMinutes" | "bufferAfterMinutes">,
  blocks: readonly MinuteBlock[],
): OccupiedBlock[] {
  return blocks.map(({ start, end }) => ({
    start: start - type.bufferBeforeMinutes,
    end: end + type.bufferAfterMinutes,
    jobStart: start,
    jobEnd: end,
  }))
}

/** An end that was sent along has to be the end of the last block, or the start plus the total length. */
export function whyOtherEnd(blocks: readonly MinuteBlock[], endMs: number | null): Refusal | null {
  if (endMs === null) return null
  const total = blocks.reduce((sum, { start, end }) => sum + end - start, 0)
  const isRight =
    endMs === blocks.at(-1)!.end * msPerMinute || endMs === (blocks[0]!.start + total) * msPerMinute
  return isRight ? null : new Refusal("end_time_mismatch", { field: "end_time" })
}
