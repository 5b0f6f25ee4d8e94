/** How far vans drive, as booked and at best. */
import type { GeoPoint } from "../../domain/model/geo.ts"
import { distanceKm } from "../../domain/rules/service-areas/geodesy.ts"
import { depot, type VanDay } from "./week.ts"

/** Straight kilometres from the depot from visit to visit and back, in the order of time. */
export function kmAsBooked(days: readonly VanDay[]): number {
  return days.reduce((sum, { visits }) => sum + kmInOrder(visits), 0)
}

function kmInOrder(visits: readonly GeoPoint[]): number {
  if (visits.length === 0) return 0
  const stops = [depot, ...visits, depot]
  return stops.slice(1).reduce((sum, stop, i) => sum + distanceKm(stops[i]!, stop), 0)
}

/**
 * The kilometres of an offline plan of the same visits, made when all of them are known: any visit on any van's day, as
 * many a day as its meetings leave room for, each day in its shortest order (exact). Which visit goes to which day is improved,
 * from the days as booked, by moving one visit or exchanging two until neither helps: so the best plan may be shorter
 * still, and what is printed is at least this far from it.
 */
export function kmAtBest(days: readonly VanDay[]): number {
  const plan = days.map(({ visits, most }) => ({
    visits: [...visits] as GeoPoint[],
    most: Math.max(most, visits.length),
  }))
  const km = plan.map(({ visits }) => shortestKm(visits))
  const tries = (a: number, b: number, left: GeoPoint[], right: GeoPoint[]): boolean => {
    if (right.length > plan[b]!.most || left.length > plan[a]!.most) return false
    const [kmLeft, kmRight] = [shortestKm(left), shortestKm(right)]
    if (kmLeft + kmRight > km[a]! + km[b]! - 1e-6) return false
    plan[a]!.visits = left
    plan[b]!.visits = right
    km[a] = kmLeft
    km[b] = kmRight
    return true
  }
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (let a = 0; a < plan.length; a++) {
      for (let b = 0; b < plan.length; b++) {
        if (a !== b && improves(plan[a]!.visits, plan[b]!.visits, (left, right) => tries(a, b, left, right)))
          isBetter = true
      }
    }
  }
  return km.reduce((sum, each) => sum + each, 0)
}

/** Tries each move from `from` to `to` and each exchange until one is taken. */
function improves(
  from: readonly GeoPoint[],
  to: readonly GeoPoint[],
  tries: (left: GeoPoint[], right: GeoPoint[]) => boolean,
): boolean {
  for (const [i, visit] of from.entries()) {
    const rest = from.toSpliced(i, 1)
    if (tries(rest, [...to, visit])) return true
    for (const [k, other] of to.entries()) {
      if (tries([...rest, other], [...to.toSpliced(k, 1), visit])) return true
    }
  }
  return false
}

/** By dynamic programming over the sets of visits: at most eight fit a day. */
function shortestKm(visits: readonly GeoPoint[]): number {
  const count = visits.length
  if (count === 0) return 0
  const best = new Float64Array((1 << count) * count).fill(Number.POSITIVE_INFINITY)
  const between = visits.map((a) => visits.map((b) => distanceKm(a, b)))
  for (let last = 0; last < count; last++) best[(1 << last) * count + last] = distanceKm(depot, visits[last]!)
  for (let set = 1; set < 1 << count; set++) {
    for (let last = 0; last < count; last++) {
      const km = best[set * count + last]!
      if (km === Number.POSITIVE_INFINITY) continue
      for (let next = 0; next < count; next++) {
        if (set & (1 << next)) continue
        const at = (set | (1 << next)) * count + next
        best[at] = Math.min(best[at]!, km + between[last]![next]!)
      }
    }
  }
  const all = ((1 << count) - 1) * count
  return Math.min(...visits.map((visit, last) => best[all + last]! + distanceKm(visit, depot)))
}
