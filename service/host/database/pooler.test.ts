/** The service behind Debian's pgbouncer, which lends three sessions of the server for a transaction at a time. */
import { PassThrough } from "node:stream"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createAuthority } from "../../../test/support/authority.ts"
import { makeEndpoint, raiseEvent, startWorker } from "../../../test/support/deliveries.ts"
import { type PgBouncer, startPgBouncer } from "../../../test/support/pgbouncer.ts"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { startReceiver } from "../../../test/support/receiver.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { type Story, tellStory } from "../../../test/support/story.ts"
import { openDatabase, settingsNotKept } from "../../platform/pg/database.ts"
import { listen } from "../../platform/pg/hints.ts"
import { checkDatabaseSettings, checkPooler } from "../cli/checkups/database.ts"
import { dump } from "./dump.ts"
import { migrate } from "./migrate.ts"
import { readMigrations } from "./migration-files.ts"
import { restore } from "./restore.ts"

let database: TestDatabase
let pgbouncer: PgBouncer
let service: TestService
let story: Story
beforeAll(async () => {
  database = await createTestDatabase()
  pgbouncer = await startPgBouncer(database.url)
  service = await startService({
    database: { ...database, url: pgbouncer.through(database.url), drop: async () => {} },
    pooler: "transaction",
  })
  story = await tellStory(service)
})
afterAll(async () => {
  await service.stop()
  await pgbouncer.stop()
  await database.drop()
})

it("SO-03 bookings, searches and lists at once behind pgbouncer: none fails, each time is booked once", async () => {
  const booking = (hour: number) => ({
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: `2027-03-03T${15 + hour}:00:00.000Z`,
  })
  const search = { appointment_type_id: story.typeId, start_date: "2027-03-02", end_date: "2027-03-31" }
  const hours = [0, 1, 2, 3, 4, 5, 6, 7]
  const answers: { status: number }[] = []
  // Thirty at once: of more the company's budget may refuse some on a slow machine.
  for (const hour of hours) {
    const asked = Array.from({ length: 10 }, () => [
      service.api("POST", "/appointments", booking(hour)),
      service.api("POST", "/slots", search),
      service.api("GET", "/appointments?limit=50"),
    ])
    answers.push(...(await Promise.all(asked.flat())))
  }
  const counts = Object.groupBy(answers, ({ status }) => status)
  expect(Object.entries(counts).map(([status, of]) => [status, of?.length])).toEqual([
    ["200", 160],
    ["201", hours.length],
    ["409", 72],
  ])
})

it("SO-03 every session has the service's settings while it is lent, and keeps nothing afterwards", async () => {
  const { db } = service.context
  const atOnce = Array.from({ length: 6 })
  expect((await Promise.all(atOnce.map(() => settingsNotKept(db)))).flat()).toEqual([])
  const kept =
    "SELECT count(*)::int AS statements, current_setting('lock_timeout') AS timeout FROM pg_prepared_statements"
  for (const rows of await Promise.all(atOnce.map(() => db.query(kept, [])))) {
    expect(rows).toEqual([{ statements: 0, timeout: "2s" }])
  }
  const bare = openDatabase({
    connection: { connectionString: pgbouncer.through(database.url) },
    poolSize: 1,
    pooler: "transaction",
  })
  const outside = await bare.connect()
  expect((await outside.query("SHOW lock_timeout")).rows).toEqual([{ lock_timeout: "0" }])
  outside.release()
  await bare.close()
})

it("SO-03 webhooks go without LISTEN, and at once with an address past the pooler", async () => {
  const authority = createAuthority()
  const receiver = await startReceiver(authority.issue("DNS:hooks.example.com"))
  const worker = startWorker(service, authority, { pollMs: 200 })
  await makeEndpoint(service, receiver.port)
  await raiseEvent(service, service.companyId)
  await receiver.waitFor(1)
  await worker.stop()
  await receiver.close()
  expect(service.context.db.openEar).toBeNull()

  const db = openDatabase({
    connection: { connectionString: pgbouncer.through(database.url) },
    poolSize: 2,
    pooler: "transaction",
    listenUrl: database.url,
  })
  let heard = 0
  const listening = listen(db, "deliveries", () => {
    heard += 1
  })
  await expect.poll(() => heard).toBe(1)
  await db.transaction(async (tx) => tx.hint({ channel: "deliveries" }))
  await expect.poll(() => heard).toBe(2)
  await listening.stop()
  await db.close()
})

it("SO-03 migrations, dump and restore go through the pooler, one migrator at a time", async () => {
  const empty = await createTestDatabase({ empty: true })
  const own = await startPgBouncer(empty.url)
  const url = own.through(empty.url)
  const output = new PassThrough()
  const [rows, written] = await Promise.all([dump(pgbouncer.through(database.url), output), buffer(output)])
  expect(rows).toBeGreaterThan(20)
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.flat()).toEqual(readMigrations().map(({ name }) => name))
  const input = new PassThrough()
  input.end(written)
  expect(await restore(url, input)).toBe(rows)
  await own.stop()
  await empty.drop()
})

it("SO-03 the doctor tells which pooler stands in between, and whether the setting fits it", async () => {
  const through = pgbouncer.through(database.url)
  expect(await checkPooler(database.url, "none")).toMatchObject({ state: "ok", says: "none" })
  expect(await checkPooler(through, "transaction")).toMatchObject({ state: "ok" })
  expect(await checkPooler(through, "none")).toMatchObject({
    state: "wrong",
    mend: "set DATABASE_POOLER=transaction",
  })
  expect(await checkPooler(database.url, "transaction")).toMatchObject({
    state: "wrong",
    mend: "unset DATABASE_POOLER",
  })
  expect(await checkDatabaseSettings(through, "transaction")).toMatchObject([{ state: "ok" }])
  const keeping = await startPgBouncer(database.url, "session")
  expect(await checkPooler(keeping.through(database.url), "none")).toMatchObject({
    state: "ok",
    says: "one that keeps sessions",
  })
  await keeping.stop()
})
