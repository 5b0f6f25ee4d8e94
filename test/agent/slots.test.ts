import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Conversation, openChannels, samsNumber, strangersNumber, talk } from "../support/agent.ts"
import { type Answer, startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"

let service: TestService
let story: Story
let call: Conversation

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  await openChannels(service)
  call = await talk(service, samsNumber)
})
afterAll(() => service.stop())

const search = (more: object, by = call) =>
  by.tool("POST", "/slots", {
    appointment_type_id: story.typeId,
    start_date: "2027-03-02",
    end_date: "2027-03-03",
    ...more,
  })
const codeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.field]

interface SaidSlot {
  start_time: string
  provider_id: number
  timezone: string
  say: string
}
type Entry = { provider_id: number; timezone: string; slots: SaidSlot[] }
const allSlots = (body: Answer["body"]): SaidSlot[] =>
  (body.data.providers as Entry[]).flatMap(({ slots }) => slots)

describe("times that can be said", () => {
  it("AG-15 every slot carries its provider, its zone and how it is said, weekday included", async () => {
    const { status, body } = await search({ provider_id: story.anaId })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      today: "2027-03-01",
      today_say: "Monday, March 1, 2027",
      timezone: "America/Chicago",
      reason: null,
      next_available: null,
      more: false,
    })
    const listed = [...body.data.recommended, ...allSlots(body)] as SaidSlot[]
    expect(listed.length).toBeGreaterThan(15)
    for (const { provider_id, timezone, say, start_time } of listed) {
      expect(provider_id).toBe(story.anaId)
      expect(timezone).toBe("America/Chicago")
      const local = Temporal.Instant.from(start_time).toZonedDateTimeISO(timezone)
      const hour = local.hour % 12 === 0 ? 12 : local.hour % 12
      const minute = String(local.minute).padStart(2, "0")
      expect(say).toBe(`Tuesday, March 2 at ${hour}:${minute} ${local.hour < 12 ? "AM" : "PM"}`)
    }
    expect(body.data.say).toMatch(/^With Ana Ruiz I have Tuesday, March 2 at 9 AM or noon\.$/)
  })

  it("AG-15 SL-05 TR-42 names at most 26 starts, each once, evenly, the recommended among them, and says how to find the others", async () => {
    const { body } = await search({ end_date: "2027-04-01" })
    const slots = allSlots(body)
    expect([slots.length, body.data.more]).toEqual([26, true])
    const keys = new Set(slots.map(({ provider_id, start_time }) => `${provider_id} ${start_time}`))
    expect(keys.size).toBe(26)
    expect(new Set(slots.map(({ start_time }) => start_time)).size).toBe(26)
    expect(body.data.narrow_by).toEqual(["end_date", "time_of_day", "around", "provider_id"])
    expect(body.data.recommended).toHaveLength(5)
    for (const { provider_id, start_time } of body.data.recommended) {
      expect(keys).toContain(`${provider_id} ${start_time}`)
    }
    const days = new Set(slots.map(({ start_time }) => start_time.slice(0, 10)))
    expect(days.size).toBeGreaterThan(12)
    expect((body.data.providers as Entry[]).map(({ slots: { length } }) => length > 10)).toEqual([true, true])
  })

  it("AG-15 says times in the zone of the place, named where its clocks differ, and today in the company's", async () => {
    const tokyo = await makeLocation(service, { name: "Tokyo", timezone: "Asia/Tokyo" })
    const typeId = await makeType(service, { name: "Far away", min_notice_minutes: 0 })
    await makeProvider(service, {
      name: "Yui",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(tokyo, "08:00", "10:00"),
    })
    const { body } = await search({ appointment_type_id: typeId })
    expect(body.data.recommended[0]).toMatchObject({
      start_time: "2027-03-01T23:00:00.000Z",
      timezone: "Asia/Tokyo",
      say: "Tuesday, March 2 at 8:00 AM Japan Standard Time at Tokyo",
    })
    expect([body.data.today, body.data.timezone]).toEqual(["2027-03-01", "America/Chicago"])
    const { provider_id } = body.data.recommended[0]
    const wish = { appointment_type_id: typeId, provider_id, start_time: "2027-03-02T03:00:00.000Z" }
    const refused = await call.tool("POST", "/appointments", wish)
    expect(refused.body.error.message).toContain("AM Japan Standard Time")
    expect(refused.body.error.details.alternatives[0].say).toMatch(/ AM Japan Standard Time at Tokyo$/)
    wish.start_time = "2027-03-01T23:00:00.000Z"
    const booked = await call.tool("POST", "/appointments", wish)
    expect(booked.body.data.say).toBe(
      "Far away is booked for Tuesday, March 2 at 8:00 AM Japan Standard Time at Tokyo.",
    )
    const begun = await talk(service, samsNumber)
    expect(begun.variables.upcoming_appointments).toBe(
      "Far away with Yui on Tuesday, March 2 at 8:00 AM Japan Standard Time at Tokyo",
    )
  })

  it("AG-15 SL-03 says a time on the day of a clock change as its clocks show it, and another year with the year", async () => {
    await service.api("PUT", `/appointment-types/${story.typeId}`, { booking_window_days: 400 })
    const spring = await search({ start_date: "2027-03-15", end_date: "2027-03-16" })
    expect(allSlots(spring.body)[0]).toMatchObject({
      start_time: "2027-03-15T14:00:00.000Z",
      say: "Monday, March 15 at 9:00 AM",
    })
    const later = await search({ start_date: "2028-03-01", end_date: "2028-03-02" })
    expect(allSlots(later.body)[0]!.say).toBe("Wednesday, March 1, 2028 at 9:00 AM")
    await service.api("PUT", `/appointment-types/${story.typeId}`, { booking_window_days: 60 })
  })

  it("SL-09 what is offered can be booked, the last of a long list too", async () => {
    const { body } = await search({ end_date: "2027-04-01" })
    const last = allSlots(body).at(-1)!
    const booked = await call.tool("POST", "/appointments", {
      appointment_type_id: story.typeId,
      provider_id: last.provider_id,
      start_time: last.start_time,
    })
    expect([booked.status, booked.body.data.say]).toEqual([
      201,
      `Boiler service is booked for ${last.say} at Downtown.`,
    ])
  })

  it("AG-13 ids may be text, and what is not known null, as models send them", async () => {
    const sent = { appointment_type_id: String(story.typeId), provider_id: null, location_id: null }
    expect((await search({ ...sent, appointment_id: null })).status).toBe(200)
  })
})

