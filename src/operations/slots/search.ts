/** The one slot search, for every door. */

import type { AppContext } from "../../context.ts"
import type { SearchInput, SearchResult, Slot } from "../../model/availability.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"
import type { emptyReasons, SlotQuestion } from "../../model/slot-search.ts"
import { wantedProviderId } from "../../rules/availability/eligible-locations.ts"
import { planSearch, type Wish } from "../../rules/availability/plan-search.ts"
import { searchSlots } from "../../rules/availability/search.ts"
import { calendarWarnings, closeUnread } from "../../rules/availability/unread-calendars.ts"
import { optionOf } from "../../rules/booking/judge-booking.ts"
import { isPublicType } from "../../rules/public-page/public-type.ts"
import { isOpen } from "../../rules/requests/request-state.ts"
import { loadSchedules } from "../../store/schedules.ts"
import type { Call } from "../operation.ts"
import { findNextAvailable } from "./next-available.ts"
import { readQuestion } from "./read-question.ts"

/** What a search found, before it is written out: minutes in typed arrays, thousands of them at times. */
export interface FoundSlots {
  input: SearchInput
  result: SearchResult
  reason: (typeof emptyReasons)[number] | null
  warnings: readonly string[]
  nextAvailable: Slot | null
  loaded: LoadedSchedules
}

/** Throws for what is unknown, for a filter that can't be used, and for a request that can't be booked. */
export async function search(context: AppContext, call: Call, question: SlotQuestion): Promise<FoundSlots> {
  const { ask, wish } = await readQuestion(context, call, question)
  const loaded = closeUnread(await loadSchedules(context.db, ask), call.now)
  refuseUnknown(loaded, question, call)

  const option = optionOf(loaded, question.duration_option_id ?? null)
  if (option instanceof Refusal) throw option
  const request = requestFor(loaded, question, call)
  const full: Wish = {
    ...wish,
    blockMinutes: wish.blockMinutes ?? (request?.block_minutes ? null : option && [option.minutes]),
    request,
  }
  // A type that is switched off has times for its old appointments only.
  const isOff = !loaded.type!.active && question.appointment_id === undefined
  const input = planSearch(loaded, full)
  const result = isOff ? nothing : searchSlots(input)
  if (result.unusableFilter) {
    const { field, say } = result.unusableFilter
    throw new Refusal("filter_not_usable", { field, message: say })
  }
  const isEmpty = result.offered.length === 0 && result.reason === null && !isOff
  return {
    input,
    result,
    reason: result.reason,
    warnings: [...warningsFor(loaded, full), ...calendarWarnings(loaded, wantedProviderId(input), call.now)],
    nextAvailable: isEmpty ? await findNextAvailable(context.db, ask, full) : null,
    loaded,
  }
}

function refuseUnknown(loaded: LoadedSchedules, question: SlotQuestion, { actor }: Call): void {
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

/** The request whose dates, location, provider and length bind the search. What booking would refuse is refused here. */
function requestFor(loaded: LoadedSchedules, question: SlotQuestion, call: Call): SchedulingRequest | null {
  const { type, request } = loaded
  if (question.appointment_id !== undefined) return request
  if (request === null) {
    if (type!.kind === "open" || question.override_eligibility) return null
    const open = loaded.open_request
    if (open && isOpen(open, call.now, loaded)) return open
    throw new Refusal("request_needed")
  }
  const isTheirs = question.customer_id == null || request.customer_id === question.customer_id
  if (!isTheirs || request.appointment_type_id !== type!.id) throw new Refusal("request_mismatch")
  if (!isOpen(request, call.now, loaded)) throw new Refusal("request_not_open")
  return request
}

const nothing: SearchResult = { offered: [], recommended: [], reason: null, unusableFilter: null }

function warningsFor(loaded: LoadedSchedules, wish: Wish): string[] {
  if (!loaded.type!.active) return ["The appointment type is not active, so it takes no new bookings."]
  const isUnplaced =
    loaded.type!.place === "at_customer" &&
    wish.serviceAddress === null &&
    loaded.customer?.address &&
    loaded.customer.latitude === null
  return isUnplaced
    ? ["The customer's address has no coordinates, so only areas given as postal codes could be judged."]
    : []
}
