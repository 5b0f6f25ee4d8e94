/** The reasons for which a provider may not be booked at a location at all, at any time. */

import type { LocationPlan, ProviderPlan, SearchInput } from "../../model/availability.ts"
import type { ExplainedSchedules } from "../../model/schedules.ts"
import type { Reason } from "../../model/slot-explanation.ts"
import type { ReasonCause, ReasonCode } from "../../model/slot-reasons.ts"
import { isServiceAddressKnown, isUndecided, judgeServiceArea } from "../service-areas/service-area.ts"
import { tooManyKm } from "./eligible-locations.ts"
import { unreadCalendars } from "./unread-calendars.ts"

export interface EligibilityQuestion {
  loaded: ExplainedSchedules
  /** As a search would judge it; `request` is the one that binds it. */
  input: SearchInput
  provider: ProviderPlan
  location: LocationPlan
  requestId: number | null
  /** The type is booked through a request only, and there is none. */
  lacksRequest: boolean
  /** A booking asks the calendars live. */
  asksLive: boolean
}

/** The reasons of the provider at the location; none when a search looks at their calendar. */
export function whyNotEligible(question: EligibilityQuestion): Reason[] {
  return [...reasonsOfStates(question), ...reasonsOfWishes(question), ...reasonsOfAddress(question)]
}

function reasonsOfStates(question: EligibilityQuestion): Reason[] {
  const { loaded, input, provider, location, lacksRequest, asksLive } = question
  const { active, offersType } = loaded.explained!
  const at = loaded.explainedLocations.find(({ id }) => id === location.id)!
  const unread = asksLive
    ? []
    : unreadCalendars(loaded, input.now).filter((one) => one.provider_id === provider.id)
  return [
    // A type that is not active still lets its appointments move.
    ...reasonIf(!loaded.type!.active && !input.moves, "type_inactive", {
      kind: "appointment_type",
      id: input.type.id,
    }),
    ...reasonIf(!active, "provider_inactive", { kind: "provider", id: provider.id }),
    ...reasonIf(!at.active, "location_inactive", { kind: "location", id: location.id }),
    ...reasonIf(!offersType, "not_offered_by_provider", { kind: "provider", id: provider.id }),
    ...reasonIf(!at.isOfType, "not_offered_at_location", { kind: "location", id: location.id }),
    ...reasonIf(lacksRequest, "request_needed", customerCause(loaded)),
    ...reasonIf(
      unread.length > 0,
      "calendar_unread",
      ...unread.map(({ id }) => ({ kind: "calendar" as const, id })),
    ),
  ]
}

/** The company's assignment and the request's wishes. */
function reasonsOfWishes({ input, provider, location, requestId }: EligibilityQuestion): Reason[] {
  const { assignedProviderId: assigned, request } = input
  const requested: ReasonCause = {
    kind: "scheduling_request",
    ...(requestId === null ? {} : { id: requestId }),
  }
  const isOther = (id: number | null | undefined, than: number): id is number => id != null && id !== than
  const reasons: Reason[] = []
  if (isOther(assigned, provider.id)) {
    reasons.push({ code: "assigned_to_another", causes: [{ kind: "provider", id: assigned }] })
  }
  if (isOther(request?.providerId, provider.id)) {
    const causes: ReasonCause[] = [requested, { kind: "provider", id: request!.providerId! }]
    reasons.push({ code: "request_provider", causes })
  }
  if (isOther(request?.locationId, location.id)) {
    const causes: ReasonCause[] = [requested, { kind: "location", id: request!.locationId! }]
    reasons.push({ code: "request_location", causes })
  }
  return reasons
}

function reasonsOfAddress({ loaded, input, provider, location }: EligibilityQuestion): Reason[] {
  if (input.type.place !== "at_customer" || input.overrideEligibility) return []
  const address = input.serviceAddress
  if (!isServiceAddressKnown(address)) return [{ code: "no_address", causes: [customerCause(loaded)] }]
  const here: ReasonCause = { kind: "location", id: location.id }
  const verdict = judgeServiceArea(location.serviceArea, location.point, address)
  const lacksCentre =
    location.serviceArea.kind === "radius" && location.point === null && address.point !== null
  const km = tooManyKm(provider, location, address)
  return [
    ...reasonIf(isUndecided(verdict), "no_address", lacksCentre ? here : customerCause(loaded)),
    ...reasonIf(verdict === "does_not_serve", "out_of_service_area", here),
    ...reasonIf(km !== null, "too_far", { kind: "provider", id: provider.id, value: Math.round(km ?? 0) }),
  ]
}

function reasonIf(holds: boolean, code: ReasonCode, ...causes: ReasonCause[]): Reason[] {
  return holds ? [{ code, causes }] : []
}

const customerCause = ({ customer }: ExplainedSchedules): ReasonCause => ({
  kind: "customer",
  ...(customer === null ? {} : { id: customer.id }),
})
