/** Answers whose time says nothing. */
import { setTimeout as sleep } from "node:timers/promises"

export const stepMs = 400
/** How many times as long as the yardstick `work` takes at the most, its own writes included. */
const roomForWork = 5

/**
 * Runs `yardstick`, which takes the same time for everybody, and then `work`, which does not. Answers, or throws, when a whole
 * number of steps has passed that depends on the yardstick alone: so a busy machine makes all answers later, and none by
 * what `work` found.
 */
export async function inEvenTime<Seen, Result>(
  yardstick: () => Promise<Seen>,
  work: (seen: Seen) => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  const seen = await yardstick()
  const dueMs = Math.ceil(((performance.now() - began) * roomForWork) / stepMs) * stepMs
  try {
    return await work(seen)
  } finally {
    const tookMs = performance.now() - began
    const lateSteps = Math.max(0, Math.ceil((tookMs - dueMs) / stepMs))
    await sleep(dueMs + lateSteps * stepMs - tookMs)
  }
}