describe("why there is nothing", () => {
  const empty = async (more: object, by = call) => {
    const { status, body } = await search(more, by)
    expect([status, body.data.providers, body.data.recommended]).toEqual([200, [], []])
    const { reason, say, next_available } = body.data
    return { reason, say, next: next_available?.say ?? null }
  }

  it("AG-12 dates without a time: the next one after them", async () => {
    expect(await empty({ start_date: "2027-03-06", end_date: "2027-03-08" })).toEqual({
      reason: null,
      say: expect.stringMatching(
        /^There is nothing free in those days\. The next time after them is Monday, March 8 at/,
      ),
      next: expect.stringContaining("Monday, March 8"),
    })
  })

  it("AG-12 TR-43 dates that have passed, and dates beyond the window", async () => {
    const passed = await search({ start_date: "2027-02-01", end_date: "2027-02-10" })
    expect(passed.body.data.providers).toEqual([])
    expect(passed.body.data.say).toMatch(
      /^Those days have passed: today is Monday, March 1, 2027\. The first free time is Monday, March 1 at /,
    )
    expect(await empty({ start_date: "2027-06-01", end_date: "2027-06-10" })).toEqual({
      reason: null,
      say: "That is too far ahead. We book until Friday, April 30.",
      next: null,
    })
  })

  it("SL-06 AG-12 no address, out of the area, nobody who offers it: each with its sentence", async () => {
    const near = await makeLocation(service, { name: "Vans", service_area: { kind: "radius", km: 20 } })
    const typeId = await makeType(service, { name: "AppContext call", place: "at_customer" })
    const hours = weekdays(near)
    await makeProvider(service, { name: "Vera", appointment_type_ids: [typeId], weekly_hours: hours })
    const ask = { appointment_type_id: typeId }
    expect(await empty(ask)).toMatchObject({
      reason: "no_address",
      say: "I need your address first, to see who can come to you.",
    })
    await makeCustomer(service, { name: "Far Off", phone: "+15125550141", address: houston })
    expect(await empty(ask, await talk(service, "+15125550141"))).toMatchObject({
      reason: "out_of_service_area",
      say: "I'm sorry, we don't come to your address.",
    })
    const nobodys = await makeType(service, { name: "Nobody's" })
    expect(await empty({ appointment_type_id: nobodys })).toMatchObject({
      reason: "no_provider_offers_type",
      say: "Nobody offers this kind of appointment at the moment.",
    })
    const cleo = await makeProvider(service, { name: "Cleo", appointment_type_ids: [], weekly_hours: hours })
    expect(await empty({ provider_id: cleo })).toMatchObject({
      reason: "provider_does_not_offer_type",
      say: "That person doesn't do this kind of appointment.",
    })
  })

  it("SL-01 AG-12 a range that is too long, reversed or no date asks for the dates again", async () => {
    const bad = [
      { end_date: "2027-04-03" },
      { end_date: "2027-03-02" },
      { end_date: "2027-02-30" },
      { start_date: "tomorrow" },
    ]
    for (const range of bad) {
      const { status, body } = await search(range)
      expect([status, body.error.code, body.error.message]).toEqual([
        400,
        "invalid_input",
        "Which dates would suit you?",
      ])
      expect(body.error.details.problem).toContain("_date: expected")
    }
  })
})

