import ICAL from "ical.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { itipText } from "../../../domain/rules/mails/itip.ts"
import { anasAt, type Link, makeLink } from "../../../test/support/link.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { makeCustomer, makeType, type Story, tellStory } from "../../../test/support/story.ts"

let service: TestService
let story: Story

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
})
afterAll(() => service.stop())

/** A link to a type of its own, with an appointment of Ana's. */
async function bookedLink(type: Record<string, unknown>, customer = {}): Promise<Link> {
  const typeId = await makeType(service, type)
  await service.api("PUT", `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
  const link = await makeLink(service, {
    ...story,
    typeId,
    customerId: await makeCustomer(service, customer),
  })
  const { slots } = (await link.read()).data
  const booked = await link.book(anasAt(story, slots!.providers[0]!.slots.at(-1)!.startTime))
  expect(booked.status).toBe(201)
  return link
}

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents("vevent")
  return { calendar, events: events.map((event) => new ICAL.Event(event)) }
}

describe("the calendar file", () => {
  it("LK-10 is a calendar that names what, when and where, with a stable UID and a growing SEQUENCE", async () => {
    const link = await bookedLink({ name: "Boiler check" })
    const reply = await link.file()
    expect(reply.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
    expect(reply.headers.get("content-disposition")).toBe('attachment; filename="appointment.ics"')
    const { calendar, events } = read(reply.text)
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH")
    const [event] = events
    const { appointment } = (await link.read()).data
    expect(event!.summary).toBe("Boiler check – Harbour Heating")
    expect(event!.location).toBe("Downtown, 1 Main St, Austin, TX 78701")
    expect(event!.startDate.zone.tzid).toBe("America/Chicago")
    expect(event!.startDate.toJSDate().toISOString()).toBe(appointment!.startTime)
    expect(event!.endDate.toJSDate().toISOString()).toBe(appointment!.endTime)
    expect(event!.component.getFirstPropertyValue("status")).toBe("CONFIRMED")
    expect(event!.sequence).toBe(0)

    await link.move("2027-03-10T16:00:00.000Z")
    const [moved] = read((await link.file()).text).events
    expect(moved!.uid).toBe(event!.uid)
    expect(moved!.sequence).toBe(1)
    expect(moved!.startDate.toJSDate().toISOString()).toBe("2027-03-10T16:00:00.000Z")
  })

  it("LK-10 BK-03 gives a job of several days one event with a date for each day", async () => {
    const link = await bookedLink({ name: "Boiler replacement", blocks: [240, 240, 120] })
    const { appointment } = (await link.read()).data
    const { events } = read((await link.file()).text)
    const master = events.find((event) => !event.isRecurrenceException())!
    for (const event of events.filter((each) => each !== master)) master.relateException(event)
    const days = master.iterator()
    const dates = Array.from({ length: 3 }, () => master.getOccurrenceDetails(days.next()!))
    expect(dates.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual(
      appointment!.blocks.map((block) => block.startTime),
    )
    expect(dates.map(({ endDate }) => endDate.toJSDate().toISOString())).toEqual(
      appointment!.blocks.map((block) => block.endTime),
    )
    expect(days.next()).toBeUndefined()
    expect(new Set(events.map((event) => event.uid)).size).toBe(1)
    expect(events.map((event) => event.summary)).toEqual(
      events.map(() => "Boiler replacement – Harbour Heating"),
    )
  })

  it("LK-09 GE-03 GE-04 carries no token, no customer, no name of the service, and no address of a visit", async () => {
    const link = await bookedLink(
      { name: "Home visit", place: "at_customer" },
      {
        name: "Nina Quill",
        phone: "+15125550198",
        email: "nina@quill.example",
        address: { line1: "77 Wren Way", city: "Austin", state: "TX", postal_code: "78704", country: "US" },
      },
    )
    const { text } = await link.file()
    expect(text).not.toMatch(/LOCATION|Nina|Quill|5550198|Wren|78704/i)
    expect(text).not.toContain(link.token)
    expect(text.toLowerCase()).not.toContain("appointed")
    await link.cancel()
    const gone = await link.file()
    expect(gone.text).toMatch(/SUMMARY:Harbour Heating\r\n/)
    expect(gone.text).not.toMatch(/LOCATION|DESCRIPTION|Nina|Quill|5550198|Wren|78704|visit|Ana/i)
  })

  it("LK-10 a cancelled entry says so, and long or odd text survives folding", () => {
    const typeName = `Café, "Wärme"; ${"лампа ".repeat(20)}\nnext`
    const text = itipText({
      ...{ method: "CANCEL", uid: "a@book.example", sequence: 2, timezone: "America/Chicago" },
      updatedAt: new Date("2027-03-01T12:00:00.000Z"),
      blocks: [{ start_time: "2027-03-02T15:00:00.000Z", end_time: "2027-03-02T16:00:00.000Z" }],
      summary: `${typeName} – Harbour`,
      ...{ description: "Ana Ruiz", location: null, organizer: null, attendee: null },
    })
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const [event] = read(text).events
    expect(event!.summary).toBe(`${typeName} – Harbour`)
    expect(event!.sequence).toBe(2)
    expect(event!.component.getFirstPropertyValue("status")).toBe("CANCELLED")
  })
})
