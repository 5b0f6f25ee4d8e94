import { performance as machine } from "node:perf_hooks"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Refusal } from "../../domain/model/errors.ts"
import {
  type Budget,
  companyFamily,
  createBudget,
  type Family,
  longFamily,
  networkFamily,
  visitorsFamily,
} from "./budget/budget.ts"
import type { Stay } from "./budget/stay.ts"

const [cedar, harbour, oak] = [1, 2, 3].map(companyFamily) as [Family, Family, Family]
let budget: Budget

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  budget = createBudget()
})
afterEach(() => vi.useRealTimers())

/** A call that takes so much and leaves. */
async function work(family: Family, spent: { cpuMs?: number; databaseMs?: number; bytes?: number }) {
  const stay = await budget.enter(family)
  Object.assign(stay.spending, spent)
  stay.leave()
}

/** As many calls of the family as begin at once. */
async function takeRoom(family: Family, most = 20): Promise<Stay[]> {
  const stays: Stay[] = []
  for (let count = 0; count < most; count += 1) {
    const entering = budget.enter(family)
    entering.catch(() => undefined)
    const stay = await Promise.race([entering, Promise.resolve().then(() => Promise.resolve(null))])
    if (stay === null) {
      // The one that waits begins when there is room, and leaves.
      entering.then((late) => late.leave()).catch(() => undefined)
      break
    }
    stays.push(stay)
  }
  return stays
}

const outcomeOf = (entering: Promise<Stay>) =>
  entering.then(
    () => "begun",
    (error: unknown) => (error instanceof Refusal ? error : String(error)),
  )

