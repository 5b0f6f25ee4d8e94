/**
 * Windows are booked, moved and cancelled over HTTP by several at once, while providers take time off, days are planned anew, days
 * come to be fixed, and the service is killed. Every call is repeated under its Idempotency-Key until it is answered. In the end
 * each visit is planned inside what was promised, the drives between the visits hold, and no customer heard of anything twice.
 * `KILL_SEED` repeats a run's choices.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { GeoPoint } from "../../domain/model/geo.ts"
import { openCluster } from "../../service/host/database/cluster.ts"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import { connectTo } from "../../service/platform/pg/servers.ts"
import { made, type Sent, send } from "../kills/clients.ts"
import { createCompany, type ServiceProcess, startServiceProcess } from "../kills/service-process.ts"
import { openTally, type Tally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "kill-windows"
export const onlyFull = true

const counts: Record<Scale, { bookings: number; kills: number }> = {
  few: { bookings: 40, kills: 1 },
  full: { bookings: 5_000, kills: 40 },
}
const clients = 6
const customers = 80
const vans = 3
const workMinutes = 45
const windowMinutes = 120
const travel = { speed_kmh: 40, road_factor: 1.3, setup_minutes: 5 }
/** So many bookings are asked for on a date before the next is begun: more than fit. */
const askedOnDate = 24
const dayMs = 86_400_000
/** From kill to kill. Answers are kept under their key for a day, and events for thirty: all of both are there to the end. */
const betweenKillsMs = 17 * 3_600_000
const env = { MAIL: "console", MAIL_FROM: "appointments@mail.example" }

interface Site {
  dataDir: string
  service: ServiceProcess
  key: string
  typeId: number
  locationId: number
  providerIds: readonly number[]
  customers: ReadonlyMap<number, GeoPoint>
  /** The first date that is booked, epoch milliseconds. */
  firstDate: number
}

interface Told {
  booked: number[]
  refused: number
  moves: number
  cancels: number
  plans: number
  off: { providerId: number; from: number; until: number }[]
}

export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const { bookings, kills } = counts[scale]
  const tally = openTally(name)
  const told: Told = { booked: [], refused: 0, moves: 0, cancels: 0, plans: 0, off: [] }
  const site = await openSite()
  try {
    const isOver = () => told.booked.length >= bookings
    const working = Array.from({ length: clients }, (_, i) =>
      work(site, told, diceFrom(seed + i), `c${i}`, isOver),
    )
    const dice = diceFrom(seed + clients)
    for (let kill = 1; kill <= kills; kill += 1) {
      while (told.booked.length < (bookings * kill) / (kills + 1)) await sleep(20)
      await sleep(dice.between(0, 60))
      await site.service.kill()
      // Each time later, so that days come to be fixed.
      site.service = await startServiceProcess(site.dataDir, kill * betweenKillsMs, env)
    }
    await Promise.all(working)
    await check(site, told, tally)
  } finally {
    await closeSite(site)
  }
  const { booked, refused, moves, cancels, plans, off } = told
  const note = `${booked.length} booked, ${refused} had no room, ${moves} moves, ${cancels} cancels, ${off.length} times off, ${plans} plans anew, ${kills} kills, KILL_SEED=${seed}`
  return [tally.outcome(note)]
}

/** Works until it is stopped: mostly bookings, and changes to the days of others. */
async function work(
  site: Site,
  told: Told,
  dice: Dice,
  client: string,
  isOver: () => boolean,
): Promise<void> {
  const ids = [...site.customers.keys()]
  for (let nth = 0; !isOver(); nth += 1) {
    const ask = (method: string, path: string, body: object) =>
      answered(site, method, path, body, `${client}-${nth}-${path}`)
    const asked = told.booked.length + told.refused
    const date = site.firstDate + (Math.floor(asked / askedOnDate) + dice.between(0, 2)) * dayMs
    const start_time = new Date(date + (8 + 2 * dice.between(0, 4)) * 3_600_000).toISOString()
    const providerId = dice.pick(site.providerIds)
    const chance = dice.between(1, 100)
    const known = told.booked.length === 0 ? null : dice.pick(told.booked.slice(-3 * askedOnDate))
    if (chance <= 10 && known !== null) {
      const { status } = await ask("POST", `/appointments/${known}/reschedule`, { start_time })
      if (status === 200) told.moves += 1
    } else if (chance <= 18 && known !== null) {
      const { status } = await ask("POST", `/appointments/${known}/cancel`, {})
      if (status === 200) told.cancels += 1
    } else if (chance <= 20) {
      const off = { providerId, from: Date.parse(start_time), until: Date.parse(start_time) + 3_600_000 }
      told.off.push(off)
      const span = { start_time, end_time: new Date(off.until).toISOString() }
      await ask("POST", `/providers/${providerId}/time-off`, { ...span, reason: "dentist" })
    } else if (chance <= 24) {
      if (await planAnew(site, new Date(date).toISOString().slice(0, 10), ask)) told.plans += 1
    } else {
      const { status, text } = await ask("POST", "/appointments", {
        ...{ customer_id: dice.pick(ids), appointment_type_id: site.typeId, location_id: site.locationId },
        ...{ provider_id: providerId, start_time },
      })
      if (status === 201) told.booked.push(JSON.parse(text).data.id)
      else told.refused += 1
    }
  }
}

