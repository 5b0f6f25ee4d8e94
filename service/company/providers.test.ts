import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { insertAppointment } from "../../test/support/in-use.ts"
import { startService, type TestService } from "../../test/support/service.ts"

let service: TestService
let downtown: number
let boiler: number
beforeAll(async () => {
  service = await startService()
  downtown = await make("/locations", { name: "Downtown", timezone: "America/Chicago" })
  boiler = await make("/appointment-types", { name: "Boiler service", duration_minutes: 60 })
})
afterAll(() => service.stop())

async function make(path: string, body: object, key?: string): Promise<number> {
  const answer = await service.api("POST", path, body, key ? { key } : {})
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id
}
const monday = () => ({ location_id: downtown, weekday: 1, start: "09:00", end: "17:00" })

describe("providers", () => {
  it("are created with hours, read, listed, changed and archived", async () => {
    const start = { line1: "9 Elm St", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    const created = await service.api("POST", "/providers", {
      name: "Ana Ruiz",
      appointment_type_ids: [boiler, boiler],
      weekly_hours: [monday()],
      start_address: { ...start, latitude: 30.26, longitude: -97.71 },
      max_travel_km: 25.5,
    })
    expect(created.status).toBe(201)
    const { id } = created.body.data
    expect(created.body.data).toEqual({
      version: 1,
      id,
      name: "Ana Ruiz",
      active: true,
      start_address: { ...start, line2: null, latitude: 30.26, longitude: -97.71 },
      start_address_accuracy: null,
      travel: null,
      max_travel_km: 25.5,
      appointment_type_ids: [boiler],
      digest_email: null,
      external_ref: null,
      metadata: {},
      ...{ image_url: null, about: null },
      updated_at: "2027-03-01T12:00:00.000Z",
      archived_at: null,
      weekly_hours: [monday()],
    })
    expect((await service.api("GET", `/providers/${id}`)).body.data).toEqual(created.body.data)

    const changed = await service.api("PUT", `/providers/${id}`, {
      active: false,
      start_address: null,
      appointment_type_ids: [],
    })
    expect(changed.body.data).toMatchObject({ active: false, start_address: null, appointment_type_ids: [] })
    const listed = async (query: string) =>
      (await service.api("GET", `/providers${query}`)).body.data.map((row: { id: number }) => row.id)
    expect(await listed("?active=false")).toEqual([id])
    expect(await listed("?active=true")).not.toContain(id)
    expect((await service.api("DELETE", `/providers/${id}`)).status).toBe(200)
    expect(await listed("")).not.toContain(id)
    expect((await service.api("GET", `/providers/${id}/hours`)).status).toBe(404)
  })

  it("GE-05 take only the company's own types and locations, and answer another's id as an unknown one", async () => {
    const { key } = await service.anotherCompany()
    const theirType = await make("/appointment-types", { name: "Theirs", duration_minutes: 30 }, key)
    const theirPlace = await make("/locations", { name: "Theirs", timezone: "Europe/Paris" }, key)
    const theirs = await make("/providers", { name: "Theirs" }, key)
    const cases: [object, object, string][] = [
      [{ appointment_type_ids: [theirType] }, { appointment_type_ids: [987654] }, "appointment_type_ids[0]"],
      [
        { weekly_hours: [{ ...monday(), location_id: theirPlace }] },
        { weekly_hours: [{ ...monday(), location_id: 987654 }] },
        "weekly_hours[0].location_id",
      ],
    ]
    for (const [foreign, unknown, field] of cases) {
      const first = await service.api("POST", "/providers", { name: "X", ...foreign })
      const second = await service.api("POST", "/providers", { name: "X", ...unknown })
      expect(first.body.error).toMatchObject({ code: "not_found", field })
      expect({ ...first.body.error, request_id: "" }).toEqual({ ...second.body.error, request_id: "" })
    }
    for (const path of ["", "/hours", "/time-off"]) {
      expect((await service.api("GET", `/providers/${theirs}${path}`)).status).toBe(404)
    }
    expect((await service.api("PUT", `/providers/${theirs}`, { name: "Mine" })).status).toBe(404)
    expect((await service.api("PUT", `/providers/${theirs}/hours`, { weekly_hours: [] })).status).toBe(404)
  })

  it("GE-06 names the field that is wrong, and what was expected", async () => {
    const cases: [object, string][] = [
      [{ max_travel_km: 0 }, "max_travel_km"],
      [{ weekly_hours: [{ ...monday(), weekday: 0 }] }, "weekly_hours[0].weekday"],
      [{ weekly_hours: [{ ...monday(), end: "24:00" }] }, "weekly_hours[0].end"],
      [{ calendars: [] }, "calendars"],
      [{ appointment_type_ids: "all" }, "appointment_type_ids"],
    ]
    for (const [wrong, field] of cases) {
      const answer = await service.api("POST", "/providers", { name: "X", ...wrong })
      expect(answer.status).toBe(400)
      expect(answer.body.error.field).toBe(field)
    }
  })

  it("types and locations are in_use while future appointments need them, and say how many", async () => {
    const providerId = await make("/providers", { name: "Busy" })
    const typeId = await make("/appointment-types", { name: "Used", duration_minutes: 60 })
    const locationId = await make("/locations", { name: "Used", timezone: "UTC" })
    const paths = [`/providers/${providerId}`, `/appointment-types/${typeId}`, `/locations/${locationId}`]
    await insertAppointment(service, { providerId, typeId, locationId }, "2027-02-01T12:00:00.000Z")
    await insertAppointment(service, { providerId, typeId, locationId }, "2027-03-02T12:00:00.000Z")
    for (const path of paths) {
      const refused = await service.api("DELETE", path)
      expect(refused.status).toBe(409)
      expect(refused.body.error).toMatchObject({
        code: "in_use",
        message: expect.stringMatching(/1 future appointment/),
        details: { future_appointments: 1, open_requests: 0 },
      })
      expect((await service.api("PUT", path, { active: false })).body.data.active).toBe(false)
    }
    await service.context.db.query("UPDATE appointment SET status = 'cancelled' WHERE company_id = $1", [
      service.companyId,
    ])
    for (const path of paths) expect((await service.api("DELETE", path)).status).toBe(200)
  })
})

describe("hours", () => {
  let provider: number
  let uptown: number
  let newYork: number
  beforeEach(async () => {
    provider = await make("/providers", { name: "Ana Ruiz" })
    uptown = await make("/locations", { name: "Uptown", timezone: "America/Chicago" })
    newYork = await make("/locations", { name: "New York", timezone: "America/New_York" })
  })
  const put = (body: object) => service.api("PUT", `/providers/${provider}/hours`, body)

  it("are replaced list by list, and come back in the order of the week", async () => {
    const override = {
      location_id: downtown,
      date: "2027-03-14",
      intervals: [{ start: "10:00", end: "14:00" }],
    }
    const first = await put({
      weekly_hours: [{ ...monday(), weekday: 3 }, monday()],
      date_overrides: [override],
    })
    expect(first.body.data).toEqual({
      version: 2,
      weekly_hours: [monday(), { ...monday(), weekday: 3 }],
      date_overrides: [override],
    })
    const closed = { ...override, intervals: [] }
    expect((await put({ date_overrides: [closed] })).body.data).toEqual({
      version: 3,
      weekly_hours: first.body.data.weekly_hours,
      date_overrides: [closed],
    })
    expect((await put({ weekly_hours: [] })).body.data).toEqual({
      version: 4,
      weekly_hours: [],
      date_overrides: [closed],
    })
    expect((await service.api("GET", `/providers/${provider}/hours`)).body.data.date_overrides).toEqual([
      closed,
    ])
  })

  it("that overlap are a 400 that names the entry, and change nothing", async () => {
    await put({ weekly_hours: [monday()] })
    const at = (location_id: number, weekday: number, start: string, end: string) => ({
      location_id,
      weekday,
      start,
      end,
    })
    const clashes = [
      [at(downtown, 1, "09:00", "12:00"), at(downtown, 1, "11:59", "13:00")],
      [at(downtown, 1, "09:00", "12:00"), at(uptown, 1, "11:00", "13:00")],
      [at(downtown, 1, "22:00", "02:00"), at(uptown, 2, "01:00", "03:00")],
      [at(downtown, 7, "22:00", "02:00"), at(downtown, 1, "01:00", "03:00")],
      [at(downtown, 1, "01:00", "03:00"), at(downtown, 7, "22:00", "02:00")],
      [at(downtown, 1, "08:00", "08:00"), at(uptown, 2, "07:00", "09:00")],
      [at(downtown, 1, "09:00", "10:00"), at(newYork, 1, "10:30", "11:30")],
    ]
    for (const weekly_hours of clashes) {
      const refused = await put({ weekly_hours })
      expect(refused.status, JSON.stringify(weekly_hours)).toBe(400)
      expect(refused.body.error.field).toBe("weekly_hours[1]")
    }
    const kept = (await service.api("GET", `/providers/${provider}/hours`)).body.data.weekly_hours
    expect(kept).toEqual([monday()])
    const fine = await put({
      weekly_hours: [
        at(downtown, 1, "09:00", "12:00"),
        at(uptown, 1, "12:00", "13:00"),
        at(newYork, 2, "09:00", "10:00"),
        at(downtown, 2, "09:00", "10:00"),
        at(downtown, 7, "20:00", "00:00"),
        at(uptown, 1, "00:00", "01:00"),
      ],
    })
    expect(fine.status).toBe(200)
  })

  it("of a date overlap neither each other nor the hours at another location that day", async () => {
    await put({ weekly_hours: [monday()] })
    const on = (location_id: number, date: string, ...intervals: { start: string; end: string }[]) => ({
      location_id,
      date,
      intervals,
    })
    const monday15 = "2027-03-15"
    const twice = await put({
      date_overrides: [
        on(downtown, monday15, { start: "09:00", end: "12:00" }, { start: "11:00", end: "13:00" }),
      ],
    })
    expect(twice.body.error.field).toBe("date_overrides[0].intervals[1]")
    const elsewhere = await put({ date_overrides: [on(uptown, monday15, { start: "16:00", end: "18:00" })] })
    expect(elsewhere.body.error.field).toBe("date_overrides[0].intervals[0]")
    const sunday = await put({ date_overrides: [on(uptown, "2027-03-14", { start: "22:00", end: "10:00" })] })
    expect(sunday.body.error.field).toBe("date_overrides[0].intervals[0]")
    const listed = await put({ date_overrides: [on(uptown, "2027-03-16"), on(uptown, "2027-03-16")] })
    expect(listed.body.error.field).toBe("date_overrides[1]")

    const moved = [on(downtown, monday15), on(uptown, monday15, { start: "16:00", end: "18:00" })]
    expect((await put({ date_overrides: moved })).status).toBe(200)
    const back = await put({ weekly_hours: [{ ...monday(), location_id: newYork, end: "17:01" }] })
    expect(back.body.error).toMatchObject({
      field: "weekly_hours",
      message: expect.stringContaining(monday15),
    })
  })

  it("and time off raise the provider's version, so that a booking sees them under its lock", async () => {
    const version = async () => {
      const [row] = await service.context.db.query<{ version: number }>(
        "SELECT version FROM provider WHERE company_id = $1 AND id = $2",
        [service.companyId, provider],
      )
      return row!.version
    }
    const before = await version()
    await put({ weekly_hours: [monday()] })
    await service.api("PUT", `/providers/${provider}`, { active: false })
    const body = { start: "2027-03-15T00:00:00Z", end: "2027-03-16T00:00:00Z" }
    const off = await make(`/providers/${provider}/time-off`, body)
    await service.api("DELETE", `/providers/${provider}/time-off/${off}`)
    expect(await version()).toBe(before + 4)
  })

  it("time off keeps its instants, covers every minute that it touches, and is taken back", async () => {
    const path = `/providers/${provider}/time-off`
    const body = { start: "2027-03-15T09:00:30+02:00", end: "2027-03-15T12:00:00.500Z", reason: "training" }
    const made = await service.api("POST", path, body)
    expect(made.body.data).toMatchObject({
      start: "2027-03-15T07:00:30.000Z",
      end: "2027-03-15T12:00:00.500Z",
      reason: "training",
    })
    const [row] = await service.context.db.query<{ start_minute: number; end_minute: number }>(
      "SELECT start_minute, end_minute FROM time_off WHERE company_id = $1 AND id = $2",
      [service.companyId, made.body.data.id],
    )
    expect(row).toEqual({
      start_minute: Date.parse("2027-03-15T07:00Z") / 60_000,
      end_minute: Date.parse("2027-03-15T12:01Z") / 60_000,
    })
    expect((await service.api("GET", path)).body.data).toEqual([made.body.data])
    const empty = await service.api("POST", path, { ...body, end: body.start })
    expect(empty.body.error.field).toBe("end")
    expect((await service.api("POST", path, { ...body, start: "2027-02-30T00:00:00Z" })).status).toBe(400)
    expect((await service.api("DELETE", `${path}/${made.body.data.id}`)).status).toBe(200)
    expect((await service.api("DELETE", `${path}/${made.body.data.id}`)).status).toBe(404)
  })
})
