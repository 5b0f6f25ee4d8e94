/**
 * The one judge of plans: a plan has to keep every promise, no matter which planner made it. It shares no code with the
 * search, so that a mistake there cannot hide here.
 */
import type { DayPlan, DayToPlan, DriveTable, PlanVehicle, PlanVisit } from "../../model/plan.ts"
import type { Intervals } from "../../time/intervals.ts"

export const planFaultKinds = [
  "unknown",
  "twice",
  "lost",
  "too_early",
  "too_late",
  "skill",
  "other_vehicle",
  "pause",
  "busy",
  "leg",
  "buffer",
  "way_out",
  "way_home",
  "capacity",
  "closed",
  "crew",
  "lead",
] as const

export interface PlanFault {
  kind: (typeof planFaultKinds)[number]
  visitId: number | null
  vehicleId: number | null
}

/** The faults of the plan; empty for a plan that holds. Visits that it lists as unplanned are no fault. */
export function checkPlan(day: DayToPlan, plan: DayPlan): PlanFault[] {
  const visits = new Map(day.visits.map((visit) => [visit.id, visit]))
  const seen = new Map<number, number>()
  const faults: PlanFault[] = []
  const note = (visitId: number, most = 1) => {
    const times = (seen.get(visitId) ?? 0) + 1
    if (!visits.has(visitId)) faults.push({ kind: "unknown", visitId, vehicleId: null })
    else if (times > most) faults.push({ kind: "twice", visitId, vehicleId: null })
    seen.set(visitId, times)
  }
  const driven = new Set<number>()
  for (const { vehicleId, stops } of plan.routes) {
    for (const { visitId } of stops) note(visitId, visits.get(visitId)?.crew)
    const vehicle = day.vehicles.find(({ id }) => id === vehicleId)
    if (vehicle === undefined || driven.has(vehicleId)) {
      faults.push({ kind: "unknown", visitId: null, vehicleId })
      continue
    }
    driven.add(vehicleId)
    const known = stops.flatMap(({ visitId, start }) => {
      const visit = visits.get(visitId)
      return visit ? [{ visit, start }] : []
    })
    faults.push(...faultsOfRoute(day, vehicle, known))
  }
  for (const visitId of plan.unplanned) note(visitId)
  for (const visit of day.visits) {
    if (!seen.has(visit.id)) faults.push({ kind: "lost", visitId: visit.id, vehicleId: null })
    else if (!plan.unplanned.includes(visit.id)) faults.push(...faultsOfCrew(visit, plan))
  }
  return faults
}

/** All of a crew come, each in a route of their own, at one start, and who leads is among them. */
function faultsOfCrew({ id, crew = 1, leadIds }: PlanVisit, { routes }: DayPlan): PlanFault[] {
  if (crew === 1 && leadIds === undefined) return []
  const made = routes.flatMap(({ vehicleId, stops }) =>
    stops.filter(({ visitId }) => visitId === id).map(({ start }) => ({ vehicleId, start })),
  )
  const isTogether =
    new Set(made.map(({ vehicleId }) => vehicleId)).size === crew &&
    new Set(made.map(({ start }) => start)).size === 1
  const isLed = leadIds === undefined || made.some(({ vehicleId }) => leadIds.includes(vehicleId))
  return [
    ...(isTogether ? [] : [{ kind: "crew" as const, visitId: id, vehicleId: null }]),
    ...(isLed ? [] : [{ kind: "lead" as const, visitId: id, vehicleId: null }]),
  ]
}

interface Stop {
  visit: PlanVisit
  start: number
}

function faultsOfRoute(day: DayToPlan, vehicle: PlanVehicle, stops: readonly Stop[]): PlanFault[] {
  const faults: PlanFault[] = []
  const add = (kind: PlanFault["kind"], visitId: number | null) =>
    faults.push({ kind, visitId, vehicleId: vehicle.id })
  const table = day.tables[vehicle.table]!
  let load = 0
  for (const [i, stop] of stops.entries()) {
    const { visit, start } = stop
    for (const kind of faultsOfStop(vehicle, stop)) add(kind, visit.id)
    load += visit.load
    const before = stops[i - 1]
    if (before === undefined) {
      const there = drive(table, vehicle.startPoint, visit.point) + table.setupMinutes
      if (start < vehicle.opening + there) add("way_out", visit.id)
      continue
    }
    const ended = before.start + before.visit.minutes
    if (start - ended < drive(table, before.visit.point, visit.point) + table.setupMinutes)
      add("leg", visit.id)
    if (start - ended < before.visit.bufferAfter + visit.bufferBefore) add("buffer", visit.id)
  }
  const last = stops.at(-1)
  if (last) {
    const home = drive(table, last.visit.point, vehicle.endPoint)
    if (last.start + last.visit.minutes + home > vehicle.closing) add("way_home", last.visit.id)
  }
  if (vehicle.capacity !== null && load > vehicle.capacity) add("capacity", null)
  return faults
}

function faultsOfStop(vehicle: PlanVehicle, { visit, start }: Stop): PlanFault["kind"][] {
  const end = start + visit.minutes
  const kinds: PlanFault["kind"][] = []
  if (start < visit.earliest) kinds.push("too_early")
  if (start > visit.latest) kinds.push("too_late")
  if (visit.skills.some((skill) => !vehicle.skills.includes(skill))) kinds.push("skill")
  if (visit.vehicleIds !== null && !visit.vehicleIds.includes(vehicle.id)) kinds.push("other_vehicle")
  if (overlaps(vehicle.pauses, start, end)) kinds.push("pause")
  if (overlaps(vehicle.busy, start - visit.bufferBefore, end + visit.bufferAfter)) kinds.push("busy")
  if (visit.closed && overlaps(visit.closed, start, start + 1)) kinds.push("closed")
  return kinds
}

function overlaps(intervals: Intervals, from: number, until: number): boolean {
  for (let i = 0; i < intervals.length; i += 2) {
    if (intervals[i]! < until && from < intervals[i + 1]!) return true
  }
  return false
}

const drive = ({ points, minutes }: DriveTable, from: number | null, to: number | null): number =>
  from === null || to === null ? 0 : minutes[from * points + to]!

/** The minutes on the road of a plan, setting up not counted. */
export function drivingMinutes(day: DayToPlan, plan: DayPlan): number {
  const visits = new Map(day.visits.map((visit) => [visit.id, visit]))
  let sum = 0
  for (const { vehicleId, stops } of plan.routes) {
    if (stops.length === 0) continue
    const vehicle = day.vehicles.find(({ id }) => id === vehicleId)!
    const points = stops.map(({ visitId }) => visits.get(visitId)!.point)
    const way = [vehicle.startPoint, ...points, vehicle.endPoint]
    for (let i = 1; i < way.length; i++) sum += drive(day.tables[vehicle.table]!, way[i - 1]!, way[i]!)
  }
  return sum
}
