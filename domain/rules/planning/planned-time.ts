/** The minutes that a judged booking or move takes of each provider, and what it keeps of the plan. */
import type { PlannedFields } from "../../model/appointment-plan.ts"
import { notPlanned } from "../../model/appointment-plan.ts"
import type { TypePlan } from "../../model/availability.ts"
import type { Occupied, Proposal, ProposedPlan } from "../../model/pending-appointment.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { iso } from "../../model/views.ts"
import { msPerMinute } from "../../time/units.ts"
import { type OccupiedBlock, occupiedBlocks } from "../booking/occupied.ts"
import type { AssignedResources } from "../resources/resources-at.ts"
import { isFrozenAt, narrowedWindow } from "./freezing.ts"
import type { PlannedChange, PlannedWindow } from "./windows.ts"

interface Judged {
  input: { type: TypePlan; now: number; freezeMinute?: number }
  blocks: readonly MinuteBlock[]
  planned?: PlannedWindow | null
}

/** The planned work of a promised window with its buffers, else the blocks with theirs. */
export function occupiedBy({ input: { type }, blocks, planned }: Judged): OccupiedBlock[] {
  const start = planned?.jobStart
  const work = start === undefined ? blocks : [{ start, end: start + type.blockMinutes[0]! }]
  return occupiedBlocks(type, work)
}

/** Minutes of one provider. */
export interface TakenTime {
  providerId: number
  blocks: readonly OccupiedBlock[]
}

interface JudgedTime extends Judged {
  provider: { id: number }
  /** The crew beside the provider. */
  crew: readonly { id: number }[]
  /** A seat takes no minute of its own: its session stands by itself. */
  session?: object | null
}

/** All that it takes: of those who come, and of those to whom its plan moves other visits. */
export function takenTimes(judged: JudgedTime): TakenTime[] {
  if (judged.session) return []
  const blocks = occupiedBy(judged)
  const own = [judged.provider, ...judged.crew].map(({ id }) => ({ providerId: id, blocks }))
  return [...own, ...takenByChanges(judged.planned?.changes ?? [])]
}

interface JudgedRows extends JudgedTime {
  assigned: AssignedResources
}

/** The rows for all who come and for the rooms and equipment. A seat occupies nothing: its session does. */
export const occupiedRows = (judged: JudgedRows): Occupied[] =>
  judged.session ? [] : [...rowsOfProviders(judged), ...rowsOfResources(judged)]

export function rowsOfProviders(judged: JudgedTime): Occupied[] {
  const blocks = occupiedBy(judged)
  return [judged.provider, ...judged.crew].flatMap(({ id }) =>
    blocks.map((block) => ({
      ...block,
      resourceId: id,
      isLead: id === judged.provider.id,
      isPinned: false,
    })),
  )
}

const rowsOfResources = ({ assigned }: JudgedRows): Occupied[] =>
  assigned.taken.map(({ resourceId, start, end, until, isPinned }) => ({
    ...{ resourceId, start, end: until, jobStart: start, jobEnd: end },
    isLead: false,
    isPinned,
  }))

/** The time that a plan takes for the visits that it moves. */
export const takenByChanges = (changes: readonly PlannedChange[]): TakenTime[] =>
  changes.flatMap(({ providerId, crewIds, start, end, jobStart, jobEnd }) =>
    [providerId, ...crewIds].map((id) => ({
      providerId: id,
      blocks: [{ start, end, jobStart, jobEnd, part: 0 }],
    })),
  )

/** The time that a proposal takes of those who come, without its rooms. */
export const takenByProposal = ({ provider, crew = [], occupied }: Proposal): TakenTime[] =>
  [provider, ...crew].map(({ id }) => ({
    providerId: id,
    blocks: occupied
      .filter(({ resourceId }) => resourceId === id)
      .map(({ start, end, jobStart, jobEnd, part = 0 }) => ({ start, end, jobStart, jobEnd, part })),
  }))

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

/** The plan of a proposed window, to be stored with it. */
export function proposedPlan(judged: Judged): { planned?: ProposedPlan } {
  const { work_minutes, planned_start_at, narrowed_start_at, narrowed_end_at } = plannedFieldsOf(
    judged,
    false,
  )
  if (work_minutes === null || planned_start_at === null) return {}
  const narrowed =
    narrowed_start_at && narrowed_end_at
      ? { start_time: iso(narrowed_start_at), end_time: iso(narrowed_end_at) }
      : null
  return { planned: { work_minutes, planned_start: iso(planned_start_at), narrowed } }
}

/** The plan of an appointment that takes the proposed time. */
export const plannedAsProposed = (
  planned: ProposedPlan | undefined,
  keepsProvider: boolean,
): PlannedFields =>
  planned === undefined
    ? notPlanned
    : {
        ...notPlanned,
        work_minutes: planned.work_minutes,
        planned_start_at: new Date(planned.planned_start),
        keeps_provider: keepsProvider,
        narrowed_start_at: planned.narrowed && new Date(planned.narrowed.start_time),
        narrowed_end_at: planned.narrowed && new Date(planned.narrowed.end_time),
      }
