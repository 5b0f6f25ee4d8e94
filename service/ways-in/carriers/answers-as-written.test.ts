/** Answers to invitations as Outlook and Exchange write their zones, through the endpoint that takes mails. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { smtpTo, startMailServer, type TestMailServer } from "../../../test/support/mail-server.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { root } from "../../../test/support/source-files.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../../../test/support/story.ts"
import type { SmtpSender } from "../../host/adapters/mails/smtp.ts"
import { sendTexts } from "../../messages/messages.worker.ts"

const mailSecret = "only-the-mail-server-knows-this"
const counter = readFileSync(
  join(root, "test/domain/rules/calendars/cases/outlook-counter-display-name.eml"),
  "utf8",
)
const displayName = '"(UTC-06:00) Central Time (US & Canada), Mexico"'
const definition = /BEGIN:VTIMEZONE.*?END:VTIMEZONE\s*/s

let service: TestService
let story: Story
let server: TestMailServer
let mails: SmtpSender
beforeAll(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  service = await startService({ mails, mailSecret, now: "2027-06-28T18:00:00.000Z" })
  story = await tellStory(service)
  await put(service, "/company", { mail: {} })
})
afterAll(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

let customers = 0
/** A customer of their own, so that no answer is too many for one address. */
async function customer(): Promise<{ customer_id: number; email: string }> {
  customers += 1
  const email = `counter-${customers}@example.test`
  const phone = `+1512555${String(2000 + customers)}`
  return { customer_id: await makeCustomer(service, { name: "Cora Counter", phone, email }), email }
}

async function uidOfLast(): Promise<string> {
  await sendTexts(service.context)
  const { attachments } = server.received.at(-1)!.mail
  const { content } = attachments.find(({ mimeType }) => mimeType === "text/calendar")!
  const text = typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString()
  return /^UID:(.*)$/m.exec(text.replace(/\r\n /g, ""))![1]!.trim()
}

async function invited(start_time: string) {
  const { customer_id, email } = await customer()
  const wish = { appointment_type_id: story.typeId, provider_id: story.anaId }
  const { id } = await make(service, "/appointments", { customer_id, ...wish, start_time })
  return { id, email, uid: await uidOfLast() }
}

/** The mail of the case, about an invitation of ours. */
const mailOf = ({ email, uid }: { email: string; uid: string }, zone = displayName, text = counter) =>
  text
    .replaceAll("counter@example.test", email)
    .replace(/^UID:.*$/m, `UID:${uid}`)
    .replaceAll(displayName, zone)

async function post(mail: string): Promise<void> {
  const headers = { authorization: `Bearer ${mailSecret}`, "content-type": "message/rfc822" }
  const answer = await fetch(`${service.apiUrl}/carriers/mail`, { method: "POST", headers, body: mail })
  expect(answer.status).toBe(204)
}

const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data

describe("CW-07 answers to invitations", () => {
  it("CW-07 a time that Outlook proposes is at the hour that its zone says, however it names it", async () => {
    const undefinedZone = counter.replace(definition, "")
    const proposals: [zone: string, text: string][] = [
      [displayName, counter],
      [displayName, undefinedZone],
      ["Central Standard Time", undefinedZone],
      ['"Central Standard Time 1"', undefinedZone],
      ["America/Chicago", undefinedZone],
      ["UTC-05:00", undefinedZone],
      ["/freeassociation.sourceforge.net/America/Chicago", undefinedZone],
      ['"Customized Time Zone"', counter.replace(/^TZID:.*$/m, "TZID:Customized Time Zone")],
    ]
    for (const [index, [zone, text]] of proposals.entries()) {
      const about = await invited(`2027-07-05T${14 + index}:00:00.000Z`)
      await post(mailOf(about, zone, text))
      expect(await read(about.id), zone).toMatchObject({
        proposed_time: { start_time: "2027-07-06T19:00:00.000Z", end_time: "2027-07-06T20:00:00.000Z" },
      })
    }
    // In winter the same words are the hour later, with the definition and without.
    for (const [index, text] of [counter, undefinedZone].entries()) {
      const about = await invited(`2027-07-07T${14 + index}:00:00.000Z`)
      await post(mailOf(about, displayName, text).replaceAll("20270706T", "20271206T"))
      expect((await read(about.id)).proposed_time).toMatchObject({ start_time: "2027-12-06T20:00:00.000Z" })
    }
  })

  it("CW-07 a time in a zone that is not known is proposed to nobody", async () => {
    const about = await invited("2027-07-08T14:00:00.000Z")
    await post(mailOf(about, "CST", counter.replace(definition, "")))
    expect((await read(about.id)).proposed_time).toBeNull()
  })

  it("CW-07 a reply is taken with odd lines beside it, and with blanks and a byte order mark before it", async () => {
    const replyOf = (about: { email: string; uid: string }) =>
      mailOf(about).replaceAll("COUNTER", "REPLY").replace("PARTSTAT=TENTATIVE", "PARTSTAT=ACCEPTED")
    const odd: ((mail: string) => string)[] = [
      (mail) =>
        mail.replace("SEQUENCE:0", 'SEQUENCE:0\nRRULE:\nDURATION:soon\nATTENDEE;CN=a quote " of one:x'),
      (mail) => mail.replace("BEGIN:VCALENDAR", "\uFEFF \n\nBEGIN:VCALENDAR"),
      (mail) => mail.replace(/^DTSTART.*$/m, "DTSTART:never").replace(/^DTEND.*$/m, ""),
      (mail) => mail.replace("UID:", "uid:").replace("ATTENDEE;PARTSTAT", "attendee;partstat"),
    ]
    for (const [index, change] of odd.entries()) {
      const about = await invited(`2027-07-09T${14 + index}:00:00.000Z`)
      await post(change(replyOf(about)))
      expect((await read(about.id)).attendance, `change ${index}`).toBe("coming")
    }
  })

  it("CW-07 an answer to one date of a series is about that date, in whatever zone the customer's calendar names it", async () => {
    const { customer_id, email } = await customer()
    const answer = await service.api("POST", "/series", {
      ...{ customer_id, appointment_type_id: story.typeId, provider_id: story.anaId },
      start_time: "2027-07-13T15:00:00.000Z",
      every: { weeks: 1 },
      count: 5,
    })
    const ids = (answer.body.data.appointments as { id: number }[]).map(({ id }) => id)
    const about = { email, uid: await uidOfLast() }
    const all = async () => Promise.all(ids.map(async (id) => (await read(id)).attendance))
    const dated = (recurrence: string, text = counter) =>
      mailOf(about, displayName, text)
        .replaceAll("COUNTER", "REPLY")
        .replace("PARTSTAT=TENTATIVE", "PARTSTAT=ACCEPTED")
        .replace("SEQUENCE:0", `SEQUENCE:0\nRECURRENCE-ID${recurrence}`)
    const said = ["unknown", "unknown", "unknown", "unknown", "unknown"]
    const dates: [recurrence: string, text: string][] = [
      [`;TZID=${displayName}:20270713T100000`, counter],
      [";TZID=Eastern Standard Time:20270720T110000", counter],
      [';TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna":20270727T170000', counter],
      [":20270803T150000Z", counter],
      // In an unknown zone the clock alone is compared.
      [";TZID=My Zone:20270810T100000", counter.replace(definition, "")],
    ]
    for (const [index, [recurrence, text]] of dates.entries()) {
      await post(dated(recurrence, text))
      said[index] = "coming"
      expect(await all(), recurrence).toEqual(said)
    }
  })
})
