/** How another system keeps its customers in step with ours: by events, and by what was changed since. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { openPublicPage, visitorOf } from "../../test/support/public-page.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { nextNumber, put, type Story, tellStory } from "../../test/support/story.ts"
import { deliveriesOf, makeEndpoint } from "../../test/support/webhooks.ts"

let service: TestService
let story: Story
let endpointId: number
beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
  await put(service, "/company", { new_customers: "allowed" })
  const events = ["customer.created", "customer.changed", "customer.archived", "customer.erased"]
  endpointId = (await makeEndpoint(service, { events })).id
})
afterAll(() => service.stop())

interface Told {
  id: string
  type: string
  occurred_at: string
  source: { kind: string }
  data: { customer: { id: number }; changed?: string[] }
}

let seen = ""
beforeEach(async () => {
  seen = (await all()).at(-1)?.id ?? ""
})

async function all(): Promise<Told[]> {
  // Commits beside this test are waited for.
  await service.events()
  const { body } = await service.api("GET", "/events?limit=100")
  return body.data.filter(({ type }: Told) => type.startsWith("customer."))
}
/** The events of this test, oldest first. */
const told = async () => {
  const events = await all()
  return events.slice(events.findIndex(({ id }) => id === seen) + 1)
}
const made = async (fields: object) =>
  (await service.api("POST", "/customers", { first_name: "Sam", ...fields })).body.data
const list = async (query: string) => (await service.api("GET", `/customers?limit=100&${query}`)).body.data
const stamps = ({ version, updated_at }: { version: number; updated_at: string }) => [version, updated_at]

describe("events of customers", () => {
  it("IN-14 a customer who is made, changed, archived and erased is told of in order, each a little later", async () => {
    const { id } = await made({ last_name: "Poe", email: "sam@example.com", external_ref: "crm-77" })
    await put(service, `/customers/${id}`, { email: "poe@example.com", notes: "Rings twice" })
    const number = await service.api("POST", `/customers/${id}/contacts`, { phone: nextNumber() })
    await service.api("DELETE", `/customers/${id}/contacts/${number.body.data.id}`)
    await service.api("DELETE", `/customers/${id}`)
    await service.api("DELETE", `/customers/${id}?erase=true`)
    await service.api("DELETE", `/customers/${id}?erase=true`)
    const events = await told()
    expect(events.map(({ type, data }) => [type, data.changed])).toEqual([
      ["customer.created", undefined],
      ["customer.changed", ["email", "notes"]],
      ["customer.changed", ["contacts"]],
      ["customer.changed", ["contacts"]],
      ["customer.archived", undefined],
      ["customer.erased", undefined],
    ])
    const times = events.map(({ occurred_at }) => occurred_at)
    expect(times).toEqual([...new Set(times)].sort())
    expect(events[0]!.source).toMatchObject({ kind: "api_key" })
    // Nothing personal is left but what the other systems know them by.
    expect(events[0]!.data.customer).toEqual({
      ...{ id, external_ref: null, name: "Erased", phone: null, email: null, address: null },
    })
    expect(events.at(-1)!.data).toEqual({ customer: { id, external_ref: "crm-77" } })
    const sent = await deliveriesOf(service, endpointId)
    const bodies = await Promise.all(
      sent.map(async (each) => {
        const path = `/webhook-endpoints/${endpointId}/deliveries/${each.id}`
        return JSON.stringify((await service.api("GET", path)).body.data.payload)
      }),
    )
    expect(bodies.filter((body) => body.includes(`"external_ref":"crm-77"`))).toHaveLength(1)
  })

  it("IN-14 the page and an import tell of customers too, and an import's events go to no endpoint", async () => {
    const before = (await deliveriesOf(service, endpointId)).length
    const visitor = visitorOf(service)
    await visitor.proves(nextNumber())
    await visitor.register({ firstName: "Ruth", lastName: "Hale" })
    const rows = [1, 2, 3].map((nth) => ({ name: `Row ${nth}`, phone: nextNumber() }))
    await service.api("POST", "/imports/customers", { rows })
    expect((await told()).map(({ type, source, data }) => [type, source.kind, data.customer])).toEqual([
      ["customer.created", "public", expect.objectContaining({ name: "Ruth Hale" })],
      ...rows.map((row) => ["customer.created", "api_key", expect.objectContaining(row)]),
    ])
    expect((await deliveriesOf(service, endpointId)).length).toBe(before + 1)
  })
})

