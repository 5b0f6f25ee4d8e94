/** The work of a search of many providers, counted: time is measured by the bench. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { type BenchCompany, makeBenchCompany, searchedDates } from "../../bench/bench-company.ts"
import { figures } from "../../bench/search-cpu.ts"
import { addKinds } from "../../test/cost-table/kinds.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { Spending } from "../platform/spending.ts"

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

/** How often schedules were read when something was first granted; null where nothing was. */
async function readBeforeGrant(path: string, question: object): Promise<number | null> {
  const queries = vi.spyOn(service.context.db, "query")
  const readSoFar = () => queries.mock.calls.filter(([text]) => String(text).includes("weekly_hours")).length
  const { beGranted } = Spending.prototype
  const atGrants: number[] = []
  const grants = vi.spyOn(Spending.prototype, "beGranted").mockImplementation(async function (
    this: Spending,
    costMs,
  ) {
    atGrants.push(readSoFar())
    await beGranted.call(this, costMs)
  })
  const { status } = await service.api("POST", path, question, { key: company.apiKey })
  const read = readSoFar()
  queries.mockRestore()
  grants.mockRestore()
  expect([status, read > 0]).toEqual([200, true])
  return atGrants[0] ?? null
}

it("FX-12 a question about several services is granted before any provider is read for it", async () => {
  const appointment_type_ids = [company.typeId, company.typeId]
  const week = { start_date: searchedDates.start_date, end_date: "2027-03-08" }
  const provider_id = company.providerIds[0]
  const start = { provider_id, start_time: "2027-03-02T15:00:00.000Z" }
  expect(await readBeforeGrant("/slots", { appointment_type_ids, ...week })).toBe(0)
  expect(await readBeforeGrant("/slots/explain-range", { appointment_type_ids, provider_id, ...week })).toBe(
    0,
  )
  expect(await readBeforeGrant("/slots/explain", { appointment_type_ids, ...start })).toBe(0)
})

it("FX-12 a search of one type and an explanation of a range are granted once it is known what they judge", async () => {
  const week = { start_date: searchedDates.start_date, end_date: "2027-03-08" }
  for (const path of ["/slots", "/slots/explain-range"])
    expect(await readBeforeGrant(path, { appointment_type_id: company.typeId, ...week })).toBe(1)
})

it("FX-12 of each kind of type a search is granted, and an explanation that would take long comes in parts", async () => {
  const key = company.apiKey
  const kindIds = await addKinds(
    service.context.db,
    async (method, path, body) => (await service.api(method as "POST", path, body, { key })).body.data,
    company,
  )
  const month = { ...searchedDates, provider_id: company.providerIds[0] }
  for (const id of Object.values(kindIds))
    expect(await readBeforeGrant("/slots", { appointment_type_id: id, ...month })).toBe(1)
  const explained = async (more: object) => {
    const question = { appointment_type_id: kindIds["a crew of two"], ...searchedDates, ...more }
    const { status, body } = await service.api("POST", "/slots/explain-range", question, { key })
    expect(status).toBe(200)
    const { providers, more_from } = body.data as {
      providers: { provider_id: number; runs: { first_start_time: string }[] }[]
      more_from: string | null
    }
    const told = providers.flatMap(({ provider_id, runs }) =>
      runs.map(
        ({ first_start_time }) => `${first_start_time.slice(0, 10)} ${String(provider_id).padStart(9, "0")}`,
      ),
    )
    return { told: [...new Set(told)].sort(), more_from }
  }
  const first = await explained({})
  const second = await explained({ more_from: first.more_from })
  expect([first.told.length, second.told.length]).not.toContain(0)
  expect(first.told.at(-1)! < second.told[0]!).toBe(true)
  expect(second.more_from).not.toBeNull()
})
