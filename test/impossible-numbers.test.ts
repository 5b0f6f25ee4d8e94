/**
 * CW-11: an impossible number identifies no customer, from any source, not even one that an older release
 * has kept with it. Numbers of the territories of the United States are mobile numbers like others.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { takeReply } from "../service/messages/take-reply.ts"
import { companyNumber, openChannels, talk, texting } from "./support/agent.ts"
import { slug, visitorOf } from "./support/public-page.ts"
import { lastCode } from "./support/read-texts.ts"
import { startService, type TestService } from "./support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "./support/story.ts"
import { playCarrier } from "./support/texts.ts"

/** As platforms, carriers and lists write where they have no number. */
const impossible = ["0000000000", "1111111111", "9999999999", "1234567890", "+10125550123", "(512) 155-0123"]
const inE164 = (written: string) => `+1${written.replace(/^\+1|\D/g, "")}`

const territories = {
  "Puerto Rico": "+17872345678",
  Guam: "+16716351234",
  "the Virgin Islands": "+13406421234",
  "American Samoa": "+16847331234",
  "the Northern Marianas": "+16702345678",
}

let service: TestService
let story: Story
/** Customers that an older release has kept under impossible numbers. */
const old = new Map<string, number>()
beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1, texts: playCarrier() })
  story = await tellStory(service)
  await openChannels(service)
  await put(service, "/company", { public_slug: slug, public_booking_enabled: true })
  await put(service, `/appointment-types/${story.typeId}`, { public_booking: true })
  for (const written of impossible) {
    const id = await makeCustomer(service, { name: "Old Placeholder", phone: null })
    await service.context.db.query(
      `INSERT INTO contact (company_id, customer_id, phone, is_primary, identifies, created_at)
       VALUES ($1, $2, $3, true, true, $4)`,
      [service.companyId, id, inE164(written), new Date(service.clock.now())],
    )
    old.set(written, id)
  }
})
afterAll(() => service.stop())

describe.each(impossible)("a number that nobody can have, as %s,", (written) => {
  it("CW-11 is nobody's in a call and in a text to the agent, who finds no customer and makes none with it", async () => {
    for (const call of [await talk(service, written), await texting(service, written)]) {
      expect(call.variables).toMatchObject({ is_new_customer: true, can_self_register: false })
      expect(call.variables.customer_full_name).not.toContain("Placeholder")
      const made = await call.tool("POST", "/customers", { name: "Second Caller" })
      expect(made.body.success).toBe(false)
    }
  })

  it("CW-11 is refused as a caller's further number, and as one to call back", async () => {
    const call = await talk(service, "+15125550123")
    const added = await call.tool("POST", "/contacts", { contact_number: written })
    expect([added.status, added.body.error.field]).toEqual([400, "contact_number"])
    const callback = await call.tool("POST", "/callbacks", { message: "Please call", phone: written })
    expect([callback.status, callback.body.error.field]).toEqual([400, "phone"])
  })

  it("CW-11 is refused by its cell in an import, and by its field from a company's program", async () => {
    const rows = [{ name: "Imported One", phone: written, email: "one@example.test" }]
    const { body } = await service.api("POST", "/imports/customers", { rows })
    expect(body.data.rows[0]).toMatchObject({ fate: "refused", reason: { field: "phone" } })
    const named = { name: "Direct One", phone: inE164(written) }
    const refused = await service.api("POST", "/customers", named)
    expect([refused.status, refused.body.error.field]).toEqual([400, "phone"])
    const kept = await service.api("POST", `/customers/${story.customerId}/contacts`, {
      phone: inE164(written),
    })
    expect([kept.status, kept.body.error.field]).toEqual([400, "phone"])
  })

  it("CW-11 gets no code on the public page", async () => {
    const refused = await visitorOf(service).code(written)
    expect([refused.status, refused.error.code]).toEqual([400, "phone_not_supported"])
  })

  it("CW-11 is no customer's in a text that comes in: nothing is said of appointments, and staff see no name", async () => {
    const start_time = `2027-03-03T${15 + impossible.indexOf(written)}:00:00.000Z`
    const wish = { appointment_type_id: story.typeId, provider_id: story.anaId, start_time }
    await make(service, "/appointments", { ...wish, customer_id: old.get(written) })
    const say = (body: string) =>
      takeReply(service.context, {
        ...{ from: inE164(written), to: companyNumber, body, isAnswered: true, requestId: "carrier" },
      })
    expect(await say("CANCEL")).toBeNull()
    await say("Who are you?")
    const shown = await service.api("GET", `/callbacks?customer_id=${old.get(written)}`)
    expect(shown.body.data).toEqual([])
  })
})

describe.each(Object.entries(territories))("a number of %s", (_name, phone) => {
  it("CW-11 gets a code on the public page, and its caller and imported row are customers", async () => {
    const visitor = visitorOf(service)
    const { data } = await visitor.code(phone)
    const verified = await visitor.verify(data.verificationId, await lastCode(service))
    expect(verified.status).toBe(200)
    const rows = [{ name: "Luz Rivera", phone }]
    const imported = await service.api("POST", "/imports/customers", { rows })
    expect(imported.body.data.rows[0]).toMatchObject({ fate: "made" })
    const call = await talk(service, phone)
    expect(call.variables).toMatchObject({ is_new_customer: false, customer_full_name: "Luz Rivera" })
  })

  it("CW-11 is not one that nobody can have, and one with an impossible exchange gets no code", async () => {
    const refused = await visitorOf(service).code(`${phone.slice(0, 5)}1111111`)
    expect([refused.status, refused.error.code]).toEqual([400, "phone_not_supported"])
  })
})

it("CW-11 numbers of nobody's in a list stay apart: no row is taken for another's double", async () => {
  const rows = ["One", "Two"].map((name) => ({ name: `Placeholder ${name}`, phone: "000-000-0000" }))
  const { body } = await service.api("POST", "/imports/customers", { rows: [...rows, { name: "No Number" }] })
  expect(body.data.rows.map(({ reason }: { reason: { code: string } | null }) => reason?.code)).toEqual([
    "invalid_input",
    "invalid_input",
    "invalid_input",
  ])
  await make(service, "/customers", { name: "No Number" })
})
