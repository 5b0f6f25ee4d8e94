import { PassThrough } from "node:stream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { utcDayOf } from "../../domain/time/units.ts"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../../test/support/story.ts"
import { book, deliveriesOf, endDeliveries, makeEndpoint } from "../../test/support/webhooks.ts"
import { dump } from "../host/database/dump.ts"
import { restore } from "../host/database/restore.ts"
import { upkeep } from "../host/upkeep.worker.ts"
import { openDatabase } from "../platform/pg/database.ts"
import { firstIdOf } from "../platform/pg/partitions.ts"

let database: TestDatabase
let service: TestService
let story: Story
let endpointId: number
beforeAll(async () => {
  database = await createTestDatabase()
  service = await startService({ database })
  story = await tellStory(service)
  endpointId = (await makeEndpoint(service)).id
})
afterAll(() => service.stop())

const opened = async (deliveryId: unknown) =>
  (await service.api("GET", `/webhook-endpoints/${endpointId}/deliveries/${deliveryId}`)).body.data

describe("what deliveries hold", () => {
  it("WH-10 an erased customer is gone from every payload, sent, waiting or sent again", async () => {
    const customerId = await makeCustomer(service, {
      name: "Zebulon Quartermaine",
      phone: "+15125550777",
      email: "zeb@private.example",
    })
    const appointmentId = await book(service, story, "2027-03-02T15:00:00.000Z", { customer_id: customerId })
    await service.api("POST", `/appointments/${appointmentId}/cancel`, { reason: "Zebulon is ill" })
    const [waiting, sent] = await deliveriesOf(service, endpointId)
    await endDeliveries(service, [sent!.id as number], "succeeded")
    expect(JSON.stringify(await opened(sent!.id))).toContain("Zebulon")

    const erased = await service.api("DELETE", `/customers/${customerId}?erase=true`)
    expect(erased.status).toBe(200)
    const again = await make(service, `/webhook-endpoints/${endpointId}/deliveries/${sent!.id}/redeliver`, {})
    for (const each of [waiting!, sent!, again]) {
      const shown = JSON.stringify(await opened(each.id))
      expect(shown).toContain('"name":"Erased"')
      expect(shown).not.toMatch(/Zebulon|5550777|private\.example/)
    }
    const tables = await Promise.all(
      ["delivery", "delivery_due"].map((name) => service.context.db.query(`SELECT * FROM ${name}`)),
    )
    expect(JSON.stringify(tables)).not.toMatch(/Zebulon|5550777|private\.example/)
  })

  it("survive a dump and a restore, days and all", async () => {
    await book(service, story, "2027-03-03T15:00:00.000Z")
    const rowsOf = async ({ query }: Pick<TestService["context"]["db"], "query">) => {
      // The name of the day's table ends in that of a shard on Citus.
      const day = "regexp_replace(d.tableoid::regclass::text, '_[0-9]+$', '') AS day"
      const deliveries = `SELECT d.*, cardinality(d.attempt_log) AS tried, ${day} FROM delivery d ORDER BY d.id`
      return [
        ...(await query(deliveries)),
        ...(await query("SELECT * FROM delivery_due ORDER BY delivery_id")),
      ]
    }
    const target = await createTestDatabase({ empty: true })
    const packed = new PassThrough()
    await Promise.all([dump(database.url, packed), restore(target.url, packed)])
    const copy = openDatabase({ connection: { connectionString: target.url }, poolSize: 2 })
    try {
      const before = await rowsOf(service.context.db)
      expect(before.length).toBeGreaterThan(2)
      expect(await rowsOf(copy)).toEqual(before)
    } finally {
      await copy.close()
      await target.drop()
    }
  })

  it("WH-10 are dropped by whole days after 30 of them, and nothing younger", async () => {
    const days = async (table: string) =>
      (
        await service.context.db.query<{ name: string }>(
          "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1",
          [table],
        )
      ).map(({ name }) => Number(name.split("_d")[1]))
    const today = utcDayOf(service.clock.now())
    service.clock.advanceMs(30 * 86_400_000)
    await upkeep(service.context)
    expect((await days("delivery"))[0]).toBe(today)
    expect(await deliveriesOf(service, endpointId)).not.toEqual([])
    service.clock.advanceMs(86_400_000)
    await upkeep(service.context)
    expect((await days("delivery"))[0]).toBeGreaterThan(today)
    const [old] = await service.context.db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM delivery WHERE id < $1",
      [firstIdOf(today + 1)],
    )
    expect(old!.count).toBe(0)
  })
})
