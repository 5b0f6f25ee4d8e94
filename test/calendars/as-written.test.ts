/** Calendars as programs write them, connected over HTTP: what is not clear is named and blocks, and how one is read is chosen. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { calendarReads } from "../../service/calendars/read-calendars.worker.ts"
import { workOff } from "../../service/platform/queue/loop.ts"
import { type LocalServer, startLocalServer } from "../support/local-server.ts"
import { type OAuthHost, startOAuthHost } from "../support/oauth-host.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, type Story, tellStory } from "../support/story.ts"

let service: TestService
let feed: LocalServer
let host: OAuthHost
let story: Story
beforeAll(async () => {
  feed = await startLocalServer()
  host = await startOAuthHost()
  const { url } = host
  service = await startService({
    calendarHosts: {
      google: { apiUrl: url, tokenUrl: `${url}/token` },
      microsoft: { apiUrl: `${url}/v1.0`, loginUrl: url },
    },
  })
  story = await tellStory(service)
})
afterAll(async () => {
  await service.stop()
  await feed.stop()
  await host.stop()
})

const minute = 60_000
const calendars = () => `/providers/${story.anaId}/calendars`

beforeEach(async () => {
  for (const { id } of (await service.api("GET", calendars())).body.data)
    await service.api("DELETE", `${calendars()}/${id}`)
})

const event = (uid: string, ...lines: string[]) => ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"]
const file = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//EN", ...lines, "END:VCALENDAR"].join("\r\n")
const inCst = (uid: string, day: string) =>
  event(uid, `DTSTART;TZID=CST:2027${day}T100000`, `DTEND;TZID=CST:2027${day}T110000`)
const anHour = event("clear", "DTSTART:20270304T160000Z", "DTEND:20270304T170000Z")

async function connect(fields: object): Promise<number> {
  const { id } = await make(service, calendars(), { kind: "ics", url: `${feed.url}/a.ics`, ...fields })
  return id
}

/** Connected, read once, and as it is shown then. */
async function connected(text: string, fields: object = {}): Promise<Record<string, unknown>> {
  feed.tell({ body: text, headers: { date: new Date(service.clock.now()).toUTCString() } })
  const id = await connect(fields)
  return shownOf(id)
}

async function shownOf(id: number): Promise<Record<string, unknown>> {
  await workOff(service.context, calendarReads(service.context))
  const { data } = (await service.api("GET", calendars())).body
  return data.find((one: { id: number }) => one.id === id)
}

const checked = async ({ id }: Record<string, unknown>) =>
  (await service.api("POST", `${calendars()}/${id}/check`)).body.data

/** Ana's free starts of a date, as `15:00` in UTC. */
async function offered(date: string): Promise<string[]> {
  const { body } = await service.api("POST", "/slots", {
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_date: date,
    end_date: new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10),
  })
  return body.data.providers.flatMap(({ slots }: { slots: { start_time: string }[] }) =>
    slots.map(({ start_time }) => start_time.slice(11, 16)),
  )
}

const everyHalfHour = (from: string, to: string) => {
  const starts: string[] = []
  for (let at = Date.parse(`2027-03-01T${from}Z`); at <= Date.parse(`2027-03-01T${to}Z`); at += 30 * minute)
    starts.push(new Date(at).toISOString().slice(11, 16))
  return starts
}
/** Nine to five in Austin, by hours that end by five. */
const wholeDay = everyHalfHour("15:00", "22:00")

const book = (start_time: string) =>
  service.api("POST", "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
  })

