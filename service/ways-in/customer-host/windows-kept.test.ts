/** Promised windows beside visits that stand in them: what is offered can be held, proposed, offered on and booked, by every way. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../../test/support/agent.ts"
import { anasAt, makeLink } from "../../../test/support/link.ts"
import { openPublicPage, visitorOf } from "../../../test/support/public-page.ts"
import { type Answer, startService, type TestService } from "../../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../../test/support/story.ts"
import { byWaitingLink, offerDue, takeChair, waits } from "../../../test/support/waiting.ts"

const place = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
const address = { ...place, latitude: 30.28, longitude: -97.74 }
const window = (minutes: number) => ({ place: "at_customer", promise: { kind: "window", minutes } })
/** 9 to 13 in Austin, on Wednesday, and the second window of Thursday. */
const morning = "2027-03-03T15:00:00.000Z"
const thursday = "2027-03-04T19:00:00.000Z"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
  await openChannels(service)
  await put(service, `/appointment-types/${story.typeId}`, window(240))
  await put(service, `/customers/${story.customerId}`, { address })
})
afterAll(() => service.stop())

const post = (path: string, body: object = {}): Promise<Answer> => service.api("POST", path, body)
const codeOf = ({ status, body }: Answer) => [status, body.error?.code]
/** A kilometre north of the location for each. */
const customerAt = (km: number) =>
  makeCustomer(service, { address: { ...address, latitude: 30.27 + km / 111.195 } })
const anas = (fields: object = {}) => ({
  ...{ appointment_type_id: story.typeId, provider_id: story.anaId, location_id: story.locationId },
  ...{ start_time: morning, ...fields },
})
const rows = (of: "hold_id" | "appointment_id", id: number) =>
  service.context.db.query<{ minutes: number; start: number; resource_id: number }>(
    `SELECT end_minute - start_minute AS minutes, start_minute AS start, resource_id FROM allocation
     WHERE company_id = $1 AND ${of} = $2 AND active ORDER BY start_minute`,
    [service.companyId, id],
  )
const stopsOf = async (date: string): Promise<{ appointment_id: number; start_time: string }[]> => {
  const { body } = await service.api("GET", `/plans/${date}?location_id=${story.locationId}`)
  return body.data.routes.flatMap(({ stops }: { stops: object[] }) => stops)
}

it("FX-02 a window with a visit in it is held and booked by company, page, link and agent", async () => {
  const first = await post("/appointments", anas({ customer_id: await makeCustomer(service, { address }) }))
  expect(first.status).toBe(201)
  const customer_id = await makeCustomer(service, { address })
  const held = await post("/holds", anas({ customer_id, minutes: 5 }))
  expect(codeOf(held)).toEqual([201, undefined])
  // Only what the plan needs: an hour of the four.
  expect((await rows("hold_id", held.body.data.id)).map(({ minutes }) => minutes)).toEqual([60])
  expect(held.body.data.end_time).toBe("2027-03-03T19:00:00.000Z")
  expect(await stopsOf("2027-03-03")).toHaveLength(1)
  const booked = await post("/appointments", anas({ customer_id, hold_id: held.body.data.id }))
  expect(codeOf(booked)).toEqual([201, undefined])

  const visitor = visitorOf(service)
  await visitor.proves("(512) 555-0123")
  const draft = { "x-draft-token": "draft-000000000000000000000001" }
  const chosen = { typeId: story.typeId, providerId: story.anaId, locationId: story.locationId }
  const onPage = await visitor.send("POST", "/holds", { ...chosen, startTime: morning }, draft)
  expect([onPage.status, onPage.error]).toEqual([201, undefined])
  const bookedOnPage = await visitor.send("POST", "/appointments", { ...chosen, startTime: morning }, draft)
  expect([bookedOnPage.status, bookedOnPage.error]).toEqual([201, undefined])

  const link = await makeLink(service, story, { customer_id: await makeCustomer(service, { address }) })
  expect((await link.book(anasAt(story, morning))).status).toBe(201)

  await post(`/appointments/${await samsAppointment()}/cancel`)
  const call = await talk(service, samsNumber)
  expect(codeOf(await call.tool("POST", "/holds", anas()))).toEqual([201, undefined])
  expect(codeOf(await call.tool("POST", "/appointments", anas()))).toEqual([201, undefined])
  expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
})