describe("the budget of a family", () => {
  it("SE-03 counts the time of the thread and of the database, and bytes", async () => {
    await work(cedar, { cpuMs: 5, databaseMs: 7, bytes: 1_000 })
    await work(cedar, { cpuMs: 1 })
    expect(budget.use().company).toMatchObject({ cpuMs: 6, databaseMs: 7, bytes: 1_000, begun: 2 })
    expect(budget.use().company.inside).toBe(0)
  })

  it("SE-03 lets a lone caller who is past it have all that no other needs", async () => {
    await work(cedar, { cpuMs: 60_000 })
    const stays = await takeRoom(cedar)
    expect(stays).toHaveLength(4)
    for (const stay of stays) stay.leave()
  })

  it("SE-03 refuses who is past it after two seconds, with the time until it has enough again", async () => {
    await work(cedar, { databaseMs: 60_000 })
    const held = await takeRoom(cedar)
    const entering = outcomeOf(budget.enter(cedar))
    await vi.advanceTimersByTimeAsync(1_999)
    const state = Promise.race([entering, Promise.resolve("waits")])
    expect(await state).toBe("waits")
    await vi.advanceTimersByTimeAsync(2)
    const refused = (await entering) as Refusal
    expect([refused.code, refused.retryAfterSeconds]).toEqual(["rate_limited", 32])
    expect(budget.use().company.refused).toBeGreaterThanOrEqual(1)
    for (const stay of held) stay.leave()
  })

  it("SE-03 lets others begin at once while one is past its own", async () => {
    await work(cedar, { cpuMs: 60_000 })
    const held = await takeRoom(cedar)
    expect(await takeRoom(harbour)).toHaveLength(8)
    expect(await takeRoom(networkFamily("203.0.113.7"))).toHaveLength(8)
    for (const stay of held) stay.leave()
  })

  it("SE-02 takes many networks, each within its own, for one crowd: few of them work at a time, companies as before", async () => {
    const networks = Array.from({ length: 100 }, (_, index) => networkFamily(`198.51.100.${index}`))
    for (const network of networks) await work(network, { cpuMs: 40 })
    const held = await takeRoom(networks[0]!)
    expect(held).toHaveLength(4)
    const another = budget.enter(networks[1]!)
    expect(await takeRoom(cedar)).toHaveLength(8)
    held[0]!.leave()
    ;(await another).leave()
    for (const stay of held.slice(1)) stay.leave()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await takeRoom(networks[2]!)).toHaveLength(8)
  })

  it("SE-02 lets calls of known companies go on by turns with those of ever new networks", async () => {
    const addresses = Array.from({ length: 4 }, (_, index) => networkFamily(`198.51.100.${index}`))
    for (const address of addresses) await work(address, { cpuMs: 40 })
    await work(visitorsFamily(1), { cpuMs: 60_000 })
    const held = await takeRoom(visitorsFamily(1), 4)
    await work(networkFamily("192.0.2.1"), { cpuMs: 3_000 })
    const order: string[] = []
    const begins = async (family: Family) => {
      const stay = await budget.enter(family)
      order.push(family.kind)
      stay.leave()
    }
    const networks = addresses.map(begins)
    const known = [begins(visitorsFamily(1)), begins(visitorsFamily(1))]
    held[0]!.leave()
    await Promise.all([...networks, ...known])
    expect(order).toEqual(["visitors", "network", "visitors", "network", "network", "network"])
    for (const stay of held.slice(1)) stay.leave()
  })

  it("SE-03 lets the family that owes least begin first among those that are past theirs", async () => {
    await work(oak, { cpuMs: 60_000 })
    const held = await takeRoom(oak, 4)
    await work(cedar, { cpuMs: 9_000 })
    await work(harbour, { cpuMs: 5_000 })
    const order: string[] = []
    const begins = async (family: Family, name: string) => {
      const stay = await budget.enter(family)
      order.push(name)
      stay.leave()
    }
    const both = [begins(cedar, "cedar"), begins(harbour, "harbour")]
    held[0]!.leave()
    await Promise.all(both)
    expect(order).toEqual(["harbour", "cedar"])
    for (const stay of held) stay.leave()
  })

  it("SE-03 fills up again by itself, and lets those who wait begin then", async () => {
    await work(cedar, { cpuMs: 3_300 })
    await work(oak, { cpuMs: 60_000 })
    const held = await takeRoom(oak, 4)
    const entering = outcomeOf(budget.enter(cedar))
    await vi.advanceTimersByTimeAsync(500)
    expect(await Promise.race([entering, Promise.resolve("waits")])).toBe("waits")
    await vi.advanceTimersByTimeAsync(700)
    expect(await entering).toBe("begun")
    for (const stay of held) stay.leave()
  })

  it("SE-02 keeps its place until the answer is sent, and lets others work once it has worked", async () => {
    await work(cedar, { cpuMs: 60_000 })
    const held = await takeRoom(cedar)
    expect(held).toHaveLength(4)
    for (const stay of held) stay.rest()
    const more = await takeRoom(cedar)
    expect(more).toHaveLength(4)
    for (const stay of more) stay.rest()
    // Eight answers are on their way: the family has no place left, and others have.
    expect(await takeRoom(cedar)).toHaveLength(0)
    await work(harbour, { cpuMs: 60_000 })
    const others = await takeRoom(harbour)
    expect(others).toHaveLength(4)
    for (const stay of [...held, ...more, ...others]) stay.leave()
  })

  it("SE-02 lets others work while a body has yet to come, and keeps its family's place", async () => {
    await work(cedar, { cpuMs: 60_000 })
    const slow = await Promise.all([1, 2, 3, 4, 5].map(() => budget.enter(cedar, { awaitsBody: true })))
    await work(harbour, { cpuMs: 60_000 })
    const others = await takeRoom(harbour, 4)
    expect(others).toHaveLength(4)
    expect(budget.use().company.inside).toBe(9)
    // Their bodies are there: each goes on when there is room, before those that have yet to begin.
    let atWork = 0
    const goingOn = slow.map((stay) => stay.work().then(() => (atWork += 1)))
    await vi.advanceTimersByTimeAsync(0)
    expect(atWork).toBe(0)
    for (const stay of others) stay.leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(atWork).toBe(4)
    expect(await takeRoom(harbour)).toHaveLength(0)
    for (const stay of slow) stay.leave()
    await Promise.all(goingOn)
    // The one that waited begins now, and leaves.
    await vi.advanceTimersByTimeAsync(0)
    expect(budget.use().company.inside).toBe(0)
  })

  it("FX-15 no place of an address is held by bodies that have yet to come, and too many are refused at once", async () => {
    const [address, neighbour] = ["203.0.113.7", "203.0.113.8"].map(networkFamily) as [Family, Family]
    const begun = await Promise.all(
      Array.from({ length: 64 }, () => budget.enter(address, { awaitsBody: true })),
    )
    expect(budget.use().network.inside).toBe(0)
    const refused = (await outcomeOf(budget.enter(address, { awaitsBody: true }))) as Refusal
    expect(refused.code).toBe("rate_limited")
    expect(await outcomeOf(budget.enter(neighbour, { awaitsBody: true }))).toBe("begun")
    const visitors = await takeRoom(address)
    expect(visitors).toHaveLength(8)
    // A body that is there takes its place among the eight.
    let atWork = 0
    const goingOn = begun[0]!.work().then(() => (atWork += 1))
    await vi.advanceTimersByTimeAsync(0)
    expect(atWork).toBe(0)
    visitors[0]!.leave()
    await goingOn
    expect([atWork, budget.use().network.inside]).toEqual([1, 8])
    for (const stay of [...begun, ...visitors]) stay.leave()
    expect(budget.use().network.inside).toBe(0)
    expect(await outcomeOf(budget.enter(address, { awaitsBody: true }))).toBe("begun")
  })

  it("SE-03 holds no place while it waits for another host", async () => {
    const stays = await takeRoom(cedar)
    const { promise: answer, resolve } = Promise.withResolvers<void>()
    const waiting = stays[0]!.spending.away(() => answer)
    const next = await budget.enter(cedar)
    next.leave()
    resolve()
    await waiting
    expect(budget.use().company.inside).toBe(stays.length)
    for (const stay of stays) stay.leave()
    expect(budget.use().company.inside).toBe(0)
  })

  it("SE-05 has two places for calls that may take long", async () => {
    const long = longFamily(1)
    const stays = await takeRoom(long)
    expect(stays).toHaveLength(2)
    expect(await takeRoom(cedar)).toHaveLength(8)
    expect(await takeRoom(longFamily(2))).toHaveLength(2)
    for (const stay of stays) stay.leave()
  })

  it("SE-02 leaves time to others while it is beyond its allowance and they have calls in hand", async () => {
    const spender = await budget.enter(companyFamily(8))
    spender.spending.cpuMs = 3_500
    spender.leave()
    const { spending } = await budget.enter(companyFamily(8))
    expect(spending.leavesTime()).toBe(false)
    const other = await budget.enter(harbour)
    expect(spending.leavesTime()).toBe(true)
    expect(other.spending.leavesTime()).toBe(false)
    other.leave()
    expect(spending.leavesTime()).toBe(false)
  })

  it("SE-05 FX-12 has one such place for a company beyond its allowance", async () => {
    const spender = await budget.enter(companyFamily(7))
    spender.spending.cpuMs = 3_500
    spender.leave()
    expect(await takeRoom(longFamily(7))).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await takeRoom(longFamily(7))).toHaveLength(1)
  })

  it("SE-03 charges nothing for a call that was forgiven", async () => {
    const stay = await budget.enter(cedar)
    stay.spending.cpuMs = 60_000
    stay.forgive()
    stay.leave()
    expect(await takeRoom(cedar)).toHaveLength(8)
  })
})

