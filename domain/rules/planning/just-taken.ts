/**
 * Finds out that a promised window has just been taken, as `booking/just-taken.ts` says it of a start: before the bookings,
 * holds and closings of the last half hour a plan of the team's day had room for it. A visit that only a plan has moved
 * since is no news.
 */
import type { Minute, ProviderPlan, TeamVisit } from "../../model/availability.ts"
import {
  type ExplainedProvider,
  isJustWritten,
  type ManyExplained,
  type OccupyingRow,
  type ScheduleRow,
} from "../../model/schedules.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { withoutRows } from "../availability/explain-crew.ts"
import { bookable, type ExplanationWish } from "../availability/explain-slots.ts"
import { locationPlan, planSearch } from "../availability/plan-search.ts"
import { withoutBusyTimes } from "../booking/just-taken.ts"
import { planWindow } from "./windows.ts"

/**
 * Judges a window at one of the locations; `providerId`: it is wanted with this provider alone. Also where a plan has room
 * by now.
 */
export function isWindowJustTaken(
  loaded: ManyExplained,
  wish: ExplanationWish,
  { start, providerId }: { start: Minute; providerId: number | null },
): boolean {
  const before = bookable(withoutJustWritten(loaded, wish.now), wish)
  return loaded.explainedLocations.some((location) => {
    const day = localDay(zoneTable(location.timezone), start)
    const input = planSearch(before, {
      ...wish,
      ...{ firstDay: day, endDay: day + 1, locationId: location.id, providerId },
    })
    return planWindow(input, locationPlan(location), start) !== null
  })
}

function withoutJustWritten(loaded: ManyExplained, now: number): ManyExplained {
  const { resources } = loaded
  const plans = new Map(loaded.explainedProviders.map((one) => [one.plan.id, teamMemberBefore(one, now)]))
  return {
    ...loaded,
    closed: loaded.closed.filter(([, , , , writtenAt]) => !isJustWritten(writtenAt, now)),
    ...(resources
      ? {
          resources: {
            ...resources,
            uses: resources.uses.filter(({ writtenAt }) => !isJustWritten(writtenAt, now)),
          },
        }
      : {}),
    providers: loaded.providers.map((plan) => plans.get(plan.id) ?? plan),
  }
}

function teamMemberBefore(one: ExplainedProvider, now: number): ProviderPlan {
  const isLeft = (row: ScheduleRow & { promisedAt?: number }) =>
    !isJustWritten(row.promisedAt ?? row.writtenAt, now)
  const plan = withoutRows(one, isLeft)
  const fresh = one.freshBusy.filter((row) => !isLeft(row))
  if (plan === one.plan && fresh.length === 0) return plan
  const gone = new Set(
    one.occupying.flatMap(({ kind, id, ...row }) => (isLeft({ id, ...row }) ? [] : `${kind} ${id}`)),
  )
  const isGone = ({ appointmentId, keptBy = { kind: "appointment", id: appointmentId } }: TeamVisit) =>
    gone.has(`${keptBy.kind} ${keptBy.id}`)
  const { team } = plan
  return {
    ...plan,
    busy: stretchesOf(withoutBusyTimes(one.occupying.filter(isLeft), fresh)),
    ...(team === undefined
      ? {}
      : { team: { ...team, visits: team.visits.filter((visit) => !isGone(visit)) } }),
  }
}

/** Each for itself, as searches read them: a day's plan knows a visit by its own. */
const stretchesOf = (rows: readonly OccupyingRow[]): Int32Array =>
  Int32Array.from(rows.toSorted((a, b) => a.start - b.start).flatMap(({ start, end }) => [start, end]))
