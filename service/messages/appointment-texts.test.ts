import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openChannels, talk } from "../../test/support/agent.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, makeType, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { dropOldTexts } from "../outbox/texts.sql.ts"
import { planReminders, sendTexts } from "./messages.worker.ts"

const shared = "+15005550006"
const known = "+15125550123"

let service: TestService
let story: Story
let carrier: PlayedCarrier
beforeEach(async () => {
  carrier = playCarrier()
  // Monday noon in Austin.
  service = await startService({ texts: carrier, platformSmsNumber: shared, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
})
afterEach(() => service.stop())

const book = (start_time: string, fields: Record<string, unknown> = {}) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
    ...fields,
  })

/** As the worker's loop does it, every so many minutes until then. */
async function runUntil(instant: string, everyMinutes = 30) {
  while (service.clock.now() < Date.parse(instant)) {
    await planReminders(service.context)
    await sendTexts(service.context)
    service.clock.advanceMs(everyMinutes * 60_000)
  }
  service.clock.set(instant)
  await planReminders(service.context)
  await sendTexts(service.context)
}

const said = () => carrier.sent.map(({ from, body }) => `${from === shared ? "shared" : "own"}: ${body}`)
const customer = (fields: Record<string, unknown>) =>
  service.api("PUT", `/customers/${story.customerId}`, fields)

