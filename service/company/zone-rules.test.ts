import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { useZoneData } from "../../domain/time/zone-table.ts"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { cli } from "../../test/support/processes.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  weekdays,
} from "../../test/support/story.ts"
import { listShifted, moveShifted } from "../booking/review-zones.ts"

type Data = ReturnType<typeof JSON.parse>

const now = "2026-11-20T12:00:00.000Z"
let database: TestDatabase
let service: TestService
let locationId: number
let typeId: number
let providerId: number

beforeAll(async () => {
  database = await createTestDatabase()
  service = await startService({ now, database })
  locationId = await makeLocation(service, { timezone: "America/Winnipeg" })
  typeId = await makeType(service)
  providerId = await makeProvider(service, {
    name: "Ana Ruiz",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(locationId),
  })
})
afterEach(() => useZoneData(null))
afterAll(() => service.stop())

it("TR-25 09:00 in Winnipeg on 2 December 2026 is 14:00Z in search and booking, a zone that the runtime has an hour off", async () => {
  const byRuntime = Temporal.PlainDateTime.from("2026-12-02T09:00").toZonedDateTime("America/Winnipeg")
  expect(byRuntime.toInstant().toString()).toBe("2026-12-02T15:00:00Z")

  const search = { appointment_type_id: typeId, start_date: "2026-12-02", end_date: "2026-12-03" }
  const { body } = await service.api("POST", "/slots", search)
  const starts = body.data.providers[0].slots.map((slot: { start_time: string }) => slot.start_time)
  expect([starts[0], starts.at(-1)]).toEqual(["2026-12-02T14:00:00.000Z", "2026-12-02T21:00:00.000Z"])

  const wish = {
    customer_id: await makeCustomer(service),
    appointment_type_id: typeId,
    provider_id: providerId,
    location_id: locationId,
  }
  const late = await service.api("POST", "/appointments", { ...wish, start_time: "2026-12-02T22:00:00.000Z" })
  expect(late.status).toBe(409)
  await make(service, "/appointments", { ...wish, start_time: starts[0] })
})

/** Manitoba's winter before its clocks stayed where they are: six hours behind UTC, for as long as there is no other data. */
const untilLastYear = {
  source: "rules of last year",
  version: null,
  names: ["America/Winnipeg"],
  canonical: (name: string) => name,
  periodsOf: (name: string) =>
    name === "America/Winnipeg"
      ? { starts: [Number.NEGATIVE_INFINITY], offsets: [-21_600], abbreviations: ["CST"] }
      : null,
}

const hours = () => ({ appointment_type_ids: [typeId], weekly_hours: weekdays(locationId) })

async function book(withProvider: number, startTime: string): Promise<number> {
  const wish = { appointment_type_id: typeId, provider_id: withProvider, location_id: locationId }
  const customer_id = await makeCustomer(service)
  return (await make(service, "/appointments", { ...wish, customer_id, start_time: startTime })).id
}

/** `zones review`, beside the service, at its time. */
async function review(...options: string[]) {
  const { code, stdout } = await cli(["zones", "review", "--json", ...options], {
    DATABASE_URL: database.url,
    POOL_SIZE: "2",
    TEST_CLOCK_OFFSET_MS: String(Date.parse(now) - Date.now()),
  })
  return { code, ...JSON.parse(stdout) }
}

it("TR-26 zones review lists what new rules show at another time, and moves it with events to the time it was booked for", async () => {
  const benId = await makeProvider(service, { name: "Ben Okafor", ...hours() })
  const eveId = await makeProvider(service, { name: "Eve Lund", ...hours() })
  useZoneData(untilLastYear)
  // At 9, 10 and 11 o'clock, so that each has to make room for the next.
  const neighbours = []
  for (const hour of [15, 16, 17]) neighbours.push(await book(benId, `2026-12-03T${hour}:00:00.000Z`))
  const eves = await book(eveId, "2026-12-03T15:00:00.000Z")
  useZoneData(null)
  const inTheWay = await book(eveId, "2026-12-03T14:00:00.000Z")

  const listed = await review()
  expect(listed.code).toBe(0)
  expect(listed.appointments.map((row: { appointment_id: number }) => row.appointment_id)).toEqual([
    neighbours[0],
    eves,
    ...neighbours.slice(1),
  ])
  expect(listed.appointments[0]).toEqual({
    company_id: service.companyId,
    appointment_id: neighbours[0],
    timezone: "America/Winnipeg",
    booked_for: "2026-12-03 09:00",
    now_shown_as: "2026-12-03 10:00",
    start_time: "2026-12-03T15:00:00.000Z",
    start_time_by_wall_clock: "2026-12-03T14:00:00.000Z",
    outcome: "listed",
  })
  const startOf = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data.start_time
  expect(await startOf(neighbours[0]!)).toBe("2026-12-03T15:00:00.000Z")

  const moved = await review("--move")
  expect(moved.code).toBe(1)
  expect(moved.appointments.map((row: { outcome: string }) => row.outcome)).toEqual([
    "moved",
    "slot_taken",
    "moved",
    "moved",
  ])
  expect(await Promise.all(neighbours.map(startOf))).toEqual([
    "2026-12-03T14:00:00.000Z",
    "2026-12-03T15:00:00.000Z",
    "2026-12-03T16:00:00.000Z",
  ])
  expect([await startOf(eves), await startOf(inTheWay)]).toEqual([
    "2026-12-03T15:00:00.000Z",
    "2026-12-03T14:00:00.000Z",
  ])
  const { data: events } = (await service.events("limit=100&type=appointment.rescheduled")).body
  expect(
    events.map(({ source, data }: { source: object; data: { appointment: { id: number } } }) => ({
      source,
      id: data.appointment.id,
    })),
  ).toEqual(neighbours.map((id) => ({ source: { kind: "system" }, id })))
  expect(events[0].data).toMatchObject({
    appointment: { start_time: "2026-12-03T14:00:00.000Z", end_time: "2026-12-03T15:00:00.000Z" },
    previous: { start_time: "2026-12-03T15:00:00.000Z" },
  })
  expect((await review()).appointments).toHaveLength(1)
})

