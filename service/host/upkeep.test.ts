import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { upkeep } from "./upkeep.worker.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const day = 86_400_000
const count = async (sql: string) => {
  const [row] = await service.context.db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`)
  return row!.count
}
/** The partitions by day; test companies have one more. */
const partitions = async (table: string) =>
  (await count(`pg_inherits WHERE inhparent = '${table}'::regclass`)) - 1

it("makes partitions a week ahead and drops whole days past their retention", async () => {
  expect(await partitions("event")).toBe(9)
  service.clock.advanceMs(20 * day)
  await upkeep(service.context)
  service.clock.advanceMs(20 * day)
  await upkeep(service.context)
  // Days -1…7, then 19…27, then 39…47; of 30 kept days, those before day 10 are gone.
  expect(await partitions("event")).toBe(18)
  expect(await partitions("audit")).toBe(27)
})

it("a write on a day without a partition makes one and succeeds", async () => {
  service.clock.advanceMs(100 * day)
  expect((await service.api("POST", "/customers", { name: "Late Writer" })).status).toBe(201)
})

it("clears away answers, counters and sessions whose time is over", async () => {
  const password = "correct horse battery"
  await service.api("POST", "/users", { email: "ada@example.com", name: "Ada", role: "admin", password })
  await service.api("POST", "/sessions", { email: "ada@example.com", password }, { key: null })
  await service.api("POST", "/customers", { name: "Kept" }, { headers: { "idempotency-key": "k" } })
  const left = async () => [
    await count("user_session"),
    await count("idempotency"),
    await count("rate_counter"),
  ]
  expect(await left()).toEqual([1, 1, expect.any(Number)])
  await upkeep(service.context)
  expect((await left()).slice(0, 2)).toEqual([1, 1])
  service.clock.advanceMs(3 * day)
  await upkeep(service.context)
  expect(await left()).toEqual([0, 0, 0])
  expect(await count("directory WHERE kind = 'user_session'")).toBe(0)
})
