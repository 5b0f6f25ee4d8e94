/**
 * Sends what is due. A turn takes as many deliveries as there are free slots, and posts them at once; results are
 * written in batches, and only then are their slots free. Any number of workers may run.
 */
import type { House } from "../operations/operation.ts"
import type { Post } from "../ports.ts"
import { releaseClaimed } from "../store/deliveries-due.ts"
import { listen } from "../store/listen.ts"
import { createOpenSecret, runAttempt } from "./deliveries/attempt.ts"
import { type Attempt, claim } from "./deliveries/claim.ts"
import { type DeliveryLimits, defaultLimits } from "./deliveries/limits.ts"
import { createResultWriter } from "./deliveries/result-writer.ts"
import { createWakeup } from "./deliveries/wakeup.ts"
import type { Loop } from "./loop.ts"

/** Stopping finishes what is in hand and begins nothing more. */
export function startDeliveries(house: House, post: Post, own: Partial<DeliveryLimits> = {}): Loop {
  const limits = { ...defaultLimits, ...own }
  const wakeup = createWakeup()
  const openSecret = createOpenSecret(house)
  const slowEndpoints = new Set<number>()
  const inHand = new Set<Promise<void>>()
  let taken = 0
  let afterEndpointId = 0
  let stopped = false

  const results = createResultWriter(house, limits, (count) => {
    taken -= count
    wakeup.ring()
  })

  /** Takes what is free to be sent; true when there may be more. */
  async function turn(): Promise<boolean> {
    const limit = limits.slots - taken
    if (limit <= 0) return false
    const startedAfter = afterEndpointId
    const claimed = await claim(house, limits, {
      limit,
      afterEndpointId,
      slowEndpointIds: [...slowEndpoints],
    })
    afterEndpointId = claimed.afterEndpointId
    taken += claimed.attempts.length + claimed.hopeless.length
    for (const result of claimed.hopeless) results.add(result)
    for (const attempt of claimed.attempts) begin(attempt)
    return startedAfter > 0
  }

  function begin(attempt: Attempt): void {
    const running = perform(attempt).finally(() => inHand.delete(running))
    inHand.add(running)
  }

  async function perform(attempt: Attempt): Promise<void> {
    if (attempt.leaseUntil - house.clock.now() < limits.leaseReserveMs) return release(attempt)
    const result = await runAttempt(house, post, openSecret, attempt)
    if (result.statusCode === null) slowEndpoints.add(result.endpointId)
    else slowEndpoints.delete(result.endpointId)
    results.add(result)
  }

  async function release({ delivery, token, attemptId }: Attempt): Promise<void> {
    await house.db
      .transaction((tx) => releaseClaimed(tx, delivery, token, attemptId))
      .catch((error: unknown) =>
        house.log.error({ err: error, job: "deliveries" }, "a lease was left to end"),
      )
    taken -= 1
    wakeup.ring()
  }

  async function takeTurns(): Promise<void> {
    while (!stopped) {
      const startedAt = performance.now()
      const more = await turn().catch((error: unknown) => {
        house.log.error({ err: error, job: "deliveries" }, "the queue could not be asked")
        return false
      })
      if (!more) await wakeup.wait(limits.pollMs)
      const pause = limits.claimPauseMs - (performance.now() - startedAt)
      if (pause > 0 && !stopped) await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  const listening = listen(house.db, "deliveries", wakeup.ring)
  const turns = takeTurns()
  return {
    async stop() {
      stopped = true
      wakeup.ring()
      await Promise.all([turns, listening.stop()])
      await Promise.all(inHand)
      await results.close()
      post.close()
    },
  }
}
