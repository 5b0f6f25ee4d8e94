/** A company's test companies as a whole: how many there may be, listed, reset and deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import { make, put, tellStory } from "../../test/support/story.ts"
import { readReferences, readTables } from "../host/database/catalog.ts"
import { placementOf } from "../host/database/distribution.ts"
import { deletions } from "../platform/empty-company.sql.ts"
import { connectTo } from "../platform/pg/servers.ts"

let database: TestDatabase
let service: TestService
let other: { companyId: number; key: string }

beforeAll(async () => {
  database = await createTestDatabase()
  service = await startService({ book: true, database })
  await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  await put(service, "/company", { public_slug: "harbour", public_booking_enabled: true })
  other = await service.anotherCompany()
})
beforeEach(async () => {
  for (const { id } of await listed()) await service.api("DELETE", `/test-companies/${id}`)
})
afterAll(() => service.stop())

const dataOf = ({ status, body }: Answer) => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}
const listed = async () => dataOf(await service.api("GET", "/test-companies?limit=100"))
/** Again, as an integration does, when the machine is so busy that the service asks to wait. */
async function askForOne(): Promise<Answer> {
  for (;;) {
    const answer = await service.api("POST", "/test-company")
    if (answer.status !== 503 && answer.status !== 429) return answer
  }
}
const makeOne = async (): Promise<{ id: number; key: string }> => {
  const { company_id: id, api_key: key } = dataOf(await askForOne())
  return { id, key }
}

/** The tables in which the company has rows. */
async function tablesWith(companyId: number): Promise<string[]> {
  const client = await connectTo(database.url, {})
  try {
    const names: string[] = []
    for (const { name, columns } of await readTables(client)) {
      if (!columns.includes("company_id")) continue
      const { rowCount } = await client.query(`SELECT 1 FROM ${name} WHERE company_id = $1 LIMIT 1`, [
        companyId,
      ])
      if (rowCount) names.push(name)
    }
    return names
  } finally {
    await client.end()
  }
}

/** A customer with an appointment, a user and an endpoint. */
async function use({ key }: { key: string }): Promise<void> {
  const api = async (method: string, path: string, body?: object) =>
    dataOf(await service.api(method, path, body, { key }))
  const [type] = await api("GET", "/appointment-types")
  const { id: customer_id } = await api("POST", "/customers", { name: "Sam Poe", phone: "+15125550123" })
  await api("POST", "/scheduling-requests", {
    customer_id,
    appointment_type_id: type.id,
    latest_date: "2027-03-31",
  })
  const { slots } = (
    await api("POST", "/slots", {
      appointment_type_id: type.id,
      start_date: "2027-03-08",
      end_date: "2027-03-12",
    })
  ).providers[0] ?? { slots: [] }
  expect(slots.length).toBeGreaterThan(0)
  await api("POST", "/users", {
    email: "kim@example.com",
    name: "Kim",
    role: "admin",
    password: "a long pass phrase",
  })
  await api("POST", "/webhook-endpoints", {
    url: "https://hooks.example.com/a",
    events: ["appointment.created"],
  })
  await api("POST", "/webhook-endpoints", {
    url: "https://hooks.example.com/b",
    events: ["appointment.created"],
  })
}