describe("filters", () => {
  it("SL-10 an unknown id is 404, one that can't be used is 400 and says why", async () => {
    const other = await service.anotherCompany()
    for (const [field, id] of Object.entries({
      provider_id: 9_999,
      location_id: 9_999,
      appointment_type_id: 9_999,
    })) {
      expect(codeOf(await search({ [field]: id }))).toEqual([404, "not_found", field])
    }
    expect(other.companyId).toBeGreaterThan(0)
    const elsewhere = await makeLocation(service, { name: "Uptown" })
    const typeId = await makeType(service, { name: "Downtown only", location_ids: [story.locationId] })
    const refused = await search({ appointment_type_id: typeId, location_id: elsewhere })
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      400,
      "filter_not_usable",
      "Downtown only is not offered at that location.",
    ])
  })

  it("AG-11 without provider_choice the look-up is empty and the filter refused", async () => {
    const typeId = await makeType(service, { name: "Whoever", provider_choice: false })
    const hours = weekdays(story.locationId)
    const dora = await makeProvider(service, {
      name: "Dora",
      appointment_type_ids: [typeId],
      weekly_hours: hours,
    })
    const listed = await call.tool("GET", "/providers", { appointment_type_id: typeId })
    expect(listed.body.data).toEqual({
      today: "2027-03-01",
      today_say: "Monday, March 1, 2027",
      timezone: "America/Chicago",
      providers: [],
      more: false,
      reason: "no_provider_choice",
      say: "For this appointment we choose who is free for you.",
    })
    const refused = await search({ appointment_type_id: typeId, provider_id: dora })
    expect(codeOf(refused)).toEqual([400, "filter_not_usable", "provider_id"])
    expect((await search({ appointment_type_id: typeId })).body.data.recommended).not.toEqual([])
  })

  it("SL-07 an assigned provider is the only one listed and searched", async () => {
    const kim = await makeCustomer(service, { name: "Kim Lee", phone: "+15125550142" })
    await service.api("PUT", `/customers/${kim}`, { assigned_provider_id: story.benId })
    await service.api("PUT", "/company", { provider_assignment: "per_customer" })
    const kims = await talk(service, "+15125550142")
    const listed = await kims.tool("GET", "/providers", { appointment_type_id: story.typeId })
    expect(listed.body.data.providers).toEqual([{ id: story.benId, name: "Ben Okafor" }])
    const { body } = await search({}, kims)
    expect(body.data.providers.map(({ provider_id }: Entry) => provider_id)).toEqual([story.benId])
    const refused = await search({ provider_id: story.anaId }, kims)
    expect(refused.body.error.message).toBe("These appointments are always with Ben Okafor.")
    await service.api("PUT", "/company", { provider_assignment: "none" })
  })

  it("AG-05 lists places and people by name, where the caller may have them", async () => {
    const places = await call.tool("GET", "/locations", { appointment_type_id: story.typeId })
    const today = { today: "2027-03-01", today_say: "Monday, March 1, 2027", timezone: "America/Chicago" }
    expect(places.body.data).toEqual({
      ...today,
      locations: [
        {
          id: story.locationId,
          name: "Downtown",
          timezone: "America/Chicago",
          street_address: "1 Main St, Austin, TX 78701",
          directions: null,
          opening_hours: null,
        },
      ],
      more: false,
      reason: null,
      say: "Only Downtown.",
    })
    const people = await call.tool("GET", "/providers", {
      appointment_type_id: story.typeId,
      location_id: story.locationId,
    })
    expect(people.body.data).toMatchObject({ reason: null, say: "You can choose Ana Ruiz or Ben Okafor." })
    const unknown = await call.tool("GET", "/providers", {
      appointment_type_id: story.typeId,
      location_id: 9_999,
    })
    expect(codeOf(unknown)).toEqual([404, "not_found", "location_id"])
    expect(codeOf(await call.tool("GET", "/locations"))).toEqual([
      400,
      "invalid_input",
      "appointment_type_id",
    ])
  })
})

