/** What a judged booking or move takes of its provider, and what it keeps of the plan. */
import type { PlannedFields } from "../../model/appointment-plan.ts"
import { notPlanned } from "../../model/appointment-plan.ts"
import type { TypePlan } from "../../model/availability.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { msPerMinute } from "../../time/units.ts"
import { type OccupiedBlock, occupiedBlocks } from "../booking/occupied.ts"
import type { PlannedWindow } from "./windows.ts"

interface Judged {
  input: { type: TypePlan }
  blocks: readonly MinuteBlock[]
  planned?: PlannedWindow | null
}

/** Of a promised window the planned work with its buffers, else the blocks with theirs. */
export function occupiedBy({ input: { type }, blocks, planned }: Judged): OccupiedBlock[] {
  const start = planned?.jobStart
  const work = start === undefined ? blocks : [{ start, end: start + type.blockMinutes[0]! }]
  return occupiedBlocks(type, work)
}

export const plannedFieldsOf = (
  { input: { type }, planned }: Judged,
  keepsProvider: boolean,
): PlannedFields =>
  planned
    ? {
        work_minutes: type.blockMinutes[0]!,
        planned_start_at: new Date(planned.jobStart * msPerMinute),
        pinned: false,
        keeps_provider: keepsProvider,
      }
    : notPlanned
