/** Feeds over HTTP, and what any calendar's address may not be. */
import { expect, it } from "vitest"
import {
  accountOf,
  openCalendars,
  problemOf,
  question,
  shown,
  soon,
} from "../../../../test/support/calendar-account.ts"
import { calendars, playCalendarServer, server } from "../../../../test/support/played-server.ts"
import { createAddressGuard } from "../outbound/address-guard.ts"
import { busyQuestion } from "./reader-questions.ts"
import { readerTasks } from "./reader-tasks.ts"

playCalendarServer()

const feed = (path = "/feed.ics") =>
  accountOf({ kind: "ics", url: `${server.url}${path}` }, { writes: false })
const body = [
  "BEGIN:VCALENDAR",
  "BEGIN:VEVENT",
  "UID:a",
  "DTSTART:20270302T150000Z",
  "DTEND:20270302T160000Z",
  "END:VEVENT",
  "END:VCALENDAR",
].join("\n")

it("is read, and not read again while its ETag stays", async () => {
  server.tell(({ headers }) =>
    headers["if-none-match"] === '"7"' ? { status: 304 } : { headers: { etag: '"7"' }, body },
  )
  const reading = await calendars.read(feed(), question, soon())
  expect(shown(reading)).toEqual(["03-02T15:00/16:00"])
  expect(reading).toMatchObject({ version: '"7"' })
  expect(await calendars.read(feed(), { ...question, known: '"7"' }, soon())).toBe("unchanged")
})

it("is followed where it has moved, a few times and no more", async () => {
  server.tell(({ path }) => (path === "/old" ? { status: 301, headers: { location: "/new" } } : { body }))
  expect(shown(await calendars.read(feed("/old"), question, soon()))).toEqual(["03-02T15:00/16:00"])
  server.tell({ status: 302, headers: { location: "/round" } })
  expect(await problemOf(calendars.read(feed(), question, soon()))).toEqual({ problem: "redirect" })
  expect(server.asked.length).toBeLessThan(8)
})

it("is a problem, not free time, when the answer is no calendar", async () => {
  for (const [told, problem] of [
    [{ body: "<html>Sign in</html>" }, "unreadable"],
    [{ body: "" }, "unreadable"],
    [{ status: 401 }, "credentials"],
    [{ status: 404 }, "not_found"],
    [{ status: 503 }, "server_error"],
  ] as const) {
    server.tell(told)
    expect(await problemOf(calendars.read(feed(), question, soon()))).toEqual({ problem })
  }
})

it("is given up at the deadline, however slowly it answers", async () => {
  server.tell({ silent: true })
  expect(await problemOf(calendars.read(feed(), question, AbortSignal.timeout(200)))).toEqual({
    problem: "timeout",
  })
})

it("is not asked at a private address: not by number, not by a name that leads there, not by a redirect", async () => {
  const names: Record<string, string> = { "inside.example": "10.0.0.7", "outside.example": "93.184.216.34" }
  const resolve = async (name: string) => [{ address: names[name]!, family: 4 as const }]
  const strict = openCalendars({ guard: createAddressGuard({ resolve, allowPrivate: false }) })
  const blocked = { problem: "blocked_address" }
  for (const url of [
    "https://127.0.0.1/feed",
    "https://[::ffff:7f00:1]/",
    "http://outside.example/feed",
    "https://inside.example/feed",
  ]) {
    const feeds = accountOf({ kind: "ics", url }, { writes: false })
    expect(await problemOf(strict.read(feeds, question, soon())), url).toEqual(blocked)
    const dav = accountOf({ kind: "caldav", url, username: "ana", password: "x" })
    expect(await problemOf(strict.read(dav, question, soon())), url).toEqual(blocked)
  }
  strict.close()
  // Names that are looked up are judged by what they stand for; a literal one in a redirect by itself.
  const onlyHere = createAddressGuard({ resolve, allowPrivate: true })
  const judging = {
    ...onlyHere,
    checkUrl: (url: string) => (url.includes("169.254") ? strictCheck(url) : undefined),
  }
  const strictCheck = createAddressGuard({ resolve, allowPrivate: false }).checkUrl
  const redirected = openCalendars({ guard: judging })
  server.tell({ status: 302, headers: { location: "http://169.254.169.254/latest/meta-data" } })
  expect(await problemOf(redirected.read(feed(), question, soon()))).toEqual(blocked)
  redirected.close()
})

it("CW-02 CW-03 reads the other events beside one that is unclear, and names its line; also out of UTF-16", async () => {
  const odd = body.replace(
    "END:VCALENDAR",
    "BEGIN:VEVENT\nUID:b\nDTSTART;TZID=CST:20270304T100000\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR",
  )
  const unclear = { events: 1, lines: [{ uid: "b", line: 9, text: "DTSTART;TZID=CST:20270304T100000" }] }
  server.tell({ body: odd })
  const reading = await calendars.read(feed(), question, soon())
  expect(shown(reading)).toEqual(["03-02T15:00/16:00", "03-03T20:00/03-04T23:00"])
  expect(reading).toMatchObject({ unclear })
  const inUtf16 = Buffer.from(`\uFEFF${body}`, "utf16le")
  const asked = { ...busyQuestion(feed(), question) }
  expect(shown(readerTasks.feedBusy(inUtf16, asked))).toEqual(["03-02T15:00/16:00"])
})
