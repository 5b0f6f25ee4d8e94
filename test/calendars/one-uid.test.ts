/** CW-09: what a customer can put into a calendar of one appointment, by mail and from its page, is one event under one UID. */
import ICAL from "ical.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { SmtpSender } from "../../service/host/adapters/mails/smtp.ts"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { freezeDays } from "../../service/plans/narrow-windows.worker.ts"
import { anasAt, type Link, makeLink } from "../support/link.ts"
import { smtpTo, startMailServer, type TestMailServer, testSender } from "../support/mail-server.ts"
import { presentManageLink } from "../support/manage-link.ts"
import { openPublicPage, visitorOf } from "../support/public-page.ts"
import { readByPython } from "../support/read-by-python.ts"
import { startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"
import { playCarrier } from "../support/texts.ts"

let service: TestService
let story: Story
let server: TestMailServer
let mails: SmtpSender
beforeAll(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  service = await startService({
    ...{ book: true, trustProxyHops: 1, mails, texts: playCarrier() },
    now: "2027-03-01T12:00:00.000Z",
  })
  story = await tellStory(service)
  await openPublicPage(service, story, { mail: {} })
})
afterAll(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

interface Entry {
  uid: string
  sequence: number
  status: string
  recurrenceId: string | null
  rule: string | null
  start: string
  end: string
  summary: string
}

interface CalendarText {
  method: string
  organizer: string | null
  entries: Entry[]
}

function read(text: string): CalendarText {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents("vevent")
  return {
    method: String(calendar.getFirstPropertyValue("method")),
    organizer: events[0]!.getFirstPropertyValue("organizer") as string | null,
    entries: events.map((component) => {
      const event = new ICAL.Event(component)
      return {
        uid: event.uid,
        sequence: event.sequence,
        status: String(component.getFirstPropertyValue("status")),
        recurrenceId: component.getFirstPropertyValue("recurrence-id")?.toString() ?? null,
        rule: component.getFirstPropertyValue("rrule")?.toString() ?? null,
        start: event.startDate.toJSDate().toISOString(),
        end: event.endDate.toJSDate().toISOString(),
        summary: event.summary,
      }
    }),
  }
}

/** The calendars of the newest mail, the one in its body first. */
async function mailed(): Promise<CalendarText[]> {
  const before = server.received.length
  await sendTexts(service.context)
  expect(server.received.length, "a mail was sent").toBeGreaterThan(before)
  const { attachments } = server.received.at(-1)!.mail
  const texts = attachments
    .filter(({ mimeType }) => mimeType === "text/calendar" || mimeType === "application/ics")
    .map(({ content }) =>
      typeof content === "string" ? content : new TextDecoder().decode(content as ArrayBuffer),
    )
  return [...new Set(texts)].map(read)
}

const entriesOf = (calendars: readonly CalendarText[]): Entry[] =>
  calendars.flatMap(({ entries }) => entries).sort((a, b) => a.start.localeCompare(b.start))

async function filed(link: Link): Promise<CalendarText> {
  const reply = await link.file()
  expect(reply.status, reply.text).toBe(200)
  expect(reply.text).not.toMatch(/ATTENDEE|customer\.example/)
  return read(reply.text)
}

/** The mail and the page's file hold the same entries; returns them. */
async function bothSay(id: number): Promise<Entry[]> {
  const fromMail = await mailed()
  expect(fromMail.map(({ method }) => method)).toEqual(fromMail.map(() => "REQUEST"))
  const file = await filed(await presentManageLink(service, id))
  expect(file.method).toBe("PUBLISH")
  expect(file.organizer).toBe(fromMail[0]!.organizer)
  expect(entriesOf([file])).toEqual(entriesOf(fromMail))
  return file.entries
}

let customers = 0
async function customer(fields = {}): Promise<number> {
  customers += 1
  const email = `sam-${customers}@customer.example`
  return makeCustomer(service, { name: "Sam Poe", phone: `+1512555${3000 + customers}`, email, ...fields })
}

const book = async (fields: object) =>
  make(service, "/appointments", {
    ...{ customer_id: await customer(), appointment_type_id: story.typeId, provider_id: story.anaId },
    ...fields,
  })

async function typeOf(fields: Record<string, unknown>): Promise<number> {
  const typeId = await makeType(service, { min_notice_minutes: 0, ...fields })
  const { body } = await service.api("GET", `/providers/${story.anaId}`)
  await put(service, `/providers/${story.anaId}`, {
    appointment_type_ids: [...body.data.appointment_type_ids, typeId],
  })
  return typeId
}

const change = async (path: string, body: object = {}) => {
  const answer = await service.api("POST", path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** Cancelled, the mail takes the entries of the UIDs away by a higher SEQUENCE. */
async function cancelTakes(id: number, entries: readonly Entry[]): Promise<void> {
  await change(`/appointments/${id}/cancel`)
  const cancels = await mailed()
  expect(cancels.map(({ method }) => method)).toEqual(cancels.map(() => "CANCEL"))
  const gone = entriesOf(cancels)
  expect(new Set(gone.map(({ uid }) => uid))).toEqual(new Set(entries.map(({ uid }) => uid)))
  for (const { uid, status, sequence } of gone) {
    expect(status).toBe("CANCELLED")
    expect(sequence).toBeGreaterThan(
      Math.max(...entries.filter((one) => one.uid === uid).map((one) => one.sequence)),
    )
  }
}

describe("CW-09 one appointment has one UID", () => {
  it("CW-09 a plain appointment: booked, moved and cancelled", async () => {
    const { id } = await book({ start_time: "2027-03-03T16:00:00.000Z" })
    const [entry, ...others] = await bothSay(id)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      uid: expect.stringMatching(/^a\.1\.\d+\.[\w-]{22}@mail\.example$/),
      sequence: 0,
      summary: "Boiler service – Harbour Heating",
      start: "2027-03-03T16:00:00.000Z",
    })
    await change(`/appointments/${id}/reschedule`, { start_time: "2027-03-16T16:00:00.000Z" })
    const [moved] = await bothSay(id)
    expect(moved).toEqual({
      ...entry,
      sequence: 1,
      start: "2027-03-16T16:00:00.000Z",
      end: "2027-03-16T17:00:00.000Z",
    })
    await cancelTakes(id, [moved!])
  })

  it("CW-09 the page that says cancelled takes it out of the calendar, until it would have begun, and its ended link says no more", async () => {
    const { id } = await book({
      ...{ customer_id: await customer({ email: null }), start_time: "2027-03-18T16:00:00.000Z" },
    })
    const link = await presentManageLink(service, id)
    const [entry] = (await filed(link)).entries
    await change(`/appointments/${id}/cancel`)
    expect((await link.read()).status, "LK-06 the link has ended").toBe(404)
    const gone = await filed(link)
    expect(gone.method).toBe("CANCEL")
    expect(gone.entries).toMatchObject([
      {
        ...{ uid: entry!.uid, sequence: entry!.sequence + 1, status: "CANCELLED" },
        ...{ start: entry!.start, summary: "Harbour Heating" },
      },
    ])
    expect((await link.file()).text).not.toMatch(/LOCATION|DESCRIPTION|Boiler|Ana/)
    await change(`/appointments/${id}/manage-link/rotate`)
    expect((await link.file()).status, "a replaced link").toBe(404)
    const other = await book({
      ...{ customer_id: await customer({ email: null }), start_time: "2027-03-18T18:00:00.000Z" },
    })
    const over = await presentManageLink(service, other.id)
    await change(`/appointments/${other.id}/cancel`)
    const now = service.clock.now()
    service.clock.set("2027-03-18T18:00:00.000Z")
    expect((await over.file()).status, "it would have begun").toBe(404)
    service.clock.set(new Date(now).toISOString())
  })

  it("CW-09 a booking link whose appointment is cancelled takes that one out, and then gives the next one", async () => {
    const link = await makeLink(service, { ...story, customerId: await customer({ email: null }) })
    const booked = await link.book(anasAt(story, "2027-03-19T16:00:00.000Z"))
    expect(booked.status).toBe(201)
    const [entry] = (await filed(link)).entries
    await link.cancel()
    const gone = await filed(link)
    expect([gone.method, gone.entries[0]!.uid]).toEqual(["CANCEL", entry!.uid])
    expect(gone.entries[0]!.sequence).toBeGreaterThan(entry!.sequence)
    await link.book(anasAt(story, "2027-03-19T20:00:00.000Z"))
    const [next] = (await filed(link)).entries
    expect([next!.status, next!.uid === entry!.uid]).toEqual(["CONFIRMED", false])
  })

  it("CW-09 an appointment over several days, one of another length, across a clock change", async () => {
    const typeId = await typeOf({ name: "Boiler replacement", blocks: [240, 240, 120] })
    const { id } = await book({ appointment_type_id: typeId, start_time: "2027-03-11T15:00:00.000Z" })
    const entries = await bothSay(id)
    expect(new Set(entries.map(({ uid }) => uid)).size).toBe(1)
    expect(entries.map(({ rule, recurrenceId }) => [rule !== null, recurrenceId !== null])).toEqual([
      [true, false],
      [false, true],
    ])
    await change(`/appointments/${id}/reschedule`, { start_time: "2027-03-22T14:00:00.000Z" })
    const moved = await bothSay(id)
    expect(new Set(moved.map(({ uid, sequence }) => `${uid} ${sequence}`))).toEqual(
      new Set([`${entries[0]!.uid} 1`]),
    )
    await cancelTakes(id, moved)
  })

  it("CW-09 a window, also once its plan is fixed to an hour", async () => {
    const typeId = await typeOf({
      name: "Repair",
      place: "at_customer",
      promise: { kind: "window", minutes: 240 },
    })
    const address = {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.27, longitude: -97.74 },
    }
    const { id } = await book({
      ...{ customer_id: await customer({ address }), appointment_type_id: typeId },
      start_time: "2027-03-02T15:00:00.000Z",
    })
    const [entry] = await bothSay(id)
    expect(entry).toMatchObject({ sequence: 0, end: "2027-03-02T19:00:00.000Z" })
    service.clock.set("2027-03-02T00:00:00.000Z")
    await freezeDays(service.context)
    const [narrowed] = await bothSay(id)
    expect(narrowed).toMatchObject({ uid: entry!.uid, sequence: 1 })
    expect(Date.parse(narrowed!.end) - Date.parse(narrowed!.start)).toBe(3_600_000)
    await cancelTakes(id, [narrowed!])
  })

  it("CW-09 a group: each of its appointments under its own UID", async () => {
    const cut = await typeOf({ name: "Cut", duration_minutes: 30 })
    const colour = await typeOf({ name: "Colour", duration_minutes: 60 })
    const { appointment_type_id: _, ...wish } = {
      ...{ appointment_type_id: null, customer_id: await customer(), provider_id: story.anaId },
      ...{ appointment_type_ids: [cut, colour], start_time: "2027-03-04T16:00:00.000Z" },
    }
    const booked = await make(service, "/appointments", { ...wish, location_id: story.locationId })
    const entries = await bothSay(booked.id)
    expect(entries.map(({ summary, start }) => [summary, start])).toEqual([
      ["Cut – Harbour Heating", "2027-03-04T16:00:00.000Z"],
      ["Colour – Harbour Heating", "2027-03-04T16:30:00.000Z"],
    ])
    expect(new Set(entries.map(({ uid }) => uid)).size).toBe(2)
    await change(`/appointments/${booked.id}/reschedule`, {
      ...{ start_time: "2027-03-04T18:00:00.000Z", whole_group: true },
    })
    const moved = await bothSay(booked.id)
    expect(moved.map(({ uid }) => uid)).toEqual(entries.map(({ uid }) => uid))
    expect(moved.map(({ sequence }) => sequence)).toEqual([1, 1])
  })

  it("CW-09 a seat in a class", async () => {
    const typeId = await typeOf({ name: "Yoga", duration_minutes: 60, seats: 3 })
    await make(service, "/class-sessions", {
      ...{ appointment_type_id: typeId, provider_ids: [story.anaId], location_id: story.locationId },
      start_time: "2027-03-05T16:00:00.000Z",
    })
    const seat = { appointment_type_id: typeId, start_time: "2027-03-05T16:00:00.000Z" }
    const first = await book(seat)
    const [other] = await bothSay(first.id)
    const second = await book(seat)
    const [entry] = await bothSay(second.id)
    expect(entry).toMatchObject({ sequence: 0, start: "2027-03-05T16:00:00.000Z" })
    expect(entry!.uid, "each seat is its own").not.toBe(other!.uid)
    await cancelTakes(second.id, [entry!])
  })

  it("CW-09 one of a series: the repeating event that the mail put there, with what was moved in it", async () => {
    const { body } = await service.api("POST", "/series", {
      ...{ customer_id: await customer(), appointment_type_id: story.typeId, provider_id: story.anaId },
      ...{ start_time: "2027-03-09T20:00:00.000Z", every: { weeks: 1 }, count: 3 },
    })
    const [first, second] = body.data.appointments as { id: number }[]
    const [master, ...none] = await bothSay(first!.id)
    expect([master!.rule, none]).toEqual(["FREQ=WEEKLY;COUNT=3", []])
    await change(`/appointments/${second!.id}/reschedule`, { start_time: "2027-03-17T20:00:00.000Z" })
    const [moved] = entriesOf(await mailed())
    const file = await filed(await presentManageLink(service, second!.id))
    expect(file.entries).toEqual([master, moved])
    expect(moved).toMatchObject({ uid: master!.uid, sequence: 1, recurrenceId: "2027-03-16T14:00:00" })
    // Once the first is moved too, each stands at its place in the series by itself.
    await change(`/appointments/${first!.id}/reschedule`, { start_time: "2027-03-10T20:00:00.000Z" })
    await mailed()
    const alone = await filed(await presentManageLink(service, first!.id))
    expect(alone.entries.map(({ uid, recurrenceId }) => [uid, recurrenceId !== null])).toEqual(
      Array.from({ length: 3 }, () => [master!.uid, true]),
    )
  })

  it("CW-09 from the public page too, where a cancelled one's file takes it out of calendars", async () => {
    const phone = "+15125554001"
    await customer({ phone })
    const visitor = visitorOf(service)
    await visitor.proves(phone)
    const wish = { typeId: story.typeId, providerId: story.anaId, locationId: story.locationId }
    const booked = await visitor.book({ ...wish, startTime: "2027-03-08T16:00:00.000Z" })
    expect(booked.status, booked.text).toBe(201)
    const { id } = booked.data.appointment
    const fileOf = async () => read((await visitor.send("GET", `/appointments/${id}/calendar.ics`)).text)
    const fromMail = await mailed()
    const file = await fileOf()
    expect(file).toEqual({ ...fromMail[0], method: "PUBLISH" })
    expect(file.organizer).toBe(`mailto:${testSender}`)
    await change(`/appointments/${id}/cancel`)
    const [cancel] = await mailed()
    const gone = await fileOf()
    expect(gone).toEqual(cancel)
    expect(gone).toMatchObject({
      method: "CANCEL",
      entries: [{ uid: file.entries[0]!.uid, sequence: 1, status: "CANCELLED" }],
    })
  })
})

