import { describe, expect, it } from "vitest"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { startLocalServer } from "../../test/support/local-server.ts"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  weekdays,
} from "../../test/support/story.ts"
import { calendarReads } from "../calendars/read-calendars.worker.ts"
import { workOff } from "../platform/queue/loop.ts"
import { findSlots } from "./search-slots.ts"

shareOneStory()

type Fields = Record<string, unknown>
interface SlotShape {
  start_time: string
  end_time: string
  blocks: { start_time: string; end_time: string }[]
}
interface PlaceShape {
  provider_id: number
  location_id: number
  timezone: string
  slots: SlotShape[]
}

const post = (path: string, body?: unknown) => service.api("POST", path, body)
const search = (fields: Fields = {}) =>
  post("/slots", {
    appointment_type_id: story.typeId,
    start_date: "2027-03-02",
    end_date: "2027-03-03",
    ...fields,
  })
const startsOf = (place: PlaceShape) => place.slots.map(({ start_time }) => start_time)
const ofProvider = (body: { data: { providers: PlaceShape[] } }, id: number) =>
  body.data.providers.find(({ provider_id }) => provider_id === id)

describe("the range", () => {
  it.each([
    ["2027-03-02", "2027-03-02", "end_date"],
    ["2027-03-03", "2027-03-02", "end_date"],
    ["2027-03-01", "2027-04-02", "end_date"],
    ["2027-02-29", "2027-03-02", "start_date"],
    ["yesterday", "2027-03-02", "start_date"],
  ])("SL-01 GE-02 %s to %s is 400", async (start_date, end_date, field) => {
    const { status, body } = await search({ start_date, end_date })
    expect(status).toBe(400)
    expect(body.error.field).toBe(field)
  })

  it("SL-01 takes 31 days, the end exclusive", async () => {
    const { body } = await search({ start_date: "2027-03-01", end_date: "2027-04-01" })
    const dates = startsOf(body.data.providers[0]).map((start) => start.slice(0, 10))
    expect(dates[0]).toBe("2027-03-01")
    expect(dates.at(-1)).toBe("2027-03-31")
  })
})

