/** The providers who may be booked at each location, or the reason why there is none. */

import type {
  EmptyReason,
  LocationPlan,
  ProviderLocation,
  ProviderPlan,
  SearchInput,
  ServiceAddress,
  UnusableFilter,
} from "../../model/availability.ts"
import { distanceKm } from "../service-areas/geodesy.ts"
import {
  type AreaVerdict,
  bestVerdict,
  isServiceAddressKnown,
  isUndecided,
  isWithin,
  judgeServiceArea,
} from "../service-areas/service-area.ts"

export interface EligibleLocations {
  providerLocations: readonly ProviderLocation[]
  /** Why there are none; null when there are some, or when a filter is to blame. */
  reason: EmptyReason | null
  unusableFilter: UnusableFilter | null
}

/** Judges filters, the request's wishes, the assignment, who offers the type where, and service areas, in this order. */
export function eligibleLocations(input: SearchInput): EligibleLocations {
  const unusable = unusableProvider(input) ?? unusableLocation(input)
  if (unusable !== null) return { providerLocations: [], reason: null, unusableFilter: unusable }
  const offered = offeredLocations(input)
  if (offered.length === 0) {
    const reason =
      wantedProviderId(input) === null ? "no_provider_offers_type" : "provider_does_not_offer_type"
    return none(reason)
  }
  const isBoundToArea = input.type.place === "at_customer" && !input.overrideEligibility
  return isBoundToArea
    ? servedLocations(input, offered)
    : { providerLocations: offered, reason: null, unusableFilter: null }
}

/** The one provider that assignment, request or filter leave, or null when every provider may be booked. */
export function wantedProviderId(input: SearchInput): number | null {
  return input.assignedProviderId ?? input.request?.providerId ?? input.providerFilter
}

/** A provider offers the type at the locations where the provider has hours, even if only on some dates. */
function offeredLocations(input: SearchInput): ProviderLocation[] {
  const providerId = wantedProviderId(input)
  const locationId = input.request?.locationId ?? input.locationFilter
  const providerLocations: ProviderLocation[] = []
  for (const provider of input.providers) {
    if (providerId !== null && provider.id !== providerId) continue
    if (input.askedProviderIds?.has(provider.id) === false) continue
    for (const location of input.locations) {
      const isWanted = locationId === null || location.id === locationId
      // A session is put on the board wherever staff want it.
      const comes = input.type.classes !== undefined || hasHoursAt(provider, location.id)
      if (isWanted && comes) providerLocations.push({ provider, location })
    }
  }
  return providerLocations
}

/**
 * All who offer the type at the location and come as far as the customer, regardless of the wished provider: a crew is made
 * of them.
 */
export function couldComeTo(input: SearchInput, location: LocationPlan): ProviderLocation[] {
  const { type, serviceAddress, overrideEligibility } = input
  const customer = type.place === "at_customer" && !overrideEligibility ? serviceAddress : null
  return input.providers
    .filter((provider) => hasHoursAt(provider, location.id))
    .filter((provider) => customer === null || travelsTo(provider, location, customer))
    .map((provider) => ({ provider, location }))
}

function hasHoursAt(provider: ProviderPlan, locationId: number): boolean {
  return (
    provider.hours.some((hours) => hours.locationId === locationId) ||
    provider.overrides.some((override) => override.locationId === locationId && override.intervals.length > 0)
  )
}

function servedLocations(input: SearchInput, offered: readonly ProviderLocation[]): EligibleLocations {
  const customer = input.serviceAddress
  if (customer === null) return none("no_address")
  if (!isServiceAddressKnown(customer)) return none("address_not_found")
  const verdicts = new Map<LocationPlan, AreaVerdict>()
  for (const { location } of offered) {
    if (verdicts.has(location)) continue
    verdicts.set(location, judgeServiceArea(location.serviceArea, location.point, customer))
  }
  const best = bestVerdict([...verdicts.values()])
  if (isUndecided(best)) return none("address_not_found")
  const providerLocations = offered.filter(
    ({ provider, location }) =>
      verdicts.get(location) === "serves" && travelsTo(provider, location, customer),
  )
  if (providerLocations.length > 0) return { providerLocations, reason: null, unusableFilter: null }
  const unusableFilter = unservedFilter(input, best)
  return unusableFilter === null
    ? none("out_of_service_area")
    : { providerLocations: [], reason: null, unusableFilter }
}

