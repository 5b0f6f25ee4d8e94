/**
 * The search for a better plan: stretches of neighbouring visits are taken out of some routes and put back, the cheapest place
 * first, each time in another order ("slack induction by string removals", Christiaens and Vanden Berghe, 2020). It takes a
 * counted number of steps and its chance comes from a seed, so the same day gives the same plan on every machine.
 */
import type { SearchLimits } from "../../model/plan.ts"
import { cheapestTogether, insertTogether, setWindow } from "./crews.ts"
import type { DayTables } from "./day-tables.ts"
import type { Routes } from "./routes.ts"

/** How many visits a step takes out on average, and how many of one route at most. */
const removedOnAverage = 10
const mostOfOneRoute = 10
/** About a millisecond of 60 visits. */
const stepsAtOnce = 8

export class Improvement {
  private readonly routes: Routes
  private readonly tables: DayTables
  private readonly near: Int32Array[]
  private absent: number[]
  /** How often each visit was left out: a plan that leaves out others than the stubborn ones is worth going on from. */
  private readonly leftOut: Int32Array
  private state: number
  private readonly skips: () => boolean

  constructor(routes: Routes, absent: readonly number[], seed: number) {
    this.routes = routes
    this.tables = routes.tables
    this.near = neighbours(routes.tables)
    this.absent = [...absent]
    this.leftOut = new Int32Array(routes.tables.visits)
    this.state = seed >>> 0
    this.skips = () => this.chance() < 0.01
  }

  /** Improves the routes in place; answers the visits that have no room. Pauses now and then. */
  *run({ steps, untilAllPlanned }: SearchLimits): Generator<void, number[]> {
    const { routes, tables } = this
    if (tables.visits === 0) return []
    let best = this.present()
    const legs = Math.max(1, tables.visits)
    const hottest = Math.max(1, routes.cost / legs) * 0.4
    const cooling = 0.005 ** (1 / Math.max(1, steps))
    let temperature = hottest
    for (let step = 0; step < steps; step++) {
      if (untilAllPlanned && best.absent.length === 0) break
      if (step % stepsAtOnce === stepsAtOnce - 1) yield
      const { cost, absent } = { cost: routes.cost, absent: this.absent }
      const before = { cost, absent, starts: this.startsOfWholes(), touched: new Map<number, number[]>() }
      this.takeOut(before.touched)
      const isWhole = this.takeOutRest(before.touched)
      if (isWhole) this.putBack(before.touched)
      for (const u of this.absent) this.leftOut[u] = this.leftOut[u]! + 1
      if (!isWhole || this.isWorse(before, temperature)) {
        this.setStarts(before.starts)
        for (const [v, stops] of before.touched) routes.set(v, stops)
        this.absent = before.absent
      } else if (this.absent.length < best.absent.length || this.isCheaper(best)) {
        best = this.present()
      }
      temperature *= cooling
    }
    for (let v = 0; v < best.stops.length; v++) routes.set(v, [])
    this.setStarts(best.starts)
    for (const [v, stops] of best.stops.entries()) routes.set(v, stops)
    return best.absent
  }

  private present() {
    const stops = this.routes.stops.map((each) => [...each])
    return { stops, cost: this.routes.cost, absent: [...this.absent], starts: this.startsOfWholes() }
  }

  private startsOfWholes(): number[] {
    return this.routes.wholes.map(({ parts }) => this.tables.earliest[parts[0]!]!)
  }

  /** Sets the starts of planned visits; a visit that is taken out gets its window anew when it is put back. */
  private setStarts(starts: readonly number[]): void {
    for (const [i, whole] of this.routes.wholes.entries())
      setWindow(this.routes, whole, starts[i]!, starts[i]!)
  }

  /** Takes out all parts of a visit that is planned as a whole. False where one of them has to stay. */
  private takeOutRest(touched: Map<number, number[]>): boolean {
    const { routes } = this
    for (const { parts } of routes.wholes) {
      const rest = parts.filter((part) => routes.vehicleOf[part] !== -1)
      if (rest.length === parts.length) continue
      for (const part of rest) {
        const v = routes.vehicleOf[part]!
        const stops = routes.stops[v]!
        if (!touched.has(v)) touched.set(v, stops)
        const isOut = routes.set(
          v,
          stops.filter((each) => each !== part),
        )
        if (!isOut) return false
        this.absent.push(part)
      }
    }
    return true
  }

  private isCheaper({ absent, cost }: { absent: readonly number[]; cost: number }): boolean {
    return this.absent.length === absent.length && this.routes.cost < cost
  }

