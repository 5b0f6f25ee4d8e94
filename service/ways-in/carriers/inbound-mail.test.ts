/** Mail servers' reports on mails, and strangers' mails instead. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startExim } from "../../../test/support/exim.ts"
import {
  smtpTo,
  startMailServer,
  type TestMailServer,
  testSender,
} from "../../../test/support/mail-server.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, type Story, tellStory } from "../../../test/support/story.ts"
import { createSmtp, type SmtpSender } from "../../host/adapters/mails/smtp.ts"
import { sendTexts } from "../../messages/messages.worker.ts"

const secret = "only the mail server knows this"
const mailSecret = secret.replaceAll(" ", "-")

let service: TestService
let story: Story
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  service = await startService({ mails, mailSecret, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await service.api("PUT", "/company", { mail: {} })
  await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@customer.example" })
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

async function book(start_time: string) {
  const fields = {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
  }
  await make(service, "/appointments", { ...fields, start_time })
  await sendTexts(service.context)
}

async function post(mail: string | Uint8Array, authorization = `Bearer ${mailSecret}`) {
  const headers = { authorization, "content-type": "message/rfc822" }
  const body = mail as string
  return (await fetch(`${service.apiUrl}/carriers/mail`, { method: "POST", headers, body })).status
}

/** As Exim writes it, with the head of the mail behind. */
function bounce(messageId: string, fields: { action?: string; status?: string; type?: string } = {}): string {
  const { action = "failed", status = "5.1.1", type = "delivery-status" } = fields
  return [
    "Return-path: <>",
    `To: ${testSender}`,
    `Content-Type: multipart/report; report-type=${type};`,
    ' boundary="=_1"',
    "Subject: Mail delivery failed: returning message to sender",
    "",
    "--=_1",
    "Content-type: text/plain; charset=us-ascii",
    "",
    "The following address(es) failed:",
    "--=_1",
    "Content-type: message/delivery-status",
    "",
    "Reporting-MTA: dns; relay.example",
    "",
    `Action: ${action}`,
    "Final-Recipient: rfc822;sam@customer.example",
    `Status: ${status}`,
    "",
    "--=_1",
    "Content-type: message/rfc822",
    "",
    `Message-ID: ${messageId}`,
    "Subject: Booked",
    "",
    "--=_1--",
    "",
  ].join("\r\n")
}

const lastId = () => server.received.at(-1)!.mail.messageId!

const log = async () =>
  (await service.api("GET", "/mails")).body.data.map(
    ({ outcome, reason }: Record<string, string>) => `${outcome} ${reason}`,
  )

describe("reports of mail servers", () => {
  it("ML-01 a bounce stops mails to the address until it changes, and is said in the log and in readiness", async () => {
    await book("2027-03-03T16:00:00.000Z")
    expect(await post(bounce(lastId()))).toBe(204)
    await book("2027-03-04T16:00:00.000Z")
    expect(await log()).toEqual(["skipped email_unreachable", "failed dsn_5.1.1"])
    const { items } = (await service.api("GET", "/company/readiness")).body.data
    expect(items.find(({ code }: { code: string }) => code === "mails").message).toBe(
      "Mails go out. 1 customer's address takes no mail.",
    )
    await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@new.example" })
    await book("2027-03-05T16:00:00.000Z")
    expect(server.received.at(-1)!.envelopeTo).toEqual(["sam@new.example"])
  })

  it("ML-01 a bounce as Exim writes it stops mails to the address", async () => {
    const exim = await startExim()
    const relayed = createSmtp({ url: exim.url, from: testSender })
    try {
      service.context.mails = relayed
      await service.api("PUT", `/customers/${story.customerId}`, { email: "missing@customer.example" })
      await book("2027-03-03T16:00:00.000Z")
      const [report] = await exim.delivered()
      expect(await post(report!)).toBe(204)
      await book("2027-03-04T16:00:00.000Z")
      expect(await log()).toEqual(["skipped email_unreachable", "failed dsn_5.0.0"])
    } finally {
      relayed.close()
      await exim.stop()
    }
  })

  it("ML-01 the other server's word counts where the own one says 5.0.0", async () => {
    await book("2027-03-03T16:00:00.000Z")
    const said = (code: string) =>
      bounce(lastId(), { status: `5.0.0\r\nDiagnostic-Code: smtp; 554 ${code} Refused` })
    await post(said("5.7.1"))
    await book("2027-03-04T16:00:00.000Z")
    expect(await log()).toEqual(["sent null", "failed dsn_5.7.1"])
  })

  it("ML-01 a full mailbox, a delay and a late bounce of an old address do not spoil the address", async () => {
    await book("2027-03-03T16:00:00.000Z")
    const first = lastId()
    await post(bounce(first, { action: "delayed", status: "4.4.1" }))
    expect(await log()).toEqual(["sent null"])
    await post(bounce(first, { status: "5.2.2" }))
    await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@new.example" })
    await post(bounce(first))
    await book("2027-03-04T16:00:00.000Z")
    expect(await log()).toEqual(["sent null", "failed dsn_5.1.1"])
  })

  it("ML-01 a reader who takes it for spam gets no more", async () => {
    await book("2027-03-03T16:00:00.000Z")
    await post(bounce(lastId(), { type: "feedback-report" }))
    await book("2027-03-04T16:00:00.000Z")
    expect(await log()).toEqual(["skipped email_refused", "sent null"])
  })

  it("ML-08 nobody without the secret, and no report without the mark of the mail, changes anything", async () => {
    await book("2027-03-03T16:00:00.000Z")
    const known = lastId()
    expect(await post(bounce(known), "Bearer guessed-guessed-guessed")).toBe(403)
    expect(await post(bounce(known), "")).toBe(403)
    const [, company, mail] = known.split(".")
    for (const forged of [
      known.replace(/\.[\w-]{22}@/, `.${"A".repeat(22)}@`),
      known.replace(`.${company}.${mail}.`, `.${company}.${Number(mail) + 1}.`),
      "<anything@mail.example>",
    ])
      expect(await post(bounce(forged))).toBe(204)
    expect(await post(bounce(known).replace("multipart/report", "multipart/mixed"))).toBe(204)
    expect(
      await post(`Subject: Re: Booked\r\nIn-Reply-To: ${known}\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`),
    ).toBe(204)
    expect(await log()).toEqual(["sent null"])
  })

  it("ML-08 hostile mails stop nothing: large ones, deep ones, endless lines and no mail at all", async () => {
    await book("2027-03-03T16:00:00.000Z")
    const nested = Array.from(
      { length: 1_000 },
      (_, at) =>
        `Content-Type: multipart/report; report-type=delivery-status; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join("")
    expect(await post("x".repeat(10_000_000))).toBe(413)
    for (const mail of [
      nested,
      "",
      "\r\n".repeat(500_000),
      `Content-Type: multipart/report;${" report-type".repeat(80_000)}`,
      `Content-Type: multipart/report; report-type=delivery-status\r\n\r\nMessage-ID: ${"<".repeat(900_000)}`,
      new Uint8Array(900_000).fill(0xff),
    ])
      expect(await post(mail)).toBe(204)
    await Promise.all(
      Array.from({ length: 200 }, () => post(bounce("<m.1.1.AAAAAAAAAAAAAAAAAAAAAA@mail.example>"))),
    )
    expect([await log(), await post(bounce(lastId()))]).toEqual([["sent null"], 204])
    expect(await log()).toEqual(["failed dsn_5.1.1"])
  })
})
