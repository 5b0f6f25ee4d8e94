/** A read is begun for the session as the call before has known it. Whatever changes in between, the answer is of now. */
import { expect, it } from "vitest"
import { companyNumber, samsNumber, strangersNumber, talk } from "../support/agent.ts"
import { make, makeType } from "../support/story.ts"
import { service, story } from "./fresh-service.ts"

const dates = { start_date: "2027-03-02", end_date: "2027-03-05" }

it("AG-02 a session that is known is over all the same, before anything else is said", async () => {
  const call = await talk(service, samsNumber)
  expect((await call.tool("GET", "/appointments")).status).toBe(200)
  service.clock.advanceMs(2 * 3_600_000)
  for (const body of [{ appointment_type_id: story.typeId, ...dates }, { customer_id: 1 }]) {
    const over = await call.tool("POST", "/slots", body)
    expect([over.status, over.body.error.message]).toEqual([401, "Session expired"])
  }
})

it("AG-02 a session that is known to one company is unknown to another", async () => {
  const other = await service.anotherCompany()
  const call = await talk(service, samsNumber)
  expect((await call.tool("GET", "/appointments")).status).toBe(200)
  expect((await call.tool("GET", "/appointments", {}, { key: other.key })).status).toBe(401)
})

it("answers for whom the number identifies now, not for whom it did at the call before", async () => {
  const call = await talk(service, samsNumber)
  const booked = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: "2027-03-03T15:00:00.000Z",
  })
  const mine = async () => (await call.tool("GET", "/appointments")).body.data.appointments
  expect(await mine()).toMatchObject([{ id: booked.id }])
  await service.api("PUT", `/customers/${story.customerId}`, { phone: strangersNumber })
  expect(await mine()).toEqual([])
  await make(service, "/customers", { name: "Ruth Hale", phone: samsNumber })
  expect(await mine()).toEqual([])
})

it("AG-08 searches with the address that was saved a moment ago", async () => {
  const typeId = await makeType(service, { name: "Home visit", place: "at_customer" })
  await service.api("PUT", `/providers/${story.anaId}`, { appointment_type_ids: [typeId] })
  const call = await talk(service, samsNumber)
  const search = async () =>
    (await call.tool("POST", "/slots", { appointment_type_id: typeId, ...dates })).body.data
  expect(await search()).toMatchObject({ reason: "no_address" })
  const saved = await call.tool("PUT", "/address", { line1: "2 Oak Ave", postal_code: "78702" })
  expect(saved.status).toBe(200)
  expect((await search()).recommended.length).toBeGreaterThan(0)
})

it("AG-06 a company that closes to new customers is closed at the next call", async () => {
  const call = await talk(service, strangersNumber, { called_number: companyNumber })
  const types = async () => (await call.tool("GET", "/appointment-types")).body.data.appointment_types
  expect(await types()).toHaveLength(1)
  await service.api("PUT", "/company", { new_customers: "not_allowed" })
  expect(await types()).toEqual([])
})
