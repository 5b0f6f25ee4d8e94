/** A provider's calendar on a real CalDAV server: what is read there, what is written there, and what goes wrong. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventPushes } from "../../service/calendars/push-events.worker.ts"
import { calendarReads } from "../../service/calendars/read-calendars.worker.ts"
import type { Calendars } from "../../service/platform/ports/calendars.ts"
import { workOff } from "../../service/platform/queue/loop.ts"
import { type Radicale, startRadicale } from "../support/radicale.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, type Story, tellStory } from "../support/story.ts"

let service: TestService
let radicale: Radicale
let story: Story
let calendars: string
let calendarId: number
beforeAll(async () => {
  // Tests ask at hours that Ana works: 09:00 to 17:00 in Chicago is 15:00 to 23:00 in UTC until 14 March.
  service = await startService({ now: "2027-03-01T12:00:00.000Z" })
  radicale = await startRadicale()
  story = await tellStory(service)
  calendars = `/providers/${story.anaId}/calendars`
  calendarId = (await make(service, calendars, { ...radicale.connection, owner_email: "ana@example.com" })).id
  await settle()
})
afterAll(async () => {
  await service.stop()
  await radicale.stop()
})

const minute = 60_000

/** Lets everything that is due be done: half a minute passes between two readings at the most. */
async function settle(): Promise<void> {
  service.clock.advanceMs(minute)
  await workOff(service.context, calendarReads(service.context))
  await workOff(service.context, eventPushes(service.context))
}

const search = async (date: string, provider = story.anaId) => {
  const endDate = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const body = {
    appointment_type_id: story.typeId,
    start_date: date,
    end_date: endDate,
    provider_id: provider,
  }
  return (await service.api("POST", "/slots", body)).body.data
}

/** Ana's free starts of a date, as `15:00` in UTC. */
async function offered(date: string): Promise<string[]> {
  const { providers } = await search(date)
  return providers.flatMap(({ slots }: { slots: { start_time: string }[] }) =>
    slots.map(({ start_time }) => start_time.slice(11, 16)),
  )
}

const book = (start: string, more: object = {}) =>
  service.api("POST", "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: start,
    ...more,
  })

const event = (uid: string, ...lines: string[]) => [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Somebody//EN",
  ...eventLines(uid, ...lines),
  "END:VCALENDAR",
]
const eventLines = (uid: string, ...lines: string[]) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  "DTSTAMP:20270101T000000Z",
  ...lines,
  "END:VEVENT",
]

const everyHalfHour = (from: string, to: string) => {
  const starts: string[] = []
  for (let at = Date.parse(`2027-03-01T${from}Z`); at <= Date.parse(`2027-03-01T${to}Z`); at += 30 * minute) {
    starts.push(new Date(at).toISOString().slice(11, 16))
  }
  return starts
}
const wholeDay = everyHalfHour("15:00", "22:00")

async function clear(): Promise<void> {
  for (const { name } of await radicale.events()) await radicale.remove(name)
  await settle()
}

