/** What a search of many providers does, counted: time is measured by the bench. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { type BenchCompany, makeBenchCompany, searchedDates } from "../../bench/bench-company.ts"
import { figures } from "../../bench/search-cpu.ts"
import { startService, type TestService } from "../../test/support/service.ts"

let service: TestService
const many = { providers: 100, busyEach: 40 }
let company: BenchCompany
beforeAll(async () => {
  service = await startService()
  company = await makeBenchCompany(service.context, many)
})
afterAll(() => service.stop())

/** Follows `more_from` to the last part. */
async function searched(fields: object) {
  const spy = vi.spyOn(service.context.db, "query")
  let [parts, slots, more] = [0, 0, {}]
  for (;;) {
    const question = { appointment_type_id: company.typeId, ...searchedDates, ...fields, ...more }
    const { status, body } = await service.api("POST", "/slots", question, { key: company.apiKey })
    expect(status).toBe(200)
    parts += 1
    for (const provider of body.data.providers) slots += provider.slots.length
    if (!body.data.more_from) break
    more = { more_from: body.data.more_from }
  }
  const reads = spy.mock.calls.length
  spy.mockRestore()
  return { parts, slots, reads }
}

it("RE-08 a month of a hundred providers is one reading of the database for each part, as that of one provider is", async () => {
  // The key itself is read once and then known.
  await searched({ provider_id: company.providerIds[0] })
  const one = await searched({ provider_id: company.providerIds[0] })
  const all = await searched({})
  expect(one.parts).toBe(1)
  expect(all.slots).toBeGreaterThan(one.slots * 50)
  expect(all.parts).toBeLessThan(4)
  expect(all.reads).toBe(one.reads * all.parts)
})

it("RE-08 the bench says what it costs: 100 ms of cores with all parts, PostgreSQL, the engine, and rows and JSON", () => {
  const code = readFileSync(join(import.meta.dirname, "../../bench/search-cpu.ts"), "utf8")
  expect(figures).toContain("search.ms_100")
  expect(code).toContain("const goalMs = 100")
  expect(code).toContain("const providers = 100")
  for (const part of ["more_from", "PostgreSQL", "the engine", "rows and JSON"]) expect(code).toContain(part)
})
