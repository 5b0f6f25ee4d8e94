/** How other systems keep a company's types, providers and hours in step with ours. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { put, type Story, tellStory } from "../../test/support/story.ts"
import { deliveriesOf, makeEndpoint } from "../../test/support/webhooks.ts"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
})
afterAll(() => service.stop())

interface Told {
  id: string
  type: string
  occurred_at: string
  data: { changed?: string[]; provider?: object | null; appointment_type?: object }
}

let seen = ""
beforeEach(async () => {
  seen = (await all()).at(-1)?.id ?? ""
})

async function all(): Promise<Told[]> {
  // Commits beside this test are waited for.
  await service.events()
  const { body } = await service.api("GET", "/events?limit=100")
  return body.data
}
/** The events of this test, oldest first. */
const told = async () => {
  const events = await all()
  return events.slice(events.findIndex(({ id }) => id === seen) + 1)
}
const send = async (method: string, path: string, body?: object) =>
  (await service.api(method, path, body)).body.data
const changes = (events: readonly Told[]) => events.map(({ type, data }) => [type, data.changed])

describe("events of the set-up", () => {
  it("IN-14 a type that is made, changed and archived is told of in order, each a little later", async () => {
    const made = { name: "Boiler", duration_minutes: 60, external_ref: "svc-1", metadata: { kind: "gas" } }
    const { id } = await send("POST", "/appointment-types", made)
    await put(service, `/appointment-types/${id}`, { duration_minutes: 90, name: "Boiler" })
    await service.api("DELETE", `/appointment-types/${id}`)
    const events = await told()
    expect(changes(events)).toEqual([
      ["appointment_type.created", undefined],
      ["appointment_type.changed", ["blocks", "duration_minutes"]],
      ["appointment_type.archived", undefined],
    ])
    expect(events.map(({ data }) => data.appointment_type)).toEqual(
      [
        { duration_minutes: 60, active: true },
        { duration_minutes: 90, active: true },
        { duration_minutes: 90, active: false },
      ].map((then) => ({
        ...{ id, name: "Boiler", kind: "open", public_booking: false },
        ...{ external_ref: "svc-1", metadata: { kind: "gas" } },
        ...then,
      })),
    )
    const times = events.map(({ occurred_at }) => occurred_at)
    expect(times).toEqual([...new Set(times)].sort())
  })

  it("IN-14 a provider and each part of their hours are told of, and a closed date of the company", async () => {
    const location_id = story.locationId
    const hours = [{ location_id, weekday: 1, start: "09:00", end: "17:00" }]
    const { id } = await send("POST", "/providers", { name: "Ana Ruiz", weekly_hours: hours })
    await put(service, `/providers/${id}`, { name: "Ana Diaz", appointment_type_ids: [story.typeId] })
    await put(service, `/providers/${id}/hours`, { weekly_hours: [{ ...hours[0], end: "18:00" }] })
    const override = { location_id, date: "2027-03-15", intervals: [] }
    await put(service, `/providers/${id}/hours`, { date_overrides: [override] })
    const span = { start: "2027-03-16T15:00:00.000Z", end: "2027-03-16T17:00:00.000Z" }
    const off = await send("POST", `/providers/${id}/time-off`, span)
    await service.api("DELETE", `/providers/${id}/time-off/${off.id}`)
    const closed = { start_date: "2027-12-24", end_date: "2027-12-26", reason: "Holidays" }
    await send("POST", "/company/time-off", closed)
    await service.api("DELETE", `/providers/${id}`)
    const events = await told()
    expect(changes(events)).toEqual([
      ["provider.created", undefined],
      ["provider.changed", ["name", "appointment_type_ids"]],
      ["hours.changed", ["weekly_hours"]],
      ["hours.changed", ["date_overrides"]],
      ["hours.changed", ["time_off"]],
      ["hours.changed", ["time_off"]],
      ["hours.changed", ["company_time_off"]],
      ["provider.archived", undefined],
    ])
    const ana = { id, name: "Ana Diaz" }
    expect(events.slice(2, 7).map(({ data }) => data.provider)).toEqual([ana, ana, ana, ana, null])
    expect(events.at(-1)!.data.provider).toEqual({
      ...{ ...ana, active: false, appointment_type_ids: [story.typeId] },
    })
  })

  it("IN-14 an endpoint's types narrow the events of types, and an import's go to no endpoint", async () => {
    const other = await send("POST", "/appointment-types", { name: "Other", duration_minutes: 30 })
    const events = ["appointment_type.*", "provider.*", "hours.*"]
    const { id } = await makeEndpoint(service, { events, appointment_type_ids: [other.id] })
    await put(service, `/appointment-types/${story.typeId}`, { description: "By hand" })
    await put(service, `/appointment-types/${other.id}`, { description: "By hand" })
    const rows = [{ name: "Imported Ana" }, { name: "Imported Bea" }]
    await service.api("POST", "/imports/providers", { rows })
    await put(service, `/providers/${story.anaId}`, { max_travel_km: 40 })
    const sent = await deliveriesOf(service, id)
    expect(sent.map(({ event_type }) => event_type).sort()).toEqual([
      "appointment_type.changed",
      "provider.changed",
    ])
    const imported = (await told()).filter(({ type }) => type === "provider.created")
    expect(imported.map(({ data }) => data.provider)).toEqual(rows.map((row) => expect.objectContaining(row)))
  })
})

describe("a change of the set-up that changes nothing", () => {
  const read = (path: string) => send("GET", path)

  it("IN-13 raises no version, tells of nothing and leaves no row in the audit", async () => {
    const paths = [
      `/appointment-types/${story.typeId}`,
      `/providers/${story.anaId}`,
      `/locations/${story.locationId}`,
    ]
    const audits = async () => (await service.api("GET", "/audit?limit=100")).body.data.length
    const audited = await audits()
    for (const path of paths) {
      const before = await read(path)
      for (const body of [{}, { name: before.name, active: true }, { if_version: before.version }]) {
        const { status, body: answer } = await service.api("PUT", path, body)
        expect([status, answer.data]).toEqual([200, before])
      }
    }
    const hours = await read(`/providers/${story.anaId}/hours`)
    const turned = { weekly_hours: [...hours.weekly_hours].reverse(), date_overrides: hours.date_overrides }
    expect(await send("PUT", `/providers/${story.anaId}/hours`, turned)).toEqual(hours)
    expect([await told(), await audits()]).toEqual([[], audited])
    const [path] = paths
    const before = await read(path!)
    const old = await service.api("PUT", path!, { if_version: before.version - 1 })
    expect(old.body.error.code).toBe("version_conflict")
  })
})
