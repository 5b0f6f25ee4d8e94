/**
 * Sends what is due. A turn takes as many deliveries as there are free slots, and posts them at once; results are
 * written in batches, and only then are their slots free. Any number of workers may run.
 */
import type { House } from "../operations/house.ts"
import type { Post } from "../ports.ts"
import { releaseClaimed } from "../store/deliveries-due.ts"
import { listen } from "../store/listen.ts"
import { createOpenSecret, runAttempt } from "./deliveries/attempt.ts"
import { type Attempt, claim } from "./deliveries/claim.ts"
import { createLanes } from "./deliveries/lanes.ts"
import { type DeliveryLimits, defaultLimits } from "./deliveries/limits.ts"
import { createResultWriter } from "./deliveries/result-writer.ts"
import type { Loop } from "./loop.ts"
import { createWakeup } from "./wakeup.ts"

/** Stopping finishes what is in hand and begins nothing more. */
export function startDeliveries(house: House, post: Post, own: Partial<DeliveryLimits> = {}): Loop {
  const limits = { ...defaultLimits, ...own }
  const wakeup = createWakeup()
  const openSecret = createOpenSecret(house)
  const slowEndpoints = new Set<number>()
  const lanes = createLanes(limits.atOnce, perform)
  let taken = 0
  let afterEndpointId = 0
  let stopped = false

  const results = createResultWriter(house, limits, (count) => {
    taken -= count
    wakeup.ring()
  })

  /** Takes what is free to be sent; `more` when there may be more, `isFull` when it was as many as a turn can take. */
  async function turn(): Promise<{ more: boolean; isFull: boolean }> {
    const limit = Math.min(limits.slots - taken, limits.claimSize)
    if (limit <= 0) return { more: false, isFull: false }
    const startedAfter = afterEndpointId
    const claimed = await claim(house, limits, {
      limit,
      afterEndpointId,
      slowEndpointIds: [...slowEndpoints],
    })
    afterEndpointId = claimed.afterEndpointId
    taken += claimed.attempts.length + claimed.hopeless.length
    for (const result of claimed.hopeless) results.add(result)
    for (const attempt of claimed.attempts) lanes.add(attempt.delivery.endpoint_id, attempt)
    return {
      more: startedAfter > 0 || afterEndpointId > 0,
      isFull: claimed.attempts.length + claimed.hopeless.length >= limits.claimSize,
    }
  }

  async function perform(attempt: Attempt): Promise<void> {
    if (attempt.leaseUntil - house.clock.now() < limits.leaseReserveMs) return release([attempt])
    const result = await runAttempt(house, post, openSecret, attempt)
    results.add(result)
    if (result.statusCode !== null) slowEndpoints.delete(result.endpointId)
    else {
      slowEndpoints.add(result.endpointId)
      await release(lanes.clear(result.endpointId))
    }
  }

  /** Gives back unsent what would only wait here. */
  async function release(attempts: readonly Attempt[]): Promise<void> {
    if (attempts.length === 0) return
    await releaseClaimed(house.db, attempts).catch((error: unknown) =>
      house.log.error({ err: error, job: "deliveries" }, "leases were left to end"),
    )
    taken -= attempts.length
    wakeup.ring()
  }

  async function takeTurns(): Promise<void> {
    while (!stopped) {
      const startedAt = performance.now()
      const { more, isFull } = await turn().catch((error: unknown) => {
        house.log.error({ err: error, job: "deliveries" }, "the queue could not be asked")
        return { more: false, isFull: false }
      })
      if (isFull) continue
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
      await release(lanes.clearAll())
      await lanes.idle()
      await results.close()
      post.close()
    },
  }
}
