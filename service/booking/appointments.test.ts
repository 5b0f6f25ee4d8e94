import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LocalServer, startLocalServer } from "../../test/support/local-server.ts"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  weekdays,
} from "../../test/support/story.ts"

shareOneStory()

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.api("POST", path, body, { headers })
const get = (path: string) => service.api("GET", path)

const wish = (fields: Record<string, unknown> = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  location_id: story.locationId,
  start_time: "2027-03-02T15:00:00.000Z",
  ...fields,
})

async function eventCount(): Promise<number> {
  const [row] = await service.context.db.query<{ count: number }>("SELECT count(*)::int AS count FROM event")
  return row!.count
}

describe("booking", () => {
  it("BK-08 GE-02 answers the whole appointment, times in UTC with milliseconds", async () => {
    const { status, body } = await post("/appointments", wish({ notes: "Ring twice" }))
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(Number),
      status: "scheduled",
      start_time: "2027-03-02T15:00:00.000Z",
      end_time: "2027-03-02T16:00:00.000Z",
      timezone: "America/Chicago",
      blocks: [{ start_time: "2027-03-02T15:00:00.000Z", end_time: "2027-03-02T16:00:00.000Z" }],
      appointment_type: { id: story.typeId, name: "Boiler service" },
      duration_option: null,
      provider: { id: story.anaId, name: "Ana Ruiz" },
      location: { id: story.locationId, name: "Downtown" },
      booked_by: "api",
      customer_id: story.customerId,
      scheduling_request_id: null,
      address: null,
      manage_url: expect.stringMatching(/^http:\/\/book\.example\/a\/[\w-]{24}$/),
      notes: "Ring twice",
      external_ref: null,
      metadata: {},
      notes_version: 1,
      attendance: "unknown",
      proposed_time: null,
      version: 1,
      created_at: "2027-03-01T12:00:00.000Z",
      updated_at: "2027-03-01T12:00:00.000Z",
      cancels_at: null,
      closed_at: null,
      no_show_reason: null,
      cancelled_at: null,
      cancelled_by: null,
      cancel_reason: null,
    })
    expect((await get(`/appointments/${body.data.id}`)).body.data).toEqual(body.data)
  })

  it("BK-01 a time that is taken is 409 with up to three fresh ones near it, each bookable", async () => {
    const customer_id = await makeCustomer(service)
    const { status, body } = await post("/appointments", wish({ customer_id }))
    expect(status).toBe(409)
    expect(body.error.code).toBe("slot_taken")
    const { alternatives } = body.error.details
    expect(alternatives).toHaveLength(3)
    const [first] = alternatives
    const booked = await post(
      "/appointments",
      wish({ start_time: first.start_time, provider_id: first.provider_id }),
    )
    expect(booked.status).toBe(201)
    await post(`/appointments/${booked.body.data.id}/cancel`)
  })

  it("BK-01 a provider whose days are full is stood in for by whoever is near; a move keeps its provider", async () => {
    const off = { start: "2027-04-13T05:00:00.000Z", end: "2027-04-16T05:00:00.000Z" }
    await post(`/providers/${story.anaId}/time-off`, off)
    const wanted = wish({ start_time: "2027-04-14T15:00:00.000Z", provider_id: story.anaId })
    const { alternatives } = (await post("/appointments", wanted)).body.error.details
    expect(
      alternatives.map((slot: { provider_id: number; start_time: string }) => [
        slot.provider_id,
        slot.start_time,
      ]),
    ).toEqual([
      [story.benId, "2027-04-14T14:00:00.000Z"],
      [story.benId, "2027-04-14T14:30:00.000Z"],
      [story.benId, "2027-04-14T15:30:00.000Z"],
    ])
    const { id } = (await post("/appointments", wish({ start_time: "2027-04-21T15:00:00.000Z" }))).body.data
    const moved = await post(`/appointments/${id}/reschedule`, { start_time: "2027-04-14T15:00:00.000Z" })
    const providers = moved.body.error.details.alternatives.map(
      ({ provider_id }: { provider_id: number }) => provider_id,
    )
    expect(providers).toEqual([story.anaId, story.anaId, story.anaId])
    await post(`/appointments/${id}/cancel`)
  })

  it.each([
    ["off the grid", "2027-03-03T15:10:00.000Z"],
    ["outside the hours", "2027-03-03T23:00:00.000Z"],
    ["on a day off", "2027-03-06T15:00:00.000Z"],
    ["inside the notice", "2027-03-01T13:30:00.000Z"],
    ["past", "2027-02-26T15:00:00.000Z"],
    ["beyond the booking window", "2027-05-10T15:00:00.000Z"],
  ])("SL-09 a time %s is 409 time_not_offered", async (_why, start_time) => {
    const before = await eventCount()
    const { status, body } = await post("/appointments", wish({ start_time }))
    expect(status).toBe(409)
    expect(body.error.code).toBe("time_not_offered")
    expect(await eventCount()).toBe(before)
  })

  it("BK-12 a sent end_time is the computed one or start plus the length, else 400", async () => {
    const start_time = "2027-03-03T15:00:00.000Z"
    const wrong = await post("/appointments", wish({ start_time, end_time: "2027-03-03T16:30:00.000Z" }))
    expect(wrong.body.error).toMatchObject({ code: "end_time_mismatch", field: "end_time" })
    const right = await post("/appointments", wish({ start_time, end_time: "2027-03-03T16:00:00.000Z" }))
    expect(right.status).toBe(201)
  })

  it("BK-06 the same key and body gives the first answer again and books once", async () => {
    const headers = { "idempotency-key": "book-1" }
    const body = wish({ start_time: "2027-03-04T15:00:00.000Z" })
    const first = await post("/appointments", body, headers)
    const again = await post("/appointments", body, headers)
    expect(again).toMatchObject({ status: 201, body: first.body })
    const other = await post("/appointments", { ...body, notes: "x" }, headers)
    expect(other).toMatchObject({ status: 409, body: { error: { code: "idempotency_key_reused" } } })
    const refused = await post("/appointments", body, { "idempotency-key": "book-2" })
    expect(refused.body.error.code).toBe("customer_busy")
    expect((await post("/appointments", body, { "idempotency-key": "book-2" })).body).toEqual(refused.body)
  })

  it("BK-06 a refusal is the answer to its repeat also when the time has come free; what the repeat began is undone", async () => {
    const body = wish({ start_time: "2027-03-04T17:00:00.000Z" })
    const headers = { "idempotency-key": "book-3" }
    const taken = await post("/appointments", body)
    const refused = await post("/appointments", body, headers)
    expect(refused.body.error.code).toBe("customer_busy")
    await post(`/appointments/${taken.body.data.id}/cancel`, {})
    const before = await eventCount()
    expect(await post("/appointments", body, headers)).toMatchObject({ status: 409, body: refused.body })
    expect(await eventCount()).toBe(before)
    expect((await post("/appointments", body, { "idempotency-key": "book-4" })).status).toBe(201)
  })

  it("refuses another customer's or type's request", async () => {
    const customer_id = await makeCustomer(service)
    const request = await make(service, "/scheduling-requests", {
      customer_id,
      appointment_type_id: story.typeId,
      latest_date: "2027-03-31",
    })
    const start_time = "2027-03-18T15:00:00.000Z"
    const answer = await post("/appointments", wish({ start_time, scheduling_request_id: request.id }))
    expect(answer.body.error).toMatchObject({ code: "request_mismatch", field: "scheduling_request_id" })
  })

  it("books a chosen length, and refuses another type's", async () => {
    const typeId = await makeType(service, {
      name: "Tune-up",
      duration_options: [{ label: "Long", minutes: 120 }],
    })
    const provider_id = await makeProvider(service, {
      name: "Dov",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(story.locationId),
    })
    const type = (await get(`/appointment-types/${typeId}`)).body.data
    const option = type.duration_options[0]
    const customer_id = await makeCustomer(service)
    const booked = await post(
      "/appointments",
      wish({ appointment_type_id: typeId, provider_id, customer_id, duration_option_id: option.id }),
    )
    expect(booked.body.data).toMatchObject({ end_time: "2027-03-02T17:00:00.000Z", duration_option: option })
    const wrong = await post(
      "/appointments",
      wish({ duration_option_id: option.id, start_time: "2027-03-05T15:00:00.000Z" }),
    )
    expect(wrong.body.error.field).toBe("duration_option_id")
  })
})

