/** WN-03: the hour of a window, and that somebody is on the way, wherever the customer looks after the day is fixed. */
import ICAL from "ical.js"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../test/support/agent.ts"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { makeManageLink } from "../../test/support/manage-link.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { makeProvider, makeType, put, type Story, tellStory, weekdays } from "../../test/support/story.ts"
import { playCarrier } from "../../test/support/texts.ts"
import type { SmtpSender } from "../host/adapters/mails/smtp.ts"
import { planReminders, sendTexts } from "../messages/messages.worker.ts"
import { freezeDays } from "./narrow-windows.worker.ts"

let service: TestService
let story: Story
let server: TestMailServer
let mails: SmtpSender
const carrier = playCarrier()
beforeAll(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  // Monday at six in the morning in Austin; Tuesday's plan is fixed at midnight UTC.
  service = await startService({
    book: true,
    trustProxyHops: 1,
    mails,
    texts: carrier,
    now: "2027-03-01T12:00:00.000Z",
  })
  story = await tellStory(service)
  await openChannels(service)
  await put(service, "/company", { mail: {}, reminders: [1] })
  const address = {
    ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
    ...{ latitude: 30.27, longitude: -97.74 },
  }
  await put(service, `/customers/${story.customerId}`, { email: "sam@customer.example", address })
})
afterAll(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

const at = (time: string) => `2027-03-02T${time}:00.000Z`
const calendarEvent = () => {
  const { mail } = server.received.at(-1)!
  const part = mail.attachments.find(({ mimeType }) => mimeType === "text/calendar")
  if (part === undefined) return null
  const text =
    typeof part.content === "string" ? part.content : new TextDecoder().decode(part.content as ArrayBuffer)
  return eventIn(text)
}
function eventIn(text: string) {
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent")!)
  const [start, end] = [event.startDate, event.endDate].map((time) => time.toJSDate().toISOString())
  return { uid: event.uid, sequence: event.sequence, start, end }
}

/** The agent's sentence about the caller's appointments. */
const asked = async () => (await (await talk(service, samsNumber)).tool("GET", "/appointments")).body.data

it("WN-03 page, calendar file, invitation, agent and reminder say the hour, and that somebody is on the way", async () => {
  const promise = { kind: "window", minutes: 240 }
  const typeId = await makeType(service, {
    name: "Repair",
    place: "at_customer",
    promise,
    min_notice_minutes: 0,
  })
  const anaId = await makeProvider(service, {
    ...{ name: "Ana Ruiz", appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId) },
    travel: { speed_kmh: 60, road_factor: 1, setup_minutes: 0 },
  })
  const link = await makeManageLink(service, { ...story, typeId, anaId }, at("19:00"))
  await sendTexts(service.context)
  const first = calendarEvent()
  expect(first).toMatchObject({ sequence: 0, start: at("19:00"), end: at("23:00") })
  const before = (await link.read()).data.appointment
  expect([before!.blocks, before!.isNarrowed]).toEqual([
    [{ startTime: at("19:00"), endTime: at("23:00") }],
    undefined,
  ])
  expect((await asked()).say).toContain("Repair on Tuesday, March 2 between 1:00 PM and 5:00 PM")

  service.clock.set("2027-03-02T00:00:00.000Z")
  expect(await freezeDays(service.context)).toBe(1)
  await sendTexts(service.context)
  const hour = { start: at("19:00"), end: at("20:00") }
  expect(calendarEvent()).toEqual({ uid: first!.uid, sequence: 1, ...hour })
  const shown = (await link.read()).data.appointment
  expect(shown).toMatchObject({
    ...{ startTime: at("19:00"), endTime: at("23:00"), isNarrowed: true, version: before!.version },
    blocks: [{ startTime: hour.start, endTime: hour.end }],
  })
  expect(shown!.onTheWay).toBeUndefined()
  expect(eventIn((await link.file()).text)).toMatchObject({ sequence: 1, ...hour })
  const listed = await asked()
  expect(listed.say).toContain("Repair on Tuesday, March 2 between 1:00 PM and 2:00 PM")
  expect(listed.appointments[0]).toMatchObject({
    ...{ start_time: at("19:00"), end_time: at("23:00") },
    narrowed_window: { start_time: hour.start, end_time: hour.end },
  })

  service.clock.set(at("18:00"))
  await planReminders(service.context)
  await sendTexts(service.context)
  expect(carrier.sent.at(-1)!.body).toContain("Tue, Mar 2 between 1:00 PM and 2:00 PM CST")

  service.clock.set(at("18:50"))
  const gone = await service.api("POST", `/appointments/${link.appointmentId}/on-the-way`, { minutes: 20 })
  expect(gone.status).toBe(200)
  expect((await link.read()).data.appointment!.onTheWay).toEqual({ expected: at("19:10") })
  expect((await asked()).say).toContain("Repair: We are on the way and arrive about 1:10 PM.")
  await service.api("DELETE", `/appointments/${link.appointmentId}/on-the-way`)
  expect((await link.read()).data.appointment!.onTheWay).toBeUndefined()

  service.clock.set("2027-03-01T12:00:00.000Z")
  const moved = await link.move("2027-03-03T19:00:00.000Z")
  expect([moved.status, moved.data.appointment!.isNarrowed]).toEqual([200, undefined])
  await sendTexts(service.context)
  expect(calendarEvent()).toMatchObject({ uid: first!.uid, sequence: 2, end: "2027-03-03T23:00:00.000Z" })
})
