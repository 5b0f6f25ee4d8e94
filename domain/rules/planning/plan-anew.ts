/**
 * A whole day planned anew on demand, over all types that promise windows at a location. Promises, locks and chosen providers
 * hold as in a search; a plan is proposed only where it drives less, and visits whose route keeps its order keep their minutes.
 */
import type { Day, LocationPlan, Minute, ProviderPlan, SearchInput } from "../../model/availability.ts"
import type { DayPlan, DayToPlan, PlanVisit } from "../../model/plan.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import { planSearch } from "../availability/plan-search.ts"
import { checkPlan, drivingMinutes } from "./check-plan.ts"
import { isFrozen } from "./freezing.ts"
import { type TeamDay, type TeamInput, teamDaySteps } from "./team-day.ts"
import { changesOf, type PlannedChange } from "./windows.ts"

/** The steps of a day's search when staff ask: more than for one window, since no lock is held. */
export const anewSteps = 2_000

/** All that plans one date at one location. */
export interface DayAtLocation {
  location: LocationPlan
  input: TeamInput
  /** Null where no member works. */
  team: TeamDay | null
  isFixed: boolean
  freezeMinute: number
}

/**
 * Made in steps. `loaded`: the schedules of each type that promises a window. Null where none of them takes place at the location.
 */
export function* dayAtLocation(
  loaded: readonly LoadedSchedules[],
  { locationId, date, now }: { locationId: number; date: Day; now: number },
): Generator<void, DayAtLocation | null> {
  const inputs: SearchInput[] = []
  for (const each of loaded) {
    inputs.push(planSearch(each, wholeDay(date, now)))
    yield
  }
  const location = inputs.flatMap(({ locations }) => locations).find(({ id }) => id === locationId)
  if (location === undefined) return null
  const freezeMinute = loaded[0]!.company.plan_freeze_minute
  const [first, ...others] = inputs.map(({ type }) => type)
  const limited = new Set(inputs.flatMap(({ type }) => (type.dailyLimit === null ? [] : type.id)))
  const isOneType = others.length === 0
  const providers = new Map<number, ProviderPlan>()
  for (const { providers: each } of inputs) {
    for (const provider of each)
      providers.set(provider.id, isOneType ? provider : withKept(provider, limited))
  }
  const input: TeamInput = {
    now,
    freezeMinute,
    providers: [...providers.values()].sort((a, b) => a.id - b.id),
    serviceAddress: null,
    type: isOneType ? first! : { id: 0, dailyLimit: null },
  }
  const team = yield* teamDaySteps(input, location, date)
  return { location, input, team, isFixed: isFrozen(location.zone, date, freezeMinute, now), freezeMinute }
}

const wholeDay = (date: Day, now: number) => ({
  ...{ now, firstDay: date, endDay: date + 1, locationId: null, providerId: null, blockMinutes: null },
  ...{ request: null, serviceAddress: null, moves: true, overrideEligibility: true },
})

/** The planner knows the limit of one type. Of several, visits of a type with a limit stay with their provider. */
function withKept(provider: ProviderPlan, limited: ReadonlySet<number>): ProviderPlan {
  if (provider.team === undefined || limited.size === 0) return provider
  const visits = provider.team.visits.map((visit) =>
    limited.has(visit.typeId) ? { ...visit, keepsProvider: true } : visit,
  )
  return { ...provider, team: { ...provider.team, visits } }
}

/** The day's visits where they are now. */
export function standingPlan(team: TeamDay, changed: ReadonlyMap<number, PlannedAt> = new Map()): DayPlan {
  const stops = [...team.visits.values()].map(({ appointmentId, memberIds, jobStart }) => {
    const to = changed.get(appointmentId) ?? { providerIds: memberIds, start: jobStart }
    return { visitId: appointmentId, ...to }
  })
  const routes = team.day.vehicles.map(({ id }) => ({
    vehicleId: id,
    stops: stops
      .filter(({ providerIds }) => providerIds.includes(id))
      .sort((a, b) => a.start - b.start || a.visitId - b.visitId)
      .map(({ visitId, start }) => ({ visitId, start })),
  }))
  return { routes, unplanned: [] }
}

export interface PlannedAt {
  /** All who come. */
  providerIds: readonly number[]
  start: Minute
}

export interface PlannedAnew {
  plan: DayPlan
  changes: readonly PlannedChange[]
  drivingBefore: number
  drivingAfter: number
}

/** The planner's task: the day in which the visits of `keep` stay. */
export function dayKeeping({ day, visits }: TeamDay, keep: ReadonlySet<number>): DayToPlan {
  const kept = (visit: PlanVisit): PlanVisit => {
    const { jobStart, memberIds } = visits.get(visit.id)!
    return { ...visit, earliest: jobStart, latest: jobStart, vehicleIds: memberIds }
  }
  return { ...day, visits: day.visits.map((visit) => (keep.has(visit.id) ? kept(visit) : visit)) }
}

/** The built-in planner's task for it. */
export const askedAnew = (team: TeamDay, day: DayToPlan, steps = anewSteps) => ({
  day,
  limits: { steps, untilAllPlanned: false },
  from: standingPlan(team),
})

/** The proposed part of a planner's answer: nothing where it breaks a promise, leaves visits out, or drives no less. */
export function judgeAnew(team: TeamDay, day: DayToPlan, answered: DayPlan): PlannedAnew {
  const standing = standingPlan(team)
  const drivingBefore = drivingMinutes(team.day, standing)
  const settled = withSettledStarts(day, standing, answered)
  const isBetter =
    settled.unplanned.length === 0 &&
    checkPlan(day, settled).length === 0 &&
    drivingMinutes(day, settled) < drivingBefore
  const plan = isBetter ? settled : standing
  return { plan, changes: changesOf(team, plan), drivingBefore, drivingAfter: drivingMinutes(day, plan) }
}

/** Routes that keep their order keep their minutes, where these hold. */
function withSettledStarts(day: DayToPlan, standing: DayPlan, plan: DayPlan): DayPlan {
  const order = ({ stops }: DayPlan["routes"][number]) => stops.map(({ visitId }) => visitId).join()
  const before = new Map(standing.routes.map((route) => [route.vehicleId, route]))
  const routes = plan.routes.map((route) => {
    const same = before.get(route.vehicleId)
    return same !== undefined && order(same) === order(route) ? same : route
  })
  const settled = { ...plan, routes }
  return checkPlan(day, settled).length === 0 ? settled : plan
}

/** The changes to write, of those that were proposed; null where the day has changed since, so that they no longer hold. */
export function changesToApply(
  team: TeamDay,
  wanted: ReadonlyMap<number, PlannedAt>,
): readonly PlannedChange[] | null {
  if ([...wanted.keys()].some((id) => !team.visits.has(id))) return null
  const plan = standingPlan(team, wanted)
  return checkPlan(team.day, plan).length === 0 ? changesOf(team, plan) : null
}
