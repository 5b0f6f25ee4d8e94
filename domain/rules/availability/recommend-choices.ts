/**
 * The best times of each choice that a customer can make beside the time: one location, one provider, or both. The best of
 * all may be at another place than the chosen one.
 */
import type { FoundStarts, SearchInput, Slot } from "../../model/availability.ts"
import { recommendSteps } from "./recommend.ts"

/** Null leaves the choice open. */
export interface BestOfChoice {
  locationId: number | null
  providerId: number | null
  best: Slot[]
}

/** As many as a page shows. */
const mostOfChoice = 3
/** Customers of a company with more choose by the calendar. */
const mostChoices = 120

export function* recommendChoicesSteps(
  input: SearchInput,
  found: readonly FoundStarts[],
): Generator<void, BestOfChoice[]> {
  const choices: BestOfChoice[] = []
  for (const { locationId, providerId } of choicesIn(found).slice(0, mostChoices)) {
    const fitting = found.filter(
      ({ location, provider }) =>
        (locationId === null || location.id === locationId) &&
        (providerId === null || provider.id === providerId),
    )
    const best = yield* recommendSteps(input, fitting)
    choices.push({ locationId, providerId, best: best.slice(0, mostOfChoice) })
  }
  return choices
}

/** A single location, or a single provider, leaves nothing to choose. */
function choicesIn(found: readonly FoundStarts[]): Omit<BestOfChoice, "best">[] {
  const locations = [...new Set(found.map(({ location }) => location.id))]
  const providers = [...new Set(found.map(({ provider }) => provider.id))]
  const [hasLocations, hasProviders] = [locations.length > 1, providers.length > 1]
  return [
    ...(hasLocations ? locations.map((locationId) => ({ locationId, providerId: null })) : []),
    ...(hasProviders ? providers.map((providerId) => ({ locationId: null, providerId })) : []),
    ...(hasLocations && hasProviders
      ? found.map(({ location, provider }) => ({ locationId: location.id, providerId: provider.id }))
      : []),
  ]
}
