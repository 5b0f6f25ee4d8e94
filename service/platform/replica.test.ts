/** A replica that has nothing yet, the most that one can lag: what judges works, and only lists are empty. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase } from "../../test/support/postgres.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { type Story, tellStory } from "../../test/support/story.ts"
import { openDatabase } from "./pg/database.ts"

let service: TestService
let story: Story
let endReplica: () => Promise<void>

beforeAll(async () => {
  const database = await createTestDatabase()
  const replica = openDatabase({ connection: { connectionString: database.url }, poolSize: 2 })
  let isOpen = true
  endReplica = async () => {
    if (isOpen) await replica.close()
    if (isOpen) await database.drop()
    isOpen = false
  }
  service = await startService({ replica, book: true })
  story = await tellStory(service)
})
afterAll(async () => {
  await endReplica()
  await service.stop()
})

it("SO-06 lists ask the replica; what judges, and what reads one record, never does", async () => {
  const { api } = service
  const slots = await api("POST", "/slots", {
    appointment_type_id: story.typeId,
    start_date: "2027-03-02",
    end_date: "2027-03-03",
  })
  expect(slots.body.data.providers.length).toBeGreaterThan(0)
  const booked = await api("POST", "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: "2027-03-02T15:00:00.000Z",
  })
  expect(booked.status).toBe(201)
  expect((await fetch(booked.body.data.manage_url)).status).toBe(200)
  const path = `/appointments/${booked.body.data.id}`
  expect((await api("GET", path)).body.data.status).toBe("scheduled")
  expect((await api("POST", `${path}/cancel`, {})).status).toBe(200)

  for (const list of ["/appointments", "/customers", "/providers", "/locations", "/events", "/audit"]) {
    expect([list, (await api("GET", list)).body.data]).toEqual([list, []])
  }
})

it("SO-06 a list of a record that the replica does not know yet is answered all the same", async () => {
  const off = { start: "2027-03-08T00:00:00.000Z", end: "2027-03-09T00:00:00.000Z" }
  const path = `/providers/${story.anaId}/time-off`
  expect((await service.api("POST", path, off)).status).toBe(201)
  expect((await service.api("GET", path)).body.data).toHaveLength(1)
})

it("SO-06 while the replica is away, the primary answers lists", async () => {
  await endReplica()
  expect((await service.api("GET", "/customers")).body.data).toHaveLength(1)
})
