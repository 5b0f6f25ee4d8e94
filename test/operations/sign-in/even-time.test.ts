import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import { inEvenTime, stepMs } from "../../../src/operations/sign-in/against-guessing.ts"

/** How many whole steps passed until the answer, or the error. */
async function stepsOf(workMs: number, fails = false): Promise<number> {
  const began = performance.now()
  const work = async () => {
    await sleep(workMs)
    if (fails) throw new Error("refused")
  }
  await inEvenTime(() => sleep(10), work).catch(() => undefined)
  return Math.floor((performance.now() - began + 1) / stepMs)
}

it("TR-30 an answer and an error come after one step, however long the work took within it", async () => {
  const taken = await Promise.all([
    stepsOf(0),
    stepsOf(60),
    stepsOf(120),
    stepsOf(0, true),
    stepsOf(120, true),
  ])
  expect(taken).toEqual([1, 1, 1, 1, 1])
})

it("TR-30 work that takes longer than a step ends at a whole one", async () => {
  expect(await stepsOf(stepMs + 50)).toBe(2)
})
