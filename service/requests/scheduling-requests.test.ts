import { describe, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  weekdays,
} from "../../test/support/story.ts"
import { sweepRequests } from "./sweep-requests.worker.ts"

shareOneStory()

const post = (path: string, body?: unknown) => service.api("POST", path, body)
const get = (path: string) => service.api("GET", path)

async function open(fields: Record<string, unknown> = {}) {
  const customer_id = fields.customer_id ?? (await makeCustomer(service))
  return post("/scheduling-requests", {
    customer_id,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
    ...fields,
  })
}

const book = (request: { id: number; customer_id: number }, start_time: string, provider_id = story.anaId) =>
  post("/appointments", {
    customer_id: request.customer_id,
    appointment_type_id: story.typeId,
    provider_id,
    start_time,
    scheduling_request_id: request.id,
  })

async function eventsOf(requestId: number) {
  const { body } = await service.events()
  return body.data.filter(
    (event: { data: { scheduling_request?: { id: number } } }) =>
      event.data.scheduling_request?.id === requestId,
  )
}

describe("listing", () => {
  it("DS-12 is searched by customers, narrowed by type, and ordered by age or by the date to book by", async () => {
    const other = await makeType(service, { name: "Chimney sweep" })
    const made: number[] = []
    for (const [name, latest_date, appointment_type_id] of [
      ["Zara Quill", "2027-03-20", story.typeId],
      ["Zara Quill", "2027-03-12", other],
      ["Zara Quince", "2027-03-12", story.typeId],
    ] as const) {
      const customer_id = await makeCustomer(service, { name, phone: null })
      made.push((await open({ customer_id, latest_date, appointment_type_id })).body.data.id)
    }
    const [first, second, third] = made as [number, number, number]
    const listed = async (query: string) => {
      const ids: number[] = []
      for (let cursor = ""; ; ) {
        const { status, body } = await get(`/scheduling-requests?limit=1&search=zara%20qu&${query}${cursor}`)
        expect(status).toBe(200)
        ids.push(...body.data.map(({ id }: { id: number }) => id))
        if (body.next_cursor === null) return ids
        cursor = `&cursor=${body.next_cursor}`
      }
    }
    expect(await listed("")).toEqual([first, second, third])
    expect(await listed("order=newest")).toEqual([third, second, first])
    expect(await listed("order=latest_date")).toEqual([second, third, first])
    expect(await listed(`appointment_type_id=${other}`)).toEqual([second])
    expect(await listed("status=cancelled")).toEqual([])
    expect((await get("/scheduling-requests?search=nobody%20at%20all")).body.data).toEqual([])
  })

  it.each([
    ["search=zara&customer_id=1", "search"],
    ["order=sideways", "order"],
    ["order=latest_date&cursor=WyJ4Iiwx XQ", "cursor"],
    ["order=latest_date&cursor=WyJ4IiwxXQ", "cursor"],
    ["order=newest&cursor=WyJ4IiwxXQ", "cursor"],
  ])("DS-12 GE-06 %s names the field", async (query, field) => {
    const { status, body } = await get(`/scheduling-requests?${query}`)
    expect([status, body.error?.field]).toEqual([400, field])
  })
})

