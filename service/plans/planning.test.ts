/** The plan beside the promise: pins, days that are fixed, who is on the way, and a day planned anew. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest"
import { linkOf } from "../../test/support/link.ts"
import { startLocalServer } from "../../test/support/local-server.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  nextNumber,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { createVroom } from "../host/adapters/planners/vroom.ts"
import { sendTexts } from "../messages/messages.worker.ts"
import { Spending } from "../platform/spending.ts"
import { freezeDays } from "./narrow-windows.worker.ts"

type Fields = Record<string, unknown>

let service: TestService
let story: Story
let carrier: PlayedCarrier
beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({ texts: carrier, book: true })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await put(service, "/company", { reminders: [], sms_confirmations: true })
})
afterAll(() => service.stop())
// Monday at six in the morning in Austin; Tuesday's plan is fixed at midnight UTC.
beforeEach(() => service.clock.set("2027-03-01T12:00:00.000Z"))

const frozen = "2027-03-02T00:00:00.000Z"
const api = (method: string, path: string, body?: Fields) => service.api(method as "POST", path, body)
const codeOf = ({ body }: Answer): string => body.error?.code ?? "none"
const read = async (id: number) => (await api("GET", `/appointments/${id}`)).body.data
const at = (time: string) => `2027-03-02T${time}:00.000Z`

interface Team {
  typeId: number
  anaId: number
  benId: number
}

/** A minute for each kilometre; Ana and Ben work from nine to five, 15 to 23 UTC. */
async function newTeam(names = ["Ana Ruiz", "Ben Okafor"]): Promise<Team> {
  const promise = { kind: "window", minutes: 120 }
  const typeId = await makeType(service, {
    name: "Repair",
    place: "at_customer",
    promise,
    min_notice_minutes: 0,
  })
  const travel = { speed_kmh: 60, road_factor: 1, setup_minutes: 0 }
  const works = { appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId), travel }
  const [anaId, benId] = [
    await makeProvider(service, { name: names[0], ...works }),
    names[1] ? await makeProvider(service, { name: names[1], ...works }) : 0,
  ]
  return { typeId, anaId, benId }
}

const customerAt = (km: number) =>
  makeCustomer(service, {
    phone: nextNumber(),
    address: {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.27 + km / 111.195, longitude: -97.74 },
    },
  })

const bookAt = async ({ typeId, anaId }: Team, km: number, hour: string, more: Fields = {}) =>
  make(service, "/appointments", {
    ...{ customer_id: await customerAt(km), appointment_type_id: typeId, provider_id: anaId },
    ...{ location_id: story.locationId, start_time: at(hour), ...more },
  })

async function texted(): Promise<string[]> {
  await sendTexts(service.context)
  return carrier.sent.splice(0).map(({ body }) => body.split("\n")[0]!)
}

it("WN-03 at the company's hour each window of the day narrows to an hour, and each customer is told once", async () => {
  const team = await newTeam()
  const first = await bookAt(team, 5, "15:00")
  const second = await bookAt(team, 6, "17:00")
  await texted()
  service.clock.set("2027-03-01T23:59:00.000Z")
  expect(await freezeDays(service.context)).toBe(0)
  service.clock.set(frozen)
  const [one, other] = await Promise.all([freezeDays(service.context), freezeDays(service.context)])
  expect(one + other).toBe(2)
  expect(await freezeDays(service.context)).toBe(0)
  const shown = await read(first.id)
  const hour = { start_time: at("15:00"), end_time: at("16:00") }
  expect(shown).toMatchObject({ narrowed_window: hour, window: first.window, version: 1 })
  expect(shown.planned_start >= hour.start_time && shown.planned_start <= hour.end_time).toBe(true)
  const told = await texted()
  expect(told).toHaveLength(2)
  expect(told.join("\n")).toContain("we now come Tue, Mar 2 between 9:00 AM and 10:00 AM CST")
  const { body } = await service.events()
  const types = body.data
    .filter(
      ({ data }: { data: Fields }) =>
        (data as { appointment?: { id: number } }).appointment?.id === second.id,
    )
    .map(({ type }: { type: string }) => type)
  expect(types).toEqual(["appointment.created"])
})

