/**
 * One day of five vans whom 60 customers ask one after the other, by searches and bookings over HTTP. Each customer lives at a
 * random point within 16 km of the depot and wants one of the four two-hour spans of the day; one who finds nothing in it takes
 * what is offered next to it, or goes away. The same customers ask for exact starts on a grid of 15 minutes, and for windows.
 */
import { ok } from "node:assert"
import type { DayPlan, DayToPlan } from "../../domain/model/plan.ts"
import { drivingMinutes } from "../../domain/rules/planning/check-plan.ts"
import { planDay } from "../../domain/rules/planning/plan-day.ts"
import { distanceKm } from "../../domain/rules/service-areas/geodesy.ts"
import { minuteOf } from "../../domain/time/units.ts"

const vans = 5
const customers = 60
const radiusKm = 16
export const travel = { speed_kmh: 40, road_factor: 1.3, setup_minutes: 5 }
export const depot = { latitude: 30.27, longitude: -97.74 }
/** A Tuesday; eight to four in UTC, in which the bench's location lives. */
const date = "2027-03-02"
const opening = Date.parse(`${date}T08:00:00.000Z`)
const hours = 8
const spanMs = 2 * 3_600_000

export interface Asker {
  latitude: number
  longitude: number
  /** The wanted span of the day, from 0. */
  span: number
}

export interface ServedDay {
  served: number
  /** Minutes on the road of all vans. */
  driving: number
  /** The same once the day was planned anew. */
  drivingAnew: number
  /** Visits that start outside what was promised. */
  broken: number
  /** The most that a planner serves who knows all askers before, each in the span that was booked, else wanted. */
  inHindsight: number
}

type Api = (method: string, path: string, body?: object) => Promise<Record<string, never> & { data: never }>

/** Evenly over the disc. */
export function askersOf(seed: number): Asker[] {
  let state = seed * 2_654_435_761
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return Array.from({ length: customers }, () => {
    const km = radiusKm * Math.sqrt(chance())
    const angle = chance() * 2 * Math.PI
    return {
      latitude: depot.latitude + (km * Math.cos(angle)) / 111.195,
      longitude:
        depot.longitude + (km * Math.sin(angle)) / (111.195 * Math.cos((depot.latitude * Math.PI) / 180)),
      span: Math.floor(chance() * 4),
    }
  })
}

interface Offer {
  provider_id: number
  start_time: string
}

