/**
 * Plans a day by a service that speaks VROOM's HTTP form (`vroom-express`): `POST /` with vehicles, jobs and matrices of
 * durations, in seconds. Each visit is a point of its own, so that setting up and the buffers between two visits are part of the
 * leg to it. Pauses and busy times are breaks. Its answer is only a proposal: our own checker judges it.
 */
import type { DayPlan, DayToPlan, DriveTable, PlanVisit } from "../../../../domain/model/plan.ts"
import type { Planner } from "../../../platform/ports.ts"
import { askHost } from "../outbound/operators-hosts.ts"

export interface VroomOptions {
  /** An origin. */
  baseUrl: string
  timeoutMs?: number
}

const defaultTimeoutMs = 5_000
/** Some 300 bytes for each of the visits of a large day. */
const mostBytes = 1_000_000
const seconds = (minutes: number) => minutes * 60

export function createVroom({ baseUrl, timeoutMs = defaultTimeoutMs }: VroomOptions): Planner {
  return {
    async plan(day, signal) {
      const headers = { "content-type": "application/json", accept: "application/json" }
      const body = JSON.stringify(questionOf(day))
      const question = {
        method: "POST" as const,
        url: `${baseUrl}/`,
        headers,
        body,
        signal,
        timeoutMs,
        mostBytes,
      }
      const answer = await askHost(question).catch(() => null)
      return answer?.status === 200 ? planIn(day, answer.json) : null
    },
  }
}

/** Points of the matrices: first the visits, then the start and the end of each vehicle. */
function questionOf({ vehicles, visits, tables }: DayToPlan) {
  const homes = vehicles.flatMap(({ startPoint, endPoint }) => [startPoint, endPoint])
  return {
    vehicles: vehicles.map((vehicle, v) => ({
      id: vehicle.id,
      profile: `table${vehicle.table}`,
      start_index: visits.length + 2 * v,
      end_index: visits.length + 2 * v + 1,
      time_window: [seconds(vehicle.opening), seconds(vehicle.closing)],
      skills: [
        ...vehicle.skills.map((skill) => visits.length + skill + 1),
        ...visits.flatMap(({ vehicleIds }, u) => (vehicleIds?.includes(vehicle.id) ? [u + 1] : [])),
      ],
      ...(vehicle.capacity === null ? {} : { capacity: [vehicle.capacity] }),
      breaks: [...spansOf(vehicle.pauses), ...spansOf(vehicle.busy)].map(([from, until], i) => ({
        id: i + 1,
        time_windows: [[seconds(from), seconds(from)]],
        service: seconds(until - from),
      })),
    })),
    jobs: visits.map((visit, u) => ({
      id: visit.id,
      location_index: u,
      service: seconds(visit.minutes),
      time_windows: [[seconds(visit.earliest), seconds(visit.latest)]],
      skills: [
        ...visit.skills.map((skill) => visits.length + skill + 1),
        ...(visit.vehicleIds === null ? [] : [u + 1]),
      ],
      ...(vehicles.every(({ capacity }) => capacity !== null) ? { delivery: [visit.load] } : {}),
    })),
    matrices: Object.fromEntries(
      tables.map((table, t) => [`table${t}`, { durations: durationsOf(table, visits, homes) }]),
    ),
  }
}

function durationsOf(
  table: DriveTable,
  visits: readonly PlanVisit[],
  homes: readonly (number | null)[],
): number[][] {
  const points = [...visits.map(({ point }) => point), ...homes]
  const lag = (a: number, b: number): number => {
    const drive = driveOf(table, points[a]!, points[b]!)
    if (a === b) return 0
    const to = visits[b]
    if (to === undefined) return drive
    const before = visits[a]
    return Math.max(drive + table.setupMinutes, before ? before.bufferAfter + to.bufferBefore : 0)
  }
  return points.map((_, a) => points.map((__, b) => seconds(lag(a, b))))
}

const driveOf = ({ points, minutes }: DriveTable, from: number | null, to: number | null) =>
  from === null || to === null ? 0 : minutes[from * points + to]!

function spansOf(intervals: Int32Array): [number, number][] {
  const spans: [number, number][] = []
  for (let i = 0; i < intervals.length; i += 2) spans.push([intervals[i]!, intervals[i + 1]!])
  return spans
}

interface Step {
  type: string
  id?: number
  arrival: number
  waiting_time?: number
  setup?: number
}

/** Null for anything that is no answer in VROOM's form. */
function planIn({ visits }: DayToPlan, json: unknown): DayPlan | null {
  const { code, routes } = (json ?? {}) as { code?: number; routes?: { vehicle: number; steps: Step[] }[] }
  if (code !== 0 || !Array.isArray(routes)) return null
  const planned = routes.map(({ vehicle, steps }) => ({
    vehicleId: vehicle,
    stops: (Array.isArray(steps) ? steps : []).flatMap(
      ({ type, id, arrival, waiting_time = 0, setup = 0 }) =>
        type === "job" && typeof id === "number" && Number.isFinite(arrival)
          ? [{ visitId: id, start: Math.ceil((arrival + waiting_time + setup) / 60) }]
          : [],
    ),
  }))
  const served = new Set(planned.flatMap(({ stops }) => stops.map(({ visitId }) => visitId)))
  return {
    routes: planned,
    unplanned: visits.flatMap(({ id }) => (served.has(id) ? [] : [id])).sort((a, b) => a - b),
  }
}
