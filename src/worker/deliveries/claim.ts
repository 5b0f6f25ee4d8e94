/** Takes deliveries out of the queue into a worker's hand. */

import type { AppContext } from "../../context.ts"
import { claimToken } from "../../operations/claim-token.ts"
import { type DueRow, leadPlanner, takeDue } from "../../store/queue/deliveries-due.ts"
import { leaveHolds, takeHolds } from "../../store/queue/delivery-leases.ts"
import { freeOf, type Held, type Hold } from "./holds.ts"
import type { DeliveryLimits } from "./limits.ts"

export interface ClaimTurn {
  limit: number
  /** What this worker holds already. */
  holds: readonly Hold[]
  /** What it gives up. */
  idle: readonly Hold[]
  slowEndpoints: ReadonlySet<number>
  /** Whether to look for endpoints that nobody holds, and for what came in behind the positions. */
  looksAround: boolean
}

export interface Claim {
  claimed: Held[]
  /** Endpoints that were free. */
  taken: Hold[]
}

/** One turn. All of it travels with its COMMIT, so that a worker which is stopped in the middle keeps nobody waiting. */
export async function claim(context: AppContext, limits: DeliveryLimits, turn: ClaimTurn): Promise<Claim> {
  const now = context.clock.now()
  const token = claimToken(context)
  const leaseUntil = now + limits.leaseMs
  const { limit, slowEndpoints, looksAround } = turn
  const asked = turn.holds
    .map((hold) => ({ hold, free: freeOf(hold, slowEndpoints, limits) }))
    .filter(({ free }) => free > 0)
  const held = asked.map(({ hold }) => hold)
  // What is written down while the queue is asked has left the hand, yet may still be seen.
  const inHand = new Set(held.flatMap((hold) => [...hold.inHand]))
  const seenAgain = (hold: Hold) => (looksAround ? hold.inHand.size : 0)
  let endpointIds: number[] = []
  let rows: DueRow[] = []
  await context.db.transaction(async (tx) => {
    // A claim that a crash of the database loses is made again; waiting for the disk would only delay what is sent.
    tx.write("SET LOCAL synchronous_commit = off", [])
    leadPlanner(tx)
    leaveHolds(tx, turn.idle)
    if (looksAround) {
      takeHolds(tx, { token, now, leaseUntil, limit }, (ids) => {
        endpointIds = ids
      })
    }
    const dueTurn = {
      now,
      held: asked.map(({ hold, free }) => ({
        endpointId: hold.endpointId,
        token: hold.token,
        free: free + seenAgain(hold),
      })),
      newToken: token,
      share: limits.share,
      slowEndpointIds: [...slowEndpoints],
      slowShare: limits.slowShare,
      looksBack: looksAround,
      limit: held.reduce((sum, hold) => sum + seenAgain(hold), limit),
    }
    takeDue(tx, dueTurn, (due) => {
      rows = due
    })
  })
  const taken = endpointIds.map((endpointId) => ({
    endpointId,
    token,
    leaseUntil,
    inHand: new Set<number>(),
  }))
  const holdOf = new Map([...held, ...taken].map((hold) => [hold.endpointId, hold]))
  const fresh = rows.filter((row) => !inHand.has(row.delivery_id))
  return { claimed: fresh.map((row) => ({ delivery: row, hold: holdOf.get(row.endpoint_id)! })), taken }
}
