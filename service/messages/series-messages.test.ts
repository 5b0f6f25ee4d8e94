/** WL-06 and CL-06: what customers hear of a series and of several types in one visit: one text and one mail for all that changed together, and the events in their calendars. */
import ICAL from "ical.js"
import { afterEach, beforeEach, expect, it } from "vitest"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeType, put, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import type { SmtpSender } from "../host/adapters/mails/smtp.ts"
import { planReminders, sendTexts } from "./messages.worker.ts"

let service: TestService
let story: Story
let carrier: PlayedCarrier
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  carrier = playCarrier()
  server = await startMailServer()
  mails = smtpTo(server)
  service = await startService({
    texts: carrier,
    mails,
    platformSmsNumber: "+15005550006",
    now: "2027-03-01T18:00:00.000Z",
  })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@customer.example" })
  await service.api("PUT", "/company", { mail: { reply_to: "desk@harbour.example" } })
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

async function book(fields: object = {}) {
  const { body } = await service.api("POST", "/series", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: "2027-03-03T16:00:00.000Z",
    every: { weeks: 1 },
    count: 4,
    ...fields,
  })
  await sendTexts(service.context)
  return body.data.appointments as { id: number; manage_url: string; start_time: string }[]
}

const change = async (path: string, fields: object) => {
  const answer = await service.api("POST", path, fields)
  expect(answer.status).toBe(200)
  await sendTexts(service.context)
}

/** The text and the mail that a write would cause. */
async function previewOf(path: string, fields: object) {
  const { body } = await service.api("POST", `${path}/preview`, fields)
  const texts = body.data.texts as { channel: string; subject: string | null; body: string }[]
  const of = (channel: string) => texts.find((one) => one.channel === channel)
  return { text: of("sms")?.body, subject: of("mail")?.subject, mail: of("mail")?.body.trimEnd() }
}

const lastSent = () => {
  const { subject, text } = server.received.at(-1)!.mail
  return { text: carrier.sent.at(-1)!.body, subject, mail: text?.trimEnd() }
}

/** The events of each part of the mail that is a calendar, as an independent library reads them. */
function calendarsOf(index: number) {
  const parts = server.received[index]!.mail.attachments.filter(
    ({ mimeType }) => mimeType === "text/calendar",
  )
  const texts = parts.map(({ content }) =>
    typeof content === "string" ? content : new TextDecoder().decode(content as ArrayBuffer),
  )
  return [...new Set(texts)].map((text) => {
    const file = new ICAL.Component(ICAL.parse(text))
    const events = file.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each))
    return { method: file.getFirstPropertyValue("method"), events }
  })
}

/** Every start that a calendar shows by the rule, its exceptions and its overrides. */
function startsIn(index: number): string[] {
  return calendarsOf(index)
    .flatMap(({ events }) => {
      const [master, ...overrides] = events
      for (const one of overrides) master!.relateException(one)
      if (!master!.isRecurring()) return [master!.startDate.toJSDate().toISOString()]
      const all: string[] = []
      const iterator = master!.iterator()
      for (let next = iterator.next(); next; next = iterator.next())
        all.push(master!.getOccurrenceDetails(next).startDate.toJSDate().toISOString())
      return all
    })
    .sort()
}

it("WL-06 one text and one mail confirm all, with one repeating event where the rule is true; reminders go one each", async () => {
  const appointments = await book()
  const starts = appointments.map(({ start_time }) => start_time)
  expect(starts).toEqual(["03T16", "10T16", "17T15", "24T15"].map((at) => `2027-03-${at}:00:00.000Z`))
  expect(carrier.sent.map(({ body }) => body.split("\n")[0])).toEqual([
    `Harbour Heating: Sam, 4 appointments (Boiler service) are booked: from Wed, Mar 3 at 10:00 AM CST to Wed, Mar 24 at 10:00 AM CDT, at Downtown. Change or cancel: ${appointments[0]!.manage_url}`,
  ])
  expect(server.received.map(({ mail }) => mail.subject)).toEqual([
    "Booked: 4 × Boiler service, from Wed, Mar 3, 10:00 AM",
  ])
  for (const date of ["March 3", "March 10", "March 17", "March 24"])
    expect(server.received[0]!.mail.text).toContain(`Wednesday, ${date}`)
  expect(calendarsOf(0).map(({ method, events }) => [method, events.length])).toEqual([["REQUEST", 1]])
  expect(startsIn(0)).toEqual(starts)
  service.clock.set("2027-03-09T18:00:00.000Z")
  await planReminders(service.context)
  await sendTexts(service.context)
  expect(carrier.sent.slice(1).map(({ body }) => body.split("\n")[0])).toEqual([
    expect.stringContaining("a reminder of your appointment (Boiler service) on Wed, Mar 10"),
  ])
})

it("WL-06 a left-out occurrence is an exception of the rule; another start makes one event each", async () => {
  const left = await book({ conflicts: [{ index: 1, start_time: null }] })
  expect(startsIn(0)).toEqual(left.map(({ start_time }) => start_time))
  expect(calendarsOf(0)).toHaveLength(1)
  const chosen = await book({
    start_time: "2027-03-03T18:00:00.000Z",
    conflicts: [{ index: 1, start_time: "2027-03-11T18:00:00.000Z" }],
  })
  expect(calendarsOf(1).map(({ method, events }) => [method, events.length])).toEqual(
    chosen.map(() => ["REQUEST", 1]),
  )
  expect(startsIn(1)).toEqual(chosen.map(({ start_time }) => start_time))
})

