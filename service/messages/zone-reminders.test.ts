/** The fate of a reminder when new zone rules move an appointment that keeps its wall-clock time. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { useZoneData } from "../../domain/time/zone-table.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  weekdays,
} from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { listShifted, moveShifted } from "../booking/review-zones.ts"
import { planReminders, sendTexts } from "./messages.worker.ts"

let service: TestService
let carrier: PlayedCarrier
let providerId: number
let locationId: number
let typeId: number
let customer_id: number
beforeAll(async () => {
  carrier = playCarrier()
  const now = "2026-11-20T12:00:00.000Z"
  service = await startService({ now, texts: carrier, platformSmsNumber: "+15005550006" })
  locationId = await makeLocation(service, { timezone: "America/Winnipeg" })
  typeId = await makeType(service)
  providerId = await makeProvider(service, {
    name: "Ana Ruiz",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(locationId, "00:00", "23:00"),
  })
  customer_id = await makeCustomer(service, { phone: "+15125550123" })
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await service.api("PUT", "/company", {
    sms_confirmations: false,
    reminders: [24],
    quiet_hours: { start: "00:00", end: "23:59" },
  })
})
afterEach(() => useZoneData(null))
afterAll(() => service.stop())

/** Manitoba an hour behind what it has now: an appointment of these rules moves an hour back. */
const untilLastYear = {
  source: "rules of last year",
  version: null,
  names: ["America/Winnipeg"],
  canonical: (name: string) => name,
  periodsOf: (name: string) =>
    name === "America/Winnipeg"
      ? { starts: [Number.NEGATIVE_INFINITY], offsets: [-21_600], abbreviations: ["CST"] }
      : null,
}

async function bookByOldRules(start_time: string): Promise<number> {
  useZoneData(untilLastYear)
  const wish = { customer_id, appointment_type_id: typeId, provider_id: providerId, location_id: locationId }
  const { id } = await make(service, "/appointments", { ...wish, start_time })
  return id
}

async function moveAll(): Promise<void> {
  useZoneData(null)
  const outcomes = await moveShifted(service.context, await listShifted(service.context, service.companyId))
  expect([...outcomes.values()]).toEqual(["moved"])
}

async function remind(at: string): Promise<number> {
  service.clock.set(at)
  await planReminders(service.context)
  await sendTexts(service.context)
  return carrier.sent.length
}

it("MD-37 a reminder whose time comes to lie behind the move of `zones review` goes all the same, and only once", async () => {
  await bookByOldRules("2026-12-03T15:00:00.000Z")
  expect(await remind("2026-12-02T14:30:00.000Z")).toBe(0)
  await moveAll()
  expect(await remind("2026-12-02T14:31:00.000Z")).toBe(1)
  expect(await remind("2026-12-02T20:00:00.000Z")).toBe(1)
  expect(carrier.sent[0]!.body).toContain("9:00")

  // Its reminder has gone: the move brings no other.
  await bookByOldRules("2026-12-08T15:00:00.000Z")
  expect(await remind("2026-12-07T15:30:00.000Z")).toBe(2)
  await moveAll()
  expect(await remind("2026-12-07T15:31:00.000Z")).toBe(2)
})
