/** Connecting, listing, checking and disconnecting a provider's calendars. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { calendarReads } from "../../service/calendars/read-calendars.worker.ts"
import { createAddressGuard } from "../../service/host/adapters/outbound/address-guard.ts"
import { workOff } from "../../service/platform/queue/loop.ts"
import { type LocalServer, startLocalServer } from "../support/local-server.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeProvider, type Story, tellStory } from "../support/story.ts"

let service: TestService
let feed: LocalServer
let story: Story
beforeAll(async () => {
  feed = await startLocalServer()
  const guard = createAddressGuard({
    resolve: async () => [{ address: "93.184.216.34", family: 4 }],
    allowPrivate: false,
  })
  const own = { refuse: async (url: string) => (url.startsWith(feed.url) ? null : guard.refuse(url)) }
  service = await startService({ addressGuard: own })
  story = await tellStory(service)
})
afterAll(async () => {
  await service.stop()
  await feed.stop()
})

const calendarsOf = (provider: number) => `/providers/${provider}/calendars`
const connect = (body: object, provider = story.benId) => service.api("POST", calendarsOf(provider), body)
const grant = { client_id: "app", client_secret: "client-hush", refresh_token: "refresh-hush" }
const caldav = {
  kind: "caldav",
  url: "https://dav.example.com/ben/",
  username: "ben",
  password: "password-hush",
}

describe("connecting", () => {
  it("takes four kinds, and never tells what it was told in confidence", async () => {
    const secretFeed = { kind: "ics", url: "webcal://feeds.example.com/private-hush/basic.ics" }
    const google = { kind: "google", ...grant, timezone: "Europe/Paris" }
    const microsoft = { kind: "microsoft", ...grant, writes: false, owner_email: "ben@example.com" }
    const told: string[] = []
    for (const body of [caldav, secretFeed, google, microsoft]) {
      const answer = await connect(body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      told.push(JSON.stringify(answer.body))
    }
    const list = await service.api("GET", calendarsOf(story.benId))
    expect(
      list.body.data.map((one: Record<string, unknown>) => [
        one.kind,
        one.address,
        one.writes,
        one.timezone,
        one.status,
      ]),
    ).toEqual([
      ["caldav", "https://dav.example.com/ben/", true, "America/Chicago", "waiting"],
      ["ics", "feeds.example.com", false, "America/Chicago", "waiting"],
      ["google", "primary", true, "Europe/Paris", "waiting"],
      ["microsoft", "main calendar", false, "America/Chicago", "waiting"],
    ])
    const rows = await service.context.db.query("SELECT to_jsonb(y) AS row FROM provider_calendar y")
    const audit = await service.context.db.query("SELECT to_jsonb(a) AS row FROM audit a")
    for (const { id } of list.body.data) await service.api("DELETE", `${calendarsOf(story.benId)}/${id}`)
    for (const text of [...told, JSON.stringify(list.body), JSON.stringify(rows), JSON.stringify(audit)]) {
      expect(text).not.toContain("hush")
    }
  })

  it.each([
    [{ kind: "outlook" }, "kind"],
    [{ ...caldav, url: "https://127.0.0.1/dav" }, "url"],
    [{ ...caldav, url: "https://2130706433/" }, "url"],
    [{ kind: "ics", url: "http://feeds.example.com/a.ics" }, "url"],
    [{ kind: "ics", url: "https://calendar.internal/a.ics" }, "url"],
    [{ kind: "ics", url: "not an address" }, "url"],
    [{ ...caldav, password: "" }, "password"],
    [{ ...caldav, timezone: "Mars/Base" }, "timezone"],
    [{ kind: "ics", url: "https://feeds.example.com/a.ics", writes: true }, "writes"],
    [{ kind: "microsoft", ...grant, writes: false }, "owner_email"],
    [{ kind: "microsoft", ...grant, tenant: "a/../b" }, "tenant"],
    [{ ...caldav, unanswered_blocks: false }, "owner_email"],
    [{ kind: "google", ...grant, writes: false, unanswered_blocks: false }, "unanswered_blocks"],
  ])("refuses %j by its field", async (body, field) => {
    const answer = await connect(body)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "invalid_input", field } } })
  })

  it("takes ten for a provider and no more", async () => {
    const cleo = await makeProvider(service, { name: "Cleo Park" })
    for (let n = 0; n < 10; n += 1) expect((await connect(caldav, cleo)).status).toBe(201)
    expect(await connect(caldav, cleo)).toMatchObject({
      status: 409,
      body: { error: { code: "too_many_calendars" } },
    })
    await service.api("DELETE", `/providers/${cleo}`)
  })

  it("is for staff, and for the company's own providers", async () => {
    const { key } = await make(service, "/api-keys", { name: "Agent", role: "agent" })
    const asAgent = await service.api("GET", calendarsOf(story.benId), undefined, { key: key as string })
    expect(asAgent.status).toBe(403)
    const other = await service.anotherCompany()
    const asOther = await service.api("POST", calendarsOf(story.benId), caldav, { key: other.key })
    expect(asOther.status).toBe(404)
  })
})

describe("a feed that is connected", () => {
  const event = "BEGIN:VEVENT\nUID:a\nDTSTART:20270302T150000Z\nDTEND:20270302T230000Z\nEND:VEVENT"
  const body = `BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR\n`
  const slots = async () => {
    const dates = { start_date: "2027-03-02", end_date: "2027-03-03" }
    const wish = { appointment_type_id: story.typeId, provider_id: story.anaId, ...dates }
    return (await service.api("POST", "/slots", wish)).body.data
  }

  it("SL-02 closes its provider until it was read, then its busy times, and nothing more once it is disconnected", async () => {
    feed.tell({ body, headers: { etag: '"1"' } })
    const { id } = await make(service, calendarsOf(story.anaId), { kind: "ics", url: `${feed.url}/a.ics` })
    const waiting = await slots()
    expect(waiting).toMatchObject({
      providers: [],
      warnings: ["A calendar of Ana Ruiz can't be read, so Ana Ruiz is not offered."],
    })
    await workOff(service.context, calendarReads(service.context))
    const read = await slots()
    expect(read).toMatchObject({
      providers: [],
      warnings: [],
      next_available: { start_time: "2027-03-03T15:00:00.000Z" },
    })
    const gone = await service.api("DELETE", `${calendarsOf(story.anaId)}/${id}`)
    expect(gone.status).toBe(200)
    expect((await slots()).providers.length).toBe(1)
    expect((await service.api("GET", calendarsOf(story.anaId))).body.data).toEqual([])
    const left = await service.context.db.query("SELECT settings FROM provider_calendar WHERE id = $1", [id])
    expect(left, "credentials are forgotten").toEqual([{ settings: null }])
    expect((await service.api("DELETE", `${calendarsOf(story.anaId)}/${id}`)).status).toBe(404)
  })

  it("SL-02 is read again within the minute, and not all the time", async () => {
    feed.tell({ body })
    const { id } = await make(service, calendarsOf(story.anaId), {
      kind: "ics",
      url: `${feed.url}/often.ics`,
    })
    const readings = () => feed.asked.filter(({ path }) => path === "/often.ics").length
    for (const [seconds, expected] of [
      [0, 1],
      [35, 1],
      [10, 2],
      [35, 2],
      [10, 3],
    ] as const) {
      service.clock.advanceMs(seconds * 1_000)
      await workOff(service.context, calendarReads(service.context))
      expect(readings(), `${seconds} s later`).toBe(expected)
    }
    await service.api("DELETE", `${calendarsOf(story.anaId)}/${id}`)
  })

  it("SL-02 is read again ten seconds after a first failure, later after a second; a success ends the count", async () => {
    const { id } = await make(service, calendarsOf(story.anaId), {
      kind: "ics",
      url: `${feed.url}/flaky.ics`,
    })
    const readings = () => feed.asked.filter(({ path }) => path === "/flaky.ics").length
    for (const [seconds, works, expected] of [
      [0, false, 1],
      [10, false, 2],
      [10, true, 2],
      [10, true, 3],
      [40, false, 4],
      [10, true, 5],
    ] as const) {
      feed.tell(works ? { body } : { status: 500 })
      service.clock.advanceMs(seconds * 1_000)
      await workOff(service.context, calendarReads(service.context))
      expect(readings(), `${seconds} s later`).toBe(expected)
    }
    await service.api("DELETE", `${calendarsOf(story.anaId)}/${id}`)
  })

  it("SL-02 is read in time though a dozen others hang", async () => {
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, n) => makeProvider(service, { name: `Provider ${n}` })),
    )
    for (const provider of many)
      await make(service, calendarsOf(provider), { kind: "ics", url: `${feed.url}/silent.ics` })
    feed.tell(({ path }) => (path === "/silent.ics" ? { silent: true } : { body }))
    const { id } = await make(service, calendarsOf(story.anaId), { kind: "ics", url: `${feed.url}/a.ics` })
    await workOff(service.context, calendarReads(service.context, { deadlineMs: 3_000, atOnce: 32 }))
    const [calendar] = (await service.api("GET", calendarsOf(story.anaId))).body.data
    expect(calendar).toMatchObject({ id, status: "fresh" })
    const [hanging] = (await service.api("GET", calendarsOf(many[0]!))).body.data
    expect(hanging).toMatchObject({ status: "unread", problem: "timeout" })
    await service.api("DELETE", `${calendarsOf(story.anaId)}/${id}`)
  })

  it("is forgotten with its provider", async () => {
    const dan = await makeProvider(service, { name: "Dan Weiss" })
    const { id } = await make(service, calendarsOf(dan), { kind: "ics", url: `${feed.url}/a.ics` })
    await service.api("DELETE", `/providers/${dan}`)
    const left = await service.context.db.query("SELECT settings FROM provider_calendar WHERE id = $1", [id])
    expect(left).toEqual([{ settings: null }])
  })
})

describe("checking", () => {
  const check = async (id: number) =>
    (await service.api("POST", `${calendarsOf(story.anaId)}/${id}/check`)).body.data

  it("says that all is well, or what is wrong and what to do", async () => {
    const right = { date: new Date(service.clock.now()).toUTCString() }
    const { id } = await make(service, calendarsOf(story.anaId), { kind: "ics", url: `${feed.url}/a.ics` })
    const body = "BEGIN:VCALENDAR\nEND:VCALENDAR"
    feed.tell({ headers: right, body })
    expect(await check(id)).toEqual({ ok: true, problems: [], waiting_writes: 0 })
    const cases = [
      [{ headers: right, status: 401 }, "credentials"],
      [{ headers: right, status: 403 }, "permission"],
      [{ headers: right, status: 404 }, "not_found"],
      [{ headers: right, body: "<html>" }, "unreadable"],
      [{ headers: { date: "Mon, 01 Mar 2027 11:40:00 GMT" }, body }, "clock"],
    ] as const
    for (const [told, problem] of cases) {
      feed.tell(told)
      const answer = await check(id)
      expect(answer).toMatchObject({ ok: false, problems: [{ problem }] })
      expect(answer.problems[0].mend.length).toBeGreaterThan(10)
    }
    const elsewhere = await service.api("POST", `${calendarsOf(story.benId)}/${id}/check`)
    expect(elsewhere.status, "another provider's").toBe(404)
  })
})
