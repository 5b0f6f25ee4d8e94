/** A day that breaks, through kills of the process that applies it: nothing or everything, and every customer hears once. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { ownNumber } from "../support/outreach.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  nextNumber,
  tellStory,
  weekdays,
} from "../support/story.ts"
import { playCarrier } from "../support/texts.ts"

const now = "2027-03-01T18:00:00.000Z"
const hours = [15, 16, 17, 18, 19, 20, 21, 22]
/** Few, since each is a process of its own: at the beginning, and in the middle of the writing. */
const rounds = 2

let service: TestService
let database: TestDatabase
let ids: number[]
let disruption: { id: number; counts: { told: number } }
beforeAll(async () => {
  database = await createTestDatabase({ startsAt: Date.parse(now) })
  service = await startService({ database, now, texts: playCarrier(), platformSmsNumber: "+15005550006" })
  const { locationId } = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  const typeId = await makeType(service)
  const works = { appointment_type_ids: [typeId], weekly_hours: weekdays(locationId) }
  const providers = [
    await makeProvider(service, { name: "Ana Ruiz", ...works }),
    await makeProvider(service, { name: "Ben Okafor", ...works }),
  ]
  ids = []
  for (const provider_id of providers)
    for (const hour of hours)
      ids.push(
        (
          await make(service, "/appointments", {
            customer_id: await makeCustomer(service, { phone: nextNumber() }),
            ...{ appointment_type_id: typeId, provider_id, start_time: `2027-03-02T${hour}:00:00.000Z` },
          })
        ).id,
      )
  const storm = { location_id: locationId, from: "2027-03-02T06:00:00.000Z", to: "2027-03-03T06:00:00.000Z" }
  disruption = (await make(service, "/disruptions", storm)) as unknown as typeof disruption
})
afterAll(() => service.stop())

/** Killed so many milliseconds behind its beginning. */
async function apply(killAfterMs: number): Promise<void> {
  const path = join(import.meta.dirname, "storm-worker.ts")
  const args = [path, database.url, now, String(service.companyId), String(disruption.id)]
  const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  await once(worker.stdout, "data")
  const gone = once(worker, "exit")
  await sleep(killAfterMs)
  worker.kill("SIGKILL")
  await gone
}

const count = async (sql: string): Promise<number> =>
  (await service.context.db.first<{ count: number }>(sql, [service.companyId]))!.count

it("WN-08 every customer hears once of a storm, however often the process that applies it is killed", async () => {
  expect(disruption.counts.told).toBe(ids.length)
  for (let round = 0; round < rounds; round += 1) {
    await apply(20 + round * 150)
    const moved = await count(
      "SELECT count(*)::int AS count FROM appointment WHERE company_id = $1 AND version > 1",
    )
    // All or none.
    expect([0, ids.length]).toContain(moved)
  }
  // The service itself goes on, and is asked once more.
  for (let more = 0; more < 2; more += 1)
    expect((await service.api("POST", `/disruptions/${disruption.id}/apply`, {})).status).toBe(200)
  const each = await service.context.db.query<{
    texts: number
    events: number
    version: number
    blocks: number
  }>(
    `SELECT a.version,
       (SELECT count(*)::int FROM text_message m WHERE m.company_id = $1 AND m.appointment_id = a.id AND m.purpose = 'change') AS texts,
       (SELECT count(*)::int FROM event e WHERE e.company_id = $1 AND e.appointment_id = a.id AND e.type = 'appointment.rescheduled') AS events,
       (SELECT count(*)::int FROM allocation k WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active) AS blocks
     FROM appointment a WHERE a.company_id = $1 AND a.id = ANY ($2)`,
    [service.companyId, ids],
  )
  expect(each).toEqual(ids.map(() => ({ texts: 1, events: 1, version: 2, blocks: 1 })))
  expect(await count("SELECT count(*)::int AS count FROM time_off WHERE company_id = $1")).toBeGreaterThan(0)
})
