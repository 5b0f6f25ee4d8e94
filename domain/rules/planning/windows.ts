/**
 * The windows that can be promised. `day-windows.ts` says which a date has; one is offered exactly when a plan of the team's
 * day was found in which the work starts inside it and every other promise is kept. Searches and bookings ask the same
 * question with the same counted steps, so that they give the same answer.
 */
import type {
  Day,
  FoundStarts,
  LocationPlan,
  Minute,
  ProviderLocation,
  ProviderPlan,
  SearchInput,
} from "../../model/availability.ts"
import type { DayPlan } from "../../model/plan.ts"
import { covers, type Intervals, intersect, overlaps } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { customerBusyOf } from "../availability/blocks.ts"
import { couldComeTo, eligibleLocations } from "../availability/eligible-locations.ts"
import { type StartBounds, startBounds } from "../availability/start-windows.ts"
import { finished } from "../availability/steps.ts"
import { resourcesAt } from "../resources/resources-at.ts"
import { checkPlan } from "./check-plan.ts"
import { windowsOfDay } from "./day-windows.ts"
import type { Window } from "./freezing.ts"
import { planDaySteps } from "./plan-day.ts"
import { type TeamDay, teamDayOf, teamDaySteps, wishId, withWish } from "./team-day.ts"

/** How long a window is searched for where plain insertion finds no room. */
const windowSteps = 500
/** A step of many visits takes longer, so of more than 30 in a day fewer are taken: a search of two full weeks stays quick. */
const visitsInAllSteps = 15_000

/** A visit that the plan gives another minute or another provider. */
export interface PlannedChange {
  appointmentId: number
  /** The one who comes, or leads. */
  providerId: number
  /** The crew beside the provider. */
  crewIds: readonly number[]
  /** The members who were planned before. */
  fromIds: readonly number[]
  /** With the buffers, and the work in between. */
  start: Minute
  end: Minute
  jobStart: Minute
  jobEnd: Minute
}

/** The planned place of the wished visit, and the changes that it makes to others. */
export interface PlannedWindow {
  provider: ProviderPlan
  /** The crew beside the provider. */
  crew: readonly ProviderPlan[]
  location: LocationPlan
  jobStart: Minute
  plan: DayPlan
  changes: readonly PlannedChange[]
}

/** The minutes of the planned work: when rooms and equipment are taken. */
export const workOf = (
  { jobStart }: Pick<PlannedWindow, "jobStart">,
  { type }: Pick<SearchInput, "type">,
): { start: Minute; end: Minute } => ({
  start: jobStart,
  end: jobStart + type.blockMinutes[0]!,
})

/** The windows of the wanted dates, each under the provider who is planned for it. */
export function* findWindows(
  input: SearchInput,
  providerLocations: readonly ProviderLocation[],
): Generator<void, FoundStarts[]> {
  const starts = new Map<ProviderLocation, Minute[]>()
  const locations = new Set(providerLocations.map(({ location }) => location))
  for (const location of locations) {
    const here = providerLocations.filter((each) => each.location === location)
    const bounds = startBounds(input, location)
    if (bounds === null) continue
    for (let date = bounds.firstDay; date < bounds.endDay; date++) {
      const team = yield* teamDaySteps(input, location, date)
      if (team === null) continue
      for (const window of openWindows(input, location, bounds, date)) {
        const found = yield* planWithinSteps(input, team, { location, window, here }, windowSteps)
        const chosen = found && here.find(({ provider }) => provider.id === found.providerId)
        if (chosen) starts.set(chosen, [...(starts.get(chosen) ?? []), window.start])
        yield
      }
    }
  }
  return providerLocations.flatMap((each) => {
    const found = starts.get(each)
    return found
      ? [{ ...each, starts: found, offGrid: [], packed: [], open: none, busy: none, drives: null }]
      : []
  })
}

const none = new Int32Array(0)

interface PlanningWish {
  /** A plan that was found before: it is taken where it still holds. */
  known?: DayPlan | null
  /** None: only plain insertion is tried besides, as under locks. */
  steps?: number
  /** The provider under whom the window was shown. Another is planned only where this one can't be. */
  preferredId?: number | null
  /** The exact crew beside the preferred lead, by staff's word. Null lets the plan choose. */
  besideIds?: readonly number[] | null
}

/** Plans one window; null when it is not offered. */
export function planWindow(
  input: SearchInput,
  location: LocationPlan,
  start: Minute,
  { known = null, steps = windowSteps, preferredId = null, besideIds = null }: PlanningWish = {},
): PlannedWindow | null {
  const date = localDay(zoneTable(location.zone), start)
  const bounds = startBounds({ ...input, firstDay: date, endDay: date + 1 }, location)
  const team = bounds === null ? null : teamDayOf(input, location, date)
  if (bounds === null || team === null) return null
  const window = openWindows(input, location, bounds, date).find((one) => one.start === start)
  if (window === undefined) return null
  const here = eligibleLocations(input).providerLocations.filter((each) => each.location.id === location.id)
  const preferred = here.filter(({ provider }) => provider.id === preferredId)
  const found =
    planWithin(input, team, { location, window, here: preferred, besideIds }, steps, known) ??
    (besideIds === null ? planWithin(input, team, { location, window, here }, steps, known) : null)
  if (found === null) return null
  const planOf = (wanted: number) => input.providers.find(({ id }) => id === wanted)!
  const { plan, providerId, crewIds, start: jobStart } = found
  return {
    ...{ provider: planOf(providerId), crew: crewIds.map(planOf), location, jobStart, plan },
    changes: changesOf(team, plan),
  }
}

