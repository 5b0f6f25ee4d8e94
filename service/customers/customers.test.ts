import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { customerInEvent } from "../../domain/model/customer.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { findCustomerForEvent } from "./customers.sql.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const home = {
  line1: "2 Oak Ave",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "78702",
  country: "US",
}
const sam = { name: "Sam Poe", email: "sam@example.com", address: home }

let nextNumber = 0
const freshPhone = () => `+1512555${String(1000 + nextNumber++)}`
const post = (body: object) => service.api("POST", "/customers", body)
const made = async (body: object) => (await post(body)).body.data

describe("customers", () => {
  it("CU-01 are created, read, listed and changed", async () => {
    const phone = freshPhone()
    const created = await post({ ...sam, phone, external_ref: "crm-9", locale: "fr" })
    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({
      name: "Sam Poe",
      first_name: "Sam",
      last_name: "Poe",
      phone,
      email: "sam@example.com",
      address: home,
      address_source: "company",
      external_ref: "crm-9",
      assigned_provider_id: null,
      locale: "fr",
      timezone: null,
      contacts: [{ phone, label: null, primary: true, verified_at: null, consents: [] }],
      created_at: "2027-03-01T12:00:00.000Z",
    })
    const { id } = created.body.data
    expect((await service.api("GET", `/customers/${id}`)).body.data).toEqual(created.body.data)

    const changed = await service.api("PUT", `/customers/${id}`, {
      last_name: "Poe Ruiz",
      email: null,
      address: null,
      timezone: "America/Denver",
    })
    expect(changed.body.data).toMatchObject({
      name: "Sam Poe Ruiz",
      email: null,
      address: null,
      address_source: null,
      phone,
      timezone: "America/Denver",
    })
  })

  it("CN-09 are found by what is typed: names, parts, accents, emails, references, numbers, the best first", async () => {
    const phone = freshPhone()
    const joao = await made({
      name: "João Quintero",
      email: "jq@harbour.example",
      external_ref: "HX-77_3",
      phone,
    })
    const joanna = await made({ name: "Joanna Quinn-Wexley" })
    const ids = async (search: string, more = "") => {
      const answer = await service.api("GET", `/customers?search=${encodeURIComponent(search)}${more}`)
      expect(answer.body.next_cursor).toBeNull()
      return answer.body.data.map((customer: { id: number }) => customer.id)
    }
    expect(await ids("joao")).toEqual([joao.id])
    expect(await ids("JOÃO quin")).toEqual([joao.id])
    expect(await ids("quin jo")).toEqual([joanna.id, joao.id])
    expect(await ids("quin jo", "&limit=1")).toEqual([joanna.id])
    expect(await ids("wexley")).toEqual([joanna.id])
    expect(await ids("harbour")).toEqual([joao.id])
    expect(await ids("hx-77_3")).toEqual([joao.id])
    expect(await ids("hx-77%3")).toEqual([])
    expect(await ids(`(512) 555-${phone.slice(-4)}`)).toEqual([joao.id])
    expect(await ids(phone)).toEqual([joao.id])
    expect(await ids(phone.slice(-7))).toEqual([joao.id])
    expect(await ids(phone.slice(1, 10))).toContain(joao.id)
    expect(await ids(phone.slice(3, 10))).toEqual([])
    expect(await ids("jo jq@harbour.example")).toEqual([joao.id])
    expect(await ids("jo jq@harbour.examples")).toEqual([])
    expect(await ids("quintero nobody")).toEqual([])
    const abbott = await made({ name: "Joel Abbott", external_ref: "h-1" })
    const hale = await made({ name: "Joel Hale" })
    expect(await ids("joel h")).toEqual([hale.id, abbott.id])
    const { id: short } = await made({ name: "Jo Zabriskie" })
    expect((await ids("jo"))[0]).toBe(short)
    await service.api("DELETE", `/customers/${short}`)
    expect(await ids("zabriskie")).toEqual([])
  })

  it("CN-09 are searched for alone, and only among the company's own", async () => {
    const other = await service.anotherCompany()
    await service.api("POST", "/customers", { name: "Sibyl Onlythere" }, { key: other.key })
    expect((await service.api("GET", "/customers?search=onlythere")).body.data).toEqual([])
    const mixed = await service.api("GET", "/customers?search=ana&email=ana%40example.com")
    expect(mixed.body.error).toMatchObject({ code: "invalid_input", field: "search" })
  })

  it("CU-01 are found by external_ref, by email in any case, and by any of their numbers", async () => {
    const phone = freshPhone()
    const second = freshPhone()
    const { id } = await made({ name: "Ada", external_ref: "ada-1", email: "Ada@Example.com", phone })
    await service.api("POST", `/customers/${id}/contacts`, { phone: second })
    const finders = [
      "external_ref=ada-1",
      "email=ada%40example.com",
      `phone=${encodeURIComponent(phone)}`,
      `phone=${encodeURIComponent(second)}`,
    ]
    for (const query of finders) {
      const answer = await service.api("GET", `/customers?${query}`)
      expect(answer.body.data.map((customer: { id: number }) => customer.id)).toEqual([id])
      expect(answer.body.next_cursor).toBeNull()
    }
    expect((await service.api("GET", "/customers?external_ref=nobody")).body.data).toEqual([])
    expect((await service.api("GET", "/customers?colour=red")).status).toBe(400)
  })

  it("CU-01 external_ref is unique in the company, on create and on change", async () => {
    await made({ name: "First", external_ref: "unique-1" })
    const { id } = await made({ name: "Second" })
    const taken = { code: "external_ref_taken", field: "external_ref" }
    expect((await post({ name: "Third", external_ref: "unique-1" })).body.error).toMatchObject(taken)
    const change = await service.api("PUT", `/customers/${id}`, { external_ref: "unique-1" })
    expect(change.status).toBe(409)
    expect(change.body.error).toMatchObject(taken)

    const other = await service.anotherCompany()
    const theirs = await service.api(
      "POST",
      "/customers",
      { name: "X", external_ref: "unique-1" },
      { key: other.key },
    )
    expect(theirs.status).toBe(201)
  })

  it("CU-01 of eight creations at once with one external_ref, exactly one stands", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post({ name: "Racer", external_ref: "race-1", phone: freshPhone() })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  })

  it("CU-01 of eight creations at once with one phone, exactly one stands", async () => {
    const phone = freshPhone()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ name: "Racer", phone })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(7).fill("phone_taken"))
    expect(
      (await service.api("GET", `/customers?phone=${encodeURIComponent(phone)}`)).body.data,
    ).toHaveLength(1)
  })

  it("CU-04 one made by the agent or the public page has external_ref null until it is set", async () => {
    const [row] = await service.context.db.query<{ id: number }>(
      `INSERT INTO customer (company_id, first_name, last_name, source, created_at, updated_at)
       VALUES ($1, 'Pat', 'Lee', 'public_page', now(), now()) RETURNING id`,
      [service.companyId],
    )
    const path = `/customers/${row!.id}`
    expect((await service.api("GET", path)).body.data.external_ref).toBeNull()
    await service.api("PUT", path, { external_ref: "set-later" })
    expect((await service.api("GET", "/customers?external_ref=set-later")).body.data[0].id).toBe(row!.id)
  })

  it("take a name whole or in parts, and not both", async () => {
    expect(await made({ name: "Ana María Ruiz" })).toMatchObject({
      first_name: "Ana",
      last_name: "María Ruiz",
    })
    expect(await made({ first_name: "Cher" })).toMatchObject({ name: "Cher", last_name: "" })
    for (const body of [{}, { last_name: "Poe" }, { name: "Sam Poe", first_name: "Sam" }, { name: "  " }]) {
      const answer = await post(body)
      expect(answer.status).toBe(400)
      expect(answer.body.error.field).toBe("name")
    }
  })

  it("keep an address's coordinates with it, and find those of another", async () => {
    const placed = await made({ ...sam, address: { ...home, latitude: 30.26, longitude: -97.71 } })
    const place = async () => {
      const { body } = await service.api("GET", `/customers/${placed.id}/export`)
      return [body.data.address_latitude, body.data.address_longitude]
    }
    expect(placed.address).toEqual(home)
    expect(await place()).toEqual([30.26, -97.71])
    await service.api("PUT", `/customers/${placed.id}`, { address: { ...home, line1: "9 Elm St" } })
    expect(await place()).toEqual([30.2638, -97.7166])
  })

  it("belong to a provider of the company, or to none", async () => {
    const unknown = await post({ ...sam, assigned_provider_id: 999_999 })
    expect(unknown.status).toBe(404)
    expect(unknown.body.error).toMatchObject({ code: "not_found", field: "assigned_provider_id" })
    const [row] = await service.context.db.query<{ id: number }>(
      `WITH r AS (INSERT INTO resource (company_id, kind) VALUES ($1, 'provider') RETURNING id)
       INSERT INTO provider (company_id, id, name, created_at, updated_at)
       SELECT $1, id, 'Ana', now(), now() FROM r RETURNING id`,
      [service.companyId],
    )
    expect(await made({ ...sam, assigned_provider_id: row!.id })).toMatchObject({
      assigned_provider_id: row!.id,
    })
  })

  it("read as one statement per kind, however many a page holds", async () => {
    const counted: string[] = []
    const { db } = service.context
    const { query } = db
    for (let made = 0; made < 5; made += 1) await post({ name: "Many", phone: freshPhone() })
    db.query = (text, values) => {
      counted.push(text)
      return query.call(db, text, values) as never
    }
    const answer = await service.api("GET", "/customers?limit=100").finally(() => {
      db.query = query
    })
    expect(answer.body.data.length).toBeGreaterThan(5)
    expect(counted.filter((text) => /FROM (customer|contact|consent)/.test(text))).toHaveLength(3)
  })

  it("GE-05 another company's customer answers exactly as an unknown one, in every verb", async () => {
    const other = await service.anotherCompany()
    const theirs = await service.api("POST", "/customers", sam, { key: other.key })
    const calls = [
      ["GET", "", undefined],
      ["PUT", "", { name: "Mine Now" }],
      ["DELETE", "", undefined],
      ["DELETE", "?erase=true", undefined],
      ["GET", "/export", undefined],
      ["POST", "/contacts", { phone: freshPhone() }],
      ["PUT", "/contacts/1", { label: "x" }],
      ["DELETE", "/contacts/1", undefined],
      ["POST", "/contacts/1/consent", { channel: "sms", event: "granted", source: "test" }],
    ] as const
    for (const [method, rest, body] of calls) {
      const foreign = await service.api(method, `/customers/${theirs.body.data.id}${rest}`, body)
      const unknown = await service.api(method, `/customers/999999999${rest}`, body)
      expect(foreign.status).toBe(404)
      expect({ ...foreign.body.error, request_id: "" }).toEqual({ ...unknown.body.error, request_id: "" })
    }
  })

  it("GE-06 refuse text that no database holds, and fields that nobody knows", async () => {
    const cases: [object, string][] = [
      [{ ...sam, name: "Sam\u0000Poe" }, "name"],
      [{ ...sam, external_ref: "\ud800" }, "external_ref"],
      [{ ...sam, name: "x".repeat(201) }, "name"],
      [{ ...sam, phone: "512-555-0100" }, "phone"],
      [{ ...sam, email: "nobody" }, "email"],
      [{ ...sam, locale: "de" }, "locale"],
      [{ ...sam, timezone: "Mars/Base" }, "timezone"],
      [{ ...sam, assigned_provider_id: 2 ** 53 }, "assigned_provider_id"],
      [{ ...sam, address: { ...home, line1: undefined } }, "address.line1"],
      [{ ...sam, address: { ...home, planet: "Mars" } }, "address.planet"],
      [{ ...sam, customer_id: 4 }, "customer_id"],
    ]
    for (const [body, field] of cases) {
      const answer = await post(body)
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({ code: "invalid_input", field })
    }
    const escaped = await service.api("POST", "/customers", undefined, { raw: '{"name":"\\ud83d"}' })
    expect(escaped.body.error).toMatchObject({ code: "invalid_input", field: "name" })
  })

  it("are told to events in the specification's shape", async () => {
    const phone = freshPhone()
    const { id } = await made({ ...sam, phone, external_ref: "event-1" })
    const row = await findCustomerForEvent(service.context.db, service.companyId, id)
    expect(customerInEvent(row!)).toEqual({
      id,
      external_ref: "event-1",
      name: "Sam Poe",
      phone,
      email: "sam@example.com",
      address: home,
    })
  })
})
