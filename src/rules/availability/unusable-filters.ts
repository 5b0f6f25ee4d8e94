/**
 * Filters only narrow what the customer could book. One that cannot be used is refused with a sentence that can be said
 * aloud; it tells nothing about distances or about how customers are matched.
 */
import type { SearchInput, UnusableFilter } from "../../model/availability.ts"

/** The company's assignment comes before the request's provider, and both before a filter. */
export function unusableProvider(input: SearchInput): UnusableFilter | null {
  const { assignedProviderId: assigned, providerFilter: filter, request } = input
  const requested = request?.providerId ?? null
  if (assigned !== null && (isOther(filter, assigned) || isOther(requested, assigned))) {
    return unusable("provider_id", `These appointments are always with ${nameOf(input, assigned)}.`)
  }
  if (requested !== null && isOther(filter, requested)) {
    return unusable("provider_id", `This appointment is to be with ${nameOf(input, requested)}.`)
  }
  return null
}

export function unusableLocation(input: SearchInput): UnusableFilter | null {
  const { locationFilter: filter, request } = input
  const location = input.locations.find(({ id }) => id === filter)
  if (filter === null) return null
  const requested = request?.locationId ?? null
  if (requested !== null && filter !== requested) {
    const name = input.locations.find(({ id }) => id === requested)?.name ?? "another location"
    return unusable("location_id", `This appointment is to be at ${name}.`)
  }
  return location === undefined
    ? unusable("location_id", `${input.type.name} is not offered at that location.`)
    : null
}

/** For a location that was asked for and does not serve the customer's address. */
export function unservedLocation(input: SearchInput): UnusableFilter | null {
  const location = input.locations.find(({ id }) => id === input.locationFilter)
  if (location === undefined) return null
  return unusable("location_id", `${location.name} does not serve your address.`)
}

function isOther(id: number | null, than: number): boolean {
  return id !== null && id !== than
}

function nameOf(input: SearchInput, providerId: number): string {
  return input.providers.find(({ id }) => id === providerId)?.name ?? "another provider"
}

function unusable(field: UnusableFilter["field"], say: string): UnusableFilter {
  return { field, say }
}
