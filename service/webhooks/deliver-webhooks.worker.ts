/**
 * Sends webhooks. Deliveries are leased many at a time and posted side by side, so many at once to each endpoint. Their
 * results are written in batches, and only then are their slots free. See docs/decisions/0006-how-webhooks-are-sent.md.
 */
import { failedForTooLongSince, isFailingForTooLong } from "../../domain/rules/webhooks/delivery-outcome.ts"
import { deliveriesDue } from "../outbox/deliveries-due.sql.ts"
import { disableEndpoint } from "../outbox/plan-deliveries.ts"
import { listFailingSince, lockEndpoint } from "../outbox/webhook-endpoints.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { forEachPart } from "../platform/part-by-part.ts"
import type { Post } from "../platform/ports.ts"
import { type Loop, startLoop } from "../platform/queue/loop.ts"
import { createOpenSecret, givenUp, runAttempt, whyHopeless } from "./attempt-delivery.ts"
import type { DeliveryToSend } from "./deliveries-to-send.sql.ts"
import { type DeliveryLimits, defaultLimits } from "./delivery-limits.ts"
import type { DeliveryResult } from "./delivery-results.sql.ts"
import { createShares } from "./endpoint-shares.ts"
import { createLanes } from "./lanes.ts"
import { createDeliveryLeases, type Sendable } from "./lease-deliveries.ts"
import { createResultWriter } from "./result-writer.ts"
import { createBatches } from "./write-results.ts"

export function startDeliveries(context: AppContext, post: Post, own: Partial<DeliveryLimits> = {}): Loop {
  const limits = { ...defaultLimits, ...own }
  const openSecret = createOpenSecret(context)
  const shares = createShares(limits)
  const lanes = createLanes(limits.atOnce)
  const batches = { size: limits.batchSize, gatherMs: limits.gatherMs }
  const results = createResultWriter(context, limits)
  const writeResult = createBatches(batches, results.writeUntilDone)
  const release = createBatches(batches, releaseAll)

  async function send({ delivery, leaseUntil }: Sendable): Promise<void> {
    const error = whyHopeless(delivery)
    if (error !== null) return writeResult(givenUp(delivery, error, context.clock.now()))
    if (!shares.take(delivery)) return release(delivery)
    const result = await lanes.run(delivery.endpointId, () => attempt(delivery, leaseUntil))
    await (result === null ? release(delivery) : writeResult(result))
    shares.letGo(delivery)
  }

  /** Null when too little of the lease is left. */
  async function attempt(delivery: DeliveryToSend, leaseUntil: number): Promise<DeliveryResult | null> {
    if (leaseUntil - context.clock.now() < limits.leaseReserveMs) return null
    const { endpointId } = delivery
    const startedAt = performance.now()
    const waiting = setTimeout(() => {
      shares.isWaiting(endpointId)
      lanes.clear(endpointId)
    }, limits.slowAfterMs)
    const result = await runAttempt(context, post, openSecret, delivery)
    clearTimeout(waiting)
    const isAnswered = result.statusCode !== null
    shares.attemptEnded(endpointId, { isAnswered, tookMs: performance.now() - startedAt })
    if (!isAnswered) lanes.clear(endpointId)
    return result
  }

  /** Gives deliveries back unsent, as if they had not been leased. */
  async function releaseAll(deliveries: readonly DeliveryToSend[]): Promise<void> {
    await deliveriesDue.release(context.db, deliveries).catch((error: unknown) => {
      context.log.error({ err: error, job: "deliveries" }, "leases were left to end")
    })
  }

  const loop = startLoop(context, {
    name: "deliveries",
    atOnce: limits.slots,
    lookSize: limits.lookSize,
    pollMs: limits.pollMs,
    restMs: limits.restMs,
    hints: "deliveries",
    lease: createDeliveryLeases(context, limits, shares),
    perform: send,
  })
  return {
    async stop() {
      results.stop()
      lanes.close()
      await loop.stop()
      await results.written()
      post.close()
    },
  }
}

/**
 * Disables endpoints of live companies by the clock, three days after their first failure without a success since: also such
 * as nothing is sent to any more. Any number of workers may do so at once.
 * Returns how many it disabled.
 */
export async function disableFailing(context: AppContext): Promise<number> {
  const disabled = await forEachPart(
    context,
    "disable-failing",
    await listFailing(context, null),
    (failing) => disableOne(context, failing),
  )
  return disabled.filter(Boolean).length
}

/** The same in one company. Returns the endpoints' ids. */
export async function disableFailingOf(context: AppContext, companyId: number): Promise<number[]> {
  const disabled: number[] = []
  for (const failing of await listFailing(context, companyId))
    if (await disableOne(context, failing)) disabled.push(failing.endpointId)
  return disabled
}

/** With null those of all live companies. */
function listFailing({ db, clock }: AppContext, ofCompany: number | null) {
  const now = clock.now()
  return listFailingSince(db, ofCompany, new Date(failedForTooLongSince(now)), now)
}

function disableOne(
  context: AppContext,
  failing: Awaited<ReturnType<typeof listFailing>>[number],
): Promise<boolean> {
  const now = context.clock.now()
  return context.db.transaction(async (tx) => {
    const first = (await lockEndpoint(tx, failing.companyId, failing.endpointId))?.first_failure_at ?? null
    // A success, or its company, may have been first.
    if (first === null || !isFailingForTooLong(first.getTime(), now)) return false
    return disableEndpoint(tx, { ...failing, actor: { kind: "system" }, reason: "failing", now }, context)
  })
}
