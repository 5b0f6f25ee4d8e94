/** A provider's time as it would be with some obstacles lifted. */
import type {
  CustomerJob,
  Day,
  LocatedJob,
  LocationPlan,
  ProviderPlan,
  SearchInput,
} from "../../model/availability.ts"
import type { ExplainedProvider, OccupyingRow, ScheduleRow } from "../../model/schedules.ts"
import type { Reason } from "../../model/slot-explanation.ts"
import type { ReasonCause, ReasonCode } from "../../model/slot-reasons.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import type { Intervals } from "../../time/intervals.ts"
import { resourcesAt } from "../resources/resources-at.ts"
import { customerBusyOf, type ProviderTime, providerTime } from "./blocks.ts"
import { LOOK_AHEAD_DAYS } from "./start-windows.ts"
import { tripsTo } from "./travel.ts"
import { workingIntervals } from "./working-intervals.ts"

/** One provider at one location, as a search judges them, with the records behind the packed minutes. */
export interface Explained {
  input: SearchInput
  provider: ProviderPlan
  /** Without the dates on which the company is closed, which are among `timeOff`. */
  location: LocationPlan
  timeOff: readonly ScheduleRow[]
  occupying: readonly OccupyingRow[]
  /** The customer's other appointments that bind, but for those with the provider: these occupy the provider, too. */
  ofCustomer: readonly CustomerJob[]
  requestId: number | null
  /** The possible members of the crew, closed where their calendars can't be read; left out where the type takes one provider. */
  crew?: readonly ExplainedProvider[]
  /** Why the provider may not be booked there at any time. */
  eligibility: readonly Reason[]
}

export interface Obstacle {
  code: ReasonCode
  cause: ReasonCause
  /** The record, where one is to blame. */
  row?: ScheduleRow
  /** The minutes that the hours lack. */
  lacking?: MinuteBlock
  /** The rule of a block, or the day's limit, where no record is to blame. */
  mark?: string
}

/** The provider's time at the location as it would be with some obstacles lifted. */
export interface LiftedTime {
  time: ProviderTime
  /** The hours without regard to time off. */
  hours: Intervals
  timeOff: readonly ScheduleRow[]
  occupying: readonly OccupyingRow[]
  ofCustomer: readonly CustomerJob[]
  liftedMarks: ReadonlySet<string>
}

/** For jobs that begin on the local day, or on the days until `endDay` (exclusive). */
export function liftedTime(
  explained: Explained,
  day: Day,
  lifted: readonly Obstacle[],
  endDay: Day = day + 1,
): LiftedTime {
  const { input, provider, location } = explained
  const isLeft = leftWithout(lifted)
  const timeOff = explained.timeOff.filter(isLeft)
  const occupying = explained.occupying.filter(isLeft)
  const ofCustomer = explained.ofCustomer.filter(isLeft)
  const added = Int32Array.from(
    lifted.flatMap(({ lacking }) => (lacking ? [lacking.start, lacking.end] : [])),
  )
  const jobs = provider.jobs.filter((job) => occupying.some((row) => isRowOf(row, job)))
  const gone = explained.occupying.filter((row) => !isLeft(row))
  const typeStarts = provider.typeStarts.filter((start) => !gone.some((row) => isStartOf(row, start)))
  const plan = { ...provider, timeOff: pairsOf(timeOff), busy: pairsOf(occupying), typeStarts, jobs }
  const judged = providerTime(input.type, { provider: plan, location }, day, endDay, added)
  const isHomeNear = lifted.some(({ mark }) => mark === HOME_MARK)
  const trips = tripsTo(input, { provider: plan, location }, judged.open, isHomeNear)
  const resources = resourcesAt(input, location, day, endDay)
  const time = { ...judged, trips, resources, customerBusy: customerBusyOf(ofCustomer) }
  const untilDay = endDay - 1 + (input.type.blockMinutes.length - 1) * LOOK_AHEAD_DAYS + 3
  const hours = workingIntervals({ ...provider, timeOff: none }, location, day, untilDay, added)
  const liftedMarks = new Set(lifted.flatMap(({ mark }) => mark ?? []))
  return { time, hours, timeOff, occupying, ofCustomer, liftedMarks }
}

/** Most rows have no id of a lifted one, which is asked first: naming the record of each took a fifth of an explanation of several types. */
export function leftWithout(lifted: readonly Obstacle[]): (row: ScheduleRow) => boolean {
  const rows = lifted.flatMap(({ row }) => row ?? [])
  const ids = new Set(rows.map(({ id }) => id))
  const records = new Set(rows.map(recordOf))
  return (row) => !ids.has(row.id) || !records.has(recordOf(row))
}

/** The mark of a way from or to where the provider's days begin and end. */
export const HOME_MARK = "home"

/**
 * The record that is lifted at once: all days of an appointment or a hold, all closed dates that go together, and each busy
 * time of a calendar by itself.
 */
export function recordOf(row: ScheduleRow): unknown {
  if (row.isOfCompany) return `company time off ${row.id}`
  return "kind" in row && row.kind !== "calendar" ? `${row.kind as string} ${row.id}` : row
}

/** True where the record is the appointment or the hold that begins a job of its type there. */
export const isStartOf = ({ kind, jobStart }: OccupyingRow, start: number) =>
  kind !== "calendar" && jobStart === start

/** True where the record is the appointment or the hold of a visit. */
export const isRowOf = (row: OccupyingRow, { start, end }: Pick<LocatedJob, "start" | "end">) =>
  row.kind !== "calendar" && row.jobStart === start && row.jobEnd === end

const none = new Int32Array(0)

export function pairsOf(rows: readonly MinuteBlock[]): Intervals {
  if (rows.length === 0) return none
  const pairs = new Int32Array(2 * rows.length)
  for (let i = 0; i < rows.length; i++) {
    pairs[2 * i] = rows[i]!.start
    pairs[2 * i + 1] = rows[i]!.end
  }
  return pairs
}
