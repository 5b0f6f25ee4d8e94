/** Webhook deliveries become due, or are given up with their endpoint. */
import type { QueuedDelivery } from "../../model/delivery.ts"
import type { DisabledReason } from "../../model/webhook-endpoint.ts"
import type { Tx } from "../../store/pg/database.ts"
import { abandonWaiting, insertDue } from "../../store/queue/deliveries-due.ts"
import { disableEndpoint as store } from "../../store/webhook-endpoints.ts"

/** Makes deliveries due in the transaction that logged them. The worker gets a hint after the commit. */
export async function enqueueDeliveries(
  tx: Tx,
  companyId: number,
  deliveries: readonly QueuedDelivery[],
  due: { dueAt: Date; byHand: boolean },
): Promise<void> {
  if (deliveries.length === 0) return
  await insertDue(tx, companyId, deliveries, due)
  tx.hint("deliveries")
}

/**
 * Disables an endpoint, for its company or because its receiver is gone or keeps failing. Returns false, and changes
 * nothing, when it is disabled already or deleted.
 */
export async function disableEndpoint(
  tx: Tx,
  endpoint: { companyId: number; endpointId: number; reason: DisabledReason | null; now: number },
): Promise<boolean> {
  const { companyId, endpointId, reason, now } = endpoint
  if (!(await store(tx, companyId, endpointId, reason, now))) return false
  await abandonWaiting(tx, companyId, endpointId)
  return true
}