describe("what may be booked", () => {
  it("AG-13 gives length, choice and address of each, and the request with its length, dates, place and provider", async () => {
    const typeId = await makeType(service, {
      name: "Annual check",
      duration_options: [{ label: "Long", minutes: 90 }],
      duration_minutes: 60,
    })
    await service.api("PUT", `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, typeId] })
    const zoe = await makeCustomer(service, { name: "Zoe Young", phone: "+15125550143" })
    const request = await make(service, "/scheduling-requests", {
      customer_id: zoe,
      appointment_type_id: story.typeId,
      earliest_date: "2027-03-09",
      latest_date: "2027-03-12",
      duration_minutes: 120,
      duration_label: "two hours",
      provider_id: story.benId,
      location_id: story.locationId,
    })
    const zoes = await talk(service, "+15125550143")
    const types = (await zoes.tool("GET", "/appointment-types")).body.data.appointment_types
    const byName = (name: string) => types.find((type: { name: string }) => type.name === name)
    expect(byName("Annual check")).toMatchObject({
      id: typeId,
      needs_address: false,
      provider_choice: true,
      blocks: [60],
      duration_minutes: 60,
      duration_options: [{ label: "Long", minutes: 90 }],
      scheduling_request: null,
    })
    expect(byName("Boiler service")).toEqual({
      id: story.typeId,
      name: "Boiler service",
      description: null,
      place: "at_location",
      needs_address: false,
      provider_choice: true,
      blocks: [120],
      duration_minutes: 120,
      duration_options: [],
      goes_with_others: false,
      scheduling_request: {
        id: request.id,
        duration_label: "two hours",
        earliest_date: "2027-03-09",
        latest_date: "2027-03-12",
      },
    })
    expect(byName("AppContext call")).toMatchObject({ needs_address: true })
    const { body } = await search(
      { scheduling_request_id: request.id, start_date: "2027-03-02", end_date: "2027-03-20" },
      zoes,
    )
    const slots = allSlots(body)
    const days = [...new Set(slots.map(({ start_time }) => start_time.slice(0, 10)))]
    expect([days[0], days.at(-1)]).toEqual(["2027-03-09", "2027-03-12"])
    expect(new Set(slots.map(({ provider_id }) => provider_id))).toEqual(new Set([story.benId]))
    const booked = await zoes.tool("POST", "/appointments", {
      appointment_type_id: story.typeId,
      scheduling_request_id: request.id,
      provider_id: slots[0]!.provider_id,
      start_time: slots[0]!.start_time,
    })
    const { start_time, end_time } = booked.body.data
    expect(Date.parse(end_time) - Date.parse(start_time)).toBe(120 * 60_000)
  })

  it("AG-14 tells who may book nothing why", async () => {
    await service.api("PUT", "/company", { new_customers: "not_allowed" })
    const stranger = await talk(service, strangersNumber)
    const { data } = (await stranger.tool("GET", "/appointment-types")).body
    expect([data.appointment_types, data.say]).toEqual([
      [],
      "We don't take new customers at the moment. Please call us at (512) 555-0100.",
    ])
    await service.api("PUT", "/company", { new_customers: "allowed" })
  })
})

const houston = { line1: "1 Main St", city: "Houston", state: "TX", postal_code: "77002", country: "US" }
