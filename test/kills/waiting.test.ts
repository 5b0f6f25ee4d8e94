/** Offers of freed time through kills of their worker: each who waits is asked once, none is left out, and no hold outlives its end. */
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { startService, type TestService } from "../support/service.ts"
import { put, tellStory } from "../support/story.ts"
import { byWaitingLink, type Chair, makeChair, type Waiter, waits } from "../support/waiting.ts"
import { startWorker } from "./ended-by-workers.ts"

const start = Date.parse("2027-03-01T18:00:00.000Z")
const count = 24

let service: TestService
let database: TestDatabase
let chair: Chair
const waiters: Waiter[] = []
beforeAll(async () => {
  database = await createTestDatabase({ startsAt: start })
  service = await startService({ database, book: true, now: new Date(start).toISOString() })
  chair = await makeChair(service, await tellStory(service))
  await put(service, "/company", { waiting_list: { per_minute: 8 } })
  for (let nth = 0; nth < count; nth += 1) waiters.push(await waits(service, chair))
})
afterAll(() => service.stop())

/** Each worker's clock begins behind the leases of the one before, and behind the pause between two rounds. */
const startNext = (round: number) => startWorker("freed", database, start + round * 120_000)

const countOf = async (table: string, condition = "true") =>
  (await service.context.db.first<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE company_id = $1 AND ${condition}`,
    [service.companyId],
  ))!.count

it("WL-02 WL-03 an offer survives every kill of its worker: each is asked once, none is lost, and a hold ends at its end", async () => {
  await service.api("POST", `/appointments/${chair.appointmentId}/cancel`, {})
  for (let round = 0; round < 4; round += 1) {
    const worker = await startNext(round)
    const wanted = Math.min(count, round * 8 + 4)
    while ((await countOf("waiting_offer")) < wanted) await sleep(1)
    const gone = once(worker, "exit")
    worker.kill("SIGKILL")
    await gone
  }
  const [first, second] = waiters
  const press = async ({ url }: Waiter) => {
    const { view } = await byWaitingLink(service, url)
    return (await byWaitingLink(service, url, "POST", "/hold", { offerId: view.offer!.id })).view.offer!.state
  }
  expect([await press(first!), await press(second!)]).toEqual(["held", "next"])
  const last = await startNext(5)
  await expect.poll(() => countOf("waiting_offer"), { timeout: 60_000 }).toBe(count)
  // The hold of the first is over by the worker's clock: the second has the time now.
  await expect
    .poll(() => countOf("text_message", "once_key LIKE 'offer:%:turn:%'"), { timeout: 60_000 })
    .toBe(1)
  last.kill("SIGKILL")
  await once(last, "exit")
  expect(await countOf("text_message", "once_key LIKE 'offer:%:made'")).toBe(count)
  const entries = await service.context.db.query("SELECT entry_id FROM waiting_offer GROUP BY entry_id")
  expect(entries).toHaveLength(count)
  expect(await countOf("event", "type = 'waiting_entry.offered'")).toBe(count)
  const holds = await service.context.db.query<{ holder: string }>("SELECT holder FROM hold")
  expect(holds).toEqual([{ holder: `waiting:${second!.entryId}` }])
})