describe("what bounds it", () => {
  it("SL-02 hours, overrides, time off, own appointments with buffers and calendars", async () => {
    const typeId = await makeType(service, {
      name: "Buffered",
      buffer_before_minutes: 30,
      buffer_after_minutes: 15,
      slot_interval_minutes: 60,
    })
    const provider_id = await makeProvider(service, {
      name: "Gil",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(story.locationId),
    })
    const day = async (start_date: string, end_date: string) => {
      const { body } = await search({ appointment_type_id: typeId, start_date, end_date })
      return (ofProvider(body, provider_id)?.slots ?? []).map(({ start_time }) => start_time.slice(11, 16))
    }
    expect(await day("2027-03-02", "2027-03-03")).toEqual([
      "15:00",
      "16:00",
      "17:00",
      "18:00",
      "19:00",
      "20:00",
      "21:00",
      "22:00",
    ])

    await service.api("PUT", `/providers/${provider_id}/hours`, {
      date_overrides: [
        { location_id: story.locationId, date: "2027-03-03", intervals: [{ start: "10:00", end: "12:00" }] },
        { location_id: story.locationId, date: "2027-03-04", intervals: [] },
      ],
    })
    expect(await day("2027-03-03", "2027-03-04")).toEqual(["16:00", "17:00"])
    expect(await day("2027-03-04", "2027-03-05")).toEqual([])

    await post(`/providers/${provider_id}/time-off`, {
      start: "2027-03-05T15:00:00.000Z",
      end: "2027-03-05T20:00:00.000Z",
    })
    expect(await day("2027-03-05", "2027-03-06")).toEqual(["20:00", "21:00", "22:00"])

    await post("/appointments", {
      customer_id: story.customerId,
      appointment_type_id: typeId,
      provider_id,
      start_time: "2027-03-08T18:00:00.000Z",
    })
    // 18:00–19:00 with 30 before and 15 after, and each neighbour brings its own.
    expect(await day("2027-03-08", "2027-03-09")).toEqual(["15:00", "16:00", "20:00", "21:00", "22:00"])

    const feed = await startLocalServer()
    const event = ["BEGIN:VEVENT", "DTSTART:20270309T150000Z", "DTEND:20270309T190000Z", "END:VEVENT"]
    feed.tell({ body: ["BEGIN:VCALENDAR", ...event, "END:VCALENDAR"].join("\n") })
    await make(service, `/providers/${provider_id}/calendars`, { kind: "ics", url: feed.url })
    await workOff(service.context, calendarReads(service.context))
    await feed.stop()
    expect(await day("2027-03-09", "2027-03-10")).toEqual(["20:00", "21:00", "22:00"])
  })

  it("SL-02 the daily limit counts a provider's jobs of the type that day", async () => {
    const typeId = await makeType(service, { name: "Limited", daily_limit: 1, slot_interval_minutes: 60 })
    const provider_id = await makeProvider(service, {
      name: "Hal",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(story.locationId),
    })
    const count = async () => {
      const { body } = await search({ appointment_type_id: typeId })
      return ofProvider(body, provider_id)?.slots.length ?? 0
    }
    const before = await count()
    expect(before).toBeGreaterThan(1)
    const wish = { customer_id: story.customerId, appointment_type_id: typeId, provider_id }
    const booked = await post("/appointments", { ...wish, start_time: "2027-03-02T16:00:00.000Z" })
    expect(await count()).toBe(0)
    expect(
      (await post("/appointments", { ...wish, start_time: "2027-03-02T20:00:00.000Z" })).body.error.code,
    ).toBe("slot_taken")
    await post(`/appointments/${booked.body.data.id}/cancel`)
    expect(await count()).toBe(before)
  })

  it("SL-03 09:00 stays 09:00 on both sides of a clock change", async () => {
    const { body } = await search({ start_date: "2027-03-12", end_date: "2027-03-16" })
    const ana = ofProvider(body, story.anaId)!
    expect(startsOf(ana)[0]).toBe("2027-03-12T15:00:00.000Z")
    expect(startsOf(ana).find((start) => start.startsWith("2027-03-15"))).toBe("2027-03-15T14:00:00.000Z")
  })

  it("SL-04 a multi-day job has one slot a start, with the blocks of all its working days", async () => {
    const typeId = await makeType(service, { name: "Two days", blocks: [480, 240] })
    const provider_id = await makeProvider(service, {
      name: "Ida",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(story.locationId),
    })
    const { body } = await search({
      appointment_type_id: typeId,
      start_date: "2027-03-05",
      end_date: "2027-03-06",
    })
    expect(ofProvider(body, provider_id)?.slots).toEqual([
      {
        start_time: "2027-03-05T15:00:00.000Z",
        end_time: "2027-03-08T19:00:00.000Z",
        blocks: [
          { start_time: "2027-03-05T15:00:00.000Z", end_time: "2027-03-05T23:00:00.000Z" },
          { start_time: "2027-03-08T15:00:00.000Z", end_time: "2027-03-08T19:00:00.000Z" },
        ],
      },
    ])
  })
})

