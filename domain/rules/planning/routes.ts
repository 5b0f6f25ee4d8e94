/**
 * The routes of a plan while it is searched. Of each planned visit it keeps the earliest start that the visits before it
 * allow and the latest that those after it allow, so that one more visit is judged at any place of a route without walking it.
 */
import type { Intervals } from "../../time/intervals.ts"
import type { DayTables } from "./day-tables.ts"

/** A visit's place in a route, and the minutes on the road that it costs there. */
export interface Insertion {
  vehicle: number
  position: number
  cost: number
}

/** A place in a route, with the starts that it leaves a visit; pauses may lie between them. */
export interface Gap extends Insertion {
  from: number
  until: number
}

/** One visit that is planned as a whole. */
export interface Whole {
  /** The rows of its parts in the tables of the day. Where somebody has to lead, the first part is theirs alone. */
  parts: readonly number[]
  earliest: number
  latest: number
  closed: Intervals
}

export class Routes {
  readonly tables: DayTables
  readonly wholes: readonly Whole[]
  /** For each visit the whole that it is a part of, or null. */
  readonly wholeOf: readonly (Whole | null)[]
  readonly stops: number[][]
  readonly vehicleOf: Int32Array
  readonly load: Int32Array
  /** The minutes on the road of all routes. */
  cost = 0
  private readonly early: Int32Array
  private readonly late: Int32Array
  private readonly isEmptyTried: Uint8Array

  constructor(tables: DayTables, wholes: readonly Whole[] = []) {
    this.tables = tables
    this.wholes = wholes
    const wholeOf = new Map(wholes.flatMap((whole) => whole.parts.map((part) => [part, whole] as const)))
    this.wholeOf = Array.from({ length: tables.visits }, (_, u) => wholeOf.get(u) ?? null)
    this.stops = Array.from({ length: tables.vehicles }, () => [])
    this.vehicleOf = new Int32Array(tables.visits).fill(-1)
    this.load = new Int32Array(tables.vehicles)
    this.early = new Int32Array(tables.visits)
    this.late = new Int32Array(tables.visits)
    this.isEmptyTried = new Uint8Array(tables.vehicles)
  }

  /** Replaces a vehicle's stops; false, and nothing is changed, where they cannot be made in this order. */
  set(v: number, stops: readonly number[]): boolean {
    const old = this.stops[v]!
    this.replace(v, [...stops])
    if (this.retime(v)) return true
    this.replace(v, old)
    this.retime(v)
    return false
  }

  insert(u: number, { vehicle, position, cost }: Insertion): void {
    this.stops[vehicle]!.splice(position, 0, u)
    this.vehicleOf[u] = vehicle
    this.load[vehicle] = this.load[vehicle]! + this.tables.load[u]!
    this.cost += cost
    this.retime(vehicle)
  }

  startOf(u: number): number {
    return this.early[u]!
  }

  /**
   * The cheapest place for a visit; null for none. `skips` is asked at each place and passes it over, which shakes the search out of
   * what is best at each step alone. Ties go to the first vehicle and place.
   */
  cheapest(u: number, skips: (() => boolean) | null): Insertion | null {
    const { tables, stops } = this
    let found: Insertion | null = null
    this.isEmptyTried.fill(0)
    for (let v = 0; v < stops.length; v++) {
      if (tables.may[v * tables.visits + u] === 0) continue
      if (this.load[v]! + tables.load[u]! > tables.capacity[v]!) continue
      if (stops[v]!.length === 0) {
        const alike = tables.alike[v]!
        if (this.isEmptyTried[alike] === 1) continue
        this.isEmptyTried[alike] = 1
      }
      const most: number = found === null ? Number.POSITIVE_INFINITY : found.cost
      found = this.cheapestOn(v, u, most, skips) ?? found
    }
    return found
  }

  /** All places on one vehicle's way that leave the visit a start within its window. */
  gaps(v: number, u: number): Gap[] {
    const { tables, early, late } = this
    const count = tables.visits
    const route = this.stops[v]!
    const drive = tables.drive[tables.table[v]!]!
    const lag = tables.lag[tables.table[v]!]!
    const vu = v * count + u
    const found: Gap[] = []
    if (this.load[v]! + tables.load[u]! > tables.capacity[v]!) return found
    let previous = -1
    for (let i = 0; i <= route.length; i++) {
      const next = i < route.length ? route[i]! : -1
      const left = previous < 0 ? tables.opening[v]! : early[previous]! + tables.minutes[previous]!
      const onward = next < 0 ? tables.home[vu]! : drive[u * count + next]!
      const ends = next < 0 ? tables.closing[v]! - onward : late[next]! - lag[u * count + next]!
      const from = tables.startFrom(
        v,
        u,
        left + (previous < 0 ? tables.outLag[vu]! : lag[previous * count + u]!),
      )
      const until = tables.startUntil(v, u, ends - tables.minutes[u]!)
      if (from <= until) {
        let cost = onward + (previous < 0 ? tables.out[vu]! : drive[previous * count + u]!)
        if (previous >= 0)
          cost -= next < 0 ? tables.home[v * count + previous]! : drive[previous * count + next]!
        else if (next >= 0) cost -= tables.out[v * count + next]!
        found.push({ vehicle: v, position: i, cost, from, until })
      }
      previous = next
    }
    return found
  }