describe("the addresses of one /48", () => {
  const phone = (n: number) => networkFamily(`2001:db8:1:${n.toString(16)}::1`)
  const elsewhere = networkFamily("2001:db8:2::1")

  it("FX-16 share an allowance: a flood from ever new /64s leaves other visitors theirs", async () => {
    for (let n = 0; n < 60; n += 1) await work(phone(n), { cpuMs: 40 })
    const held = await takeRoom(phone(1_000))
    expect(held).toHaveLength(4)
    expect(await takeRoom(elsewhere)).toHaveLength(8)
    // A network that has used a good part of its own, too: the /48 has not used up what all share.
    const regular = networkFamily("198.51.100.1")
    await work(regular, { cpuMs: 400 })
    expect(await takeRoom(regular)).toHaveLength(8)
    for (const stay of held) stay.leave()
  })

  it("FX-16 take no more rooms at work than sixteen, and give them back with the answer on its way", async () => {
    const stays = await Promise.all(
      [0, 1].flatMap((n) => Array.from({ length: 8 }, () => budget.enter(phone(n)))),
    )
    const next = budget.enter(phone(2))
    expect(await Promise.race([next.then(() => "begun"), Promise.resolve("waits")])).toBe("waits")
    expect(await takeRoom(elsewhere)).toHaveLength(8)
    stays[0]!.rest()
    ;(await next).leave()
    for (const stay of stays) stay.rest()
    // Slow readers of two neighbours hold their own places alone.
    expect(await takeRoom(phone(3))).toHaveLength(8)
    for (const stay of stays) stay.leave()
  })

  it("FX-16 of two hundred phones all begin within their wait", async () => {
    let left = 0
    const phones = Array.from({ length: 200 }, async (_, n) => {
      const stay = await budget.enter(phone(n))
      await Promise.resolve()
      Object.assign(stay.spending, { cpuMs: 8 })
      stay.leave()
      left += 1
    })
    await Promise.all(phones)
    expect(left).toBe(200)
  })

  it("FX-16 go last among those that wait, however new their /64", async () => {
    for (let n = 0; n < 60; n += 1) await work(phone(n), { cpuMs: 200 })
    const held = await takeRoom(phone(500), 4)
    const known = networkFamily("198.51.100.1")
    await work(known, { cpuMs: 1_100 })
    const order: string[] = []
    const begins = async (family: Family, name: string) => {
      const stay = await budget.enter(family)
      order.push(name)
      stay.leave()
    }
    const all = [begins(phone(600), "flood"), begins(phone(601), "flood"), begins(known, "known")]
    held[0]!.leave()
    await Promise.all(all)
    expect(order).toEqual(["known", "flood", "flood"])
    for (const stay of held.slice(1)) stay.leave()
  })
})

