/** What becomes of a scheduling request when its appointment is cancelled. */
import type { RequestStatus, SchedulingRequest } from "../../model/scheduling-request.ts"
import { datesAreOver } from "./request-state.ts"

/** A request whose status is open, and the zones that decide whether its dates are over. */
export interface OpenRequest {
  request: SchedulingRequest
  zones: readonly string[]
}

export interface RequestAfterCancel {
  status: RequestStatus
  /** Expires first: its status was still open, but its dates are over. */
  expires: SchedulingRequest | null
}

/**
 * The request opens again, whatever its dates. It is cancelled instead when the customer has `otherOpen` of the same
 * type, since at most one may be open. A request that is not scheduled stays as it is.
 */
export function requestAfterCancel(
  request: Pick<SchedulingRequest, "status">,
  otherOpen: OpenRequest | null,
  now: number,
): RequestAfterCancel {
  if (request.status !== "scheduled") return { status: request.status, expires: null }
  if (otherOpen === null) return { status: "open", expires: null }
  const isOver = datesAreOver(otherOpen.request.latest_date, now, otherOpen.zones)
  return isOver ? { status: "open", expires: otherOpen.request } : { status: "cancelled", expires: null }
}