describe("CW-02 what can't be placed", () => {
  it("CW-02 blocks all that it can mean and nothing else, and the check names its event and line", async () => {
    const shown = await connected(file(...inCst("odd", "0303"), ...anHour))
    expect(shown).toMatchObject({ status: "fresh", problem: "unclear_events" })
    const lines = [
      { uid: "odd", line: 6, text: "DTSTART;TZID=CST:20270303T100000" },
      { uid: "odd", line: 7, text: "DTEND;TZID=CST:20270303T110000" },
    ]
    const answer = await checked(shown)
    expect(answer).toMatchObject({ ok: false, problems: [{ problem: "unclear_events", events: lines }] })
    expect(answer.problems[0].mend).toContain("events")
    expect(await offered("2027-03-02")).toEqual(everyHalfHour("15:00", "19:00"))
    expect(await offered("2027-03-03")).toEqual([])
    expect(await offered("2027-03-04")).toEqual(wholeDay.filter((at) => at < "15:01" || at > "16:59"))
    // A booking asks the calendar itself, and gets the same answer.
    for (const start of ["2027-03-02T19:30:00.000Z", "2027-03-03T22:00:00.000Z", "2027-03-04T16:30:00.000Z"])
      expect((await book(start)).body.error?.code, start).toBe("slot_taken")
  })

  it("CW-02 says of more than ten such events that they are many, as a problem of its own", async () => {
    const days = Array.from({ length: 11 }, (_, i) => `03${String(i + 8).padStart(2, "0")}`)
    const ten = await connected(file(...days.slice(1).flatMap((day) => inCst(day, day))))
    expect(ten).toMatchObject({ status: "fresh", problem: "unclear_events" })
    expect((await checked(ten)).problems).toMatchObject([{ problem: "unclear_events" }])
    const many = await connected(file(...days.flatMap((day) => inCst(day, day))))
    expect(many).toMatchObject({ status: "fresh", problem: "many_unclear_events" })
    const { ok, problems } = await checked(many)
    expect([ok, problems.map(({ problem }: { problem: string }) => problem)]).toEqual([
      false,
      ["many_unclear_events"],
    ])
    expect(problems[0].events).toHaveLength(20)
    expect(problems[0].mend).toContain("time zone")
    // Once the file is right again the problem is gone.
    feed.tell({ body: file(...anHour), headers: { date: new Date(service.clock.now()).toUTCString() } })
    service.clock.advanceMs(minute)
    expect(await shownOf(many.id as number)).toMatchObject({ status: "fresh", problem: null })
  })

  it("CW-02 one that is free, cancelled or over never matters, however it is written", async () => {
    const broken = ["DTSTART:never", "DTEND:20300101T000000Z", "RRULE:FREQ=OFTEN", "RDATE:soon", "EXDATE:x"]
    const shown = await connected(
      file(
        ...event("free", ...broken, "TRANSP:TRANSPARENT"),
        ...event("cancelled", ...broken, "STATUS:CANCELLED"),
        ...event("shown as free", ...broken, "X-MICROSOFT-CDO-BUSYSTATUS:FREE"),
        ...event("over", "DTSTART:2011317T080000Z", "DTEND:20110317T090000Z"),
        ...event("long over", "DTSTART;TZID=CST:20110317T080000", "RRULE:FREQ=OFTEN;UNTIL=20120101T000000Z"),
        ...anHour,
      ),
    )
    expect(shown).toMatchObject({ status: "fresh", problem: null })
    expect(await checked(shown)).toEqual({ ok: true, problems: [], waiting_writes: 0 })
    expect(await offered("2027-03-03")).toEqual(wholeDay)
    expect(await offered("2027-03-04")).toEqual(wholeDay.filter((at) => at < "15:01" || at > "16:59"))
    expect((await book("2027-03-03T16:00:00.000Z")).status).toBe(201)
  })
})