async function samsAppointment(): Promise<number> {
  const { body } = await service.api("GET", `/appointments?customer_id=${story.customerId}&status=scheduled`)
  return body.data[0].id
}

it("FX-02 what is held can be booked: others are planned around it with the drives to it", async () => {
  const travel = { speed_kmh: 60, road_factor: 1, setup_minutes: 0 }
  const typeId = await makeType(service, { name: "Far repair", ...window(240) })
  const vanId = await makeProvider(service, {
    ...{ name: "Van One", appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId), travel },
  })
  const wish = (fields: object) => anas({ appointment_type_id: typeId, provider_id: vanId, ...fields })
  const far = await customerAt(30)
  const held = await post("/holds", wish({ customer_id: far, minutes: 10 }))
  expect(codeOf(held)).toEqual([201, undefined])
  for (const km of [0, 1, 2]) await post("/appointments", wish({ customer_id: await customerAt(km) }))
  const booked = await post("/appointments", wish({ customer_id: far, hold_id: held.body.data.id }))
  expect(codeOf(booked)).toEqual([201, undefined])
  const stops = await stopsOf("2027-03-03")
  expect(stops.map(({ appointment_id }) => appointment_id)).toContain(booked.body.data.id)
})

it("FX-02 an offered window is held and taken from the waiting list while another visit stands in it", async () => {
  const typeId = await makeType(service, { name: "Short call", duration_minutes: 30, ...window(60) })
  // Ten to eleven on a Wednesday.
  const hours = { location_id: story.locationId, weekday: 3, start: "10:00", end: "11:00" }
  const gilId = await makeProvider(service, {
    ...{ name: "Gil Novak", appointment_type_ids: [typeId], weekly_hours: [hours] },
  })
  const chair = { typeId, gilId, locationId: story.locationId }
  const stays = await takeChair(service, chair, await makeCustomer(service, { address }))
  const goes = await takeChair(service, chair, await makeCustomer(service, { address }))
  const waiter = await waits(service, chair)
  await put(service, `/customers/${waiter.customerId}`, { address })
  // Ten in the morning in Austin: no quiet hours.
  service.clock.set("2027-03-01T16:00:00.000Z")
  await post(`/appointments/${goes}/cancel`)
  await offerDue(service)
  const { offer } = (await byWaitingLink(service, waiter.url)).view
  expect(offer).toMatchObject({ state: "free", kind: "window" })
  const held = await byWaitingLink(service, waiter.url, "POST", "/hold", { offerId: offer!.id })
  expect(held.view.offer).toMatchObject({ state: "held" })
  const taken = await byWaitingLink(service, waiter.url, "POST", "/take", { offerId: offer!.id })
  expect(taken.view).toMatchObject({ entry: { state: "booked" }, booked: { kind: "window" } })
  const { body } = await service.api("GET", `/appointments?customer_id=${waiter.customerId}`)
  const both = [stays, body.data[0].id].map((id) => rows("appointment_id", id))
  expect((await Promise.all(both)).flat().map(({ minutes }) => minutes)).toEqual([30, 30])
  const { body: offers } = await service.api("GET", "/waiting-offers")
  expect(offers.data[0].state).toBe("booked")
})

