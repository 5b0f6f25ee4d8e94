/** A family of callers that asks as much as it can: its own calls wait for each other, and no other family's do. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import {
  companyFamily,
  type Family,
  networkFamily,
  visitorsFamily,
} from "../../service/platform/budget/budget.ts"
import type { Stay } from "../../service/platform/budget/stay.ts"
import { openRaw } from "../support/raw-client.ts"
import { type Answer, patientBudget, startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"

/** Calls of a family that are in hand at a time. */
const atOnce = 8
const mostWaiting = 500
let service: TestService
let story: Story
let other: { companyId: number; key: string }
let stays: Stay[] = []

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  other = await service.anotherCompany()
})
afterEach(giveBack)
afterAll(() => service.stop())

/** The flood and the others come from addresses of their own: nothing that counts by address holds for both. */
const attackers = "198.51.100.7"
const victims = "203.0.113.9"
const from = (address: string) => ({ "x-forwarded-for": address })

/** By the first company's key, or another's. */
const call = (method: string, path: string, body?: object, key = service.key, address = attackers) =>
  service.api(method, path, body, { key, headers: from(address) })

const enter = (family: Family) => service.context.budget.enter(family)

/** All of the family's places, until they are given back. */
async function takeAllPlaces(family: Family): Promise<void> {
  stays = await Promise.all(Array.from({ length: atOnce }, () => enter(family)))
}

function giveBack(): void {
  for (const stay of stays.splice(0)) stay.leave()
}

const range = { start_date: "2027-03-02", end_date: "2027-03-09" }
const search = (address = attackers) =>
  call("POST", "/slots", { appointment_type_id: story.typeId, ...range }, service.key, address)
const others = (method: string, path: string, body?: object) => call(method, path, body, other.key, victims)

const stateOf = (answer: Promise<Answer>) =>
  Promise.race([answer.then(({ status }) => status), Promise.resolve("waits")])

