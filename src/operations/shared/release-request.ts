/**
 * What becomes of a request when its appointment is cancelled: open again, unless the customer has another open one of
 * the type. One that is open in name only, since its dates are over, is expired first and makes room.
 */
import type { CustomerInEvent } from "../../model/event.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"
import { datesAreOver } from "../../rules/requests/request-state.ts"
import type { Tx } from "../../store/pg/database.ts"
import { findOpenRequest, findRequest, setRequestStatus } from "../../store/scheduling-requests.ts"
import { zonesServing } from "../../store/zones.ts"
import { expireRequest } from "./expire-request.ts"

interface Caller {
  companyId: number
  now: number
}

/** The caller holds the customer's lock, so no request of the customer comes or goes meanwhile. */
export async function releaseRequest(
  tx: Tx,
  call: Caller,
  requestId: number,
  customer: CustomerInEvent,
): Promise<SchedulingRequest> {
  const request = (await findRequest(tx, call.companyId, requestId))!
  if (request.status !== "scheduled") return request
  const other = await makeRoom(tx, call, customer, request.appointment_type_id)
  return setRequestStatus(tx, call.companyId, requestId, other === null ? "open" : "cancelled", call.now)
}

/** The customer's open request of the type, after one whose dates are over has been expired. */
export async function makeRoom(
  tx: Tx,
  call: Caller,
  customer: CustomerInEvent,
  typeId: number,
): Promise<SchedulingRequest | null> {
  const open = await findOpenRequest(tx, call.companyId, customer.id, typeId)
  if (open === null) return null
  const zones = await zonesServing(tx, call.companyId, typeId, open.location_id)
  if (!datesAreOver(open.latest_date, call.now, zones)) return open
  await expireRequest(tx, call.companyId, open, customer, call.now)
  return null
}
