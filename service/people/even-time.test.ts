import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { inEvenTime, usualStepMs as stepMs } from "./against-guessing.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** How many steps passed until the answer, or the error. */
async function stepsOf(workMs: number, fails = false): Promise<number> {
  const began = performance.now()
  const work = async () => {
    await sleep(workMs)
    if (fails) throw new Error("refused")
  }
  await inEvenTime(stepMs, () => sleep(10), work).catch(() => undefined)
  return (performance.now() - began) / stepMs
}

it("TR-30 an answer and an error come after one step, however long the work took within it", async () => {
  const taken = Promise.all([stepsOf(0), stepsOf(60), stepsOf(120), stepsOf(0, true), stepsOf(120, true)])
  await vi.advanceTimersByTimeAsync(3 * stepMs)
  expect(await taken).toEqual([1, 1, 1, 1, 1])
})

it("TR-30 work that takes longer than a step ends at a whole one", async () => {
  const taken = stepsOf(stepMs + 50)
  await vi.advanceTimersByTimeAsync(3 * stepMs)
  expect(await taken).toBe(2)
})
