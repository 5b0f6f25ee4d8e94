/** `POST /slots/explain` over HTTP: which records the causes name, and who may ask. */
import { describe, expect, it, vi } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  put,
  weekdays,
} from "../../test/support/story.ts"

shareOneStory()

type Fields = Record<string, unknown>
interface ReasonShape {
  code: string
  message: string
  causes: Fields[]
  lift: string
}

const post = (path: string, body?: unknown) => service.api("POST", path, body)
const explain = (fields: Fields) => post("/slots/explain", { appointment_type_id: story.typeId, ...fields })

/** The reasons of one start, by their codes. */
async function reasonsAt(start_time: string, fields: Fields): Promise<Record<string, ReasonShape>> {
  const { status, body } = await explain({ start_time, ...fields })
  if (status !== 200) throw new Error(JSON.stringify(body))
  expect(body.data.starts).toHaveLength(1)
  expect(body.data.starts[0]).toMatchObject({ start_time })
  const { reasons, offered } = body.data.starts[0]
  expect(offered).toBe(reasons.length === 0)
  return Object.fromEntries(reasons.map((reason: ReasonShape) => [reason.code, reason]))
}

/** A provider of the test's own who offers the story's type on weekdays from 9 to 17. */
const newProvider = (fields: Fields = {}) =>
  makeProvider(service, {
    name: "Gil Novak",
    appointment_type_ids: [story.typeId],
    weekly_hours: weekdays(story.locationId),
    ...fields,
  })

describe("the records that causes name", () => {
  it("EX-01 an appointment, and its buffer", async () => {
    const typeId = await makeType(service, { name: "Buffered", buffer_after_minutes: 30 })
    const provider_id = await newProvider({ appointment_type_ids: [typeId] })
    const { id } = await make(service, "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: typeId,
      provider_id,
      start_time: "2027-03-02T16:00:00.000Z",
    })
    const cause = {
      kind: "appointment",
      id,
      from: "2027-03-02T16:00:00.000Z",
      to: "2027-03-02T17:00:00.000Z",
    }
    const at = (time: string) =>
      reasonsAt(`2027-03-02T${time}:00.000Z`, { appointment_type_id: typeId, provider_id })
    expect(await at("16:30")).toEqual({
      appointment: {
        code: "appointment",
        message: "Gil Novak has an appointment then.",
        causes: [cause],
        lift: "Move or cancel the appointment.",
      },
    })
    expect((await at("17:00")).buffer).toMatchObject({ causes: [cause] })
    expect(await at("17:30")).toEqual({})
  })

  it("EX-01 a time off, a date with hours of its own, the hours of a weekday", async () => {
    const provider_id = await newProvider()
    const off = await make(service, `/providers/${provider_id}/time-off`, {
      start: "2027-03-02T18:00:00.000Z",
      end: "2027-03-02T20:00:00.000Z",
    })
    await put(service, `/providers/${provider_id}/hours`, {
      date_overrides: [
        { location_id: story.locationId, date: "2027-03-03", intervals: [{ start: "10:00", end: "12:00" }] },
      ],
    })
    expect((await reasonsAt("2027-03-02T17:30:00.000Z", { provider_id })).time_off!.causes).toEqual([
      { kind: "time_off", id: off.id, from: "2027-03-02T18:00:00.000Z", to: "2027-03-02T20:00:00.000Z" },
    ])
    expect((await reasonsAt("2027-03-03T17:30:00.000Z", { provider_id })).closed_that_day!.causes).toEqual([
      {
        kind: "date_override",
        from: "2027-03-03T18:00:00.000Z",
        to: "2027-03-03T18:30:00.000Z",
        value: "2027-03-03",
      },
    ])
    expect((await reasonsAt("2027-03-02T22:30:00.000Z", { provider_id })).closed).toMatchObject({
      causes: [
        { kind: "weekly_hours", from: "2027-03-02T23:00:00.000Z", to: "2027-03-02T23:30:00.000Z", value: 2 },
      ],
      lift: "Extend the hours on Tuesdays, or give the date hours of its own.",
    })
  })

  it("EX-01 a scheduling request with its dates and provider, and the one that is needed", async () => {
    const typeId = await makeType(service, { name: "By request", kind: "by_request" })
    const provider_id = await newProvider({ appointment_type_ids: [typeId] })
    const customer_id = await makeCustomer(service)
    const asked = { appointment_type_id: typeId, provider_id, customer_id }
    expect((await reasonsAt("2027-03-02T16:00:00.000Z", asked)).request_needed!.causes).toEqual([
      { kind: "customer", id: customer_id },
    ])
    const other = await newProvider({ appointment_type_ids: [typeId] })
    const request = await make(service, "/scheduling-requests", {
      customer_id,
      appointment_type_id: typeId,
      earliest_date: "2027-03-03",
      latest_date: "2027-03-05",
      provider_id: other,
    })
    expect(await reasonsAt("2027-03-02T16:00:00.000Z", asked)).toMatchObject({
      request_provider: {
        causes: [
          { kind: "scheduling_request", id: request.id },
          { kind: "provider", id: other },
        ],
      },
      request_dates: {
        causes: [
          {
            kind: "scheduling_request",
            id: request.id,
            from: "2027-03-03T06:00:00.000Z",
            to: "2027-03-06T06:00:00.000Z",
          },
        ],
      },
    })
  })

  it("EX-01 what is switched off, or not offered there", async () => {
    const elsewhere = await makeLocation(service, { name: "Uptown" })
    const typeId = await makeType(service, { name: "Downtown only", location_ids: [story.locationId] })
    const provider_id = await newProvider({ weekly_hours: weekdays(elsewhere) })
    await put(service, `/appointment-types/${typeId}`, { active: false })
    await put(service, `/providers/${provider_id}`, { active: false })
    await put(service, `/locations/${elsewhere}`, { active: false })
    const reasons = await reasonsAt("2027-03-02T16:00:00.000Z", { appointment_type_id: typeId, provider_id })
    expect(reasons).toMatchObject({
      type_inactive: { causes: [{ kind: "appointment_type", id: typeId }] },
      provider_inactive: { causes: [{ kind: "provider", id: provider_id }] },
      location_inactive: { causes: [{ kind: "location", id: elsewhere }] },
      not_offered_by_provider: { causes: [{ kind: "provider", id: provider_id }] },
      not_offered_at_location: { causes: [{ kind: "location", id: elsewhere }] },
    })
    expect(Object.keys(reasons)).toHaveLength(5)
  })

  it("EX-01 the move of an appointment is not in its own way", async () => {
    const provider_id = await newProvider()
    const { id: appointment_id } = await make(service, "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id,
      start_time: "2027-03-04T16:00:00.000Z",
    })
    const start_time = "2027-03-04T16:30:00.000Z"
    expect((await reasonsAt(start_time, { provider_id })).appointment).toBeDefined()
    const move = await post("/slots/explain", { appointment_id, provider_id, start_time })
    expect(move.body.data.starts).toEqual([{ start_time, offered: true, reasons: [] }])
  })
})