describe("creating", () => {
  it("RQ-01 gives status open and a booking_url", async () => {
    const { status, body } = await open()
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      status: "open",
      latest_date: "2027-03-31",
      duration_minutes: 60,
      blocks: [60],
    })
    expect(body.data.booking_url).toMatch(/^http:\/\/book\.example\/r\/[\w-]{24}$/)
  })

  it("earliest_date is read back as the day of creation in the company's zone when none was sent", async () => {
    const before = service.clock.now()
    // Ten in the evening of February 28 in Austin.
    service.clock.set("2027-03-01T04:00:00.000Z")
    const request = (await open()).body.data
    expect(request.earliest_date).toBe("2027-02-28")
    const path = `/scheduling-requests/${request.id}`
    const change = async (earliest_date: string | null) =>
      (await service.api("PUT", path, { earliest_date })).body.data.earliest_date
    expect([await change("2027-03-05"), await change(null)]).toEqual(["2027-03-05", "2027-02-28"])
    expect((await get(path)).body.data.earliest_date).toBe("2027-02-28")
    expect((await book(request, "2027-03-03T16:00:00.000Z")).status).toBe(201)
    const [event] = await eventsOf(request.id)
    expect(event.data.scheduling_request.earliest_date).toBe("2027-02-28")
    service.clock.set(new Date(before).toISOString())
  })

  it("RQ-02 takes dates, a reference, a place, a provider and a length of its own", async () => {
    const wish = {
      earliest_date: "2027-03-10",
      external_ref: "deal-5",
      location_id: story.locationId,
      provider_id: story.benId,
      duration_minutes: 90,
      duration_label: "Ninety minutes",
    }
    expect((await open(wish)).body.data).toMatchObject({ ...wish, blocks: [90] })
    expect((await open({ blocks: [480, 240] })).body.data).toMatchObject({
      blocks: [480, 240],
      duration_minutes: 720,
    })
  })

  it.each([
    [{ earliest_date: "2027-04-01" }, "earliest_date"],
    [{ latest_date: "2027-02-28" }, "latest_date"],
    [{ latest_date: "2027-02-30" }, "latest_date"],
    [{ duration_minutes: 60, blocks: [60] }, "blocks"],
    [{ customer_id: 999_999 }, "customer_id"],
    [{ appointment_type_id: 999_999 }, "appointment_type_id"],
    [{ location_id: 999_999 }, "location_id"],
    [{ provider_id: 999_999 }, "provider_id"],
  ])("RQ-02 refuses %j and names the field", async (fields, field) => {
    const { status, body } = await open(fields)
    expect([400, 404]).toContain(status)
    expect(body.error.field).toBe(field)
  })

  it("RQ-02 still takes a latest_date that is today somewhere it could be served", async () => {
    // 04:00 UTC on March 2 is still March 1 in Austin.
    service.clock.set("2027-03-02T04:00:00.000Z")
    expect((await open({ latest_date: "2027-03-01" })).status).toBe(201)
    service.clock.set("2027-03-01T12:00:00.000Z")
  })

  it("RQ-11 a second open request of the type is 409 and names the first", async () => {
    const first = await open()
    const second = await open({ customer_id: first.body.data.customer_id })
    expect(second.status).toBe(409)
    expect(second.body.error).toMatchObject({
      code: "open_request_exists",
      details: { scheduling_request_id: first.body.data.id },
    })
  })

  it("GE-05 knows nothing of another company's customers and types", async () => {
    const other = await service.anotherCompany()
    const answer = await service.api(
      "POST",
      "/scheduling-requests",
      { customer_id: story.customerId, appointment_type_id: story.typeId, latest_date: "2027-03-31" },
      { key: other.key },
    )
    expect(answer.status).toBe(404)
  })
})

