/** Takes over from workers that died: what they had in hand is due again, and their attempts count. */
import type { House } from "../../operations/house.ts"
import { leadPlanner } from "../../store/deliveries-due.ts"
import { endHolds, endIfFrozen, type LostRow } from "../../store/delivery-holds.ts"
import { appendAttempts, type EndedAttempt } from "../../store/delivery-results.ts"

export async function takeOver(house: House, leaseMs: number): Promise<void> {
  const now = house.clock.now()
  await house.db.transaction(async (tx) => {
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
