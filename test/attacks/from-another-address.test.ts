/**
 * FX-17: an attacker at one network address harms no one at another. The lines of TR whose own tests have one address, or an
 * attacker alone, are tried here with two.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { assignChannel } from "../../service/people/operator.ts"
import { type Link, makeLink } from "../support/link.ts"
import { openPublicPage, sharedSms, slug, visitorOf } from "../support/public-page.ts"
import { countOn } from "../support/rate-counters.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeCustomer, type Story, tellStory } from "../support/story.ts"
import { makeUser, signedIn } from "../support/users.ts"

const attacker = { "x-forwarded-for": "198.51.100.7" }
const victim = { "x-forwarded-for": "203.0.113.9" }

let service: TestService
let story: Story
let hour = 0
beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
})
afterAll(() => service.stop())
// Counts of an earlier test are over.
beforeEach(() => {
  hour += 2
  service.clock.set(new Date(Date.parse("2027-03-01T08:00:00.000Z") + hour * 3_600_000).toISOString())
})

const aLink = async () => makeLink(service, { ...story, customerId: await makeCustomer(service) })
const view = (link: Link, headers: object, path = "/api/link") => link.send(path, { headers: { ...headers } })
const search = (link: Link, headers: object) =>
  link.send("/api/link/slots", {
    method: "POST",
    body: { startDate: "2027-03-03", endDate: "2027-03-04" },
    headers: { ...headers },
  })

it("FX-17 TR-21 who views links and guesses tokens beyond the limit, however spelled, keeps no link from who has it elsewhere", async () => {
  const [theirs, own] = [await aLink(), await aLink()]
  const guess = (nth: number) =>
    search(theirs, { ...attacker, "x-booking-token": String(nth).padStart(24, "A") })
  expect((await view(theirs, attacker)).status).toBe(200)
  expect((await guess(1)).status).toBe(404)
  await countOn(service, "link_view", 299)
  for (const path of ["/api/link", "/%61pi/link", "/api/%6Cink"])
    expect((await view(theirs, attacker, path)).status).toBe(429)
  expect((await guess(2)).status).toBe(429)
  expect((await view(own, victim)).status).toBe(200)
  expect((await search(own, victim)).status).toBe(200)
  // The attacker's own link too, for who else has it: views count by address.
  expect((await view(theirs, victim)).status).toBe(200)
})

it("FX-17 TR-21 who floods the public page beyond the limit, however it is spelled, keeps no visitor elsewhere from it", async () => {
  const page = async (from: object, path = `/${slug}`) => {
    const answer = await fetch(service.bookUrl + path, { headers: { ...from } })
    await answer.arrayBuffer()
    return answer.status
  }
  expect(await page(attacker)).toBe(200)
  await countOn(service, "page", 60)
  for (const path of [
    `/${slug}`,
    `/%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`,
    `/api/pages/${slug}`,
  ])
    expect(await page(attacker, path)).toBe(429)
  expect(await page(victim)).toBe(200)
  const visitor = visitorOf(service, slug, victim["x-forwarded-for"])
  const found = await visitor.slots({ typeId: story.typeId, startDate: "2027-03-03", endDate: "2027-03-04" })
  expect(found.status).toBe(200)
})

it("FX-17 TR-54 ten codes from one address end its codes for an hour, and a visitor elsewhere gets one", async () => {
  const at = (from: { "x-forwarded-for": string }) => visitorOf(service, slug, from["x-forwarded-for"])
  for (let n = 0; n < 10; n += 1) expect((await at(attacker).code(`+1512555${3000 + n}`)).status).toBe(201)
  const refused = await at(attacker).code("+15125553999")
  expect([refused.status, refused.error.details]).toMatchObject([429, { companyPhone: expect.any(String) }])
  expect((await at(victim).code("+15125553999")).status).toBe(201)
})

it("FX-17 TR-30 a company at another address takes neither an email nor a number from the company that has it", async () => {
  const other = await service.anotherCompany("Other Company")
  const call = (method: string, path: string, body?: object) =>
    service.api(method, path, body, { key: other.key, headers: attacker })
  const { email } = await makeUser(service)
  const made = await call("POST", "/users", {
    email,
    name: "Ana",
    role: "admin",
    password: "another long password",
  })
  expect(made.status).toBe(201)
  await call("PUT", `/users/${made.body.data.id}`, { active: false })
  expect((await call("DELETE", `/users/${made.body.data.id}`)).status).toBe(200)
  const key = await signedIn(service, email, { from: victim["x-forwarded-for"] })
  const me = await service.api("GET", "/users/me", undefined, { key, headers: victim })
  expect(me.body.data).toMatchObject({ email, company_id: service.companyId })

  expect((await call("POST", "/channels", { kind: "sms", phone: sharedSms })).body.error.code).toBe(
    "channel_taken",
  )
  const assigned = assignChannel(
    service.context,
    other.companyId,
    { kind: "sms", phone: sharedSms },
    { move: false },
  )
  await expect(assigned).rejects.toMatchObject({ code: "channel_taken" })
  const kept = await service.api("GET", "/channels", undefined, { headers: victim })
  expect(kept.body.data).toMatchObject([{ kind: "sms", phone: sharedSms }])
})
