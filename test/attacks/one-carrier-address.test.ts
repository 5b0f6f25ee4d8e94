import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Link, makeLink } from "../support/link.ts"
import { countOn } from "../support/rate-counters.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeCustomer, type Story, tellStory } from "../support/story.ts"

const viewsAMinute = 300
const usesAMinute = 60
const carrier = { "x-forwarded-for": "100.64.0.1" }
let service: TestService
let story: Story
let minute = 0

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
})
afterAll(() => service.stop())

const openLink = async () => {
  // Counts of an earlier test are over.
  minute += 10
  service.clock.set(new Date(Date.parse("2027-03-01T12:00:00.000Z") + minute * 60_000).toISOString())
  return makeLink(service, { ...story, customerId: await makeCustomer(service) })
}

const search = (link: Link, headers: Record<string, string> = carrier) =>
  link.send("/api/link/slots", {
    method: "POST",
    body: { startDate: "2027-03-02", endDate: "2027-03-03" },
    headers,
  })
const view = (link: Link) => link.send("/api/link", { headers: carrier })

/** The statuses of so many requests, one after another. */
async function many(count: number, ask: (nth: number) => Promise<{ status: number }>): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let nth = 0; nth < count; nth++) statuses.add((await ask(nth)).status)
  return statuses
}

describe("customers behind one carrier's address", () => {
  it("TR-21 view their links 300 times a minute together, and no more", async () => {
    const links = [await openLink(), await openLink(), await openLink()]
    const viewEach = () => many(links.length, (nth) => view(links[nth]!))
    expect(await viewEach()).toEqual(new Set([200]))
    await countOn(service, "link_view", viewsAMinute - 2 * links.length)
    expect(await viewEach()).toEqual(new Set([200]))
    expect((await view(links[0]!)).status).toBe(429)
  })

  it("TR-21 search and write by 60 a minute each, whatever the others do", async () => {
    const [first, second] = [await openLink(), await openLink()]
    expect(await many(usesAMinute, () => search(first))).toEqual(new Set([200]))
    const refused = await search(first)
    expect([refused.status, refused.error.code]).toEqual([429, "rate_limited"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await first.send("/api/link/appointment", { method: "DELETE", headers: carrier })).status).toBe(
      429,
    )
    expect((await search(second)).status).toBe(200)
    expect((await view(first)).status).toBe(200)
  })

  it("TR-21 who are over their views can still book", async () => {
    const link = await openLink()
    expect((await view(link)).status).toBe(200)
    await countOn(service, "link_view", viewsAMinute - 1)
    expect((await view(link)).status).toBe(429)
    expect((await search(link)).status).toBe(200)
  })

  it("TR-21 a link's searches count together from wherever they come, and however it was rotated", async () => {
    const link = await openLink()
    const from = (nth: number) => ({ "x-forwarded-for": `203.0.113.${nth}` })
    expect(await many(usesAMinute, (nth) => search(link, from(nth)))).toEqual(new Set([200]))
    expect((await search(link, from(200))).status).toBe(429)
    await service.api("POST", `/scheduling-requests/${link.requestId}/booking-link/rotate`)
    expect((await search(link, from(201))).status).toBe(429)
  })

  it("TR-21 tokens that are no link's count as views of the address that guesses them", async () => {
    const link = await openLink()
    const guess = (nth: number) =>
      search(link, { ...carrier, "x-booking-token": String(nth).padStart(24, "A") })
    expect(await many(2, guess)).toEqual(new Set([404]))
    await countOn(service, "link_view", viewsAMinute - 3)
    expect((await guess(3)).status).toBe(404)
    expect((await guess(999)).status).toBe(429)
    expect((await view(link)).status).toBe(429)
    expect((await search(link)).status).toBe(200)
  })
})
