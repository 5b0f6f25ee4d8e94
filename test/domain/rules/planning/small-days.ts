/** Small days to plan out of a seed, and what brute force says of them. */
import type { DayToPlan, PlanVehicle, PlanVisit } from "../../../../domain/model/plan.ts"

const minutesPerDay = 1_440

export type Roll = () => number

export function rolls(seed: number): Roll {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

const between = (roll: Roll, low: number, high: number) => low + Math.floor(roll() * (high - low + 1))
const pick = <T>(roll: Roll, from: readonly T[]): T => from[Math.floor(roll() * from.length)]!

export const none = new Int32Array(0)

/** Three vans from 8 to 16; some have a pause, something busy, a skill, a van of its own speed. */
export function smallDay(roll: Roll, visits: number): DayToPlan {
  const points = Array.from({ length: visits + 3 }, () => ({
    x: between(roll, 0, 40),
    y: between(roll, 0, 40),
  }))
  const minutesAt = (factor: number) =>
    Int32Array.from(
      points.flatMap((a) => points.map((b) => Math.ceil(Math.hypot(a.x - b.x, a.y - b.y) * factor))),
    )
  const pause = Int32Array.from([720, 750])
  const busyFrom = between(roll, 500, 800)
  const vehicles = [1, 2, 3].map(
    (id, v): PlanVehicle => ({
      id,
      opening: 480,
      closing: between(roll, 840, 960),
      startPoint: roll() < 0.1 ? null : visits + v,
      endPoint: visits + v,
      table: roll() < 0.2 ? 1 : 0,
      pauses: roll() < 0.5 ? pause : none,
      busy: roll() < 0.3 ? Int32Array.from([busyFrom, busyFrom + 60]) : none,
      skills: roll() < 0.7 ? [1] : [],
      capacity: null,
    }),
  )
  const tables = [1, 1.3].map((factor) => ({
    points: points.length,
    minutes: minutesAt(factor),
    setupMinutes: 5,
  }))
  return {
    vehicles,
    visits: Array.from({ length: visits }, (_, i) => smallVisit(roll, i + 1, i)),
    tables,
  }
}

export function smallVisit(roll: Roll, id: number, point: number): PlanVisit {
  const width = pick(roll, [0, 60, 120, 120, 240])
  const earliest = 480 + 60 * between(roll, 0, Math.floor((450 - width) / 60))
  return {
    id,
    point: roll() < 0.05 ? null : point,
    minutes: pick(roll, [45, 60, 90]),
    bufferBefore: pick(roll, [0, 0, 10]),
    bufferAfter: pick(roll, [0, 0, 15]),
    earliest,
    latest: earliest + width,
    skills: roll() < 0.2 ? [1] : [],
    vehicleIds: roll() < 0.1 ? [between(roll, 1, 3)] : null,
    load: 0,
  }
}

/**
 * True where some plan serves all visits, by trying all: for each van the sets of visits that it can make in some order, with the
 * earliest end after each last visit; then the ways to share all visits among the vans.
 */
export function isPossible(day: DayToPlan): boolean {
  const all = (1 << day.visits.length) - 1
  let reached = new Set([0])
  for (const vehicle of day.vehicles) {
    const sets = setsOf(day, vehicle)
    const next = new Set<number>()
    for (const done of reached) for (const set of sets) if ((done & set) === 0) next.add(done | set)
    reached = next
  }
  return reached.has(all)
}

function setsOf({ visits, tables }: DayToPlan, vehicle: PlanVehicle): number[] {
  const count = visits.length
  const table = tables[vehicle.table]!
  const drive = (from: number | null, to: number | null) =>
    from === null || to === null ? 0 : table.minutes[from * table.points + to]!
  const may = visits.map(
    ({ skills, vehicleIds }) =>
      (vehicleIds === null || vehicleIds.includes(vehicle.id)) &&
      skills.every((skill) => vehicle.skills.includes(skill)),
  )
  // Minute by minute: slow, and hard to get wrong.
  const free = visits.map((visit) => {
    const next = new Array<number | null>(minutesPerDay + 1).fill(null)
    for (let minute = minutesPerDay - 1; minute >= 0; minute--) {
      const fits = minute >= visit.earliest && minute <= visit.latest && isFree(vehicle, visit, minute)
      next[minute] = fits ? minute : next[minute + 1]!
    }
    return next
  })
  const ends = new Map<string, number>()
  const sets = [0]
  for (let set = 1; set < 1 << count; set++) {
    let fits = false
    for (const [last, visit] of visits.entries()) {
      if ((set & (1 << last)) === 0 || !may[last]) continue
      const rest = set & ~(1 << last)
      let end = Number.POSITIVE_INFINITY
      const end0 = (from: number) => {
        const start = free[last]![Math.min(from, minutesPerDay)]!
        if (start !== null) end = Math.min(end, start + visit.minutes)
      }
      if (rest === 0) {
        end0(vehicle.opening + drive(vehicle.startPoint, visit.point) + table.setupMinutes)
      }
      for (const [before, other] of visits.entries()) {
        const left = ends.get(`${rest}/${before}`)
        if (left === undefined) continue
        const lag = Math.max(
          drive(other.point, visit.point) + table.setupMinutes,
          other.bufferAfter + visit.bufferBefore,
        )
        end0(left + lag)
      }
      if (end === Number.POSITIVE_INFINITY) continue
      ends.set(`${set}/${last}`, end)
      if (end + drive(visit.point, vehicle.endPoint) <= vehicle.closing) fits = true
    }
    if (fits) sets.push(set)
  }
  return sets
}

function isFree({ pauses, busy }: PlanVehicle, visit: PlanVisit, start: number): boolean {
  const overlaps = (times: Int32Array, from: number, until: number) =>
    Array.from(times).some((edge, i) => i % 2 === 0 && edge < until && from < times[i + 1]!)
  const end = start + visit.minutes
  return !overlaps(pauses, start, end) && !overlaps(busy, start - visit.bufferBefore, end + visit.bufferAfter)
}
