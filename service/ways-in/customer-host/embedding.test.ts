import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type DatabaseLine, openLine } from "../../../test/support/database-line.ts"
import { type Link, makeLink } from "../../../test/support/link.ts"
import { createTestDatabase } from "../../../test/support/postgres.ts"
import { openPublicPage, slug } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { makeCustomer, type Story, tellStory } from "../../../test/support/story.ts"

const site = "https://www.example.com"
let service: TestService
let story: Story
let line: DatabaseLine

/** The website, as it is read. */
const read = async (url: string) => ({
  url,
  status: 200,
  policyHeader: "default-src 'self'",
  html: `<script src="${service.bookUrl}/embed.js"></script><div data-embed-page="${slug}"></div>`,
})

beforeAll(async () => {
  line = await openLine(await createTestDatabase())
  service = await startService({ book: true, database: line.database, websites: { read, close() {} } })
  story = await tellStory(service)
  await openPublicPage(service, story)
})
afterAll(() => service.stop())

beforeEach(async () => {
  service.clock.advanceMs(3_600_000)
})

const allow = (origins: string[]) => service.api("PUT", "/company", { embed_origins: origins })
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.bookUrl + path, { headers, redirect: "manual" })
const linkOfSomebody = async (): Promise<Link> =>
  makeLink(service, story, { customer_id: await makeCustomer(service) })

/** The origins that may frame the path's page, as its answer says. */
async function framers(path: string): Promise<string> {
  const policy = (await get(path)).headers.get("content-security-policy")
  return /frame-ancestors (.*)$/.exec(policy ?? "")![1]!
}

describe("the check of a website", () => {
  const check = (body: object, key = service.key) => service.api("POST", "/embedding/check", body, { key })

  it("CN-12 says what keeps the page from showing, and with which words to let it through", async () => {
    await allow([site])
    const { status, body } = await check({ url: `${site}/book` })
    expect([status, body.data.origin, body.data.ready]).toEqual([200, site, false])
    const wrong = body.data.items.filter(({ ok }: { ok: boolean | null }) => ok !== true)
    expect(wrong).toMatchObject([
      { code: "script", policy: { suggestion: `script-src 'self' ${service.bookUrl}` } },
      { code: "frame", policy: { suggestion: `frame-src 'self' ${service.bookUrl}` } },
    ])
  })

  it("CN-12 is for admins, takes addresses of websites, and ten a minute", async () => {
    const member = await service.api("POST", "/api-keys", { name: "Till", role: "member" })
    expect((await check({ url: site }, member.body.data.key)).status).toBe(403)
    expect((await check({ url: "www.example.com" })).body.error.field).toBe("url")
    expect((await check({ url: site, shows: "all" })).body.error.field).toBe("shows")
    const answers = []
    for (let n = 0; n < 11; n += 1) answers.push((await check({ url: site })).status)
    expect(answers).toEqual([...Array(10).fill(200), 429])
  })
})

describe("embed.js", () => {
  it("EM-01 is small, knows where it comes from and names no service", async () => {
    const answer = await get("/embed.js")
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    const script = await answer.text()
    expect(script).toContain(service.bookUrl)
    expect(script).not.toContain("book_url")
    expect(script.toLowerCase()).not.toContain("appointed")
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(3_200)
  })

  it("EM-01 may be loaded by any site, kept for minutes, and asked for anew by its tag", async () => {
    const { headers } = await get("/embed.js")
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin")
    expect(headers.get("cache-control")).toBe("public, max-age=600")
    expect(headers.get("content-encoding")).toMatch(/^(br|gzip)$/)
    const again = await get("/embed.js", { "if-none-match": headers.get("etag")! })
    expect([again.status, await again.text()]).toEqual([304, ""])
    expect((await get("/embed.js", { "if-none-match": 'W/"another"' })).status).toBe(200)
  })

  it("RL-01 EM-01 counts against no visitor's limit", async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => get("/embed.js")))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await get(`/${slug}`)).status).toBe(200)
  })
})

