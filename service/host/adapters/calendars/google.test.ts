/** Google Calendar v3 as its reference describes it, played by a local server. */
import { describe, expect, it } from "vitest"
import {
  accountOf,
  copy,
  grant,
  problemOf,
  question,
  shown,
  soon,
} from "../../../../test/support/calendar-account.ts"
import { queryOf, type Told } from "../../../../test/support/local-server.ts"
import { calendars, host, playHosts } from "../../../../test/support/played-host.ts"

playHosts()

const settings = { kind: "google" as const, calendarId: "ana@example.com", ...grant }
const error = (status: number, reason: string, headers = {}): Told => ({
  status,
  headers,
  body: { error: { code: status, message: reason, errors: [{ domain: "global", reason }] } },
})
const at = (dateTime: string) => ({ dateTime })

describe("reading events", () => {
  it("SL-02 counts what keeps its owner busy, page by page; CW-05 whole days in the zone that was set, else the calendar's own", async () => {
    const pages: Record<string, object> = {
      first: {
        timeZone: "Europe/Paris",
        nextPageToken: "second",
        items: [
          {
            id: "a",
            status: "confirmed",
            start: at("2027-03-02T09:00:00-06:00"),
            end: at("2027-03-02T10:00:00-06:00"),
          },
          { id: "b", start: { date: "2027-03-03" }, end: { date: "2027-03-04" } },
          {
            id: "c",
            transparency: "transparent",
            start: at("2027-03-02T12:00:00Z"),
            end: at("2027-03-02T13:00:00Z"),
          },
          { id: "d", status: "cancelled" },
        ],
      },
      second: {
        timeZone: "Europe/Paris",
        nextSyncToken: "sync-1",
        items: [
          {
            id: "e",
            start: at("2027-03-05T10:00:00Z"),
            end: at("2027-03-05T11:00:00Z"),
            attendees: [{ self: true, responseStatus: "declined" }],
          },
          {
            id: "f",
            start: at("2027-03-05T12:00:00Z"),
            end: at("2027-03-05T13:00:00Z"),
            attendees: [{ self: true, responseStatus: "needsAction" }],
          },
          { id: copy.id, start: at("2027-03-06T12:00:00Z"), end: at("2027-03-06T13:00:00Z") },
        ],
      },
    }
    host.behave((asked) => ({ body: pages[queryOf(asked).pageToken ?? "first"] }))
    const read = (isZoneSet: boolean) => calendars.read(accountOf(settings, { isZoneSet }), question, soon())
    const reading = await read(false)
    expect(shown(reading)).toEqual(["03-02T15:00/16:00", "03-02T23:00/03-03T23:00", "03-05T12:00/13:00"])
    expect(shown(await read(true)), "in the zone that was set").toEqual([
      "03-02T15:00/16:00",
      "03-03T06:00/03-04T06:00",
      "03-05T12:00/13:00",
    ])
    expect(reading).toMatchObject({ version: "sync-1" })
    const [first] = host.take()
    expect(first!.path).toContain("/calendar/v3/calendars/ana%40example.com/events?")
    expect(queryOf(first!)).toMatchObject({
      singleEvents: "true",
      timeMin: "2027-03-01T00:00:00.000Z",
      timeMax: "2027-03-08T00:00:00.000Z",
    })
  })

  it("reads nothing again that has not changed; 410 for a token that is too old reads all", async () => {
    const account = accountOf(settings)
    const known = { ...question, known: "sync-1" }
    host.behave(() => ({ body: { items: [], nextSyncToken: "sync-2" } }))
    expect(await calendars.read(account, known, soon())).toBe("unchanged")
    expect(queryOf(host.take()[0]!)).toMatchObject({ syncToken: "sync-1" })
    const busy = { id: "a", start: at("2027-03-02T09:00:00Z"), end: at("2027-03-02T10:00:00Z") }
    host.behave((asked) =>
      queryOf(asked).syncToken
        ? error(410, "fullSyncRequired")
        : { body: { items: [busy], nextSyncToken: "sync-3" } },
    )
    const reading = await calendars.read(account, known, soon())
    expect(shown(reading)).toEqual(["03-02T09:00/10:00"])
    expect(reading).toMatchObject({ version: "sync-3" })
    expect(host.take().length).toBe(2)
  })

  it("takes one request where somebody waits", async () => {
    host.behave(() => ({ body: { items: [] } }))
    const account = accountOf(settings)
    await calendars.read(account, { ...question, isLive: true }, soon())
    host.take()
    await calendars.read(account, { ...question, isLive: true, known: "sync-1" }, soon())
    expect(host.take().length).toBe(1)
  })
})