it("FX-02 a proposed window keeps what its plan needs; accepted, the visit is planned in it and stands in the day's plan", async () => {
  const confirmation = { confirmation: "staff", answer_within_minutes: 1_440, unanswered: "decline" }
  const typeId = await makeType(service, { name: "Survey", ...window(240), ...confirmation })
  const uriId = await makeProvider(service, {
    ...{ name: "Uri Weld", appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId) },
  })
  const wish = async (fields: object = {}) =>
    anas({ customer_id: await makeCustomer(service, { address }), appointment_type_id: typeId, ...fields })
  const uris = { provider_id: uriId }
  const beside = await post("/appointments", await wish({ ...uris, start_time: thursday, confirmed: true }))
  expect(codeOf(beside)).toEqual([201, undefined])
  const { id } = await make(service, "/appointments", await wish(uris))
  // Both windows of Thursday: one with a visit in it, and one that is empty.
  const times = [{ start_time: thursday }, { start_time: "2027-03-04T15:00:00.000Z" }]
  const proposed = await post(`/appointments/${id}/propose`, { times })
  expect(codeOf(proposed)).toEqual([200, undefined])
  expect((await rows("appointment_id", id)).map(({ minutes }) => minutes)).toEqual([60, 60, 60])
  const proposal_id = proposed.body.data.proposals[0].id
  const confirmed = await post(`/appointments/${id}/confirm`, { proposal_id })
  expect(codeOf(confirmed)).toEqual([200, undefined])
  const { data } = confirmed.body
  expect([data.start_time, data.work_minutes]).toEqual([thursday, 60])
  expect(data.planned_start >= thursday && data.planned_start < data.end_time).toBe(true)
  expect(await rows("appointment_id", id)).toEqual([
    { minutes: 60, start: Date.parse(data.planned_start) / 60_000, resource_id: uriId },
  ])
  const stops = (await stopsOf("2027-03-04")).map(({ appointment_id, start_time }) => [
    appointment_id,
    start_time,
  ])
  expect(stops).toContainEqual([id, data.planned_start])
  expect(await stopsOf("2027-03-03")).not.toContainEqual(expect.objectContaining({ appointment_id: id }))
})

it("FX-02 a proposal of a full window is refused with other times", async () => {
  const confirmation = { confirmation: "staff", answer_within_minutes: 1_440, unanswered: "decline" }
  const typeId = await makeType(service, {
    name: "Long survey",
    duration_minutes: 180,
    ...window(240),
    ...confirmation,
  })
  const ivyId = await makeProvider(service, {
    ...{ name: "Ivy Park", appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId) },
  })
  const wish = async (start_time: string) =>
    anas({
      ...{ customer_id: await makeCustomer(service, { address }), appointment_type_id: typeId },
      ...{ provider_id: ivyId, start_time, confirmed: true },
    })
  for (const start of ["2027-03-04T15:00:00.000Z", thursday])
    expect((await post("/appointments", await wish(start))).status).toBe(201)
  const { id } = await make(service, "/appointments", { ...(await wish(morning)), confirmed: false })
  const refused = await post(`/appointments/${id}/propose`, { times: [{ start_time: thursday }] })
  expect(codeOf(refused)).toEqual([409, "slot_taken"])
  expect(refused.body.error.details.alternatives.length).toBeGreaterThan(0)
})

it("FX-02 a hold of page and agent keeps the person who was chosen, as the booking after it does", async () => {
  const friday = "2027-03-05T15:00:00.000Z"
  // Four visits of an hour that only Ana may do fill her window; Ben has room.
  for (let n = 0; n < 4; n += 1)
    await make(
      service,
      "/appointments",
      anas({
        customer_id: await makeCustomer(service, { address }),
        start_time: friday,
        keep_provider: true,
      }),
    )
  const visitor = visitorOf(service)
  await visitor.proves("(512) 555-0123")
  const draft = { "x-draft-token": "draft-000000000000000000000002" }
  const chosen = {
    ...{ typeId: story.typeId, providerId: story.anaId, locationId: story.locationId, startTime: friday },
  }
  const kept = await visitor.send("POST", "/holds", { ...chosen, keepProvider: true }, draft)
  expect(kept.status).toBe(409)
  expect((await visitor.send("POST", "/holds", chosen, draft)).status).toBe(201)
  const call = await talk(service, samsNumber)
  const held = (more: object) => call.tool("POST", "/holds", anas({ start_time: friday, ...more }))
  expect((await held({ keep_provider: true })).status).toBe(409)
  expect((await held({})).status).toBe(201)
})