describe("a day", () => {
  it("EX-01 shows each start on the interval from midnight, and offers what a search offers", async () => {
    const provider_id = await newProvider({ weekly_hours: weekdays(story.locationId, "09:10", "12:00") })
    const { body } = await explain({ provider_id, date: "2027-03-02" })
    const starts: { start_time: string; offered: boolean; reasons: ReasonShape[] }[] = body.data.starts
    const found = await post("/slots", {
      ...{ appointment_type_id: story.typeId, provider_id },
      ...{ start_date: "2027-03-02", end_date: "2027-03-03" },
    })
    const offered = found.body.data.providers[0].slots.map((slot: Fields) => slot.start_time)
    expect(offered).toHaveLength(4)
    expect(starts.filter((start) => start.offered).map(({ start_time }) => start_time)).toEqual(offered)
    expect(starts).toHaveLength(48 + 4)
    expect(starts[0]!.start_time).toBe("2027-03-02T06:00:00.000Z")
    expect(starts.every((start) => start.offered === (start.reasons.length === 0))).toBe(true)
    const half = starts.find(({ start_time }) => start_time === "2027-03-02T15:30:00.000Z")
    expect(half!.reasons.map(({ code }) => code)).toEqual(["off_grid"])
  })

  it("EX-04 reads the database as often as a search of the day, whose time it may double at most", async () => {
    const asked = { appointment_type_id: story.typeId, provider_id: story.anaId }
    const reads = async (path: string, body: Fields) => {
      const spy = vi.spyOn(service.context.db, "query")
      const { status } = await post(path, body)
      const count = spy.mock.calls.length
      spy.mockRestore()
      expect(status).toBe(200)
      return count
    }
    const ofSearch = await reads("/slots", { ...asked, start_date: "2027-03-02", end_date: "2027-03-03" })
    expect(ofSearch).toBeGreaterThan(0)
    expect(await reads("/slots/explain", { ...asked, date: "2027-03-02" })).toBe(ofSearch)
  })

  it("EX-01 without a location takes the one where most is offered", async () => {
    const elsewhere = await makeLocation(service, { name: "Uptown" })
    const provider_id = await newProvider({
      weekly_hours: [
        { location_id: story.locationId, weekday: 1, start: "09:00", end: "17:00" },
        { location_id: elsewhere, weekday: 2, start: "09:00", end: "17:00" },
      ],
    })
    const locationOn = async (date: string) => (await explain({ provider_id, date })).body.data.location_id
    expect(await locationOn("2027-03-01")).toBe(story.locationId)
    expect(await locationOn("2027-03-02")).toBe(elsewhere)
  })
})