it("WN-03 from the hour of freezing on no booking moves a visit, and a new one is told its hour from the start", async () => {
  const team = await newTeam(["Ana Ruiz"])
  const first = await bookAt(team, 5, "15:00")
  service.clock.set(frozen)
  const before = await read(first.id)
  // Before the first there is no room any more, though there would be with it an hour later.
  const second = await bookAt(team, -5, "15:00")
  expect((await read(first.id)).planned_start).toBe(before.planned_start)
  expect(second.narrowed_window).toEqual({ start_time: at("16:00"), end_time: at("17:00") })
  const moved = await api("POST", `/appointments/${second.id}/reschedule`, {
    start_time: "2027-03-03T17:00:00.000Z",
  })
  expect([moved.status, moved.body.data.narrowed_window]).toEqual([200, undefined])
  await put(service, "/company", { plan: { freeze_at: "20:00" } })
  expect((await api("GET", "/company")).body.data.plan).toEqual({ freeze_at: "20:00", planner: "own" })
  const later = await bookAt(team, 5, "21:00")
  expect(later.narrowed_window).toBeUndefined()
  await put(service, "/company", { plan: { freeze_at: "18:00" } })
})

it("WN-03 a pinned visit stays where it is planned until it is unpinned", async () => {
  const team = await newTeam(["Ana Ruiz"])
  const near = await bookAt(team, 1, "15:00")
  const pinned = await api("POST", `/appointments/${near.id}/pin`, {})
  expect([pinned.status, pinned.body.data.pinned, pinned.body.data.version]).toEqual([200, true, 1])
  const second = await bookAt(team, 40, "15:00")
  expect((await read(near.id)).planned_start).toBe(near.planned_start)
  expect((await api("POST", `/appointments/${near.id}/unpin`, { if_version: 1 })).body.data.pinned).toBe(
    false,
  )
  const unknown = await api("POST", `/appointments/${near.id}/pin`, { if_version: 9 })
  expect(codeOf(unknown)).toBe("version_conflict")
  const start = await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: story.typeId, provider_id: story.anaId },
    start_time: at("20:00"),
  })
  expect(codeOf(await api("POST", `/appointments/${start.id}/pin`, {}))).toBe("not_planned")
  expect(codeOf(await api("POST", `/appointments/${start.id}/unpin`, {}))).toBe("not_planned")
  expect(codeOf(await api("POST", `/appointments/${start.id}/on-the-way`, {}))).toBe("not_at_customer")
  await api("POST", `/appointments/${second.id}/cancel`, {})
  expect(codeOf(await api("POST", `/appointments/${second.id}/pin`, {}))).toBe("appointment_not_scheduled")
  expect(codeOf(await api("POST", `/appointments/${second.id}/unpin`, {}))).toBe("appointment_not_scheduled")
  expect(codeOf(await api("POST", `/appointments/${second.id}/unpin`, { if_version: 9 }))).toBe(
    "version_conflict",
  )
})

it("WN-03 on the way: the customer is told once, again when it becomes much later, and the visit is locked", async () => {
  const team = await newTeam()
  const visit = await bookAt(team, 5, "15:00")
  const path = `/appointments/${visit.id}/on-the-way`
  expect(codeOf(await api("POST", path, {}))).toBe("appointment_not_today")
  service.clock.set(at("15:20"))
  await texted()
  expect(codeOf(await api("POST", path, { if_version: 7 }))).toBe("version_conflict")
  const gone = await api("POST", path, { minutes: 20 })
  expect([gone.status, gone.body.data.on_the_way]).toEqual([
    200,
    { since: at("15:20"), expected: at("15:40") },
  ])
  expect(await texted()).toEqual([
    expect.stringContaining("we are on the way to you (Repair) and arrive about 9:40 AM CST."),
  ])
  await api("POST", path, { minutes: 25 })
  expect(await texted()).toEqual([])
  await api("POST", path, { minutes: 45 })
  expect(await texted()).toEqual([expect.stringContaining("arrive about 10:05 AM CST")])
  await api("POST", path, {})
  expect(await texted()).toEqual([])
  const plan = (await api("GET", `/plans/2027-03-02?location_id=${story.locationId}`)).body.data
  const stop = plan.routes
    .flatMap(({ stops }: { stops: Fields[] }) => stops)
    .find((each: Fields) => each.appointment_id === visit.id)
  expect([stop.locked, stop.pinned]).toEqual([true, false])
  const back = await service.api("DELETE", path)
  expect([back.status, back.body.data.on_the_way]).toEqual([200, undefined])
  const other = await bookAt(team, 6, "21:00")
  await texted()
  const silent = await api("POST", `/appointments/${other.id}/on-the-way`, {
    silent_channels: ["sms", "mail"],
  })
  expect(silent.body.data.on_the_way).toEqual({ since: at("15:20"), expected: other.planned_start })
  expect(await texted()).toEqual([])
  await api("POST", `/appointments/${other.id}/cancel`, {})
  expect(codeOf(await api("POST", `/appointments/${other.id}/on-the-way`, {}))).toBe(
    "appointment_not_scheduled",
  )
})