interface Fed {
  status: number
  headers: Headers
  text: string
}

async function fetchFeed(url: string, headers: Record<string, string> = {}): Promise<Fed> {
  const answer = await fetch(url, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const eventsIn = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const value = (name: string) => component.getFirstPropertyValue(name)?.toString() ?? null
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      summary: event.summary,
      location: value("location"),
      status: value("status"),
      transparency: value("transp"),
      replaces: value("recurrence-id"),
    }
  })
}

/** Ida works alone at a location of her own, so that her feed holds what the test makes. */
async function ida(types: readonly number[] = [story.typeId]) {
  const locationId = await makeLocation(service, { name: "Waterloo yard" })
  const hours = { appointment_type_ids: types, weekly_hours: weekdays(locationId) }
  const providerId = await makeProvider(service, { name: "Ida Moss", ...hours })
  const feed = async (customer: string, owner: object = { provider_id: providerId }) =>
    String((await make(service, "/calendar-feeds", { ...owner, customer })).url)
  return { locationId, providerId, feed }
}

describe("PV-05 calendar feeds", () => {
  it("PV-05 CW-09 create_calendar_feed: moved and cancelled under the UID of the mail, read by ical.js and icalendar", async () => {
    const { providerId, feed, locationId } = await ida()
    const url = await feed("name_and_address")
    expect(url).toMatch(/\/feeds\/[\w-]{43}\.ics$/)
    expect(eventsIn((await fetchFeed(url)).text), "an empty feed is a calendar").toEqual([])
    const { id } = await book({ provider_id: providerId, start_time: "2027-04-05T16:00:00.000Z" })
    const [entry] = await bothSay(id)
    const first = await fetchFeed(url)
    expect(first.status).toBe(200)
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
    expect(first.headers.get("cache-control")).toBe("private, no-cache")
    expect(first.text).not.toMatch(/customer\.example|\+1512|https?:|ATTENDEE|ORGANIZER/)
    expect(eventsIn(first.text)).toEqual([
      {
        ...{ uid: entry!.uid, sequence: 0, start: "2027-04-05T16:00:00.000Z", replaces: null },
        ...{ summary: "Boiler service – Sam Poe", location: "Waterloo yard" },
        ...{ status: "CONFIRMED", transparency: "OPAQUE" },
      },
    ])
    expect(readByPython(first.text)).toMatchObject({
      method: "PUBLISH",
      events: [{ uid: entry!.uid, start: "2027-04-05T16:00:00Z", end: "2027-04-05T17:00:00Z" }],
    })
    const etag = first.headers.get("etag")!
    const again = await fetchFeed(url, { "if-none-match": `W/${etag}` })
    expect([again.status, again.text]).toEqual([304, ""])

    await change(`/appointments/${id}/reschedule`, { start_time: "2027-04-06T16:00:00.000Z" })
    const moved = await fetchFeed(url, { "if-none-match": etag })
    expect([moved.status, eventsIn(moved.text)]).toMatchObject([
      200,
      [{ uid: entry!.uid, sequence: 1, start: "2027-04-06T16:00:00.000Z" }],
    ])
    await mailed()
    const everybodys = await feed("first_name", { location_id: locationId })
    expect(eventsIn((await fetchFeed(everybodys)).text)[0]!.summary).toBe("Boiler service – Ida Moss – Sam")
    await change(`/appointments/${id}/cancel`)
    expect(eventsIn((await fetchFeed(url)).text)).toMatchObject([
      {
        ...{ uid: entry!.uid, sequence: 2, status: "CANCELLED", transparency: "TRANSPARENT" },
        ...{ summary: "Boiler service", location: null },
      },
    ])
    await mailed()
  })

  it("PV-05 says no more of customers than is allowed, shows windows as free time, and a class once", async () => {
    const address = {
      ...{ line1: "9 Elm St", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.27, longitude: -97.74 },
    }
    const visit = await makeType(service, {
      ...{ name: "Repair", place: "at_customer", promise: { kind: "window", minutes: 240 } },
      min_notice_minutes: 0,
    })
    const yoga = await makeType(service, { name: "Yoga", seats: 3, min_notice_minutes: 0 })
    const asked = await makeType(service, { name: "Survey", confirmation: "staff", min_notice_minutes: 0 })
    const long = await makeType(service, { name: "Overhaul", blocks: [240, 240, 120] })
    const { providerId, locationId, feed } = await ida([visit, yoga, asked, long])
    const who = { provider_id: providerId, customer_id: await customer({ address }) }
    await make(service, "/appointments", {
      ...{ ...who, appointment_type_id: visit, start_time: "2027-04-05T14:00:00.000Z", keep_provider: true },
    })
    await make(service, "/class-sessions", {
      ...{ appointment_type_id: yoga, provider_ids: [providerId], location_id: locationId },
      start_time: "2027-04-06T16:00:00.000Z",
    })
    for (let seat = 0; seat < 2; seat += 1)
      await book({
        ...{ provider_id: providerId, appointment_type_id: yoga },
        start_time: "2027-04-06T16:00:00.000Z",
      })
    await make(service, "/appointments", {
      ...{ ...who, appointment_type_id: asked, start_time: "2027-04-07T16:00:00.000Z" },
    })
    const job = await book({
      ...{
        customer_id: await customer({ name: "Zelda Quinn" }),
        provider_id: providerId,
        appointment_type_id: long,
        start_time: "2027-04-12T15:00:00.000Z",
      },
    })
    const url = await feed("nothing")
    const { text } = await fetchFeed(url)
    const shown = eventsIn(text)
    expect(text).not.toMatch(/Sam|Poe|Elm/)
    expect(shown[0]).toMatchObject({ transparency: "TRANSPARENT", location: null, status: "CONFIRMED" })
    expect(shown[0]!.summary).toMatch(/^≈ \d+:\d\d [AP]M C[DS]T Repair$/)
    expect(shown[1]).toMatchObject({ summary: "Yoga – 2/3", transparency: "OPAQUE" })
    expect(shown[2]).toMatchObject({ summary: "Survey", status: "TENTATIVE" })
    expect(new Set(shown.slice(3).map(({ uid }) => uid)).size, "one UID for a job of three days").toBe(1)
    expect(shown.slice(3).length).toBeGreaterThan(0)
    const allowed = await feed("name_and_address")
    const open = await fetchFeed(allowed)
    expect(open.text).toContain("Zelda Quinn")
    expect(eventsIn(open.text)[0]).toMatchObject({ location: "9 Elm St, Austin, TX 78702" })
    expect(eventsIn(open.text)[0]!.summary).toMatch(/Repair – Sam Poe$/)
    expect((await fetchFeed(url)).status, "replaced").toBe(404)
    await change(`/appointments/${job.id}/cancel`)
    const erased = await service.api("DELETE", `/customers/${job.customer_id}`)
    expect(erased.status).toBe(200)
    expect((await fetchFeed(allowed)).text, "an erased customer").not.toMatch(/Zelda|Quinn/)
    await sendTexts(service.context)
  })

  it("PV-05 one of a series is in the feed at its place under the series' UID", async () => {
    const { providerId, feed } = await ida()
    const { body } = await service.api("POST", "/series", {
      ...{ customer_id: await customer(), appointment_type_id: story.typeId, provider_id: providerId },
      ...{ start_time: "2027-04-06T20:00:00.000Z", every: { weeks: 1 }, count: 2 },
    })
    const [first] = body.data.appointments as { id: number }[]
    const [master] = await bothSay(first!.id)
    const shown = eventsIn((await fetchFeed(await feed("nothing"))).text)
    expect(shown.map(({ uid, replaces }) => [uid, replaces])).toEqual([
      [master!.uid, "2027-04-06T15:00:00"],
      [master!.uid, "2027-04-13T15:00:00"],
    ])
  })

  it("PV-05 delete_calendar_feed and list_calendar_feeds: an ended address is an unknown one, as is that of an archived provider", async () => {
    const { providerId, locationId, feed } = await ida()
    const [own, everybodys] = [await feed("nothing"), await feed("nothing", { location_id: locationId })]
    const { body } = await service.api("GET", "/calendar-feeds?limit=100")
    const listed = body.data.find(
      ({ provider }: { provider: { id: number } | null }) => provider?.id === providerId,
    )
    expect(listed).toMatchObject({ last_four: own.slice(-8, -4), last_read_at: null })
    expect(JSON.stringify(body)).not.toContain(own.slice(-47, -4))
    await fetchFeed(own)
    const ended = await service.api("DELETE", `/calendar-feeds/${listed.id}`)
    expect(ended.status).toBe(200)
    const refused = await fetchFeed(own)
    const never = await fetchFeed(own.replace(/[\w-]{4}\.ics$/, "AAAA.ics"))
    const bodyOf = ({ text }: Fed) => ({ ...JSON.parse(text).error, request_id: null })
    expect([refused.status, never.status, bodyOf(refused)]).toEqual([404, 404, bodyOf(never)])
    expect(refused.headers.get("cache-control")).toBe("private, no-store")
    await service.api("DELETE", `/locations/${locationId}`)
    await service.api("DELETE", `/providers/${providerId}`)
    await service.api("DELETE", `/locations/${locationId}`)
    expect((await fetchFeed(everybodys)).status, "of an archived location").toBe(404)
  })

  it("PV-05 names the field that is wrong, gives no feed to a narrowed key, and is read 120 times an hour", async () => {
    const { providerId, locationId, feed } = await ida()
    const wrong = async (body: object) => {
      const answer = await service.api("POST", "/calendar-feeds", body)
      return [answer.status, answer.body.error.field]
    }
    expect(await wrong({})).toEqual([400, "provider_id"])
    expect(await wrong({ provider_id: providerId, location_id: locationId })).toEqual([400, "location_id"])
    expect(await wrong({ provider_id: 999_999 })).toEqual([404, "provider_id"])
    expect(await wrong({ provider_id: providerId, customer: "all" })).toEqual([400, "customer"])
    const scopes = ["api_keys:read", "api_keys:write"]
    const { body } = await service.api("POST", "/api-keys", { name: "Narrow", role: "admin", scopes })
    const refused = await fetch(`${service.apiUrl}/api/v1/calendar-feeds`, {
      method: "POST",
      headers: { authorization: `Bearer ${body.data.key}`, "content-type": "application/json" },
      body: JSON.stringify({ provider_id: providerId }),
    })
    expect(refused.status).toBe(403)
    const url = await feed("nothing")
    const statuses: number[] = []
    for (let reading = 0; reading < 121; reading += 1) statuses.push((await fetchFeed(url)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect(statuses.at(-1)).toBe(429)
  })
})
