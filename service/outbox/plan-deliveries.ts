/** Webhook deliveries become due, or are given up with their endpoint. */
import type { Actor } from "../../domain/model/actor.ts"
import type { QueuedDelivery } from "../../domain/model/delivery.ts"
import type { DisabledReason } from "../../domain/model/webhook-endpoint.ts"
import type { Tx } from "../platform/pg/database.ts"
import { recordEndpointDisabled } from "./append-event.ts"
import { abandonWaiting, insertDue } from "./deliveries-due.sql.ts"
import { type TellingContext, tellAdmins } from "./queue-staff-mail.ts"
import { disableEndpoint as store } from "./webhook-endpoints.sql.ts"

/** Makes deliveries due in the transaction that logged them. The worker gets a hint after the commit. */
export function enqueueDeliveries(
  tx: Tx,
  companyId: number,
  deliveries: readonly QueuedDelivery[],
  due: { dueAt: Date; byHand: boolean },
): void {
  if (deliveries.length === 0) return
  insertDue(tx, companyId, deliveries, due)
  tx.hint({ channel: "deliveries" })
}

/**
 * Disables an endpoint, for its company or because its receiver is gone or keeps failing, and records the event for the
 * company's other endpoints. Returns false, and changes nothing, when it is disabled already or deleted.
 */
export async function disableEndpoint(
  tx: Tx,
  change: { companyId: number; endpointId: number; actor: Actor; reason: DisabledReason | null; now: number },
  /** The context for messages to the company's admins about changes that they have not made themselves. */
  telling: TellingContext | null = null,
): Promise<boolean> {
  const { companyId, endpointId, actor, reason, now } = change
  const endpoint = await store(tx, companyId, endpointId, reason, now)
  if (endpoint === null) return false
  await abandonWaiting(tx, companyId, endpointId)
  await recordEndpointDisabled(tx, { companyId, actor, endpoint, now })
  if (telling !== null) {
    const { host } = new URL(endpoint.url)
    const notice = { purpose: "endpoint_disabled", endpointId, host } as const
    await tellAdmins(tx, telling, companyId, { notice, once: `${endpointId}:${now}` }, now)
  }
  return true
}
