/** Takes deliveries out of the queue: what can be sent begins an attempt, what can't is given up at once. */

import type { House } from "../../operations/operation.ts"
import { maxAttempts } from "../../rules/retry.ts"
import { beginAttempts, claimDue, type LoadedDelivery, loadClaimed } from "../../store/deliveries-due.ts"
import type { DeliveryResult } from "../../store/delivery-results.ts"
import { missesPartition } from "../../store/laws.ts"
import { ensurePartitions } from "../../store/partitions.ts"
import type { DeliveryLimits } from "./limits.ts"

/** An attempt that has begun in the log and is to be posted now. */
export interface Attempt {
  delivery: LoadedDelivery
  attemptId: number
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

/** One turn. A day without partitions gets them first. */
export async function claim(house: House, limits: DeliveryLimits, turn: ClaimTurn): Promise<Claim> {
  try {
    return await claimOnce(house, limits, turn)
  } catch (error) {
    if (!missesPartition(error)) throw error
    await ensurePartitions(house.db, house.clock.now())
    return claimOnce(house, limits, turn)
  }
}

async function claimOnce(house: House, limits: DeliveryLimits, turn: ClaimTurn): Promise<Claim> {
  const now = house.clock.now()
  const token = Buffer.from(house.random.bytes(12)).toString("base64url")
  const leaseUntil = now + limits.leaseMs
  return house.db.transaction(async (tx) => {
    // A claim that a crash of the database loses is made again; waiting for the disk would only delay what is sent.
    await tx.query("SET LOCAL synchronous_commit = off")
    const { share, slowShare } = limits
    const rows = await claimDue(tx, { now, leaseUntil, token, share, slowShare, ...turn })
    if (rows.length === 0) return { attempts: [], hopeless: [], afterEndpointId: 0 }
    const loaded = await loadClaimed(tx, rows)
    const sendable = loaded.filter((delivery) => whyHopeless(delivery) === null)
    const attemptIds = await beginAttempts(tx, sendable, now)
    return {
      attempts: sendable.map((delivery, i) => ({ delivery, attemptId: attemptIds[i]!, token, leaseUntil })),
      hopeless: loaded.flatMap((delivery) => givenUp(delivery, token, now)),
      afterEndpointId: rows.length < turn.limit ? 0 : Math.max(...rows.map((row) => row.endpoint_id)),
    }
  })
}

/** Why it can't be sent any more, if so. Tests go to disabled endpoints too. */
function whyHopeless(delivery: LoadedDelivery): DeliveryResult["error"] {
  const isTest = delivery.event_id === null
  if (delivery.url === null || !(delivery.enabled || isTest)) return "endpoint_disabled"
  if (delivery.event === null && delivery.test_payload === null) return "event_gone"
  return delivery.number > maxAttempts ? "interrupted" : null
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
      attemptId: null,
      status: "abandoned",
      nextAttemptAt: null,
      statusCode: null,
      error,
      finishedAt: now,
    },
  ]
}