describe("SL-02 what stands in a provider's calendar is not offered", () => {
  afterEach(clear)

  it("single, recurring, moved, cancelled and foreign-zone events", async () => {
    expect(await offered("2027-03-02")).toEqual(wholeDay)
    await radicale.put("single.ics", event("single", "DTSTART:20270302T160000Z", "DTEND:20270302T163000Z"))
    await radicale.put(
      "paris.ics",
      event("paris", "DTSTART;TZID=Europe/Paris:20270302T210000", "DURATION:PT1H"),
    )
    await radicale.put("series.ics", [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Somebody//EN",
      ...eventLines(
        "series",
        "DTSTART;TZID=America/Chicago:20270201T090000",
        "DURATION:PT1H",
        "RRULE:FREQ=DAILY",
      ),
      ...eventLines(
        "series",
        "RECURRENCE-ID;TZID=America/Chicago:20270303T090000",
        "DTSTART:20270303T220000Z",
        "DURATION:PT1H",
      ),
      ...eventLines(
        "series",
        "RECURRENCE-ID;TZID=America/Chicago:20270304T090000",
        "DTSTART:20270304T150000Z",
        "DURATION:PT1H",
        "STATUS:CANCELLED",
      ),
      "END:VCALENDAR",
    ])
    await settle()
    expect(await offered("2027-03-02")).toEqual([
      "16:30",
      "17:00",
      "17:30",
      "18:00",
      "18:30",
      "19:00",
      ...everyHalfHour("21:00", "22:00"),
    ])
    expect(await offered("2027-03-03"), "moved to the day's last hour").toEqual(
      everyHalfHour("15:00", "21:00"),
    )
    expect(await offered("2027-03-04"), "cancelled").toEqual(wholeDay)
    expect(await offered("2027-03-05")).toEqual(everyHalfHour("16:00", "22:00"))
  })

  it("whole days of the calendar's zone; free and declined ones do not count", async () => {
    await radicale.put(
      "holiday.ics",
      event("holiday", "DTSTART;VALUE=DATE:20270302", "DTEND;VALUE=DATE:20270303"),
    )
    const when = ["DTSTART:20270303T150000Z", "DTEND:20270303T230000Z"]
    await radicale.put("free.ics", event("free", ...when, "TRANSP:TRANSPARENT"))
    await radicale.put(
      "declined.ics",
      event("declined", ...when, "ATTENDEE;PARTSTAT=DECLINED:mailto:ana@example.com"),
    )
    await settle()
    expect(await offered("2027-03-02")).toEqual([])
    expect(await offered("2027-03-03")).toEqual(wholeDay)
  })

  it("is known within a minute, and read again only when it has changed", async () => {
    await settle()
    const version = async () =>
      (
        await service.context.db.query<{ read_version: string }>("SELECT read_version FROM provider_calendar")
      )[0]!.read_version
    const before = await version()
    await settle()
    expect(await version()).toBe(before)
    await radicale.put("new.ics", event("new", "DTSTART:20270302T150000Z", "DURATION:PT8H"))
    await settle()
    expect(await version()).not.toBe(before)
    expect(await offered("2027-03-02")).toEqual([])
  })
})