  /** The cheapest place on one vehicle's way that costs less than `most`. */
  private cheapestOn(v: number, u: number, most: number, skips: (() => boolean) | null): Insertion | null {
    const { tables, early, late } = this
    const count = tables.visits
    const route = this.stops[v]!
    const drive = tables.drive[tables.table[v]!]!
    const lag = tables.lag[tables.table[v]!]!
    const latest = tables.latest[u]!
    const minutes = tables.minutes[u]!
    const vu = v * count + u
    let best = -1
    let bestCost = most
    let previous = -1
    for (let i = 0; i <= route.length; i++) {
      const next = i < route.length ? route[i]! : -1
      const left = previous < 0 ? tables.opening[v]! : early[previous]! + tables.minutes[previous]!
      if (left > latest) break
      const toHere = previous < 0 ? tables.out[vu]! : drive[previous * count + u]!
      const onward = next < 0 ? tables.home[vu]! : drive[u * count + next]!
      let cost = toHere + onward
      if (previous >= 0)
        cost -= next < 0 ? tables.home[v * count + previous]! : drive[previous * count + next]!
      else if (next >= 0) cost -= tables.out[v * count + next]!
      if (cost < bestCost && (skips === null || !skips())) {
        const reached = left + (previous < 0 ? tables.outLag[vu]! : lag[previous * count + u]!)
        const start = tables.startFrom(v, u, reached)
        const isInTime =
          start <= latest &&
          (next < 0
            ? start + minutes + onward <= tables.closing[v]!
            : start + minutes + lag[u * count + next]! <= late[next]!)
        if (isInTime) {
          best = i
          bestCost = cost
        }
      }
      previous = next
    }
    return best < 0 ? null : { vehicle: v, position: best, cost: bestCost }
  }

  private replace(v: number, stops: number[]): void {
    const { tables, vehicleOf } = this
    for (const u of this.stops[v]!) if (vehicleOf[u] === v) vehicleOf[u] = -1
    this.cost += this.costOf(v, stops) - this.costOf(v, this.stops[v]!)
    this.stops[v] = stops
    let load = 0
    for (const u of stops) {
      vehicleOf[u] = v
      load += tables.load[u]!
    }
    this.load[v] = load
  }

  private costOf(v: number, stops: readonly number[]): number {
    if (stops.length === 0) return 0
    const { tables } = this
    const count = tables.visits
    const drive = tables.drive[tables.table[v]!]!
    let cost = tables.out[v * count + stops[0]!]! + tables.home[v * count + stops[stops.length - 1]!]!
    for (let i = 1; i < stops.length; i++) cost += drive[stops[i - 1]! * count + stops[i]!]!
    return cost
  }

  /** Works out the earliest and latest starts; false where a stop has none. */
  private retime(v: number): boolean {
    const { tables, early, late } = this
    const count = tables.visits
    const route = this.stops[v]!
    const lag = tables.lag[tables.table[v]!]!
    let holds = this.load[v]! <= tables.capacity[v]!
    for (let i = 0; i < route.length; i++) {
      const u = route[i]!
      const previous = i === 0 ? -1 : route[i - 1]!
      const reached =
        previous < 0
          ? tables.opening[v]! + tables.outLag[v * count + u]!
          : early[previous]! + tables.minutes[previous]! + lag[previous * count + u]!
      early[u] = tables.startFrom(v, u, reached)
      if (early[u]! > tables.latest[u]! || tables.may[v * count + u] === 0) holds = false
    }
    for (let i = route.length - 1; i >= 0; i--) {
      const u = route[i]!
      const next = i === route.length - 1 ? -1 : route[i + 1]!
      const latest =
        next < 0 ? tables.closing[v]! - tables.home[v * count + u]! : late[next]! - lag[u * count + next]!
      late[u] = tables.startUntil(v, u, latest - tables.minutes[u]!)
      if (late[u]! < early[u]!) holds = false
    }
    return holds
  }
}
