/**
 * Which providers may be searched at which locations, and why none, when there is none.
 */

import type {
  CustomerPlace,
  EmptyReason,
  LocationPlan,
  ProviderPlan,
  SearchInput,
  UnusableFilter,
} from "../../model/availability.ts"
import { distanceKm } from "../service-areas/geodesy.ts"
import {
  type AreaVerdict,
  bestVerdict,
  doubtKm,
  isPlaceKnown,
  judgeServiceArea,
} from "../service-areas/service-area.ts"
import { unservedLocation, unusableLocation, unusableProvider } from "./unusable-filters.ts"

export interface Place {
  provider: ProviderPlan
  location: LocationPlan
}

export interface EligiblePlaces {
  places: readonly Place[]
  /** Why there are none; null when there are some, or when a filter is to blame. */
  reason: EmptyReason | null
  unusableFilter: UnusableFilter | null
}

/** Judges filters, the request's wishes, the assignment, who offers the type where, and service areas, in this order. */
export function eligiblePlaces(input: SearchInput): EligiblePlaces {
  const unusable = unusableProvider(input) ?? unusableLocation(input)
  if (unusable !== null) return { places: [], reason: null, unusableFilter: unusable }
  const offered = offeredPlaces(input)
  if (offered.length === 0) {
    const reason =
      wantedProviderId(input) === null ? "no_provider_offers_type" : "provider_does_not_offer_type"
    return none(reason)
  }
  const isBoundToArea = input.type.place === "at_customer" && !input.overrideEligibility
  return isBoundToArea
    ? servedPlaces(input, offered)
    : { places: offered, reason: null, unusableFilter: null }
}

/** The one provider that filter, request or assignment leave, or null when anyone will do. */
export function wantedProviderId(input: SearchInput): number | null {
  return input.assignedProviderId ?? input.request?.providerId ?? input.providerFilter
}

/** A provider offers the type at those of its locations where the provider has hours, be it by an override alone. */
function offeredPlaces(input: SearchInput): Place[] {
  const providerId = wantedProviderId(input)
  const locationId = input.request?.locationId ?? input.locationFilter
  const places: Place[] = []
  for (const provider of input.providers) {
    if (providerId !== null && provider.id !== providerId) continue
    for (const location of input.locations) {
      const isWanted = locationId === null || location.id === locationId
      if (isWanted && hasHoursAt(provider, location.id)) places.push({ provider, location })
    }
  }
  return places
}

function hasHoursAt(provider: ProviderPlan, locationId: number): boolean {
  return (
    provider.hours.some((hours) => hours.locationId === locationId) ||
    provider.overrides.some((override) => override.locationId === locationId && override.intervals.length > 0)
  )
}

function servedPlaces(input: SearchInput, offered: readonly Place[]): EligiblePlaces {
  const customer = input.customerPlace
  if (!isPlaceKnown(customer)) return none("no_address")
  const verdicts = new Map<LocationPlan, AreaVerdict>()
  for (const { location } of offered) {
    if (verdicts.has(location)) continue
    verdicts.set(location, judgeServiceArea(location.serviceArea, location.point, customer))
  }
  const best = bestVerdict([...verdicts.values()])
  if (best === "cannot_tell") return none("no_address")
  if (best === "does_not_serve") {
    const unusableFilter = unservedLocation(input)
    return unusableFilter === null
      ? none("out_of_service_area")
      : { places: [], reason: null, unusableFilter }
  }
  const places = offered.filter(
    ({ provider, location }) =>
      verdicts.get(location) === "serves" && travelsTo(provider, location, customer),
  )
  return places.length === 0 ? none("out_of_service_area") : { places, reason: null, unusableFilter: null }
}

/** Nobody is turned down for a distance that is not known. */
function travelsTo(provider: ProviderPlan, location: LocationPlan, customer: CustomerPlace): boolean {
  const origin = provider.startPoint ?? location.point
  const { point } = customer
  if (provider.maxTravelKm === null || origin === null || point === null) return true
  return distanceKm(origin, point) <= provider.maxTravelKm + doubtKm(customer)
}

function none(reason: EmptyReason): EligiblePlaces {
  return { places: [], reason, unusableFilter: null }
}
