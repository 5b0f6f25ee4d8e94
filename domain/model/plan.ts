/** A team's day as a planner takes it, and the plan that it answers: plain data, in whole minutes. */
import type { Intervals } from "../time/intervals.ts"
import type { Minute } from "./availability.ts"

/** Driving minutes between points, row by row: from the row's point to the column's. */
export interface DriveTable {
  points: number
  minutes: Int32Array
  /** To park and set up before each visit. */
  setupMinutes: number
}

/** One provider's day on the road. Points are rows of the drive table; null where a point is not known, and no leg is judged. */
export interface PlanVehicle {
  id: number
  /** It leaves `startPoint` no sooner, and is at `endPoint` no later. */
  opening: Minute
  closing: Minute
  startPoint: number | null
  endPoint: number | null
  /** The drive table by which it moves. */
  table: number
  /** Work must not overlap these; its buffers may. Normalized. */
  pauses: Intervals
  /** Neither work nor its buffers may overlap these. Normalized. */
  busy: Intervals
  skills: readonly number[]
  /** The sum of the visits' loads that it holds; null for no limit. */
  capacity: number | null
}

export interface PlanVisit {
  id: number
  point: number | null
  /** Work, from its start. */
  minutes: number
  bufferBefore: number
  bufferAfter: number
  /** Work starts from `earliest` to `latest`, both included. */
  earliest: Minute
  latest: Minute
  /** Every one of them is needed. */
  skills: readonly number[]
  /** The providers who may make it; null for all who have the skills. */
  vehicleIds: readonly number[] | null
  load: number
  /** How many vehicles make it together, from one start on; left out for one. Each counts the load. */
  crew?: number
  /** At least one of these is among those who make it; left out: any who may make it. */
  leadIds?: readonly number[]
  /** The minutes at which its work must not start, as while equipment is missing. Normalized; left out for none. */
  closed?: Intervals
}

export interface DayToPlan {
  vehicles: readonly PlanVehicle[]
  visits: readonly PlanVisit[]
  tables: readonly DriveTable[]
}

export interface PlannedStop {
  visitId: number
  /** When the work starts. */
  start: Minute
}

/** How long a search for a better plan goes on: by counted steps, never by the clock. */
export interface SearchLimits {
  steps: number
  /** Ends as soon as every visit is planned. */
  untilAllPlanned: boolean
}

/** Stops in the order of time. A vehicle without stops may be left out. A visit of a crew stands in the route of each. */
export interface PlannedRoute {
  vehicleId: number
  stops: readonly PlannedStop[]
}

export interface DayPlan {
  routes: readonly PlannedRoute[]
  /** The ids of the visits that have no room, sorted. */
  unplanned: readonly number[]
}
