/**
 * A day to plan as tables for the search: visits and vehicles by their place in the list, each pair looked up without a
 * branch. `drive` is what a leg costs, `lag` the least time from the end of one visit's work to the start of the next one's.
 */
import type { DayToPlan, DriveTable, PlanVehicle, PlanVisit } from "../../model/plan.ts"
import type { Intervals } from "../../time/intervals.ts"

export class DayTables {
  readonly visits: number
  readonly vehicles: number
  /** For each drive table, visit by visit. */
  readonly drive: readonly Int32Array[]
  readonly lag: readonly Int32Array[]
  /** For each vehicle and visit: the drive out, with the set up in `outLag`, and the drive home. */
  readonly out: Int32Array
  readonly outLag: Int32Array
  readonly home: Int32Array
  readonly may: Uint8Array
  readonly minutes: Int32Array
  readonly earliest: Int32Array
  readonly latest: Int32Array
  readonly before: Int32Array
  readonly after: Int32Array
  readonly load: Int32Array
  readonly table: Uint16Array
  readonly opening: Int32Array
  readonly closing: Int32Array
  readonly capacity: Float64Array
  /** Vehicles with the same number are exchangeable while both are empty. */
  readonly alike: Int32Array
  readonly pauses: readonly Intervals[]
  readonly busy: readonly Intervals[]
  private readonly isStopped: Uint8Array

  /** In steps, between which other work may be done: of 30 vehicles and 400 visits there are 160,000 legs. */
  static *of(day: DayToPlan): Generator<void, DayTables> {
    const tables = new DayTables(day)
    yield* tables.#fill(day)
    return tables
  }

  private constructor({ vehicles, visits, tables }: DayToPlan) {
    this.visits = visits.length
    this.vehicles = vehicles.length
    this.minutes = Int32Array.from(visits, (visit) => visit.minutes)
    this.earliest = Int32Array.from(visits, (visit) => visit.earliest)
    this.latest = Int32Array.from(visits, (visit) => visit.latest)
    this.before = Int32Array.from(visits, (visit) => visit.bufferBefore)
    this.after = Int32Array.from(visits, (visit) => visit.bufferAfter)
    this.load = Int32Array.from(visits, (visit) => visit.load)
    this.table = Uint16Array.from(vehicles, (vehicle) => vehicle.table)
    this.opening = Int32Array.from(vehicles, (vehicle) => vehicle.opening)
    this.closing = Int32Array.from(vehicles, (vehicle) => vehicle.closing)
    this.capacity = Float64Array.from(vehicles, ({ capacity }) => capacity ?? Number.POSITIVE_INFINITY)
    this.pauses = vehicles.map(({ pauses }) => pauses)
    this.busy = vehicles.map(({ busy }) => busy)
    this.isStopped = Uint8Array.from(vehicles, ({ pauses, busy }) =>
      pauses.length + busy.length > 0 ? 1 : 0,
    )
    const legs = () => tables.map(() => new Int32Array(visits.length * visits.length))
    this.drive = legs()
    this.lag = legs()
    const size = vehicles.length * visits.length
    this.out = new Int32Array(size)
    this.outLag = new Int32Array(size)
    this.home = new Int32Array(size)
    this.may = new Uint8Array(size)
    this.alike = alikeVehicles(vehicles, visits)
  }

  *#fill({ vehicles, visits, tables }: DayToPlan): Generator<void, void> {
    for (const [i, table] of tables.entries()) yield* fillLegs(table, visits, this.drive[i]!, this.lag[i]!)
    for (const [v, vehicle] of vehicles.entries()) {
      const table = tables[vehicle.table]!
      for (const [u, visit] of visits.entries()) {
        const at = v * visits.length + u
        this.out[at] = leg(table, vehicle.startPoint, visit.point)
        this.outLag[at] = this.out[at]! + table.setupMinutes
        this.home[at] = leg(table, visit.point, vehicle.endPoint)
        this.may[at] = mayMake(vehicle, visit) ? 1 : 0
      }
      yield
    }
  }

  /** The first minute from `minute` on at which the vehicle may start the visit's work, its window's end not regarded. */
  startFrom(v: number, u: number, minute: number): number {
    let start = minute > this.earliest[u]! ? minute : this.earliest[u]!
    if (this.isStopped[v] === 0) return start
    const pauses = this.pauses[v]!
    const busy = this.busy[v]!
    const minutes = this.minutes[u]!
    for (let settled = false; !settled; ) {
      settled = true
      for (let i = 0; i < pauses.length; i += 2) {
        if (pauses[i]! < start + minutes && start < pauses[i + 1]!) {
          start = pauses[i + 1]!
          settled = false
        }
      }
      for (let i = 0; i < busy.length; i += 2) {
        if (busy[i]! < start + minutes + this.after[u]! && start - this.before[u]! < busy[i + 1]!) {
          start = busy[i + 1]! + this.before[u]!
          settled = false
        }
      }
    }
    return start
  }

  /** The last minute up to `minute` at which the vehicle may start the visit's work, its window's begin not regarded. */
  startUntil(v: number, u: number, minute: number): number {
    let start = minute < this.latest[u]! ? minute : this.latest[u]!
    if (this.isStopped[v] === 0) return start
    const pauses = this.pauses[v]!
    const busy = this.busy[v]!
    const minutes = this.minutes[u]!
    for (let settled = false; !settled; ) {
      settled = true
      for (let i = pauses.length - 2; i >= 0; i -= 2) {
        if (pauses[i]! < start + minutes && start < pauses[i + 1]!) {
          start = pauses[i]! - minutes
          settled = false
        }
      }
      for (let i = busy.length - 2; i >= 0; i -= 2) {
        if (busy[i]! < start + minutes + this.after[u]! && start - this.before[u]! < busy[i + 1]!) {
          start = busy[i]! - minutes - this.after[u]!
          settled = false
        }
      }
    }
    return start
  }
}

function* fillLegs(
  table: DriveTable,
  visits: readonly PlanVisit[],
  drive: Int32Array,
  lag: Int32Array,
): Generator<void, void> {
  const count = visits.length
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      const minutes = leg(table, visits[a]!.point, visits[b]!.point)
      drive[a * count + b] = minutes
      lag[a * count + b] = Math.max(
        minutes + table.setupMinutes,
        visits[a]!.bufferAfter + visits[b]!.bufferBefore,
      )
    }
    yield
  }
}

const leg = ({ points, minutes }: DriveTable, from: number | null, to: number | null): number =>
  from === null || to === null ? 0 : minutes[from * points + to]!

const mayMake = ({ id, skills }: PlanVehicle, visit: PlanVisit): boolean =>
  (visit.vehicleIds === null || visit.vehicleIds.includes(id)) &&
  visit.skills.every((skill) => skills.includes(skill))

/** Apart from their ids, unless a visit may be made only by some of them. */
function alikeVehicles(vehicles: readonly PlanVehicle[], visits: readonly PlanVisit[]): Int32Array {
  const named = new Set(visits.flatMap(({ vehicleIds }) => vehicleIds ?? []))
  const numbers = new Map<string, number>()
  return Int32Array.from(vehicles, ({ id, pauses, busy, ...rest }) => {
    const key = JSON.stringify([rest, [...pauses], [...busy], named.has(id) ? id : null])
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
}
