import { request as httpRequest } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { anasAt, type Link, linkOf, makeLink } from "../../../test/support/link.ts"
import { countOn } from "../../../test/support/rate-counters.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { makeCustomer, type Story, tellStory } from "../../../test/support/story.ts"

const viewsAMinute = 300
let service: TestService
let story: Story

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
})
afterAll(() => service.stop())

const openLink = async () => makeLink(service, { ...story, customerId: await makeCustomer(service) })

/** The statuses of so many reads, one after another. */
async function readMany(link: Link, count: number, headers = {}): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++)
    statuses.push((await link.send("/api/link", { headers })).status)
  return statuses
}

describe("limits", () => {
  it("TR-21 RL-06 300 views a minute per network address, then 429 with Retry-After, as a page too", async () => {
    service.clock.set("2027-03-01T12:00:00.000Z")
    const link = await openLink()
    expect(new Set(await readMany(link, viewsAMinute))).toEqual(new Set([200]))
    const refused = await link.read()
    expect([refused.status, refused.error.code]).toEqual([429, "rate_limited"])
    const waitSeconds = Number(refused.headers.get("retry-after"))
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(120)

    const page = await link.page({ "accept-language": "fr" })
    expect(page.status).toBe(429)
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(page.headers.get("retry-after")).toBe(String(waitSeconds))
    expect(page.text).toContain('<html lang="fr">')
    expect(page.text).toContain("Un instant")
    expect(page.text).toContain(String(waitSeconds))

    service.clock.advanceMs(waitSeconds * 1_000)
    expect((await link.page()).status).toBe(200)
  })

  it("RL-07 one trusted proxy: what a visitor writes into X-Forwarded-For changes nothing", async () => {
    service.clock.set("2027-03-01T13:00:00.000Z")
    const link = await openLink()
    const forged = (index: number) => ({ "x-forwarded-for": `203.0.113.${index}, 10.99.0.1` })
    const statusFrom = async (index: number) =>
      (await link.send("/api/link", { headers: forged(index) })).status
    expect([await statusFrom(1), await statusFrom(2)]).toEqual([200, 200])
    await countOn(service, "link_view", viewsAMinute - 3)
    expect([await statusFrom(3), await statusFrom(4)]).toEqual([200, 429])
  })

  it("RL-01 IPv6 visitors of one /64 count together", async () => {
    service.clock.set("2027-03-01T14:00:00.000Z")
    const link = await openLink()
    const from = async (address: string) =>
      (await link.send("/api/link", { headers: { "x-forwarded-for": address } })).status
    expect(await from("2001:db8:1:2::1")).toBe(200)
    await countOn(service, "link_view", viewsAMinute - 2)
    expect(await from("2001:db8:1:2::ff")).toBe(200)
    expect(await from("2001:db8:1:2:ffff::1")).toBe(429)
    expect(await from("2001:db8:1:3::1")).toBe(200)
  })

  it("RL-01 assets do not count", async () => {
    service.clock.set("2027-03-01T15:00:00.000Z")
    const link = await openLink()
    const script = /"(\/assets\/[^"]+\.js)"/.exec((await link.page()).text)![1]!
    await countOn(service, "link_view", viewsAMinute - 2)
    for (let index = 0; index < 5; index++) await link.send(script)
    expect((await link.read()).status).toBe(200)
    expect((await link.read()).status).toBe(429)
    const { headers } = await link.send(script)
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
  })

  it("RL-05 bodies over 16 KB are 413, and nothing is booked", async () => {
    const link = await openLink()
    const fits = { ...anasAt(story, "2027-03-04T15:00:00.000Z"), padding: "" }
    const overhead = JSON.stringify(fits).length
    const send = (length: number) =>
      link.send("/api/link/appointment", { method: "POST", body: { ...fits, padding: "x".repeat(length) } })
    const large = await send(16_385 - overhead)
    expect([large.status, large.error.code]).toEqual([413, "body_too_large"])
    const small = await send(16_384 - overhead)
    expect([small.status, small.error.code]).toEqual([400, "invalid_input"])
  })
})

describe("a service that trusts no proxy", () => {
  it("RL-07 reached directly, a forged X-Forwarded-For is nobody's address", async () => {
    const direct = await startService({ book: true })
    try {
      const link = await makeLink(direct, await tellStory(direct))
      const from = (address: string) => readMany(link, 1, { "x-forwarded-for": address })
      expect([await from("203.0.113.1"), await from("203.0.113.2")]).toEqual([[200], [200]])
      await countOn(direct, "link_view", viewsAMinute - 3)
      expect([await from("203.0.113.3"), await from("198.51.100.1")]).toEqual([[200], [429]])
    } finally {
      await direct.stop()
    }
  })
})

