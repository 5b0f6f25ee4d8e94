/** Ends a request whose dates are over, once: status and event together, under the request's lock. */
import type { CustomerInEvent } from "../../model/event.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"
import type { Tx } from "../../store/pg/database.ts"
import { setRequestStatus } from "../../store/scheduling-requests.ts"
import { endOutreach } from "./end-outreach.ts"
import { recordExpiry } from "./record-event.ts"

export async function expireRequest(
  tx: Tx,
  companyId: number,
  request: SchedulingRequest,
  customer: CustomerInEvent,
  now: number,
): Promise<SchedulingRequest> {
  const expired = await setRequestStatus(tx, companyId, request.id, "expired", now)
  await endOutreach(tx, companyId, request.id, "expired", now)
  recordExpiry(tx, companyId, expired, customer, now)
  return expired
}