describe("an endpoint's events", () => {
  it("IN-14 may be all of a noun, or all there are, and a recovery knows them too", async () => {
    service.clock.advanceMs(60_000)
    const noun = await makeEndpoint(service, { events: ["customer.*"] })
    const every = await makeEndpoint(service, { events: ["*"] })
    const { id } = await made({})
    for (const endpoint of [noun, every]) {
      const sent = await deliveriesOf(service, endpoint.id)
      expect(sent.map(({ event_type }) => event_type)).toEqual(["customer.created"])
    }
    const shown = await service.api("GET", `/webhook-endpoints/${noun.id}`)
    expect(shown.body.data.events).toEqual(["customer.*"])
    await put(service, `/webhook-endpoints/${noun.id}`, { events: ["appointment.*"] })
    await put(service, `/customers/${id}`, { notes: "Knocks" })
    expect(await deliveriesOf(service, noun.id)).toHaveLength(1)
    await put(service, `/webhook-endpoints/${noun.id}`, { events: ["customer.*"] })
    const since = new Date(service.clock.now() - 1_000).toISOString()
    const recovered = await service.api("POST", `/webhook-endpoints/${noun.id}/recover`, { since })
    expect(recovered.body.data.recovered).toBe(1)
    const wrong = await service.api("PUT", `/webhook-endpoints/${noun.id}`, { events: ["custom.*"] })
    expect([wrong.status, wrong.body.error.field]).toEqual([400, "events[0]"])
  })
})

describe("a write that changes nothing", () => {
  it("IN-13 raises no version, tells of nothing and leaves no row in the audit", async () => {
    const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    const sam = { last_name: "Poe", email: "same@example.com", phone: nextNumber(), notes: "Rings", address }
    const customer = await made(sam)
    const path = `/customers/${customer.id}`
    seen = (await all()).at(-1)!.id
    const audits = async () => (await service.api("GET", "/audit?limit=100")).body.data.length
    const audited = await audits()
    const contact = customer.contacts[0]
    for (const body of [
      {},
      sam,
      { name: "Sam Poe" },
      { phone: sam.phone },
      { if_version: customer.version },
    ]) {
      const { status, body: answer } = await service.api("PUT", path, body)
      expect([status, stamps(answer.data)]).toEqual([200, stamps(customer)])
    }
    const again = { phone: contact.phone, label: contact.label, primary: true }
    const { body } = await service.api("PUT", `${path}/contacts/${contact.id}`, again)
    expect(body.data.version).toBe(contact.version)
    expect([await told(), await audits()]).toEqual([[], audited])
    // A reading that is too old is refused all the same.
    await put(service, path, { notes: "Knocks" })
    const old = await service.api("PUT", path, { notes: "Knocks", if_version: customer.version })
    expect([old.status, old.body.error.code]).toEqual([409, "version_conflict"])
  })
})

describe("the list of customers", () => {
  it("IN-13 gives those who were made, changed, archived or erased since, and those of some ids", async () => {
    const old = await made({ last_name: "Old" })
    service.clock.advanceMs(60_000)
    const since = `updated_since=${new Date(service.clock.now()).toISOString()}`
    const [changed, archived, erased] = [await made({}), await made({}), await made({ external_ref: "gone" })]
    await service.api("DELETE", `/customers/${archived.id}`)
    await service.api("DELETE", `/customers/${erased.id}?erase=true`)
    expect((await list(since)).map((row: { id: number }) => row.id)).toEqual([
      ...[changed.id, archived.id, erased.id],
    ])
    await put(service, `/customers/${old.id}`, { notes: "New" })
    const rows = await list(since)
    expect(rows.map((row: { id: number }) => row.id)).toEqual([old.id, changed.id, archived.id, erased.id])
    expect(
      rows.map((row: { archived_at: string | null; erased_at: string | null }) => [
        ...[row.archived_at !== null, row.erased_at !== null],
      ]),
    ).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [true, true],
    ])
    const some = await list(`ids=${changed.id},${old.id},${archived.id}`)
    expect(some.map((row: { id: number }) => row.id)).toEqual([old.id, changed.id])
  })

  it("IN-13 names the field of a wrong query", async () => {
    for (const [query, field] of [
      ["ids=1,,2", "ids"],
      [`ids=${Array(101).fill(1).join(",")}`, "ids"],
      ["updated_since=yesterday", "updated_since"],
      ["search=Sam&ids=1", "search"],
    ]) {
      const { status, body } = await service.api("GET", `/customers?${query}`)
      expect([status, body.error.code, body.error.field]).toEqual([400, "invalid_input", field])
    }
  })
})