type Ask = (method: string, path: string, body: object) => Promise<Sent>

async function planAnew({ locationId: location_id }: Site, date: string, ask: Ask): Promise<boolean> {
  const preview = await ask("POST", `/plans/${date}/preview`, { location_id })
  if (preview.status !== 200) return false
  interface Change {
    appointment_id: number
    to: { provider: { id: number }; planned_start: string }
  }
  const changes = (JSON.parse(preview.text).data.changes as Change[]).map(({ appointment_id, to }) => ({
    ...{ appointment_id, provider_id: to.provider.id, planned_start: to.planned_start },
  }))
  if (changes.length === 0) return false
  return (await ask("POST", `/plans/${date}/apply`, { location_id, changes })).status === 200
}

/** Asks again until an answer comes that is none of a service that dies or has no time. */
async function answered(site: Site, method: string, path: string, body: object, key: string): Promise<Sent> {
  for (;;) {
    const sent = await send(site.service.baseUrl, site, method, path, body, key).catch(() => null)
    // A call that is still at work under the key has an answer later.
    const isAnswer = sent !== null && sent.status < 500 && sent.status !== 429
    if (isAnswer && !sent.text.includes("idempotency_key_running")) return sent
    await sleep(100)
  }
}

async function openSite(): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), "windows-"))
  chmodSync(dataDir, 0o755)
  const service = await startServiceProcess(dataDir, 0, env)
  const key = await createCompany(dataDir, env)
  const { baseUrl } = service
  const create = (path: string, body: object) => made(baseUrl, { key }, path, body)
  const mail = await send(baseUrl, { key }, "PUT", "/company", { mail: {}, reminders: [] })
  if (mail.status !== 200) throw new Error(mail.text)
  const address = { line1: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" }
  const centre = { latitude: 30.27, longitude: -97.74 }
  const locationId = await create("/locations", { name: "Downtown", timezone: "UTC", address, ...centre })
  const typeId = await create("/appointment-types", {
    ...{ name: "Repair", place: "at_customer", promise: { kind: "window", minutes: windowMinutes } },
    ...{ duration_minutes: workMinutes, min_notice_minutes: 0, booking_window_days: 730 },
    customer_overlap: true,
  })
  const weekly_hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    ...{ location_id: locationId, weekday, start: "08:00", end: "18:00" },
  }))
  const providerIds: number[] = []
  for (let i = 1; i <= vans; i += 1)
    providerIds.push(
      await create("/providers", { name: `Van ${i}`, appointment_type_ids: [typeId], weekly_hours, travel }),
    )
  const points = new Map<number, GeoPoint>()
  for (let i = 0; i < customers; i += 1) {
    // Spread evenly, by two turns that never meet.
    const point = {
      latitude: centre.latitude + (((i * 0.618) % 1) - 0.5) * 0.25,
      longitude: centre.longitude + (((i * 0.755) % 1) - 0.5) * 0.3,
    }
    const email = `customer${i}@customer.example`
    points.set(
      await create("/customers", { name: `Sam ${i}`, email, address: { ...address, ...point } }),
      point,
    )
  }
  const firstDate = Math.floor(Date.now() / dayMs) * dayMs + 2 * dayMs
  return { dataDir, service, key, typeId, locationId, providerIds, customers: points, firstDate }
}