describe("anonymous callers who have used nothing", () => {
  const address = (n: number) => networkFamily(`198.51.${Math.floor(n / 250)}.${n % 250}`)

  it("FX-16 keep a share of their own when a crowd of many sites has used up what all share", async () => {
    for (let n = 0; n < 75; n += 1) await work(address(n), { cpuMs: 40 })
    const held = await takeRoom(address(0))
    expect(held).toHaveLength(4)
    expect(await takeRoom(address(900))).toHaveLength(8)
    // Their share is bounded too: ever new addresses come to its end.
    for (let n = 1_000; n < 1_042; n += 1) await work(address(n), { cpuMs: 24 })
    const another = budget.enter(address(2_000))
    expect(await Promise.race([another.then(() => "begun"), Promise.resolve("waits")])).toBe("waits")
    held[0]!.leave()
    ;(await another).leave()
    for (const stay of held.slice(1)) stay.leave()
  })

  it("FX-16 lose nothing to one address that goes on beyond its own", async () => {
    for (let n = 0; n < 20; n += 1) await work(address(1), { cpuMs: 1_000 })
    const other = address(2)
    await work(other, { cpuMs: 400 })
    expect(await takeRoom(other)).toHaveLength(8)
  })
})

describe("what a request spends", () => {
  let idleMs = 0
  beforeEach(() => {
    vi.spyOn(machine, "eventLoopUtilization").mockImplementation(() => ({
      ...{ idle: idleMs, active: 0, utilization: 0 },
    }))
  })
  afterEach(() => vi.restoreAllMocks())

  /** Time goes by in which the thread has nothing to do. */
  function idle(ms: number): void {
    idleMs += ms
    vi.advanceTimersByTime(ms)
  }

  it("is the time between its waits, and what it asks the database", async () => {
    const { spending } = await budget.enter(cedar)
    spending.work()
    vi.advanceTimersByTime(3)
    await spending.asking(async () => idle(10))
    vi.advanceTimersByTime(2)
    await spending.waiting(async () => vi.advanceTimersByTime(50))
    vi.advanceTimersByTime(1)
    spending.rest()
    expect(spending).toMatchObject({ cpuMs: 6, databaseMs: 10 })
  })

  it("counts statements that are asked at once as the time until all are answered", async () => {
    const { spending } = await budget.enter(cedar)
    spending.work()
    const { promise: first, resolve: answerFirst } = Promise.withResolvers<void>()
    const { promise: second, resolve: answerSecond } = Promise.withResolvers<void>()
    const asked = [spending.asking(() => first), spending.asking(() => second)]
    idle(4)
    answerFirst()
    await asked[0]
    idle(5)
    answerSecond()
    await asked[1]
    spending.rest()
    expect(spending).toMatchObject({ cpuMs: 0, databaseMs: 9 })
  })

  it("SE-02 is no more where others keep the thread busy, or ask the database as well", async () => {
    const [{ spending: one }, { spending: other }] = [await budget.enter(cedar), await budget.enter(oak)]
    const { promise: first, resolve: answerFirst } = Promise.withResolvers<void>()
    const { promise: second, resolve: answerSecond } = Promise.withResolvers<void>()
    const asked = [one.asking(() => first), other.asking(() => second)]
    idle(4)
    // An answer that is there is not read before the thread is free.
    vi.advanceTimersByTime(50)
    answerFirst()
    await asked[0]
    idle(6)
    answerSecond()
    await asked[1]
    expect([one.databaseMs, other.databaseMs]).toEqual([2, 8])
  })
})

