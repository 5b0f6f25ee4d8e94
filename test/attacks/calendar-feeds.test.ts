/**
 * No file of a connected calendar holds the process: reading it ends, takes nothing of the thread that serves requests, and
 * keeps no other calendar from being read.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { busyTimes } from "../../domain/rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../domain/rules/calendars/unreadable-calendar.ts"
import type { Calendars } from "../../service/platform/ports/calendars.ts"
import { accountOf, openCalendars, problemOf, question, shown } from "../support/calendar-account.ts"
import { functionsRun } from "../support/functions-run.ts"
import { hostileAnswers, hostileFeeds } from "../support/hostile-feeds.ts"
import { type LocalServer, startLocalServer } from "../support/local-server.ts"
import { shareOf } from "../support/trials.ts"

/** Longer than any reading here takes, on a busy machine too: what is read counts, and not when. */
const patienceMs = 60_000
/** The modules that read a file; the thread that serves requests may run none of them. */
const readers = ["domain/rules/calendars/", "calendars/dav-xml.ts", "calendars/reader-tasks.ts"]

const plainFeed = [
  ...["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:plain", "DTSTART:20270302T150000Z", "DTEND:20270302T160000Z"],
  ...["END:VEVENT", "END:VCALENDAR", ""],
].join("\r\n")
const plainBusy = ["03-02T15:00/16:00"]

let server: LocalServer
let calendars: Calendars
/** Gives a file up sooner than the service does: the serving thread pays the same, however the reading ends. */
let impatient: Calendars
beforeAll(async () => {
  server = await startLocalServer()
  calendars = openCalendars()
  impatient = openCalendars({ threads: { deadlineMs: 1_000 } })
})
afterAll(async () => {
  calendars.close()
  impatient.close()
  await server.stop()
})

const feed = (file: string, companyId = 1) =>
  accountOf({ kind: "ics", url: `${server.url}/${file}` }, { companyId })
const dav = { kind: "caldav", username: "ana", password: "secret" } as const
const read = (account: ReturnType<typeof feed>, withinMs = patienceMs, by = calendars) =>
  by.read(account, question, AbortSignal.timeout(withinMs))

describe("a feed with", () => {
  it.each(shareOf(Object.entries(hostileFeeds)))(
    "TR-27 %s is read to an end within its budget",
    (_what, file) => {
      const text = file()
      expect(text.length).toBeLessThan(1_000_000)
      const read = busyTimes([text], {
        ...question,
        zone: "UTC",
        isZoneSet: true,
        owner: null,
        isOurs: () => false,
      })
      expect(read).toBeTypeOf("object")
    },
  )

  it.each(shareOf(Object.entries(hostileFeeds)))(
    "TR-27 %s is read by another thread than the serving one",
    async (_what, file) => {
      server.tell({ body: file() })
      const run = await functionsRun(readers, async () => {
        const problem = await problemOf(read(feed("hostile.ics")))
        expect([null, { problem: "unreadable" }]).toContainEqual(problem)
      })
      expect([...run.keys()]).toEqual([])
    },
  )
})

describe("an answer of a CalDAV server with", () => {
  it.each(shareOf(Object.entries(hostileAnswers)))(
    "TR-27 %s is read by another thread than the serving one",
    async (_what, file) => {
      const body = file()
      expect(body.length).toBeLessThan(1_000_000)
      server.tell({ status: 207, body })
      const account = accountOf({ ...dav, url: server.url })
      const run = await functionsRun(readers, () => problemOf(read(account, patienceMs, impatient)))
      expect([...run.keys()]).toEqual([])
    },
  )
})

describe("a file that takes longer than its deadline", () => {
  const slow = hostileAnswers["names declared within names"]!
  const answers = (path: string) =>
    path.endsWith(".ics") ? { body: plainFeed } : { status: 207, body: slow() }

  it("TR-27 counts as unreadable, and costs its thread: the next file is read by another", async () => {
    server.tell(({ path }) => answers(path))
    const own = openCalendars({ threads: { threads: 1, deadlineMs: 2_000 } })
    const account = accountOf({ ...dav, url: server.url })
    expect(await problemOf(read(account, patienceMs, own))).toEqual({ problem: "unreadable" })
    // A busy machine may take longer for a plain file too, now and then.
    const plain = () =>
      read(feed("plain.ics"), patienceMs, own).then(
        (times) => shown(times as never),
        () => null,
      )
    await expect.poll(plain).toEqual(plainBusy)
    own.close()
  })

  it("TR-27 is given up when the booking that waits for it gives up", async () => {
    server.tell(({ path }) => answers(path))
    const account = accountOf({ ...dav, url: server.url })
    expect(await problemOf(read(account, 500))).toEqual({ problem: "timeout" })
    expect(await problemOf(read(feed("plain.ics")))).toBeNull()
  })

  it("TR-27 FX-17 leaves a thread to other companies, however many such files one company has on another host", async () => {
    server.tell(({ path }) => answers(path))
    const attacker = await startLocalServer("127.0.0.2")
    attacker.tell(({ path }) => answers(path))
    const hostile = Array.from({ length: 6 }, () =>
      accountOf({ ...dav, url: attacker.url }, { companyId: 666 }),
    )
    const reading = hostile.map((account) => problemOf(read(account)))
    expect(await problemOf(read(feed("plain.ics", 2)))).toBeNull()
    // None of them has been read to its end yet.
    calendars.close()
    // A busy machine may not have got as far as the file for some of them.
    for (const problem of await Promise.all(reading))
      expect([{ problem: "timeout" }, { problem: "unreachable" }]).toContainEqual(problem)
    calendars = openCalendars()
    await attacker.stop()
  })
})

describe("what real calendars hold stays within the budget:", () => {
  const busyIn = (events: string) => {
    const text = `BEGIN:VCALENDAR\r\n${events}END:VCALENDAR\r\n`
    const startMinute = Date.UTC(2027, 2, 1) / 60_000
    const range = { startMinute, endMinute: startMinute + 100 * 1_440 }
    return busyTimes([text], {
      ...range,
      zone: "America/Chicago",
      isZoneSet: true,
      owner: null,
      isOurs: () => false,
    })
  }

  it.each([
    ["2,000 weekly meetings of ten years", 2_000, "FREQ=WEEKLY;BYDAY=MO,WE"],
    ["5,000 birthdays", 5_000, "FREQ=YEARLY"],
    ["500 daily ones with a count", 500, "FREQ=DAILY;COUNT=1000"],
  ])("TR-27 %s", (_what, count, rule) => {
    const event = (index: number) =>
      `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART;TZID=America/Chicago:2024${String((index % 12) + 1).padStart(2, "0")}05T090000\r\nDURATION:PT1H\r\nRRULE:${rule}\r\nEND:VEVENT\r\n`
    expect(busyIn(Array.from({ length: count }, (_, index) => event(index)).join(""))).not.toBeInstanceOf(
      UnreadableCalendar,
    )
  })
})
