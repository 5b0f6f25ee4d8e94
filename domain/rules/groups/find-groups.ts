/**
 * The starts at which several types follow one another, found in steps between which other work may be done. What follows a start is
 * worked out again where it is shown: of a month of a large clinic nothing but the starts is kept.
 */
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
import { finished } from "../availability/steps.ts"
import { tieOrder } from "../availability/tie-order.ts"
import { type Effort, noLimit } from "../cost/effort.ts"
import { followedBy } from "./follow.ts"
import { arePlain, endOfPlain, nothing, unknown } from "./go-on.ts"
import { firstPart, type GroupPart } from "./group-part.ts"
import {
  asLists,
  type Following,
  inNumbers,
  onlyFollowed,
  type PartAlone,
  type SearchedPart,
  withStarts,
} from "./searched-parts.ts"

export interface FoundGroups {
  /** Starts at which the first type could begin and the rest can't follow. */
  unfollowed: number
  /** Under the provider, location and start of the first part. */
  result: SearchResult
  partsAt(slot: Slot): readonly GroupPart[]
  /** How long all parts take, at the start of an entry of `result` where they wait least. */
  shortestOf(entry: FoundStarts): number
}

/** `asked` holds one search for each type, in the order in which they follow one another, all over the same dates. */
export function* findGroups(
  asked: readonly [SearchInput, ...SearchInput[]],
  following: Following,
  effort: Effort = noLimit(),
): Generator<void, FoundGroups> {
  const eligible = asked.map(eligibleLocations)
  const followers = new Map<number, Followers>()
  const offered: FoundStarts[] = []
  const shortest = new Map<FoundStarts, number>()
  let unfollowed = 0
  for (const location of asked[0].locations) {
    const alone: SearchedPart[] = []
    for (const [i, input] of asked.entries()) {
      const at = eligible[i]!.providerLocations.filter((each) => each.location.id === location.id)
      alone.push(yield* foundAt(withLaterDay(input, i), at, location))
    }
    unfollowed += startsIn(alone[0]!)
    const { first, rest } = yield* onlyFollowed(alone, following)
    const there = new Followers(first.input, rest, following, effort)
    followers.set(location.id, there)
    for (const found of first.found) {
      const kept = yield* there.startsOf(found)
      unfollowed -= kept.starts.length
      if (kept.starts.length === 0) continue
      const entry = asLists(withStarts(found, kept.starts))
      offered.push(entry)
      shortest.set(entry, kept.shortest)
    }
  }
  offered.sort((a, b) => a.provider.id - b.provider.id || a.location.id - b.location.id)
  const lacking = eligible.find(({ reason, unusableFilter }) => reason !== null || unusableFilter !== null)
  const { reason = null, unusableFilter = null } = lacking ?? {}
  const recommended = yield* recommendSteps(asked[0], offered)
  return {
    result: { offered, recommended, reason, unusableFilter },
    unfollowed,
    partsAt: (slot) => followers.get(slot.location.id)!.partsAt(slot),
    shortestOf: (entry) => shortest.get(entry)!,
  }
}

const startsIn = ({ found }: SearchedPart) => found.reduce((sum, { starts }) => sum + starts.length, 0)

/** A later part may begin after midnight of the last date. */
const withLaterDay = (input: SearchInput, index: number): SearchInput =>
  index === 0 ? input : { ...input, endDay: input.endDay + 1 }

/** The result of a search of that type alone, for each provider at the location. */
function* foundAt(
  input: SearchInput,
  at: ReturnType<typeof eligibleLocations>["providerLocations"],
  location: LocationPlan,
): Generator<void, SearchedPart> {
  const shared = sharedAt(input, location)
  const found: FoundStarts[] = []
  for (const each of at) {
    found.push(inNumbers(findStarts(input, each, shared)))
    yield
  }
  return { input, found }
}

/** How many starts are looked at between two steps. */
const startsAtOnce = 256

/** The types that follow the starts of the first at one location. */
class Followers {
  readonly #first: SearchInput
  readonly #rest: readonly PartAlone[]
  readonly #following: Following
  readonly #effort: Effort
  readonly #isPlain: boolean

  constructor(first: SearchInput, rest: readonly PartAlone[], following: Following, effort: Effort) {
    this.#first = first
    this.#rest = rest
    this.#following = following
    this.#effort = effort
    this.#isPlain = arePlain([first, ...rest.map(({ input }) => input)])
  }

  /** The provider's starts that all others can follow. */
  *startsOf(found: FoundStarts): Generator<void, { starts: Int32Array; shortest: number }> {
    const starts = new Int32Array(found.starts.length)
    let [count, shortest] = [0, Number.POSITIVE_INFINITY]
    for (let i = 0; i < found.starts.length; i += 1) {
      if (i % startsAtOnce === startsAtOnce - 1) yield
      const start = found.starts[i]!
      const end = yield* this.#endAt(found, start)
      if (end === nothing) continue
      starts[count++] = start
      shortest = Math.min(shortest, end - start)
    }
    yield
    return { starts: starts.slice(0, count), shortest }
  }

  *#endAt(found: FoundStarts, start: Minute): Generator<void, Minute> {
    const at = { input: this.#first, lead: found.provider, start }
    const end = this.#isPlain ? endOfPlain(at, this.#rest, this.#following, this.#effort) : unknown
    if (end !== unknown) return end
    const first = firstPart(this.#first, found, start)
    const all = yield* followedBy(first, this.#rest, this.#following, this.#effort)
    return all === null ? nothing : all.at(-1)!.end
  }

  /** Shown are few, and each was found within the effort. */
  partsAt(slot: Slot): readonly GroupPart[] {
    const first = firstPart(this.#first, slot, slot.start)
    return finished(followedBy(first, this.#rest, this.#following, noLimit()))!
  }
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
