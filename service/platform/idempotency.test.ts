import { afterAll, beforeAll, expect, it } from "vitest"
import { holdWrites } from "../../test/support/held-writes.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { tellStory } from "../../test/support/story.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const create = (name: string, key: string) =>
  service.api("POST", "/customers", { name }, { headers: { "idempotency-key": key } })

it("BK-06 while the first is being answered, its repeat is told to come back; another body never gets its answer", async () => {
  const holder = await service.context.db.connect()
  const writes = await holdWrites(holder, "customer")
  const first = create("Ada", "k1")
  await writes.oneHeld()
  const early = await create("Ada", "k1")
  expect([early.status, early.body.error.code]).toEqual([409, "idempotency_key_running"])
  expect(early.headers.get("retry-after")).toBe("1")
  expect((await create("Eve", "k1")).body.error.code).toBe("idempotency_key_reused")
  await writes.letGo()
  holder.release()
  const answered = await first
  expect(answered.status).toBe(201)
  const repeat = await create("Ada", "k1")
  expect([repeat.status, repeat.headers.get("idempotent-replayed")]).toEqual([201, "true"])
  expect(repeat.body).toEqual(answered.body)
})

it("BK-06 an answer that the database could not give is not kept: the same key may try again at once", async () => {
  const holder = await service.context.db.connect()
  await holder.query("BEGIN")
  await holder.query("LOCK TABLE customer")
  expect((await create("Grace", "k2")).body.error.code).toBe("busy")
  await holder.query("COMMIT")
  holder.release()
  expect((await create("Grace", "k2")).status).toBe(201)
})

it("BK-06 after a day the key is free", async () => {
  const first = await create("Kit", "k3")
  service.clock.advanceMs(24 * 3_600_000 - 1)
  expect((await create("Kit", "k3")).body.data.id).toBe(first.body.data.id)
  service.clock.advanceMs(1)
  const second = await create("Kit", "k3")
  expect(second.status).toBe(201)
  expect(second.body.data.id).not.toBe(first.body.data.id)
  expect((await create("Kit", "k3")).body).toEqual(second.body)
})

it("BK-06 after a day the key of a booking is free for another", async () => {
  const story = await tellStory(service)
  const book = (start_time: string) =>
    service.api(
      "POST",
      "/appointments",
      {
        customer_id: story.customerId,
        appointment_type_id: story.typeId,
        provider_id: story.anaId,
        location_id: story.locationId,
        start_time,
      },
      { headers: { "idempotency-key": "k4" } },
    )
  const first = await book("2027-03-10T15:00:00.000Z")
  expect(first.status).toBe(201)
  expect((await book("2027-03-11T15:00:00.000Z")).body.error.code).toBe("idempotency_key_reused")
  service.clock.advanceMs(24 * 3_600_000)
  const second = await book("2027-03-11T15:00:00.000Z")
  expect([second.status, second.headers.get("idempotent-replayed")]).toEqual([201, null])
  expect((await book("2027-03-11T15:00:00.000Z")).body).toEqual(second.body)
})