it("PV-03 on the way and there: each is an event with its time, and the customer's page says so until the visit begins", async () => {
  const team = await newTeam()
  const visit = await bookAt(team, 5, "15:00")
  const path = `/appointments/${visit.id}`
  expect(codeOf(await api("POST", `${path}/arrived`, {}))).toBe("appointment_not_today")
  service.clock.set(at("15:20"))
  await texted()
  const link = linkOf(service, String(visit.manage_url))
  const shown = async () => JSON.stringify((await link.read()).data).includes("onTheWay")
  await api("POST", `${path}/on-the-way`, { minutes: 20 })
  const told = await texted()
  expect(told).toEqual([
    expect.stringContaining(`arrive about 9:40 AM CST. See where things stand: ${visit.manage_url}`),
  ])
  expect(await shown()).toBe(true)
  expect(codeOf(await api("POST", `${path}/arrived`, { if_version: 9 }))).toBe("version_conflict")
  service.clock.set(at("15:50"))
  const there = await api("POST", `${path}/arrived`, { at: at("15:38") })
  expect(there.body.data).toMatchObject({ arrived_at: at("15:38"), version: visit.version })
  expect((await api("POST", `${path}/arrived`, {})).body.data).toEqual(there.body.data)
  expect((await link.read()).error.code).toBe("link_ended")
  // A provider who has arrived is expected no more.
  await api("POST", `${path}/on-the-way`, { minutes: 90 })
  expect(await texted()).toEqual([])
  const own = (await service.events()).body.data.filter(
    ({ data }: { data: { appointment?: { id: number } } }) => data.appointment?.id === visit.id,
  )
  expect(own.map(({ type, data }: Fields & { data: Fields }) => [type, data.visit])).toEqual([
    ["appointment.created", undefined],
    ["appointment.on_the_way", { ...since, arrived_at: null }],
    ["appointment.arrived", { ...since, arrived_at: at("15:38") }],
  ])
  const back = await service.api("DELETE", `${path}/on-the-way`)
  expect([back.body.data.on_the_way, back.body.data.arrived_at]).toEqual([undefined, undefined])
  const other = await bookAt(team, 6, "21:00")
  await api("POST", `/appointments/${other.id}/cancel`, {})
  expect(codeOf(await api("POST", `/appointments/${other.id}/arrived`, {}))).toBe("appointment_not_scheduled")
  const inside = await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: story.typeId, provider_id: story.benId },
    start_time: at("18:30"),
  })
  expect(codeOf(await api("POST", `/appointments/${inside.id}/arrived`, {}))).toBe("not_at_customer")
})

const since = {
  on_the_way_at: at("15:20"),
  expected_at: at("15:40"),
  closed_at: null,
  no_show_reason: null,
}

