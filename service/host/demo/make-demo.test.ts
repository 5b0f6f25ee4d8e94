import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { makeDirectory } from "../../../test/support/processes.ts"
import { testClock, testKeys } from "../../../test/support/service.ts"
import type { AppContext } from "../../platform/context.ts"
import { type Database, openDatabase } from "../../platform/pg/database.ts"
import { createContext } from "../compose.ts"
import { makeDemo } from "./make-demo.ts"

/** MD-36: as `.env.example` says it, so that the demo's own number is another. */
const example = readFileSync(join(import.meta.dirname, "../../../.env.example"), "utf8")
const platformSmsNumber = /confirmations come from, such as (\+\d+)/.exec(example)![1]!

const directory = makeDirectory()
const clock = testClock("2027-03-01T12:00:00.000Z")
let database: TestDatabase
let db: Database
let context: AppContext

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({
    connection: { connectionString: database.url },
    poolSize: 4,
    // One waits until the other has made it.
    statementTimeoutSeconds: 240,
  })
  context = createContext({
    db,
    clock,
    log: { info() {}, warn() {}, error() {} },
    bookUrl: "http://book.example",
    anyNumberMayRegister: true,
    platformSmsNumber,
    encryptionKeys: testKeys.encryption,
    linkKeys: testKeys.link,
  })
})
afterAll(async () => {
  await db.close()
  await database.drop()
  directory.remove()
})

async function count(what: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${what}`)
  return row!.count
}

it("OP-03 MD-36 fills a host without companies with a believable year, once however many start together", async () => {
  const made = await Promise.all([1, 2].map(() => makeDemo(context, directory.path)))
  expect(made.filter((each) => each === null)).toHaveLength(1)
  const demo = made.find((each) => each !== null)!
  expect(statSync(demo.file).mode & 0o777).toBe(0o600)
  expect(demo.file).toBe(join(directory.path, "demo.json"))
  expect(demo.pageUrl).toBe("http://book.example/cedar-home")
  expect(demo.bookingUrl).toMatch(/^http:\/\/book\.example\/r\/[\w-]{24}$/)
  expect(demo.callerPhone).toMatch(/^\+1\d{10}$/)

  expect(await count("customer")).toBeGreaterThanOrEqual(100)
  expect(await count("provider")).toBeGreaterThanOrEqual(6)
  expect(await count("location GROUP BY company_id HAVING count(DISTINCT timezone) = 2")).toBe(2)
  expect(await count("appointment WHERE status = 'completed'")).toBeGreaterThan(500)
  expect(await count("appointment WHERE start_at > '2027-03-01' AND status = 'scheduled'")).toBeGreaterThan(
    150,
  )
  expect(await count("appointment WHERE jsonb_array_length(blocks) = 3")).toBeGreaterThan(20)
  expect(await count("scheduling_request WHERE status = 'open'")).toBeGreaterThanOrEqual(20)
  expect(await count("appointment WHERE status = 'scheduled' AND end_at < '2027-03-01T12:00Z'")).toBe(0)
  expect(await count("appointment WHERE status = 'pending'")).toBeGreaterThanOrEqual(5)
  const types = await db.query<{ type: string }>("SELECT DISTINCT type FROM event ORDER BY 1")
  expect(types.map(({ type }) => type)).toEqual([
    "appointment.cancelled",
    "appointment.created",
    "appointment.pending",
    "appointment.rescheduled",
    "appointment_type.created",
    "hours.changed",
    "provider.created",
  ])
})

it("is made once, and later starts find it with a link that can still be booked", async () => {
  const [companies, customers] = [await count("company"), await count("customer")]
  const later = (await makeDemo(context, directory.path))!
  expect([await count("company"), await count("customer")]).toEqual([companies, customers])

  await db.query("UPDATE scheduling_request SET status = 'cancelled' WHERE external_ref = 'deal-3001'")
  const nextLink = (await makeDemo(context, directory.path))!.bookingUrl
  expect(nextLink).not.toBe(later.bookingUrl)
  expect(nextLink).toMatch(/\/r\/[\w-]{24}$/)
})

it("leaves a host alone that has companies of its own", async () => {
  const elsewhere = makeDirectory()
  expect(await makeDemo(context, elsewhere.path)).toBeNull()
  elsewhere.remove()
})
