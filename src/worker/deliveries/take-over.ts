/** Takes over from workers that died: what they had in hand is due again, and their attempts count. */
import type { AppContext } from "../../context.ts"
import { leadPlanner } from "../../store/queue/deliveries-due.ts"
import { endHolds, endIfFrozen, type LostRow } from "../../store/queue/delivery-leases.ts"
import { appendAttempts, type EndedAttempt } from "../../store/queue/delivery-results.ts"

export async function takeOver(context: AppContext, leaseMs: number): Promise<void> {
  const now = context.clock.now()
  await context.db.transaction(async (tx) => {
    endIfFrozen(tx)
    leadPlanner(tx)
    const lost = await endHolds(tx, now)
    appendAttempts(
      tx,
      lost.map((row) => lostAttempt(row, leaseMs)),
      now,
    )
  })
}

function lostAttempt(row: LostRow, leaseMs: number): EndedAttempt {
  return {
    companyId: row.company_id,
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    number: row.number,
    startedAt: row.lease_until.getTime() - leaseMs,
    finishedAt: null,
    statusCode: null,
    error: "interrupted",
  }
}