describe("who may frame the pages", () => {
  it("EM-05 EM-08 is what the list says now, for page and link alike", async () => {
    const link = await linkOfSomebody()
    for (const origins of [[site], [site, "http://localhost:8080"], []]) {
      await allow(origins)
      const expected = origins.join(" ") || "'none'"
      expect(await framers(`/${slug}`)).toBe(expected)
      expect(await framers(`/r/${link.token}`)).toBe(expected)
    }
  })

  it("CN-10 is this host's own console too, for a preview of the page alone", async () => {
    const { token } = await linkOfSomebody()
    await allow([])
    const { preview_url } = (await service.api("GET", "/company/page-preview")).body.data
    const { search: preview } = new URL(preview_url)
    expect(await framers(`/${slug}${preview}`)).toBe(service.apiUrl)
    expect(await framers(`/r/${token}${preview}`)).toBe("'none'")
    await allow([site])
    expect(await framers(`/${slug}${preview}`)).toBe(`${site} ${service.apiUrl}`)
    expect(await framers(`/${slug}`)).toBe(site)
    expect((await get(`/${slug}${preview}`)).headers.get("x-robots-tag")).toContain("noindex")
  })

  it("EM-06 is nobody, for a page or link that is not there", async () => {
    await allow([site])
    expect(await framers("/nobody-has-it")).toBe("'none'")
    expect(await framers(`/r/${"x".repeat(24)}`)).toBe("'none'")
  })

  it("EM-11 stays so for a minute after a link that was being looked at is replaced", async () => {
    await allow([site])
    const [seen, unseen] = [await linkOfSomebody(), await linkOfSomebody()]
    await seen.page()
    for (const { requestId } of [seen, unseen]) {
      await service.api("POST", `/scheduling-requests/${requestId}/booking-link/rotate`)
    }
    service.clock.advanceMs(60_000)
    expect(await framers(`/r/${seen.token}`)).toBe(site)
    expect((await seen.page()).text).toContain("This link is no longer active")
    expect(await framers(`/r/${unseen.token}`)).toBe("'none'")
    service.clock.advanceMs(1)
    expect(await framers(`/r/${seen.token}`)).toBe("'none'")
  })

  it("EM-06 includes a page that asks for patience, as long as it was shown within the last minute", async () => {
    await allow([site])
    while ((await get(`/${slug}`)).status === 200);
    const held = await get(`/${slug}`)
    expect(held.status).toBe(429)
    expect(await held.text()).toContain(`content="${site}"`)
    expect(await framers(`/${slug}`)).toBe(site)
    expect(await framers("/another")).toBe("'none'")
  })
})

it("EM-03 a page leaves its head out where the browser says that it is framed", async () => {
  await allow([site])
  const html = async (headers: Record<string, string>) => (await get(`/${slug}`, headers)).text()
  expect(await html({ "sec-fetch-dest": "iframe" })).toMatch(
    /<html lang="en" class="framed">.*<script type="module"[^>]*>[^<]*booking-frame:hello/s,
  )
  expect(await html({ "sec-fetch-dest": "document" })).toMatch(/<html lang="en">/)
})

it("EM-08 with the database out of reach the last list serves for an hour", async () => {
  const link = await linkOfSomebody()
  await allow([site])
  const paths = [`/${slug}`, `/r/${link.token}`]
  for (const path of paths) expect(await framers(path)).toBe(site)
  await line.cut()
  service.clock.advanceMs(3_600_000)
  for (const path of paths) {
    const held = await get(path)
    expect(held.status).toBe(503)
    expect(await held.text()).toContain("Please try again shortly")
    expect(await framers(path)).toBe(site)
  }
  expect(await framers("/another")).toBe("'none'")
  service.clock.advanceMs(1)
  for (const path of paths) expect(await framers(path)).toBe("'none'")
})