/** The windows that notice, dates and the customer's other appointments leave. */
export function openWindows(
  input: SearchInput,
  location: LocationPlan,
  { windows }: StartBounds,
  date: Day,
): Window[] {
  const customerBusy = customerBusyOf(input.customerJobs)
  return windowsOfDay(input, location, date).filter(
    ({ start, end }) => covers(windows, start, start + 1) && !overlaps(customerBusy, start, end),
  )
}

interface FoundPlan {
  plan: DayPlan
  providerId: number
  crewIds: readonly number[]
  start: Minute
}

interface AskedWindow {
  location: LocationPlan
  window: Window
  /** The providers who may come, or lead a crew. */
  here: readonly ProviderLocation[]
  besideIds?: readonly number[] | null
}

function planWithin(...asked: Parameters<typeof planWithinSteps>): FoundPlan | null {
  return finished(planWithinSteps(...asked))
}

function* planWithinSteps(
  input: SearchInput,
  team: TeamDay,
  { location, window, here, besideIds = null }: AskedWindow,
  steps: number,
  known: DayPlan | null = null,
): Generator<void, FoundPlan | null> {
  if (here.length === 0) return null
  const leadIds = here.map(({ provider }) => provider.id)
  const closed = closedStarts(input, location, window)
  // Most equipment that is missing is missing for all of a window, or for none of it.
  if (covers(closed, window.start, window.end)) return null
  const isAlone = (input.type.crew ?? 1) === 1
  const could = isAlone ? [] : couldComeTo(input, location).map(({ provider }) => provider.id)
  const crewIds = besideIds === null ? could : could.filter((id) => besideIds.includes(id))
  const asked = withWish(team, input, window, { leadIds, crewIds, closed })
  if (known !== null && checkPlan(asked, known).length === 0 && known.unplanned.length === 0)
    return foundIn(known, leadIds)
  const most = Math.min(steps, Math.ceil(visitsInAllSteps / asked.visits.length))
  const plan = yield* planDaySteps(asked, { steps: most, untilAllPlanned: true }, team.plan)
  return plan.unplanned.length === 0 ? foundIn(plan, leadIds) : null
}

/** The minutes of a window at which rooms and equipment that the type needs are missing; normalized. */
export function closedStarts(
  input: SearchInput,
  location: LocationPlan,
  { start, end }: { start: Minute; end: Minute },
): Intervals {
  const date = localDay(zoneTable(location.zone), start)
  const taken = resourcesAt(input, location, date, date + 1)?.startsTaken(input.type.blockMinutes[0]!)
  return taken === undefined ? none : intersect(taken, Int32Array.of(start, end))
}

function foundIn(plan: DayPlan, leadIds: readonly number[]): FoundPlan | null {
  const made = stopsOf(plan).get(wishId)
  const providerId = made?.vehicleIds.find((id) => leadIds.includes(id))
  if (made === undefined || providerId === undefined) return null
  const crewIds = made.vehicleIds.filter((id) => id !== providerId)
  return { plan, providerId, crewIds, start: made.start }
}

/** The place and the provider of each visit in the plan; the vehicles in the order of their ids. */
export function stopsOf({ routes }: DayPlan): Map<number, { start: Minute; vehicleIds: number[] }> {
  const found = new Map<number, { start: Minute; vehicleIds: number[] }>()
  for (const { vehicleId, stops } of routes) {
    for (const { visitId, start } of stops) {
      const { vehicleIds } = found.get(visitId) ?? { vehicleIds: [] }
      found.set(visitId, { start, vehicleIds: [...vehicleIds, vehicleId].sort((a, b) => a - b) })
    }
  }
  return found
}

/** The plan's changes to the visits as they stand. The present lead of a crew leads on, or else its first member. */
export function changesOf({ visits }: TeamDay, plan: DayPlan): PlannedChange[] {
  return [...stopsOf(plan)].flatMap(([visitId, { start, vehicleIds }]) => {
    const visit = visits.get(visitId)
    if (!visit || (visit.jobStart === start && String(visit.memberIds) === String(vehicleIds))) return []
    const shift = start - visit.jobStart
    const providerId = vehicleIds.includes(visit.providerId) ? visit.providerId : vehicleIds[0]!
    return {
      appointmentId: visitId,
      providerId,
      crewIds: vehicleIds.filter((id) => id !== providerId),
      fromIds: visit.memberIds,
      ...{ start: visit.start + shift, end: visit.end + shift },
      ...{ jobStart: start, jobEnd: visit.jobEnd + shift },
    }
  })
}
