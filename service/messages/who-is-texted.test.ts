import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { openChannels, talk } from "../../test/support/agent.ts"
import { later, makePlan, makeRequest, outcomes, textStep } from "../../test/support/outreach.ts"
import { openPublicPage, type Visitor, visitorOf } from "../../test/support/public-page.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, nextNumber, type Story, tellAnew, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { planReminders, sendTexts } from "./messages.worker.ts"

const shared = "+15005550006"

let service: TestService
const carrier: PlayedCarrier = playCarrier()
/** The company's, with a customer and a provider of each test's own. */
let story: Story
let samsNumber: string
/** Sam's too, once a test adds it. */
let second: string
let strangersNumber: string

beforeAll(async () => {
  service = await startService({
    texts: carrier,
    platformSmsNumber: shared,
    book: true,
    trustProxyHops: 1,
  })
  story = await tellStory(service)
  await openPublicPage(service, story)
})
afterAll(() => service.stop())

beforeEach(async () => {
  service.clock.set("2027-03-01T18:00:00.000Z")
  samsNumber = nextNumber()
  second = nextNumber()
  strangersNumber = nextNumber()
  story = await tellAnew(service, story, samsNumber)
})

/** The texts to the numbers of this test, but for codes. */
const texts = async () => {
  await planReminders(service.context)
  await sendTexts(service.context)
  const own = carrier.sent.filter(({ to }) => [samsNumber, second, strangersNumber].includes(to))
  return own.filter(({ body }) => !body.includes("code")).map(({ to }) => to)
}

const at = (startTime: string) => ({
  typeId: story.typeId,
  providerId: story.anaId,
  locationId: story.locationId,
  startTime,
})
const contactOf = async (phone: string) => {
  const { body } = await service.api("GET", `/customers?phone=${encodeURIComponent(phone)}`)
  const [customer] = body.data
  return { customer, contact: customer.contacts.find((one: { phone: string }) => one.phone === phone) }
}
async function consent(phone: string, event: "granted" | "revoked", source = "on the phone") {
  const { customer, contact } = await contactOf(phone)
  const path = `/customers/${customer.id}/contacts/${contact.id}/consent`
  const answer = await service.api("POST", path, { channel: "sms", event, source })
  expect(answer.status).toBeLessThan(300)
}

describe("who books on the public page", () => {
  async function registered(textUpdates: boolean): Promise<Visitor> {
    const visitor = visitorOf(service)
    await visitor.proves(strangersNumber)
    await visitor.register({ firstName: "Nova", lastName: "Vale", textUpdates })
    return visitor
  }

  it("TR-01 with “Text me updates” unticked gets nothing but the code, and is told so", async () => {
    const visitor = await registered(false)
    const booked = await visitor.book(at("2027-03-03T16:00:00.000Z"))
    expect(booked.data.messages.confirmation).not.toContain("sms")
    const { id } = booked.data.appointment
    await sendTexts(service.context)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
    service.clock.set("2027-03-03T16:30:00.000Z")
    expect(await texts()).toEqual([])
    await service.api("POST", `/appointments/${id}/cancel`)
    expect(await texts()).toEqual([])
    expect(carrier.sent.filter(({ to }) => to === strangersNumber).length).toBe(1)
  })

  it("TR-01 with it ticked gets confirmation, change and reminder, and is told so", async () => {
    const visitor = await registered(false)
    const booked = await visitor.book({ ...at("2027-03-03T16:00:00.000Z"), textUpdates: true })
    expect(booked.data.messages.confirmation).toContain("sms")
    await sendTexts(service.context)
    const { id } = booked.data.appointment
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T18:00:00.000Z" })
    await texts()
    service.clock.set("2027-03-03T18:30:00.000Z")
    expect(await texts()).toEqual([strangersNumber, strangersNumber, strangersNumber])
  })

  it("TR-01 MD-01 unticked sends nothing of the booking to a customer of the company's either", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(samsNumber)
    const booked = await visitor.book(at("2027-03-03T16:00:00.000Z"))
    expect(Object.values(booked.data.messages).flat()).not.toContain("sms")
    const { id } = booked.data.appointment
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-03T17:00:00.000Z" })
    expect(await texts()).toEqual([])
    service.clock.set("2027-03-02T17:30:00.000Z")
    expect(await texts()).toEqual([])
    await service.api("POST", `/appointments/${id}/cancel`)
    expect(await texts()).toEqual([])
  })

  it("MD-01 ticked later counts for what was booked before: the last word on the number", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(samsNumber)
    await visitor.book(at("2027-03-03T16:00:00.000Z"))
    const agreed = await visitor.book({ ...at("2027-03-04T16:00:00.000Z"), textUpdates: true })
    expect([agreed.data.messages.confirmation.includes("sms"), await texts()]).toEqual([true, [samsNumber]])
  })

  it("TR-02 is texted on the number that agreed: a second one, when the first has said nothing", async () => {
    const visitor = await registered(false)
    const { customer } = await contactOf(strangersNumber)
    await make(service, `/customers/${customer.id}/contacts`, { phone: second })
    await consent(second, "granted")
    const booked = await visitor.book(at("2027-03-03T16:00:00.000Z"))
    expect([booked.data.messages.confirmation.includes("sms"), await texts()]).toEqual([true, [second]])
    await consent(strangersNumber, "granted")
    await visitor.book(at("2027-03-04T16:00:00.000Z"))
    expect(await texts()).toEqual([second, strangersNumber])
  })
})

