import { afterEach, expect, it, vi } from "vitest"
import { inSlices } from "./slices.ts"
import { CallerGone, Spending, spendingBy } from "./spending.ts"

/** Longer than a slice, so that every step is one. */
const stepMs = 5
const steps = 20

function* work(name: string, ended: string[]): Generator<void, void> {
  for (let step = 0; step < steps; step += 1) {
    for (const until = performance.now() + stepMs; performance.now() < until; );
    yield
  }
  ended.push(name)
}

/** Work of a request that has taken so many milliseconds before. */
function begin(name: string, spentMs: number, ended: string[]): Promise<void> {
  const spending = new Spending()
  spending.databaseMs = spentMs
  return spendingBy(spending, () => inSlices(work(name, ended)))
}

const anHour = 3_600_000

it("SE-02 slices of a request that took little go before those of requests that took much", async () => {
  const ended: string[] = []
  const long = Array.from({ length: 5 }, (_, i) => begin(`long ${i}`, anHour, ended))
  await Promise.all([...long, begin("short", 0, ended)])
  expect(ended[0]).toBe("short")
  expect(ended).toHaveLength(6)
})

it("SE-02 slices that have waited as long as their request took go before those that come now", async () => {
  const ended: string[] = []
  const waiting = ["first", "second"].map((name) => begin(name, 0, ended))
  const later = ["third", "fourth"].map((name) => begin(name, anHour, ended))
  await Promise.all([...waiting, ...later])
  expect(new Set(ended.slice(0, 2))).toEqual(new Set(["first", "second"]))
})

it("SE-02 between two slices the process does other work", async () => {
  const ended: string[] = []
  let turns = 0
  const turn = () => {
    turns += 1
    if (ended.length === 0) setImmediate(turn)
  }
  setImmediate(turn)
  await begin("long", 0, ended)
  expect(turns).toBeGreaterThanOrEqual(steps - 1)
})

afterEach(() => vi.useRealTimers())

it("SE-02 a family beyond its allowance leaves the thread to others between two slices, and holds up no other's slices", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const turns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const hasOthers = vi.fn(() => true)
  const spending = new Spending()
  spending.onLeavingTime(hasOthers)
  const count = { steps: 0 }
  const beyond = spendingBy(spending, () => inSlices(endless(count)))
  const gone = beyond.catch((error: unknown) => error)
  await turns()
  expect(count.steps).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(count.steps).toBe(2)
  const ended: string[] = []
  await begin("other", 0, ended)
  expect(ended).toEqual(["other"])
  hasOthers.mockReturnValue(false)
  await vi.advanceTimersByTimeAsync(1)
  await turns()
  expect(count.steps).toBeGreaterThan(10)
  spending.end()
  expect(await gone).toBeInstanceOf(CallerGone)
})

/** Counts the steps that it was asked for. */
function* endless(count: { steps: number }): Generator<void, never> {
  for (;;) {
    count.steps += 1
    for (const until = performance.now() + stepMs; performance.now() < until; );
    yield
  }
}

it("FX-12 no slice runs once the caller has gone", async () => {
  const spending = new Spending()
  const count = { steps: 0 }
  const working = spendingBy(spending, () => inSlices(endless(count)))
  const atEnd = new Promise<number>((resolve) =>
    setImmediate(() => {
      spending.end()
      resolve(count.steps)
    }),
  )
  await expect(working).rejects.toThrow(CallerGone)
  expect(count.steps).toBe(await atEnd)
})

it("FX-12 work that takes more than it was granted ends with what to do about it", async () => {
  const spending = new Spending()
  const count = { steps: 0 }
  const working = spendingBy(spending, async () => {
    await spending.beGranted(10)
    spending.takeOfGrant(1_019)
    return inSlices(endless(count))
  })
  await expect(working).rejects.toMatchObject({ code: "question_too_large" })
  expect(count.steps).toBe(1)
})
