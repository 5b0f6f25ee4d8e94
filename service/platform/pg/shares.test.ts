/** The shares of a pool: how many connections each holder may have. */
import { expect, inject, it, vi } from "vitest"
import { type Holder, Shares, shareLimits } from "./shares.ts"
import { DatabaseWatch } from "./watch.ts"

const holder = (more: Partial<Holder>): Holder => ({ companyId: null, machine: null, writes: false, ...more })
const tooLate = () => new Error("too late")

it.each([
  [16, { company: 8, machine: 12, writers: 12 }],
  [10, { company: 5, machine: 8, writers: 8 }],
  [3, { company: 2, machine: 2, writers: 2 }],
  [2, { company: 1, machine: 1, writers: 1 }],
  [1, { company: 1, machine: 1, writers: 1 }],
])(
  "SC-01 of %i connections a company has half, a machine and those that write leave some",
  (size, limits) => {
    expect(shareLimits(size)).toEqual(limits)
  },
)

it("SC-01 companies of one machine together have the machine's share, and others are served beside them", () => {
  const shares = new Shares(shareLimits(8))
  const taken = Array.from({ length: 24 }, (_, n) =>
    shares.take(holder({ companyId: n % 3, machine: "two", writes: false })),
  )
  expect(taken.filter(Boolean)).toHaveLength(6)
  expect(shares.take(holder({ companyId: 7, machine: "one" }))).toBe(true)
  expect(shares.take(holder({ companyId: 8 }))).toBe(true)
})

it("SC-01 one company has its share, whatever machine it is on", () => {
  const shares = new Shares(shareLimits(8))
  const taken = Array.from({ length: 8 }, () => shares.take(holder({ companyId: 1 })))
  expect(taken.filter(Boolean)).toHaveLength(4)
  expect(shares.take(holder({ companyId: 2 }))).toBe(true)
})

it("SC-01 who waits goes when a place of the share is given back, and nobody waits behind one whose share is taken", async () => {
  const shares = new Shares({ company: 1, machine: 2, writers: 2 })
  const [one, two] = [holder({ companyId: 1 }), holder({ companyId: 2 })]
  shares.take(one)
  shares.take(two)
  const order: string[] = []
  const first = shares.wait(one, 60_000, tooLate).then(() => order.push("one"))
  const second = shares.wait(two, 60_000, tooLate).then(() => order.push("two"))
  expect(shares.waiting).toBe(2)
  shares.give(two)
  await second
  expect([order, shares.waiting]).toEqual([["two"], 1])
  shares.give(one)
  await first
  expect(order).toEqual(["two", "one"])
  expect(shares.hasRoomFor(one)).toBe(false)
})

it("SC-01 who waits in vain is told so, and stands in the line no more", async () => {
  const shares = new Shares(shareLimits(1))
  const one = holder({ companyId: 1 })
  shares.take(one)
  await expect(shares.wait(one, 1, tooLate)).rejects.toThrow("too late")
  const refused = expect(shares.wait(one, 60_000, tooLate)).rejects.toThrow("it hangs")
  shares.refuseWaiting(({ companyId }) => (companyId === 1 ? new Error("it hangs") : null))
  await refused
  expect(shares.waiting).toBe(0)
  shares.give(one)
  expect(shares.hasRoomFor(one)).toBe(true)
})

it("SC-01 the servers are asked while somebody waits for a connection, and no more once that pool is closed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  let looks = 0
  const machines = {
    get list() {
      looks += 1
      return []
    },
    ...{ of: () => null, refresh: async () => {}, isToRead: false, close: async () => {} },
  }
  const watch = new DatabaseWatch({ url: inject("clusterUrl"), machines })
  try {
    const shares = new Shares({ company: 1, machine: 1, writers: 1 })
    shares.take(holder({ companyId: 1 }))
    void shares.wait(holder({ companyId: 1 }), 60_000, tooLate)
    watch.join(shares)
    vi.advanceTimersByTime(1_000)
    expect(looks).toBeGreaterThan(0)
    looks = 0
    watch.leave(shares)
    vi.advanceTimersByTime(1_000)
    expect(looks).toBe(0)
    shares.give(holder({ companyId: 1 }))
  } finally {
    vi.useRealTimers()
    await watch.close()
  }
})
