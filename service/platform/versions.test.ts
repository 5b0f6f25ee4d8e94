/** Two people change the same settings, hours or notes after one reading: the second is refused. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { insertAppointment } from "../../test/support/in-use.ts"
import { startService, type TestService } from "../../test/support/service.ts"

let service: TestService
let places: Record<string, { read: string; write: string; first: object; second: object; version?: string }>

beforeAll(async () => {
  service = await startService()
  const location = await make("/locations", { name: "Downtown", timezone: "America/Chicago" })
  const type = await make("/appointment-types", { name: "Boiler service", duration_minutes: 60 })
  const provider = await make("/providers", { name: "Ana Ruiz", appointment_type_ids: [type] })
  const customer = await make("/customers", { name: "Sam Poe", phone: "+15125550123" })
  const plan = await make("/outreach-plans", {
    name: "Ask twice",
    steps: [{ after_minutes: 0, channel: "sms", sms_text: "Hello {first_name}" }],
  })
  const endpoint = await make("/webhook-endpoints", {
    url: "https://example.com/hooks",
    events: ["appointment.created"],
  })
  const user = await make("/users", { name: "Kim Lee", email: "kim@example.com", role: "member" })
  const appointment = await insertAppointment(
    service,
    { locationId: location, typeId: type, providerId: provider },
    "2030-02-04T15:00:00.000Z",
  )
  const contact = (await service.api("GET", `/customers/${customer}`)).body.data.contacts[0].id
  const hours = (start: string) => ({
    weekly_hours: [{ location_id: location, weekday: 1, start, end: "17:00" }],
  })
  const dated = (date: string) => ({ date_overrides: [{ location_id: location, date, intervals: [] }] })
  const one = (path: string, first: object, second: object) => ({ read: path, write: path, first, second })
  places = {
    company: one("/company", { phone: "+15125550100" }, { phone: "+15125550101" }),
    page: one("/company", { public_daily_code_cap: 100 }, { public_daily_code_cap: 50 }),
    location: one(`/locations/${location}`, { directions: "Left" }, { directions: "Right" }),
    type: one(`/appointment-types/${type}`, { daily_limit: 4 }, { daily_limit: 5 }),
    provider: one(`/providers/${provider}`, { name: "Ana R." }, { name: "Ana Ruiz-Lee" }),
    weekly: one(`/providers/${provider}/hours`, hours("08:00"), hours("09:00")),
    dated: one(`/providers/${provider}/hours`, dated("2030-01-07"), dated("2030-01-14")),
    customer: one(`/customers/${customer}`, { email: "a@example.com" }, { email: "b@example.com" }),
    contact: {
      read: `/customers/${customer}/contacts`,
      write: `/customers/${customer}/contacts/${contact}`,
      first: { label: "mobile" },
      second: { label: "work" },
    },
    plan: one(`/outreach-plans/${plan}`, { name: "Ask once" }, { name: "Ask often" }),
    endpoint: one(`/webhook-endpoints/${endpoint}`, { enabled: false }, { enabled: true }),
    user: one(`/users/${user}`, { name: "Kim" }, { name: "Kimberly" }),
    notes: {
      ...one(`/appointments/${appointment}`, { notes: "Gate code 12" }, { notes: "Gate code 21" }),
      version: "notes_version",
    },
  }
})
afterAll(() => service.stop())

async function make(path: string, body: object): Promise<number> {
  const answer = await service.api("POST", path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id
}

const put = async (path: string, body: object) => {
  const { status, body: answer } = await service.api("PUT", path, body)
  return { status, data: answer.data, code: answer.error?.code }
}

/** The version that a write without `if_version` answers. */
async function versionOf(name: string): Promise<number> {
  const { write, second, version = "version" } = places[name]!
  const { status, data } = await put(write, second)
  expect(status).toBe(200)
  return data[version]
}

const names = [
  ...["company", "page", "location", "type", "provider", "weekly", "dated", "customer", "contact", "plan"],
  ...["endpoint", "user", "notes"],
]

describe("MD-33 settings, hours and notes", () => {
  it.each(names)("of one reading let one of two writes at once through: %s", async (name) => {
    const { write, first, second, version = "version" } = places[name]!
    const if_version = await versionOf(name)
    const both = await Promise.all([
      // The same write twice: `second` stands already, so that it would change nothing where it came first.
      put(write, { ...first, if_version }),
      put(write, { ...first, if_version }),
    ])
    expect(both.map(({ status, code }) => [status, code]).sort()).toEqual([
      [200, undefined],
      [409, "version_conflict"],
    ])
    const [won] = both.filter(({ status }) => status === 200)
    expect(won!.data[version]).toBe(if_version + 1)
    expect((await put(write, { ...second, if_version: if_version + 1 })).status).toBe(200)
  })

  it("answer at every reading the version that the last write answered", async () => {
    for (const name of names.filter((each) => each !== "contact")) {
      const version = await versionOf(name)
      const { read, version: field = "version" } = places[name]!
      expect((await service.api("GET", read)).body.data[field], name).toBe(version)
    }
  })

  it("raise the customer's version with each number of theirs", async () => {
    const { read } = places.customer!
    const before = (await service.api("GET", read)).body.data.version
    expect((await put(places.contact!.write, { label: "office" })).status).toBe(200)
    expect((await put(read, { phone: "+15125550199", if_version: before })).code).toBe("version_conflict")
  })

  it("keep the versions of bookings and of other forms apart", async () => {
    const provider = await versionOf("provider")
    const appointment = (await service.api("GET", places.notes!.read)).body.data
    await versionOf("weekly")
    await versionOf("notes")
    expect((await service.api("GET", places.provider!.read)).body.data.version).toBe(provider)
    expect((await service.api("GET", places.notes!.read)).body.data.version).toBe(appointment.version)
  })

  it("change nothing that is refused, and name no `if_version` in the audit", async () => {
    const { write, read, first } = places.location!
    const version = await versionOf("location")
    const before = (await service.api("GET", read)).body.data
    expect((await put(write, { ...first, if_version: version + 1 })).code).toBe("version_conflict")
    expect((await service.api("GET", read)).body.data).toEqual(before)
    await put(write, { ...first, if_version: version })
    const [entry] = (await service.api("GET", "/audit?operation=update_location&limit=1")).body.data
    expect(entry.fields).toEqual(["directions"])
  })
})
