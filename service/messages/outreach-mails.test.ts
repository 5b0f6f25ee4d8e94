/** Outreach by mail: consent, the way out of it, and what goes all the same. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { later, makeRequest, outcomes } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, type Story, tellStory } from "../../test/support/story.ts"
import type { SmtpSender } from "../host/adapters/mails/smtp.ts"
import { sendTexts } from "./messages.worker.ts"

let service: TestService
let story: Story
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  // Monday noon in Austin.
  service = await startService({ book: true, mails, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await service.api("PUT", "/company", { mail: {}, booking_links_enabled: true })
  await service.api("PUT", `/customers/${story.customerId}`, { email: "Sam@customer.example" })
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

const mailStep = (fields: Record<string, unknown> = {}) => ({
  after_minutes: 0,
  channel: "mail",
  mail_subject: "Time for your {appointment_type}, {first_name}",
  mail_text: "Hi {first_name},\n\npick a time:\n{booking_link}",
  ...fields,
})

const plan = async (...steps: object[]): Promise<number> =>
  (await make(service, "/outreach-plans", { name: "Nudges", steps })).id

const consent = (event: string, source = "signed at the desk") =>
  service.api("POST", `/customers/${story.customerId}/email-consent`, { event, source })

async function reachOut(...steps: object[]) {
  const request = await makeRequest(service, story, { outreach_plan_id: await plan(...steps) })
  await sendTexts(service.context)
  return request
}

const unsubscribeUrl = () => /^List-Unsubscribe: <(\S+)>/im.exec(server.received.at(-1)!.raw)![1]!

const oneClick = (url: string) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
    redirect: "manual",
  })

const history = async () =>
  (await service.api("GET", `/customers/${story.customerId}`)).body.data.email_consents.map(
    ({ event, source }: Record<string, string>) => [event, source],
  )

describe("outreach by mail", () => {
  it("ML-02 goes after granted alone, with the booking link in HTML and plain text and one click to end it", async () => {
    expect((await consent("granted")).status).toBe(201)
    const { id, booking_url } = await reachOut(mailStep())
    expect(await outcomes(service, id)).toEqual(["sent"])
    const [{ mail, raw, envelopeTo }] = server.received as [(typeof server.received)[number]]
    expect(envelopeTo).toEqual(["Sam@customer.example"])
    expect(mail.subject).toBe("Time for your Boiler service, Sam")
    expect(mail.text).toContain(`Hi Sam,\n\npick a time:\n${booking_url}\n`)
    expect(mail.text!.split(booking_url)).toHaveLength(2)
    expect(mail.html!.split(`href="${booking_url}"`)).toHaveLength(3)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(mail.text).toContain(unsubscribeUrl())
    expect(mail.html).toContain(unsubscribeUrl())
    const [logged] = (await service.api("GET", "/mails")).body.data
    expect(logged).toMatchObject({ purpose: "outreach", outcome: "sent" })
  })

  it("ML-08 does not go before granted, nor after revoked, and is judged again when it goes", async () => {
    const { id: silent } = await reachOut(mailStep())
    expect(await outcomes(service, silent)).toEqual(["skipped: no_consent"])
    await service.api("POST", `/scheduling-requests/${silent}/cancel`, {})

    await consent("granted")
    const { id } = await reachOut(mailStep(), mailStep({ after_minutes: 60 }))
    await consent("revoked")
    await later(service, 61)
    expect(await outcomes(service, id)).toEqual(["sent", "skipped: opted_out"])
    expect(server.received).toHaveLength(1)
  })

  it("ML-02 one click without a cookie ends offers, and what a booking needs goes on", async () => {
    await consent("granted")
    const { id } = await reachOut(mailStep(), mailStep({ after_minutes: 60 }))
    const url = unsubscribeUrl()
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain("No more offers?")
    expect(await history()).toEqual([["granted", "signed at the desk"]])

    const pressed = await oneClick(url)
    expect(pressed.status).toBe(200)
    expect(await pressed.text()).toContain("You are unsubscribed")
    await oneClick(url)
    expect((await history()).slice(1)).toEqual([["revoked", "unsubscribed by a mail's link"]])

    await later(service, 61)
    expect(await outcomes(service, id)).toEqual(["sent", "skipped: opted_out"])
    const book = {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
    }
    await make(service, "/appointments", { ...book, start_time: "2027-03-03T16:00:00.000Z" })
    await sendTexts(service.context)
    expect(server.received.at(-1)!.mail.subject).toMatch(/^Booked:/)
    expect(server.received.at(-1)!.raw).not.toMatch(/^List-Unsubscribe/im)

    // Consents that the company's people record are meant for all mails.
    await consent("revoked")
    await make(service, "/appointments", { ...book, start_time: "2027-03-04T16:00:00.000Z" })
    await sendTexts(service.context)
    expect((await service.api("GET", "/mails")).body.data[0]).toMatchObject({ reason: "opted_out" })
  })

  it("ML-02 a forged or foreign link ends nothing, and one of an erased customer says nothing of them", async () => {
    await consent("granted")
    await reachOut(mailStep())
    const url = unsubscribeUrl()
    const forged = url.replace(/.$/, (last) => (last === "A" ? "B" : "A"))
    expect((await oneClick(forged)).status).toBe(404)
    const [, company, customer] = /\/u\/(\d+)\.(\d+)\./.exec(url)!
    const other = url.replace(`${company}.${customer}`, `${company}.${Number(customer) + 1}`)
    expect([(await oneClick(other)).status, (await fetch(other)).status]).toEqual([404, 404])
    expect(await history()).toHaveLength(1)
    await service.api("POST", `/customers/${story.customerId}/erase`, {})
    await service.api("DELETE", `/customers/${story.customerId}`)
    const page = await (await fetch(url)).text()
    expect(page).not.toContain("customer.example")
  })

  it("ML-02 keeps to quiet hours and ends when the customer books", async () => {
    await consent("granted")
    const { id } = await reachOut(mailStep({ after_minutes: 10 * 60 }))
    await later(service, 10 * 60)
    expect(await outcomes(service, id)).toEqual(["pending"])
    await make(service, "/appointments", {
      scheduling_request_id: id,
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: "2027-03-03T16:00:00.000Z",
    })
    await later(service, 12 * 60)
    expect(await outcomes(service, id)).toEqual(["skipped: booked"])
  })

  it("ML-02 a step needs its words, with known placeholders, and its preview shows them", async () => {
    const refused = async (fields: object) => {
      const steps = [mailStep(fields as Record<string, unknown>)]
      return (await service.api("POST", "/outreach-plans", { name: "x", steps })).body.error.field
    }
    expect(await refused({ mail_subject: null })).toBe("steps[0].mail_subject")
    expect(await refused({ mail_subject: "{booking_link}" })).toBe("steps[0].mail_subject")
    expect(await refused({ mail_subject: "Hi\r\nBcc: x@evil.example" })).toBe("steps[0].mail_subject")
    expect(await refused({ mail_text: "{price}" })).toBe("steps[0].mail_text")
    expect(await refused({ sms_text: "Hi" })).toBe("steps[0].sms_text")
    expect(await refused({ channel: "sms", sms_text: "Hi" })).toBe("steps[0].mail_subject")
    const { after_minutes: _, ...words } = mailStep()
    const { data } = (await service.api("POST", "/outreach-plans/preview", { steps: [words] })).body
    expect(data.steps[0]).toMatchObject({
      problem: null,
      sent: null,
      mail: { subject: "Time for your Appointment, Sam" },
    })
    expect(data.steps[0].mail.text).toContain("Unsubscribe: ")
  })

  it("ML-02 hostile words and names make no markup, no header and no other link", async () => {
    await consent("granted")
    await service.api("PUT", `/customers/${story.customerId}`, { name: "http://evil.example <b>Eve</b>" })
    const words = {
      mail_subject: "For {first_name}",
      mail_text: "<img src=x onerror=alert(1)> {first_name} $& {booking_link}",
    }
    const { id } = await reachOut(mailStep(words))
    expect(await outcomes(service, id)).toEqual(["sent"])
    const [{ mail, raw }] = server.received as [(typeof server.received)[number]]
    expect(mail.html).not.toMatch(/<img|<b>Eve|href="[^"]*evil/)
    expect(mail.html).toContain("&lt;img src=x")
    expect(raw.split(/^Subject:/im)).toHaveLength(2)
    expect(mail.to).toHaveLength(1)
  })

  it("ML-02 a company without mail sends none, and its plan goes on", async () => {
    await consent("granted")
    await service.api("PUT", "/company", { mail: null })
    const { id } = await reachOut(mailStep(), mailStep({ after_minutes: 1 }))
    await later(service, 2)
    expect(await outcomes(service, id)).toEqual(["skipped: no_mail", "skipped: no_mail"])
    expect(server.received).toEqual([])
  })

  it("ML-02 consent belongs to the address, whatever its capitals, and needs one", async () => {
    await consent("granted")
    await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@CUSTOMER.example" })
    expect(await history()).toHaveLength(1)
    await service.api("PUT", `/customers/${story.customerId}`, { email: "other@customer.example" })
    expect(await history()).toEqual([])
    await service.api("PUT", `/customers/${story.customerId}`, { email: null })
    const { status, body } = await consent("granted")
    expect([status, body.error.code, body.error.field]).toEqual([400, "invalid_input", "id"])
  })
})
