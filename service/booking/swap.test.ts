/** PM-10: two appointments change places under one set of locks, both or neither. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { type LocalServer, startLocalServer } from "../../test/support/local-server.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  nextNumber,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { sendTexts } from "../messages/messages.worker.ts"

let service: TestService
let story: Story
let carrier: PlayedCarrier
let feed: LocalServer
beforeAll(async () => {
  carrier = playCarrier()
  feed = await startLocalServer()
  service = await startService({ texts: carrier, platformSmsNumber: "+15005550006" })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
})
afterAll(async () => {
  await service.stop()
  await feed.stop()
})

const at = (time: string) => `2027-03-04T${time}:00.000Z`
const swap = (a: number, b: number, fields: object = {}): Promise<Answer> =>
  service.api("POST", "/appointments/swap", { a, b, ...fields })
const codeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.field]
const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data
const whereOf = async (id: number) => {
  const { provider, start_time, end_time } = await read(id)
  return [provider.id, start_time, end_time]
}

interface Pair {
  typeId: number
  anaId: number
  benId: number
  customers: [number, number]
  a: number
  b: number
}
let pair: Pair

async function person(typeIds: number[]): Promise<number> {
  return makeProvider(service, {
    ...{ name: "Gil Novak", appointment_type_ids: typeIds, weekly_hours: weekdays(story.locationId) },
  })
}
const book = async (
  customerId: number,
  typeId: number,
  providerId: number,
  start_time: string,
  more: object = {},
) => {
  const wish = { customer_id: customerId, appointment_type_id: typeId, provider_id: providerId, start_time }
  return (await make(service, "/appointments", { ...wish, ...more })).id
}

const texted = () => makeCustomer(service, { phone: nextNumber() })

/** Two customers of a type and of two people of the test's own: at ten with the one, at noon with the other. */
beforeEach(async () => {
  const typeId = await makeType(service)
  const [anaId, benId] = [await person([typeId]), await person([typeId])]
  const customers: [number, number] = [await texted(), await texted()]
  const a = await book(customers[0], typeId, anaId, at("16:00"))
  const b = await book(customers[1], typeId, benId, at("18:00"))
  pair = { typeId, anaId, benId, customers, a, b }
  await sendTexts(service.context)
  carrier.sent.length = 0
})

it("PM-10 each takes the start and the provider of the other, and both customers are told once", async () => {
  const { a, b, anaId, benId } = pair
  const { status, body } = await swap(a, b)
  expect(status).toBe(200)
  expect(body.data.appointments.map(({ id }: { id: number }) => id)).toEqual([a, b])
  expect(await whereOf(a)).toEqual([benId, at("18:00"), at("19:00")])
  expect(await whereOf(b)).toEqual([anaId, at("16:00"), at("17:00")])
  const events = (await service.events()).body.data as {
    type: string
    data: { appointment: { id: number } }
  }[]
  const moved = events.filter(({ type }) => type === "appointment.rescheduled")
  expect(moved.map(({ data }) => data.appointment.id).filter((id) => id === a || id === b)).toEqual([a, b])
  await sendTexts(service.context)
  expect(carrier.sent).toHaveLength(2)
  // Each has the other's former time: a third customer gets neither.
  const third = await makeCustomer(service)
  for (const [providerId, start] of [
    [anaId, at("16:00")],
    [benId, at("18:00")],
  ] as const) {
    const taken = { customer_id: third, appointment_type_id: pair.typeId, provider_id: providerId }
    expect(codeOf(await service.api("POST", "/appointments", { ...taken, start_time: start }))[1]).toBe(
      "slot_taken",
    )
  }
})