describe("the answer", () => {
  it("SL-05 recommends up to five, each also in providers, the same every time", async () => {
    const wish = { start_date: "2027-03-01", end_date: "2027-03-20" }
    const first = (await search(wish)).body.data
    const again = (await search(wish)).body.data
    expect(again).toEqual(first)
    expect(first.recommended.length).toBe(5)
    for (const slot of first.recommended) {
      const place = first.providers.find(
        (each: PlaceShape) => each.provider_id === slot.provider_id && each.location_id === slot.location_id,
      )
      expect(startsOf(place)).toContain(slot.start_time)
    }
  })

  it("SL-06 an empty answer says why", async () => {
    const lonely = await makeType(service, { name: "Nobody does this" })
    expect((await search({ appointment_type_id: lonely })).body.data).toMatchObject({
      providers: [],
      recommended: [],
      reason: "no_provider_offers_type",
    })
    const solo = await makeProvider(service, {
      name: "Jan",
      appointment_type_ids: [lonely],
      weekly_hours: weekdays(story.locationId),
    })
    expect((await search({ provider_id: solo })).body.data.reason).toBe("provider_does_not_offer_type")

    const locationId = await makeLocation(service, {
      name: "Depot",
      service_area: { kind: "postal_codes", codes: ["78701"] },
    })
    const visit = await makeType(service, { name: "Visit", place: "at_customer", location_ids: [locationId] })
    await makeProvider(service, {
      name: "Kim",
      appointment_type_ids: [visit],
      weekly_hours: weekdays(locationId),
    })
    expect((await search({ appointment_type_id: visit })).body.data.reason).toBe("no_address")
    const at = (postal_code: string) =>
      search({
        appointment_type_id: visit,
        address: { line1: "1 A St", city: "Austin", state: "TX", postal_code },
      })
    expect((await at("77002")).body.data.reason).toBe("out_of_service_area")
    expect((await at("78701-1234")).body.data.providers).toHaveLength(1)
  })

  it("SL-06 judges a radius by a given point", async () => {
    const locationId = await makeLocation(service, { name: "Ring", service_area: { kind: "radius", km: 10 } })
    const visit = await makeType(service, {
      name: "Ring visit",
      place: "at_customer",
      location_ids: [locationId],
    })
    await makeProvider(service, {
      name: "Lou",
      appointment_type_ids: [visit],
      weekly_hours: weekdays(locationId),
    })
    const at = (latitude: number, longitude: number) =>
      search({ appointment_type_id: visit, latitude, longitude })
    expect((await at(30.3, -97.7)).body.data.providers).toHaveLength(1)
    expect((await at(31.3, -97.7)).body.data.reason).toBe("out_of_service_area")
    expect((await search({ appointment_type_id: visit, latitude: 30.3 })).body.error.field).toBe("longitude")
  })

  it("names the next available time after an empty range, within the booking window", async () => {
    const weekend = await search({ start_date: "2027-03-06", end_date: "2027-03-08" })
    expect(weekend.body.data).toMatchObject({ providers: [], reason: null })
    expect(weekend.body.data.next_available).toMatchObject({ start_time: "2027-03-08T15:00:00.000Z" })
    const beyond = await search({ start_date: "2027-06-05", end_date: "2027-06-08" })
    expect(beyond.body.data.next_available).toBeNull()
  })

  it("SL-10 a filter that can't be used is 400 with a sentence, an unknown id 404", async () => {
    const elsewhere = await makeLocation(service, { name: "Elsewhere" })
    const typeId = await makeType(service, { name: "Only downtown", location_ids: [story.locationId] })
    const unusable = await search({ appointment_type_id: typeId, location_id: elsewhere })
    expect(unusable.status).toBe(400)
    expect(unusable.body.error).toMatchObject({ code: "filter_not_usable", field: "location_id" })
    expect(unusable.body.error.message).toMatch(/^[A-Z].*\.$/)
    expect((await search({ location_id: 999_999 })).status).toBe(404)
    expect((await search({ provider_id: 999_999 })).status).toBe(404)
    expect((await search({ scheduling_request_id: 999_999 })).status).toBe(404)
  })
})