describe("the live calendar", () => {
  let feed: LocalServer
  let calendars: string
  let calendarId: number
  const answers = (...events: string[]) =>
    feed.tell({ body: ["BEGIN:VCALENDAR", ...events, "END:VCALENDAR"].join("\n") })

  beforeAll(async () => {
    feed = await startLocalServer()
    calendars = `/providers/${story.anaId}/calendars`
    calendarId = (await make(service, calendars, { kind: "ics", url: feed.url })).id
  })
  afterAll(async () => {
    await service.api("DELETE", `${calendars}/${calendarId}`)
    await feed.stop()
  })

  it("BK-02 busy at that moment: 409, nothing booked", async () => {
    const before = await eventCount()
    answers("BEGIN:VEVENT", "DTSTART:20270305T150000Z", "DTEND:20270305T151500Z", "END:VEVENT")
    const answer = await post("/appointments", wish({ start_time: "2027-03-05T15:00:00.000Z" }))
    // The calendar was never read, so it is not known to have changed just now.
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "time_not_offered",
          details: { reasons: [{ code: "calendar_busy", causes: [{ kind: "calendar" }] }] },
        },
      },
    })
    expect(await eventCount()).toBe(before)
  })

  it("BK-02 cannot be checked: 503, nothing booked, safe to retry with the same key", async () => {
    const headers = { "idempotency-key": "calendar-down" }
    const body = wish({ start_time: "2027-03-05T15:00:00.000Z" })
    const before = await eventCount()
    feed.tell({ status: 500 })
    expect(await post("/appointments", body, headers)).toMatchObject({
      status: 503,
      body: { error: { code: "calendar_unavailable" } },
    })
    expect(await eventCount()).toBe(before)
    answers()
    const booked = await post("/appointments", body, headers)
    expect(booked.status).toBe(201)
    feed.tell({ status: 500 })
    expect(await post("/appointments", body, headers)).toMatchObject({ status: 201, body: booked.body })
    const move = await post(`/appointments/${booked.body.data.id}/reschedule`, {
      start_time: "2027-03-05T17:00:00.000Z",
    })
    expect(move.status).toBe(503)
    expect((await get(`/appointments/${booked.body.data.id}`)).body.data.start_time).toBe(
      "2027-03-05T15:00:00.000Z",
    )
  })

  it("BK-02 does not answer in time: 503", async () => {
    feed.tell({ silent: true })
    const { context } = service
    const { outsideLimitMs } = context
    context.outsideLimitMs = 100
    const answer = await post("/appointments", wish({ start_time: "2027-03-05T20:00:00.000Z" }))
    context.outsideLimitMs = outsideLimitMs
    expect(answer.status).toBe(503)
  })
})

