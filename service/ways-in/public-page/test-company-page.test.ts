/** A test company's public page: open to its own people alone, and to no search engine. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ask } from "../../../test/support/link.ts"
import { openPublicPage, slug, visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { tellStory } from "../../../test/support/story.ts"

let service: TestService
let testKey: string
let testId: number
let pageUrl: string

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  await openPublicPage(service, await tellStory(service))
  const made = await service.api("POST", "/test-company")
  testKey = made.body.data.api_key
  testId = made.body.data.company_id
  pageUrl = `${service.bookUrl}/${slug}-test`
})
afterAll(() => service.stop())

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers, redirect: "manual" })
const sendKey = (key: string) =>
  fetch(`${service.bookUrl}/api/pages/${slug}-test/pass`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ key }),
  })
const previewOf = async (key: string) =>
  (await service.api("GET", "/company/page-preview", undefined, { key })).body.data

describe("a test company's page", () => {
  it("MD-07 asks a stranger for a key, shows nothing of the company's offer, and is not for search engines", async () => {
    const page = await get(pageUrl)
    const html = await page.text()
    expect(page.status).toBe(401)
    expect(html).toContain('name="key"')
    expect(html).not.toContain('id="view"')
    for (const headers of [{}, { authorization: `Bearer ${testKey}` }] as Record<string, string>[]) {
      const answer = await get(pageUrl, headers)
      expect(answer.headers.get("x-robots-tag")).toContain("noindex")
      expect(await answer.text()).toContain('name="robots" content="noindex"')
    }
    expect((await get(`${service.bookUrl}/${slug}`)).headers.get("x-robots-tag")).toBeNull()
  })

  it("MD-07 sends no code to a stranger, and answers none of the page's questions", async () => {
    const stranger = visitorOf(service, `${slug}-test`)
    const asked = { phone: "+15125550123", botCheck: "x" }
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["GET", "/bot-check", undefined],
      ["POST", "/codes", asked],
      ["POST", "/slots", { typeId: 1, startDate: "2027-03-01", endDate: "2027-03-02" }],
      ["GET", "/visit", undefined],
    ] as const) {
      const refused = await stranger.send(method, path, body)
      expect([refused.status, refused.error.code], path).toEqual([401, "unauthorized"])
    }
    const outbox = await service.api("GET", "/test-outbox", undefined, { key: testKey })
    expect(outbox.body.data).toEqual([])
  })

  it("MD-07 opens with its own key, or that of the company that made it, and with no other", async () => {
    const { key: others } = await service.anotherCompany()
    for (const [key, status] of [
      [testKey, 200],
      [service.key, 200],
      [others, 401],
      ["sk_test_wrong", 401],
      ["", 401],
    ] as const) {
      const answer = await sendKey(key)
      expect(answer.status).toBe(303)
      const opened = await get(new URL(answer.headers.get("location")!, pageUrl).href)
      expect([key, opened.status]).toEqual([key, status])
      expect(await opened.text()).toContain(
        status === 200 ? 'id="view"' : "That is no key of this test company.",
      )
    }
    const ofLive = await fetch(`${service.bookUrl}/api/pages/${slug}/pass`, { method: "POST" })
    expect(ofLive.status).toBe(404)
  })

  it("MD-07 its page's requests carry the pass, which ends after twelve hours and opens no other page", async () => {
    const answer = await sendKey(testKey)
    const pass = new URL(answer.headers.get("location")!, pageUrl).searchParams.get("pass")!
    const tester = visitorOf(service, `${slug}-test`)
    const withPass = { "x-page-pass": pass }
    expect((await tester.send("GET", "", undefined, withPass)).status).toBe(200)
    const second = await service.api("POST", "/test-company")
    expect(second.status).toBe(201)
    const elsewhere = visitorOf(service, `${slug}-test-2`)
    expect((await elsewhere.send("GET", "", undefined, withPass)).status).toBe(401)
    expect((await tester.send("GET", "", undefined, { "x-page-pass": `zz${pass}` })).status).toBe(401)
    const now = new Date(service.clock.now()).toISOString()
    service.clock.advanceMs(11.9 * 3_600_000)
    expect((await tester.send("GET", "", undefined, withPass)).status).toBe(200)
    service.clock.advanceMs(1.2 * 3_600_000)
    expect((await tester.send("GET", "", undefined, withPass)).status).toBe(401)
    service.clock.set(now)
  })

  it("MD-07 staff read the address that opens it", async () => {
    const { page_url, preview_url } = await previewOf(testKey)
    for (const url of [page_url, preview_url]) expect((await get(url)).status).toBe(200)
    expect((await previewOf(service.key)).page_url).toBe(`${service.bookUrl}/${slug}`)
  })

  it("MD-07 its visitors are charged to the company that made it", async () => {
    const before = service.context.budget.use().visitors.begun
    const company = service.context.budget.use().company.begun
    expect((await ask(pageUrl, { headers: { authorization: `Bearer ${testKey}` } })).status).toBe(200)
    expect(service.context.budget.use().visitors.begun).toBe(before)
    expect(service.context.budget.use().company.begun).toBe(company + 1)
    expect(testId).toBeGreaterThan(service.companyId)
  })
})

describe("a preview", () => {
  const framers = async (url: string) =>
    /frame-ancestors (.*)$/.exec((await get(url)).headers.get("content-security-policy") ?? "")![1]

  it("MD-08 may be framed by the console only with a pass that a signed-in user or a key got", async () => {
    const url = `${service.bookUrl}/${slug}`
    const { preview_url } = await previewOf(service.key)
    expect(await framers(preview_url)).toBe(service.apiUrl)
    expect((await get(preview_url)).headers.get("x-robots-tag")).toContain("noindex")
    const { key: others } = await service.anotherCompany()
    await service.api(
      "PUT",
      "/company",
      { public_slug: "elsewhere", public_booking_enabled: true },
      { key: others },
    )
    const foreign = new URL((await previewOf(others)).preview_url).search
    for (const query of ["?preview", "?preview=", "?preview=1", "?pass=1", foreign, `${foreign}&preview=2`]) {
      expect(await framers(url + query), query).toBe("'none'")
    }
    expect((await fetch(`${service.apiUrl}/api/v1/company/page-preview`)).status).toBe(401)
  })
})
