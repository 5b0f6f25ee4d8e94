/** TR-13: an appointment by phone or online names no office to customers. Staff and webhooks see by whose hours it is. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { eventCopies } from "../../../domain/model/event-copy.ts"
import { companyNumber, openChannels, samsNumber, talk } from "../../../test/support/agent.ts"
import { makeLink } from "../../../test/support/link.ts"
import { openPublicPage, visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import {
  makeLocation,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../../test/support/texts.ts"
import { findAppointment } from "../../ledger/appointments.sql.ts"
import { sendTexts } from "../../messages/messages.worker.ts"

const office = "Back office"

let service: TestService
let carrier: PlayedCarrier
let story: Story
let typeId: number
let providerId: number
let locationId: number
beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({
    ...{ book: true, trustProxyHops: 1, texts: carrier, platformSmsNumber: "+15005550006" },
  })
  story = await tellStory(service)
  await openPublicPage(service, story)
  await openChannels(service, companyNumber)
  locationId = await makeLocation(service, { name: office })
  await put(service, `/appointment-types/${story.typeId}`, { location_ids: [story.locationId] })
  typeId = await makeType(service, { name: "Video advice", place: "remote", public_booking: true })
  providerId = await makeProvider(service, {
    ...{ name: "Cleo Park", appointment_type_ids: [typeId], weekly_hours: weekdays(locationId) },
  })
})
afterAll(() => service.stop())

const range = { startDate: "2027-03-02", endDate: "2027-03-03" }
const passed = { startDate: "2027-03-06", endDate: "2027-03-08" }
const at = (startTime: string) => ({ providerId, locationId, startTime })

/** As it went over the wire. */
const expectNoOffice = (answers: unknown[]) => {
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(office)
}

it("TR-13 on the public page: types, times, refusals, the booking and its calendar file", async () => {
  const visitor = visitorOf(service)
  const found = await visitor.slots({ typeId, ...range })
  expect(found.data.providers).toMatchObject([{ providerId, locationId, locationName: "" }])
  await visitor.proves("+15125550123")
  const start = "2027-03-02T15:00:00.000Z"
  const booked = await visitor.book({ typeId, ...at(start) })
  expect(booked.data.appointment).toMatchObject({ locationName: null, locationAddress: null })
  const taken = await visitor.book({ typeId, ...at(start) })
  expect(taken.error.details.alternatives).toHaveLength(3)
  const next = await visitor.slots({ typeId, ...passed })
  expect(next.data.nextAvailable).toMatchObject({ locationName: "" })
  const file = await visitor.send("GET", `/appointments/${booked.data.appointment.id}/calendar.ics`)
  expect(file.status).toBe(200)
  expectNoOffice([await visitor.page(), found, booked, taken.error, next, file.text])
})

it("TR-13 on the link page, before and after booking", async () => {
  const link = await makeLink(service, story, { appointment_type_id: typeId })
  const before = [await link.page(), await link.read(), await link.slots("2027-03-03", "2027-03-04")]
  const booked = await link.book(at("2027-03-03T15:00:00.000Z"))
  expect([booked.status, booked.data.appointment?.locationName]).toEqual([201, null])
  expectNoOffice([...before, booked, await link.page(), await link.file()])
})

it("TR-13 to callers: places, times, booking and what is booked", async () => {
  const call = await talk(service, samsNumber)
  const places = await call.tool("GET", "/locations", { appointment_type_id: typeId })
  expect(places.body.data).toMatchObject({
    locations: [],
    say: "That is by phone or online, so there is no place to choose.",
  })
  const asked = { appointment_type_id: typeId, start_date: "2027-03-04", end_date: "2027-03-05" }
  const found = await call.tool("POST", "/slots", asked)
  const start_time = "2027-03-04T15:00:00.000Z"
  const wish = { appointment_type_id: typeId, provider_id: providerId, location_id: locationId, start_time }
  const booked = await call.tool("POST", "/appointments", wish)
  expect(booked.status).toBe(201)
  const listed = await call.tool("GET", "/appointments")
  const { variables } = await talk(service, samsNumber)
  expect(variables.upcoming_appointments).toContain("Video advice")
  expectNoOffice([places.body, found.body, booked.body, listed.body, variables])
})

it("TR-13 in texts and in the provider's calendar, while staff and webhooks see the location", async () => {
  const wish = { customer_id: story.customerId, appointment_type_id: typeId, provider_id: providerId }
  const start_time = "2027-03-05T15:00:00.000Z"
  const { body } = await service.api("POST", "/appointments", {
    ...wish,
    location_id: locationId,
    start_time,
  })
  await sendTexts(service.context)
  expect(carrier.sent.length).toBeGreaterThan(0)
  const stored = await findAppointment(service.context.db, service.companyId, body.data.id)
  const copies = eventCopies("mark", stored!, "Sam Poe")
  expect(copies).toMatchObject([{ location: null }])
  expectNoOffice([carrier.sent, copies])

  expect(body.data.location).toEqual({ id: locationId, name: office })
  const { body: events } = await service.events()
  expect(events.data.at(-1).data.appointment.location).toEqual({ id: locationId, name: office })
})
