/**
 * Visits whose start is chosen as a whole: those of a crew, who begin together, and those that not every minute suits. In the
 * tables of a day each of the crew makes a part of the visit, and while the parts are planned their start is the one minute at
 * which all of them begin. So what else the vehicles do flows around them as around any visit of a fixed start, and the search
 * takes out and puts back a visit with all its parts.
 */
import type { DayToPlan, PlanVisit } from "../../model/plan.ts"
import { overlaps } from "../../time/intervals.ts"
import type { Gap, Insertion, Routes, Whole } from "./routes.ts"

/** The day with a visit for each part, all under the visit's id, and the visits that are planned as a whole. */
export function withParts(day: DayToPlan): { day: DayToPlan; wholes: Whole[] } {
  if (!hasWholes(day)) return { day, wholes: [] }
  const wholes: Whole[] = []
  const visits: PlanVisit[] = []
  for (const visit of day.visits) {
    if (!isWhole(visit)) {
      visits.push(visit)
      continue
    }
    const { earliest, latest, closed = none, crew = 1 } = visit
    const parts = Array.from({ length: crew }, (_, i) => visits.push(partOf(visit, i)) - 1)
    wholes.push({ parts, earliest, latest, closed })
  }
  return { day: { ...day, visits }, wholes }
}

/** True where a visit of the day is planned as a whole: other planners know none. */
export const hasWholes = ({ visits }: DayToPlan): boolean => visits.some(isWhole)

const none = new Int32Array(0)

const isWhole = ({ crew = 1, closed = none, leadIds }: PlanVisit) =>
  crew > 1 || closed.length > 0 || leadIds !== undefined

const partOf = ({ leadIds, vehicleIds, ...visit }: PlanVisit, i: number): PlanVisit => ({
  ...visit,
  vehicleIds:
    i > 0 || leadIds === undefined
      ? vehicleIds
      : leadIds.filter((id) => vehicleIds === null || vehicleIds.includes(id)),
})

/** The places of all parts of a visit. */
interface Together {
  start: number
  at: readonly (Insertion & { part: number })[]
}

/**
 * The cheapest start at which as many vehicles as it needs have room; of equal ones the earliest. Exact as long as the others
 * keep their order. `skips` is asked as for any visit.
 */
export function cheapestTogether(
  routes: Routes,
  whole: Whole,
  skips: (() => boolean) | null,
): Together | null {
  const { tables } = routes
  const [first, other = first!] = whole.parts as [number, number?]
  setWindow(routes, whole, whole.earliest, whole.latest)
  const leads = (v: number) => tables.may[v * tables.visits + first] === 1
  const free: Gap[][] = []
  for (let v = 0; v < tables.vehicles; v++) {
    if (!leads(v) && tables.may[v * tables.visits + other] === 0) continue
    const own = routes.gaps(v, first).filter(() => skips === null || !skips())
    if (own.length > 0) free.push(own)
  }
  if (free.length < whole.parts.length) return null
  let best: { start: number; cost: number; chosen: Gap[] } | null = null
  for (const start of startsToTry(routes, whole, free)) {
    const chosen = chosenAt(routes, whole, free, start, leads)
    const cost = chosen?.reduce((sum, each) => sum + each.cost, 0) ?? 0
    if (chosen !== null && (best === null || cost < best.cost)) best = { start, cost, chosen }
  }
  if (best === null) return null
  return { start: best.start, at: best.chosen.map((each, i) => ({ ...each, part: whole.parts[i]! })) }
}

/** The minutes at which a start becomes possible: the best is always one of these. Sorted. */
function startsToTry(routes: Routes, whole: Whole, free: readonly Gap[][]): number[] {
  const { tables } = routes
  const before = tables.before[whole.parts[0]!]!
  const starts = new Set<number>()
  for (const [gap] of free) {
    const { pauses, busy } = {
      pauses: tables.pauses[gap!.vehicle]!,
      busy: tables.busy[gap!.vehicle]!,
    }
    for (let i = 1; i < pauses.length; i += 2) starts.add(pauses[i]!)
    for (let i = 1; i < busy.length; i += 2) starts.add(busy[i]! + before)
  }
  for (const { from } of free.flat()) starts.add(from)
  for (let i = 1; i < whole.closed.length; i += 2) starts.add(whole.closed[i]!)
  return [...starts].filter((minute) => maySuit(whole, minute)).sort((a, b) => a - b)
}

/** The cheapest members with room at the minute, the leader before all others; null where they are too few. */
function chosenAt(
  { tables }: Routes,
  { parts }: Whole,
  free: readonly Gap[][],
  start: number,
  leads: (v: number) => boolean,
): Gap[] | null {
  const able = free.flatMap((own) => {
    let cheapest: Gap | null = null
    for (const each of own) {
      const isOpen = each.from <= start && start <= each.until
      if (!isOpen || tables.startFrom(each.vehicle, parts[0]!, start) !== start) continue
      if (cheapest === null || each.cost < cheapest.cost) cheapest = each
    }
    return cheapest ?? []
  })
  if (able.length < parts.length) return null
  able.sort((a, b) => a.cost - b.cost || a.vehicle - b.vehicle)
  const lead = able.find(({ vehicle }) => leads(vehicle))
  if (lead === undefined) return null
  const others = able.filter(
    ({ vehicle }) =>
      vehicle !== lead.vehicle &&
      (parts.length === 1 || tables.may[vehicle * tables.visits + parts[1]!] === 1),
  )
  return others.length < parts.length - 1 ? null : [lead, ...others.slice(0, parts.length - 1)]
}

/** Plans all parts there. */
export function insertTogether(routes: Routes, whole: Whole, { start, at }: Together): void {
  setWindow(routes, whole, start, start)
  for (const { part, ...place } of at) routes.insert(part, place)
}

/** While it is planned, the one minute at which all of its parts begin. */
export function setWindow({ tables }: Routes, { parts }: Whole, earliest: number, latest: number): void {
  for (const part of parts) {
    tables.earliest[part] = earliest
    tables.latest[part] = latest
  }
}

/** True where the visit may start at the minute, as far as itself is concerned. */
export const maySuit = ({ earliest, latest, closed }: Whole, minute: number): boolean =>
  minute >= earliest && minute <= latest && !overlaps(closed, minute, minute + 1)