describe("who asks", () => {
  it("SL-07 an assigned provider is the only one searched and booked", async () => {
    await service.api("PUT", "/company", { provider_assignment: "per_customer" })
    const customer_id = await makeCustomer(service, { assigned_provider_id: story.benId })
    const { body } = await search({ customer_id })
    expect(body.data.providers.map(({ provider_id }: PlaceShape) => provider_id)).toEqual([story.benId])
    expect((await search({ customer_id, provider_id: story.anaId })).status).toBe(400)
    const wish = { customer_id, appointment_type_id: story.typeId, start_time: "2027-03-02T15:00:00.000Z" }
    expect((await post("/appointments", { ...wish, provider_id: story.anaId })).status).toBe(400)
    expect((await post("/appointments", { ...wish, provider_id: story.benId })).status).toBe(201)
    await service.api("PUT", "/company", { provider_assignment: "none" })
  })

  it("SL-08 moving searches as if the appointment were not there, with its own type and length", async () => {
    const booked = (
      await post("/appointments", {
        customer_id: story.customerId,
        appointment_type_id: story.typeId,
        provider_id: story.anaId,
        start_time: "2027-03-10T16:00:00.000Z",
      })
    ).body.data
    const range = { start_date: "2027-03-10", end_date: "2027-03-11" }
    const fresh = await search(range)
    expect(startsOf(ofProvider(fresh.body, story.anaId)!)).not.toContain("2027-03-10T16:30:00.000Z")
    const moving = await post("/slots", { appointment_id: booked.id, ...range })
    expect(moving.body.data.providers).toHaveLength(1)
    expect(startsOf(moving.body.data.providers[0])).toEqual(
      expect.arrayContaining([
        "2027-03-10T15:30:00.000Z",
        "2027-03-10T16:00:00.000Z",
        "2027-03-10T16:30:00.000Z",
      ]),
    )
  })

  it("SL-09 every offered time can be booked, also the ones of a request", async () => {
    const customer_id = await makeCustomer(service)
    const request = (
      await post("/scheduling-requests", {
        customer_id,
        appointment_type_id: story.typeId,
        earliest_date: "2027-03-17",
        latest_date: "2027-03-18",
        provider_id: story.benId,
        duration_minutes: 90,
      })
    ).body.data
    const { body } = await search({
      scheduling_request_id: request.id,
      start_date: "2027-03-15",
      end_date: "2027-03-25",
    })
    const [place] = body.data.providers
    expect(body.data.providers).toHaveLength(1)
    const dates = new Set(startsOf(place).map((start) => start.slice(0, 10)))
    expect([...dates]).toEqual(["2027-03-17", "2027-03-18"])
    for (const slot of [place.slots[0], place.slots.at(-1)]) {
      const booked = await post("/appointments", {
        customer_id,
        appointment_type_id: story.typeId,
        provider_id: story.benId,
        location_id: place.location_id,
        scheduling_request_id: request.id,
        start_time: slot.start_time,
        end_time: slot.end_time,
      })
      expect(booked.status).toBe(201)
      await post(`/appointments/${booked.body.data.id}/cancel`)
    }
  })
})

it("EX-05 EX-06 MD-06 packed starts are offered, booked, and moved to; all interfaces show the same ones", async () => {
  const typeId = await makeType(service, { name: "Packed", starts: "packed", place: "remote" })
  const meetingId = await makeType(service, { name: "Meeting", duration_minutes: 70 })
  const provider_id = await makeProvider(service, {
    name: "Noor",
    appointment_type_ids: [typeId, meetingId],
    weekly_hours: weekdays(story.locationId),
  })
  const book = (appointment_type_id: number, start_time: string) =>
    post("/appointments", {
      ...{ customer_id: story.customerId, provider_id, location_id: story.locationId },
      ...{ appointment_type_id, start_time },
    })
  const times = async (more: Fields = { all_starts: true }) => {
    const { body } = await search({ appointment_type_id: typeId, ...more })
    return ofProvider(body, provider_id)!.slots.map(({ start_time }) => start_time.slice(11, 16))
  }
  expect((await book(meetingId, "2027-03-02T15:00:00.000Z")).status).toBe(201)
  expect((await times()).slice(0, 3)).toEqual(["16:10", "16:30", "17:00"])
  // Customers choose between times that are no minutes apart, and staff read the same unless they ask for all.
  expect((await times({})).slice(0, 3)).toEqual(["16:10", "17:00", "17:30"])
  const customer = { kind: "agent", sessionId: 1, customerId: null } as const
  const call = { companyId: service.companyId, actor: customer, requestId: "r", now: service.clock.now() }
  const range = { start_date: "2027-03-02", end_date: "2027-03-03" }
  const shown = await findSlots(service.context, call, { appointment_type_id: typeId, ...range })
  const clocks = [...shown.result.offered[0]!.starts].map((start) => isoOfMinute(start).slice(11, 16))
  expect(clocks.slice(0, 3)).toEqual(["16:10", "17:00", "17:30"])
  const booked = await book(typeId, "2027-03-02T17:30:00.000Z")
  expect((await times()).slice(0, 3)).toEqual(["16:10", "16:30", "18:30"])
  const move = (start_time: string) => post(`/appointments/${booked.body.data.id}/reschedule`, { start_time })
  const moved = await move("2027-03-02T16:10:00.000Z")
  expect([moved.status, moved.body.data.start_time]).toEqual([200, "2027-03-02T16:10:00.000Z"])
  expect((await times())[0]).toBe("17:10")
  // Beside nothing but the appointment itself.
  expect((await move("2027-03-02T17:10:00.000Z")).body.error.code).toBe("time_not_offered")
})