describe("BK-02 BK-09 a booking", () => {
  afterEach(clear)

  it("BK-02 asks the calendar at that moment, whatever was read before", async () => {
    await radicale.put("sudden.ics", event("sudden", "DTSTART:20270308T153000Z", "DURATION:PT30M"))
    const answer = await book("2027-03-08T15:00:00.000Z")
    expect(answer).toMatchObject({ status: 409, body: { error: { code: "slot_taken" } } })
  })

  it("RE-02 what a calendar has kept busy for longer than half an hour is not taken, what it has added since is", async () => {
    const codeAt = async (start: string) => (await book(start)).body.error.code
    await radicale.put("old.ics", event("old", "DTSTART:20270309T160000Z", "DTEND:20270309T170000Z"))
    await settle()
    expect(await codeAt("2027-03-09T16:00:00.000Z")).toBe("slot_taken")
    service.clock.advanceMs(31 * minute)
    await settle()
    // The two are one busy time by now.
    await radicale.put("new.ics", event("new", "DTSTART:20270309T170000Z", "DTEND:20270309T180000Z"))
    await settle()
    expect(await codeAt("2027-03-09T16:00:00.000Z")).toBe("time_not_offered")
    expect(await codeAt("2027-03-09T17:00:00.000Z")).toBe("slot_taken")
  })

  it("BK-09 appears in the calendar, moves and disappears there, and is not busy twice", async () => {
    const { id } = (await book("2027-03-08T15:00:00.000Z")).body.data
    await settle()
    const [made] = await radicale.events()
    expect(made!.text).toContain("DTSTART:20270308T150000Z")
    expect(made!.text).toContain("SUMMARY:Boiler service – Sam Poe")
    expect(made!.text, "no more than the provider needs").not.toMatch(/5125550123|sam@example|crm-9/)
    // Half an hour later its own time is partly in the way, were the event in the calendar counted.
    const moved = await service.api("POST", `/appointments/${id}/reschedule`, {
      start_time: "2027-03-08T15:30:00.000Z",
    })
    expect(moved.status).toBe(200)
    await settle()
    const after = await radicale.events()
    expect(after.map(({ name }) => name)).toEqual([made!.name])
    expect(after[0]!.text).toContain("DTSTART:20270308T153000Z")
    const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)![1])
    expect(sequence(after[0]!.text)).toBeGreaterThan(sequence(made!.text))
    await service.api("POST", `/appointments/${id}/cancel`, {})
    expect((await radicale.events()).length).toBe(1)
    await settle()
    expect(await radicale.events()).toEqual([])
    expect(await offered("2027-03-08")).toEqual(wholeDay)
  })

  it("CL-07 a session of a class is one event that says how many are seated, not one for each seat", async () => {
    const typeId = await makeType(service, { name: "Yoga", duration_minutes: 50, seats: 8 })
    const offered = { appointment_type_ids: [story.typeId, typeId] }
    expect((await service.api("PUT", `/providers/${story.anaId}`, offered)).status).toBe(200)
    const start_time = "2027-03-11T23:30:00.000Z"
    const wish = { appointment_type_id: typeId, location_id: story.locationId, start_time }
    const put = { ...wish, provider_ids: [story.anaId] }
    const [session] = (await make(service, "/class-sessions", put)).sessions as { id: number }[]
    const titles = async (): Promise<string[]> => {
      await settle()
      return (await radicale.events()).map(({ text }) => /SUMMARY:(.*)/.exec(text)![1]!.trim())
    }
    expect(await titles()).toEqual(["Yoga – 0/8"])
    const seat = async (seats: number): Promise<number> => {
      const customer = { ...wish, provider_id: story.anaId, customer_id: await makeCustomer(service), seats }
      return (await make(service, "/appointments", customer)).id
    }
    const [one] = [await seat(1), await seat(2)]
    expect(await titles()).toEqual(["Yoga – 3/8"])
    await service.api("POST", `/appointments/${one}/cancel`, {})
    expect(await titles()).toEqual(["Yoga – 2/8"])
    const moved = { start_time: "2027-03-12T00:00:00.000Z" }
    expect((await service.api("PUT", `/class-sessions/${session!.id}`, moved)).status).toBe(200)
    expect(await titles()).toEqual(["Yoga – 2/8"])
    expect((await radicale.events())[0]!.text).toContain("DTSTART:20270312T000000Z")
    // A calendar that is connected later gets the session, and no seat.
    const later = await make(service, calendars, radicale.connection)
    expect(await titles()).toEqual(["Yoga – 2/8"])
    await service.api("DELETE", `${calendars}/${later.id}`)
    await service.api("DELETE", `/class-sessions/${session!.id}`)
    expect(await titles()).toEqual([])
  })

  it("BK-09 two edits at once: what its owner added stays, and the time is ours", async () => {
    const { id } = (await book("2027-03-09T15:00:00.000Z")).body.data
    await settle()
    const [mine] = await radicale.events()
    const edited = mine!.text
      .replace("DTSTART:20270309T150000Z", "DTSTART:20270309T200000Z")
      .replace("DTEND:20270309T160000Z", "DTEND:20270309T210000Z")
      .replace(
        "END:VEVENT",
        "DESCRIPTION:Bring the ladder\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Soon\r\nTRIGGER:-PT30M\r\nEND:VALARM\r\nEND:VEVENT",
      )
    expect(await radicale.put(mine!.name, edited.trim().split("\r\n"), { "if-match": mine!.etag })).toBe(201)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-09T17:00:00.000Z" })
    await settle()
    const [now] = await radicale.events()
    expect(now!.text).toContain("DTSTART:20270309T170000Z")
    expect(now!.text).not.toContain("20270309T200000Z")
    expect(now!.text).toContain("DESCRIPTION:Bring the ladder")
    expect(now!.text).toContain("TRIGGER:-PT30M")
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await settle()
  })

  it("BK-09 one that its owner deleted comes back with the next change", async () => {
    const { id } = (await book("2027-03-09T15:00:00.000Z")).body.data
    await settle()
    const [mine] = await radicale.events()
    await radicale.remove(mine!.name)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-09T18:00:00.000Z" })
    await settle()
    expect((await radicale.events())[0]!.text).toContain("DTSTART:20270309T180000Z")
    await radicale.remove(mine!.name)
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await settle()
    expect(await radicale.events()).toEqual([])
  })

  it("BK-09 an event whose writing was cut short is found again, and taken away", async () => {
    const { id } = (await book("2027-03-10T15:00:00.000Z")).body.data
    // The worker dies between the server's answer and our note of it.
    const { context } = service
    const calendars: Calendars = {
      ...context.calendars,
      async put(...asked) {
        await context.calendars.put(...asked)
        throw new Error("died")
      },
    }
    const log = { ...context.log, error() {} }
    await workOff({ ...context, log }, eventPushes({ ...context, calendars, log }))
    expect((await radicale.events()).length).toBe(1)
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await settle()
    expect(await radicale.events()).toEqual([])
  })

  it("TR-16 a move to another provider takes the event away, and one back brings it, with the calendar asked", async () => {
    const { id } = (await book("2027-03-10T15:00:00.000Z")).body.data
    await settle()
    expect(await radicale.events()).toHaveLength(1)
    const move = (start_time: string, provider_id: number) =>
      service.api("POST", `/appointments/${id}/reschedule`, { start_time, provider_id })
    expect((await move("2027-03-10T15:00:00.000Z", story.benId)).status).toBe(200)
    await settle()
    expect(await radicale.events()).toEqual([])

    await radicale.put("own.ics", event("own", "DTSTART:20270310T190000Z", "DTEND:20270310T200000Z"))
    expect((await move("2027-03-10T19:00:00.000Z", story.anaId)).body.error.code).toBe("slot_taken")
    await radicale.remove("own.ics")
    expect((await move("2027-03-10T20:00:00.000Z", story.anaId)).status).toBe(200)
    await settle()
    expect((await radicale.events()).map(({ text }) => /DTSTART:(\S+)/.exec(text)?.[1])).toEqual([
      "20270310T200000Z",
    ])
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await settle()
  })

  it("BK-09 a move while the event is being written is written too", async () => {
    const { id } = (await book("2027-03-10T15:00:00.000Z")).body.data
    const { context } = service
    const calendars: Calendars = {
      ...context.calendars,
      async put(...asked) {
        const remote = await context.calendars.put(...asked)
        await service.api("POST", `/appointments/${id}/reschedule`, {
          start_time: "2027-03-10T19:00:00.000Z",
        })
        return remote
      },
    }
    await workOff(context, eventPushes({ ...context, calendars }))
    await settle()
    const events = await radicale.events()
    expect(events.map(({ text }) => /DTSTART:(\S+)/.exec(text)?.[1])).toEqual(["20270310T190000Z"])
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await settle()
  })

  it("BK-09 a move while the event is being written is written after it, not beside it", async () => {
    const { id } = (await book("2027-03-10T15:00:00.000Z")).body.data
    const { context } = service
    const begun = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    const calendars: Calendars = {
      ...context.calendars,
      async put(...asked) {
        begun.resolve()
        await late.promise
        return context.calendars.put(...asked)
      },
    }
    const first = workOff(context, eventPushes({ ...context, calendars }, { atOnce: 1 }))
    await begun.promise
    for (const hour of [18, 19]) {
      const start_time = `2027-03-10T${hour}:00:00.000Z`
      await service.api("POST", `/appointments/${id}/reschedule`, { start_time })
    }
    // Another worker looks meanwhile; what it wrote now, the late write would overwrite.
    await workOff(context, eventPushes(context))
    expect(await radicale.events()).toEqual([])
    late.resolve()
    await first
    const [event] = await radicale.events()
    expect(event!.text).toContain("DTSTART:20270310T190000Z")
    expect(await service.context.db.query("SELECT FROM calendar_push_due")).toEqual([])
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await settle()
  })
})