describe("the booking link", () => {
  it("RQ-03 is the same on every read until rotated, and null when links are not set up", async () => {
    const { id, booking_url } = (await open()).body.data
    expect((await get(`/scheduling-requests/${id}`)).body.data.booking_url).toBe(booking_url)
    expect(
      (await get("/scheduling-requests?limit=100")).body.data.find((each: { id: number }) => each.id === id)
        .booking_url,
    ).toBe(booking_url)
    await service.api("PUT", "/company", { booking_links_enabled: false })
    expect((await get(`/scheduling-requests/${id}`)).body.data.booking_url).toBeNull()
    await service.api("PUT", "/company", { booking_links_enabled: true })
    expect((await get(`/scheduling-requests/${id}`)).body.data.booking_url).toBe(booking_url)
  })

  it("RQ-03 RQ-04 a link whose key the host has lost cannot be told, until it is rotated", async () => {
    const { id } = (await open()).body.data
    await service.context.db.query(
      "UPDATE scheduling_request SET link_key_id = 'lost' WHERE company_id = $1 AND id = $2",
      [service.companyId, id],
    )
    expect(await get(`/scheduling-requests/${id}`)).toMatchObject({
      status: 200,
      body: { data: { booking_url: null } },
    })
    expect((await get("/scheduling-requests?limit=100")).status).toBe(200)
    const { booking_url } = (await post(`/scheduling-requests/${id}/booking-link/rotate`)).body.data
    expect(booking_url).toContain("/r/")
    expect((await get(`/scheduling-requests/${id}`)).body.data.booking_url).toBe(booking_url)
  })

  it("RQ-04 rotates in every status, and leaves the status alone", async () => {
    const request = (await open()).body.data
    const rotate = async () =>
      (await post(`/scheduling-requests/${request.id}/booking-link/rotate`)).body.data
    const seen = new Set([request.booking_url])
    const rotated = async (status: string) => {
      const data = await rotate()
      expect(data.status).toBe(status)
      expect(seen.has(data.booking_url)).toBe(false)
      seen.add(data.booking_url)
    }
    await rotated("open")
    const appointment = (await book(request, "2027-03-08T15:00:00.000Z")).body.data
    await rotated("scheduled")
    await post(`/appointments/${appointment.id}/cancel`)
    await post(`/scheduling-requests/${request.id}/cancel`)
    await rotated("cancelled")
  })
})