describe("CW-05 the zone of whole days and of times without a zone", () => {
  /** Busy on the day that the zone's midnights enclose, and for the hour from noon on its clock. */
  const dayAndNoon = (...head: string[]) =>
    file(
      ...head,
      ...event("day", "DTSTART;VALUE=DATE:20270309", "DTEND;VALUE=DATE:20270310"),
      ...event("noon", "DTSTART:20270311T120000", "DTEND:20270311T130000"),
    )
  const without = (from: string, until: string) => wholeDay.filter((at) => at <= from || at >= until)

  it("CW-05 is the one that was set, whatever the file names", async () => {
    const shown = await connected(dayAndNoon("X-WR-TIMEZONE:Asia/Tokyo"), { timezone: "America/New_York" })
    expect(shown).toMatchObject({ timezone: "America/New_York", status: "fresh" })
    // The ninth in New York is from 05:00Z to 05:00Z, and noon there is 17:00Z.
    expect(await offered("2027-03-08")).toEqual(wholeDay)
    expect(await offered("2027-03-09")).toEqual([])
    expect(await offered("2027-03-10")).toEqual(wholeDay)
    expect(await offered("2027-03-11")).toEqual(without("16:00", "18:00"))
    expect((await book("2027-03-11T17:00:00.000Z")).body.error?.code).toBe("slot_taken")
  })

  it("CW-05 is the file's where none was set, and the company's where the file names none", async () => {
    const tokyo = await connected(dayAndNoon("X-WR-TIMEZONE:Asia/Tokyo"))
    expect(tokyo).toMatchObject({ timezone: "America/Chicago", status: "fresh" })
    // The ninth in Tokyo is from the eighth 15:00Z to the ninth 15:00Z, and noon there is 03:00Z.
    expect(await offered("2027-03-08")).toEqual([])
    expect(await offered("2027-03-09")).toEqual(wholeDay)
    expect(await offered("2027-03-11")).toEqual(wholeDay)
    await service.api("DELETE", `${calendars()}/${tokyo.id}`)
    await connected(dayAndNoon())
    expect(await offered("2027-03-08")).toEqual(wholeDay)
    expect(await offered("2027-03-09")).toEqual([])
    expect(await offered("2027-03-11")).toEqual(without("17:00", "19:00"))
  })

  it("CW-05 is the one that was set of a calendar at Google too, else the calendar's own there", async () => {
    const day = { id: "a", start: { date: "2027-03-09" }, end: { date: "2027-03-10" } }
    host.behave(() => ({ body: { timeZone: "Asia/Tokyo", items: [day], nextSyncToken: "s" } }))
    const google = { kind: "google", client_id: "app", client_secret: "hush", refresh_token: "hush" }
    const set = await make(service, calendars(), { ...google, timezone: "America/New_York" })
    expect(await shownOf(set.id)).toMatchObject({ status: "fresh" })
    expect([await offered("2027-03-08"), await offered("2027-03-09")]).toEqual([wholeDay, []])
    await service.api("DELETE", `${calendars()}/${set.id}`)
    const own = await make(service, calendars(), google)
    expect(await shownOf(own.id)).toMatchObject({ status: "fresh" })
    expect([await offered("2027-03-08"), await offered("2027-03-09")]).toEqual([[], wholeDay])
  })
})