describe("BK-09 a calendar that is connected later", () => {
  it("gets what is booked already, forgets names that are erased, and keeps what stands in it when it goes", async () => {
    const pat = await make(service, "/customers", { name: "Pat Kim" })
    const booked = (await book("2027-03-08T15:00:00.000Z", { customer_id: pat.id, provider_id: story.benId }))
      .body.data
    const bens = `/providers/${story.benId}/calendars`
    const { id } = await make(service, bens, radicale.connection)
    await settle()
    const [made] = await radicale.events()
    expect(made!.text).toContain("SUMMARY:Boiler service – Pat Kim")
    service.clock.set("2027-03-09T12:00:00.000Z")
    expect((await service.api("DELETE", `/customers/${pat.id}?erase=true`)).status).toBe(200)
    await settle()
    expect((await radicale.events())[0]!.text).toContain("SUMMARY:Boiler service – Erased")
    await service.api("DELETE", `${bens}/${id}`)
    expect((await radicale.events()).length).toBe(1)
    // Connected again, the same event is known to be ours: the provider is not busy by it.
    const again = await make(service, bens, radicale.connection)
    await settle()
    const busy = await service.context.db.query("SELECT 1 FROM calendar_busy WHERE provider_id = $1", [
      story.benId,
    ])
    expect(busy).toEqual([])
    await service.api("DELETE", `${bens}/${again.id}`)
    expect(booked.status).toBe("scheduled")
    await clear()
  })

  it("says what is wrong with credentials, address and clock", async () => {
    const check = async (own: object) => {
      const { id } = await make(service, calendars, { ...radicale.connection, ...own })
      const { problems } = (await service.api("POST", `${calendars}/${id}/check`)).body.data
      await service.api("DELETE", `${calendars}/${id}`)
      return problems.map(({ problem }: { problem: string }) => problem)
    }
    expect(await check({ password: "wrong" })).toEqual(["credentials"])
    expect(await check({ url: radicale.url.replace("/work/", "/nothing/") })).toEqual(["not_found"])
    expect(await check({ url: radicale.url.replace("/work/", "/") })).toEqual(["not_found"])
    // The tests' clock is months ahead of the server's.
    expect(await check({})).toEqual(["clock"])
  })
})

