/** Deadlines of pending appointments through kills of their worker: each ends, and is announced once. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { startService, type TestService } from "../support/service.ts"
import { put, tellStory } from "../support/story.ts"
import { bookWorkingDays, endThroughKills, startWorker } from "./ended-by-workers.ts"

const start = Date.parse("2027-03-01T18:00:00.000Z")
const count = 48

let service: TestService
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ startsAt: start })
  service = await startService({ database, now: new Date(start).toISOString() })
  const story = await tellStory(service)
  await put(service, `/appointment-types/${story.typeId}`, {
    confirmation: "staff",
    answer_within_minutes: 15,
  })
  await bookWorkingDays(service, story, count)
})
afterAll(() => service.stop())

/** Each worker's clock begins behind the leases of the one before, and behind all deadlines. */
const startNext = (round: number) => startWorker("unanswered", database, start + (round + 10) * 120_000)

it("CL-09 a deadline survives every kill of its worker: each appointment ends, and is told once", async () => {
  await endThroughKills(service, count, startNext)
  const told = await service.context.db.query<{ count: number }>(
    `SELECT appointment_id, count(*)::int AS count FROM event WHERE company_id = $1 AND type = 'appointment.declined'
     GROUP BY appointment_id`,
    [service.companyId],
  )
  expect(told).toHaveLength(count)
  expect(told.every((each) => each.count === 1)).toBe(true)
  expect(await service.context.db.query("SELECT 1 FROM answer_due")).toEqual([])
})