describe("CW-06 travel and invitations without an answer", () => {
  it("CW-06 Apple's travel time is busy before its event", async () => {
    await connected(
      file(
        ...event(
          "visit",
          "DTSTART:20270304T190000Z",
          "DTEND:20270304T200000Z",
          "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M",
        ),
      ),
    )
    expect(await offered("2027-03-04")).toEqual(wholeDay.filter((at) => at <= "17:00" || at >= "20:00"))
    expect((await book("2027-03-04T17:30:00.000Z")).body.error?.code).toBe("slot_taken")
    expect((await book("2027-03-04T17:15:00.000Z")).body.error?.code).not.toBe("slot_taken")
  })

  const asking = (answer: string) =>
    file(
      ...event(
        "asked",
        "DTSTART:20270305T190000Z",
        "DTEND:20270305T200000Z",
        `ATTENDEE${answer}:mailto:Ana@example.com`,
      ),
    )
  const open = wholeDay
  const blocked = wholeDay.filter((at) => at <= "18:00" || at >= "20:00")

  it("CW-06 an invitation without an answer blocks unless the calendar says otherwise; the default is that it does", async () => {
    const owner = { owner_email: "ana@example.com" }
    for (const [answer, fields, right] of [
      ["", owner, blocked],
      [";PARTSTAT=NEEDS-ACTION", { ...owner, unanswered_blocks: true }, blocked],
      [";PARTSTAT=NEEDS-ACTION", { ...owner, unanswered_blocks: false }, open],
      ["", { ...owner, unanswered_blocks: false }, open],
      [";PARTSTAT=TENTATIVE", { ...owner, unanswered_blocks: false }, blocked],
      [";PARTSTAT=ACCEPTED", { ...owner, unanswered_blocks: false }, blocked],
      [";PARTSTAT=DECLINED", owner, open],
    ] as const) {
      const shown = await connected(asking(answer), fields)
      expect(shown).toMatchObject({
        status: "fresh",
        unanswered_blocks: !("unanswered_blocks" in fields) || fields.unanswered_blocks,
      })
      expect(await offered("2027-03-05"), `${answer} ${JSON.stringify(fields)}`).toEqual(right)
      await service.api("DELETE", `${calendars()}/${shown.id}`)
    }
  })

  it("CW-06 each calendar of a provider has its own choice", async () => {
    const owner = { owner_email: "ana@example.com" }
    feed.tell(({ path }) => ({
      body: path === "/work.ics" ? asking("") : asking("").replaceAll("20270305", "20270308"),
    }))
    await connect({ ...owner, url: `${feed.url}/work.ics` })
    const id = await connect({ ...owner, url: `${feed.url}/home.ics`, unanswered_blocks: false })
    expect(await shownOf(id)).toMatchObject({ status: "fresh" })
    expect([await offered("2027-03-05"), await offered("2027-03-08")]).toEqual([blocked, open])
  })

  const grant = { client_id: "app", client_secret: "hush", refresh_token: "hush" }
  const ofGoogle = (responseStatus: string) => ({
    body: {
      nextSyncToken: "s",
      items: [
        {
          id: "asked",
          start: { dateTime: "2027-03-05T19:00:00Z" },
          end: { dateTime: "2027-03-05T20:00:00Z" },
          attendees: [{ self: true, responseStatus }],
        },
      ],
    },
  })
  const ofMicrosoft = (response: string) => ({
    body: {
      value: [
        {
          id: "asked",
          showAs: "tentative",
          responseStatus: { response },
          start: { dateTime: "2027-03-05T19:00:00.0000000" },
          end: { dateTime: "2027-03-05T20:00:00.0000000" },
        },
      ],
    },
  })

  it.each([
    ["google", ofGoogle, "needsAction", ["accepted", "tentative"], "declined"],
    [
      "microsoft",
      ofMicrosoft,
      "notResponded",
      ["accepted", "tentativelyAccepted", "organizer", "none"],
      "declined",
    ],
  ] as const)(
    "CW-06 %s says by its own words which are unanswered",
    async (kind, told, unanswered, answers, no) => {
      for (const [response, unanswered_blocks, right] of [
        [unanswered, undefined, blocked],
        [unanswered, true, blocked],
        [unanswered, false, open],
        ...answers.map((answer) => [answer, false, blocked] as const),
        [no, undefined, open],
      ] as const) {
        host.behave(() => told(response))
        const { id } = await make(service, calendars(), {
          kind,
          ...grant,
          ...(unanswered_blocks === undefined ? {} : { unanswered_blocks }),
        })
        expect(await shownOf(id)).toMatchObject({
          status: "fresh",
          unanswered_blocks: unanswered_blocks ?? true,
        })
        expect(await offered("2027-03-05"), `${response} ${unanswered_blocks}`).toEqual(right)
        await service.api("DELETE", `${calendars()}/${id}`)
      }
    },
  )
})
