import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { anasAt, type Link, makeLink } from "../../../test/support/link.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import {
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../../test/support/story.ts"

let service: TestService
let story: Story
let link: Link

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
})
afterAll(() => service.stop())

beforeEach(async () => {
  service.clock.set("2027-03-01T12:00:00.000Z")
  link = await makeLink(service, { ...story, customerId: await makeCustomer(service, { name: "Sam Poe" }) })
})

const requestOf = async ({ requestId }: Link) =>
  (await service.api("GET", `/scheduling-requests/${requestId}`)).body.data

/** The link's event of that type. */
async function eventOf(type: string): Promise<unknown> {
  const { body } = await service.events()
  const isIt = (event: { type: string; data: { scheduling_request: { id: number } | null } }) =>
    event.type === type && event.data.scheduling_request?.id === link.requestId
  return body.data.find(isIt)
}

/** From 14 March 2027, 02:00 in Chicago. */
const summerTime = { from: "2027-03-14T08:00:00.000Z", offsetMinutes: -300 }

describe("the link's view", () => {
  it("LK-01 tells company, first name, type with length and times, and nothing else", async () => {
    const { status, data } = await link.read()
    expect(status).toBe(200)
    const { slots, ...rest } = data
    expect(rest).toEqual({
      version: expect.any(String),
      company: {
        name: "Harbour Heating",
        phone: "+15125550100",
        locale: "en",
        accentColor: "#1f5fd6",
        logo: null,
        pageUrl: null,
      },
      customer: { firstName: "Sam" },
      appointmentType: {
        name: "Boiler service",
        description: null,
        durationMinutes: 60,
        durationLabel: null,
        blockMinutes: [60],
        place: "at_location",
      },
      state: "open",
      closedReason: null,
      bookable: { firstDate: "2027-03-01", lastDate: "2027-03-31" },
      appointment: null,
      questions: [],
      choices: {
        locations: [
          expect.objectContaining({ id: story.locationId, address: "1 Main St, Austin, TX 78701" }),
        ],
        providers: [
          { id: story.anaId, name: "Ana Ruiz", locationIds: [story.locationId] },
          { id: story.benId, name: "Ben Okafor", locationIds: [story.locationId] },
        ],
      },
      clocks: { "America/Chicago": expect.arrayContaining([summerTime]) },
    })
    expect(Object.keys(slots!).sort()).toEqual([
      "clocks",
      "full",
      "moreFrom",
      "nextAvailable",
      "providers",
      "range",
      "reason",
      "recommended",
      "recommendedFor",
    ])
    expect(slots!.providers.length).toBeGreaterThan(0)
  })

  it("TR-25 tells the clock of any zone that a visitor chooses, under the name that was asked for", async () => {
    const ask = (zone: string) => fetch(`${service.bookUrl}/api/clocks?zone=${encodeURIComponent(zone)}`)
    const { data } = (await (await ask("US/Central")).json()) as { data: { clocks: object } }
    expect(data.clocks).toEqual({ "US/Central": expect.arrayContaining([summerTime]) })
    const refused = await Promise.all(["Mars/Olympus", "+05:30", "", "constructor"].map(ask))
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  it("TR-10 shows no choice of providers where the type has none, and takes no filter", async () => {
    const typeId = await makeType(service, { name: "Whoever is free", provider_choice: false })
    const types = { appointment_type_ids: [story.typeId, typeId] }
    for (const id of [story.anaId, story.benId]) await put(service, `/providers/${id}`, types)
    const customerId = await makeCustomer(service)
    const own = await makeLink(service, { ...story, customerId, typeId })
    const { choices, slots } = (await own.read()).data
    expect([choices.providers, slots!.providers.length]).toEqual([[], 2])
    const body = { startDate: "2027-03-02", endDate: "2027-03-03", providerId: story.anaId }
    const refused = await own.send("/api/link/slots", { method: "POST", body })
    expect([refused.status, refused.error.field]).toEqual([400, "providerId"])
  })

  it("TR-52 asks for the location first when there are many, and searches at the chosen one", async () => {
    const typeId = await makeType(service, { name: "At any of five" })
    for (const name of ["Bank", "Court", "Dock", "East", "Ford"]) {
      const locationId = await makeLocation(service, { name })
      const weekly_hours = weekdays(locationId)
      await makeProvider(service, { name: `Of ${name}`, appointment_type_ids: [typeId], weekly_hours })
    }
    const own = await makeLink(service, { ...story, customerId: await makeCustomer(service), typeId })
    const { choices, slots } = (await own.read()).data
    expect(choices.locations.map(({ name }) => name)).toEqual(["Bank", "Court", "Dock", "East", "Ford"])
    expect(slots).toBeNull()
    const body = { startDate: "2027-03-02", endDate: "2027-03-03", locationId: choices.locations[2]!.id }
    const found = await own.send("/api/link/slots", { method: "POST", body })
    const names = found.data.providers.map((entry: { locationName: string }) => entry.locationName)
    expect(names).toEqual(["Dock"])
  })

  it("LK-02 offers what the company's search offers, within the request's dates, provider and notice", async () => {
    const own = await makeLink(
      service,
      { ...story, customerId: await makeCustomer(service) },
      {
        earliest_date: "2027-03-03",
        latest_date: "2027-03-05",
        provider_id: story.benId,
      },
    )
    const { slots } = (await own.read()).data
    const asked = await service.api("POST", "/slots", {
      appointment_type_id: story.typeId,
      scheduling_request_id: own.requestId,
      start_date: "2027-03-03",
      end_date: "2027-03-06",
    })
    expect(slots!.range).toEqual({ startDate: "2027-03-03", endDate: "2027-03-06" })
    expect(slots!.providers).toHaveLength(1)
    expect(slots!.providers[0]).toMatchObject({ providerName: "Ben Okafor", timezone: "America/Chicago" })
    const starts = (list: { start_time?: string; startTime?: string }[]) =>
      list.map((slot) => slot.startTime ?? slot.start_time)
    expect(starts(slots!.providers[0]!.slots)).toEqual(starts(asked.body.data.providers[0].slots))
    expect(starts(slots!.recommended)).toEqual(starts(asked.body.data.recommended))
  })

  it("RQ-12 shows the request's own length and its name", async () => {
    const longer = await makeLink(
      service,
      { ...story, customerId: await makeCustomer(service) },
      {
        duration_minutes: 90,
        duration_label: "Long visit",
      },
    )
    const { appointmentType, slots } = (await longer.read()).data
    expect(appointmentType).toMatchObject({
      durationMinutes: 90,
      durationLabel: "Long visit",
      blockMinutes: [90],
    })
    const [first] = slots!.providers[0]!.slots
    expect(Date.parse(first!.endTime) - Date.parse(first!.startTime)).toBe(90 * 60_000)
    expect((await longer.page()).text).toContain("Long visit")
  })

  it("LK-04 asks to call when an address is needed: the company's phone, or its voice channel's number", async () => {
    const visitId = await makeType(service, { name: "Home visit", place: "at_customer" })
    for (const id of [story.anaId, story.benId])
      await service.api("PUT", `/providers/${id}`, { appointment_type_ids: [story.typeId, visitId] })
    const visit = await makeLink(service, {
      ...story,
      customerId: await makeCustomer(service),
      typeId: visitId,
    })
    const before = (await visit.read()).data
    expect(before).toMatchObject({ state: "call", slots: null, bookable: null })
    expect(before.company.phone).toBe("+15125550100")
    const refused = await visit.book(anasAt(story, "2027-03-02T15:00:00.000Z"))
    expect([refused.status, refused.error.code]).toEqual([409, "address_needed"])

    const channel = await service.api("POST", "/channels", { kind: "voice", phone: "+15125550177" })
    expect((await visit.read()).data.company.phone).toBe("+15125550177")
    expect((await visit.page()).text).toContain("tel:+15125550177")
    await service.api("DELETE", `/channels/${channel.body.data.id}`)
  })
})

describe("booking, moving and cancelling", () => {
  it("LK-03 LK-05 RQ-06 books as link, shows the time, and tells the company", async () => {
    const booked = await link.book(anasAt(story, "2027-03-02T15:00:00.000Z"))
    expect(booked.status).toBe(201)
    expect(booked.data).toMatchObject({
      state: "scheduled",
      appointment: {
        startTime: "2027-03-02T15:00:00.000Z",
        endTime: "2027-03-02T16:00:00.000Z",
        providerName: "Ana Ruiz",
        locationName: "Downtown",
        locationAddress: "1 Main St, Austin, TX 78701",
        canReschedule: true,
        canCancel: true,
      },
    })
    expect((await requestOf(link)).status).toBe("scheduled")
    const appointment = await service.api("GET", `/appointments/${booked.data.appointment!.id}`)
    expect(appointment.body.data.booked_by).toBe("link")
    const event = await eventOf("appointment.created")
    expect(event).toMatchObject({ type: "appointment.created", source: { kind: "link" } })
    await link.cancel()
  })

  it("RQ-07 BK-04 moves to another time of the same provider, with the old times in the event", async () => {
    await link.book(anasAt(story, "2027-03-02T15:00:00.000Z"))
    const { id } = (await link.read()).data.appointment!
    const search = await link.slots("2027-03-02", "2027-03-04", id)
    expect(search.data.providers.map((place) => place.providerName)).toEqual(["Ana Ruiz"])
    expect(search.data.providers[0]!.slots.map((slot) => slot.startTime)).toContain(
      "2027-03-02T15:30:00.000Z",
    )
    const moved = await link.move("2027-03-03T16:00:00.000Z", 1)
    expect(moved.data.appointment).toMatchObject({ startTime: "2027-03-03T16:00:00.000Z", version: 2 })
    const event = await eventOf("appointment.rescheduled")
    expect(event).toMatchObject({
      type: "appointment.rescheduled",
      source: { kind: "link" },
      data: { previous: { start_time: "2027-03-02T15:00:00.000Z" } },
    })
    await link.cancel()
  })

  it("RQ-08 cancels, offers other times at once, and books again through the same link", async () => {
    await link.book(anasAt(story, "2027-03-02T15:00:00.000Z"))
    const cancelled = await link.cancel()
    expect(cancelled.data).toMatchObject({ state: "open", appointment: null })
    expect(cancelled.data.slots!.providers.length).toBeGreaterThan(0)
    const event = await eventOf("appointment.cancelled")
    expect(event).toMatchObject({
      type: "appointment.cancelled",
      source: { kind: "link" },
      data: { scheduling_request: { status: "open" } },
    })
    expect((await link.book(anasAt(story, "2027-03-02T16:00:00.000Z"))).status).toBe(201)
    await link.cancel()
  })

  it("LK-08 answers a time that was taken with fresh ones close to it", async () => {
    const other = await makeCustomer(service)
    await service.api("POST", "/appointments", {
      customer_id: other,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      location_id: story.locationId,
      start_time: "2027-03-04T15:00:00.000Z",
    })
    const refused = await link.book(anasAt(story, "2027-03-04T15:00:00.000Z"), "taken-1")
    expect([refused.status, refused.error.code]).toEqual([409, "slot_taken"])
    const { alternatives } = refused.error.details
    expect(alternatives).toHaveLength(3)
    for (const slot of alternatives) {
      expect(Object.keys(slot).sort()).toEqual([
        "blocks",
        "endTime",
        "locationId",
        "locationName",
        "providerId",
        "providerName",
        "startTime",
        "timezone",
      ])
      expect(slot.startTime).not.toBe("2027-03-04T15:00:00.000Z")
    }
    const again = await link.book(anasAt(story, "2027-03-04T15:00:00.000Z"), "taken-1")
    expect(again.error.details).toEqual(refused.error.details)
    expect((await link.book(alternatives[0])).status).toBe(201)
    await link.cancel()
  })

  it("BK-06 a booking sent twice under one key is one appointment; another body is refused", async () => {
    const wish = anasAt(story, "2027-03-05T15:00:00.000Z")
    const first = await link.book(wish, "lost-answer")
    const second = await link.book(wish, "lost-answer")
    expect(second.status).toBe(201)
    expect(second.data).toEqual(first.data)
    const other = await link.book(anasAt(story, "2027-03-05T16:00:00.000Z"), "lost-answer")
    expect([other.status, other.error.code]).toEqual([409, "idempotency_key_reused"])
    await link.cancel()
  })

  it("LK-11 a rotation in between wins: nothing is booked, moved or cancelled through the old link", async () => {
    await link.read()
    const rotated = await service.api("POST", `/scheduling-requests/${link.requestId}/booking-link/rotate`)
    expect(rotated.body.data.booking_url).not.toBe(link.url)
    for (const reply of [
      await link.book(anasAt(story, "2027-03-08T15:00:00.000Z")),
      await link.move("2027-03-08T15:00:00.000Z"),
      await link.cancel(),
      await link.file(),
    ])
      expect([reply.status, reply.error.code]).toEqual([404, "link_ended"])
    expect((await requestOf(link)).status).toBe("open")
  })

  it("BK-07 keeps the company's cancel notice, and says that changes need a call", async () => {
    const strictId = await makeType(service, { name: "Strict visit", cancel_notice_minutes: 1440 })
    for (const id of [story.anaId, story.benId])
      await service.api("PUT", `/providers/${id}`, { appointment_type_ids: [story.typeId, strictId] })
    const strict = await makeLink(service, {
      ...story,
      customerId: await makeCustomer(service),
      typeId: strictId,
    })
    const booked = await strict.book(anasAt(story, "2027-03-02T15:00:00.000Z"))
    expect(booked.data.appointment).toMatchObject({ canCancel: true, canReschedule: true })
    service.clock.set("2027-03-01T15:00:01.000Z")
    expect((await strict.read()).data.appointment).toMatchObject({ canCancel: false, canReschedule: false })
    for (const reply of [await strict.move("2027-03-03T15:00:00.000Z"), await strict.cancel()])
      expect([reply.status, reply.error.code]).toEqual([409, "cancel_notice_passed"])
  })

  it("refuses to change what is not there, and another link's appointment stays unknown", async () => {
    const refused = await link.cancel()
    expect([refused.status, refused.error.code]).toEqual([409, "appointment_not_scheduled"])
    const other = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
    const theirs = (await other.book(anasAt(story, "2027-03-09T15:00:00.000Z"))).data.appointment!
    const search = await link.slots("2027-03-08", "2027-03-10", theirs.id)
    expect([search.status, search.error.code]).toEqual([404, "not_found"])
    const stale = await other.move("2027-03-09T16:00:00.000Z", 7)
    expect([stale.status, stale.error.code]).toEqual([409, "version_conflict"])
  })
})

describe("after a cancel that reopens nothing", () => {
  it("RQ-09 another open request leaves this one cancelled, and the page says so", async () => {
    const customerId = await makeCustomer(service)
    const first = await makeLink(service, { ...story, customerId })
    await first.book(anasAt(story, "2027-03-10T15:00:00.000Z"))
    await makeLink(service, { ...story, customerId })
    const cancelled = await first.cancel()
    expect(cancelled.data).toMatchObject({
      state: "closed",
      closedReason: "cancelled",
      bookable: null,
      slots: null,
    })
    expect((await first.read()).status).toBe(404)
  })

  it("a cancel after the last date offers no new times", async () => {
    const late = await makeLink(
      service,
      { ...story, customerId: await makeCustomer(service) },
      {
        latest_date: "2027-03-11",
      },
    )
    const booked = await late.book(anasAt(story, "2027-03-11T15:00:00.000Z"))
    await service.api("POST", `/appointments/${booked.data.appointment!.id}/reschedule`, {
      start_time: "2027-03-15T15:00:00.000Z",
      override_eligibility: true,
    })
    service.clock.set("2027-03-13T12:00:00.000Z")
    const cancelled = await late.cancel()
    expect(cancelled.data).toMatchObject({ state: "closed", closedReason: "dates_over", slots: null })
  })
})

it("CL-09 tells what was declined beside the new times, and nothing of what was taken back or is not staff's to confirm", async () => {
  const typeId = await makeType(service, { confirmation: "staff" })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
  const asked = await makeLink(service, { ...story, typeId, customerId: await makeCustomer(service) })
  const [startTime, endTime] = ["2027-03-10T15:00:00.000Z", "2027-03-10T16:00:00.000Z"]
  const wish = async () => (await asked.read()).data.declinedWish
  expect(await wish()).toBeUndefined()
  const first = (await asked.book(anasAt(story, startTime))).data.appointment!
  await service.api("POST", `/appointments/${first.id}/decline`, { reason: "Away." })
  const declined = { startTime, endTime, timezone: "America/Chicago", note: "Away." }
  expect(await wish()).toEqual(declined)
  await asked.book(anasAt(story, "2027-03-11T15:00:00.000Z"))
  expect(await wish()).toBeUndefined()
  expect((await asked.cancel()).data).toMatchObject({ state: "open" })
  expect(await wish()).toBeUndefined()

  const booked = (await link.book(anasAt(story, startTime))).data.appointment!
  await service.api("POST", `/appointments/${booked.id}/cancel`)
  expect((await link.read()).data).toMatchObject({ state: "open" })
  expect((await link.read()).data.declinedWish).toBeUndefined()
})

it("PG-06 tells before a cancel whether other times follow, and after one what was cancelled, until it would have begun", async () => {
  const [startTime, endTime] = ["2027-03-10T15:00:00.000Z", "2027-03-10T16:00:00.000Z"]
  const booked = (await link.book(anasAt(story, startTime))).data.appointment!
  expect((await link.read()).data.reopens).toBe(true)
  await service.api("POST", `/appointments/${booked.id}/cancel`)
  const cancelled = { startTime, endTime, timezone: "America/Chicago" }
  expect((await link.read()).data).toMatchObject({ state: "open", cancelledTime: cancelled })
  expect((await link.read()).data.reopens).toBeUndefined()
  service.clock.set(startTime)
  expect((await link.read()).data.cancelledTime).toBeUndefined()
})

it("LK-02 SL-09 a time outside the providers' hours is refused, whatever the page sends", async () => {
  const saturday = await link.book(anasAt(story, "2027-03-06T15:00:00.000Z"))
  expect([saturday.status, saturday.error.code]).toEqual([409, "time_not_offered"])
  const offGrid = await link.book(anasAt(story, "2027-03-05T15:10:00.000Z"))
  expect([offGrid.status, offGrid.error.code]).toEqual([409, "time_not_offered"])
})