describe("questions that take long", () => {
  it("FX-12 two of a family are granted at a time; the third waits, holding nothing, and is refused in time", async () => {
    const stays = [await budget.enter(cedar), await budget.enter(cedar), await budget.enter(cedar)]
    const grants = stays.map(({ spending }) => spending.beGranted(400))
    await Promise.all(grants.slice(0, 2))
    const third = outcomeOfGrant(grants[2]!)
    expect(await Promise.race([third, Promise.resolve("waits")])).toBe("waits")
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await third).toMatchObject({ code: "rate_limited" })
    const other = await budget.enter(harbour)
    await other.spending.beGranted(400)
    for (const stay of [...stays, other]) stay.leave()
  })

  it("FX-12 a family beyond its allowance is granted one at a time", async () => {
    const [first, second, third] = [
      await budget.enter(cedar),
      await budget.enter(cedar),
      await budget.enter(cedar),
    ]
    await first.spending.beGranted(3_000)
    const next = second.spending.beGranted(400).then(() => "granted")
    const last = third.spending.beGranted(400).then(() => "granted")
    expect(await Promise.race([next, Promise.resolve("waits")])).toBe("waits")
    // The unused part is given back, so the family is within its allowance again.
    first.leave()
    expect(await Promise.all([next, last])).toEqual(["granted", "granted"])
    for (const stay of [second, third]) stay.leave()
  })

  it("FX-12 the next is granted when one has its answer, or has gone", async () => {
    const stays = [await budget.enter(cedar), await budget.enter(cedar), await budget.enter(cedar)]
    const grants = stays.map(({ spending }) => spending.beGranted(400))
    stays[0]!.rest()
    await Promise.all(grants)
    for (const stay of stays) stay.leave()
    const [gone, late, next] = [
      await budget.enter(cedar),
      await budget.enter(cedar),
      await budget.enter(cedar),
    ]
    await Promise.all([gone.spending.beGranted(400), late.spending.beGranted(400)])
    const waiting = next.spending.beGranted(400)
    next.leave()
    gone.leave()
    late.leave()
    await waiting
    const again = [await budget.enter(cedar), await budget.enter(cedar)]
    await Promise.all(again.map(({ spending }) => spending.beGranted(400)))
    for (const stay of again) stay.leave()
  })

  it("FX-12 what is granted is charged beforehand, and what was not taken is given back", async () => {
    const stay = await budget.enter(cedar)
    await stay.spending.beGranted(3_000)
    const beyond = await takeRoom(oak, 1)
    const crowd = await Promise.all([1, 2, 3, 4].map(() => budget.enter(cedar)))
    const next = outcomeOf(budget.enter(cedar))
    expect(await Promise.race([next, Promise.resolve("waits")])).toBe("waits")
    stay.leave()
    expect(await next).toBe("begun")
    for (const each of [...beyond, ...crowd]) each.leave()
  })
})

const outcomeOfGrant = (grant: Promise<void>) =>
  grant.then(
    () => "granted",
    (error: unknown) => error,
  )
