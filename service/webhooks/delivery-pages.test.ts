import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { utcDayOf } from "../../domain/time/units.ts"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { type Database, type Db, openDatabase } from "../platform/pg/database.ts"
import { ensurePartitions, firstIdOf } from "../platform/pg/partitions.ts"
import { dbBy } from "../platform/pg/transaction.ts"
import { type DeliveryFilter, listAttempts, listDeliveries } from "./deliveries.sql.ts"

const now = Date.parse("2027-03-01T12:00:00.000Z")
const today = utcDayOf(now)
const endpointId = 1
const companyId = 1

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ connection: { connectionString: database.url }, poolSize: 2 })
  await ensurePartitions(db, now - 86_400_000)
  await db.query(
    `INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, created_at,
       has_failed)
     SELECT $1, (($3::bigint + day) << 36) + n, $2, n,
       CASE n % 50 WHEN 0 THEN 'appointment.cancelled' ELSE 'appointment.created' END, 'event',
       CASE n % 500 WHEN 1 THEN 'abandoned' ELSE 'succeeded' END, to_timestamp(($3::bigint + day) * 86400 + n * 4),
       n % 500 = 1
     FROM generate_series(0, 2) AS day, generate_series(1, 20000) AS n`,
    [companyId, endpointId, today - 2],
  )
  await db.query("VACUUM ANALYZE delivery")
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Runs what `ask` asks, and tells how many pages of 8 kB PostgreSQL looked at for it. */
async function pagesRead(ask: (db: Db) => Promise<unknown>): Promise<number> {
  let pages = 0
  await ask(
    dbBy(async (text, values = []) => {
      const [row] = await db.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values,
      )
      const { Plan: plan } = row!["QUERY PLAN"][0]
      pages += plan["Shared Hit Blocks"]! + plan["Shared Read Blocks"]!
      return []
    }),
  )
  return pages
}

const filterOf = (filter: Partial<DeliveryFilter>): DeliveryFilter => ({
  endpointIds: [endpointId],
  eventIds: null,
  status: null,
  eventType: null,
  statusCode: null,
  from: new Date(now - 30 * 86_400_000),
  to: null,
  beforeId: null,
  limit: 26,
  ...filter,
})

describe("the delivery log, however long it is", () => {
  const filters: [string, Partial<DeliveryFilter>][] = [
    ["the newest page", {}],
    ["a page further down", { beforeId: firstIdOf(today - 1) + 10_000 }],
    ["a page of a time", { from: new Date("2027-02-28T20:00Z"), to: new Date("2027-02-28T21:00Z") }],
    ["what was abandoned", { status: "abandoned" }],
    ["what nothing is", { status: "failed" }],
    ["what waits", { status: "pending" }],
    ["a rarer type", { eventType: "appointment.cancelled" }],
    ["a type that never came", { eventType: "webhook.test" }],
    ["what was answered with a status", { statusCode: 503 }],
    ["the deliveries of an event", { eventIds: [firstIdOf(today) + 7] }],
    ["the newest page of several endpoints", { endpointIds: [endpointId, 2, 3] }],
  ]
  for (const [name, filter] of filters) {
    it(`WH-10 TR-57 gives ${name} without reading the table through`, async () => {
      const pages = await pagesRead((explaining) => listDeliveries(explaining, companyId, filterOf(filter)))
      expect(pages).toBeGreaterThan(0)
      expect(pages).toBeLessThan(150)
    })
  }

  it("WH-10 gives the attempts of a delivery without reading a table through", async () => {
    const id = firstIdOf(today) + 7
    await db.query(
      "UPDATE delivery SET attempt_log = ARRAY[ROW(1, now(), now(), 204, NULL, NULL, NULL, NULL, NULL, NULL)::attempt] WHERE id = $1",
      [id],
    )
    const pages = await pagesRead((explaining) => listAttempts(explaining, companyId, endpointId, id))
    expect(pages).toBeGreaterThan(0)
    expect(pages).toBeLessThan(20)
  })
})