describe("moving", () => {
  it("BK-04 keeps provider, place, type and length, and frees the old time", async () => {
    const booked = (await post("/appointments", wish({ start_time: "2027-03-08T15:00:00.000Z" }))).body.data
    const moved = await post(`/appointments/${booked.id}/reschedule`, {
      start_time: "2027-03-09T16:00:00.000Z",
    })
    expect(moved.body.data).toMatchObject({
      id: booked.id,
      start_time: "2027-03-09T16:00:00.000Z",
      end_time: "2027-03-09T17:00:00.000Z",
      provider: booked.provider,
      location: booked.location,
      appointment_type: booked.appointment_type,
      version: 2,
    })
    expect((await post("/appointments", wish({ start_time: "2027-03-08T15:00:00.000Z" }))).status).toBe(201)
  })

  it("BK-04 the new time must be one that a search offers", async () => {
    const booked = (await post("/appointments", wish({ start_time: "2027-03-10T15:00:00.000Z" }))).body.data
    const move = (start_time: string) => post(`/appointments/${booked.id}/reschedule`, { start_time })
    expect((await move("2027-03-10T15:10:00.000Z")).body.error).toMatchObject({
      code: "time_not_offered",
      details: { alternatives: expect.any(Array) },
    })
    const customer_id = await makeCustomer(service)
    await post("/appointments", wish({ start_time: "2027-03-10T17:00:00.000Z", customer_id }))
    expect((await move("2027-03-10T17:00:00.000Z")).body.error.code).toBe("slot_taken")
    expect((await move("2027-03-10T15:30:00.000Z")).status).toBe(200)
  })

  it("BK-04 keeps a chosen length, whatever the type's is by now", async () => {
    const typeId = await makeType(service, {
      name: "Sweep",
      duration_options: [{ label: "Long", minutes: 120 }],
    })
    const provider_id = await makeProvider(service, {
      name: "Gus",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(story.locationId),
    })
    const [option] = (await get(`/appointment-types/${typeId}`)).body.data.duration_options
    const customer_id = await makeCustomer(service)
    const long = wish({
      ...{ customer_id, appointment_type_id: typeId, provider_id },
      duration_option_id: option.id,
    })
    const booked = (await post("/appointments", long)).body.data
    await service.api("PUT", `/appointment-types/${typeId}`, { duration_minutes: 30, duration_options: [] })
    const moved = await post(`/appointments/${booked.id}/reschedule`, {
      start_time: "2027-03-03T15:00:00.000Z",
    })
    expect(moved.body.data.end_time).toBe("2027-03-03T17:00:00.000Z")
  })

  it("its events' times strictly increase, also within one millisecond", async () => {
    const booked = (await post("/appointments", wish({ start_time: "2027-03-19T14:00:00.000Z" }))).body.data
    await post(`/appointments/${booked.id}/reschedule`, { start_time: "2027-03-19T16:00:00.000Z" })
    await post(`/appointments/${booked.id}/cancel`)
    const events = await service.context.db.query<{ at: Date }>(
      "SELECT occurred_at AS at FROM event WHERE appointment_id = $1 ORDER BY id",
      [booked.id],
    )
    const times = events.map(({ at }) => at.getTime())
    expect(times).toEqual([times[0], times[0]! + 1, times[0]! + 2])
  })

  it("to the time it already has: 200, no event", async () => {
    const booked = (await post("/appointments", wish({ start_time: "2027-03-11T15:00:00.000Z" }))).body.data
    const before = await eventCount()
    const again = await post(`/appointments/${booked.id}/reschedule`, {
      start_time: "2027-03-11T15:00:00.000Z",
    })
    expect(again).toMatchObject({ status: 200, body: { data: booked } })
    expect(await eventCount()).toBe(before)
  })

  it("minds if_version", async () => {
    const booked = (await post("/appointments", wish({ start_time: "2027-03-11T18:00:00.000Z" }))).body.data
    const stale = { start_time: "2027-03-11T20:00:00.000Z", if_version: 7 }
    expect((await post(`/appointments/${booked.id}/reschedule`, stale)).body.error.code).toBe(
      "version_conflict",
    )
    expect((await post(`/appointments/${booked.id}/cancel`, { if_version: 7 })).body.error.code).toBe(
      "version_conflict",
    )
  })
})

