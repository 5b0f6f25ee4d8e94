/** The starts at which several types follow one another, found in steps between which other work may be done. */
import type {
  FoundStarts,
  LocationPlan,
  Minute,
  SearchInput,
  SearchResult,
  Slot,
} from "../../model/availability.ts"
import { eligibleLocations } from "../availability/eligible-locations.ts"
import { findStarts, sharedAt } from "../availability/find-starts.ts"
import { recommendSteps } from "../availability/recommend.ts"
import { tieOrder } from "../availability/tie-order.ts"
import {
  type Following,
  firstPart,
  followedBy,
  type GroupPart,
  onlyFollowed,
  type SearchedPart,
  withStarts,
} from "./follow.ts"

export interface FoundGroups {
  /** Under the provider, location and start of the first part. */
  result: SearchResult
  partsAt(slot: Slot): readonly GroupPart[]
}

const keyOf = ({ provider, location, start }: Slot) => `${provider.id} ${location.id} ${start}`

/** `asked` holds one search for each type, in the order in which they follow one another, all over the same dates. */
export function* findGroups(
  asked: readonly [SearchInput, ...SearchInput[]],
  following: Following,
): Generator<void, FoundGroups> {
  const eligible = asked.map(eligibleLocations)
  const parts = new Map<string, readonly GroupPart[]>()
  const offered: FoundStarts[] = []
  for (const location of asked[0].locations) {
    const alone: SearchedPart[] = []
    for (const [i, input] of asked.entries()) {
      const at = eligible[i]!.providerLocations.filter((each) => each.location.id === location.id)
      alone.push(yield* foundAt(withLaterDay(input, i), at, location))
    }
    const { first, rest } = yield* onlyFollowed(alone, following)
    for (const found of first.found) {
      const starts: Minute[] = []
      let tried = 0
      for (const start of found.starts) {
        if (tried % 64 === 63) yield
        tried += 1
        const all = followedBy(firstPart(first.input, found, start), rest, following)
        if (all === null) continue
        starts.push(start)
        parts.set(keyOf({ ...found, start }), all)
      }
      if (starts.length > 0) offered.push(withStarts(found, starts))
      yield
    }
  }
  offered.sort((a, b) => a.provider.id - b.provider.id || a.location.id - b.location.id)
  const lacking = eligible.find(({ reason, unusableFilter }) => reason !== null || unusableFilter !== null)
  const { reason = null, unusableFilter = null } = lacking ?? {}
  const recommended = yield* recommendSteps(asked[0], offered)
  return {
    result: { offered, recommended, reason, unusableFilter },
    partsAt: (slot) => parts.get(keyOf(slot))!,
  }
}

/** A later part may begin after midnight of the last date. */
const withLaterDay = (input: SearchInput, index: number): SearchInput =>
  index === 0 ? input : { ...input, endDay: input.endDay + 1 }

/** What a search of that type alone finds of each provider at the location. */
export function* foundAt(
  input: SearchInput,
  at: ReturnType<typeof eligibleLocations>["providerLocations"],
  location: LocationPlan,
): Generator<void, SearchedPart> {
  const shared = sharedAt(input, location)
  const found: FoundStarts[] = []
  for (const each of at) {
    found.push(findStarts(input, each, shared))
    yield
  }
  return { input, found }
}

/** The first of them; null where there is none. */
export function firstOf({ result }: FoundGroups): Slot | null {
  const firsts = result.offered.map(({ provider, location, starts }) => ({
    provider,
    location,
    start: starts[0]!,
  }))
  return firsts.reduce<Slot | null>(
    (best, slot) => (best === null || tieOrder(slot.start, slot, best.start, best) < 0 ? slot : best),
    null,
  )
}
