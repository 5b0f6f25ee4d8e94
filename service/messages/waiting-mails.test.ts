/** Offers of freed time by mail: only to who has agreed, with the link of the waiting entry and one click to end it. */
import { afterEach, beforeEach, expect, it } from "vitest"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, tellStory } from "../../test/support/story.ts"
import { type Chair, chairStart, makeChair, offerDue, sendDue } from "../../test/support/waiting.ts"
import type { SmtpSender } from "../host/adapters/mails/smtp.ts"

let service: TestService
let chair: Chair
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  // Monday noon in Austin.
  service = await startService({ book: true, mails, now: "2027-03-01T18:00:00.000Z" })
  const story = await tellStory(service)
  chair = await makeChair(service, story)
  await service.api("PUT", "/company", { mail: {} })
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

/** Somebody who waits and can only be mailed. */
async function waitsByMail(name: string, event: "granted" | "revoked" | null): Promise<string> {
  const email = `${name}@customer.example`
  const { id: customer_id } = await make(service, "/customers", { name, email })
  if (event)
    await service.api("POST", `/customers/${customer_id}/email-consent`, { event, source: "at the desk" })
  const entry = { customer_id, appointment_type_id: chair.typeId, latest_date: "2027-03-12" }
  return String((await make(service, "/waiting-entries", entry)).wait_url)
}

it("WL-02 ML-02 go to who has agreed to mails, and to nobody who has not or no longer does", async () => {
  const url = await waitsByMail("granted", "granted")
  await waitsByMail("silent", null)
  await waitsByMail("revoked", "revoked")
  await service.api("POST", `/appointments/${chair.appointmentId}/cancel`, {})
  await offerDue(service)
  await sendDue(service, "mail")
  expect(server.received.map(({ envelopeTo }) => envelopeTo)).toEqual([["granted@customer.example"]])
  const [{ mail, raw }] = server.received as [(typeof server.received)[number]]
  expect(mail.text).toContain("Cut")
  expect(mail.text).toContain(url)
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  const [logged] = (await service.api("GET", "/mails")).body.data
  expect(logged).toMatchObject({ purpose: "offer", outcome: "sent" })
  // Staff see why the others hear nothing.
  const gap = { provider_id: chair.gilId, start_time: chairStart, end_time: "2027-03-10T17:00:00.000Z" }
  const { waiting } = (await service.api("POST", "/waiting-list/gap", gap)).body.data
  expect(waiting.map((one: { customer: { name: string }; reason: string | null }) => one.reason)).toEqual([
    "asked_before",
    "no_consent",
    "no_consent",
  ])
})