describe("multi-day jobs", () => {
  it("BK-03 are one appointment with a block a day; a move takes all, a cancel frees all", async () => {
    const typeId = await makeType(service, { name: "Installation", blocks: [480, 480, 240] })
    const provider_id = await makeProvider(service, {
      name: "Eve",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(story.locationId),
    })
    const customer_id = await makeCustomer(service)
    const job = wish({
      ...{ customer_id, appointment_type_id: typeId, provider_id },
      start_time: "2027-03-11T15:00:00.000Z",
    })
    const booked = await post("/appointments", job)
    expect(booked.status).toBe(201)
    // Thursday, Friday, then Monday: the clocks went forward on the Sunday, and 09:00 stays 09:00.
    expect(booked.body.data.blocks).toEqual([
      { start_time: "2027-03-11T15:00:00.000Z", end_time: "2027-03-11T23:00:00.000Z" },
      { start_time: "2027-03-12T15:00:00.000Z", end_time: "2027-03-12T23:00:00.000Z" },
      { start_time: "2027-03-15T14:00:00.000Z", end_time: "2027-03-15T18:00:00.000Z" },
    ])
    expect(booked.body.data.end_time).toBe("2027-03-15T18:00:00.000Z")
    // A day on: its own rows must not be in its way.
    const moved = await post(`/appointments/${booked.body.data.id}/reschedule`, {
      start_time: "2027-03-12T15:00:00.000Z",
    })
    expect(moved.body.data.blocks.map((block: { start_time: string }) => block.start_time)).toEqual([
      "2027-03-12T15:00:00.000Z",
      "2027-03-15T14:00:00.000Z",
      "2027-03-16T14:00:00.000Z",
    ])
    await post(`/appointments/${booked.body.data.id}/cancel`)
    expect((await post("/appointments", job)).status).toBe(201)
  })
})