it("FX-03 zones review, run as the command, lists and moves classes, windows, holds and offers too", async () => {
  const provider = { appointment_type_ids: [] as number[], weekly_hours: weekdays(locationId) }
  const dora = async (type: Parameters<typeof makeType>[1]) => {
    const id = await makeType(service, type)
    const by = await makeProvider(service, { name: "Dora Lee", ...provider, appointment_type_ids: [id] })
    return { id, by }
  }
  const windowed = await dora({ place: "at_customer", promise: { kind: "window", minutes: 120 } })
  const classes = await dora({ name: "Yoga", seats: 4 })
  const plain = await dora({})
  useZoneData(untilLastYear)
  const wishOf = ({ id, by }: { id: number; by: number }, hour: number) => ({
    ...{ appointment_type_id: id, provider_id: by, location_id: locationId },
    start_time: `2026-12-08T${hour}:00:00.000Z`,
  })
  const address = { line1: "2 Main St", city: "Winnipeg", state: "MB", postal_code: "R3C 4T3", country: "CA" }
  const point = { latitude: 49.9, longitude: -97.14 }
  const customer_id = await makeCustomer(service, { address: { ...address, ...point } })
  const visit = await make(service, "/appointments", { ...wishOf(windowed, 17), customer_id })
  const { provider_id, ...session } = wishOf(classes, 18)
  const { sessions }: Data = await make(service, "/class-sessions", {
    ...session,
    provider_ids: [provider_id],
  })
  const hold = await make(service, "/holds", { ...wishOf(plain, 19), minutes: 15 })
  const entry = await make(service, "/waiting-entries", {
    ...{ customer_id, appointment_type_id: plain.id, latest_date: "2026-12-31" },
  })
  const { appointment_type_id: _, ...offered } = wishOf(plain, 20)
  const { id: offerId } = await make(service, `/waiting-entries/${entry.id}/offers`, offered)
  useZoneData(null)
  const mine = ({ appointments, sessions: found, holds, offers }: Data) => ({
    visits: appointments.filter((one: Data) => one.appointment_id === visit.id),
    ...{ sessions: found, holds, offers },
  })
  const row = (more: object, hour: number, outcome: string) => ({
    ...{ company_id: service.companyId, timezone: "America/Winnipeg", ...more, outcome },
    ...{ booked_for: `2026-12-08 ${hour - 6}:00`, now_shown_as: `2026-12-08 ${hour - 5}:00` },
    start_time: `2026-12-08T${hour}:00:00.000Z`,
    start_time_by_wall_clock: `2026-12-08T${hour - 1}:00:00.000Z`,
  })
  const rows = (outcome: string) => ({
    visits: [row({ appointment_id: visit.id }, 17, outcome)],
    sessions: [row({ session_id: sessions[0].id }, 18, outcome)],
    holds: [row({ hold_id: hold.id }, 19, outcome)],
    offers: [row({ offer_id: offerId, entry_id: entry.id }, 20, outcome)],
  })
  expect(mine(await review())).toEqual(rows("listed"))
  expect(mine(await review("--move"))).toEqual(rows("moved"))
  expect(mine(await review())).toEqual({ visits: [], sessions: [], holds: [], offers: [] })
  const after = (await service.api("GET", `/appointments/${visit.id}`)).body.data
  expect([after.window.start_time, after.window.end_time]).toEqual([
    ...["2026-12-08T16:00:00.000Z", "2026-12-08T18:00:00.000Z"],
  ])
})

it("TQ-06 an appointment that moves with its zone's new rules is written anew into the provider's calendar", async () => {
  const calId = await makeProvider(service, { name: "Cal Reed", ...hours() })
  const connection = { kind: "caldav", url: "http://127.0.0.1:9/cal", username: "cal", password: "hush" }
  useZoneData(untilLastYear)
  const id = await book(calId, "2026-12-04T15:00:00.000Z")
  useZoneData(null)
  // Connected behind the booking, which would ask it.
  await make(service, `/providers/${calId}/calendars`, { ...connection, writes: true })
  const { context, companyId } = service
  const waiting = () =>
    context.db.query<{ appointment_id: number }>(
      "SELECT appointment_id FROM calendar_push_due WHERE company_id = $1",
      [companyId],
    )
  await context.db.query("DELETE FROM calendar_push_due WHERE company_id = $1", [companyId])
  const shifted = (await listShifted(context, companyId)).filter(
    (one) => "appointment" in one && one.appointment.id === id,
  )
  expect([...(await moveShifted(context, shifted)).values()]).toEqual(["moved"])
  expect(await waiting()).toEqual([{ appointment_id: id }])
})
