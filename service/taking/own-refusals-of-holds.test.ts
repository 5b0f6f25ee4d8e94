/** MD-09: what a hold, a series and an agent's hold are refused with, each as a booking of the same time would be. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { openChannels, samsNumber, strangersNumber, talk } from "../../test/support/agent.ts"
import { startLocalServer } from "../../test/support/local-server.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeLocation,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService({
    geocoder: {
      locate: async ({ line1 }) =>
        line1 === "9 Far Rd" ? { latitude: 35, longitude: -97.74, accuracy: "rooftop" } : null,
    },
  })
  story = await tellStory(service)
  await openChannels(service)
})
afterAll(() => service.stop())

type Fields = Record<string, unknown>
const codeOf = ({ body }: Answer): string => body.error?.code ?? "none"
const post = async (path: string, body: Fields) => codeOf(await service.api("POST", path, body))
const start_time = "2027-03-04T16:00:00.000Z"
const latest_date = "2027-04-20"
const twice = { every: { weeks: 1 }, count: 2 }

/** A type with a provider of its own. */
async function own(fields: Fields = {}, locationId = story.locationId) {
  const appointment_type_id = await makeType(service, fields)
  const provider_id = await makeProvider(service, {
    name: "Gil Novak",
    appointment_type_ids: [appointment_type_id],
    weekly_hours: weekdays(locationId),
  })
  return { appointment_type_id, provider_id }
}

/** The refusals of a hold, a series and the hold of an agent for Sam, the story's customer. */
async function asked(wish: Fields): Promise<string[]> {
  const time = { ...wish, start_time }
  const call = await talk(service, samsNumber)
  return [
    await post("/holds", { ...time, customer_id: story.customerId, minutes: 5 }),
    await post("/series", { ...time, customer_id: story.customerId, ...twice }),
    codeOf(await call.tool("POST", "/holds", time)),
  ]
}

it("MD-09 CL-08 WL-06 a type that is archived", async () => {
  const wish = await own()
  await put(service, `/appointment-types/${wish.appointment_type_id}`, { active: false })
  expect(await asked(wish)).toEqual(Array(3).fill("type_not_bookable"))
})

it("MD-09 CL-08 WL-06 a type that needs a request, another's request, and one that is over", async () => {
  const wish = await own({ kind: "by_request" })
  expect(await asked(wish)).toEqual(Array(3).fill("request_needed"))
  const other = await own({ kind: "by_request" })
  const request = { customer_id: story.customerId, latest_date }
  const { id } = await make(service, "/scheduling-requests", {
    ...request,
    appointment_type_id: other.appointment_type_id,
  })
  expect(await asked({ ...wish, scheduling_request_id: id })).toEqual(Array(3).fill("request_mismatch"))
  await service.api("POST", `/scheduling-requests/${id}/cancel`, {})
  expect((await asked({ ...other, scheduling_request_id: id })).slice(0, 2)).toEqual(
    Array(2).fill("request_not_open"),
  )
})

it("MD-09 CL-08 WL-06 a visit without an address, to one that is unknown, and to one that is too far", async () => {
  const service_area = { kind: "radius", km: 10 }
  const locationId = await makeLocation(service, { service_area })
  const wish = await own({ place: "at_customer", location_ids: [locationId] }, locationId)
  const at = async (line1: string | null) => {
    const address = line1 && { line1, city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    await put(service, `/customers/${story.customerId}`, { address })
    return asked(wish)
  }
  expect(await at(null)).toEqual(Array(3).fill("address_needed"))
  expect(await at("1 Nowhere")).toEqual(Array(3).fill("address_not_found"))
  expect(await at("9 Far Rd")).toEqual(Array(3).fill("out_of_service_area"))
  await put(service, `/customers/${story.customerId}`, { address: null })
})

it("MD-09 CL-08 WL-06 another end, and another provider than the customer's own", async () => {
  const wish = await own()
  const time = { ...wish, start_time, end_time: "2027-03-04T16:30:00.000Z" }
  expect(await post("/holds", { ...time, minutes: 5 })).toBe("end_time_mismatch")
  await put(service, `/customers/${story.customerId}`, { assigned_provider_id: story.anaId })
  await put(service, "/company", { provider_assignment: "per_customer" })
  expect(await asked(wish)).toEqual(Array(3).fill("filter_not_usable"))
  await put(service, "/company", { provider_assignment: "none" })
  await put(service, `/customers/${story.customerId}`, { assigned_provider_id: null })
})

it("MD-09 CL-08 WL-06 a calendar that does not answer", async () => {
  const wish = await own()
  const feed = await startLocalServer()
  await make(service, `/providers/${wish.provider_id}/calendars`, { kind: "ics", url: feed.url })
  feed.tell({ status: 500 })
  expect(await asked(wish)).toEqual(Array(3).fill("calendar_unavailable"))
  await feed.stop()
})

it("MD-09 WL-06 a customer whom nobody knows", async () => {
  const wish = await own()
  const nobody = { ...wish, start_time, customer_id: 404_404 }
  expect(await post("/series", { ...nobody, ...twice })).toBe("not_found")
})

it("MD-09 CL-08 a caller who may not register holds nothing", async () => {
  const wish = await own()
  await put(service, "/company", { new_customers: "not_allowed" })
  const call = await talk(service, strangersNumber)
  expect(codeOf(await call.tool("POST", "/holds", { ...wish, start_time }))).toBe("registration_closed")
  await put(service, "/company", { new_customers: "allowed" })
})

it("MD-09 WL-06 a calendar that has become busy", async () => {
  const wish = await own()
  const feed = await startLocalServer()
  const event =
    "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20270304T160000Z\r\nDTEND:20270304T170000Z\r\nEND:VEVENT\r\n"
  await make(service, `/providers/${wish.provider_id}/calendars`, { kind: "ics", url: feed.url })
  feed.tell({
    headers: { "content-type": "text/calendar" },
    body: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//EN\r\n${event}END:VCALENDAR\r\n`,
  })
  const series = { ...wish, start_time, customer_id: story.customerId, ...twice }
  expect(await post("/series", series)).toBe("series_conflict")
  await feed.stop()
})

it("MD-09 CL-01 a company that has as many rooms as it may", async () => {
  const room = { name: "Room", kind: "room", group: "Rooms", location_id: story.locationId }
  expect(await post("/resources", room)).toBe("none")
  await service.context.db.query(
    `INSERT INTO resource (company_id, id, kind) SELECT $1, nextval('provider_id_seq'), 'room' FROM generate_series(1, 999)`,
    [service.companyId],
  )
  await service.context.db.query(
    `INSERT INTO resource_detail SELECT (jsonb_populate_record(t, jsonb_build_object('id', r.id))).*
     FROM resource_detail t JOIN resource r ON r.company_id = t.company_id AND r.kind = 'room' AND r.id <> t.id
     WHERE t.company_id = $1`,
    [service.companyId],
  )
  expect(await post("/resources", room)).toBe("too_many_records")
})

it("MD-09 CL-08 a customer who has another appointment then", async () => {
  const [wish, other] = [await own(), await own()]
  const customer_id = story.customerId
  await make(service, "/appointments", { ...other, customer_id, start_time })
  expect(await post("/holds", { ...wish, customer_id, start_time, minutes: 5 })).toBe("customer_busy")
})
