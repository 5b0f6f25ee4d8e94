/** A callback as staff see it, with its number opened. */
import type { Callback, ShownCallback } from "../../domain/model/callback.ts"
import { associatedData, type Sealer } from "../../domain/model/sealing.ts"
import { iso, isoOrNull } from "../../domain/model/views.ts"

export function showCallback(sealer: Sealer, companyId: number, callback: Callback): ShownCallback {
  const { id, customer_id, customer_name, caller_name, message, best_time, channel } = callback
  return {
    id,
    status: callback.done_at === null ? "waiting" : "done",
    customer: customer_id === null ? null : { id: customer_id, name: customer_name! },
    caller_name,
    phone: sealer.open(callback.phone_sealed, associatedData.callback(companyId, id)),
    message,
    best_time,
    channel,
    created_at: iso(callback.created_at),
    done_at: isoOrNull(callback.done_at),
  }
}