/** A company of its own for the day. `ask` calls its API. */
export async function bookDay(
  ask: Api,
  askers: readonly Asker[],
  kind: "start" | "window",
): Promise<ServedDay> {
  const made = async (path: string, body: object) =>
    ((await ask("POST", path, body)).data as { id: number }).id
  const address = { line1: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" }
  const locationId = await made("/locations", { name: kind, address, ...depot, timezone: "UTC" })
  const typeId = await made("/appointment-types", {
    ...{ name: `Repair by ${kind}`, place: "at_customer", duration_minutes: 60, slot_interval_minutes: 15 },
    ...{ min_notice_minutes: 0, booking_window_days: 365 },
    ...(kind === "window" ? { promise: { kind, minutes: 120 } } : {}),
  })
  const weekly_hours = [{ location_id: locationId, weekday: 2, start: "08:00", end: "16:00" }]
  for (let van = 1; van <= vans; van += 1)
    await made("/providers", { name: `Van ${van}`, appointment_type_ids: [typeId], weekly_hours, travel })
  const wanted: (Asker & { id: number | null })[] = []
  for (const asker of askers) {
    const { latitude, longitude, span } = asker
    const customer_id = await made("/customers", {
      name: "Sam Poe",
      address: { ...address, latitude, longitude },
    })
    const question = { appointment_type_id: typeId, customer_id, start_date: date, end_date: "2027-03-03" }
    const found = (await ask("POST", "/slots", question)).data as {
      providers: { provider_id: number; slots: { start_time: string }[] }[]
    }
    const chosen = nearest(
      found.providers.flatMap(({ provider_id, slots }) =>
        slots.map(({ start_time }) => ({ provider_id, start_time })),
      ),
      span,
    )
    if (chosen === null) {
      wanted.push({ ...asker, id: null })
      continue
    }
    const { provider_id, start_time } = chosen
    const booking = {
      customer_id,
      appointment_type_id: typeId,
      provider_id,
      location_id: locationId,
      start_time,
    }
    const id = await made("/appointments", booking)
    wanted.push({ ...asker, span: spanOf(start_time), id })
  }
  const standing = await plannedDay(ask, wanted)
  if (kind === "window") await planAnew(ask, locationId)
  const anew = kind === "window" ? await plannedDay(ask, wanted) : standing
  return {
    served: wanted.filter(({ id }) => id !== null).length,
    driving: standing.driving,
    drivingAnew: anew.driving,
    broken: standing.broken + (anew === standing ? 0 : anew.broken),
    inHindsight: kind === "window" ? hindsight(wanted) : 0,
  }
}

const spanOf = (start: string) => Math.floor((Date.parse(start) - opening) / spanMs)

/** In the wanted span, else next to it; the earliest of the best. */
function nearest(offers: readonly Offer[], span: number): Offer | null {
  const away = ({ start_time }: Offer) => Math.abs(spanOf(start_time) - span)
  const sorted = offers.toSorted(
    (a, b) =>
      away(a) - away(b) ||
      Date.parse(a.start_time) - Date.parse(b.start_time) ||
      a.provider_id - b.provider_id,
  )
  return sorted[0] ?? null
}

async function planAnew(ask: Api, location_id: number): Promise<void> {
  const { changes } = (await ask("POST", `/plans/${date}/preview`, { location_id })).data as {
    changes: { appointment_id: number; to: { provider: { id: number }; planned_start: string } }[]
  }
  if (changes.length === 0) return
  await ask("POST", `/plans/${date}/apply`, {
    location_id,
    changes: changes.map(({ appointment_id, to }) => ({
      ...{ appointment_id, provider_id: to.provider.id, planned_start: to.planned_start },
    })),
  })
}

interface Booked {
  provider: { id: number }
  start_time: string
  planned_start?: string
  window?: { start_time: string; end_time: string }
}

async function plannedDay(ask: Api, wanted: readonly (Asker & { id: number | null })[]) {
  const routes = new Map<number, { start: number; at: Asker }[]>()
  let broken = 0
  for (const { id, ...at } of wanted) {
    if (id === null) continue
    const { provider, start_time, planned_start, window } = (await ask("GET", `/appointments/${id}`))
      .data as Booked
    const start = Date.parse(planned_start ?? start_time)
    if (window && (start < Date.parse(window.start_time) || start > Date.parse(window.end_time))) broken += 1
    routes.set(provider.id, [...(routes.get(provider.id) ?? []), { start, at }])
  }
  let driving = 0
  for (const stops of routes.values()) {
    const way = [depot, ...stops.toSorted((a, b) => a.start - b.start).map(({ at }) => at), depot]
    for (let i = 1; i < way.length; i += 1) driving += minutesBetween(way[i - 1]!, way[i]!)
  }
  return { driving, broken }
}

const minutesBetween = (from: typeof depot, to: typeof depot) =>
  Math.ceil((distanceKm(from, to) * travel.road_factor * 60) / travel.speed_kmh - 1e-9)

/** All askers at once, by the planner with fifty times the steps of a search. */
function hindsight(wanted: readonly Asker[]): number {
  const points = [depot, ...wanted]
  const minutes = new Int32Array(points.length ** 2)
  for (const [i, from] of points.entries())
    for (const [j, to] of points.entries())
      minutes[i * points.length + j] = i === j ? 0 : minutesBetween(from, to)
  const start = minuteOf(opening)
  const none = new Int32Array(0)
  const day: DayToPlan = {
    tables: [{ points: points.length, minutes, setupMinutes: travel.setup_minutes }],
    vehicles: Array.from({ length: vans }, (_, i) => ({
      ...{ id: i + 1, opening: start, closing: start + hours * 60, startPoint: 0, endPoint: 0, table: 0 },
      ...{ pauses: none, busy: none, skills: [], capacity: null },
    })),
    visits: wanted.map(({ span }, i) => ({
      ...{
        id: i + 1,
        point: i + 1,
        minutes: 60,
        bufferBefore: 0,
        bufferAfter: 0,
        skills: [],
        vehicleIds: null,
        load: 1,
      },
      ...{ earliest: start + span * 120, latest: start + (span + 1) * 120 },
    })),
  }
  const plan: DayPlan = planDay(day, { steps: 10_000, untilAllPlanned: false })
  ok(drivingMinutes(day, plan) > 0)
  return customers - plan.unplanned.length
}
