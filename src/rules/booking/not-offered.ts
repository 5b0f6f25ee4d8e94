/** Says why one time can't be booked, in the order in which a person would want to know. */

import type { LocationPlan, SearchInput } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
import { eligibleLocations } from "../availability/eligible-locations.ts"
import { isOffered } from "../availability/find-slots.ts"
import { judgeServiceArea } from "../service-areas/service-area.ts"

/** Null when a search would offer the time. `input` carries no location filter. */
export function whyNotOffered(
  input: SearchInput,
  providerId: number,
  location: LocationPlan,
  startMinute: number,
): Refusal | null {
  if (isOffered(input, providerId, location.id, startMinute)) return null
  const { providerLocations, reason, unusableFilter } = eligibleLocations(input)
  if (unusableFilter) {
    return new Refusal("filter_not_usable", { field: unusableFilter.field, message: unusableFilter.say })
  }
  if (reason === "no_address") return new Refusal("address_needed")
  if (reason === "out_of_service_area" || !isServed(input, location))
    return new Refusal("out_of_service_area")
  const isEligible = providerLocations.some(
    ({ provider, location: { id } }) => provider.id === providerId && id === location.id,
  )
  if (!isEligible) {
    return new Refusal("time_not_offered", {
      message: "That provider does not offer this type at that location.",
    })
  }
  return isOffered(withoutBusy(input), providerId, location.id, startMinute)
    ? new Refusal("slot_taken")
    : new Refusal("time_not_offered")
}

function isServed(input: SearchInput, location: LocationPlan): boolean {
  if (input.type.place !== "at_customer" || input.overrideEligibility || input.serviceAddress === null)
    return true
  return judgeServiceArea(location.serviceArea, location.point, input.serviceAddress) === "serves"
}

function withoutBusy(input: SearchInput): SearchInput {
  const free = new Int32Array(0)
  return { ...input, providers: input.providers.map((provider) => ({ ...provider, busy: free })) }
}
