import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { anasAt, type Link, linkOf, makeLink } from "../../../test/support/link.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { makeCustomer, type Story, tellStory } from "../../../test/support/story.ts"

const words = "This link is no longer active"
let service: TestService
let story: Story
let link: Link

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
})
afterAll(() => service.stop())

beforeEach(async () => {
  service.clock.set("2027-03-01T12:00:00.000Z")
  link = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
})

async function expectEnded(ended: Link): Promise<void> {
  const page = await ended.page()
  expect(page.status).toBe(404)
  expect(page.text).toContain(words)
  expect(page.text).toContain("Harbour Heating")
  expect(page.text).toContain('href="tel:+15125550100"')
  const json = await ended.read()
  expect(json.status).toBe(404)
  expect(json.error).toMatchObject({
    code: "link_ended",
    message: words,
    details: { companyName: "Harbour Heating", companyPhone: "+15125550100" },
  })
  expect(Object.keys(json.error.details)).toEqual(["companyName", "companyPhone"])
}

const company = (path: string, body?: unknown) => service.api("POST", path, body)

it("LK-06 works until the appointment starts, and ends that minute", async () => {
  await link.book(anasAt(story, "2027-03-02T15:00:00.000Z"))
  service.clock.set("2027-03-02T14:59:59.999Z")
  expect((await link.read()).status).toBe(200)
  service.clock.set("2027-03-02T15:00:00.000Z")
  await expectEnded(link)
  for (const reply of [await link.move("2027-03-04T15:00:00.000Z"), await link.cancel(), await link.file()])
    expect([reply.status, reply.error.message]).toEqual([404, words])
})

it("LK-06 a cancelled request's link has ended", async () => {
  await company(`/scheduling-requests/${link.requestId}/cancel`)
  await expectEnded(link)
})

it("LK-06 RQ-10 an expired request's link has ended, also before the sweep has noticed", async () => {
  service.clock.set("2027-04-01T04:59:59.000Z")
  expect((await link.read()).status).toBe(200)
  service.clock.set("2027-04-01T05:00:00.000Z")
  const request = await service.api("GET", `/scheduling-requests/${link.requestId}`)
  expect(["open", "expired"]).toContain(request.body.data.status)
  await expectEnded(link)
})

it("LK-06 RQ-04 a replaced link has ended, and the new one works", async () => {
  const rotated = await company(`/scheduling-requests/${link.requestId}/booking-link/rotate`)
  await expectEnded(link)
  expect((await linkOf(service, rotated.body.data.booking_url).read()).status).toBe(200)
})

it("LK-06 links that the company switches off have ended, and live again when switched on", async () => {
  await service.api("PUT", "/company", { booking_links_enabled: false })
  await expectEnded(link)
  await service.api("PUT", "/company", { booking_links_enabled: true })
  expect((await link.read()).status).toBe(200)
})

it("LK-06 an ended link speaks the company's language and may be framed where its pages may", async () => {
  await service.api("PUT", "/company", { locale: "fr", embed_origins: ["https://www.example.com"] })
  await company(`/scheduling-requests/${link.requestId}/cancel`)
  const page = await link.page()
  expect(page.text).toContain('<html lang="fr"')
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors https://www.example.com")
  expect((await link.page({ "accept-language": "es-MX" })).text).toContain('<html lang="es"')
  await service.api("PUT", "/company", { locale: "en", embed_origins: [] })
})

it("LK-07 an unknown token has the same status and words as an ended link, and names nobody", async () => {
  await company(`/scheduling-requests/${link.requestId}/cancel`)
  const ended = await link.read()
  for (const token of ["A".repeat(24), link.token.slice(0, 23), `${link.token}A`, "x", "%C3%A9"]) {
    const unknown = linkOf(service, `${service.bookUrl}/r/${token}`)
    const json = await unknown.read()
    expect(json.status).toBe(ended.status)
    expect([json.error.code, json.error.message]).toEqual([ended.error.code, ended.error.message])
    expect(json.error.details).toBeUndefined()
    const page = await unknown.page()
    expect(page.status).toBe(404)
    expect(page.text).toContain(words)
    expect(page.text).not.toMatch(/Harbour|tel:|555/)
  }
  const bare = await link.send("/api/link", { headers: { "x-booking-token": "" } })
  expect([bare.status, bare.error.message]).toEqual([404, words])
})
