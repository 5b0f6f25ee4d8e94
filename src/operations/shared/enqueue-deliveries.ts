/** Makes deliveries due, in the transaction that wrote them into the log. */
import type { QueuedDelivery } from "../../model/delivery.ts"
import { insertDue } from "../../store/deliveries.ts"
import type { Tx } from "../../store/pg/database.ts"

/** The worker hears of them after the commit. Without deliveries it costs nothing. */
export async function enqueueDeliveries(
  tx: Tx,
  companyId: number,
  deliveries: readonly QueuedDelivery[],
  dueAt: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  await insertDue(tx, companyId, deliveries, dueAt)
  tx.hint("deliveries")
}