describe("states", () => {
  it("RQ-06 RQ-05 a booking makes it scheduled, with one appointment.created that carries the reference", async () => {
    const request = (await open({ external_ref: "deal-77" })).body.data
    expect((await book(request, "2027-03-09T15:00:00.000Z")).status).toBe(201)
    expect((await get(`/scheduling-requests/${request.id}`)).body.data.status).toBe("scheduled")
    expect(await eventsOf(request.id)).toMatchObject([
      {
        type: "appointment.created",
        data: { scheduling_request: { external_ref: "deal-77", status: "scheduled" } },
      },
    ])
  })

  it("RQ-07 a move keeps it scheduled; the event holds the old times", async () => {
    const request = (await open()).body.data
    const appointment = (await book(request, "2027-03-09T17:00:00.000Z")).body.data
    await post(`/appointments/${appointment.id}/reschedule`, { start_time: "2027-03-10T17:00:00.000Z" })
    expect((await get(`/scheduling-requests/${request.id}`)).body.data.status).toBe("scheduled")
    expect((await eventsOf(request.id))[1]).toMatchObject({
      type: "appointment.rescheduled",
      data: {
        previous: { start_time: "2027-03-09T17:00:00.000Z", end_time: "2027-03-09T18:00:00.000Z" },
        appointment: { start_time: "2027-03-10T17:00:00.000Z" },
      },
    })
  })

  it("RQ-08 a cancel opens it again; the event shows so, and it can be booked anew", async () => {
    const request = (await open()).body.data
    const appointment = (await book(request, "2027-03-11T15:00:00.000Z")).body.data
    await post(`/appointments/${appointment.id}/cancel`, { reason: "ill" })
    expect((await get(`/scheduling-requests/${request.id}`)).body.data).toMatchObject({
      status: "open",
      booking_url: request.booking_url,
    })
    expect((await eventsOf(request.id)).at(-1)).toMatchObject({
      type: "appointment.cancelled",
      data: {
        appointment: { start_time: "2027-03-11T15:00:00.000Z" },
        scheduling_request: { status: "open" },
      },
    })
    expect((await book(request, "2027-03-11T15:00:00.000Z")).status).toBe(201)
  })

  it("RQ-09 a cancel ends it when the customer has another open request of the type", async () => {
    const request = (await open()).body.data
    const appointment = (await book(request, "2027-03-12T15:00:00.000Z")).body.data
    expect((await open({ customer_id: request.customer_id })).status).toBe(201)
    await post(`/appointments/${appointment.id}/cancel`)
    expect((await get(`/scheduling-requests/${request.id}`)).body.data.status).toBe("cancelled")
    expect((await eventsOf(request.id)).at(-1).data.scheduling_request.status).toBe("cancelled")
  })

  it("RQ-08 an open request whose dates are over makes room: it is expired, and the cancelled one opens", async () => {
    const request = (await open({ latest_date: "2027-04-20" })).body.data
    const appointment = (await book(request, "2027-04-15T15:00:00.000Z")).body.data
    const other = (await open({ customer_id: request.customer_id, latest_date: "2027-03-05" })).body.data
    service.clock.set("2027-03-10T12:00:00.000Z")
    await post(`/appointments/${appointment.id}/cancel`)
    expect((await get(`/scheduling-requests/${request.id}`)).body.data.status).toBe("open")
    expect((await get(`/scheduling-requests/${other.id}`)).body.data.status).toBe("expired")
    expect(await eventsOf(other.id)).toMatchObject([
      { type: "scheduling_request.expired", source: { kind: "system" } },
    ])
    service.clock.set("2027-03-01T12:00:00.000Z")
  })

  it("cancels an open one; a scheduled one only together with its appointment", async () => {
    const plain = (await open()).body.data
    expect((await post(`/scheduling-requests/${plain.id}/cancel`)).body.data.status).toBe("cancelled")
    expect((await post(`/scheduling-requests/${plain.id}/cancel`)).body.error.code).toBe("request_not_open")

    const request = (await open()).body.data
    const appointment = (await book(request, "2027-03-15T15:00:00.000Z")).body.data
    expect((await post(`/scheduling-requests/${request.id}/cancel`)).body.error.code).toBe(
      "request_scheduled",
    )
    const both = await post(`/scheduling-requests/${request.id}/cancel`, { cancel_appointment: true })
    expect(both.body.data.status).toBe("cancelled")
    expect((await get(`/appointments/${appointment.id}`)).body.data.status).toBe("cancelled")
    expect((await eventsOf(request.id)).at(-1)).toMatchObject({
      type: "appointment.cancelled",
      data: { scheduling_request: { status: "cancelled" } },
    })
  })

  it("changes dates while open, the reference at any time, and minds if_version", async () => {
    const request = (await open()).body.data
    const put = (body: object) => service.api("PUT", `/scheduling-requests/${request.id}`, body)
    const changed = await put({
      latest_date: "2027-03-20",
      external_ref: "wo-1",
      if_version: request.version,
    })
    expect(changed.body.data).toMatchObject({ latest_date: "2027-03-20", external_ref: "wo-1" })
    expect((await put({ latest_date: "2027-03-21", if_version: request.version })).body.error.code).toBe(
      "version_conflict",
    )
    expect((await put({ earliest_date: "2027-03-25" })).body.error.field).toBe("earliest_date")
    await book(request, "2027-03-16T15:00:00.000Z")
    expect((await put({ latest_date: "2027-03-30" })).body.error.code).toBe("request_not_open")
    expect((await put({ external_ref: "wo-2" })).body.data.external_ref).toBe("wo-2")
  })

  it("RE-04 changes provider and location while open, to such as serve it", async () => {
    const request = (await open({ provider_id: story.anaId })).body.data
    const put = (body: object) => service.api("PUT", `/scheduling-requests/${request.id}`, body)
    const asked = {
      ...{ appointment_type_id: story.typeId, customer_id: request.customer_id, provider_id: story.benId },
      ...{ scheduling_request_id: request.id, start_time: "2027-03-15T15:00:00.000Z" },
    }
    const why = async () => (await post("/slots/explain", asked)).body.data.starts[0].reasons
    expect(await why()).toMatchObject([{ code: "request_provider" }])
    const changed = await put({ provider_id: story.benId, location_id: story.locationId })
    expect(changed.body.data).toMatchObject({ provider_id: story.benId, location_id: story.locationId })
    expect(await why()).toEqual([])
    const stranger = await makeProvider(service, { name: "Ida Lund" })
    expect((await put({ provider_id: stranger })).body.error.field).toBe("provider_id")
    expect((await put({ provider_id: 999_999_999 })).status).toBe(404)
    expect((await put({ location_id: 999_999_999 })).status).toBe(404)
    expect((await put({ provider_id: null, location_id: null })).body.data).toMatchObject({
      ...{ provider_id: null, location_id: null },
    })
    await book(request, "2027-03-15T15:00:00.000Z")
    expect((await put({ provider_id: story.anaId })).body.error.code).toBe("request_not_open")
  })
})

