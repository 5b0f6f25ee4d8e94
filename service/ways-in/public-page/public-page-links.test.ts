import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { makeLink } from "../../../test/support/link.ts"
import { openPublicPage, sharedSms, type Visitor, visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, nextNumber, put, type Story, tellAnew, tellStory } from "../../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../../test/support/texts.ts"
import { sendTexts } from "../../messages/messages.worker.ts"

let service: TestService
const carrier: PlayedCarrier = playCarrier()
/** The company's, with a customer and a provider of each test's own. */
let story: Story
let known: string
let unknown: string

beforeAll(async () => {
  service = await startService({ texts: carrier, book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
})
afterAll(() => service.stop())

beforeEach(async () => {
  service.clock.set("2027-03-01T12:00:00.000Z")
  known = nextNumber()
  unknown = nextNumber()
  story = await tellAnew(service, story, known)
})

/** A visitor who has verified the number; what was texted before is forgotten. */
async function visit(phone: string): Promise<Visitor> {
  const visitor = visitorOf(service)
  await visitor.proves(phone)
  await sendTexts(service.context)
  carrier.sent.length = 0
  return visitor
}
const ask = (visitor: Visitor) => visitor.send("POST", "/appointment-links", {})
const texted = async () => {
  await sendTexts(service.context)
  return carrier.sent
}
const book = (start_time: string, fields = {}) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
    ...fields,
  })

describe("I have an appointment", () => {
  it("TR-49 texts the links of the number's upcoming appointments to that number, and shows none", async () => {
    const request = await makeLink(service, story)
    await book("2027-03-03T16:00:00.000Z", { scheduling_request_id: request.requestId })
    const { manage_url } = await book("2027-03-04T16:00:00.000Z")
    const answer = await ask(await visit(known))
    expect([answer.status, answer.text]).toEqual([202, '{"success":true,"data":{}}'])
    expect(await texted()).toMatchObject([
      {
        from: sharedSms,
        to: known,
        body: [
          "Harbour Heating: To change or cancel your appointment:",
          `Boiler service, Wed, Mar 3 at 10:00 AM CST: ${request.url}`,
          `Boiler service, Thu, Mar 4 at 10:00 AM CST: ${manage_url}`,
        ].join("\n"),
      },
    ])
  })

  it("PG-11 names all of them: a series in one line, and more than a text has room for by their count", async () => {
    const { customerId: customer_id, typeId: appointment_type_id, anaId: provider_id } = story
    const first = "2027-03-03T16:00:00.000Z"
    await service.api("POST", "/series", {
      ...{ customer_id, appointment_type_id, provider_id, start_time: first },
      ...{ every: { weeks: 1 }, count: 6 },
    })
    for (let hour = 0; hour < 7; hour += 1) await book(`2027-03-04T${15 + hour}:00:00.000Z`)
    await ask(await visit(known))
    const lines = (await texted())[0]!.body.split("\n").slice(1)
    expect(lines).toHaveLength(8)
    expect(lines[0]).toMatch(/^Boiler service, Wed, Mar 3 at 10:00 AM CST \(and 5 more of the series\): http/)
    for (let hour = 0; hour < 7; hour += 1) await book(`2027-03-05T${15 + hour}:00:00.000Z`)
    await ask(await visit(known))
    const [full] = await texted()
    expect(full!.body.split("\n").slice(1)).toHaveLength(13)
    expect(full!.body).toMatch(/\n3 more are not listed here\.$/)
    expect(full!.body.length).toBeLessThanOrEqual(1_600)
  })

  it("TR-49 says the same to a number without appointments, to a stranger's, and to one that replied STOP", async () => {
    const answers = []
    const without = await visit(known)
    answers.push(await ask(without))
    answers.push(await ask(await visit(unknown)))
    await book("2027-03-03T16:00:00.000Z")
    const { body } = await service.api("GET", `/customers/${story.customerId}`)
    const path = `/customers/${story.customerId}/contacts/${body.data.contacts[0].id}/consent`
    await service.api("POST", path, { channel: "sms", event: "revoked", source: "customer replied STOP" })
    answers.push(await ask(without))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await texted()).toEqual([])
  })

  it("TR-49 goes to a number that opted out on the phone: its holder asks for it now", async () => {
    await book("2027-03-03T16:00:00.000Z")
    const { body } = await service.api("GET", `/customers/${story.customerId}`)
    const path = `/customers/${story.customerId}/contacts/${body.data.contacts[0].id}/consent`
    await service.api("POST", path, { channel: "sms", event: "revoked", source: "agent" })
    await ask(await visit(known))
    expect((await texted()).map(({ to }) => to)).toEqual([known])
  })

  it("TR-49 tells of no appointment that has begun or was cancelled, and of none of another customer", async () => {
    await book("2027-03-01T15:00:00.000Z")
    const cancelled = await book("2027-03-03T16:00:00.000Z")
    await service.api("POST", `/appointments/${cancelled.id}/cancel`)
    const other = await make(service, "/customers", { name: "Ann Lee", phone: unknown })
    await book("2027-03-05T16:00:00.000Z", { customer_id: other.id })
    service.clock.set("2027-03-01T15:00:00.000Z")
    await ask(await visit(known))
    expect(await texted()).toEqual([])
  })

  it("TR-49 three times an hour for a number, however many visits ask", async () => {
    await book("2027-03-03T16:00:00.000Z")
    const statuses = []
    for (const visitor of [await visit(known), await visit(known)]) {
      for (let n = 0; n < 2; n++) statuses.push((await ask(visitor)).status)
    }
    expect(statuses).toEqual([202, 202, 202, 429])
    const refused = await ask(await visit(known))
    expect(refused.error).toMatchObject({ code: "rate_limited", details: { companyPhone: "+15125550100" } })
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await ask(await visit(unknown))).status).toBe(202)
  })

  it("TR-49 needs a verified visit, and a company that gives out links", async () => {
    const stranger = await ask(visitorOf(service))
    expect([stranger.status, stranger.error.code]).toEqual([401, "visit_expired"])
    const visitor = await visit(known)
    expect((await visitor.page()).data.canTextLinks).toBe(true)
    await put(service, "/company", { booking_links_enabled: false })
    expect((await visitor.page()).data.canTextLinks).toBe(false)
    const refused = await ask(visitor)
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { code: "booking_links_not_set_up", details: { companyPhone: "+15125550100" } },
    ])
    await put(service, "/company", { booking_links_enabled: true })
  })

  it("TR-49 keeps the link out of the database: the text is worded as it goes, and not kept", async () => {
    const { manage_url } = await book("2027-03-03T16:00:00.000Z")
    await ask(await visit(known))
    await texted()
    const rows = await service.context.db.query<{ row: string }>(
      "SELECT t::text AS row FROM text_message t WHERE purpose = 'links' AND customer_id = $1",
      [story.customerId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(String(manage_url).split("/").at(-1))
    expect(rows[0]!.row).not.toContain(known)
  })
})
