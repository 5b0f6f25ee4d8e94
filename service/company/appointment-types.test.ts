import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const boiler = { name: "Boiler service", duration_minutes: 60, place: "at_customer", public_booking: true }
const create = (body: object, key?: string) =>
  service.api("POST", "/appointment-types", body, key ? { key } : {})
const change = (id: number, body: object) => service.api("PUT", `/appointment-types/${id}`, body)

async function makeLocation(key?: string): Promise<number> {
  const body = { name: "Downtown", timezone: "America/Chicago" }
  return (await service.api("POST", "/locations", body, key ? { key } : {})).body.data.id
}

describe("appointment types", () => {
  it("are created with the documented defaults, read, listed, changed and archived", async () => {
    const created = await create(boiler)
    expect(created.status).toBe(201)
    const { id } = created.body.data
    expect(created.body.data).toEqual({
      version: 1,
      id,
      name: "Boiler service",
      description: null,
      active: true,
      kind: "open",
      duration_minutes: 60,
      blocks: [60],
      duration_options: [],
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      slot_interval_minutes: 30,
      starts: "grid",
      min_notice_minutes: 120,
      booking_window_days: 60,
      cancel_notice_minutes: 0,
      daily_limit: null,
      place: "at_customer",
      needs_address: true,
      public_booking: true,
      provider_choice: true,
      skip_short_days: false,
      customer_overlap: false,
      location_ids: null,
      external_ref: null,
      metadata: {},
      ...{ category: null, price_text: null, image_url: null },
      updated_at: "2027-03-01T12:00:00.000Z",
      archived_at: null,
    })
    expect((await service.api("GET", `/appointment-types/${id}`)).body).toEqual({
      ...created.body,
      success: true,
    })
    const changed = await change(id, { active: false, duration_minutes: 90, daily_limit: 3, place: "remote" })
    expect(changed.body.data).toMatchObject({
      active: false,
      blocks: [90],
      daily_limit: 3,
      needs_address: false,
    })
    const listed = async (query: string) =>
      (await service.api("GET", `/appointment-types${query}`)).body.data.map((row: { id: number }) => row.id)
    expect(await listed("?active=false")).toEqual([id])
    expect(await listed("?active=true")).not.toContain(id)
    expect((await service.api("DELETE", `/appointment-types/${id}`)).status).toBe(200)
    expect(await listed("")).not.toContain(id)
    expect((await change(id, { name: "Gone" })).status).toBe(404)
  })

  it("take one length: minutes of one day, or of each of several days", async () => {
    const roof = await create({ name: "Roof", blocks: [480, 480, 240] })
    expect(roof.body.data).toMatchObject({ duration_minutes: 1200, blocks: [480, 480, 240] })
    const both = await create({ name: "Both", duration_minutes: 60, blocks: [60] })
    expect(both.body.error).toMatchObject({ code: "invalid_input", field: "blocks" })
    expect((await create({ name: "None" })).body.error.field).toBe("duration_minutes")
    expect((await create({ name: "Short", duration_minutes: 4 })).body.error.field).toBe("duration_minutes")
    expect((await create({ name: "Long", blocks: [1441] })).body.error.field).toBe("blocks[0]")
    expect((await create({ name: "Many", blocks: Array(31).fill(60) })).body.error.field).toBe("blocks")
  })

  it("keep the id of a duration option that is sent back with it", async () => {
    const options = [
      { label: "Short", minutes: 30 },
      { label: "Long", minutes: 90 },
    ]
    const { id, duration_options } = (await create({ ...boiler, duration_options: options })).body.data
    expect(duration_options).toMatchObject(options)
    const long = duration_options[1]
    const changed = await change(id, {
      duration_options: [
        { ...long, label: "Longer", minutes: 120 },
        { label: "New", minutes: 15 },
      ],
    })
    expect(changed.body.data.duration_options[0]).toEqual({ id: long.id, label: "Longer", minutes: 120 })
    expect(changed.body.data.duration_options[1].id).toBeGreaterThan(long.id)
    const stray = await change(id, {
      duration_options: [{ id: duration_options[0].id, label: "x", minutes: 5 }],
    })
    expect(stray.body.error).toMatchObject({ code: "invalid_input", field: "duration_options[0].id" })
    expect((await create({ ...boiler, duration_options: [{ ...long }] })).body.error.field).toBe(
      "duration_options[0].id",
    )
  })

  it("CO-04 a type changed to by_request leaves the public page, and a by_request type can't be made public", async () => {
    const { id } = (await create(boiler)).body.data
    const changed = await change(id, { kind: "by_request" })
    expect(changed.body.data).toMatchObject({ kind: "by_request", public_booking: false })
    for (const body of [{ public_booking: true }, { public_booking: true, kind: "by_request" }]) {
      const refused = await change(id, body)
      expect(refused.status).toBe(400)
      expect(refused.body.error.field).toBe("public_booking")
    }
    expect((await create({ ...boiler, kind: "by_request" })).body.error.field).toBe("public_booking")
    const open = await change(id, { kind: "open" })
    expect(open.body.data.public_booking).toBe(false)
    expect((await change(id, { public_booking: true })).body.data.public_booking).toBe(true)
  })

  it("GE-05 take only the company's own locations, and answer another's id as an unknown one", async () => {
    const other = await service.anotherCompany()
    const [ours, theirs] = [await makeLocation(), await makeLocation(other.key)]
    const { id } = (await create({ ...boiler, location_ids: [ours] })).body.data
    const foreign = await change(id, { location_ids: [ours, theirs] })
    const unknown = await change(id, { location_ids: [ours, 999_999_999] })
    expect(foreign.status).toBe(404)
    expect(foreign.body.error.field).toBe("location_ids[1]")
    expect({ ...foreign.body.error, request_id: "" }).toEqual({ ...unknown.body.error, request_id: "" })
    expect((await service.api("GET", `/appointment-types/${id}`)).body.data.location_ids).toEqual([ours])
    const asOther = await service.api("GET", `/appointment-types/${id}`, undefined, { key: other.key })
    expect(asOther.status).toBe(404)
  })

  it("GE-06 names the field that is wrong, and what was expected", async () => {
    const cases: [object, string, RegExp][] = [
      [{ slot_interval_minutes: 4 }, "slot_interval_minutes", /from 5 to 240/],
      [{ booking_window_days: 731 }, "booking_window_days", /from 1 to 730/],
      [{ place: "moon" }, "place", /at_location, at_customer, remote/],
      [{ daily_limit: "3" }, "daily_limit", /whole number/],
      [{ needs_address: true }, "needs_address", /not a known field/],
      [{ duration_options: [{ label: "x" }] }, "duration_options[0].minutes", /required/],
      [{ location_ids: [1.5] }, "location_ids[0]", /an id/],
    ]
    for (const [wrong, field, message] of cases) {
      const answer = await create({ ...boiler, ...wrong })
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({ field, message: expect.stringMatching(message) })
    }
  })
})
