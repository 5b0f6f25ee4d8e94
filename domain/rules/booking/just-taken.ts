/**
 * Whether a refused time has just been taken: all that stands in its way are appointments, holds, time off, closed dates and busy
 * times of calendars that were written within the last half hour. Hours, notice and other rules are never "taken".
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
import { type Intervals, normalized, subtract } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { withoutRows } from "../availability/explain-crew.ts"
import { type ExplanationWish, explainStart, planExplanation } from "../availability/explain-slots.ts"
import { offeredOn } from "../availability/explain-starts.ts"
import { isRowOf, pairsOf } from "../availability/lifted-time.ts"

/** At one of the locations. Also where the time is offered by now: what stood in its way is gone again. */
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
  const before = withoutJustWritten(loaded, wish.now, standsIn(reasons))
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

/** What is not in the way stays, since starts may be packed beside it. */
function withoutJustWritten(
  loaded: ExplainedSchedules,
  now: number,
  isInTheWay: IsInTheWay,
): ExplainedSchedules {
  const { explained } = loaded
  if (explained === null) return loaded
  const stays = (kind: CauseKind, { id, writtenAt }: ScheduleRow) =>
    !isJustWritten(writtenAt, now) || !isInTheWay(kind, id)
  const closed = loaded.closed.filter(([id, start, end, , writtenAt]) =>
    stays("company_time_off", { id, start, end, writtenAt }),
  )
  const timeOff = explained.timeOff.filter((row) => stays("time_off", row))
  const occupying = explained.occupying.filter((row) => stays(row.kind, row))
  const taken = explained.occupying.filter((row) => !stays(row.kind, row))
  const freshBusy = explained.freshBusy.filter((row) => !stays("calendar", row))
  const plan: ProviderPlan = {
    ...explained.plan,
    timeOff: pairsOf(timeOff),
    busy: busyOf(occupying, freshBusy),
    typeStarts: explained.plan.typeStarts.filter(
      (start) => !taken.some(({ jobStart }) => jobStart === start),
    ),
    jobs: explained.plan.jobs.filter((job) => !taken.some((row) => isRowOf(row, job))),
  }
  const lendsJustTaken = isInTheWay("resource", 0)
  const { resources } = loaded
  // Of a crew that is short, anybody's time may have been taken.
  const crewBefore = new Map(
    (loaded.crew ?? []).map((one) => {
      const before = withoutRows(one, ({ writtenAt }) => !isJustWritten(writtenAt, now))
      return [one.plan.id, before] as const
    }),
  )
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
    closed,
    providers: loaded.providers.map((one) => (one.id === plan.id ? plan : (crewBefore.get(one.id) ?? one))),
    explained: { ...explained, plan, timeOff, occupying },
  }
}

/** Sorted. A calendar's busy time may be older than a part of it, which is in `fresh`. */
function busyOf(rows: readonly OccupyingRow[], fresh: ExplainedProvider["freshBusy"]): Intervals {
  const ofCalendars = Map.groupBy(
    rows.filter(({ kind }) => kind === "calendar"),
    ({ id }) => id,
  )
  const calendars = [...ofCalendars].flatMap(([calendarId, ofCalendar]) => {
    const taken = fresh.filter(({ id }) => id === calendarId)
    return [...subtract(normalized(pairsOf(ofCalendar)), normalized(pairsOf(taken)))]
  })
  const jobs = pairsOf(rows.filter(({ kind }) => kind !== "calendar"))
  return normalized(Int32Array.from([...jobs, ...calendars]))
}
