/** Mails through kills of the worker and of a real mail server: none is lost. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Exim, startExim } from "../support/exim.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, tellStory } from "../support/story.ts"

const count = 240
/** The number of the worker's connections to the server. */
const connections = 8
const start = Date.parse("2027-03-01T18:00:00.000Z")

let service: TestService
let database: TestDatabase
let exim: Exim
let companyId: number
beforeAll(async () => {
  exim = await startExim()
  database = await createTestDatabase({ startsAt: start })
  const mails = {
    from: "appointments@mail.example",
    staysHere: false,
    send: () => Promise.reject(new Error("unused")),
  }
  service = await startService({ database, mails, now: new Date(start).toISOString() })
  ;({ companyId } = service)
  const story = await tellStory(service)
  await service.api("PUT", "/company", { mail: {} })
  await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@customer.example" })
  await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-03T16:00:00.000Z",
  })
  // As many confirmations as that one, each a mail of its own.
  await service.context.db.query(
    `INSERT INTO text_message (company_id, purpose, channel, once_key, customer_id, appointment_id, appointment_version,
       created_at, good_until)
     SELECT company_id, purpose, channel, 'copy:' || n, customer_id, appointment_id, appointment_version, created_at, good_until
     FROM text_message, generate_series(2, $2::int) n WHERE company_id = $1 AND channel = 'mail'`,
    [companyId, count],
  )
  await service.context.db.query(
    `INSERT INTO text_due (company_id, text_id, due_at, lane)
     SELECT company_id, id, created_at, 'mail' FROM text_message WHERE company_id = $1 AND channel = 'mail'
     ON CONFLICT DO NOTHING`,
    [companyId],
  )
})
afterAll(async () => {
  await service.stop()
  await exim.stop()
})

/** Each worker's clock begins behind the leases of the one before. */
async function startWorker(round: number): Promise<ChildProcess> {
  const begins = new Date(start + round * 120_000).toISOString()
  const program = join(import.meta.dirname, "mail-worker.ts")
  const worker = spawn(process.execPath, [program, database.url, exim.url, begins], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(worker.stdout, "data")
  return worker
}

const sent = async () =>
  (await service.context.db.first<{ count: number }>(
    "SELECT count(*) AS count FROM text_message WHERE company_id = $1 AND status = 'sent'",
    [companyId],
  ))!.count

async function untilSent(wanted: number): Promise<void> {
  while ((await sent()) < wanted) await sleep(20)
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, "exit")
  worker.kill("SIGKILL")
  await gone
}

it("ML-05 none is lost through kills of worker and mail server, and twice go only those whose answer was lost", async () => {
  let worker = await startWorker(0)
  const kills = ["worker", "server", "both"] as const
  for (const [at, victim] of kills.entries()) {
    await untilSent(((at + 1) * count) / 5)
    if (victim !== "worker") await exim.cut()
    if (victim !== "server") await kill(worker)
    if (victim !== "worker") await exim.restore()
    if (victim !== "server") worker = await startWorker(at + 1)
  }
  await untilSent(count)
  await kill(worker)
  const ids = (await exim.delivered()).map((mail) => /^Message-ID: (\S+)/im.exec(mail)![1]!)
  expect(new Set(ids).size).toBe(count)
  expect(ids.length - count).toBeLessThanOrEqual(kills.length * connections)
}, 240_000)