describe("texts about an appointment", () => {
  it("TR-05 confirm a booking from the shared number, in the customer's language, with when, where and the link", async () => {
    await customer({ locale: "es" })
    const { manage_url } = await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    expect(said()).toEqual([
      `shared: Harbour Heating: Sam, su cita (Boiler service) queda reservada: mié 3 mar a las 10:00 (CST), en Downtown. Cambiar o cancelar: ${manage_url}\nResponda STOP para no recibir mas de este numero.`,
    ])
  })

  it("TR-05 carry the request's booking link, the link that holds as the text goes, or the number to call", async () => {
    const ask = {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-03-31",
    }
    const request = await make(service, "/scheduling-requests", ask)
    await book("2027-03-03T16:00:00.000Z", { scheduling_request_id: request.id })
    await sendTexts(service.context)
    const { id } = await book("2027-03-04T16:00:00.000Z")
    const rotated = await service.api("POST", `/appointments/${id}/manage-link/rotate`)
    await sendTexts(service.context)
    await service.api("PUT", "/company", { booking_links_enabled: false })
    await book("2027-03-05T16:00:00.000Z")
    await sendTexts(service.context)
    expect(said().map((text) => text.split(". ").at(1)!.split("\n")[0])).toEqual([
      `Change or cancel: ${request.booking_url}`,
      `Change or cancel: ${rotated.body.data.manage_url}`,
      "Questions? Call +15125550100.",
    ])
  })

  it("TR-05 TR-13 say that the visit is at the customer's, or by phone or online, and name no office", async () => {
    const typeIds = await Promise.all(
      (["at_customer", "remote"] as const).map((place) =>
        makeType(service, { name: `Type ${place}`, place }),
      ),
    )
    await service.api("PUT", `/providers/${story.anaId}`, {
      appointment_type_ids: [story.typeId, ...typeIds],
    })
    await customer({
      address: {
        line1: "2 Oak Ave",
        city: "Austin",
        state: "TX",
        postal_code: "78702",
        latitude: 30.26,
        longitude: -97.72,
      },
    })
    await book("2027-03-03T16:00:00.000Z", { appointment_type_id: typeIds[0] })
    await book("2027-03-04T16:00:00.000Z", { appointment_type_id: typeIds[1] })
    await sendTexts(service.context)
    const saidOf = (type: string) => said().find((text) => text.includes(type))
    expect(saidOf("Type at_customer")).toContain(" CST, at your address. Change")
    expect(saidOf("Type remote")).toContain(" CST, by phone or online. Change")
    expect(said().join()).not.toMatch(/Downtown|Oak/)
  })

  it("TR-17 go to a shared number as its consent allows, and a call from it is still the other customer's", async () => {
    const { id, contacts } = (
      await service.api("POST", "/customers", { name: "Ida Poe", phone: known, shared_phone: true })
    ).body.data
    const consents = `/customers/${id}/contacts/${contacts[0].id}/consent`
    await book("2027-03-03T16:00:00.000Z", { customer_id: id })
    await sendTexts(service.context)
    expect(carrier.sent.map(({ to, body }) => [to, body.includes("Ida")])).toEqual([[known, true]])
    await make(service, consents, { channel: "sms", event: "revoked", source: "customer asked" })
    await book("2027-03-04T16:00:00.000Z", { customer_id: id })
    await sendTexts(service.context)
    expect(carrier.sent).toHaveLength(1)
    await make(service, consents, { channel: "sms", event: "granted", source: "customer asked" })
    await book("2027-03-05T16:00:00.000Z", { customer_id: id })
    await sendTexts(service.context)
    expect(carrier.sent).toHaveLength(2)

    await openChannels(service)
    const call = await talk(service, known)
    expect(call.variables).toMatchObject({ customer_full_name: "Sam Poe", upcoming_appointments: "" })
  })

  it("TR-04 name the company and say how to stop in the first text from each number, and again after a month without one", async () => {
    await service.api("PUT", "/company", { reminders: [] })
    const stops = () =>
      said().map((text) => /^(\w+):.*?(?:\nReply STOP for (.*))?$/s.exec(text)!.slice(1).join(": "))
    await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    const { id } = await book("2027-03-04T16:00:00.000Z")
    await sendTexts(service.context)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-05T16:00:00.000Z" })
    await sendTexts(service.context)
    await service.api("POST", `/appointments/${id}/cancel`)
    await sendTexts(service.context)
    const firstMonth = ["shared: no more texts from this number.", "shared: ", "own: no more texts.", "own: "]
    expect(stops()).toEqual(firstMonth)
    service.clock.set("2027-04-05T18:00:00.000Z")
    await dropOldTexts(service.context.db, service.companyId, service.clock.now())
    await book("2027-04-07T16:00:00.000Z")
    await sendTexts(service.context)
    expect(stops()).toEqual([...firstMonth, "shared: no more texts from this number."])
    expect(said().every((text) => text.includes("Harbour Heating"))).toBe(true)
  })

  it("tell of each move and of the cancel, once each, from the company's own number", async () => {
    const { id, manage_url } = await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
    await sendTexts(service.context)
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await sendTexts(service.context)
    expect(said().slice(1)).toEqual([
      `own: Harbour Heating: Sam, your appointment (Boiler service) has moved to Thu, Mar 4 at 10:00 AM CST, at Downtown. Change or cancel: ${manage_url}\nReply STOP for no more texts.`,
      "own: Harbour Heating: Sam, your appointment (Boiler service) on Thu, Mar 4 at 10:00 AM CST is cancelled. Questions? Call +15125550100.",
    ])
  })

  it("say nothing of what has changed again before they went", async () => {
    const { id } = await book("2027-03-03T16:00:00.000Z")
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-05T16:00:00.000Z" })
    await sendTexts(service.context)
    expect(said()).toEqual([expect.stringContaining("has moved to Fri, Mar 5 at 10:00 AM")])
  })

  it("do not go once it has started, however late the worker is", async () => {
    await book("2027-03-01T21:00:00.000Z")
    service.clock.set("2027-03-01T21:00:00.000Z")
    await planReminders(service.context)
    await sendTexts(service.context)
    expect(carrier.sent).toEqual([])
  })

  it("are the company's to switch off, confirmations and reminders apart", async () => {
    await service.api("PUT", "/company", { sms_confirmations: false, reminders: [] })
    const { id } = await book("2027-03-03T16:00:00.000Z")
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
    await runUntil("2027-03-04T16:00:00.000Z")
    expect(carrier.sent).toEqual([])
    await service.api("PUT", "/company", { reminders: [1] })
    await book("2027-03-05T16:00:00.000Z")
    await runUntil("2027-03-05T15:30:00.000Z")
    expect(said()).toEqual([expect.stringContaining("a reminder of your appointment")])
  })

  it("CU-02 heed an opt-out, and go again once consent is restored", async () => {
    const { body } = await service.api("GET", `/customers/${story.customerId}`)
    const path = `/customers/${story.customerId}/contacts/${body.data.contacts[0].id}/consent`
    await service.api("POST", path, { channel: "sms", event: "revoked", source: "on the phone" })
    const { id } = await book("2027-03-03T16:00:00.000Z")
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
    await runUntil("2027-03-03T17:00:00.000Z")
    expect(carrier.sent).toEqual([])
    await service.api("POST", path, { channel: "sms", event: "granted", source: "customer replied START" })
    await runUntil("2027-03-04T15:00:00.000Z")
    expect(said()).toEqual([expect.stringContaining("a reminder of your appointment")])
  })
})