it("WL-06 changes of one, the following and all reach the same event, each with one message", async () => {
  const appointments = await book()
  await change(`/appointments/${appointments[1]!.id}/reschedule`, { start_time: "2027-03-11T16:00:00.000Z" })
  await change(`/appointments/${appointments[2]!.id}/reschedule`, {
    start_time: "2027-03-17T16:00:00.000Z",
    scope: "following",
  })
  const foreseen = await previewOf(`/appointments/${appointments[0]!.id}/cancel`, { scope: "all" })
  await change(`/appointments/${appointments[0]!.id}/cancel`, { scope: "all" })
  expect(foreseen).toEqual(lastSent())
  expect(server.received.map(({ mail }) => mail.subject)).toEqual([
    "Booked: 4 × Boiler service, from Wed, Mar 3, 10:00 AM",
    "Moved: now Thu, Mar 11, 10:00 AM, Boiler service",
    "Moved: 2 × Boiler service, now from Wed, Mar 17, 11:00 AM",
    "Cancelled: 4 × Boiler service, from Wed, Mar 3, 10:00 AM",
  ])
  expect(carrier.sent).toHaveLength(4)
  const uids = [0, 1, 2, 3].flatMap((index) =>
    calendarsOf(index).flatMap(({ events }) => events.map(({ uid }) => uid)),
  )
  expect(new Set(uids).size).toBe(1)
  const places = (index: number) =>
    calendarsOf(index).flatMap(({ method, events }) =>
      events.map(({ recurrenceId, startDate }) => [method, recurrenceId?.toString(), startDate.toString()]),
    )
  expect(places(1)).toEqual([["REQUEST", "2027-03-10T10:00:00", "2027-03-11T10:00:00"]])
  expect(places(2)).toEqual([
    ["REQUEST", "2027-03-17T10:00:00", "2027-03-17T11:00:00"],
    ["REQUEST", "2027-03-24T10:00:00", "2027-03-24T11:00:00"],
  ])
  expect(places(3).map(([method, place]) => [method, place])).toEqual(
    ["03", "10", "17", "24"].map((day) => ["CANCEL", `2027-03-${day}T10:00:00`]),
  )
})

it("CL-06 what follows in one visit is confirmed, reminded of, moved and cancelled in one message, with an invitation for each", async () => {
  const filterId = await makeType(service, { name: "Filter change", duration_minutes: 30 })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, filterId] })
  const { appointments } = (await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_ids: [story.typeId, filterId] },
    ...{ provider_id: story.anaId, location_id: story.locationId, start_time: "2027-03-03T16:00:00.000Z" },
  })) as unknown as { appointments: { id: number; manage_url: string }[] }
  await sendTexts(service.context)
  const url = appointments[0]!.manage_url
  const texts = () => carrier.sent.map(({ body }) => body.split("\n")[0])
  expect(texts()).toEqual([
    `Harbour Heating: Sam, your appointment (Boiler service and Filter change) is booked for Wed, Mar 3 at 10:00 AM CST, at Downtown. Change or cancel: ${url}`,
  ])
  const [mail] = server.received
  expect(mail!.mail.subject).toBe("Booked: Wed, Mar 3, 10:00 AM, Boiler service and Filter change")
  for (const line of ["Boiler service (Ana Ruiz)", "Filter change (Ana Ruiz)"])
    expect(mail!.mail.text).toContain(line)
  expect(startsIn(0)).toEqual(["2027-03-03T16:00:00.000Z", "2027-03-03T17:00:00.000Z"])

  service.clock.set("2027-03-02T18:30:00.000Z")
  await planReminders(service.context)
  await sendTexts(service.context)
  service.clock.set("2027-03-02T19:30:00.000Z")
  await planReminders(service.context)
  await sendTexts(service.context)
  expect(texts().slice(1)).toEqual([
    expect.stringContaining(
      "a reminder of your appointment (Boiler service and Filter change) on Wed, Mar 3",
    ),
  ])

  await change(`/appointments/${appointments[0]!.id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
  const foreseen = await previewOf(`/appointments/${appointments[1]!.id}/cancel`, {})
  await change(`/appointments/${appointments[1]!.id}/cancel`, {})
  expect(foreseen).toEqual(lastSent())
  expect(texts().slice(2)).toEqual([
    expect.stringContaining("(Boiler service and Filter change) has moved to Thu, Mar 4 at 10:00 AM CST"),
    expect.stringContaining("(Boiler service and Filter change) on Thu, Mar 4 at 10:00 AM CST is cancelled"),
  ])
  expect(server.received.slice(1).map(({ mail: { subject } }) => subject)).toEqual([
    "Moved: now Thu, Mar 4, 10:00 AM, Boiler service and Filter change",
    "Cancelled: Thu, Mar 4, 10:00 AM, Boiler service and Filter change",
  ])
  expect(calendarsOf(2).map(({ method }) => method)).toEqual(["CANCEL", "CANCEL"])
  const events = (await service.events()).body.data.map(
    ({ data }: { data: { appointment: { group_id?: number } } }) => data.appointment.group_id,
  )
  expect(new Set(events).size).toBe(1)
  expect(events[0]).toEqual(expect.any(Number))
})