describe("one family's calls", () => {
  it("TR-40 SE-03 FX-17 wait for each other, whatever they ask, while another company's are answered", async () => {
    await takeAllPlaces(companyFamily(service.companyId))
    const waiting = [search(), call("GET", "/company"), call("GET", "/reports/bookings?x=1")]
    expect((await others("POST", "/slots", { appointment_type_id: 1, ...range })).status).toBe(404)
    expect((await others("GET", "/company")).status).toBe(200)
    expect(await Promise.all(waiting.map(stateOf))).toEqual(["waits", "waits", "waits"])
    giveBack()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 400])
  })

  it("SE-03 wait so long, then are refused with a time to wait", async () => {
    const hasty = await startService({ budget: patientBudget(50) })
    const taken = await Promise.all(
      Array.from({ length: atOnce }, () => hasty.context.budget.enter(companyFamily(hasty.companyId))),
    )
    const refused = await hasty.api("GET", "/company")
    expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    for (const stay of taken) stay.leave()
    expect((await hasty.api("GET", "/company")).status).toBe(200)
    await hasty.stop()
  })

  it("TR-40 are refused at once when too many wait already", async () => {
    const family = companyFamily(service.companyId)
    await takeAllPlaces(family)
    const queued = Array.from({ length: mostWaiting }, () => enter(family).then((stay) => stay.leave()))
    const refused = await search()
    expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"])
    giveBack()
    await Promise.all(queued)
    expect((await search()).status).toBe(200)
  })

  it("TR-40 leave no place taken behind them, refused, failed or hung up", async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => call("POST", "/slots", { appointment_type_id: 9_999 })),
    )
    await takeAllPlaces(companyFamily(service.companyId))
    const leaver = new AbortController()
    const left = fetch(`${service.apiUrl}/api/v1/company`, {
      signal: leaver.signal,
      headers: { authorization: `Bearer ${service.key}`, ...from(attackers) },
    }).catch(() => "left")
    expect((await others("GET", "/company")).status).toBe(200)
    leaver.abort()
    expect(await left).toBe("left")
    giveBack()
    const answers = await Promise.all(Array.from({ length: 20 }, search))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    await expect.poll(() => service.context.budget.use().company.inside).toBe(0)
  })

  it("SE-02 leave no place taken when the visitor hangs up who waits for the second of two families", async () => {
    const slug = "hung-up"
    expect(
      (await service.api("PUT", "/company", { public_slug: slug, public_booking_enabled: true })).status,
    ).toBe(200)
    const uses = service.context.budget.use()
    await takeAllPlaces(visitorsFamily(service.companyId))
    const leavers = Array.from({ length: 5 }, () => new AbortController())
    const left = leavers.map(({ signal }) =>
      fetch(`${service.bookUrl}/${slug}`, { signal, headers: from(attackers) }).catch(() => "left"),
    )
    await expect.poll(() => uses.visitors.waiting).toBe(leavers.length)
    for (const leaver of leavers) leaver.abort()
    expect(await Promise.all(left)).toEqual(leavers.map(() => "left"))
    await expect.poll(() => uses.network.inside).toBe(0)
    giveBack()
    await expect.poll(() => uses.visitors.inside).toBe(0)
    expect((await fetch(`${service.bookUrl}/${slug}`, { headers: from(victims) })).status).toBe(200)
    expect(uses.visitors.waiting).toBe(0)
  })

  it("SE-03 MD-07 a test company's calls count among those of the company that made it", async () => {
    const { body } = await service.api("POST", "/test-company")
    const ofTest = body.data.api_key as string
    expect((await call("GET", "/company", undefined, ofTest)).status).toBe(200)
    await takeAllPlaces(companyFamily(service.companyId))
    const waiting = [
      call("GET", "/company", undefined, ofTest),
      call("GET", "/reports/bookings?x=1", undefined, ofTest),
    ]
    expect((await others("GET", "/company")).status).toBe(200)
    expect(await Promise.all(waiting.map(stateOf))).toEqual(["waits", "waits"])
    giveBack()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 400])
  })

  it("SE-02 hold up no other family that has spent its allowance, while their bodies have yet to come", async () => {
    const [slow, quick] = [await service.anotherCompany(), await service.anotherCompany()]
    for (const { companyId, key } of [slow, quick]) {
      // Keys that are known already take no place of their network.
      expect(
        (await call("GET", "/company", undefined, key, key === slow.key ? attackers : victims)).status,
      ).toBe(200)
      const stay = await enter(companyFamily(companyId))
      stay.spending.cpuMs = 60_000
      stay.leave()
    }
    const { company } = service.context.budget.use()
    const { inside } = company
    const half =
      `POST /api/v1/customers HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${slow.key}\r\nx-forwarded-for: ${attackers}\r\n` +
      "content-type: application/json\r\ncontent-length: 100\r\n\r\n{"
    const senders = Array.from({ length: atOnce }, () => openRaw(service.apiUrl, half))
    await expect.poll(() => company.inside).toBe(inside + atOnce)
    expect((await call("GET", "/company", undefined, quick.key, victims)).status).toBe(200)
    for (const sender of senders) sender.socket.destroy()
    await expect.poll(() => company.inside).toBe(inside)
  })

  it("SE-03 hold up no staff when a company's visitors, or strangers without a key, ask too much", async () => {
    await takeAllPlaces(visitorsFamily(service.companyId))
    const visitors = stays
    await takeAllPlaces(networkFamily(attackers))
    stays.push(...visitors)
    const stranger = fetch(`${service.apiUrl}/docs`, { headers: from(attackers) })
    const isWaiting = Promise.race([
      stranger.then(() => "answered"),
      search(victims).then(() => "staff first"),
    ])
    expect(await isWaiting).toBe("staff first")
    giveBack()
    expect((await stranger).status).toBe(200)
  })
})
