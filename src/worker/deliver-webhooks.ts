/**
 * Sends what is due. A turn takes as many deliveries as there are free slots, and posts them at once; results are
 * written in batches, and only then are their slots free. Any number of workers may run.
 */
import type { AppContext } from "../context.ts"
import type { Post } from "../ports.ts"
import { listen } from "../store/pg/hints.ts"
import { type Attempt, createOpenSecret, runAttempt } from "./deliveries/attempt.ts"
import { claim } from "./deliveries/claim.ts"
import { createHolds, type Held, type Hold, isIdle } from "./deliveries/holds.ts"
import { createLanes } from "./deliveries/lanes.ts"
import { type DeliveryLimits, defaultLimits } from "./deliveries/limits.ts"
import { prepare } from "./deliveries/prepare.ts"
import { createResultWriter } from "./deliveries/result-writer.ts"
import { takeOver } from "./deliveries/take-over.ts"
import type { Loop } from "./loop.ts"
import { createWakeup } from "./wakeup.ts"

/** Stopping finishes what is in hand and begins nothing more. */
export function startDeliveries(context: AppContext, post: Post, own: Partial<DeliveryLimits> = {}): Loop {
  const limits = { ...defaultLimits, ...own }
  const wakeup = createWakeup()
  const openSecret = createOpenSecret(context)
  const slowEndpoints = new Set<number>()
  const holds = createHolds(context, limits)
  const lanes = createLanes(limits.atOnce, perform)
  const isTimeToLookAtAll = everySoOften(limits.pollMs)
  let wasCut = false
  /** Set when something may have come in anywhere. */
  let looksAround = true
  let preparing = Promise.resolve()
  let stopped = false

  const results = createResultWriter(context, limits, (batch) => {
    for (const result of batch) holds.drop(result, result.deliveryId)
    wakeup.ring()
  })

  /** Takes what is free to be sent; true when it was as many as a turn can take. */
  async function turn(): Promise<boolean> {
    if (isTimeToLookAtAll()) {
      await takeOver(context, limits.leaseMs)
      looksAround = true
    }
    await holds.keep()
    const limit = Math.min(limits.slots - holds.size, limits.claimSize)
    if (limit <= 0) return false
    const { idle = [], busy = [] } = Object.groupBy(holds.all(), isLeft)
    const isLookingAround = looksAround || idle.length > 0
    looksAround = false
    const { claimed, taken } = await claim(context, limits, {
      limit,
      holds: busy,
      idle,
      slowEndpoints,
      looksAround: isLookingAround,
    })
    wasCut = claimed.length >= limit
    if (taken.length >= limit) looksAround = true
    holds.remove(idle)
    for (const hold of taken) holds.add(hold)
    holds.take(claimed)
    // While these are read, the next may be taken.
    await preparing
    preparing = begin(claimed)
    return claimed.length >= limits.claimSize
  }

  /** Those that the limit kept from their turn are still to have it. */
  const isLeft = (hold: Hold) => (isIdle(hold) && !wasCut ? "idle" : "busy")

  /** What can't be read is left for another turn. */
  async function begin(claimed: readonly Held[]): Promise<void> {
    if (claimed.length === 0) return
    try {
      const { attempts, hopeless } = await prepare(context, claimed)
      for (const result of hopeless) results.add(result)
      if (stopped) return await releaseWaiting(attempts)
      for (const attempt of attempts) lanes.add(attempt.delivery.endpoint_id, attempt)
    } catch (error) {
      context.log.error({ err: error, job: "deliveries" }, "what was claimed could not be read")
      await holds.release(claimed)
    }
  }

  async function perform(attempt: Attempt): Promise<void> {
    if (attempt.hold.leaseUntil - context.clock.now() < limits.leaseReserveMs) return holds.release([attempt])
    const result = await runAttempt(context, post, openSecret, attempt)
    results.add(result)
    if (result.statusCode !== null) slowEndpoints.delete(result.endpointId)
    else {
      slowEndpoints.add(result.endpointId)
      await releaseWaiting(lanes.clear(result.endpointId))
    }
  }

  /** Gives back unsent what would only wait here. */
  async function releaseWaiting(attempts: readonly Attempt[]): Promise<void> {
    await holds.release(attempts)
    if (attempts.length > 0) wakeup.ring()
  }

  async function takeTurns(): Promise<void> {
    while (!stopped) {
      const startedAt = performance.now()
      const isFull = await turn().catch((error: unknown) => {
        context.log.error({ err: error, job: "deliveries" }, "the queue could not be asked")
        looksAround = true
        return false
      })
      if (isFull) continue
      await wakeup.wait(limits.pollMs)
      const pause = limits.claimPauseMs - (performance.now() - startedAt)
      if (pause > 0 && !stopped) await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  const listening = listen(context.db, "deliveries", () => {
    looksAround = true
    wakeup.ring()
  })
  const turns = takeTurns()
  return {
    async stop() {
      stopped = true
      wakeup.ring()
      await Promise.all([turns, listening.stop()])
      await preparing
      await releaseWaiting(lanes.clearAll())
      await holds.leave()
      await lanes.idle()
      await results.close()
      await holds.leave()
      post.close()
    },
  }
}

/** True at first, and then once after each such time. */
function everySoOften(ms: number): () => boolean {
  let nextAt = performance.now()
  return () => {
    if (performance.now() < nextAt) return false
    nextAt = performance.now() + ms
    return true
  }
}
