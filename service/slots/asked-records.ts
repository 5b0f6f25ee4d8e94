/** The records that a question about slots names: whether they are there, and which request binds the answer. */

import { notFound, Refusal } from "../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { SlotQuestion } from "../../domain/model/slot-search.ts"
import { isPublicType } from "../../domain/rules/public-page/visitor-bookings.ts"
import { isOpen } from "../../domain/rules/requests/request-state.ts"
import type { Call } from "../platform/operation.ts"

export type AskedRecords = Pick<
  SlotQuestion,
  "appointment_id" | "customer_id" | "scheduling_request_id" | "override_eligibility"
>

/** Throws `not_found` for what the question names and is not there. */
export function refuseUnknown(loaded: LoadedSchedules, question: AskedRecords, { actor }: Call): void {
  const isHidden = actor.kind === "public" && question.scheduling_request_id == null
  if (!loaded.type || (isHidden && !isPublicType(loaded.type)))
    throw notFound("appointment type", "appointment_type_id")
  if (question.customer_id != null && !loaded.customer) throw notFound("customer", "customer_id")
  if (!loaded.knows_location) throw notFound("location", "location_id")
  if (!loaded.knows_provider) throw notFound("provider", "provider_id")
  if (question.scheduling_request_id != null && question.appointment_id === undefined && !loaded.request) {
    throw notFound("scheduling request", "scheduling_request_id")
  }
}

/**
 * The request whose dates, location, provider and length bind the search; `request_needed` where the type needs one and
 * there is none. Throws what booking the named request would refuse.
 */
export function requestFor(
  loaded: LoadedSchedules,
  question: AskedRecords,
  call: Call,
): SchedulingRequest | null | Refusal {
  const { type, request } = loaded
  if (question.appointment_id !== undefined) return request
  if (request === null) {
    if (type!.kind === "open" || question.override_eligibility) return null
    const open = loaded.open_request
    if (open && isOpen(open, call.now, loaded)) return open
    return new Refusal("request_needed")
  }
  const isTheirs = question.customer_id == null || request.customer_id === question.customer_id
  if (!isTheirs || request.appointment_type_id !== type!.id) throw new Refusal("request_mismatch")
  if (!isOpen(request, call.now, loaded)) throw new Refusal("request_not_open")
  return request
}
