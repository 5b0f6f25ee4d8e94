import { afterAll, beforeAll, expect, it } from "vitest"
import { createLog } from "../../service/host/adapters/log.ts"
import { planReminders, sendTexts } from "../../service/messages/messages.worker.ts"
import { sweepRequests } from "../../service/requests/sweep-requests.worker.ts"
import { companyMounts } from "../../service/ways-in/company-api/mounts.ts"
import { makeSessions } from "../fuzz/agent.ts"
import { makeTokens } from "../fuzz/link-endpoints.ts"
import { openPageStage } from "../fuzz/page.ts"
import { makeWorld, type World } from "../fuzz/world.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { type Driver, openDriver } from "./drive.ts"
import { type Canaries, openCanaries } from "./planted.ts"

const lines: string[] = []
const keepLine = (line: string) => {
  lines.push(line)
}

let database: TestDatabase
let world: World
let driver: Driver
let canaries: Canaries
beforeAll(async () => {
  database = await createTestDatabase()
  const log = createLog({ level: "trace", destination: { write: keepLine } })
  world = await makeWorld({ database, log, book: true, trustProxyHops: 1 })
  const links = await makeTokens(world)
  const sessions = await makeSessions(world)
  const page = await openPageStage(world)
  canaries = openCanaries()
  for (const secret of [world.service.key, world.other.key, ...links, ...sessions, ...page.tokens])
    canaries.keep(secret)
  for (const known of ["+15125550123", "sam@example.com", "Sam Poe", "a long pass phrase"])
    canaries.keep(known)
  driver = openDriver(world, { links, sessions, page }, canaries)
})
afterAll(async () => {
  driver.close()
  await world.service.stop()
})

/** Every write fails with an error whose words hold the whole row. */
const burst = `
CREATE FUNCTION burst() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'this row is bad: %', NEW;
END $$;
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
    AND relnamespace = 'public'::regnamespace AND relname NOT IN ('idempotency', 'rate_counter', 'api_key') LOOP
    EXECUTE format('CREATE TRIGGER burst BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION burst()', name);
  END LOOP;
END $$;`

/** The worker's round over texts, as its loop does it: by carriers that refuse, and with the errors logged. */
async function work({ service: { context } }: World): Promise<void> {
  const refused = { kind: "refused", error: "twilio_21211", optedOut: false } as const
  context.texts = { staysHere: false, send: async () => refused }
  for (const run of [planReminders, sendTexts]) {
    await run(context).catch((error: unknown) =>
      context.log.error({ err: error, job: run.name }, "job failed"),
    )
  }
}

function expectNoCanary(): void {
  const whole = lines.join("")
  // Thousands begin alike, and none is there where its beginning is not.
  const beginnings = new Set(canaries.all().map(beginningOf))
  const there = new Set([...beginnings].filter((beginning) => whole.includes(beginning)))
  const candidates = canaries.all().filter((canary) => there.has(beginningOf(canary)))
  expect(candidates.filter((canary) => whole.includes(canary))).toEqual([])
}

const beginningOf = (canary: string) => canary.slice(0, 6)

it("OP-05 LK-09 the log of every address, driven right and wrong, holds nothing that was sent or answered", async () => {
  await driver.drive()
  await sweepRequests(world.service.context)
  await work(world)
  expect([...driver.statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 409]))
  expect(driver.echoes()).toBeGreaterThan(100)
  expect(lines.length).toBeGreaterThan(companyMounts.length * 5)
  expectNoCanary()
})

it("OP-05 LK-09 nor does it when the database fails with the row in its words", async () => {
  await world.service.context.db.query(burst)
  await world.refresh()
  driver.forget()
  await driver.drive()
  await work(world)
  expect(driver.statuses).toContain(500)
  expect(lines.filter((line) => line.includes("unexpected failure")).length).toBeGreaterThan(10)
  expectNoCanary()
})

it("OP-05 LK-09 nor does it when there is no connection to the database any more", async () => {
  await database.cutOff()
  driver.forget()
  await driver.drive()
  expect(Math.max(...driver.statuses)).toBeGreaterThanOrEqual(500)
  expectNoCanary()
})

it("OP-05 every line is JSON with fields of the allow-list alone", () => {
  const fields = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line))))
  expect([...fields].sort()).toEqual(
    expect.arrayContaining(["err", "level", "msg", "request_id", "route", "time"]),
  )
  expect([...fields].filter((field) => !allowedFields.has(field))).toEqual([])
})

const allowedFields = new Set([
  ...["level", "time", "msg", "err", "request_id", "route", "method", "status", "duration_ms", "company_id"],
  ...["operation", "code", "job", "count", "base_url", "book_url", "signal"],
])