  private isWorse(before: { cost: number; absent: readonly number[] }, temperature: number): boolean {
    const more = this.absent.length - before.absent.length
    if (more < 0) return false
    if (more > 0 || this.absent.length > 0) {
      const stubborn = (visits: readonly number[]) => visits.reduce((sum, u) => sum + this.leftOut[u]!, 0)
      if (stubborn(this.absent) < stubborn(before.absent)) return false
      if (more > 0) return true
    }
    return this.routes.cost >= before.cost - temperature * Math.log(this.chance() + 1e-12)
  }

  private takeOut(touched: Map<number, number[]>): void {
    const { routes, tables } = this
    const planned = tables.visits - this.absent.length
    if (planned === 0) return
    const used = routes.stops.reduce((count, stops) => count + (stops.length > 0 ? 1 : 0), 0)
    const longest = Math.min(mostOfOneRoute, planned / used)
    const most = (4 * removedOnAverage) / (1 + longest) - 1
    const wanted = Math.floor(1 + this.chance() * Math.max(0, most))
    const seed = Math.floor(this.chance() * tables.visits)
    this.absent = [...this.absent]
    for (const u of this.near[seed]!) {
      if (touched.size >= wanted) break
      const v = routes.vehicleOf[u]!
      if (v < 0 || touched.has(v)) continue
      const stops = routes.stops[v]!
      touched.set(v, [...stops])
      const length = Math.floor(1 + this.chance() * Math.min(stops.length, longest))
      const rest = this.without(stops, u, Math.min(length, stops.length))
      routes.set(v, rest)
      for (const each of stops) if (routes.vehicleOf[each] === -1) this.absent.push(each)
    }
  }

  /** Without a stretch that holds the visit; half of the time a few in its middle stay. */
  private without(stops: readonly number[], u: number, length: number): number[] {
    const at = stops.indexOf(u)
    const splits = length > 1 && length < stops.length && this.chance() < 0.5
    let kept = 0
    while (splits && length + kept < stops.length) {
      kept += 1
      if (this.chance() > 0.5) break
    }
    const whole = length + kept
    const first = Math.max(0, at - whole + 1)
    const last = Math.min(at, stops.length - whole)
    const from = first + Math.floor(this.chance() * (last - first + 1))
    const keptFrom = from + Math.floor(this.chance() * (length + 1))
    return stops.filter((_, i) => i < from || i >= from + whole || (i >= keptFrom && i < keptFrom + kept))
  }

  private putBack(touched: Map<number, number[]>): void {
    const { routes } = this
    const still: number[] = []
    for (const u of this.inSomeOrder(this.absent)) {
      const whole = routes.wholeOf[u]!
      if (whole !== null) {
        if (still.includes(u) || routes.vehicleOf[u] !== -1) continue
        const together = cheapestTogether(routes, whole, this.skips)
        if (together === null) still.push(...whole.parts)
        else {
          for (const { vehicle } of together.at)
            if (!touched.has(vehicle)) touched.set(vehicle, [...routes.stops[vehicle]!])
          insertTogether(routes, whole, together)
        }
        continue
      }
      const place = routes.cheapest(u, this.skips)
      if (place === null) {
        still.push(u)
        continue
      }
      if (!touched.has(place.vehicle)) touched.set(place.vehicle, [...routes.stops[place.vehicle]!])
      routes.insert(u, place)
    }
    this.absent = still
  }

  private inSomeOrder(visits: readonly number[]): number[] {
    const { tables } = this
    const order = [...visits]
    for (let i = order.length - 1; i > 0; i--) {
      const other = Math.floor(this.chance() * (i + 1))
      ;[order[i], order[other]] = [order[other]!, order[i]!]
    }
    const taste = Math.floor(this.chance() * 14)
    const by = (key: (u: number) => number) => order.sort((a, b) => key(a) - key(b))
    if (taste < 4) return order
    if (taste < 6) return by((u) => -tables.load[u]! * 1000 - tables.minutes[u]!)
    if (taste < 8) return by((u) => -tables.out[u]!)
    if (taste < 9) return by((u) => tables.out[u]!)
    if (taste < 11) return by((u) => tables.latest[u]! - tables.earliest[u]!)
    if (taste < 13) return by((u) => tables.earliest[u]!)
    return by((u) => -tables.latest[u]!)
  }

  /** From 0 to 1, 1 excluded (mulberry32). */
  private chance(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** For each visit all visits, the nearest first, itself leading. */
function neighbours({ visits, drive }: DayTables): Int32Array[] {
  const legs = drive[0]!
  return Array.from({ length: visits }, (_, u) =>
    Int32Array.from({ length: visits }, (_unused, i) => i).sort((a, b) => {
      if (a === u || b === u) return a === u ? -1 : 1
      return legs[u * visits + a]! - legs[u * visits + b]! || a - b
    }),
  )
}
