import { request as httpRequest } from "node:http"
import { afterEach, describe, expect, it } from "vitest"
import { createTestDatabase } from "../../../test/support/postgres.ts"
import { openPublicPage, slug, visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService, type TestServiceOptions } from "../../../test/support/service.ts"
import { type Story, tellStory } from "../../../test/support/story.ts"

let service: TestService
let story: Story

async function start(options: TestServiceOptions = {}): Promise<void> {
  service = await startService({ book: true, trustProxyHops: 1, ...options })
  story = await tellStory(service)
  await openPublicPage(service, story)
}
afterEach(() => service.stop())

const known = "+15125550123"
const march2 = { startDate: "2027-03-02", endDate: "2027-03-03" }

/** The statuses of so many requests for a path, sent with one X-Forwarded-For each. */
async function statuses(
  times: number,
  forwardedFor: (index: number) => string,
  { path = `/${slug}`, bookUrl = service.bookUrl! } = {},
): Promise<number[]> {
  const answers: number[] = []
  for (let index = 0; index < times; index += 1) {
    const answer = await fetch(bookUrl + path, { headers: { "x-forwarded-for": forwardedFor(index) } })
    await answer.arrayBuffer()
    answers.push(answer.status)
  }
  return answers
}

const count = (answers: readonly number[], status: number) => answers.filter((each) => each === status).length

describe("requests of a network", () => {
  it("RL-01 RL-06 are 60 a minute, documents and JSON together, with Retry-After; assets are free", async () => {
    await start()
    expect(count(await statuses(30, () => "198.51.100.1"), 200)).toBe(30)
    const json = { path: `/api/pages/${slug}` }
    expect(await statuses(31, () => "198.51.100.1", json)).toEqual([...Array(30).fill(200), 429])
    const refused = await visitorOf(service, slug, "198.51.100.1").page()
    expect([refused.status, refused.error.code]).toEqual([429, "rate_limited"])
    const seconds = Number(refused.headers.get("retry-after"))
    expect(seconds).toBeGreaterThan(0)
    const asset = await fetch(`${service.bookUrl}/assets/none.js`, {
      headers: { "x-forwarded-for": "198.51.100.1" },
    })
    expect(asset.status).toBe(404)
    expect(await statuses(1, () => "198.51.100.2")).toEqual([200])
    service.clock.advanceMs(seconds * 1_000)
    expect(await statuses(1, () => "198.51.100.1")).toEqual([200])
  })

  it("RL-01 count an IPv6 /64 as one, and an IPv4 address written as IPv6 as itself", async () => {
    await start()
    const answers = await statuses(62, (index) => `2001:db8:7:7::${(index + 1).toString(16)}`)
    expect([count(answers, 200), count(answers, 429)]).toEqual([60, 2])
    expect(await statuses(1, () => "2001:db8:7:8::1")).toEqual([200])
    await statuses(30, () => "198.51.100.9")
    expect(count(await statuses(31, () => "::ffff:198.51.100.9"), 429)).toBe(1)
  })

  it("RL-06 are counted together by two processes on one database", async () => {
    const database = await createTestDatabase()
    await start({ database })
    const second = await startService({
      book: true,
      trustProxyHops: 1,
      database: { ...database, drop: async () => undefined },
    })
    const from = () => "198.51.100.20"
    const answers = [
      ...(await statuses(35, from)),
      ...(await statuses(35, from, { bookUrl: second.bookUrl! })),
    ]
    await second.stop()
    expect([count(answers, 200), count(answers, 429)]).toEqual([60, 10])
  })

  it("RL-07 cannot be had by the dozen with a forged X-Forwarded-For: no proxy", async () => {
    await start({ trustProxyHops: 0 })
    const answers = await statuses(61, (index) => `203.0.113.${index}`)
    expect(count(answers, 429)).toBe(1)
  })

  it("RL-07 cannot be had by the dozen with a forged X-Forwarded-For: one proxy", async () => {
    await start({ trustProxyHops: 1 })
    const answers = await statuses(61, (index) => `203.0.113.${index}, 198.51.100.30`)
    expect(count(answers, 429)).toBe(1)
  })

  it("RL-07 cannot be had by the dozen with a forged X-Forwarded-For: two proxies", async () => {
    await start({ trustProxyHops: 2 })
    const answers = await statuses(61, (index) => `203.0.113.${index}, 198.51.100.30, 10.0.0.9`)
    expect(count(answers, 429)).toBe(1)
    const elsewhere = await statuses(1, () => "203.0.113.1, 198.51.100.31, 10.0.0.9")
    expect(elsewhere).toEqual([200])
  })
})

describe("searches and writes", () => {
  it("RL-04 120 searches a minute for a company by visitors without a visit; those with one are not counted", async () => {
    await start()
    const body = { typeId: story.typeId, ...march2 }
    const answers: number[] = []
    for (let network = 0; network < 3; network += 1) {
      const visitor = visitorOf(service)
      for (let asked = 0; asked < 41; asked += 1) answers.push((await visitor.slots(body)).status)
    }
    expect([count(answers, 200), count(answers, 429)]).toEqual([120, 3])
    const verified = visitorOf(service)
    await verified.proves(known)
    expect((await verified.slots(body)).status).toBe(200)
    const refused = await visitorOf(service).slots(body)
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true])
  })

  it("RL-03 30 registrations and bookings a visit; searches are not counted", async () => {
    await start()
    const visitor = visitorOf(service)
    await visitor.proves(known)
    const wish = {
      typeId: story.typeId,
      providerId: story.anaId,
      locationId: story.locationId,
      startTime: "2027-03-02T18:01:00.000Z",
    }
    const token = visitor.token
    const book = () => {
      const other = visitorOf(service)
      other.token = token
      return other.book(wish)
    }
    for (let tried = 0; tried < 30; tried += 1) expect((await book()).status).toBe(409)
    const refused = await book()
    expect([refused.status, refused.error.code]).toEqual([429, "rate_limited"])
    expect(refused.headers.get("retry-after")).toBe("1800")
    expect((await visitor.slots({ typeId: story.typeId, ...march2 })).status).toBe(200)
    await visitorOf(service).proves("+15125550177")
  })

  it("RL-05 bodies over 16 KB are 413, however they are sent", async () => {
    await start()
    const visitor = visitorOf(service)
    const long = { phone: known, botCheck: "x".repeat(17_000) }
    const answer = await visitor.send("POST", "/codes", long)
    expect([answer.status, answer.error.code]).toEqual([413, "body_too_large"])
    expect(await chunked(`${service.bookUrl}/api/pages/${slug}/codes`, JSON.stringify(long))).toBe(413)
    const almost = await visitor.send("POST", "/codes", { phone: known, botCheck: "x".repeat(16_000) })
    expect(almost.status).toBe(400)
  })
})

/** A body whose length is not said beforehand. */
function chunked(url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" }
    const sending = httpRequest(url, { method: "POST", headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    sending.on("error", reject)
    sending.write(body.slice(0, 9_000))
    sending.end(body.slice(9_000))
  })
}
