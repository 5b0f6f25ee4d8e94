/** Takes deliveries out of the queue: what can be sent is to be posted now, what can't is given up at once. */

import { claimToken } from "../../operations/claim-token.ts"
import type { House } from "../../operations/house.ts"
import { type LoadedDelivery, loadClaimed } from "../../store/claimed-deliveries.ts"
import { leadPlanner, takeDue } from "../../store/deliveries-due.ts"
import { leaveHolds, takeHolds } from "../../store/delivery-holds.ts"
import type { DeliveryResult } from "../../store/delivery-results.ts"
import { freeOf, type Hold } from "./holds.ts"
import type { DeliveryLimits } from "./limits.ts"

/** What is to be posted now. */
export interface Attempt {
  delivery: LoadedDelivery
  hold: Hold
}

export interface Claim {
  attempts: Attempt[]
  /** What is given up without being sent. */
  hopeless: DeliveryResult[]
  /** Endpoints that were free. */
  taken: Hold[]
  /** Whether the limit kept some back. */
  isCut: boolean
}

export interface ClaimTurn {
  limit: number
  /** What this worker holds already. */
  holds: readonly Hold[]
  /** What it gives up. */
  idle: readonly Hold[]
  slowEndpoints: ReadonlySet<number>
  /** Whether to look for endpoints that nobody holds. */
  looksAround: boolean
  /** Whether to look for what came in behind the positions. */
  looksBack: boolean
}

/** One turn. */
export async function claim(house: House, limits: DeliveryLimits, turn: ClaimTurn): Promise<Claim> {
  const now = house.clock.now()
  const token = claimToken(house)
  const leaseUntil = now + limits.leaseMs
  const { limit, looksBack } = turn
  const held = turn.holds.filter((hold) => freeOf(hold, turn.slowEndpoints, limits) > 0)
  const seenAgain = (hold: Hold) => (looksBack ? hold.inHand.size : 0)
  return house.db.transaction(async (tx) => {
    // A claim that a crash of the database loses is made again; waiting for the disk would only delay what is sent.
    tx.write("SET LOCAL synchronous_commit = off", [])
    leadPlanner(tx)
    const [, endpointIds, rows] = await Promise.all([
      leaveHolds(tx, turn.idle),
      turn.looksAround ? takeHolds(tx, { token, now, leaseUntil, limit }) : [],
      takeDue(tx, {
        now,
        held: held.map((hold) => ({
          endpointId: hold.endpointId,
          token: hold.token,
          free: freeOf(hold, turn.slowEndpoints, limits) + seenAgain(hold),
        })),
        newToken: token,
        share: limits.share,
        slowEndpointIds: [...turn.slowEndpoints],
        slowShare: limits.slowShare,
        looksBack,
        limit: held.reduce((sum, hold) => sum + seenAgain(hold), limit),
      }),
    ])
    const taken = endpointIds.map((endpointId) => ({
      endpointId,
      token,
      leaseUntil,
      inHand: new Set<number>(),
    }))
    const holdOf = new Map([...held, ...taken].map((hold) => [hold.endpointId, hold]))
    const fresh = rows.filter((row) => !holdOf.get(row.endpoint_id)!.inHand.has(row.delivery_id))
    const loaded = await loadClaimed(tx, fresh, now)
    const attempts = loaded.map((delivery) => ({ delivery, hold: holdOf.get(delivery.endpoint_id)! }))
    return {
      attempts: attempts.filter(({ delivery }) => whyHopeless(delivery) === null),
      hopeless: attempts.flatMap((attempt) => givenUp(attempt, now)),
      taken,
      isCut: fresh.length >= limit,
    }
  })
}

/**
 * Why it can't be sent any more, if so. Tests go to disabled endpoints too. How many attempts there were is no reason: only
 * the end of one gives a delivery up, so that what workers died over reaches its receiver however often they did.
 */
function whyHopeless(delivery: LoadedDelivery): DeliveryResult["error"] {
  const isTest = delivery.event_id === null
  if (delivery.url === null || !(delivery.enabled || isTest)) return "endpoint_disabled"
  if (delivery.event === null && delivery.test_payload === null) return "event_gone"
  return null
}

function givenUp({ delivery, hold }: Attempt, now: number): DeliveryResult[] {
  const error = whyHopeless(delivery)
  if (error === null) return []
  return [
    {
      companyId: delivery.company_id,
      deliveryId: delivery.delivery_id,
      endpointId: delivery.endpoint_id,
      isTest: delivery.event_id === null,
      token: hold.token,
      number: delivery.number,
      startedAt: null,
      status: "abandoned",
      nextAttemptAt: null,
      statusCode: null,
      error,
      finishedAt: now,
    },
  ]
}
