/** Waiting cancels through kills of their worker: none is lost, and none is told twice. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, tellStory } from "../support/story.ts"

const start = Date.parse("2027-03-01T18:00:00.000Z")
const count = 64

let service: TestService
let database: TestDatabase
const ids: number[] = []
beforeAll(async () => {
  database = await createTestDatabase({ startsAt: start })
  service = await startService({ database, now: new Date(start).toISOString() })
  const story = await tellStory(service)
  const day = Date.parse("2027-03-03T00:00:00.000Z")
  for (let at = 0; ids.length < count; at += 1) {
    const begins = new Date(day + Math.floor(at / 8) * 86_400_000 + (15 + (at % 8)) * 3_600_000)
    if (begins.getUTCDay() === 0 || begins.getUTCDay() === 6) continue
    const booking = {
      customer_id: await makeCustomer(service),
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: begins.toISOString(),
    }
    ids.push((await make(service, "/appointments", booking)).id)
  }
})
afterAll(() => service.stop())

/** Each worker's clock begins behind the leases of the one before. */
async function startWorker(round: number): Promise<ChildProcess> {
  const begins = new Date(start + (round + 1) * 120_000).toISOString()
  const program = join(import.meta.dirname, "cancel-worker.ts")
  const worker = spawn(process.execPath, [program, database.url, begins], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(worker.stdout!, "data")
  return worker
}

const cancelled = async () =>
  (await service.context.db.first<{ count: number }>(
    "SELECT count(*) AS count FROM appointment WHERE company_id = $1 AND status = 'cancelled'",
    [service.companyId],
  ))!.count

it("DS-05 a cancel that waits survives every kill of its worker, and is told once", async () => {
  const back = ids.filter((_, at) => at % 8 === 0)
  for (const id of ids) await service.api("POST", `/appointments/${id}/cancel`, { delay_seconds: 10 })
  for (const id of back) await service.api("POST", `/appointments/${id}/reopen`, {})
  const wanted = count - back.length
  let worker = await startWorker(0)
  for (let round = 1; round <= 3; round += 1) {
    while ((await cancelled()) < (wanted * round) / 4) await sleep(1)
    const gone = once(worker, "exit")
    worker.kill("SIGKILL")
    await gone
    worker = await startWorker(round)
  }
  await expect.poll(cancelled, { timeout: 60_000 }).toBe(wanted)
  const gone = once(worker, "exit")
  worker.kill("SIGKILL")
  await gone
  const told = await service.context.db.query<{ appointment_id: number; count: number }>(
    `SELECT appointment_id, count(*)::int AS count FROM event WHERE company_id = $1 AND type = 'appointment.cancelled'
     GROUP BY appointment_id`,
    [service.companyId],
  )
  expect(told).toHaveLength(wanted)
  expect(told.every((each) => each.count === 1)).toBe(true)
  expect(told.some(({ appointment_id }) => back.includes(appointment_id))).toBe(false)
  expect(await service.context.db.query("SELECT 1 FROM cancel_due")).toEqual([])
})
