/** Switches an endpoint off: by its company, or because its receiver is gone or keeps failing. */
import type { DisabledReason } from "../../model/webhook-endpoint.ts"
import { abandonWaiting } from "../../store/deliveries.ts"
import type { Tx } from "../../store/pg/database.ts"
import { disableEndpoint as store } from "../../store/webhook-endpoints.ts"

/** False when it was disabled already, or is deleted; then nothing is changed. */
export async function disableEndpoint(
  tx: Tx,
  endpoint: { companyId: number; endpointId: number; reason: DisabledReason | null; now: number },
): Promise<boolean> {
  const { companyId, endpointId, reason, now } = endpoint
  if (!(await store(tx, companyId, endpointId, reason, now))) return false
  await abandonWaiting(tx, companyId, endpointId)
  return true
}
