/** Customers' answers by mail: their calendars' replies, and a letter. Strangers' mails instead, too. */
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import ICAL from "ical.js"
import { createTransport } from "nodemailer"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  appleReply,
  calendarIn,
  gmailReply,
  type Invited,
  outlookReply,
} from "../../../test/support/calendar-replies.ts"
import {
  smtpTo,
  startMailServer,
  type TestMailServer,
  testSender,
} from "../../../test/support/mail-server.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, put, type Story, tellStory } from "../../../test/support/story.ts"
import type { SmtpSender } from "../../host/adapters/mails/smtp.ts"
import { planReminders, sendTexts } from "../../messages/messages.worker.ts"
import { type LmtpListener, listenForMails } from "./lmtp.ts"

const mailSecret = "only-the-mail-server-knows-this"
const sam = "sam@customer.example"

let service: TestService
let story: Story
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  service = await startService({ mails, mailSecret, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await put(service, "/company", { mail: {}, reminders: [24] })
  await put(service, `/customers/${story.customerId}`, { email: sam })
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

async function post(mail: string): Promise<number> {
  const headers = { authorization: `Bearer ${mailSecret}`, "content-type": "message/rfc822" }
  const answer = await fetch(`${service.apiUrl}/carriers/mail`, { method: "POST", headers, body: mail })
  return answer.status
}

/** On Wednesday at ten in Austin. */
async function invited(start_time = "2027-03-03T16:00:00.000Z"): Promise<{ id: number; sent: Invited }> {
  const { id } = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
  })
  await sendTexts(service.context)
  const sent = {
    uid: uidOf(server.received.at(-1)!.mail),
    sequence: 0,
    from: sam,
    to: testSender,
    start: "20270303T160000Z",
    end: "20270303T170000Z",
  }
  return { id, sent }
}

function uidOf({ attachments }: TestMailServer["received"][number]["mail"]): string {
  const { content } = attachments.find(({ mimeType }) => mimeType === "text/calendar")!
  const text = typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString()
  return String(
    new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent")!.getFirstPropertyValue("uid"),
  )
}

const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data
const attendanceOf = async (id: number) => (await read(id)).attendance
const subjects = () => server.received.map(({ mail }) => mail.subject)

