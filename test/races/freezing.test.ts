/** A day is fixed while it is booked: no visit leaves the hour that its customer knows, and each customer hears once. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { freezeDays } from "../../service/plans/narrow-windows.worker.ts"
import { ownNumber } from "../support/outreach.ts"
import { startService, type TestService } from "../support/service.ts"
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
} from "../support/story.ts"
import { playCarrier } from "../support/texts.ts"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService({ texts: playCarrier() })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await put(service, "/company", { reminders: [], sms_confirmations: true })
})
afterAll(() => service.stop())

it("WN-03 bookings at the hour of freezing move no visit out of the hour that was told", async () => {
  const promise = { kind: "window", minutes: 240 }
  const typeId = await makeType(service, {
    name: "Repair",
    place: "at_customer",
    promise,
    min_notice_minutes: 0,
  })
  const travel = { speed_kmh: 60, road_factor: 1, setup_minutes: 0 }
  const works = { appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId), travel }
  const anaId = await makeProvider(service, { name: "Ana Ruiz", ...works })
  await makeProvider(service, { name: "Ben Okafor", ...works })
  const customers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      makeCustomer(service, {
        phone: nextNumber(),
        address: {
          ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
          ...{ latitude: 30.27 + (i - 6) / 20, longitude: -97.74 },
        },
      }),
    ),
  )
  const book = (customer_id: number) =>
    service.api("POST", "/appointments", {
      ...{ customer_id, appointment_type_id: typeId, provider_id: anaId, location_id: story.locationId },
      start_time: "2027-03-02T15:00:00.000Z",
    })
  for (const id of customers.slice(0, 4)) expect((await book(id)).status).toBe(201)
  service.clock.set("2027-03-01T23:59:59.000Z")
  const booking = customers.slice(4).map(async (id) => (await book(id)).status)
  // Some bookings have begun before the hour, and are written after it.
  await new Promise((resolve) => setImmediate(resolve))
  service.clock.set("2027-03-02T00:00:00.000Z")
  await Promise.all(Array.from({ length: 4 }, () => freezeDays(service.context)))
  const answers = await Promise.all(booking)
  await freezeDays(service.context)
  expect(answers.every((status) => [201, 409].includes(status))).toBe(true)
  const { body } = await service.api("GET", "/appointments?limit=100&status=scheduled")
  const visits: { planned_start: string; narrowed_window?: { start_time: string; end_time: string } }[] =
    body.data.filter((each: { appointment_type: { id: number } }) => each.appointment_type.id === typeId)
  expect(visits.length).toBeGreaterThanOrEqual(4)
  for (const { planned_start, narrowed_window: hour } of visits)
    expect(hour && planned_start >= hour.start_time && planned_start <= hour.end_time).toBe(true)
  const told = await service.context.db.query<{ appointment_id: number }>(
    "SELECT appointment_id FROM text_message WHERE company_id = $1 AND question = 'narrowed'",
    [service.companyId],
  )
  expect(told.length).toBeGreaterThanOrEqual(4)
  expect(new Set(told.map(({ appointment_id }) => appointment_id)).size).toBe(told.length)
})