describe("the test companies of a company", () => {
  it("MD-07 are listed with their clocks and an address that opens their page, for admins of that company alone", async () => {
    const { id } = await makeOne()
    const [row, ...rest] = await listed()
    expect(rest).toEqual([])
    expect(row).toMatchObject({ id, public_slug: "harbour-test", clock: { running: true } })
    expect(row.public_page_url).toMatch(/^http.*\/harbour-test\?pass=/)
    expect((await fetch(row.public_page_url)).status).toBe(200)
    expect(dataOf(await service.api("GET", "/test-companies", undefined, { key: other.key }))).toEqual([])
    const member = await make(service, "/api-keys", { name: "Member", role: "member" })
    const { key } = member as unknown as { key: string }
    expect((await service.api("GET", "/test-companies", undefined, { key })).status).toBe(403)
  })

  it("MD-07 are twenty at most, however many are asked for at once", async () => {
    for (let made = 0; made < 18; made += 1) await makeOne()
    const answers = await Promise.all(Array.from({ length: 4 }, askForOne))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.error.code, body.error.details])).toEqual(
      Array.from({ length: 2 }, () => [409, "too_many_records", { most: 20 }]),
    )
    expect(await listed()).toHaveLength(20)
    expect((await service.api("DELETE", `/test-companies/${(await listed())[0].id}`)).status).toBe(200)
    expect((await service.api("POST", "/test-company")).status).toBe(201)
  })

  it("MD-07 are reset to the set-up of today, and keep id, slug and keys", async () => {
    const one = await makeOne()
    await use(one)
    await service.api("POST", "/test-clock/freeze", undefined, { key: one.key })
    await put(service, "/company", { name: "Harbour Renamed" })
    expect(dataOf(await service.api("POST", `/test-companies/${one.id}/reset`))).toEqual({
      company_id: one.id,
    })
    const company = dataOf(await service.api("GET", "/company", undefined, { key: one.key }))
    expect(company).toMatchObject({ id: one.id, name: "Harbour Renamed", public_slug: "harbour-test" })
    for (const path of [
      "/customers",
      "/appointments",
      "/scheduling-requests",
      "/users",
      "/webhook-endpoints",
    ]) {
      expect(dataOf(await service.api("GET", path, undefined, { key: one.key })), path).toEqual([])
    }
    expect(dataOf(await service.api("GET", "/providers", undefined, { key: one.key }))).not.toEqual([])
    expect(dataOf(await service.api("GET", "/test-clock", undefined, { key: one.key })).running).toBe(true)
    await use(one)
  })

  it("MD-07 leave no row behind when they are deleted, and their keys are refused", async () => {
    const one = await makeOne()
    await use(one)
    expect((await tablesWith(one.id)).length).toBeGreaterThan(10)
    expect(dataOf(await service.api("DELETE", `/test-companies/${one.id}`))).toEqual({ company_id: one.id })
    expect(await tablesWith(one.id)).toEqual([])
    expect((await service.api("GET", "/company", undefined, { key: one.key })).status).toBe(401)
    expect((await service.api("DELETE", `/test-companies/${one.id}`)).status).toBe(404)
    expect((await makeOne()).id).toBeGreaterThan(one.id)
  })

  it("MD-07 are no other company's to touch, and a live company is none", async () => {
    const { id, key } = await makeOne()
    for (const by of [other.key, key]) {
      const refused = await service.api("DELETE", `/test-companies/${id}`, undefined, { key: by })
      expect([404, 409]).toContain(refused.status)
      expect((await service.api("POST", `/test-companies/${id}/reset`, undefined, { key: by })).status).toBe(
        refused.status,
      )
    }
    for (const live of [service.companyId, other.companyId]) {
      expect((await service.api("DELETE", `/test-companies/${live}`)).status).toBe(404)
    }
    expect((await service.api("GET", "/company", undefined, { key })).status).toBe(200)
  })

  it("MD-07 a deletion while its callers write ends, and no caller gets a 500", async () => {
    const one = await makeOne()
    const ofKey = { key: one.key }
    const [type] = dataOf(await service.api("GET", "/appointment-types", undefined, ofKey))
    const writing = Array.from({ length: 40 }, async (_, index) => {
      const made = await service.api("POST", "/customers", { name: `Customer ${index}` }, ofKey)
      if (made.status !== 201) return [made.status]
      const asked = {
        customer_id: made.body.data.id,
        appointment_type_id: type.id,
        latest_date: "2027-03-31",
      }
      return [made.status, (await service.api("POST", "/scheduling-requests", asked, ofKey)).status]
    })
    const removed = await service.api("DELETE", `/test-companies/${one.id}`)
    const statuses = new Set((await Promise.all(writing)).flat())
    expect(removed.status).toBe(200)
    expect([...statuses].filter((status) => status === 500)).toEqual([])
    expect(await tablesWith(one.id)).toEqual([])
  })

  it("MD-07 every table with a company's rows is emptied, those that refer to others first", async () => {
    const client = await connectTo(database.url, {})
    const tables = await readTables(client)
    const references = await readReferences(client)
    await client.end()
    const ofCompanies = tables
      .filter((table) => table.columns.includes("company_id") && placementOf(table) !== undefined)
      .map(({ name }) => name)
    const companyTables: string[] = deletions.map((text) => /^DELETE FROM (\w+)/.exec(text)![1]!)
    expect([...companyTables, "audit", "directory"].sort()).toEqual(ofCompanies.sort())
    const place = (name: string) => companyTables.indexOf(name)
    for (const { from, to } of references) expect(place(from), `${from} before ${to}`).toBeLessThan(place(to))
  })
})
