/** Waiting cancels through kills of their worker: none is lost, and none is announced twice. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"
import { bookWorkingDays, endThroughKills, startWorker } from "./ended-by-workers.ts"

const start = Date.parse("2027-03-01T18:00:00.000Z")
const count = 64

let service: TestService
let database: TestDatabase
let ids: number[]
beforeAll(async () => {
  database = await createTestDatabase({ startsAt: start })
  service = await startService({ database, now: new Date(start).toISOString() })
  const story = await tellStory(service)
  ids = await bookWorkingDays(service, story, count)
})
afterAll(() => service.stop())

/** Each worker's clock begins behind the leases of the one before. */
const startNext = (round: number) => startWorker("cancels", database, start + (round + 1) * 120_000)

it("DS-05 a cancel that waits survives every kill of its worker, and is told once", async () => {
  const back = ids.filter((_, at) => at % 8 === 0)
  for (const id of ids) await service.api("POST", `/appointments/${id}/cancel`, { delay_seconds: 10 })
  for (const id of back) await service.api("POST", `/appointments/${id}/reopen`, {})
  const wanted = count - back.length
  await endThroughKills(service, wanted, startNext)
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