describe("a refusal to staff", () => {
  it("EX-01 of a booking carries the reasons beside the alternatives", async () => {
    const provider_id = await newProvider()
    const { status, body } = await post("/appointments", {
      ...{ customer_id: story.customerId, appointment_type_id: story.typeId, provider_id },
      start_time: "2027-03-02T22:40:00.000Z",
    })
    expect([status, body.error.code]).toEqual([409, "time_not_offered"])
    const { reasons, alternatives } = body.error.details
    expect(reasons).toMatchObject([{ code: "closed" }, { code: "off_grid" }])
    expect(alternatives).toHaveLength(3)
    const start_time = "2027-03-02T22:40:00.000Z"
    const explained = await explain({ provider_id, start_time })
    expect(explained.body.data.starts).toEqual([{ start_time, offered: false, reasons }])
  })

  it("EX-01 of a move judges the destination, and what staff judgement leaves", async () => {
    const provider_id = await newProvider()
    const { id } = await make(service, "/appointments", {
      ...{ customer_id: await makeCustomer(service), appointment_type_id: story.typeId, provider_id },
      start_time: "2027-03-02T16:00:00.000Z",
    })
    const move = async (fields: Fields) =>
      (await post(`/appointments/${id}/reschedule`, fields)).body.error.details.reasons
    expect(await move({ start_time: "2028-03-02T16:15:00.000Z" })).toMatchObject([
      { code: "off_grid" },
      { code: "booking_window", causes: [{ kind: "limit", value: 60 }] },
    ])
    expect(await move({ start_time: "2028-03-02T16:15:00.000Z", override_eligibility: true })).toMatchObject([
      { code: "off_grid" },
    ])
    const other = await makeProvider(service, { name: "Ida Lund", weekly_hours: weekdays(story.locationId) })
    expect(await move({ start_time: "2027-03-02T16:00:00.000Z", provider_id: other })).toMatchObject([
      { code: "not_offered_by_provider", causes: [{ kind: "provider", id: other }] },
    ])
  })
})

it("RE-05 explains what staff judgement leaves", async () => {
  const typeId = await makeType(service, {
    name: "By request",
    kind: "by_request",
    min_notice_minutes: 1_440,
  })
  const provider_id = await newProvider({ appointment_type_ids: [typeId] })
  const asked = { appointment_type_id: typeId, provider_id }
  const codes = async (start_time: string, more: Fields = {}) =>
    Object.keys(await reasonsAt(start_time, { ...asked, ...more }))
  const soon = "2027-03-01T18:40:00.000Z"
  expect(await codes(soon)).toEqual(["request_needed", "off_grid", "notice"])
  expect(await codes(soon, { override_eligibility: true })).toEqual(["off_grid"])
  const free = "2027-03-01T18:30:00.000Z"
  expect(await codes(free, { override_eligibility: true })).toEqual([])
  const { status } = await post("/appointments", {
    ...{ ...asked, customer_id: await makeCustomer(service), start_time: free, override_eligibility: true },
  })
  expect(status).toBe(201)
})

describe("what it refuses", () => {
  it.each([
    [{}, "start_time"],
    [{ start_time: "2027-03-02T16:00:00.000Z", date: "2027-03-02" }, "start_time"],
    [{ start_time: "2027-03-02T16:00:30.000Z" }, "start_time"],
    [{ date: "2027-02-30" }, "date"],
    [{ date: "2027-03-02", appointment_type_id: undefined }, "appointment_type_id"],
  ])("EX-01 GE-02 %j is 400", async (fields, field) => {
    const { status, body } = await explain({ provider_id: story.anaId, ...fields })
    expect(status).toBe(400)
    expect(body.error.field).toBe(field)
  })

  it("EX-01 an unknown provider is 404, one without hours needs a location", async () => {
    const date = "2027-03-02"
    expect((await explain({ provider_id: 999_999_999, date })).status).toBe(404)
    const provider_id = await newProvider({ weekly_hours: [] })
    expect((await explain({ provider_id, date })).body.error.field).toBe("location_id")
    const closed = await explain({ provider_id, date, location_id: story.locationId })
    expect(closed.body.data.starts[0].reasons[0].code).toBe("closed")
  })
})
