/** Hundreds of another system's customers at once, each by its id there. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { nextNumber } from "../../test/support/story.ts"
import { deliveriesOf, makeEndpoint } from "../../test/support/webhooks.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Row = Record<string, unknown> & { external_ref: string }
interface Fate {
  external_ref: string
  fate: string
  id: number | null
  reason: { code: string; field: string; message: string } | null
}

const send = (rows: Row[]) => service.api("PUT", "/customers/bulk", { rows })
async function put(...rows: Row[]): Promise<Fate[]> {
  const { status, body } = await send(rows)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.rows
}
const fates = (rows: Fate[]) => rows.map(({ fate, reason }) => (reason ? `${fate} ${reason.code}` : fate))
const find = async (ref: string) => (await service.api("GET", `/customers?external_ref=${ref}`)).body.data[0]
const phoneOf = async (ref: string) => (await find(ref))?.phone
let series = 0
const refs = (count: number) => {
  series += 1
  return Array.from({ length: count }, (_, nth) => `b${series}-${nth}`) as [string, string, ...string[]]
}

describe("a bulk write of customers", () => {
  it("IN-13 makes and changes, and a row that stands so changes nothing: no version, event or audit", async () => {
    const [a, b] = refs(2)
    const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    const rows = [
      { external_ref: a, name: "Sam Poe", phone: nextNumber(), metadata: { stage: "won" }, address },
      { external_ref: b, first_name: "Ruth", email: "ruth@example.com" },
    ]
    expect(fates(await put(...rows))).toEqual(["made", "made"])
    const located = { address: { ...address, latitude: 30.2, longitude: -97.7 } }
    await service.api("PUT", `/customers/${(await find(a)).id}`, located)
    const before = await find(a)
    const endpoint = await makeEndpoint(service, { events: ["customer.*"] })
    const audits = async () => (await service.api("GET", "/audit?limit=100")).body.data.length
    const audited = await audits()
    expect(fates(await put(...rows))).toEqual(["unchanged", "unchanged"])
    expect([await find(a), await audits()]).toEqual([before, audited])
    expect(fates(await put(rows[0]!, { ...rows[1]!, notes: "Rings twice" }))).toEqual([
      "unchanged",
      "changed",
    ])
    const told = await deliveriesOf(service, endpoint.id)
    expect(told.map(({ event_type }) => event_type)).toEqual(["customer.changed"])
    expect(await find(b)).toMatchObject({ version: 2, email: "ruth@example.com", notes: "Rings twice" })
  })

  it("IN-13 of two rows of one ref the first counts, and a row that is refused keeps no other back", async () => {
    const [a, b] = refs(3)
    const rows = [
      { external_ref: a, name: "Sam Poe" },
      { external_ref: a, name: "Sam Other" },
      { external_ref: b, notes: "No name" },
      { external_ref: `${b}x`, name: "Ana", assigned_provider_id: 999_999 },
    ]
    const results = await put(...rows)
    expect(fates(results)).toEqual([
      "made",
      "refused external_ref_taken",
      "refused invalid_input",
      "refused not_found",
    ])
    expect(results.map(({ reason }) => reason?.field)).toEqual([
      ...[undefined, "external_ref", "name", "assigned_provider_id"],
    ])
    expect((await find(a)).name).toBe("Sam Poe")
  })

  it("IN-13 one who was erased does not come back for 30 days; one who was archived is made anew", async () => {
    const [a, b] = refs(2)
    const rows = [a, b].map((external_ref) => ({ external_ref, name: "Sam Poe" }))
    const made = await put(...rows)
    await service.api("DELETE", `/customers/${made[0]!.id}?erase=true`)
    await service.api("DELETE", `/customers/${made[1]!.id}`)
    const again = await put(...rows)
    expect(fates(again)).toEqual(["refused customer_archived", "made"])
    expect(again[1]!.id).not.toBe(made[1]!.id)
    expect(await find(a)).toBeUndefined()
    const back = await service.api("POST", "/customers", { external_ref: a, name: "Sam Poe" })
    expect(back.status).toBe(201)
    expect(fates(await put(rows[0]!))).toEqual(["unchanged"])
  })

  it("IN-13 a number moves between two rows, and two swap theirs, in whichever order they come", async () => {
    for (const turned of [false, true]) {
      const [a, b] = refs(2)
      const [one, two, three] = [nextNumber(), nextNumber(), nextNumber()]
      const inOrder = (rows: Row[]) => (turned ? rows.reverse() : rows)
      const named = (external_ref: string, phone: string) => ({ external_ref, name: "Sam Poe", phone })
      await put(...inOrder([named(a, one), named(b, two)]))
      expect(fates(await put(...inOrder([named(a, three), named(b, one)])))).toEqual(["changed", "changed"])
      expect([await phoneOf(a), await phoneOf(b)]).toEqual([three, one])
      expect(fates(await put(...inOrder([named(a, one), named(b, three)])))).toEqual(["changed", "changed"])
      expect([await phoneOf(a), await phoneOf(b)]).toEqual([one, three])
    }
  })

  it("IN-13 a number whose owner keeps it is refused, also where the owner's own row is refused", async () => {
    const [a, b, c] = refs(4) as [string, string, string]
    const [one, two, three] = [nextNumber(), nextNumber(), nextNumber()]
    await put(
      ...[
        { external_ref: a, name: "Ana", phone: one },
        { external_ref: b, name: "Ben", phone: two },
        { external_ref: c, name: "Cleo", phone: three },
      ],
    )
    // Ana's number stays hers, since Cleo's is not free; so Ben does not get it.
    const results = await put({ external_ref: b, phone: one }, { external_ref: a, phone: three })
    expect(fates(results)).toEqual(["refused phone_taken", "refused phone_taken"])
    const both = await put({ external_ref: `${c}2`, name: "Di", phone: nextNumber() })
    expect(fates(both)).toEqual(["made"])
    const same = nextNumber()
    const twice = await put({ external_ref: a, phone: same }, { external_ref: b, phone: same })
    expect(fates(twice)).toEqual(["changed", "refused phone_taken"])
    expect([await phoneOf(a), await phoneOf(b), await phoneOf(c)]).toEqual([same, two, three])
  })

  it("IN-13 500 rows go in one call, and a mistake of form is named by its row", async () => {
    const many = Array.from({ length: 500 }, (_, nth) => ({
      external_ref: `many-${nth}`,
      name: `Row ${nth}`,
    }))
    expect((await send(many)).body.data).toMatchObject({ made: 500, changed: 0, unchanged: 0, refused: 0 })
    expect((await send(many)).body.data).toMatchObject({ made: 0, changed: 0, unchanged: 500, refused: 0 })
    const tooMany = await send([...many, { external_ref: "one-more", name: "One" }])
    expect([tooMany.status, tooMany.body.error.field]).toEqual([400, "rows"])
    const wrong = await send([many[0]!, { external_ref: "e", name: "E", email: "no email" }])
    expect([wrong.status, wrong.body.error.field]).toEqual([400, "rows[1].email"])
  })

  it("IN-13 two at once make each customer once", async () => {
    const rows = refs(50).map((external_ref) => ({ external_ref, name: "Sam Poe" }))
    const answers = await Promise.all([send(rows), send(rows), send(rows)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const made = answers.map(({ body }) => body.data.made).sort((x, y) => x - y)
    expect(made).toEqual([0, 0, 50])
  })
})
