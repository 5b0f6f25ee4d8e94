import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeLocation, makeProvider, makeType, weekdays } from "../support/story.ts"

let service: TestService
let locationId: number
let typeId: number
let providerId: number

beforeAll(async () => {
  service = await startService({ now: "2026-11-20T12:00:00.000Z" })
  locationId = await makeLocation(service, { timezone: "America/Winnipeg" })
  typeId = await makeType(service)
  providerId = await makeProvider(service, {
    name: "Ana Ruiz",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(locationId),
  })
})
afterAll(() => service.stop())

it("TR-25 09:00 in Winnipeg on 2 December 2026 is 14:00Z in search and booking, a zone that the runtime has an hour off", async () => {
  const byRuntime = Temporal.PlainDateTime.from("2026-12-02T09:00").toZonedDateTime("America/Winnipeg")
  expect(byRuntime.toInstant().toString()).toBe("2026-12-02T15:00:00Z")

  const search = { appointment_type_id: typeId, start_date: "2026-12-02", end_date: "2026-12-03" }
  const { body } = await service.api("POST", "/slots", search)
  const starts = body.data.providers[0].slots.map((slot: { start_time: string }) => slot.start_time)
  expect([starts[0], starts.at(-1)]).toEqual(["2026-12-02T14:00:00.000Z", "2026-12-02T21:00:00.000Z"])

  const wish = {
    customer_id: await makeCustomer(service),
    appointment_type_id: typeId,
    provider_id: providerId,
    location_id: locationId,
  }
  const late = await service.api("POST", "/appointments", { ...wish, start_time: "2026-12-02T22:00:00.000Z" })
  expect(late.status).toBe(409)
  await make(service, "/appointments", { ...wish, start_time: starts[0] })
})
