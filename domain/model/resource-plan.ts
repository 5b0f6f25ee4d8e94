/** Rooms and equipment as the availability engine judges them. */
import type { Intervals } from "../time/intervals.ts"
import type { DayInterval } from "./hours.ts"

type Minute = number

/** So many out of a group, from one minute of a job on until another. */
export interface ResourceNeed {
  group: string
  count: number
  /** Minutes after the job's start. */
  from: number
  /** Null: until the job's end. */
  until: number | null
}

export interface ResourceHours extends DayInterval {
  /** 1 (Monday) to 7 (Sunday). */
  weekday: number
}

export interface ResourcePlan {
  id: number
  name: string
  kind: "room" | "equipment"
  group: string
  locationId: number
  turnoverMinutes: number
  /** Null: always. */
  hours: readonly ResourceHours[] | null
  /** Not merged; may overlap. */
  timeOff: Intervals
}

/** One room or piece of equipment that an appointment takes. */
export interface ResourceUse {
  /** The id of the allocation. */
  id: number
  resourceId: number
  /** The appointment's own minutes; the turnover follows them. */
  start: Minute
  end: Minute
  /** The end of the turnover, as it was when the appointment was booked. */
  until: Minute
  /** Staff chose it, so nothing else moves it. */
  isPinned: boolean
  /** Epoch milliseconds; missing where it is not asked for or not known. */
  writtenAt?: number | null
}

/** The input of a search about the groups that a type needs. */
export interface ResourceInput {
  resources: readonly ResourcePlan[]
  uses: readonly ResourceUse[]
  /** The resources that staff chose: of their groups the job takes these alone. */
  chosenIds: readonly number[]
}