describe("after the start", () => {
  it("BK-07 neither moved nor cancelled; completed or no-show instead, and not before", async () => {
    const booked = (await post("/appointments", wish({ start_time: "2027-03-17T15:00:00.000Z" }))).body.data
    expect((await post(`/appointments/${booked.id}/complete`)).body.error.code).toBe(
      "appointment_not_started",
    )
    service.clock.set("2027-03-17T15:00:00.000Z")
    expect((await post(`/appointments/${booked.id}/cancel`)).body.error.code).toBe("appointment_started")
    const move = { start_time: "2027-03-18T15:00:00.000Z" }
    expect((await post(`/appointments/${booked.id}/reschedule`, move)).body.error.code).toBe(
      "appointment_started",
    )
    expect((await post(`/appointments/${booked.id}/no-show`)).body.data.status).toBe("no_show")
    expect((await post(`/appointments/${booked.id}/complete`)).body.data.status).toBe("completed")
    expect((await post(`/appointments/${booked.id}/cancel`)).body.error.code).toBe(
      "appointment_not_scheduled",
    )
    service.clock.set("2027-03-01T12:00:00.000Z")
  })
})

describe("staff judgement", () => {
  it("BK-10 overrides notice, window, area and by_request, never a double booking or the hours", async () => {
    const override = (fields: Record<string, unknown>) =>
      post("/appointments", wish({ override_eligibility: true, ...fields }))
    service.clock.set("2027-03-01T14:30:00.000Z")
    const soon = { start_time: "2027-03-01T16:00:00.000Z" }
    expect((await post("/appointments", wish(soon))).body.error.code).toBe("time_not_offered")
    expect((await override(soon)).status).toBe(201)
    service.clock.set("2027-03-01T12:00:00.000Z")

    const typeId = await makeType(service, { name: "Warranty", kind: "by_request" })
    await service.api("PUT", `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, typeId] })
    const byRequest = { appointment_type_id: typeId, provider_id: story.benId }
    expect((await post("/appointments", wish(byRequest))).body.error.code).toBe("request_needed")
    expect((await override(byRequest)).status).toBe(201)

    expect((await override({ start_time: "2027-06-07T14:00:00.000Z" })).status).toBe(201)
    expect((await override({ start_time: "2027-06-07T14:00:00.000Z" })).body.error.code).toBe("slot_taken")
    expect((await override({ start_time: "2027-03-06T15:00:00.000Z" })).body.error.code).toBe(
      "time_not_offered",
    )
  })
})

describe("visits at the customer's", () => {
  it("BK-11 a provider who does not serve the address is 409, booking and moving; the address is kept as it was", async () => {
    const locationId = await makeLocation(service, {
      name: "South depot",
      service_area: { kind: "radius", km: 40 },
    })
    const typeId = await makeType(service, {
      name: "Home visit",
      place: "at_customer",
      location_ids: [locationId],
    })
    const provider_id = await makeProvider(service, {
      name: "Finn",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(locationId),
    })
    const near = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    const far = {
      ...near,
      line1: "9 Bay St",
      city: "Houston",
      postal_code: "77002",
      latitude: 29.76,
      longitude: -95.37,
    }
    const visit = (customer_id: number, fields: Record<string, unknown> = {}) =>
      post(
        "/appointments",
        wish({ customer_id, appointment_type_id: typeId, provider_id, location_id: locationId, ...fields }),
      )

    expect((await visit(await makeCustomer(service))).body.error.code).toBe("address_needed")
    expect((await visit(await makeCustomer(service, { address: far }))).body.error.code).toBe(
      "out_of_service_area",
    )

    const customerId = await makeCustomer(service, {
      address: { ...near, latitude: 30.26, longitude: -97.72 },
    })
    const booked = await visit(customerId)
    expect(booked.body.data.address).toEqual({ ...near, line2: null })
    await service.api("PUT", `/customers/${customerId}`, { address: far })
    const move = { start_time: "2027-03-03T15:00:00.000Z" }
    expect((await post(`/appointments/${booked.body.data.id}/reschedule`, move)).body.error.code).toBe(
      "out_of_service_area",
    )
    expect(
      (await post(`/appointments/${booked.body.data.id}/reschedule`, { ...move, override_eligibility: true }))
        .status,
    ).toBe(200)
  })
})

describe("reading", () => {
  it("lists in the order of starts, by every filter, page by page", async () => {
    const all: { id: number; start_time: string }[] = []
    let cursor: string | null = null
    do {
      const page: { data: typeof all; next_cursor: string | null } = (
        await get(`/appointments?limit=5${cursor ? `&cursor=${cursor}` : ""}`)
      ).body
      all.push(...page.data)
      cursor = page.next_cursor
    } while (cursor)
    const starts = all.map(({ start_time }) => start_time)
    expect(starts).toEqual([...starts].sort())
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const cancelled = (await get("/appointments?status=cancelled&limit=100")).body.data
    expect(cancelled.every((each: { status: string }) => each.status === "cancelled")).toBe(true)
    const march9 = (await get("/appointments?from=2027-03-09T00:00:00Z&to=2027-03-10T00:00:00Z")).body.data
    expect(march9.map(({ start_time }: { start_time: string }) => start_time.slice(0, 10))).toEqual([
      "2027-03-09",
    ])
    expect((await get("/appointments?colour=red")).body.error.field).toBe("colour")
  })

  it("BK-05 every change has its audit row: who, what, which fields, no values", async () => {
    const rows = await service.context.db.query<{
      operation: string
      fields: string[]
      actor: { kind: string }
    }>("SELECT operation, fields, actor FROM audit WHERE operation = 'book_appointment' ORDER BY id LIMIT 1")
    expect(rows).toMatchObject([
      { actor: { kind: "api_key" }, fields: expect.arrayContaining(["notes", "start_time"]) },
    ])
  })
})

it("TR-18 a job over several days passes over a short working day only where its type says so", async () => {
  const typeId = await makeType(service, { name: "Roof", blocks: [360, 360] })
  const shortFriday = weekdays(story.locationId).map((hours) =>
    hours.weekday === 5 ? { ...hours, end: "12:00" } : hours,
  )
  const provider_id = await makeProvider(service, {
    ...{ name: "Dora", appointment_type_ids: [typeId], weekly_hours: shortFriday },
  })
  const thursday = { start_date: "2027-03-18", end_date: "2027-03-19" }
  const search = async () =>
    (await post("/slots", { appointment_type_id: typeId, ...thursday })).body.data.providers
  const start_time = "2027-03-18T14:00:00.000Z"
  const job = wish({ appointment_type_id: typeId, provider_id, start_time })
  expect(await search()).toEqual([])
  expect((await post("/appointments", job)).body.error.code).toBe("time_not_offered")

  const { body } = await service.api("PUT", `/appointment-types/${typeId}`, { skip_short_days: true })
  expect(body.data.skip_short_days).toBe(true)
  const [{ slots }] = await search()
  const daysOf = ({ blocks }: { blocks: { start_time: string }[] }) =>
    blocks.map((block) => block.start_time.slice(0, 10))
  expect(slots.map(daysOf)).toContainEqual(["2027-03-18", "2027-03-22"])
  const booked = await post("/appointments", job)
  expect([booked.status, daysOf(booked.body.data)]).toEqual([201, ["2027-03-18", "2027-03-22"]])
})

it("CN-05 notes are changed in every status, without an event, and what is on its way stays as it is", async () => {
  const booked = await post(
    "/appointments",
    wish({ start_time: "2027-03-23T15:00:00.000Z", notes: "Gate 4" }),
  )
  const { id, version } = booked.body.data
  const events = await eventCount()
  const changed = await service.api("PUT", `/appointments/${id}`, { notes: "Gate <b>5</b>" })
  expect(changed.body.data).toMatchObject({ notes: "Gate <b>5</b>", version })
  expect((await service.api("PUT", `/appointments/${id}`, {})).body.data.notes).toBe("Gate <b>5</b>")
  await post(`/appointments/${id}/cancel`)
  expect((await service.api("PUT", `/appointments/${id}`, { notes: null })).body.data.notes).toBeNull()
  expect(await eventCount()).toBe(events + 1)
  expect((await service.api("PUT", "/appointments/999999", { notes: "x" })).status).toBe(404)
})
