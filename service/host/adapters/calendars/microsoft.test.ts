/** Microsoft Graph v1.0 as its reference describes it, played by a local server. */
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

const settings = { kind: "microsoft" as const, calendarId: null, tenant: "harbour.example", ...grant }
const error = (status: number, code: string, headers = {}): Told => ({
  status,
  headers,
  body: { error: { code, message: code } },
})
const graphEvent = (id: string, start: string, end: string, more = {}) => ({
  id,
  showAs: "busy",
  isCancelled: false,
  isAllDay: false,
  responseStatus: { response: "organizer" },
  transactionId: null,
  start: { dateTime: `2027-03-${start}:00.0000000`, timeZone: "UTC" },
  end: { dateTime: `2027-03-${end}:00.0000000`, timeZone: "UTC" },
  ...more,
})
const requests = () =>
  host
    .take()
    .map(({ method, path, headers }) =>
      [method, path.split("?")[0], headers["if-match"]].filter(Boolean).join(" "),
    )

describe("reading events", () => {
  it("SL-02 counts what keeps its owner busy, page by page, whole days in the calendar's zone", async () => {
    host.behave((asked) => {
      if (queryOf(asked).page === "2") return { body: { value: [graphEvent("z", "05T09:00", "05T10:00")] } }
      const value = [
        graphEvent("a", "02T15:00", "02T16:00"),
        graphEvent("b", "02T17:00", "02T18:00", { showAs: "free" }),
        graphEvent("c", "02T19:00", "02T20:00", { showAs: "workingElsewhere" }),
        graphEvent("d", "02T21:00", "02T22:00", { responseStatus: { response: "declined" } }),
        graphEvent("e", "03T15:00", "03T16:00", { isCancelled: true }),
        graphEvent("f", "03T17:00", "03T18:00", { showAs: "tentative" }),
        graphEvent("g", "04T00:00", "05T00:00", { isAllDay: true, showAs: "oof" }),
        graphEvent("h", "06T15:00", "06T16:00", { transactionId: copy.id }),
      ]
      return { body: { value, "@odata.nextLink": `${host.url}/v1.0/me/calendar/calendarView?page=2` } }
    })
    const reading = await calendars.read(accountOf(settings), question, soon())
    expect(shown(reading)).toEqual(
      ["02T15:00/16:00", "03T17:00/18:00", "04T06:00/03-05T06:00", "05T09:00/10:00"].map(
        (one) => `03-${one}`,
      ),
    )
    const [first] = host.take()
    expect(first!.path).toContain("/v1.0/me/calendar/calendarView?")
    expect(first!.headers.prefer).toBe('outlook.timezone="UTC"')
    expect(queryOf(first!)).toMatchObject({
      startDateTime: "2027-02-28T00:00:00.000Z",
      endDateTime: "2027-03-09T00:00:00.000Z",
    })
  })

  it("sends its token to nobody else, whatever an answer names as the next page", async () => {
    host.behave(() => ({ body: { value: [], "@odata.nextLink": "https://elsewhere.example/v1.0/me" } }))
    expect(await problemOf(calendars.read(accountOf(settings), question, soon()))).toEqual({
      problem: "unreadable",
    })
  })
})

describe("reading free and busy times", () => {
  const readOnly = () => accountOf(settings, { writes: false })

  it("asks for no more where nothing is written", async () => {
    const items = [
      {
        status: "busy",
        start: { dateTime: "2027-03-02T15:00:00.0000000" },
        end: { dateTime: "2027-03-02T16:00:00.0000000" },
      },
      {
        status: "free",
        start: { dateTime: "2027-03-02T17:00:00.0000000" },
        end: { dateTime: "2027-03-02T18:00:00.0000000" },
      },
    ]
    host.behave(() => ({ body: { value: [{ scheduleId: "ana@example.com", scheduleItems: items }] } }))
    expect(shown(await calendars.read(readOnly(), question, soon()))).toEqual(["03-02T15:00/16:00"])
    const [asked] = host.take()
    expect(`${asked!.method} ${asked!.path}`).toBe("POST /v1.0/me/calendar/getSchedule")
    expect(JSON.parse(asked!.body)).toEqual({
      schedules: ["ana@example.com"],
      startTime: { dateTime: "2027-03-01T00:00:00", timeZone: "UTC" },
      endTime: { dateTime: "2027-03-08T00:00:00", timeZone: "UTC" },
      availabilityViewInterval: 60,
    })
  })

  it("takes an answer without times for a problem, not for free time", async () => {
    host.behave(() => ({
      body: { value: [{ scheduleId: "x", error: { responseCode: "ErrorMailRecipientNotFound" } }] },
    }))
    expect(await problemOf(calendars.read(readOnly(), question, soon()))).toEqual({ problem: "not_found" })
  })
})

