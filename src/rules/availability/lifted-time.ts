/** A provider's time as it would be with some obstacles lifted. */
import type { Day, LocatedJob, LocationPlan, ProviderPlan, SearchInput } from "../../model/availability.ts"
import type { OccupyingRow, ScheduleRow } from "../../model/schedules.ts"
import type { Reason } from "../../model/slot-explanation.ts"
import type { ReasonCause, ReasonCode } from "../../model/slot-reasons.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import type { Intervals } from "../../time/intervals.ts"
import { LOOK_AHEAD_DAYS, type ProviderTime, providerTime } from "./blocks.ts"
import { tripsTo } from "./travel.ts"
import { workingIntervals } from "./working-intervals.ts"

/** One provider at one location, as a search judges them, with the records behind the packed minutes. */
export interface Explained {
  input: SearchInput
  provider: ProviderPlan
  location: LocationPlan
  timeOff: readonly ScheduleRow[]
  occupying: readonly OccupyingRow[]
  requestId: number | null
  /** Why the provider may not be booked there at any time. */
  eligibility: readonly Reason[]
}

export interface Obstacle {
  code: ReasonCode
  cause: ReasonCause
  /** The record, where one is to blame. */
  row?: ScheduleRow
  /** What the hours lack. */
  lacking?: MinuteBlock
  /** Which rule of which block, or which day's limit, where no record is to blame. */
  mark?: string
}

/** The provider's time at the location as it would be with some obstacles lifted. */
export interface LiftedTime {
  time: ProviderTime
  /** The hours without regard to time off. */
  hours: Intervals
  timeOff: readonly ScheduleRow[]
  occupying: readonly OccupyingRow[]
  liftedMarks: ReadonlySet<string>
}

/** For jobs that begin on the local day. */
export function liftedTime(explained: Explained, day: Day, lifted: readonly Obstacle[]): LiftedTime {
  const { input, provider, location } = explained
  const rows = new Set(lifted.map(({ row }) => row))
  const timeOff = explained.timeOff.filter((row) => !rows.has(row))
  const occupying = explained.occupying.filter((row) => !rows.has(row))
  const added = Int32Array.from(
    lifted.flatMap(({ lacking }) => (lacking ? [lacking.start, lacking.end] : [])),
  )
  const jobs = provider.jobs.filter((job) => occupying.some((row) => isRowOf(row, job)))
  const plan = { ...provider, timeOff: pairsOf(timeOff), busy: pairsOf(occupying), jobs }
  const judged = providerTime(input.type, { provider: plan, location }, day, day + 1, added)
  const time = { ...judged, trips: tripsTo(input, { provider: plan, location }, judged.open) }
  const untilDay = day + (input.type.blockMinutes.length - 1) * LOOK_AHEAD_DAYS + 3
  const hours = workingIntervals({ ...provider, timeOff: none }, location, day, untilDay, added)
  const liftedMarks = new Set(lifted.flatMap(({ mark }) => mark ?? []))
  return { time, hours, timeOff, occupying, liftedMarks }
}

/** Whether the record is the appointment of a visit. */
export const isRowOf = (row: OccupyingRow, { start, end }: Pick<LocatedJob, "start" | "end">) =>
  row.kind === "appointment" && row.jobStart === start && row.jobEnd === end

const none = new Int32Array(0)

export const pairsOf = (rows: readonly MinuteBlock[]): Intervals =>
  Int32Array.from(rows.flatMap(({ start, end }) => [start, end]))
