import { expect, it } from "vitest"
import { inSlices } from "../../../service/operations/slices.ts"
import { Spending, spendingBy } from "../../../service/spending.ts"

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