describe("tokens", () => {
  it("are made anew when one is not accepted, and a new refresh token is kept", async () => {
    const kept: string[] = []
    host.behave(() => ({ body: { value: [] } }))
    host.rotateTo("refresh-2")
    const account = accountOf(settings, { renewed: async (token) => void kept.push(token) })
    await calendars.read(account, question, soon())
    host.revokeTokens()
    await calendars.read(account, question, soon())
    expect(kept).toEqual(["refresh-2", "refresh-2"])
    const asked = host.asked.filter(({ path }) => path.endsWith("/token"))
    expect(asked[0]!.path).toBe("/harbour.example/oauth2/v2.0/token")
    expect(new URLSearchParams(asked[0]!.body).get("scope")).toContain("offline_access")
  })

  it("that never work are a problem of the credentials", async () => {
    host.refuseTokens({ status: 401, body: { error: "invalid_client" } })
    expect(await problemOf(calendars.read(accountOf(settings), question, soon()))).toEqual({
      problem: "credentials",
    })
  })
})

describe("errors", () => {
  it.each([
    [error(403, "ErrorAccessDenied"), { problem: "permission" }],
    [error(404, "ErrorItemNotFound"), { problem: "not_found" }],
    [
      error(429, "TooManyRequests", { "retry-after": "17" }),
      { problem: "rate_limited", retryAfterSeconds: 17 },
    ],
    [
      error(503, "ServiceUnavailable", { "retry-after": "30" }),
      { problem: "server_error", retryAfterSeconds: 30 },
    ],
    [error(504, "GatewayTimeout"), { problem: "server_error" }],
  ])("%j is %j", async (told, problem) => {
    host.behave(() => told)
    expect(await problemOf(calendars.read(accountOf(settings), question, soon()))).toEqual(problem)
  })
})

describe("BK-09 writing", () => {
  const made = (id: string, etag: string) => ({ status: 201, body: { id, "@odata.etag": etag } })

  it("makes the event once, whatever happens to the answer, and changes it as it was known", async () => {
    const account = accountOf(settings)
    host.behave(() => made("AAMk=", 'W/"1"'))
    expect(await calendars.put(account, copy, null, soon())).toEqual({ remoteId: "AAMk=", etag: 'W/"1"' })
    const [asked] = host.take().filter(({ method, path }) => method === "POST" && path.endsWith("/events"))
    expect(JSON.parse(asked!.body)).toEqual({
      subject: "Boiler service – Sam Poe",
      location: { displayName: "1 Main St" },
      start: { dateTime: "2027-03-02T15:00:00", timeZone: "UTC" },
      end: { dateTime: "2027-03-02T16:00:00", timeZone: "UTC" },
      showAs: "busy",
      transactionId: copy.id,
    })
    host.behave(({ method }) => {
      if (method === "POST") return error(409, "ErrorDuplicateTransactionId")
      if (method === "GET")
        return { body: { value: [graphEvent("AAMk=", "02T15:00", "02T16:00", { transactionId: copy.id })] } }
      return { status: 200, body: { id: "AAMk=", "@odata.etag": 'W/"2"' } }
    })
    expect(await calendars.put(account, copy, null, soon())).toEqual({ remoteId: "AAMk=", etag: 'W/"2"' })
    expect(requests()).toEqual([
      "POST /v1.0/me/calendar/events",
      "GET /v1.0/me/calendar/calendarView",
      "PATCH /v1.0/me/events/AAMk%3D",
    ])
    host.behave(() => ({ status: 200, body: { id: "AAMk=", "@odata.etag": 'W/"3"' } }))
    await calendars.put(account, copy, { remoteId: "AAMk=", etag: 'W/"2"' }, soon())
    expect(requests()).toEqual(['PATCH /v1.0/me/events/AAMk%3D W/"2"'])
  })

  it("makes one anew that is gone, and writes over one that others changed", async () => {
    const account = accountOf(settings)
    const known = { remoteId: "AAMk=", etag: 'W/"1"' }
    host.behave(({ method }) =>
      method === "PATCH" ? error(404, "ErrorItemNotFound") : made("BBMk=", 'W/"1"'),
    )
    expect(await calendars.put(account, copy, known, soon())).toMatchObject({ remoteId: "BBMk=" })
    host.take()
    host.behave(({ headers }) =>
      headers["if-match"] ? error(412, "ErrorIrresolvableConflict") : { status: 200, body: { id: "AAMk=" } },
    )
    await calendars.put(account, copy, known, soon())
    expect(requests()).toEqual(['PATCH /v1.0/me/events/AAMk%3D W/"1"', "PATCH /v1.0/me/events/AAMk%3D"])
  })

  it("takes the event away; one that is gone already is no error", async () => {
    const account = accountOf(settings)
    for (const told of [{ status: 204 }, error(404, "ErrorItemNotFound"), error(410, "Gone")]) {
      host.behave(() => told)
      expect(await problemOf(calendars.remove(account, { remoteId: "AAMk=", etag: null }, soon()))).toBeNull()
    }
  })

  it("says whether it may", async () => {
    host.behave(() => ({ body: { canEdit: false } }))
    expect(await calendars.examine(accountOf(settings), soon())).toMatchObject({ mayWrite: false })
  })
})
