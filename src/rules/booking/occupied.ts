/** The time a job takes from its provider: each block with the type's buffers around it. */

import type { TypePlan } from "../../model/availability.ts"
import type { MinuteBlock } from "../../model/slot.ts"
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

/** A sent end may be the end of the last block, or the start plus the total length. */
export function endMatches(blocks: readonly MinuteBlock[], endMs: number): boolean {
  const total = blocks.reduce((sum, { start, end }) => sum + end - start, 0)
  return endMs === blocks.at(-1)!.end * msPerMinute || endMs === (blocks[0]!.start + total) * msPerMinute
}