it("PV-03 a press that comes late counts when it was made, and tells the customer only what is still true", async () => {
  const team = await newTeam()
  const visit = await bookAt(team, 5, "15:00")
  service.clock.set(at("15:50"))
  await texted()
  const path = `/appointments/${visit.id}/on-the-way`
  const late = await api("POST", path, { minutes: 12, at: at("15:20") })
  expect(late.body.data.on_the_way).toEqual({ since: at("15:20"), expected: at("15:32") })
  expect(await texted()).toEqual([])
  await service.api("DELETE", path)
  // A phone whose clock runs an hour ahead has pressed now.
  const ahead = await api("POST", path, { minutes: 12, at: at("16:50") })
  expect(ahead.body.data.on_the_way).toEqual({ since: at("15:50"), expected: at("16:02") })
  expect(await texted()).toHaveLength(1)
  await service.api("DELETE", path)
  // A text that is queued when its provider has arrived already is news no more.
  await api("POST", path, { minutes: 30 })
  await api("POST", `/appointments/${visit.id}/arrived`, {})
  expect(await texted()).toEqual([])
})

it("WN-07 a day is read in the order of its visits with the drives between them", async () => {
  const team = await newTeam(["Ana Ruiz"])
  await bookAt(team, 5, "15:00")
  await bookAt(team, 10, "17:00")
  const { status, body } = await api("GET", `/plans/2027-03-02?location_id=${story.locationId}`)
  expect(status).toBe(200)
  const route = body.data.routes.find((each: { provider: { id: number } }) => each.provider.id === team.anaId)
  expect(route.stops.map((stop: Fields) => [stop.drive_minutes, stop.slack_minutes, stop.locked])).toEqual([
    [5, 115, false],
    [5, 120, false],
  ])
  expect(route.start_point).toEqual({ latitude: 30.27, longitude: -97.74 })
  expect([route.driving_minutes, route.ends_at]).toEqual([20, at("18:10")])
  expect([body.data.is_frozen, body.data.frozen_at]).toEqual([false, frozen])
  const board = (await api("GET", "/board?date=2027-03-02")).body.data
  const own = board.appointments.filter((each: Fields) => each.provider_id === team.anaId)
  expect(
    own.map(({ planned, start_time }: { planned: Fields; start_time: string }) => [start_time, planned]),
  ).toEqual([
    [at("15:00"), { start_time: at("15:05"), end_time: at("16:05"), pinned: false, is_fixed: false }],
    [at("17:00"), { start_time: at("17:00"), end_time: at("18:00"), pinned: false, is_fixed: false }],
  ])
  const { trips } = board.providers.find(({ id }: { id: number }) => id === team.anaId)
  expect(trips.map((trip: Fields) => [trip.start_time, trip.end_time])).toEqual([[at("16:55"), at("17:00")]])
  const empty = await api("GET", `/plans/2027-03-06?location_id=${story.locationId}`)
  expect([empty.status, empty.body.data.routes]).toEqual([200, []])
  const none = await api("POST", "/plans/2027-03-06/preview", { location_id: story.locationId })
  expect([none.status, none.body.data.changes]).toEqual([200, []])
  const away = { location_id: 999_999 }
  expect(codeOf(await api("GET", "/plans/2027-03-02?location_id=999999"))).toBe("not_found")
  expect(codeOf(await api("POST", "/plans/2027-03-02/preview", away))).toBe("not_found")
})

/** Ana drives north and south by turns, and Ben does not drive; on Wednesday, whose plan no other test has. */
async function crossed(): Promise<{ team: Team; ids: number[] }> {
  const team = await newTeam()
  const wednesday = (hour: string) => ({ start_time: `2027-03-03T${hour}:00.000Z` })
  const { benId } = team
  await put(service, `/providers/${benId}`, { active: false })
  const ids: number[] = []
  for (const [km, hour] of [
    [20, "15:00"],
    [-20, "17:00"],
    [21, "19:00"],
    [-21, "21:00"],
  ] as const)
    ids.push((await bookAt(team, km, "15:00", wednesday(hour))).id)
  await put(service, `/providers/${benId}`, { active: true })
  return { team, ids }
}