describe("expiry", () => {
  it("RQ-10 comes once latest_date has ended in the company's zone and wherever it could be served", async () => {
    const honolulu = await makeLocation(service, { name: "Honolulu", timezone: "Pacific/Honolulu" })
    const typeId = await makeType(service, { name: "Island service", location_ids: [honolulu] })
    await makeProvider(service, {
      name: "Kai",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(honolulu),
    })
    const request = (await open({ appointment_type_id: typeId, latest_date: "2027-03-03" })).body.data
    // March 4, 09:30 UTC: midnight has passed in Austin, not yet in Honolulu (UTC-10).
    service.clock.set("2027-03-04T09:30:00.000Z")
    await sweepRequests(service.context)
    expect((await get(`/scheduling-requests/${request.id}`)).body.data.status).toBe("open")
    service.clock.set("2027-03-04T10:00:00.000Z")
    expect((await book(request, "2027-03-05T20:00:00.000Z")).status).not.toBe(201)
    await sweepRequests(service.context)
    expect((await get(`/scheduling-requests/${request.id}`)).body.data.status).toBe("expired")
    expect(await eventsOf(request.id)).toMatchObject([
      {
        type: "scheduling_request.expired",
        source: { kind: "system" },
        data: {
          customer: { id: request.customer_id },
          scheduling_request: { status: "expired", external_ref: null },
        },
      },
    ])
    service.clock.set("2027-03-01T12:00:00.000Z")
  })

  it("TR-14 waits for no location where nobody offers the type, or not the provider who is asked for", async () => {
    const samoa = await makeLocation(service, { name: "Pago Pago", timezone: "Pacific/Pago_Pago" })
    const typeId = await makeType(service, { name: "Gutter service" })
    const hours = { appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId) }
    const cleo = await makeProvider(service, { name: "Cleo", ...hours })
    // Others work there, or used to, or offer other types.
    const tane = await makeProvider(service, { name: "Tane", weekly_hours: weekdays(samoa) })
    const fields = { appointment_type_id: typeId, latest_date: "2027-03-03" }
    const statusAtMidnight = async (more: object = {}) => {
      service.clock.set("2027-03-01T12:00:00.000Z")
      const { id } = (await open({ ...fields, ...more })).body.data
      // Midnight has passed in Austin, and Samoa is five hours behind.
      service.clock.set("2027-03-04T06:30:00.000Z")
      await sweepRequests(service.context)
      const { status } = (await get(`/scheduling-requests/${id}`)).body.data
      service.clock.set("2027-03-01T12:00:00.000Z")
      return status
    }
    expect(await statusAtMidnight()).toBe("expired")
    await service.api("PUT", `/providers/${tane}`, { appointment_type_ids: [typeId] })
    expect(await statusAtMidnight()).toBe("open")
    expect(await statusAtMidnight({ provider_id: cleo })).toBe("expired")
    expect(await statusAtMidnight({ provider_id: tane })).toBe("open")
    await service.api("PUT", `/providers/${tane}`, { active: false })
    expect(await statusAtMidnight()).toBe("expired")

    const override = (date: string) => ({
      date_overrides: [{ location_id: samoa, date, intervals: [{ start: "20:00", end: "22:00" }] }],
    })
    await service.api("PUT", `/providers/${cleo}/hours`, override("2027-03-02"))
    expect(await statusAtMidnight()).toBe("expired")
    await service.api("PUT", `/providers/${cleo}/hours`, override("2027-03-03"))
    expect(await statusAtMidnight()).toBe("open")
  })

  it("RQ-10 two workers that sweep at once give one event", async () => {
    const requests = await Promise.all(Array.from({ length: 12 }, () => open({ latest_date: "2027-03-02" })))
    service.clock.set("2027-03-04T12:00:00.000Z")
    await Promise.all([sweepRequests(service.context), sweepRequests(service.context)])
    for (const { body } of requests) expect(await eventsOf(body.data.id)).toHaveLength(1)
    service.clock.set("2027-03-01T12:00:00.000Z")
  })

  it("RQ-11 makes room for a new request also before the sweep", async () => {
    const first = (await open({ latest_date: "2027-03-02" })).body.data
    service.clock.set("2027-03-04T12:00:00.000Z")
    expect((await open({ customer_id: first.customer_id })).status).toBe(201)
    expect((await get(`/scheduling-requests/${first.id}`)).body.data.status).toBe("expired")
    expect(await eventsOf(first.id)).toHaveLength(1)
    service.clock.set("2027-03-01T12:00:00.000Z")
  })
})

