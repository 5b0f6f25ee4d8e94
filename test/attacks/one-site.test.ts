/** One IPv6 /48, which a customer of a provider may have whole, asks as much as it can: its own requests wait, no other visitor's do. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type Budget, createBudget, networkFamily } from "../../service/platform/budget/budget.ts"
import type { Stay } from "../../service/platform/budget/stay.ts"
import { Spending } from "../../service/platform/spending.ts"
import { nextNetwork, openPublicPage, type Visitor, visitorOf } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { nextNumber, type Story, tellStory } from "../support/story.ts"
import { makeUser, signIn } from "../support/users.ts"

/** Calls of all families that work at a time beyond their allowances. */
const mostBeyond = 4
const pageA = "flooded"
let service: TestService
let story: Story
let counted: Budget
let stays: Stay[] = []

/** The cost of every request of these tests. */
const tenMs = () =>
  Object.defineProperties(new Spending(), {
    cpuMs: { get: () => 10, set: () => undefined },
    databaseMs: { get: () => 0, set: () => undefined },
  })

beforeEach(async () => {
  // The clock of the budget stands and each request takes the same, so that no speed of a machine decides.
  counted = createBudget({ now: () => 0, longestWaitMs: 60_000 })
  const budget: Budget = {
    use: () => counted.use(),
    allowanceOf: (family) => counted.allowanceOf(family),
    enter: (family, entrance = {}) =>
      counted.enter(family, { ...entrance, spending: entrance.spending ?? tenMs() }),
  }
  service = await startService({ book: true, trustProxyHops: 1, budget })
  story = await tellStory(service)
  await openPublicPage(service, story)
  const { key } = await service.anotherCompany("Flooded")
  const open = { public_slug: pageA, public_booking_enabled: true }
  expect((await service.api("PUT", "/company", open, { key })).status).toBe(200)
})
afterEach(async () => {
  for (const stay of stays.splice(0)) stay.leave()
  await service.stop()
})

const ofSite = (n: number) => `2001:db8:48:${n.toString(16)}::1`
const networks = () => counted.use().network

async function charge(address: string, cpuMs: number): Promise<void> {
  const stay = await counted.enter(networkFamily(address))
  stay.spending.cpuMs = cpuMs
  stay.leave()
}

/** Takes all the room that callers beyond their allowances have. */
async function takeRoom(from: string): Promise<void> {
  const enter = () => counted.enter(networkFamily(from))
  stays = await Promise.all(Array.from({ length: mostBeyond }, enter))
}

/** Requests from ever new /64s of the /48, none of which begins while the room is taken. */
async function flood<T extends { status: number }>(
  ask: (from: string) => Promise<T>,
): Promise<Promise<T[]>[]> {
  const { waiting } = networks()
  const asked = Array.from({ length: 20 }, (_, n) => ask(ofSite(n)))
  await expect.poll(() => networks().waiting).toBe(waiting + asked.length)
  return [Promise.all(asked)]
}

const statusesOf = (answers: readonly { status: number }[]) => [
  ...new Set(answers.map(({ status }) => status)),
]
const page = (from: string) => fetch(`${service.bookUrl}/harbour`, { headers: { "x-forwarded-for": from } })
const noon = () => ({
  typeId: story.typeId,
  providerId: story.anaId,
  locationId: story.locationId,
  startTime: "2027-03-02T18:00:00.000Z",
})
const march2 = () => ({ typeId: story.typeId, startDate: "2027-03-02", endDate: "2027-03-03" })

/** All that a visitor of page B does, up to the booking. */
async function booksAt(from: string): Promise<number[]> {
  const visitor: Visitor = visitorOf(service, undefined, from)
  const opened = [await page(from), await visitor.page(), await visitor.slots(march2())]
  await visitor.proves(nextNumber())
  const registered = await visitor.register({ firstName: "Ruth", lastName: "Hale" })
  return [...opened, registered, await visitor.book(noon())].map(({ status }) => status)
}

describe("a /48 that floods", () => {
  it("FX-16 page A leaves page B's visitors, who wait for nothing and are never refused", async () => {
    for (let n = 1; n < 90; n += 1) await charge(ofSite(n), 40)
    await takeRoom(ofSite(1))
    const [flooding] = await flood((from) => visitorOf(service, pageA, from).page())
    const { waited, refused } = networks()
    expect(await booksAt(nextNetwork())).toEqual([200, 200, 200, 201, 201])
    const others = await Promise.all(["2001:db8:b::1", "2001:db8:c::1", "203.0.113.9"].map(page))
    expect(statusesOf(others)).toEqual([200])
    expect([networks().waited, networks().refused]).toEqual([waited, refused])
    expect(networks().waiting).toBe(20)
    for (const stay of stays.splice(0)) stay.leave()
    expect(statusesOf(await flooding!)).toEqual([200])
  })

  it("FX-16 the sign-in leaves page B's visitors, and staff who sign in from elsewhere", async () => {
    const { email } = await makeUser(service)
    for (let n = 1; n < 90; n += 1) await charge(ofSite(n), 40)
    await takeRoom(ofSite(1))
    const [flooding] = await flood((from) =>
      service.api(
        "POST",
        "/sessions",
        { email: `${from.replaceAll(":", "-")}@example.com`, password: "a wrong password" },
        {
          ...{ key: null, headers: { "x-forwarded-for": from } },
        },
      ),
    )
    const { waited, refused } = networks()
    expect(await booksAt(nextNetwork())).toEqual([200, 200, 200, 201, 201])
    expect((await signIn(service, email, { from: "2001:db8:b::1" })).status).toBe(201)
    expect([networks().waited, networks().refused]).toEqual([waited, refused])
    for (const stay of stays.splice(0)) stay.leave()
    expect(statusesOf(await flooding!)).toEqual([401])
  })
})

const crowd = (n: number) => `2001:db8:${(0x100 + n).toString(16)}::1`

describe("a crowd of many /48s that has used up what all anonymous callers share", () => {
  it("FX-16 leaves visitors who have used nothing a share of their own", async () => {
    for (let n = 0; n < 80; n += 1) await charge(crowd(n), 40)
    await takeRoom(crowd(0))
    const { waited } = networks()
    expect(statusesOf(await Promise.all([page("203.0.113.1"), page("2001:db8:b::1")]))).toEqual([200])
    expect(networks().waited).toBe(waited)
    const again = page(crowd(1))
    await expect.poll(() => networks().waiting).toBe(1)
    for (const stay of stays.splice(0)) stay.leave()
    expect((await again).status).toBe(200)
  })
})
