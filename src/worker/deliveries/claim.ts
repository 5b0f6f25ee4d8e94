/** Takes deliveries out of the queue: what can be sent is to be posted now, what can't is given up at once. */

import { claimToken } from "../../operations/claim-token.ts"
import type { House } from "../../operations/house.ts"
import { type LoadedDelivery, loadClaimed } from "../../store/claimed-deliveries.ts"
import { type ClaimedRow, claimDue, leadPlanner } from "../../store/deliveries-due.ts"
import { appendAttempts, type DeliveryResult, type EndedAttempt } from "../../store/delivery-results.ts"
import type { DeliveryLimits } from "./limits.ts"

/** What is to be posted now. */
export interface Attempt {
  delivery: LoadedDelivery
  token: string
  /** Epoch milliseconds by the Clock. */
  leaseUntil: number
}

export interface Claim {
  attempts: Attempt[]
  /** What is given up without being sent. */
  hopeless: DeliveryResult[]
  /** Where the next turn begins; 0 when every endpoint has had its turn. */
  afterEndpointId: number
}

export interface ClaimTurn {
  limit: number
  afterEndpointId: number
  slowEndpointIds: readonly number[]
}

/** One turn. */
export async function claim(house: House, limits: DeliveryLimits, turn: ClaimTurn): Promise<Claim> {
  const now = house.clock.now()
  const token = claimToken(house)
  const leaseUntil = now + limits.leaseMs
  return house.db.transaction(async (tx) => {
    // A claim that a crash of the database loses is made again; waiting for the disk would only delay what is sent.
    tx.write("SET LOCAL synchronous_commit = off", [])
    leadPlanner(tx)
    const { share, slowShare } = limits
    const rows = await claimDue(tx, { now, leaseUntil, token, share, slowShare, ...turn })
    if (rows.length === 0) return { attempts: [], hopeless: [], afterEndpointId: 0 }
    const loaded = await loadClaimed(tx, rows, now)
    appendAttempts(tx, lostAttempts(rows, limits.leaseMs), now)
    const sendable = loaded.filter((delivery) => whyHopeless(delivery) === null)
    return {
      attempts: sendable.map((delivery) => ({ delivery, token, leaseUntil })),
      hopeless: loaded.flatMap((delivery) => givenUp(delivery, token, now)),
      afterEndpointId: rows.length < turn.limit ? 0 : Math.max(...rows.map((row) => row.endpoint_id)),
    }
  })
}

/** The attempts of workers that died: taking the row again is what counts them. */
function lostAttempts(rows: readonly ClaimedRow[], leaseMs: number): EndedAttempt[] {
  return rows.flatMap((row) => {
    if (row.lost_lease_until === null) return []
    return [
      {
        companyId: row.company_id,
        deliveryId: row.delivery_id,
        endpointId: row.endpoint_id,
        number: row.number - 1,
        startedAt: row.lost_lease_until.getTime() - leaseMs,
        finishedAt: null,
        statusCode: null,
        error: "interrupted",
      },
    ]
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

function givenUp(delivery: LoadedDelivery, token: string, now: number): DeliveryResult[] {
  const error = whyHopeless(delivery)
  if (error === null) return []
  return [
    {
      companyId: delivery.company_id,
      deliveryId: delivery.delivery_id,
      endpointId: delivery.endpoint_id,
      isTest: delivery.event_id === null,
      token,
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
