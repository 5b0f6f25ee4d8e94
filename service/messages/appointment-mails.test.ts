/** Mails about appointments, over a real SMTP connection. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { smtpTo, startMailServer, type TestMailServer, testSender } from "../../test/support/mail-server.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import type { SmtpSender } from "../host/adapters/mails/smtp.ts"
import { beginSending, leaseTexts } from "../outbox/texts-due.sql.ts"
import { planReminders, sendTexts } from "./messages.worker.ts"
import { textLease } from "./send-message.ts"

let service: TestService
let story: Story
let carrier: PlayedCarrier
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  carrier = playCarrier()
  server = await startMailServer()
  mails = smtpTo(server)
  // Monday noon in Austin.
  service = await startService({ texts: carrier, mails, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@customer.example" })
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

const company = (fields: Record<string, unknown>) => service.api("PUT", "/company", fields)
const turnOn = () => company({ mail: { reply_to: "desk@harbour.example" } })

const book = (start_time: string, fields: Record<string, unknown> = {}) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
    ...fields,
  })

async function run(instant: string) {
  service.clock.set(instant)
  await planReminders(service.context)
  await sendTexts(service.context)
}

const subjects = () => server.received.map(({ mail }) => mail.subject)
const log = async () =>
  (await service.api("GET", "/mails")).body.data.map(
    ({ purpose, outcome, reason }: Record<string, string>) => [purpose, outcome, reason],
  )

describe("mails about an appointment", () => {
  it("ML-01 PG-09 confirm, move and cancel in HTML and plain text, in the company's name, with the link to change it", async () => {
    await turnOn()
    const { id, manage_url } = await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T17:00:00.000Z" })
    await sendTexts(service.context)
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await sendTexts(service.context)
    expect(subjects()).toEqual([
      "Booked: Wed, Mar 3, 10:00 AM, Boiler service",
      "Moved: now Thu, Mar 4, 11:00 AM, Boiler service",
      "Cancelled: Thu, Mar 4, 11:00 AM, Boiler service",
    ])
    const [{ envelopeFrom, envelopeTo, mail }] = server.received as [(typeof server.received)[number]]
    expect([envelopeFrom, envelopeTo]).toEqual([testSender, ["sam@customer.example"]])
    expect(mail.from).toMatchObject({ name: "Harbour Heating", address: testSender })
    expect(mail.replyTo).toMatchObject([{ address: "desk@harbour.example" }])
    expect(mail.text).toContain("Wednesday, March 3\n10:00 AM – 11:00 AM CST\n")
    expect(mail.text).toContain(`Move:    ${manage_url}#move\nCancel:  ${manage_url}#cancel`)
    expect(mail.html).toContain(`href="${manage_url}#cancel"`)
    expect(server.received[2]!.mail.html).not.toContain(manage_url)
  })

  it("PG-09 a move says the time before, as the customer was last told, in the preview too", async () => {
    await turnOn()
    const { id } = await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    service.clock.advanceMs(60_000)
    const move = { start_time: "2027-03-04T17:00:00.000Z" }
    const former = "Before: Wed, Mar 3, 10:00 AM. That time no longer holds."
    const preview = (await service.api("POST", `/appointments/${id}/reschedule/preview`, move)).body.data
    const previewed = preview.texts.find(({ channel }: { channel: string }) => channel === "mail")
    expect(previewed.body).toContain(former)
    await service.api("POST", `/appointments/${id}/reschedule`, move)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-05T17:00:00.000Z" })
    service.clock.advanceMs(60_000)
    await sendTexts(service.context)
    expect(subjects().at(-1)).toBe("Moved: now Fri, Mar 5, 11:00 AM, Boiler service")
    expect(server.received.at(-1)!.mail.text).toContain(former)
    service.clock.advanceMs(60_000)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-08T17:00:00.000Z" })
    await sendTexts(service.context)
    expect(server.received.at(-1)!.mail.text).toContain("Before: Fri, Mar 5, 11:00 AM.")
  })

  it("PG-09 a cancel offers to book again where the public page is on, and a booking says how the location is found", async () => {
    await turnOn()
    const directions = "Enter by the yard."
    await service.api("PUT", `/locations/${story.locationId}`, { directions })
    const { id } = await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    expect(server.received[0]!.mail.text).toMatch(/How to find us: +Enter by the yard\./)
    await company({ public_slug: "harbour", public_booking_enabled: true })
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await sendTexts(service.context)
    expect(server.received[1]!.mail.text).toContain(`Book again:  ${service.context.bookUrl}/harbour`)
    expect(server.received[1]!.mail.text).not.toContain(directions)
  })

  it("PG-09 a window is a free span in calendars, named by when somebody arrives", async () => {
    await turnOn()
    const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    const home = { ...address, latitude: 30.28, longitude: -97.74 }
    const customer_id = await makeCustomer(service, { email: "ida@customer.example", address: home })
    const promise = { kind: "window", minutes: 120 }
    await service.api("PUT", `/appointment-types/${story.typeId}`, { place: "at_customer", promise })
    await book("2027-03-03T15:00:00.000Z", { customer_id })
    await sendTexts(service.context)
    const { mail } = server.received.at(-1)!
    const file = new TextDecoder().decode(mail.attachments[0]!.content as Uint8Array).replace(/\r?\n /g, "")
    expect(file).toMatch(/\nSUMMARY:We arrive between 9:00.AM and 11:00.AM CST – Harbour Heating\r?\n/)
    expect(file).toContain("TRANSP:TRANSPARENT")
    expect(file).toContain("DESCRIPTION:Boiler service")
  })

  it("ML-01 are in the customer's language, to the customer's address of the moment", async () => {
    await turnOn()
    await book("2027-03-03T16:00:00.000Z")
    await service.api("PUT", `/customers/${story.customerId}`, { locale: "fr", email: "s@autre.example" })
    await sendTexts(service.context)
    expect(server.received.map(({ envelopeTo }) => envelopeTo)).toEqual([["s@autre.example"]])
    expect(subjects()).toEqual(["Rendez-vous pris : mer. 3 mars, 10 h 00, Boiler service"])
    expect(server.received[0]!.mail.html).toContain('<html lang="fr">')
  })

  it("ML-02 a company without mail sends none, and its texts, previews and log are as before", async () => {
    const wish = {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: "2027-03-03T16:00:00.000Z",
    }
    const preview = (await service.api("POST", "/appointments/preview", wish)).body.data
    expect(preview.texts.map(({ channel }: { channel: string }) => channel)).not.toContain("mail")
    await book("2027-03-03T16:00:00.000Z")
    await run("2027-03-03T14:30:00.000Z")
    expect([server.received, await log()]).toEqual([[], []])
    expect((await service.api("GET", "/company")).body.data.mail).toBeNull()
  })

  it("ML-01 nothing goes where there is no address, and the log says why", async () => {
    await turnOn()
    const without = await makeCustomer(service, { name: "Ida Nil", phone: "+15125550177" })
    await book("2027-03-03T16:00:00.000Z", { customer_id: without })
    await sendTexts(service.context)
    expect(await log()).toEqual([["confirmation", "skipped", "no_email"]])
  })

  it("ML-08 a reminder goes by text where one is allowed, else by mail", async () => {
    await turnOn()
    await make(service, "/channels", { kind: "sms", phone: ownNumber })
    await company({ reminders: [2] })
    const { id } = (await service.api("GET", `/customers/${story.customerId}`)).body.data.contacts[0]
    await book("2027-03-03T18:00:00.000Z")
    await run("2027-03-03T16:00:00.000Z")
    const consent = { channel: "sms", event: "revoked", source: "on the phone" }
    await make(service, `/customers/${story.customerId}/contacts/${id}/consent`, consent)
    await book("2027-03-04T18:00:00.000Z")
    await run("2027-03-04T16:00:00.000Z")
    expect(subjects().filter((subject) => subject?.startsWith("Will you be there?"))).toEqual([
      "Will you be there? Thu, Mar 4, 12:00 PM, Boiler service",
    ])
    expect(carrier.sent.filter(({ body }) => body.includes("a reminder"))).toHaveLength(1)
    expect(await log()).toContainEqual(["reminder", "skipped", "goes_by_text"])
  })

  it("ML-01 an address that the mail server knows not is not written to again, until it changes", async () => {
    await turnOn()
    server.refusals.push({ at: "RCPT", answer: "550 5.1.1 No such user" })
    await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    await book("2027-03-04T16:00:00.000Z")
    await sendTexts(service.context)
    expect(await log()).toEqual([
      ["confirmation", "skipped", "email_unreachable"],
      ["confirmation", "failed", "smtp_550"],
    ])
    await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@new.example" })
    await book("2027-03-05T16:00:00.000Z")
    await sendTexts(service.context)
    expect(server.received.map(({ envelopeTo }) => envelopeTo)).toEqual([["sam@new.example"]])
  })

  it("ML-01 a mail that is refused for now, or for its words, does not spoil the address", async () => {
    await turnOn()
    server.refusals.push(
      { at: "RCPT", answer: "451 4.7.1 Greylisted" },
      { at: "DATA", answer: "554 5.7.1 Spam" },
    )
    await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    expect(await log()).toEqual([["confirmation", "waiting", "smtp_451"]])
    await run("2027-03-01T18:00:10.000Z")
    expect(await log()).toEqual([["confirmation", "failed", "smtp_554"]])
    await book("2027-03-04T16:00:00.000Z")
    await sendTexts(service.context)
    expect(subjects()).toEqual(["Booked: Thu, Mar 4, 10:00 AM, Boiler service"])
  })

  it("ML-05 goes again under the same Message-ID when the server's last answer or the process was lost", async () => {
    await turnOn()
    server.unanswered = 1
    await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    await run("2027-03-01T18:00:10.000Z")
    expect(server.received).toHaveLength(2)
    expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(1)

    await book("2027-03-04T16:00:00.000Z")
    const [leased] = await leaseTexts(service.context.db, textLease(service.context), "mail", 1)
    const nowhere = { phone: null, email: { from: testSender, sealed: "v1.e1.x" }, bodySealed: null }
    await service.context.db.transaction((tx) => beginSending(tx, leased!, nowhere))
    await run("2027-03-01T18:01:00.000Z")
    expect(subjects().at(-1)).toBe("Booked: Thu, Mar 4, 10:00 AM, Boiler service")
    expect((await log())[0]).toEqual(["confirmation", "sent", null])
  })

  it("ML-01 names that hold markup, line breaks and addresses come out as words", async () => {
    await turnOn()
    await company({ name: 'Evil" <x@y.example> & Co' })
    await service.api("PUT", `/customers/${story.customerId}`, {
      first_name: "<img src=x onerror=1>",
      last_name: "Bcc: all@victims.example",
    })
    await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    const [{ raw, mail, envelopeTo }] = server.received as [(typeof server.received)[number]]
    expect(envelopeTo).toEqual(["sam@customer.example"])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.from?.address).toBe(testSender)
    expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im)
    expect(mail.html).not.toContain("<img")
  })

  it("ML-01 a preview shows the mail that then goes, word by word", async () => {
    await turnOn()
    const wish = {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: "2027-03-03T16:00:00.000Z",
    }
    const { texts } = (await service.api("POST", "/appointments/preview", wish)).body.data
    const [shown] = texts.filter(({ channel }: { channel: string }) => channel === "mail")
    await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    const [{ mail }] = server.received as [(typeof server.received)[number]]
    expect([shown.purpose, shown.subject, shown.to]).toEqual([
      "confirmation",
      mail.subject,
      "sam@customer.example",
    ])
    const withoutToken = (text: string) => text.trim().replaceAll(/\/a\/[\w-]+/g, "/a/")
    expect(withoutToken(shown.body)).toBe(withoutToken(mail.text!))
  })

  it("ML-01 a test company's mails stand in its outbox, and none leaves", async () => {
    const { api_key: key } = (await service.api("POST", "/test-company")).body.data
    const trial = async (method: string, path: string, body?: unknown) =>
      (await service.api(method, path, body, { key })).body.data
    await trial("POST", "/test-clock/freeze")
    const { mail } = await trial("PUT", "/company", { mail: {} })
    expect(mail).toMatchObject({
      from: "appointments@mail.example",
      own_from: null,
      reply_to: null,
      smtp: null,
    })
    const firstOf = async (path: string) => (await trial("GET", path))[0].id
    const sam = await trial("POST", "/customers", { name: "Sam Poe", email: "sam@customer.example" })
    await trial("POST", "/appointments", {
      customer_id: sam.id,
      appointment_type_id: await firstOf("/appointment-types"),
      provider_id: await firstOf("/providers"),
      start_time: "2027-03-03T16:00:00.000Z",
    })
    await trial("POST", "/test-clock/advance", { by_minutes: 1 })
    const outbox = await trial("GET", "/test-outbox")
    expect(outbox.filter(({ channel }: { channel: string }) => channel === "mail")).toMatchObject([
      {
        from: "appointments@mail.example",
        to: "sam@customer.example",
        subject: "Booked: Wed, Mar 3, 10:00 AM, Boiler service",
        body: expect.stringContaining("Wednesday, March 3"),
      },
    ])
    expect(server.received).toEqual([])
  })

  it("ML-01 go with an erased customer: log, address and words", async () => {
    await turnOn()
    await book("2027-03-03T16:00:00.000Z")
    await sendTexts(service.context)
    const { texts } = (await service.api("GET", `/customers/${story.customerId}/export`)).body.data
    expect(texts).toMatchObject([{ channel: "mail", purpose: "confirmation", status: "sent" }])
    service.clock.set("2027-03-09T16:00:00.000Z")
    const erased = await service.api("DELETE", `/customers/${story.customerId}?erase=true`)
    expect(erased.status).toBe(200)
    expect(await log()).toEqual([])
  })
})
