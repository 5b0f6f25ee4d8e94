/** Why a request needs no outreach any more. */
import type { EndReason } from "../../model/outreach.ts"
import type { RequestStatus } from "../../model/scheduling-request.ts"
import { datesAreOver } from "../requests/request-state.ts"

/** Null while it is open; `zones` are those that its dates are judged in. */
export function whyUnwanted(
  request: { status: RequestStatus; latest_date: string },
  now: number,
  zones: readonly string[],
): Exclude<EndReason, "stopped"> | null {
  switch (request.status) {
    case "scheduled":
      return "booked"
    case "cancelled":
    case "expired":
      return request.status
    case "open":
      return datesAreOver(request.latest_date, now, zones) ? "expired" : null
  }
}