it("TR-04 the first text in the company's own words gains its name and how to stop, and the next one does not", async () => {
  const outreach_plan_id = await makePlan(service, [textStep("Hi"), textStep("Still there?", 60)])
  await makeRequest(service, story, { outreach_plan_id })
  await later(service, 0)
  await later(service, 60)
  expect(carrier.sent.filter(({ to }) => to === samsNumber).map(({ body }) => body)).toEqual([
    "Harbour Heating: Hi\nReply STOP for no more texts.",
    "Still there?",
  ])
})

describe("a customer who opts out on the phone", () => {
  const slot = (start_time: string, more = {}) => ({
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
    ...more,
  })

  beforeAll(() => openChannels(service))

  it("TR-03 is texted on none of their numbers any more, as the agent said", async () => {
    await make(service, `/customers/${story.customerId}/contacts`, { phone: second })
    await consent(second, "granted")
    const call = await talk(service, samsNumber)
    const out = await call.tool("POST", "/opt-out", { channel: "sms" })
    expect(out.body.data.say).toBe("All right, we won't text you any more, unless you ask us to.")
    const outreach_plan_id = await makePlan(service, [textStep("Hi")])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await later(service, 0)
    expect(await outcomes(service, request.id)).toEqual(["skipped: opted_out"])
    const booking = { customer_id: story.customerId, location_id: story.locationId }
    const { id } = await make(service, "/appointments", {
      ...slot("2027-03-03T16:00:00.000Z"),
      ...booking,
    })
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
    expect(await texts()).toEqual([])
    const { customer } = await contactOf(second)
    expect(
      customer.contacts.map(({ consents }: { consents: { event: string }[] }) => consents.at(-1)!.event),
    ).toEqual(["revoked", "revoked"])
  })

  it("TR-03 still gets the confirmation that they ask for in that call, on the number they call from", async () => {
    await make(service, `/customers/${story.customerId}/contacts`, { phone: second })
    const call = await talk(service, second)
    await call.tool("POST", "/opt-out", { channel: "sms" })
    const asked = await call.tool(
      "POST",
      "/appointments",
      slot("2027-03-03T16:00:00.000Z", { receive_sms_confirmation: true }),
    )
    expect(asked.body.data.sms).toEqual({ sent: true, reason: null })
    const unasked = await call.tool("POST", "/appointments", slot("2027-03-04T16:00:00.000Z"))
    expect(unasked.body.data.sms).toEqual({ sent: false, reason: "opted_out" })
    expect(await texts()).toEqual([second])
  })

  it("TR-03 not after STOP or the carrier's word, which outrank an opt-out on the phone", async () => {
    const call = await talk(service, samsNumber)
    await call.tool("POST", "/opt-out", { channel: "sms" })
    await consent(samsNumber, "revoked", "customer replied STOP")
    const asked = await call.tool(
      "POST",
      "/appointments",
      slot("2027-03-03T16:00:00.000Z", { receive_sms_confirmation: true }),
    )
    expect(asked.body.data.sms).toEqual({ sent: false, reason: "opted_out" })
    expect(await texts()).toEqual([])
  })

  it("TR-01 a new caller gets the confirmation that they said yes to, and no text otherwise", async () => {
    const call = await talk(service, strangersNumber)
    await call.tool("POST", "/customers", { name: "Nova Vale" })
    const unasked = await call.tool("POST", "/appointments", slot("2027-03-03T16:00:00.000Z"))
    expect(unasked.body.data.sms).toEqual({ sent: false, reason: "not_asked" })
    const asked = await call.tool(
      "POST",
      "/appointments",
      slot("2027-03-04T16:00:00.000Z", { receive_sms_confirmation: true }),
    )
    expect(asked.body.data.sms).toEqual({ sent: true, reason: null })
    const { id } = asked.body.data
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-05T16:00:00.000Z" })
    service.clock.set("2027-03-04T17:00:00.000Z")
    expect(await texts()).toEqual([strangersNumber])
  })
})
