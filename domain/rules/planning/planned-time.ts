/** What a judged booking or move takes of its provider, and what it keeps of the plan. */
import type { PlannedFields } from "../../model/appointment-plan.ts"
import { notPlanned } from "../../model/appointment-plan.ts"
import type { TypePlan } from "../../model/availability.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { msPerMinute } from "../../time/units.ts"
import { type OccupiedBlock, occupiedBlocks } from "../booking/occupied.ts"
import { isFrozenAt, narrowedWindow } from "./freezing.ts"
import type { PlannedWindow } from "./windows.ts"

interface Judged {
  input: { type: TypePlan; now: number; freezeMinute?: number }
  blocks: readonly MinuteBlock[]
  planned?: PlannedWindow | null
}

/** Of a promised window the planned work with its buffers, else the blocks with theirs. */
export function occupiedBy({ input: { type }, blocks, planned }: Judged): OccupiedBlock[] {
  const start = planned?.jobStart
  const work = start === undefined ? blocks : [{ start, end: start + type.blockMinutes[0]! }]
  return occupiedBlocks(type, work)
}

/** On a day whose plan is fixed the window is narrowed at once, so that the customer reads the hour from the start. */
export function plannedFieldsOf(
  { input: { type, now, freezeMinute }, blocks, planned }: Judged,
  keepsProvider: boolean,
): PlannedFields {
  if (!planned) return notPlanned
  const window = blocks[0]!
  const isNarrow = isFrozenAt(planned.location.zone, window.start, freezeMinute, now)
  const hour = isNarrow ? narrowedWindow(window, planned.jobStart) : null
  return {
    ...notPlanned,
    work_minutes: type.blockMinutes[0]!,
    planned_start_at: new Date(planned.jobStart * msPerMinute),
    keeps_provider: keepsProvider,
    narrowed_start_at: hour && new Date(hour.start * msPerMinute),
    narrowed_end_at: hour && new Date(hour.end * msPerMinute),
  }
}