describe("a server that is away", () => {
  it("BK-02 BK-09 SL-02 refuses bookings, serves a quarter of an hour, writes what waited once it is back", async () => {
    const kept = (await book("2027-03-16T15:00:00.000Z")).body.data
    await settle()
    await radicale.cut()

    const refused = await book("2027-03-16T18:00:00.000Z")
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "calendar_unavailable" } } })
    const cancelled = await service.api("POST", `/appointments/${kept.id}/cancel`, {})
    expect(cancelled.status, "a cancel needs no calendar").toBe(200)

    await settle()
    const failing = await search("2027-03-17")
    expect(failing.providers.length).toBe(1)
    expect(failing.warnings).toEqual([expect.stringContaining("can't be read at the moment")])
    expect((await service.api("GET", calendars)).body.data[0]).toMatchObject({
      status: "failing",
      problem: "unreachable",
    })

    service.clock.advanceMs(15 * minute)
    await settle()
    const unread = await search("2027-03-17")
    expect(unread).toMatchObject({ providers: [], reason: null, next_available: null })
    expect(unread.warnings).toEqual(["A calendar of Ana Ruiz can't be read, so Ana Ruiz is not offered."])
    expect((await search("2027-03-17", story.benId)).providers.length, "others are").toBe(1)
    const checked = await service.api("POST", `${calendars}/${calendarId}/check`)
    expect(checked.body.data).toMatchObject({
      ok: false,
      waiting_writes: 1,
      problems: [{ problem: "unreachable" }],
    })

    await radicale.restore()
    service.clock.advanceMs(60 * minute)
    await settle()
    expect(await radicale.events()).toEqual([])
    expect((await search("2027-03-17")).providers.length).toBe(1)
    expect((await service.api("GET", calendars)).body.data[0]).toMatchObject({
      status: "fresh",
      problem: null,
    })
  })
})