describe("reading free and busy times", () => {
  const readOnly = () => accountOf(settings, { writes: false })

  it("asks for no more where nothing is written, a long range in pieces", async () => {
    host.behave(() => ({
      body: {
        calendars: {
          "ana@example.com": { busy: [{ start: "2027-03-02T09:00:00Z", end: "2027-03-02T10:00:00Z" }] },
        },
      },
    }))
    const long = { ...question, endMinute: question.startMinute + 100 * 1440 }
    expect(shown(await calendars.read(readOnly(), long, soon()))).toEqual(["03-02T09:00/10:00"])
    const asked = host.take()
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /calendar/v3/freeBusy",
      "POST /calendar/v3/freeBusy",
    ])
    expect(
      asked.map(({ body }) => JSON.parse(body)).sort((a, b) => (a.timeMin < b.timeMin ? -1 : 1))[0],
    ).toEqual({
      timeMin: "2027-03-01T00:00:00.000Z",
      timeMax: "2027-04-30T00:00:00.000Z",
      items: [{ id: "ana@example.com" }],
    })
  })

  it("takes an answer without the calendar for a problem, not for free time", async () => {
    host.behave(() => ({ body: { calendars: { x: { errors: [{ reason: "notFound" }], busy: [] } } } }))
    expect(await problemOf(calendars.read(readOnly(), question, soon()))).toEqual({ problem: "not_found" })
    host.behave(() => ({ body: { calendars: {} } }))
    expect(await problemOf(calendars.read(readOnly(), question, soon()))).toEqual({ problem: "not_found" })
  })
})

describe("tokens", () => {
  const read = (account = accountOf(settings)) => calendars.read(account, question, soon())

  it("are asked for once, and again when one is not accepted any more", async () => {
    host.behave(() => ({ body: { items: [] } }))
    const account = accountOf(settings)
    const before = host.tokensGiven()
    await read(account)
    await read(account)
    expect(host.tokensGiven()).toBe(before + 1)
    host.revokeTokens()
    await read(account)
    expect(host.tokensGiven()).toBe(before + 2)
    expect(
      host.asked
        .filter(({ path }) => path === "/token")
        .map(({ body }) => body)
        .at(-1),
    ).toBe("grant_type=refresh_token&client_id=client&client_secret=hush&refresh_token=refresh-1")
  })

  it("that never work are a problem of the credentials", async () => {
    host.refuseTokens({
      status: 400,
      body: { error: "invalid_grant", error_description: "Token has been revoked." },
    })
    expect(await problemOf(read())).toEqual({ problem: "credentials" })
    host.refuseTokens({ status: 503 })
    expect(await problemOf(read())).toEqual({ problem: "server_error" })
    host.refuseTokens(null)
    host.behave(() => ({ status: 401, body: {} }))
    expect(await problemOf(read())).toEqual({ problem: "credentials" })
  })
})

describe("errors", () => {
  it.each([
    [error(403, "rateLimitExceeded"), { problem: "rate_limited" }],
    [error(403, "userRateLimitExceeded"), { problem: "rate_limited" }],
    [error(403, "insufficientPermissions"), { problem: "permission" }],
    [error(404, "notFound"), { problem: "not_found" }],
    [
      error(429, "rateLimitExceeded", { "retry-after": "120" }),
      { problem: "rate_limited", retryAfterSeconds: 120 },
    ],
    [error(500, "backendError"), { problem: "server_error" }],
    [{ status: 200, body: "<html>" }, { problem: "unreadable" }],
  ])("%j is %j", async (told, problem) => {
    host.behave(() => told)
    expect(await problemOf(calendars.read(accountOf(settings), question, soon()))).toEqual(problem)
  })
})