it("FX-12 the day of a plan is granted before it is made, by its visits, and planning it besides", async () => {
  const team = await newTeam(["Ana Ruiz"])
  const granted = vi.spyOn(Spending.prototype, "beGranted")
  const day = "/plans/2027-03-02"
  const body = { location_id: story.locationId }
  const costs = async (ask: () => Promise<Answer>) => {
    granted.mockClear()
    expect((await ask()).status).toBe(200)
    return granted.mock.calls.map(([costMs]) => costMs)
  }
  const reading = () => api("GET", `${day}?location_id=${story.locationId}`)
  const [none] = await costs(reading)
  await bookAt(team, 5, "15:00")
  const [one] = await costs(reading)
  expect(one).toBeGreaterThan(none!)
  const [ofDay, ofPlan] = await costs(() => api("POST", `${day}/preview`, body))
  expect(ofDay).toBe(one)
  expect(ofPlan).toBeGreaterThan(0)
  granted.mockRestore()
})

it("WN-07 a day is planned anew on demand, and the preview says before what would change", async () => {
  const { ids } = await crossed()
  const question = { location_id: story.locationId }
  const preview = (more: Fields = {}) => api("POST", "/plans/2027-03-03/preview", { ...question, ...more })
  const { status, body } = await preview()
  expect([status, body.error]).toEqual([200, undefined])
  const { plan, changes, driving_minutes_before: before } = body.data
  expect(plan.driving_minutes).toBeLessThan(before)
  expect(changes.length).toBeGreaterThan(0)
  const versions = await Promise.all(ids.map(async (id) => (await read(id)).version))
  for (const { appointment_id, window, from, to } of changes) {
    expect(ids).toContain(appointment_id)
    expect((await read(appointment_id)).planned_start).toBe(from.planned_start)
    expect(to.planned_start >= window.start_time && to.planned_start <= window.end_time).toBe(true)
  }
  // Another planner that leaves all out proposes nothing; one that gives no answer is replaced by the built-in one.
  const other = await startLocalServer()
  other.tell(() => ({ body: { code: 0, routes: [] } }))
  service.context.planner = createVroom({ baseUrl: other.url })
  const asked = async () => {
    const { data } = (await preview()).body
    return [data.planner, data.changes]
  }
  expect(await asked()).toEqual(["own", changes])
  await put(service, "/company", { plan: { planner: "vroom" } })
  expect((await api("GET", "/company")).body.data.plan.planner).toBe("vroom")
  expect(await asked()).toEqual(["vroom", []])
  await other.stop()
  expect(await asked()).toEqual(["own", changes])
  service.context.planner = null
  expect(await asked()).toEqual(["own", changes])
  await put(service, "/company", { plan: { planner: "own" } })
  const named = changes[0].appointment_id
  const kept = (await preview({ keep: [named] })).body.data
  expect(kept.changes.map(({ appointment_id }: Fields) => appointment_id)).not.toContain(named)
  const wanted = changes.map(
    ({
      appointment_id,
      to,
    }: {
      appointment_id: number
      to: { provider: { id: number }; planned_start: string }
    }) => ({
      ...{ appointment_id, provider_id: to.provider.id, planned_start: to.planned_start },
    }),
  )
  await texted()
  const events = (await service.events()).body.data.length
  const impossible = [{ ...wanted[0], planned_start: "2027-03-03T03:00:00.000Z" }]
  const apply = (changed: unknown) =>
    api("POST", "/plans/2027-03-03/apply", { ...question, changes: changed })
  expect(codeOf(await apply(impossible))).toBe("plan_changed")
  expect(
    codeOf(await api("POST", "/plans/2027-03-03/apply", { location_id: 999_999, changes: wanted })),
  ).toBe("not_found")
  const applied = await apply(wanted)
  expect([applied.status, applied.body.data?.driving_minutes]).toEqual([200, plan.driving_minutes])
  expect(await Promise.all(ids.map(async (id) => (await read(id)).version))).toEqual(versions)
  expect((await service.events()).body.data).toHaveLength(events)
  expect(await texted()).toEqual([])
  const pinned = await Promise.all(ids.map((id) => api("POST", `/appointments/${id}/pin`, {})))
  expect(pinned.map(({ status: each }) => each)).toEqual([200, 200, 200, 200])
  expect((await preview()).body.data.changes).toEqual([])
})
