/** FX-14: what other hosts answer is taken apart by other threads than the one that serves requests, or is bounded and small. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Embedded } from "../../domain/rules/embedding/judge-website.ts"
import { threadOf } from "../../service/host/adapters/one-thread.ts"
import { askHost } from "../../service/host/adapters/outbound/operators-hosts.ts"
import { createWebsiteJudge } from "../../service/host/adapters/website-judge.ts"
import type { WebsiteJob } from "../../service/platform/ports/websites.ts"
import { accountOf, copy, grant, problemOf, question, shown, soon } from "../support/calendar-account.ts"
import { functionsRun } from "../support/functions-run.ts"
import { type LocalServer, startLocalServer } from "../support/local-server.ts"
import { calendars, host, playHosts } from "../support/played-host.ts"
import { createTestDatabase } from "../support/postgres.ts"
import { openPublicPage } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"

playHosts()

const readers = [
  "domain/rules/embedding/",
  "calendars/json-answers.ts",
  "calendars/google-answers.ts",
].concat("calendars/microsoft-answers.ts", "calendars/reader-tasks.ts")
const ranHere = async (work: () => Promise<unknown>) => [...(await functionsRun(readers, work)).keys()]

describe("the JSON of", () => {
  const google = (writes: boolean) =>
    accountOf({ kind: "google", calendarId: "ana@example.com", ...grant }, { writes })
  const microsoft = (writes: boolean) =>
    accountOf({ kind: "microsoft", tenant: "common", calendarId: null, ...grant }, { writes })
  const [start, end] = ["2027-03-02T09:00:00Z", "2027-03-02T10:00:00Z"]
  const busy = ["03-02T09:00/10:00"]

  it("FX-14 Google's calendar is read by another thread: tokens, events, free times, versions and rights", async () => {
    host.behave(({ path, method }) => {
      if (path.includes("/freeBusy")) return { body: { calendars: { ana: { busy: [{ start, end }] } } } }
      if (method === "POST") return { body: { etag: "made" } }
      const items = [{ id: "a", start: { dateTime: start }, end: { dateTime: end } }]
      return { body: { items, accessRole: "owner", nextSyncToken: "sync" } }
    })
    const run = await ranHere(async () => {
      const reading = await calendars.read(google(true), question, soon())
      expect([shown(reading), reading]).toMatchObject([busy, { version: "sync" }])
      expect(await calendars.read(google(true), { ...question, known: "sync" }, soon())).not.toBe("unchanged")
      expect(shown(await calendars.read(google(false), question, soon()))).toEqual(busy)
      expect(await calendars.put(google(true), copy, null, soon())).toMatchObject({ etag: "made" })
      expect(await calendars.examine(google(true), soon())).toMatchObject({ mayWrite: true })
    })
    expect(run).toEqual([])
  })

  it("FX-14 Microsoft's calendar is read by another thread: events, free times, versions and rights", async () => {
    const times = { start: { dateTime: start.slice(0, 19) }, end: { dateTime: end.slice(0, 19) } }
    host.behave(({ path, method }) => {
      if (path.includes("getSchedule"))
        return { body: { value: [{ scheduleItems: [{ status: "busy", ...times }] }] } }
      if (method === "POST") return { status: 201, body: { id: "made", "@odata.etag": "first" } }
      return { body: { value: [{ id: "a", ...times }], canEdit: true } }
    })
    const run = await ranHere(async () => {
      expect(shown(await calendars.read(microsoft(true), question, soon()))).toEqual(busy)
      expect(shown(await calendars.read(microsoft(false), question, soon()))).toEqual(busy)
      const made = await calendars.put(microsoft(true), copy, null, soon())
      expect(made).toEqual({ remoteId: "made", etag: "first" })
      expect(await calendars.examine(microsoft(true), soon())).toMatchObject({ mayWrite: true })
    })
    expect(run).toEqual([])
  })

  it.each([
    ["no JSON", "<html>"],
    ["no object", "7"],
    ["lists in lists", "[".repeat(1_000_000)],
    ["another shape", '{"items":[null],"value":[null]}'],
    ["a token of a megabyte", `{"nextPageToken":"${"x".repeat(1_000_000)}"}`],
  ])("FX-14 a calendar that is %s is unreadable, and read by another thread", async (_what, body) => {
    host.behave(() => ({ body }))
    const run = await ranHere(async () => {
      expect(await problemOf(calendars.read(google(true), question, soon()))).toEqual({
        problem: "unreadable",
      })
    })
    expect(run).toEqual([])
  })
})

describe("a website that is checked for embedding", () => {
  const embedded: Embedded = {
    shows: "page",
    bookUrl: "https://book.example",
    slug: "smile",
    pageIsOn: true,
    linksAreOn: true,
    origins: ["https://www.shop.example"],
  }
  const page = (html: string): WebsiteJob => ({
    read: { url: "https://www.shop.example/", status: 200, policyHeader: null, html },
    embedded,
  })
  const snippet = '<script src="https://book.example/embed.js"></script><div data-embed-page="smile"></div>'

  let service: TestService
  beforeAll(async () => {
    const websites = {
      read: async (url: string) => ({
        ...{ url, status: 200, policyHeader: "script-src 'self'" },
        html: "<a x='".repeat(80_000),
      }),
      close() {},
    }
    service = await startService({ book: true, database: await createTestDatabase(), websites })
    await openPublicPage(service, await tellStory(service))
  })
  afterAll(() => service.stop())

  it("FX-14 is judged by another thread when staff ask for it", async () => {
    const run = await ranHere(async () => {
      const { status, body } = await service.api("POST", "/embedding/check", {
        url: "https://www.shop.example",
      })
      expect([status, body.data.ready]).toEqual([200, false])
    })
    expect(run).toEqual([])
  })

  it("FX-14 that hurts its thread counts as one that could not be read, and the next is judged", async () => {
    let starts = 0
    const judge = createWebsiteJudge({
      startThread() {
        starts += 1
        const module = starts === 1 ? "throws.ts" : "../../service/host/adapters/website-judge-thread.ts"
        return threadOf(new URL(module, import.meta.url), "website-judge", 64)
      },
    })
    const hurt = await judge.judge(page(snippet), 1)
    expect(hurt.items).toContainEqual(expect.objectContaining({ code: "reached", reason: "failed" }))
    expect(await judge.judge(page(snippet), 2)).toMatchObject({ ready: true })
    expect(starts).toBe(2)
  })

  it("FX-14 has a share for each company: one that floods the line is refused, another is judged", async () => {
    const judge = createWebsiteJudge()
    const flood = Array.from({ length: 30 }, () => judge.judge(page(snippet), 666).catch(({ code }) => code))
    const other = await judge.judge(page(snippet), 2)
    expect(other).toMatchObject({ ready: true })
    const refused = (await Promise.all(flood)).filter((answer) => answer === "busy")
    expect(refused.length).toBeGreaterThan(0)
  })
})

describe("the JSON of a host that the operator's settings name", () => {
  let server: LocalServer
  beforeAll(async () => {
    server = await startLocalServer()
  })
  afterAll(() => server.stop())

  it("FX-14 is read where it is small, and not at all where it is longer", async () => {
    const ask = () => askHost({ method: "GET", url: server.url, timeoutMs: 20_000 })
    server.tell({ body: { text: "x".repeat(100_000) } })
    expect((await ask()).json).toMatchObject({ text: expect.stringContaining("x") })
    server.tell({ body: { text: "x".repeat(140_000) } })
    expect((await ask()).json).toBeUndefined()
  })
})
