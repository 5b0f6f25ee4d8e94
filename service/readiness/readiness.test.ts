/** A company on its way from nothing to its first booking: what readiness and the doctor say at each step. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { makeLocation, makeProvider, makeType, put, weekdays } from "../../test/support/story.ts"
import { checkCompanies } from "../host/cli/checkups/companies.ts"

let database: TestDatabase
let service: TestService

beforeAll(async () => {
  database = await createTestDatabase()
  service = await startService({ database })
})
afterAll(() => service.stop())

interface Item {
  code: string
  target_id: number | null
  ok: boolean
  message: string
  fix: string | null
}

async function readiness(): Promise<{ ready: boolean; items: Item[] }> {
  return (await service.api("GET", "/company/readiness")).body.data
}

const failing = async () => {
  const { ready, items } = await readiness()
  const ill = items.filter(({ ok }) => !ok)
  expect(ready).toBe(ill.length === 0)
  for (const { ok, fix } of items) expect(fix === null).toBe(ok)
  return ill.map(({ code, target_id }) => (target_id === null ? code : `${code} ${target_id}`))
}

async function doctor() {
  const host = { bookUrl: "https://book.example", hasBotCheck: true, sendsTexts: true, sendsMails: true }
  const found = await checkCompanies(database.url, { host, now: service.clock.now() })
  return found.map(({ name, state, says }) => `${state} ${name}: ${says}`)
}

it("CN-10 TR-24 names what an empty company lacks, step by step, until it can be booked", async () => {
  expect(await failing()).toEqual(["location", "appointment_type", "provider"])
  expect(await doctor()).toEqual(["ok companies: 0 can be booked, 1 being set up"])
  const locationId = await makeLocation(service)
  const typeId = await makeType(service)
  expect(await failing()).toEqual(["provider"])
  const anaId = await makeProvider(service, { name: "Ana Ruiz" })
  expect(await failing()).toEqual([`type_providers ${typeId}`])
  await put(service, `/providers/${anaId}`, { appointment_type_ids: [typeId] })
  expect(await failing()).toEqual([`type_hours ${typeId}`])
  expect(await doctor()).toEqual([
    "ok companies: 0 can be booked, 0 being set up",
    `wrong company ${service.companyId}: Nobody who offers Boiler service has hours for its 60 minutes in the next 60 days.`,
  ])
  await put(service, `/providers/${anaId}/hours`, { weekly_hours: weekdays(locationId) })
  expect(await failing()).toEqual([])
  expect(await doctor()).toEqual(["ok companies: 1 can be booked, 0 being set up"])

  await put(service, "/company", { public_booking_enabled: true })
  expect(await failing()).toEqual(["public_page", "codes_by_text"])
  expect((await doctor()).at(-1)).toMatch(/^wrong company \d+: .* no number can text codes/)
  await put(service, "/company", { public_slug: "harbour" })
  await put(service, `/appointment-types/${typeId}`, { public_booking: true })
  await service.api("POST", "/channels", { kind: "sms", phone: "+15125550190" })
  expect(await failing()).toEqual([])
  expect((await readiness()).items.find(({ code }) => code === "codes_by_text")?.message).toBe(
    "Codes are texted from +15125550190.",
  )
  // One who is away for the whole booking window.
  const off = { start: "2027-02-01T00:00:00Z", end: "2027-09-01T00:00:00Z" }
  await service.api("POST", `/providers/${anaId}/time-off`, off)
  expect(await failing()).toEqual([`type_hours ${typeId}`])
})

it("CN-10 the doctor names twenty things at the most, and how many more there are", async () => {
  await service.context.db.query(
    `INSERT INTO provider_calendar (company_id, provider_id, kind, address, writes, timezone, settings, mark, created_at)
     SELECT $1, (SELECT min(id) FROM provider WHERE company_id = $1), 'ics', '', false, 'UTC', 'sealed', 'mark', $2
     FROM generate_series(1, 30)`,
    [service.companyId, new Date(service.clock.now() - 20 * 60_000)],
  )
  const found = await doctor()
  expect(found).toHaveLength(22)
  expect(found.at(-1)).toBe("wrong companies: 11 more like these")
})

it("CN-10 another company's readiness is its own", async () => {
  const { key } = await service.anotherCompany()
  const theirs = await service.api("GET", "/company/readiness", undefined, { key })
  expect(theirs.body.data.items.map(({ code }: Item) => code)).toEqual([
    ...["location", "appointment_type", "provider", "link_host", "public_page"],
  ])
})