describe("what a request changes", () => {
  it("RQ-12 its length overrides the type's in slots, booking and event", async () => {
    const request = (await open({ duration_minutes: 180, duration_label: "Long visit" })).body.data
    const slots = await post("/slots", {
      appointment_type_id: story.typeId,
      scheduling_request_id: request.id,
      start_date: "2027-03-22",
      end_date: "2027-03-23",
    })
    const starts = slots.body.data.providers[0].slots
    expect(starts[0]).toMatchObject({
      start_time: "2027-03-22T14:00:00.000Z",
      end_time: "2027-03-22T17:00:00.000Z",
    })
    expect(starts.at(-1).end_time).toBe("2027-03-22T22:00:00.000Z")
    const booked = await book(request, starts[0].start_time)
    expect(booked.body.data.end_time).toBe("2027-03-22T17:00:00.000Z")
    expect((await eventsOf(request.id))[0].data.appointment.end_time).toBe("2027-03-22T17:00:00.000Z")
  })

  it("RQ-13 a by_request type is booked only through a request", async () => {
    const typeId = await makeType(service, { name: "Warranty visit", kind: "by_request" })
    const provider_id = await makeProvider(service, {
      name: "Cleo",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(story.locationId),
    })
    const customer_id = await makeCustomer(service)
    const wish = {
      customer_id,
      appointment_type_id: typeId,
      provider_id,
      start_time: "2027-03-23T15:00:00.000Z",
    }
    expect((await post("/appointments", wish)).body.error.code).toBe("request_needed")
    await make(service, "/scheduling-requests", {
      customer_id,
      appointment_type_id: typeId,
      latest_date: "2027-03-31",
    })
    expect((await post("/appointments", wish)).status).toBe(201)
  })

  it("RQ-14 a booking without a request id attaches to a fitting open request, and to no other", async () => {
    const request = (await open({ earliest_date: "2027-03-24", latest_date: "2027-03-26" })).body.data
    const wish = {
      customer_id: request.customer_id,
      appointment_type_id: story.typeId,
      provider_id: story.benId,
    }
    const outside = await post("/appointments", { ...wish, start_time: "2027-03-23T15:00:00.000Z" })
    expect(outside.body.data.scheduling_request_id).toBeNull()
    const inside = await post("/appointments", { ...wish, start_time: "2027-03-24T15:00:00.000Z" })
    expect(inside.body.data.scheduling_request_id).toBe(request.id)
  })
})