function travelsTo(provider: ProviderPlan, location: LocationPlan, customer: ServiceAddress): boolean {
  return tooManyKm(provider, location, customer) === null
}

/**
 * How far away the customer is, where that is farther than the provider travels; else null. An unknown distance does not
 * count against the customer.
 */
export function tooManyKm(
  provider: ProviderPlan,
  location: LocationPlan,
  customer: ServiceAddress,
): number | null {
  const origin = provider.startPoint ?? location.point
  const { point } = customer
  if (provider.maxTravelKm === null || origin === null || point === null) return null
  const km = distanceKm(origin, point)
  return isWithin(km, provider.maxTravelKm, customer) ? null : km
}

function none(reason: EmptyReason): EligibleLocations {
  return { providerLocations: [], reason, unusableFilter: null }
}

/** The company's assignment comes before the request's provider, and both before a filter. */
function unusableProvider(input: SearchInput): UnusableFilter | null {
  const { assignedProviderId: assigned, providerFilter: filter, request } = input
  const requested = request?.providerId ?? null
  if (assigned !== null && (isOther(filter, assigned) || isOther(requested, assigned))) {
    return unusable("provider_id", "assigned", nameOf(input, assigned))
  }
  if (requested !== null && isOther(filter, requested)) {
    return unusable("provider_id", "requestedPerson", nameOf(input, requested))
  }
  return null
}

function unusableLocation(input: SearchInput): UnusableFilter | null {
  const { locationFilter: filter, request } = input
  const location = input.locations.find(({ id }) => id === filter)
  if (filter === null) return null
  const requested = request?.locationId ?? null
  if (requested !== null && filter !== requested) {
    if (input.type.place === "remote") return unusable("location_id", "remote", input.type.name)
    const name = input.locations.find(({ id }) => id === requested)?.name ?? "another location"
    return unusable("location_id", "requestedLocation", name)
  }
  return location === undefined ? unusable("location_id", "notOffered", input.type.name) : null
}

/**
 * The filter without which the customer could be served, or that names a location whose area leaves the customer out. A
 * moved appointment's provider and location are no filters: they were not asked for.
 */
function unservedFilter(input: SearchInput, verdict: AreaVerdict): UnusableFilter | null {
  const { providerFilter, locationFilter } = input
  if (input.moves) return null
  const isServedWithout = (lifted: Partial<SearchInput>) =>
    eligibleLocations({ ...input, ...lifted }).providerLocations.length > 0
  if (providerFilter !== null && isServedWithout({ providerFilter: null })) {
    return unusable("provider_id", "personDoesNotCome", nameOf(input, providerFilter))
  }
  const location = input.locations.find(({ id }) => id === locationFilter)
  if (location && (verdict === "does_not_serve" || isServedWithout({ locationFilter: null }))) {
    return unusable("location_id", "locationDoesNotServe", location.name)
  }
  return null
}

function isOther(id: number | null, than: number): boolean {
  return id !== null && id !== than
}

function nameOf(input: SearchInput, providerId: number): string {
  return input.providers.find(({ id }) => id === providerId)?.name ?? "another provider"
}

function unusable(field: UnusableFilter["field"], why: UnusableFilter["why"], name: string): UnusableFilter {
  return { field, why, name, say: sentences[why](name) }
}

const sentences: Record<UnusableFilter["why"], (name: string) => string> = {
  assigned: (name) => `These appointments are always with ${name}.`,
  requestedPerson: (name) => `This appointment is to be with ${name}.`,
  requestedLocation: (name) => `This appointment is to be at ${name}.`,
  remote: () => "This appointment is by phone or online.",
  notOffered: (name) => `${name} is not offered at that location.`,
  personDoesNotCome: (name) => `${name} does not come to your address.`,
  locationDoesNotServe: (name) => `${name} does not serve your address.`,
}