describe("reminders", () => {
  const times = () => carrier.sent.map(({ body }) => body).filter((body) => body.includes("reminder")).length

  it("go a day and two hours before, each once however many workers plan them", async () => {
    await book("2027-03-03T18:00:00.000Z")
    await sendTexts(service.context)
    carrier.sent.length = 0
    const sentAt: string[] = []
    carrier.send = async () => {
      sentAt.push(new Date(service.clock.now()).toISOString())
      return { kind: "sent", carrierId: null }
    }
    for (let step = 0; step < 100; step++) {
      await Promise.all([planReminders(service.context), planReminders(service.context)])
      await Promise.all([sendTexts(service.context), sendTexts(service.context)])
      service.clock.advanceMs(1_800_000)
    }
    expect(sentAt).toEqual(["2027-03-02T18:00:00.000Z", "2027-03-03T16:00:00.000Z"])
  })

  it("are not sent for a time that had come before the booking or the move", async () => {
    const { id } = await book("2027-03-01T20:30:00.000Z")
    await runUntil("2027-03-01T18:25:00.000Z", 5)
    expect(times()).toBe(0)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-01T21:00:00.000Z" })
    await runUntil("2027-03-01T20:59:00.000Z", 5)
    expect(times()).toBe(1)
  })

  it("wait for the recipient's morning, and are dropped where that comes after the start", async () => {
    await customer({ phone: "+12135550101" }) // Los Angeles: two hours behind
    await book("2027-03-02T15:00:00.000Z") // 09:00 in Austin, 07:00 there: no morning before it
    await book("2027-03-02T20:00:00.000Z", { provider_id: story.benId }) // the day before: noon there
    await runUntil("2027-03-02T14:59:00.000Z")
    expect(times()).toBe(1)
    await runUntil("2027-03-02T17:30:00.000Z")
    expect(times()).toBe(1)
    await runUntil("2027-03-02T19:00:00.000Z")
    expect(times()).toBe(2)
  })

  it("of one appointment do not come together in the morning", async () => {
    await service.api("PUT", "/company", {
      reminders: [12, 2],
      quiet_hours: { start: "10:00", end: "20:00" },
    })
    await book("2027-03-02T17:00:00.000Z") // 11:00: both fall into the night or before ten
    await runUntil("2027-03-02T16:30:00.000Z")
    expect(times()).toBe(1)
    const skipped = await service.context.db.query(
      "SELECT last_error FROM text_message WHERE purpose = 'reminder' AND status = 'skipped'",
    )
    expect(skipped).toEqual([{ last_error: "superseded" }])
  })

  it("CU-02 TR-01 need a grant from customers who came by themselves, as confirmations do", async () => {
    const visitor = await makeCustomer(service, { name: "Vi Sitor", phone: "+15125550188" })
    await service.context.db.query("UPDATE customer SET source = 'public_page' WHERE id = $1", [visitor])
    await book("2027-03-03T18:00:00.000Z", { customer_id: visitor })
    await runUntil("2027-03-03T17:00:00.000Z")
    expect(carrier.sent).toEqual([])
  })

  it("follow a move to its new time, and die with a cancel", async () => {
    const { id } = await book("2027-03-03T18:00:00.000Z")
    await runUntil("2027-03-02T19:00:00.000Z")
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-05T18:00:00.000Z" })
    await runUntil("2027-03-04T19:00:00.000Z")
    expect(times()).toBe(2)
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await runUntil("2027-03-05T18:30:00.000Z")
    expect(times()).toBe(2)
    expect(carrier.sent.every(({ to }) => to === known)).toBe(true)
  })
})