it("PM-10 of one person, of one customer and of overlapping times, as long as both fit", async () => {
  const { a, anaId, customers, typeId } = pair
  const next = await book(customers[0], typeId, anaId, at("17:00"))
  expect((await swap(a, next)).status).toBe(200)
  expect([await whereOf(a), await whereOf(next)]).toEqual([
    [anaId, at("17:00"), at("18:00")],
    [anaId, at("16:00"), at("17:00")],
  ])
  const benId = await person([typeId])
  const beside = await book(await makeCustomer(service), typeId, benId, at("17:30"))
  expect((await swap(a, beside)).status).toBe(200)
  expect([(await whereOf(a))[1], (await whereOf(beside))[1]]).toEqual([at("17:30"), at("17:00")])
})

it("PM-10 nothing moves where one of the two does not fit, and the refusal says why", async () => {
  const { a, anaId, benId } = pair
  const longType = await makeType(service, { duration_minutes: 120 })
  for (const id of [anaId, benId])
    await put(service, `/providers/${id}`, { appointment_type_ids: [pair.typeId, longType] })
  const long = await book(await makeCustomer(service), longType, benId, at("20:00"))
  await book(await makeCustomer(service), pair.typeId, anaId, at("17:00"))
  const before = await Promise.all([a, long].map(whereOf))
  expect(codeOf(await swap(a, long))[1]).toBe("slot_taken")
  expect(await Promise.all([a, long].map(whereOf))).toEqual(before)
})

it("PM-10 refuses what is unknown, the same, cancelled, begun, another's work, a seat or a window", async () => {
  const { a, b, anaId } = pair
  expect(codeOf(await swap(a, a))).toEqual([400, "invalid_input", "b"])
  expect(codeOf(await swap(999_999, b))).toEqual([404, "not_found", "a"])
  const other = await makeType(service)
  const stranger = await book(await makeCustomer(service), other, await person([other]), at("16:00"))
  expect(codeOf(await swap(a, stranger))[1]).toBe("time_not_offered")
  const busy = await book(pair.customers[0], other, await person([other]), at("18:00"))
  expect(codeOf(await swap(a, b))[1]).toBe("customer_busy")
  await service.api("POST", `/appointments/${busy}/cancel`, {})
  expect(codeOf(await swap(a, busy))[1]).toBe("appointment_not_scheduled")
  const windows = await makeType(service, { promise: { kind: "window", minutes: 120 }, place: "at_customer" })
  const gilId = await person([windows])
  const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
  const home = await makeCustomer(service, { address: { ...address, latitude: 30.27, longitude: -97.74 } })
  const window = await book(home, windows, gilId, at("15:00"))
  expect(codeOf(await swap(a, window))).toEqual([400, "invalid_input", "b"])
  await make(service, `/providers/${anaId}/calendars`, { kind: "ics", url: feed.url })
  feed.tell({ status: 500 })
  expect(codeOf(await swap(b, a))[1]).toBe("calendar_unavailable")
  service.clock.set(at("16:30"))
  expect(codeOf(await swap(b, a))[1]).toBe("appointment_started")
  service.clock.set("2027-03-01T12:00:00.000Z")
})

it("PM-10 of 32 swaps and bookings at once none is half done, and nobody has two", async () => {
  const { a, b, anaId, benId, typeId } = pair
  const third = await makeCustomer(service)
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) => {
      if (i % 2 === 0) return swap(a, b)
      const providerId = i % 4 === 1 ? anaId : benId
      return service.api("POST", "/appointments", {
        ...{ customer_id: third, appointment_type_id: typeId, provider_id: providerId },
        start_time: at(i % 4 === 1 ? "16:00" : "18:00"),
      })
    }),
  )
  const swaps = answers.filter(({ status }, i) => i % 2 === 0 && status === 200).length
  expect(swaps).toBeGreaterThan(0)
  expect(answers.filter(({ status }, i) => i % 2 === 1 && status === 201)).toEqual([])
  expect(
    [...new Set(answers.map(({ status }) => status))].every((status) => [200, 409, 503].includes(status)),
  ).toBe(true)
  const stands = [await whereOf(a), await whereOf(b)].map(([id]) => id)
  expect(stands).toEqual(swaps % 2 === 0 ? [anaId, benId] : [benId, anaId])
})