describe("what is wrong with a request", () => {
  it("GE-01 is said in the one error shape", async () => {
    const link = await openLink()
    const post = (raw: string, type = "application/json") =>
      link.send("/api/link/appointment", { method: "POST", raw, headers: { "content-type": type } })
    const cases = [
      [await post("{"), 400, "invalid_json"],
      [await post("a=b", "application/x-www-form-urlencoded"), 415, "unsupported_media_type"],
      [await post('{"__proto__":{"a":1}}'), 400, "invalid_json"],
      [await post("null"), 400, "invalid_input"],
      [await link.slots("2027-02-30", "2027-03-02"), 400, "invalid_input"],
      [await link.slots("2027-03-01", "2027-04-02"), 400, "invalid_input"],
      [await link.book(anasAt(story, "yesterday")), 400, "invalid_input"],
      [
        await link.book({ ...anasAt(story, "2027-03-02T15:00:00.000Z"), providerId: 2 ** 53 }),
        400,
        "invalid_input",
      ],
      [
        await link.book({ ...anasAt(story, "2027-03-02T15:00:00.000Z"), providerId: 987_654 }),
        404,
        "not_found",
      ],
      [await link.book(anasAt(story, "2027-03-02T15:00:00.000Z"), "é"), 400, "invalid_input"],
    ] as const
    for (const [reply, status, code] of cases) {
      expect([reply.status, reply.error?.code]).toEqual([status, code])
      expect(reply.text).toContain('"request_id"')
      expect(reply.headers.get("cache-control")).toBe("no-store")
    }
  })

  it("nothing of the company's side is reachable on the customer host", async () => {
    const link = await openLink()
    const headers = { authorization: `Bearer ${service.key}` }
    for (const path of ["/api/v1/company", "/api/v1/customers", "/openapi.json", "/docs", "/metrics"])
      expect([path, (await link.send(path, { headers })).status]).toEqual([path, 404])
    // A balancer asks each host whether it is ready, and learns no more.
    expect(JSON.parse((await link.send("/readyz")).text)).toEqual({
      success: true,
      data: { status: "ready" },
    })
  })

  it("a page that fails is a readable page, without a word about why", async () => {
    const link = await openLink()
    const { db } = service.context
    await db.query("ALTER TABLE directory RENAME TO directory_away")
    const silent = console.error
    console.error = () => {}
    const page = await link.page()
    const json = await link.read()
    console.error = silent
    await db.query("ALTER TABLE directory_away RENAME TO directory")
    expect(page.status).toBe(500)
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(page.text).toContain("Something went wrong on our side")
    expect(page.text).not.toMatch(/directory|relation|SELECT/)
    expect([json.status, json.error.code]).toEqual([500, "internal"])
  })

  it("a page that the database is too busy for says so, and when to come again", async () => {
    const link = await openLink()
    const { db } = service.context
    const blocker = await db.connect()
    await blocker.query("BEGIN; LOCK TABLE rate_counter")
    const page = await link.page()
    await blocker.query("ROLLBACK")
    blocker.release()
    expect(page.status).toBe(503)
    expect(page.text).toContain("Many people are here right now")
    expect((await link.page()).status).toBe(200)
  })

  it("an address that is no address gets a page, and a method that is none the envelope", async () => {
    const stray = linkOf(service, `${service.bookUrl}/r/%E0%A4%A`)
    const page = await stray.page()
    expect([page.status, page.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"])
    const posted = await stray.send("/r/x", { method: "POST", body: {} })
    expect([posted.status, posted.error.code]).toEqual([405, "method_not_allowed"])
  })

  it("a HEAD of a link is as private as its page", async () => {
    const link = await openLink()
    const { hostname, port, pathname } = new URL(link.url)
    const headers = await new Promise<Record<string, unknown>>((resolve) =>
      httpRequest({ hostname, port, path: pathname, method: "HEAD" }, (answer) =>
        resolve(answer.headers),
      ).end(),
    )
    expect(headers["cache-control"]).toBe("no-store")
    expect(headers["referrer-policy"]).toBe("no-referrer")
  })
})
