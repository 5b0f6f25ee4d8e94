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
