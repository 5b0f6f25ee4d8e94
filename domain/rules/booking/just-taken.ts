/**
 * Finds out that a refused time has just been taken: all that stands in its way are appointments, holds, time off, closed
 * dates and busy times of calendars that were written within the last half hour. Hours, notice and other rules are never
 * "taken".
 */
import type { Minute, ProviderPlan } from "../../model/availability.ts"
import {
  type ExplainedLocation,
  type ExplainedProvider,
  type ExplainedSchedules,
  isJustWritten,
  type OccupyingRow,
  type ScheduleRow,
} from "../../model/schedules.ts"
import type { Reason } from "../../model/slot-explanation.ts"
import type { CauseKind } from "../../model/slot-reasons.ts"
import { normalized, subtract } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { withoutRows } from "../availability/explain-crew.ts"
import { type ExplanationWish, explainStart, planExplanation } from "../availability/explain-slots.ts"
import { offeredOn } from "../availability/explain-starts.ts"
import { isRowOf, pairsOf } from "../availability/lifted-time.ts"

/** Judges a promised start at one of the locations, also where the time is offered by now, because the obstacle is gone again. */
export function isJustTaken(loaded: ExplainedSchedules, wish: ExplanationWish, start: Minute): boolean {
  return loaded.explainedLocations.some((location) => isJustTakenAt(loaded, wish, start, location))
}

function isJustTakenAt(
  loaded: ExplainedSchedules,
  wish: ExplanationWish,
  start: Minute,
  location: ExplainedLocation,
): boolean {
  const { starts } = explainStart({ ...loaded, explainedLocations: [location] }, wish, start)
  const reasons = starts.flatMap((explained) => explained.reasons)
  if (reasons.length === 0) return true
  const before = withoutJustWritten(loaded, wish.now, reasons)
  const day = localDay(zoneTable(location.timezone), start)
  return offeredOn(planExplanation(before, wish, location), day).includes(start)
}

type IsInTheWay = (kind: CauseKind, id: number) => boolean

/** Any appointment may be one too many of its day, or have taken the last room. */
function standsIn(reasons: readonly Reason[]): IsInTheWay {
  const isDayFull = reasons.some(({ code }) => code === "daily_limit")
  const causes = new Set(reasons.flatMap((reason) => reason.causes.map(({ kind, id }) => `${kind} ${id}`)))
  const lacksResource = reasons.some(({ code }) => code === "resource_taken")
  return (kind, id) =>
    (kind === "resource" && lacksResource) ||
    causes.has(`${kind} ${id}`) ||
    (isDayFull && (kind === "appointment" || kind === "hold"))
}

/** The schedule without the records behind `reasons` that have just been written. Others stay, since starts may be packed beside them. */
export function withoutJustWritten(
  loaded: ExplainedSchedules,
  now: number,
  reasons: readonly Reason[],
): ExplainedSchedules {
  const { explained } = loaded
  if (explained === null) return loaded
  const isInTheWay = standsIn(reasons)
  const stays = (kind: CauseKind, { id, writtenAt }: ScheduleRow) =>
    !isJustWritten(writtenAt, now) || !isInTheWay(kind, id)
  const closed = loaded.closed.filter(([id, start, end, , writtenAt]) =>
    stays("company_time_off", { id, start, end, writtenAt }),
  )
  const timeOff = explained.timeOff.filter((row) => stays("time_off", row))
  const taken = explained.occupying.filter((row) => !stays(row.kind, row))
  const takenBusy = explained.freshBusy.filter((row) => !stays("calendar", row))
  const occupying = withoutBusyTimes(
    explained.occupying.filter((row) => stays(row.kind, row)),
    takenBusy,
  )
  const plan: ProviderPlan = {
    ...explained.plan,
    timeOff: pairsOf(timeOff),
    busy: normalized(pairsOf(occupying)),
    typeStarts: explained.plan.typeStarts.filter(
      (start) => !taken.some(({ jobStart }) => jobStart === start),
    ),
    jobs: explained.plan.jobs.filter((job) => !taken.some((row) => isRowOf(row, job))),
  }
  const lendsJustTaken = isInTheWay("resource", 0)
  const { resources } = loaded
  const crew = loaded.crew?.map((one) => crewMemberBefore(one, now))
  const crewPlans = new Map((crew ?? []).map((one) => [one.plan.id, one.plan]))
  return {
    ...loaded,
    ...(resources && lendsJustTaken
      ? {
          resources: {
            ...resources,
            uses: resources.uses.filter((use) => !isJustWritten(use.writtenAt, now)),
          },
        }
      : {}),
    ...(crew ? { crew } : {}),
    closed,
    providers: loaded.providers.map((one) => (one.id === plan.id ? plan : (crewPlans.get(one.id) ?? one))),
    explained: {
      ...{ ...explained, plan, timeOff, occupying },
      freshBusy: explained.freshBusy.filter((row) => stays("calendar", row)),
    },
  }
}

/** The time of any member may have been taken from a crew that is short. */
function crewMemberBefore(one: ExplainedProvider, now: number): ExplainedProvider {
  const isLeft = ({ writtenAt }: ScheduleRow) => !isJustWritten(writtenAt, now)
  const [timeOff, occupying] = [one.timeOff.filter(isLeft), one.occupying.filter(isLeft)]
  return { ...one, plan: withoutRows(one, isLeft), timeOff, occupying }
}

/** Without the parts of calendars' busy times that are in `fresh`: a busy time may be older than a part of it. */
export function withoutBusyTimes(
  rows: readonly OccupyingRow[],
  fresh: ExplainedProvider["freshBusy"],
): readonly OccupyingRow[] {
  if (fresh.length === 0) return rows
  const ofCalendars = Map.groupBy(
    rows.filter(({ kind }) => kind === "calendar"),
    ({ id }) => id,
  )
  const calendars = [...ofCalendars].flatMap(([id, ofCalendar]) => {
    const taken = normalized(pairsOf(fresh.filter((one) => one.id === id)))
    const left = subtract(normalized(pairsOf(ofCalendar)), taken)
    return Array.from({ length: left.length / 2 }, (_, i): OccupyingRow => {
      const [start, end] = [left[2 * i]!, left[2 * i + 1]!]
      return { kind: "calendar", id, start, end, jobStart: start, jobEnd: end, writtenAt: null }
    })
  })
  return [...rows.filter(({ kind }) => kind !== "calendar"), ...calendars]
}
