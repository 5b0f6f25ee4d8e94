import { hash } from "node:crypto"
import { connect } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { makeLink } from "../support/link.ts"
import { makeManageLink } from "../support/manage-link.ts"
import { openPublicPage, slug } from "../support/public-page.ts"
import { countOn } from "../support/rate-counters.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeCustomer, type Story, tellStory } from "../support/story.ts"

/** A minute, of views. */
const linkLimit = 300
const pageLimit = 60
/** The number of requests against each limit; those before are counted on. */
const asked = 5
/** Spellings of addresses that the booking link answers. */
const bookingLinkSpellings = {
  "an escaped letter": "/%72/TOKEN",
  "a query with an escaped slash": "/r/TOKEN?x=%2F",
  "an escaped path": "/%61pi/link",
  "every letter escaped": "/%61%70%69/%6C%69%6E%6B",
  "the absolute form": "http://elsewhere.example/r/TOKEN",
  "the absolute form of the JSON endpoint": "http://elsewhere.example/api/link",
  "an absolute form with an escaped letter": "http://elsewhere.example/%72/TOKEN",
}
const escaped = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`
const publicPageSpellings = {
  "an escaped letter": `/${escaped(slug)}`,
  "the absolute form": `http://elsewhere.example/${slug}`,
  "an escaped path": `/api/%70ages/${slug}`,
  "an escaped slug": `/api/pages/${escaped(slug)}`,
}
/** These lead nowhere, so no limit needs to count them. */
const leadNowhere = (token: string) => [
  `/R/${token}`,
  `//r/${token}`,
  `/r//${token}`,
  `/r/${token}/`,
  "/API/LINK",
  "/api//link",
  "/api/link/",
]

let service: TestService
let story: Story
let token: string
let minute = 0

beforeAll(async () => {
  service = await startService({ book: true })
  story = await tellStory(service)
  const link = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
  token = link.token
  await openPublicPage(service, story)
})
afterAll(() => service.stop())
// Counts of an earlier test are over.
beforeEach(() => {
  minute += 10
  service.clock.set(new Date(Date.parse("2027-03-01T12:00:00.000Z") + minute * 60_000).toISOString())
})

/** The status of a request whose target is written on the wire exactly as given. */
function statusOf(target: string): Promise<number> {
  const { hostname, port, host } = new URL(service.bookUrl!)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let head = ""
    socket.on("error", reject)
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1")
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? []
      if (status === undefined) return
      socket.destroy()
      resolve(Number(status))
    })
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nX-Booking-Token: ${token}\r\nConnection: close\r\n\r\n`,
    )
  })
}

/** The status of a target that has begun its counter, sent until the limit has to be reached, and once more. */
async function statusBeyond(kind: "link_view" | "page", target: string): Promise<number> {
  await countOn(service, kind, { link_view: linkLimit, page: pageLimit }[kind] - asked)
  for (let sent = 0; sent < asked; sent++) await statusOf(target)
  return statusOf(target)
}

describe("TR-21 a limit counts by route, however the path is spelled", () => {
  it.each(Object.entries(bookingLinkSpellings))("TR-21 the booking link's: %s", async (_, spelled) => {
    const target = spelled.replace("TOKEN", token)
    expect(await statusOf(target)).toBe(200)
    expect(await statusBeyond("link_view", target)).toBe(429)
    expect(await statusOf(`/r/${token}`)).toBe(429)
  })

  it("TR-21 TR-05 a manage link's: an escaped letter, on the same limit as booking links", async () => {
    const manage = await makeManageLink(service, story, "2027-03-02T15:00:00.000Z")
    const target = `/%61/${manage.token}`
    expect(await statusOf(target)).toBe(200)
    expect(await statusBeyond("link_view", target)).toBe(429)
    expect(await statusOf(`/r/${token}`)).toBe(429)
  })

  it.each(Object.entries(publicPageSpellings))("TR-21 the public page's: %s", async (_, target) => {
    expect(await statusOf(target)).toBe(200)
    expect(await statusBeyond("page", target)).toBe(429)
    expect(await statusOf(`/${slug}`)).toBe(429)
  })

  it("TR-21 capitals, double slashes and a slash at the end lead to no booking link, and count for no limit", async () => {
    for (const target of leadNowhere(token)) expect([target, await statusOf(target)]).toEqual([target, 404])
    expect(await statusOf(`/r/${token}`)).toBe(200)
    await countOn(service, "link_view", linkLimit - 2)
    for (const target of leadNowhere(token)) await statusOf(target)
    expect(await statusOf(`/r/${token}`)).toBe(200)
    expect(await statusOf(`/r/${token}`)).toBe(429)
  })

  it.each([slug.toUpperCase(), `${slug}/`])(
    "TR-21 /%s leads to the page's own address, where it counts",
    async (spelled) => {
      for (let sent = 0; sent <= pageLimit; sent++) expect(await statusOf(`/${spelled}`)).toBe(308)
      expect(await statusOf(`/${slug}`)).toBe(200)
    },
  )

  it("TR-21 RL-01 the counters hold no network address, nor a hash that anybody could make of one", async () => {
    await statusOf(`/r/${token}`)
    await statusOf(`/${slug}`)
    const keys = await service.context.db.query<{ key: string }>("SELECT key FROM rate_counter")
    expect(keys.length).toBeGreaterThanOrEqual(2)
    const plainHashes = ["sha1", "sha256", "sha512", "md5"].flatMap((algorithm) =>
      (["hex", "base64", "base64url"] as const).map((encoding) => hash(algorithm, "127.0.0.1", encoding)),
    )
    for (const readable of ["127.0.0.1", token, ...plainHashes]) {
      expect(keys.filter(({ key }) => key.includes(readable))).toEqual([])
    }
  })
})
