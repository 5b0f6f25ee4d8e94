/**
 * Changes that can be taken back, through kills of their makers and of their worker: none is lost, and none is announced
 * twice.
 */
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"
import { makeUser, signedIn } from "../support/users.ts"
import { bookWorkingDays, endThroughKills, startWorker } from "./ended-by-workers.ts"

const start = Date.parse("2027-03-01T18:00:00.000Z")
const count = 64

let service: TestService
let database: TestDatabase
let token: string
let benId: number
let ids: number[]
beforeAll(async () => {
  database = await createTestDatabase({ startsAt: start })
  service = await startService({ database, now: new Date(start).toISOString() })
  const story = await tellStory(service)
  benId = story.benId
  ids = await bookWorkingDays(service, story, count)
  token = await signedIn(service, (await makeUser(service)).email)
})
afterAll(() => service.stop())

const startNext = (round: number) => startWorker("changes", database, start + (round + 1) * 120_000)
const told = "SELECT count(*) AS count FROM event WHERE company_id = $1 AND type = 'appointment.rescheduled'"

it("PM-10 a change that can be taken back survives every kill of who tells it, and is told once", async () => {
  const byUser = (path: string, body: object = {}) => service.api("POST", path, body, { key: token })
  const back: number[] = []
  for (const [at, id] of ids.entries()) {
    const { start_time } = (await service.api("GET", `/appointments/${id}`)).body.data
    const move = { start_time, provider_id: benId, hold_messages_seconds: 10 }
    const { body } = await byUser(`/appointments/${id}/reschedule`, move)
    if (at % 8 !== 0) continue
    expect((await byUser(`/undo/${body.data.undo.token}`)).status).toBe(200)
    back.push(id)
  }
  const wanted = count - back.length
  await endThroughKills(service, wanted, startNext, told)
  const all = await service.context.db.query<{ id: number; provider_id: number; told: number }>(
    `SELECT a.id, a.provider_id, (SELECT count(*)::int FROM event e WHERE e.company_id = $1 AND e.appointment_id = a.id
       AND e.type = 'appointment.rescheduled') AS told
     FROM appointment a WHERE a.company_id = $1`,
    [service.companyId],
  )
  for (const { id, provider_id, told: times } of all) {
    const isBack = back.includes(id)
    expect([id, provider_id === benId, times]).toEqual([id, !isBack, isBack ? 0 : 1])
  }
  const left =
    "SELECT 1 FROM undo_due UNION ALL SELECT 1 FROM hold UNION ALL SELECT 1 FROM allocation WHERE hold_id IS NOT NULL"
  expect(await service.context.db.query(left)).toEqual([])
})
