/** Invitations in mails: read by independent libraries, and put into a real calendar server. */
import ICAL from "ical.js"
import ical, { type VEvent } from "node-ical"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { SmtpSender } from "../../service/host/adapters/mails/smtp.ts"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { smtpTo, startMailServer, type TestMailServer, testSender } from "../support/mail-server.ts"
import { startRadicale } from "../support/radicale.ts"
import { readByPython } from "../support/read-by-python.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeType, type Story, tellStory } from "../support/story.ts"

let service: TestService
let story: Story
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  // Monday noon in Austin.
  service = await startService({ mails, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await service.api("PUT", "/company", { mail: {} })
  await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@customer.example" })
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

async function book(start_time: string, fields: Record<string, unknown> = {}) {
  const booked = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
    ...fields,
  })
  await sendTexts(service.context)
  return booked
}

async function change(path: string, body: object) {
  const answer = await service.api("POST", path, body)
  expect(answer.status).toBe(200)
  await sendTexts(service.context)
}

/** The invitations of all mails so far, as calendars get them. */
const calendarParts = () =>
  server.received.map(({ raw, mail }) => {
    const part = mail.attachments.find(({ mimeType }) => mimeType === "text/calendar")
    const content = part!.content
    const text = typeof content === "string" ? content : new TextDecoder().decode(content as ArrayBuffer)
    const method = /^content-type: text\/calendar;.*method=(\w+)/im.exec(raw.replace(/\r\n[ \t]+/g, " "))?.[1]
    return { method, text }
  })

const masterOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((event) => new ICAL.Event(event))[0]!

describe("invitations", () => {
  it("ML-03 one UID follows a booking, its move and its cancel by REQUEST, SEQUENCE and CANCEL", async () => {
    const { id } = await book("2027-03-03T16:00:00.000Z")
    await change(`/appointments/${id}/reschedule`, { start_time: "2027-03-16T16:00:00.000Z" })
    await change(`/appointments/${id}/cancel`, {})
    const sent = calendarParts()
    expect(sent.map(({ method }) => method)).toEqual(["REQUEST", "REQUEST", "CANCEL"])
    const read = sent.map(({ text }) => readByPython(text))
    const [{ uid }] = read[0].events
    expect(uid).toMatch(/^a\.1\.1\.[\w-]{22}@mail\.example$/)
    const same = {
      uid,
      summary: "Boiler service – Harbour Heating",
      organizer: `mailto:${testSender}`,
      attendee: "mailto:sam@customer.example",
    }
    expect(read).toEqual([
      {
        method: "REQUEST",
        events: [
          {
            ...same,
            sequence: 0,
            start: "2027-03-03T16:00:00Z",
            end: "2027-03-03T17:00:00Z",
            status: "CONFIRMED",
          },
        ],
      },
      {
        method: "REQUEST",
        // Behind the change of the clocks on March 14.
        events: [
          {
            ...same,
            sequence: 1,
            start: "2027-03-16T16:00:00Z",
            end: "2027-03-16T17:00:00Z",
            status: "CONFIRMED",
          },
        ],
      },
      {
        method: "CANCEL",
        events: [
          {
            ...same,
            sequence: 2,
            start: "2027-03-16T16:00:00Z",
            end: "2027-03-16T17:00:00Z",
            status: "CANCELLED",
          },
        ],
      },
    ])
    for (const { text } of sent) {
      const event = masterOf(text)
      const parsed = Object.values(ical.sync.parseICS(text)).find((part) => part?.type === "VEVENT") as VEvent
      expect([event.uid, parsed.uid]).toEqual([uid, uid])
      // ical.js goes by the rules in the invitation, not by its own.
      expect(event.startDate.toJSDate().toISOString()).toBe(parsed.start.toISOString())
      expect(text).not.toContain("/a/")
    }
    expect(masterOf(sent[1]!.text).startDate.toJSDate().toISOString()).toBe("2027-03-16T16:00:00.000Z")
  })

  it("ML-03 CW-10 a job over several days is one invitation with its days, and an override for one of another length", async () => {
    const typeId = await makeType(service, { name: "Rewiring", blocks: [240, 240, 120] })
    await service.api("PUT", `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
    const { blocks } = await book("2027-03-10T15:00:00.000Z", { appointment_type_id: typeId })
    const { text } = calendarParts()[0]!
    const calendar = new ICAL.Component(ICAL.parse(text))
    const [master, ...overrides] = calendar
      .getAllSubcomponents("vevent")
      .map((event) => new ICAL.Event(event))
    for (const override of overrides) master!.relateException(override)
    const days = master!.iterator()
    const iso = (time: { toJSDate(): Date }) => time.toJSDate().toISOString()
    const read: { start_time: string; end_time: string }[] = []
    for (let at = days.next(); at; at = days.next()) {
      const { startDate, endDate } = master!.getOccurrenceDetails(at)
      read.push({ start_time: iso(startDate), end_time: iso(endDate) })
    }
    expect(read).toEqual(blocks)
    expect(new Set([master!.uid, ...overrides.map(({ uid }) => uid)]).size).toBe(1)
    expect(readByPython(text).events).toHaveLength(2)
  })

  it("ML-03 stands in a calendar server once a client has taken it, at the right time", async () => {
    await book("2027-03-03T16:00:00.000Z")
    const radicale = await startRadicale()
    try {
      const { text } = calendarParts()[0]!
      // A client keeps the event without the method that brought it.
      const lines = text
        .trimEnd()
        .split("\r\n")
        .filter((line) => !line.startsWith("METHOD:"))
      expect(await radicale.put("invitation.ics", lines)).toBe(201)
      const [kept] = await radicale.events()
      const { startDate, organizer, attendees } = masterOf(kept!.text)
      expect(startDate.toJSDate().toISOString()).toBe("2027-03-03T16:00:00.000Z")
      expect([organizer, attendees.length]).toEqual([`mailto:${testSender}`, 1])
    } finally {
      await radicale.stop()
    }
  })

  it("ML-03 names that hold quotation marks, line breaks and separators break no line of it", async () => {
    await service.api("PUT", "/company", { name: 'A "B"; C:D,E\\F' })
    await service.api("PUT", `/customers/${story.customerId}`, {
      first_name: 'Eve";X=Y',
      last_name: "ATTENDEE:mailto:x@y.example",
    })
    await book("2027-03-03T16:00:00.000Z")
    const { text } = calendarParts()[0]!
    const [event] = readByPython(text).events
    expect([event.organizer, event.attendee]).toEqual([`mailto:${testSender}`, "mailto:sam@customer.example"])
    expect(event.summary).toBe('Boiler service – A "B"; C:D,E\\F')
    expect(masterOf(text).attendees).toHaveLength(1)
  })
})
