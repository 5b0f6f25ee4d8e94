/**
 * Which windows can be promised. Windows tile the opening hours of the team at a location; one is offered exactly when a
 * plan of the team's day was found in which the work starts inside it and every other promise is kept. Searches and bookings ask
 * the same question with the same counted steps, so that they give the same answer.
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
import type { DayPlan, PlannedStop } from "../../model/plan.ts"
import { covers, overlaps } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { customerBusyOf } from "../availability/blocks.ts"
import { eligibleLocations } from "../availability/eligible-locations.ts"
import { type StartBounds, startBounds } from "../availability/start-windows.ts"
import { checkPlan } from "./check-plan.ts"
import { planDaySteps, runToEnd } from "./plan-day.ts"
import { type TeamDay, teamDayOf, wishId, withWish } from "./team-day.ts"

/** How long a window is searched for where plain insertion finds no room. */
export const windowSteps = 200

/** A visit that the plan gives another minute or another provider. */
export interface PlannedChange {
  appointmentId: number
  providerId: number
  /** Who was planned before. */
  fromProviderId: number
  /** With the buffers, and the work in between. */
  start: Minute
  end: Minute
  jobStart: Minute
  jobEnd: Minute
}

/** Where the wished visit is planned, and what that changes of the others. */
export interface PlannedWindow {
  provider: ProviderPlan
  location: LocationPlan
  jobStart: Minute
  plan: DayPlan
  changes: readonly PlannedChange[]
}

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
      const team = teamDayOf(input, location, date)
      if (team === null) continue
      for (const start of windowStarts(input, location, team, bounds, date)) {
        const found = yield* planWithinSteps(input, team, start, here, windowSteps)
        const chosen = found && here.find(({ provider }) => provider.id === found.providerId)
        if (chosen) starts.set(chosen, [...(starts.get(chosen) ?? []), start])
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
  /** Under whom the window was shown. Another is planned only where this one can't be. */
  preferredId?: number | null
}

/** Plans one window; null when it is not offered. */
export function planWindow(
  input: SearchInput,
  location: LocationPlan,
  start: Minute,
  { known = null, steps = windowSteps, preferredId = null }: PlanningWish = {},
): PlannedWindow | null {
  const date = localDay(zoneTable(location.zone), start)
  const bounds = startBounds({ ...input, firstDay: date, endDay: date + 1 }, location)
  const team = bounds === null ? null : teamDayOf(input, location, date)
  if (bounds === null || team === null) return null
  if (!windowStarts(input, location, team, bounds, date).includes(start)) return null
  const here = eligibleLocations(input).providerLocations.filter((each) => each.location.id === location.id)
  const preferred = here.filter(({ provider }) => provider.id === preferredId)
  const found =
    planWithin(input, team, start, preferred, steps, known) ??
    planWithin(input, team, start, here, steps, known)
  if (found === null) return null
  const { provider } = here.find((each) => each.provider.id === found.providerId)!
  const { plan, stop } = found
  return { provider, location, jobStart: stop.start, plan, changes: changesOf(team, plan) }
}

/** Those that notice, dates and the customer's other appointments leave. */
function windowStarts(
  { type, customerJobs }: SearchInput,
  { zone: zoneName }: LocationPlan,
  { opening, closing }: TeamDay,
  { windows }: StartBounds,
  date: Day,
): Minute[] {
  const minutes = type.windowMinutes!
  const zone = zoneTable(zoneName)
  const customerBusy = customerBusyOf(customerJobs)
  const starts: Minute[] = []
  for (let start = opening; start + minutes <= closing; start += minutes) {
    if (localDay(zone, start) !== date || !covers(windows, start, start + 1)) continue
    if (!overlaps(customerBusy, start, start + minutes)) starts.push(start)
  }
  return starts
}

interface FoundPlan {
  plan: DayPlan
  providerId: number
  stop: PlannedStop
}

function planWithin(...asked: Parameters<typeof planWithinSteps>): FoundPlan | null {
  return runToEnd(planWithinSteps(...asked))
}

function* planWithinSteps(
  input: SearchInput,
  team: TeamDay,
  start: Minute,
  here: readonly ProviderLocation[],
  steps: number,
  known: DayPlan | null = null,
): Generator<void, FoundPlan | null> {
  if (here.length === 0) return null
  const window = { start, end: start + input.type.windowMinutes! }
  const asked = withWish(
    team,
    input,
    window,
    here.map(({ provider }) => provider.id),
  )
  if (known !== null && checkPlan(asked, known).length === 0 && known.unplanned.length === 0)
    return foundIn(known)
  const plan = yield* planDaySteps(asked, { steps, untilAllPlanned: true }, team.plan)
  return plan.unplanned.length === 0 ? foundIn(plan) : null
}

function foundIn(plan: DayPlan): FoundPlan | null {
  for (const { vehicleId, stops } of plan.routes) {
    const stop = stops.find(({ visitId }) => visitId === wishId)
    if (stop) return { plan, providerId: vehicleId, stop }
  }
  return null
}

/** What the plan makes another of the visits as they stand. */
export function changesOf({ visits }: TeamDay, plan: DayPlan): PlannedChange[] {
  return plan.routes.flatMap(({ vehicleId, stops }) =>
    stops.flatMap(({ visitId, start }) => {
      const visit = visits.get(visitId)
      if (!visit || (visit.providerId === vehicleId && visit.jobStart === start)) return []
      const shift = start - visit.jobStart
      return {
        appointmentId: visitId,
        providerId: vehicleId,
        fromProviderId: visit.providerId,
        ...{ start: visit.start + shift, end: visit.end + shift },
        ...{ jobStart: start, jobEnd: visit.jobEnd + shift },
      }
    }),
  )
}