describe("BK-09 writing", () => {
  const events = "/calendar/v3/calendars/ana%40example.com/events"
  const body = {
    summary: "Boiler service – Sam Poe",
    location: "1 Main St",
    start: { dateTime: "2027-03-02T15:00:00.000Z", timeZone: "America/Chicago" },
    end: { dateTime: "2027-03-02T16:00:00.000Z", timeZone: "America/Chicago" },
    status: "confirmed",
    transparency: "opaque",
  }
  const requests = () =>
    host
      .take()
      .map(({ method, path, headers }) => [method, path, headers["if-match"]].filter(Boolean).join(" "))

  it("makes the event under an id of ours, and changes it as it was known", async () => {
    const account = accountOf(settings)
    host.behave(() => ({ status: 200, body: { id: copy.id, etag: '"1"' } }))
    const made = await calendars.put(account, copy, null, soon())
    expect(made).toEqual({ remoteId: copy.id, etag: '"1"' })
    const [asked] = host.take().filter(({ method }) => method === "POST")
    expect(JSON.parse(asked!.body)).toEqual({ id: copy.id, ...body })
    await calendars.put(account, copy, made, soon())
    expect(requests()).toEqual([`PATCH ${events}/${copy.id} "1"`])
  })

  it("brings back one whose id is used, makes one anew that is gone, reads again one that others changed", async () => {
    const account = accountOf(settings)
    host.behave(({ method }) => (method === "POST" ? error(409, "duplicate") : { body: { etag: '"2"' } }))
    await calendars.put(account, copy, null, soon())
    expect(requests()).toEqual([`POST ${events}`, `PATCH ${events}/${copy.id}`])
    const known = { remoteId: copy.id, etag: '"2"' }
    host.behave(({ method }) => (method === "PATCH" ? error(410, "deleted") : { body: { etag: '"3"' } }))
    expect(await calendars.put(account, copy, known, soon())).toEqual({ remoteId: copy.id, etag: '"3"' })
    expect(requests()).toEqual([`PATCH ${events}/${copy.id} "2"`, `POST ${events}`])
    host.behave(({ method, headers }) => {
      if (method === "GET") return { body: { etag: '"5"' } }
      return headers["if-match"] === '"5"' ? { body: { etag: '"6"' } } : error(412, "conditionNotMet")
    })
    expect(await calendars.put(account, copy, known, soon())).toEqual({ remoteId: copy.id, etag: '"6"' })
    expect(requests()).toEqual([
      `PATCH ${events}/${copy.id} "2"`,
      `GET ${events}/${copy.id}`,
      `PATCH ${events}/${copy.id} "5"`,
    ])
  })

  it("takes the event away; one that is gone already is no error", async () => {
    const account = accountOf(settings)
    for (const told of [{ status: 204 }, error(410, "deleted"), error(404, "notFound")]) {
      host.behave(() => told)
      expect(await problemOf(calendars.remove(account, { remoteId: copy.id, etag: null }, soon()))).toBeNull()
    }
    host.behave(() => error(403, "rateLimitExceeded"))
    expect(await problemOf(calendars.remove(account, { remoteId: copy.id, etag: null }, soon()))).toEqual({
      problem: "rate_limited",
    })
  })

  it("says whether it may", async () => {
    host.behave(() => ({ body: { accessRole: "reader" } }))
    expect(await calendars.examine(accountOf(settings), soon())).toMatchObject({ mayWrite: false })
    host.behave(() => ({ body: { accessRole: "writer" } }))
    expect(await calendars.examine(accountOf(settings), soon())).toMatchObject({ mayWrite: true })
  })
})