describe("ML-03 replies to invitations", () => {
  for (const [program, reply] of [
    ["Gmail", gmailReply],
    ["Outlook", outlookReply],
    ["Apple", appleReply],
  ] as const)
    it(`ML-03 ${program}: accepted sets attendance, declined asks by a mail and cancels nothing`, async () => {
      const { id, sent } = await invited()
      const accepted = reply(sent, "ACCEPTED")
      const event = new ICAL.Component(ICAL.parse(calendarIn(accepted))).getFirstSubcomponent("vevent")!
      expect(event.getFirstProperty("attendee")!.getParameter("partstat")).toBe("ACCEPTED")
      expect(event.getFirstPropertyValue("uid")).toBe(sent.uid)
      expect(await post(accepted)).toBe(204)
      expect(await attendanceOf(id)).toBe("coming")
      expect(await post(reply(sent, "TENTATIVE"))).toBe(204)
      expect(await attendanceOf(id)).toBe("coming")
      await post(reply(sent, "DECLINED"))
      await post(reply(sent, "DECLINED"))
      expect(await read(id)).toMatchObject({ attendance: "not_coming", status: "scheduled" })
      await sendTexts(service.context)
      expect(subjects().slice(1)).toEqual(["Shall we cancel? Wed, Mar 3, 10:00 AM, Boiler service"])
      const [asked] = server.received.slice(1)
      expect(asked!.mail.text).toMatch(/Cancel: +\S+\/a\/\S+#cancel\n/)
      expect(asked!.envelopeTo).toEqual([sam])
      const { body } = await service.events()
      const answers = body.data.filter(({ type }: { type: string }) => type.endsWith("attendance_changed"))
      expect(answers.map(({ data }: { data: Record<string, unknown> }) => data.attendance)).toMatchObject([
        { now: "coming", answered_by: "invitation" },
        { now: "not_coming", before: "coming" },
      ])
    })

  it("WL-06 an answer to the repeating event of a series counts for all of its appointments", async () => {
    const wish = {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
    }
    const start_time = "2027-03-03T16:00:00.000Z"
    const { body } = await service.api("POST", "/series", {
      ...wish,
      start_time,
      every: { weeks: 1 },
      count: 3,
    })
    await sendTexts(service.context)
    const { id, sent } = await invited("2027-03-04T16:00:00.000Z")
    const uid = uidOf(server.received[0]!.mail)
    await post(gmailReply({ ...sent, uid }, "ACCEPTED"))
    const ids = (body.data.appointments as { id: number }[]).map((one) => one.id)
    expect(await Promise.all(ids.map(attendanceOf))).toEqual(["coming", "coming", "coming"])
    await post(gmailReply({ ...sent, uid }, "DECLINED"))
    expect(await Promise.all(ids.map(attendanceOf))).toEqual(["not_coming", "not_coming", "not_coming"])
    await sendTexts(service.context)
    expect(subjects().filter((subject) => subject?.startsWith("Shall we cancel?"))).toHaveLength(1)
    expect(await attendanceOf(id)).toBe("unknown")
  })

  it("WL-06 an answer to one date of the repeating event counts for the appointment at that place alone", async () => {
    const { body } = await service.api("POST", "/series", {
      ...{ customer_id: story.customerId, appointment_type_id: story.typeId, provider_id: story.anaId },
      start_time: "2027-03-03T16:00:00.000Z",
      every: { weeks: 1 },
      count: 4,
    })
    await sendTexts(service.context)
    const uid = uidOf(server.received[0]!.mail)
    const ids = (body.data.appointments as { id: number }[]).map((one) => one.id)
    const all = () => Promise.all(ids.map(attendanceOf))
    const { sent } = await invited("2027-03-05T16:00:00.000Z")
    const dated = (recurrenceId: string, sequence = 0) => ({ ...sent, uid, sequence, recurrenceId })
    // Austin's clocks have gone forward by the third, which stays at ten there.
    await post(gmailReply(dated(":20270317T150000Z"), "ACCEPTED"))
    expect(await all()).toEqual(["unknown", "unknown", "coming", "unknown"])
    await post(outlookReply(dated(";TZID=Central Standard Time:20270310T100000"), "DECLINED"))
    expect(await all()).toEqual(["unknown", "not_coming", "coming", "unknown"])
    await sendTexts(service.context)
    expect(subjects().at(-1)).toBe("Shall we cancel? Wed, Mar 10, 10:00 AM, Boiler service")
    // One that is moved alone is still named by its place in the series, not by its new time.
    await service.api("POST", `/appointments/${ids[3]}/reschedule`, {
      start_time: "2027-03-25T19:00:00.000Z",
    })
    for (const recurrenceId of [";TZID=America/Chicago:20270325T140000", ":20270324T160000Z"])
      await post(appleReply(dated(recurrenceId, 1), "ACCEPTED"))
    expect(await all()).toEqual(["unknown", "not_coming", "coming", "unknown"])
    await post(appleReply(dated(";TZID=America/Chicago:20270324T100000", 1), "ACCEPTED"))
    expect(await all()).toEqual(["unknown", "not_coming", "coming", "coming"])
  })

  it("ML-03 a time that a calendar proposes is shown to staff, moves nothing, and goes with a move", async () => {
    const { id, sent } = await invited()
    service.clock.advanceMs(60_000)
    await post(outlookReply({ ...sent, start: "20270304T140000", end: "20270304T150000" }, "COUNTER"))
    expect(await read(id)).toMatchObject({
      updated_at: new Date(service.clock.now()).toISOString(),
      start_time: "2027-03-03T16:00:00.000Z",
      attendance: "unknown",
      proposed_time: { start_time: "2027-03-04T20:00:00.000Z", end_time: "2027-03-04T21:00:00.000Z" },
    })
    const board = (await service.api("GET", "/board?date=2027-03-03")).body.data
    expect(board.appointments).toMatchObject([{ wants_other_time: true }])
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T20:00:00.000Z" })
    expect((await read(id)).proposed_time).toBeNull()
    // An answer to the invitation before the move is none to the new time.
    await post(gmailReply(sent, "ACCEPTED"))
    expect(await attendanceOf(id)).toBe("unknown")
    await post(gmailReply({ ...sent, sequence: 1 }, "ACCEPTED"))
    expect(await attendanceOf(id)).toBe("coming")
  })

  it("ML-08 counts only with the token, from the address that it was sent to, which is the customer's still", async () => {
    const { id, sent } = await invited()
    const [name, host] = sent.uid.split("@")
    for (const uid of [
      `${name!.slice(0, -1)}${name!.endsWith("A") ? "B" : "A"}@${host}`,
      `${name!.replace(/^a\.(\d+)\.\d+/, "a.$1.999")}@${host}`,
      `m${name!.slice(1)}@${host}`,
      "anything@mail.example",
    ])
      expect(await post(gmailReply({ ...sent, uid }, "ACCEPTED"))).toBe(204)
    const genuine = gmailReply(sent, "ACCEPTED")
    for (const mail of [
      gmailReply({ ...sent, from: "eve@stranger.example" }, "ACCEPTED"),
      genuine.replace(`From: Sam Poe <${sam}>`, `From: "${sam}" <eve@stranger.example>`),
      genuine.replace("From: Sam", `From: Eve <eve@stranger.example>\r\nFrom: Sam`),
      genuine.replace(`<${sam}>`, `<${sam}>, eve@stranger.example`),
      genuine.replace("Auto-Submitted: auto-generated", "Auto-Submitted: auto-replied (vacation)"),
      genuine.replace("Auto-Submitted: auto-generated", "Precedence: bulk"),
    ])
      expect(await post(mail)).toBe(204)
    await put(service, `/customers/${story.customerId}`, { email: "sam@new.example" })
    await post(genuine)
    await post(gmailReply({ ...sent, from: "sam@new.example" }, "ACCEPTED"))
    expect(await attendanceOf(id)).toBe("unknown")
    await put(service, `/customers/${story.customerId}`, { email: sam })
    await service.context.db.query(
      "UPDATE customer SET email_state = 'unproven' WHERE id = $1 AND company_id = $2",
      [story.customerId, service.companyId],
    )
    await post(genuine)
    expect(await attendanceOf(id)).toBe("unknown")
  })
})

describe("ML-04 a letter by mail", () => {
  const letter = (text: string, more: readonly string[] = [], from = sam) =>
    [
      `From: Sam <${from}>`,
      `To: ${testSender}`,
      "Subject: Re: Will you be there?",
      ...more,
      "",
      text,
      "",
    ].join("\r\n")
  const answering = (messageId: string) => [`In-Reply-To: ${messageId}`, `References: <x@y> ${messageId}`]

  async function reminded() {
    const { id } = await invited()
    service.clock.set("2027-03-02T16:00:00.000Z")
    await planReminders(service.context)
    await sendTexts(service.context)
    const { mail } = server.received.at(-1)!
    expect(mail.subject).toBe("Will you be there? Wed, Mar 3, 10:00 AM, Boiler service")
    expect(mail.text).toMatch(/Yes, I’ll be there: +\S+#yes\nMove: +\S+#move\nCancel: +\S+#cancel\n/)
    return { id, about: answering(mail.messageId!) }
  }

  it("ML-04 C as the own text counts, with what programs add, and nothing that is quoted or written by machines", async () => {
    const { id, about } = await reminded()
    const quoted = "On Tue, Mar 2, 2027 at 10:00 AM Harbour Heating wrote:\r\n> Will you be there?\r\n> C\r\n"
    for (const mail of [
      letter("See you", about),
      letter("C you there", about),
      letter(`\r\n${quoted}`, about),
      letter("> C", about),
      letter("C"),
      letter("C", answering("<m.1.1.AAAAAAAAAAAAAAAAAAAAAA@mail.example>")),
      letter("C", about, "eve@stranger.example"),
      letter("C", [...about, "Auto-Submitted: auto-replied"]),
      letter("C", [...about, "Auto-Submitted: auto-generated"]),
      letter("C", [...about, "Precedence: auto_reply"]),
    ])
      expect(await post(mail)).toBe(204)
    expect(await attendanceOf(id)).toBe("unknown")
    await post(letter(` c\r\n\r\nSent from my iPhone\r\n\r\n${quoted}`, about))
    expect(await attendanceOf(id)).toBe("coming")
  })

  it("ML-04 C to a mail about a time that has moved says nothing", async () => {
    const { id, about } = await reminded()
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T20:00:00.000Z" })
    await post(letter("C", about))
    expect(await attendanceOf(id)).toBe("unknown")
  })
})

describe("ML-08 mails by LMTP", () => {
  let lmtp: LmtpListener
  afterEach(() => lmtp.stop())

  const deliver = (mail: string) => {
    const at = typeof lmtp.at === "number" ? { port: lmtp.at } : { path: lmtp.at }
    return createTransport({ host: "127.0.0.1", lmtp: true, ignoreTLS: true, ...at } as object).sendMail({
      envelope: { from: sam, to: [testSender] },
      raw: mail,
    })
  }

  it("ML-08 are taken as those that are posted, on loopback alone", async () => {
    lmtp = await listenForMails(service.context, 0)
    const { id, sent } = await invited()
    await deliver(gmailReply(sent, "ACCEPTED"))
    expect(await attendanceOf(id)).toBe("coming")
    const large = await deliver(
      `Subject: large

${"x".repeat(75)}
`.repeat(20_000),
    )
    expect(large).toMatchObject({ accepted: [], rejected: [testSender] })
  })

  it("ML-08 come by a socket of the file system, over and over", async () => {
    const path = join(tmpdir(), `lmtp-${process.pid}.sock`)
    lmtp = await listenForMails(service.context, path)
    await lmtp.stop()
    lmtp = await listenForMails(service.context, path)
    const hello = await new Promise<string>((resolve, reject) => {
      const socket = connect(path)
      socket.once("error", reject)
      socket.once("data", (data) => {
        socket.destroy()
        resolve(String(data))
      })
    })
    expect(hello).toMatch(/^220 .*LMTP/)
  })
})

describe("ML-08 hostile mails", () => {
  it("ML-08 bombs, deep nesting, many parts and a flood stop nothing, and the next answer counts", async () => {
    const { id, sent } = await invited()
    const deep = Array.from(
      { length: 1_000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join("")
    const wide = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(40_000)}--b--\r\n`
    const bent = (name: string) => gmailReply(sent, "ACCEPTED").replace("Sam Poe", name)
    for (const mail of [
      deep,
      wide,
      `From: ${"<".repeat(400_000)}`,
      `From: ${`a@b.example, `.repeat(50_000)}\r\n\r\nC`,
      `From: ${sam}\r\nContent-Type: text/calendar\r\n\r\n${"BEGIN:VEVENT\r\n".repeat(60_000)}`,
      `From: ${sam}\r\nReferences: ${"<m.".repeat(200_000)}\r\n\r\nC`,
      `From: ${sam}\r\nContent-Transfer-Encoding: base64\r\n\r\n${"Qw".repeat(400_000)}`,
      bent("Sam\rBcc: eve@stranger.example"),
    ])
      expect(await post(mail)).toBe(204)
    expect(await post("x".repeat(10_000_000))).toBe(413)
    const answers = await Promise.all(Array.from({ length: 300 }, () => post(deep)))
    expect([...new Set(answers)].filter((status) => ![204, 503].includes(status))).toEqual([])
    await put(service, `/appointments/${id}/attendance`, { attendance: "unknown" })
    expect(await post(gmailReply(sent, "ACCEPTED"))).toBe(204)
    expect(await attendanceOf(id)).toBe("coming")
  })
})
