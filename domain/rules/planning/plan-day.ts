/**
 * Plans a team's day: insertion first, then a search that takes a counted number of steps (`improve.ts`). Pure and
 * deterministic: the same day gives the same plan, whatever the order of its lists and however busy the machine is.
 */
import type { DayPlan, DayToPlan, PlannedStop, SearchLimits } from "../../model/plan.ts"
import { DayTables } from "./day-tables.ts"
import { Improvement } from "./improve.ts"
import { Routes } from "./routes.ts"

/** The plan to start from is kept where it holds; its order counts, its minutes are worked out anew. */
export function planDay(day: DayToPlan, limits: SearchLimits, from: DayPlan | null = null): DayPlan {
  return runToEnd(planDaySteps(day, limits, from))
}

/** Without a pause. */
export function runToEnd<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The same with pauses, for work that must not hold the process up. */
export function* planDaySteps(
  day: DayToPlan,
  limits: SearchLimits,
  from: DayPlan | null = null,
): Generator<void, DayPlan> {
  const sorted = inOrder(day)
  const routes = new Routes(new DayTables(sorted))
  takeOver(routes, sorted, from)
  const absent = insertAll(routes)
  const left =
    limits.steps > 0 && !(limits.untilAllPlanned && absent.length === 0)
      ? yield* new Improvement(routes, absent, seedOf(sorted)).run(limits)
      : absent
  return asPlan(sorted, routes, left)
}

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

function inOrder({ vehicles, visits, tables }: DayToPlan): DayToPlan {
  return { vehicles: [...vehicles].sort(byId), visits: [...visits].sort(byId), tables }
}

/** Out of what is to be planned, so that two days of a search do not all take the same chances. */
function seedOf({ visits, vehicles }: DayToPlan): number {
  return visits.reduce((seed, { earliest }) => (seed * 31 + earliest) | 0, vehicles.length + 1)
}

function takeOver(routes: Routes, { vehicles, visits }: DayToPlan, from: DayPlan | null): void {
  const indexOf = new Map(visits.map(({ id }, u) => [id, u]))
  for (const { vehicleId, stops } of from?.routes ?? []) {
    const v = vehicles.findIndex(({ id }) => id === vehicleId)
    if (v < 0) continue
    const known = stops.flatMap(({ visitId }) => indexOf.get(visitId) ?? [])
    if (!routes.set(v, known)) for (const u of known) appendWhereItHolds(routes, v, u)
  }
}

function appendWhereItHolds(routes: Routes, v: number, u: number): void {
  if (routes.vehicleOf[u] === -1) routes.set(v, [...routes.stops[v]!, u])
}

/**
 * Visits with the narrowest choice first, since the others fit around them. Answers those without room.
 */
function insertAll(routes: Routes): number[] {
  const { tables } = routes
  const width = (u: number) => tables.latest[u]! - tables.earliest[u]!
  const open = Array.from({ length: tables.visits }, (_, u) => u)
    .filter((u) => routes.vehicleOf[u] === -1)
    .sort((a, b) => width(a) - width(b) || tables.earliest[a]! - tables.earliest[b]! || a - b)
  return open.filter((u) => {
    const place = routes.cheapest(u, null)
    if (place !== null) routes.insert(u, place)
    return place === null
  })
}

function asPlan({ vehicles, visits }: DayToPlan, routes: Routes, absent: readonly number[]): DayPlan {
  const stopsOf = (v: number): PlannedStop[] =>
    routes.stops[v]!.map((u) => ({ visitId: visits[u]!.id, start: routes.startOf(u) }))
  return {
    routes: vehicles.map(({ id }, v) => ({ vehicleId: id, stops: stopsOf(v) })),
    unplanned: absent.map((u) => visits[u]!.id).sort((a, b) => a - b),
  }
}
