/**
 * Plans a team's day: insertion first, then a search that takes a counted number of steps (`improve.ts`). Pure and
 * deterministic: the same day gives the same plan, in any order of its lists and at any load of the machine.
 */
import type { DayPlan, DayToPlan, PlannedStop, SearchLimits } from "../../model/plan.ts"
import { finished } from "../availability/steps.ts"
import { cheapestTogether, insertTogether, maySuit, setWindow, withParts } from "./crews.ts"
import { DayTables } from "./day-tables.ts"
import { Improvement } from "./improve.ts"
import { Routes, type Whole } from "./routes.ts"

/** The plan to start from is kept where it holds; its order counts, its minutes are worked out anew. */
export function planDay(day: DayToPlan, limits: SearchLimits, from: DayPlan | null = null): DayPlan {
  return finished(planDaySteps(day, limits, from))
}

/** The same with pauses, for work that must not hold the process up. */
export function* planDaySteps(
  day: DayToPlan,
  limits: SearchLimits,
  from: DayPlan | null = null,
): Generator<void, DayPlan> {
  const sorted = inOrder(day)
  const { day: parted, wholes } = withParts(sorted)
  const routes = new Routes(yield* DayTables.of(parted), wholes)
  takeOver(routes, parted, from)
  const absent = yield* insertAll(routes)
  const left =
    limits.steps > 0 && !(limits.untilAllPlanned && absent.length === 0)
      ? yield* new Improvement(routes, absent, seedOf(sorted)).run(limits)
      : absent
  return asPlan(parted, routes, left)
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
  const known = from?.routes ?? []
  const partAt = partsTakenOver(routes, { vehicles, visits }, known)
  const indexOf = new Map(visits.map(({ id }, u) => [id, u]))
  for (const { vehicleId, stops } of known) {
    const v = vehicles.findIndex(({ id }) => id === vehicleId)
    if (v < 0) continue
    const rows = stops.flatMap(({ visitId }) => {
      const u = indexOf.get(visitId)
      if (u === undefined) return []
      return routes.wholeOf[u] ? (partAt.get(`${u} ${v}`) ?? []) : u
    })
    if (!routes.set(v, rows)) for (const u of rows) appendWhereItHolds(routes, v, u)
  }
  for (const { parts } of routes.wholes) {
    if (parts.every((part) => routes.vehicleOf[part] !== -1)) continue
    for (const part of parts) takeOut(routes, part)
  }
}

/** The part that each vehicle makes of a visit that is planned as a whole, where all of it holds together. */
function partsTakenOver(
  routes: Routes,
  { vehicles, visits }: Pick<DayToPlan, "vehicles" | "visits">,
  known: DayPlan["routes"],
): Map<string, number> {
  const found = new Map<string, number>()
  for (const whole of routes.wholes) {
    const id = visits[whole.parts[0]!]!.id
    const made = known.flatMap(({ vehicleId, stops }) => {
      const v = vehicles.findIndex((vehicle) => vehicle.id === vehicleId)
      const stop = stops.find(({ visitId }) => visitId === id)
      return v < 0 || stop === undefined ? [] : [{ v, start: stop.start }]
    })
    const [one] = made
    const isTogether = made.length === whole.parts.length && made.every(({ start }) => start === one!.start)
    if (!isTogether || !maySuit(whole, one!.start)) continue
    setWindow(routes, whole, one!.start, one!.start)
    const lead = made.find(({ v }) => routes.tables.may[v * routes.tables.visits + whole.parts[0]!] === 1)
    const inOrder = lead ? [lead, ...made.filter((each) => each !== lead)] : made
    // Under the visit's last row, by which its id is looked up.
    for (const [i, { v }] of inOrder.entries()) found.set(`${whole.parts.at(-1)!} ${v}`, whole.parts[i]!)
  }
  return found
}

function takeOut(routes: Routes, u: number): void {
  const v = routes.vehicleOf[u]!
  if (v >= 0)
    routes.set(
      v,
      routes.stops[v]!.filter((each) => each !== u),
    )
}

function appendWhereItHolds(routes: Routes, v: number, u: number): void {
  if (routes.vehicleOf[u] === -1) routes.set(v, [...routes.stops[v]!, u])
}

/**
 * Visits with the narrowest choice first, since the others fit around them. Answers those without room.
 */
function* insertAll(routes: Routes): Generator<void, number[]> {
  const { tables, wholeOf } = routes
  const windowOf = (u: number) => wholeOf[u] ?? { earliest: tables.earliest[u]!, latest: tables.latest[u]! }
  const width = (u: number) => windowOf(u).latest - windowOf(u).earliest
  const isFirst = (u: number) => wholeOf[u] === null || wholeOf[u]!.parts[0] === u
  const open = Array.from({ length: tables.visits }, (_, u) => u)
    .filter((u) => routes.vehicleOf[u] === -1 && isFirst(u))
    .sort((a, b) => width(a) - width(b) || windowOf(a).earliest - windowOf(b).earliest || a - b)
  const left: number[] = []
  for (const u of open) {
    if (!insertOne(routes, u)) left.push(...(wholeOf[u]?.parts ?? [u]))
    yield
  }
  return left
}

function insertOne(routes: Routes, u: number): boolean {
  const whole: Whole | null = routes.wholeOf[u]!
  if (whole !== null) {
    const together = cheapestTogether(routes, whole, null)
    if (together !== null) insertTogether(routes, whole, together)
    return together !== null
  }
  const place = routes.cheapest(u, null)
  if (place !== null) routes.insert(u, place)
  return place !== null
}

function asPlan({ vehicles, visits }: DayToPlan, routes: Routes, absent: readonly number[]): DayPlan {
  const stopsOf = (v: number): PlannedStop[] =>
    routes.stops[v]!.map((u) => ({ visitId: visits[u]!.id, start: routes.startOf(u) }))
  return {
    routes: vehicles.map(({ id }, v) => ({ vehicleId: id, stops: stopsOf(v) })),
    unplanned: [...new Set(absent.map((u) => visits[u]!.id))].sort((a, b) => a - b),
  }
}
