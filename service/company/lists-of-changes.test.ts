/** How another system reads what was made or changed since it read last. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, put, type Story, tellStory } from "../../test/support/story.ts"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
})
afterAll(() => service.stop())

const lists: { path: string; input(): Record<string, unknown>; change: object }[] = [
  {
    path: "/appointment-types",
    input: () => ({ name: "Sweep", duration_minutes: 30 }),
    change: { name: "Chimney sweep" },
  },
  { path: "/providers", input: () => ({ name: "Cleo" }), change: { max_travel_km: 12 } },
  { path: "/locations", input: () => ({ name: "North", timezone: "UTC" }), change: { name: "North yard" } },
  {
    path: "/resources",
    input: () => ({ name: "Lift 1", kind: "equipment", group: "lift", location_id: story.locationId }),
    change: { name: "Lift 2" },
  },
  { path: "/customers", input: () => ({ name: "Sam Lee" }), change: { notes: "Rings twice" } },
]

describe.each(lists)("the list $path", ({ path, input, change }) => {
  const idsIn = async (query: string) =>
    (await service.api("GET", `${path}?limit=100&${query}`)).body.data.map(({ id }: { id: number }) => id)

  it("IN-13 shows what was changed since, archived ones too, and chosen ids, in either order", async () => {
    const first = await make(service, path, input())
    const second = await make(service, path, input())
    service.clock.advanceMs(60_000)
    const since = new Date(service.clock.now()).toISOString()
    expect(await idsIn(`updated_since=${since}`)).toEqual([])
    await put(service, `${path}/${second.id}`, change)
    const third = await make(service, path, input())
    expect(await idsIn(`updated_since=${since}`)).toEqual([second.id, third.id])
    await put(service, `${path}/${first.id}`, {})
    expect(await idsIn(`updated_since=${since}`)).toEqual([second.id, third.id])

    await service.api("DELETE", `${path}/${third.id}`)
    const { body } = await service.api("GET", `${path}?updated_since=${since}&order=newest&limit=1`)
    expect(body.data).toMatchObject([{ id: third.id, archived_at: expect.any(String) }])
    expect(await idsIn(`updated_since=${since}&order=newest&cursor=${body.next_cursor}`)).toEqual([second.id])
    expect(await idsIn(`ids=${first.id},${third.id},${second.id}`)).toEqual([first.id, second.id])
    expect((await idsIn("order=newest"))[0]).toBe(second.id)
    const wrong = await service.api("GET", `${path}?order=latest`)
    expect([wrong.status, wrong.body.error.field]).toEqual([400, "order"])
  })
})

describe("the list of scheduling requests", () => {
  it("IN-13 shows what was changed since, and chosen ids", async () => {
    const wish = {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-04-30",
    }
    const { id } = await make(service, "/scheduling-requests", wish)
    service.clock.advanceMs(60_000)
    const since = new Date(service.clock.now()).toISOString()
    const idsIn = async (query: string) =>
      (await service.api("GET", `/scheduling-requests?${query}`)).body.data.map(
        (row: { id: number }) => row.id,
      )
    expect(await idsIn(`updated_since=${since}`)).toEqual([])
    await put(service, `/scheduling-requests/${id}`, { latest_date: "2027-05-31" })
    expect(await idsIn(`updated_since=${since}`)).toEqual([id])
    expect(await idsIn(`ids=${id}`)).toEqual([id])
    expect(await idsIn(`ids=${id + 1}`)).toEqual([])
  })
})

describe("a write that changes nothing", () => {
  it("IN-13 company, users, notes, waiting entries and numbers keep version, time and audit, and change with both", async () => {
    const { customerId, typeId, anaId } = story
    const made = (path: string, body: Parameters<typeof make>[2]) => make(service, path, body)
    const user = await made("/users", { email: "bo@example.com", name: "Bo", role: "member" })
    const wish = { customer_id: customerId, appointment_type_id: typeId }
    const time = { provider_id: anaId, start_time: "2027-03-04T16:00:00.000Z" }
    const booked = await made("/appointments", { ...wish, ...time, notes: "Brings a dog" })
    // After the booking, which would end it.
    const entry = await made("/waiting-entries", { ...wish, latest_date: "2027-04-30" })
    const contact = (await service.api("GET", `/customers/${customerId}`)).body.data.contacts[0]
    const audits = async () => (await service.api("GET", "/audit?limit=100")).body.data.length
    const records = [
      { path: "/company", same: { name: "Acme", reminders: undefined }, other: { phone: "+15125550111" } },
      { path: `/users/${user.id}`, same: { name: "Bo", active: true }, other: { locale: "fr" } },
      {
        path: `/waiting-entries/${entry.id}`,
        same: { latest_date: "2027-04-30", priority: 0 },
        other: { weekdays: [1] },
      },
      { path: `/appointments/${booked.id}`, same: { notes: "Brings a dog" }, other: { notes: "Brings two" } },
      {
        path: `/customers/${customerId}/contacts/${contact.id}`,
        read: `/customers/${customerId}`,
        same: { phone: contact.phone },
        other: { label: "Work" },
      },
    ]
    for (const { path, read = path, same, other } of records) {
      const now = async () => (await service.api("GET", read)).body.data
      const [before, audited] = [await now(), await audits()]
      const named = "name" in same && path === "/company" ? { ...same, name: before.name } : same
      service.clock.advanceMs(60_000)
      for (const body of [{}, named]) {
        const { status } = await service.api("PUT", path, body)
        expect([path, status, await now(), await audits()]).toEqual([path, 200, before, audited])
      }
      expect((await service.api("PUT", path, other)).status).toBe(200)
      const after = await now()
      expect(Date.parse(after.updated_at)).toBe(service.clock.now())
      expect(await audits(), path).toBe(audited + 1)
      const stale = await service.api("PUT", path, { if_version: 1_000_000 })
      expect([path, stale.body.error.code]).toEqual([path, "version_conflict"])
    }
    const since = (await service.api("GET", `/waiting-entries/${entry.id}`)).body.data.updated_at
    const idsIn = async (path: string) =>
      (await service.api("GET", `${path}?updated_since=${since}`)).body.data.map(
        ({ id }: { id: number }) => id,
      )
    expect([await idsIn("/users"), await idsIn("/waiting-entries")]).toEqual([[], [entry.id]])
    await put(service, `/users/${user.id}`, { name: "Bob" })
    expect(await idsIn("/users")).toEqual([user.id])
    const numbers = (await service.api("GET", `/customers/${customerId}`)).body.data
    expect(numbers.contacts[0].updated_at).toBe(numbers.updated_at)
    const channel = await made("/channels", { kind: "voice", phone: "+15125550161" })
    expect(channel).toMatchObject({ updated_at: (channel as unknown as { created_at: string }).created_at })
  })
})