async function closeSite({ dataDir, service }: Site): Promise<void> {
  await service.kill()
  if (existsSync(join(dataDir, "postgres", "postmaster.pid"))) await (await openCluster({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
}

interface StoredPlan {
  id: number
  customer: number
  provider: number
  /** Minutes since 1970, as all of these. */
  planned: number
  from: number
  until: number
  held_from: number
  held_until: number
}

/** Each counts what customers would hear twice, or what is there twice. None of them may find anything. */
const twice: Record<string, string> = {
  "messages that went twice": `SELECT count(*)::int AS count FROM (SELECT FROM text_message
    GROUP BY appointment_id, appointment_version, purpose, question, channel HAVING count(*) > 1) AS t`,
  "customers who heard of a new hour for one version twice": `SELECT count(*)::int AS count FROM (SELECT FROM text_message
    WHERE question = 'narrowed' GROUP BY appointment_id, appointment_version HAVING count(*) > 1) AS t`,
  "appointments without exactly one created event": `SELECT count(*)::int AS count FROM appointment a WHERE 1 <>
    (SELECT count(*) FROM event e WHERE e.appointment_id = a.id AND e.type = 'appointment.created')`,
  "appointments whose versions are not its moves and its cancel": `SELECT count(*)::int AS count FROM appointment a
    WHERE a.version - 1 <> (SELECT count(*) FROM event e WHERE e.appointment_id = a.id
      AND e.type IN ('appointment.rescheduled', 'appointment.cancelled'))`,
}

/** Asks the embedded database itself. */
async function check(site: Site, told: Told, tally: Tally): Promise<void> {
  const cluster = await openCluster({ dataDir: site.dataDir })
  const client = await connectTo(cluster.url)
  try {
    const { rows } = await client.query<StoredPlan>(`
      SELECT a.id::int, a.customer_id::int AS customer, k.resource_id::int AS provider,
        extract(epoch FROM a.planned_start_at)::int / 60 AS planned,
        extract(epoch FROM coalesce(a.narrowed_start_at, a.start_at))::int / 60 AS from,
        extract(epoch FROM coalesce(a.narrowed_end_at, a.end_at))::int / 60 AS until,
        k.start_minute AS held_from, k.end_minute AS held_until
      FROM appointment a JOIN allocation k ON k.company_id = a.company_id AND k.appointment_id = a.id AND k.active
      WHERE a.status = 'scheduled' ORDER BY k.resource_id, k.start_minute`)
    for (const visit of rows) tally.check(isKept(visit), () => `broken: ${JSON.stringify(visit)}`)
    checkDrives(site, told, rows, tally)
    const { rows: all } = await client.query<{ id: number }>("SELECT id::int FROM appointment")
    const isSame =
      String(all.map(({ id }) => id).sort((a, b) => a - b)) === String(told.booked.toSorted((a, b) => a - b))
    tally.check(isSame, () => `${all.length} appointments, ${told.booked.length} were answered`)
    for (const [what, sql] of Object.entries(twice)) {
      const { rows: found } = await client.query<{ count: number }>(sql)
      tally.check(found[0]!.count === 0, () => `${found[0]!.count} ${what}`)
    }
  } finally {
    await client.end()
    await cluster.stop()
  }
}

const isKept = ({ planned, from, until, held_from, held_until }: StoredPlan) =>
  planned >= from && planned <= until && held_from === planned && held_until === planned + workMinutes

/** The legs of each van's days. A visit that time off meets stays where it was, and no leg to it is judged. */
function checkDrives(site: Site, told: Told, visits: readonly StoredPlan[], tally: Tally): void {
  const meetsOff = ({ provider, held_from, held_until }: StoredPlan) =>
    told.off.some(
      ({ providerId, from, until }) =>
        providerId === provider && held_from * 60_000 < until && held_until * 60_000 > from,
    )
  for (const [i, visit] of visits.entries()) {
    const before = visits[i - 1]
    if (
      before?.provider !== visit.provider ||
      Math.floor(before.planned / 1_440) !== Math.floor(visit.planned / 1_440)
    )
      continue
    if (meetsOff(before) || meetsOff(visit)) continue
    const [from, to] = [site.customers.get(before.customer)!, site.customers.get(visit.customer)!]
    const drive = (kilometresBetween(from, to) * travel.road_factor * 60) / travel.speed_kmh
    const needed = before.customer === visit.customer ? 0 : drive + travel.setup_minutes
    const gap = visit.held_from - before.held_until
    tally.check(gap >= needed - 1, () => `${gap} minutes for ${needed}: ${JSON.stringify([before, visit])}`)
  }
}

function kilometresBetween(a: GeoPoint, b: GeoPoint): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const across = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const along = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const h = across + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * along
  return 2 * 6_371 * Math.asin(Math.sqrt(h))
}
