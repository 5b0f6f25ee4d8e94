/** The starts of each of several types by itself, as numbers: a month of a large clinic has half a million of them. */
import type { FoundStarts, Minute, SearchInput } from "../../model/availability.ts"
import { firstFrom } from "../../time/intervals.ts"

export interface Following {
  /** From the end of a part to the start of the next, at most. */
  gapMinutes: number
  /** One provider leads all parts. */
  sameProvider: boolean
}

/**
 * The starts that a search of one part's type by itself offers of each eligible provider at the location, those without a
 * start included.
 */
export interface SearchedPart {
  input: SearchInput
  /** Their starts in typed arrays. */
  found: readonly FoundStarts[]
}

/** The same of a part that follows another, so that who begins when is looked up by the start. */
export interface PartAlone extends SearchedPart {
  /** In the order of the providers' ids. */
  found: readonly FoundStarts[]
  byId: ReadonlyMap<number, FoundStarts>
  /** The first and the last of all their starts; the last is less where there are none. */
  first: Minute
  last: Minute
  /** By minutes since the first, and one more: where in `leads` those are who can begin then. */
  leadsFrom: Int32Array
  /** Indexes into `found`. */
  leads: Int32Array
}

function* byStart({ input, found: unsorted }: SearchedPart): Generator<void, PartAlone> {
  const found = unsorted.toSorted((a, b) => a.provider.id - b.provider.id)
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { starts } of found) {
    if (starts.length === 0) continue
    first = Math.min(first, starts[0]!)
    last = Math.max(last, starts.at(-1)!)
  }
  const byId = new Map(found.map((each) => [each.provider.id, each]))
  if (first > last) return { input, found, byId, ...noStarts }
  const leadsFrom = new Int32Array(last - first + 2)
  for (const { starts } of found) {
    for (let i = 0; i < starts.length; i += 1) leadsFrom[starts[i]! - first + 1]! += 1
    yield
  }
  for (let i = 1; i < leadsFrom.length; i += 1) leadsFrom[i]! += leadsFrom[i - 1]!
  const leads = new Int32Array(leadsFrom.at(-1)!)
  const next = leadsFrom.slice()
  for (const [index, { starts }] of found.entries()) {
    for (let i = 0; i < starts.length; i += 1) leads[next[starts[i]! - first]!++] = index
    yield
  }
  return { input, found, byId, first, last, leadsFrom, leads }
}

const noStarts = { first: 0, last: -1, leadsFrom: new Int32Array(1), leads: new Int32Array(0) }

/** The index in `leads` of the first who can start at the minute or later. */
export const leadsFromMinute = ({ first, last, leadsFrom, leads }: PartAlone, minute: Minute): number =>
  minute > last ? leads.length : leadsFrom[Math.max(0, minute - first)]!

/**
 * The parts without the starts that the next can't follow in time, with any provider: the last is looked at first, so of
 * many types one that is rare leaves few starts of all others to try.
 */
export function* onlyFollowed(
  [first, ...further]: readonly SearchedPart[],
  following: Following,
): Generator<void, { first: SearchedPart; rest: PartAlone[] }> {
  const rest: PartAlone[] = []
  for (const part of further.toReversed())
    rest.unshift(yield* byStart(yield* beforeNext(part, rest[0], following)))
  return { first: yield* beforeNext(first!, rest[0], following), rest }
}

function* beforeNext(
  part: SearchedPart,
  next: PartAlone | undefined,
  { gapMinutes, sameProvider }: Following,
): Generator<void, SearchedPart> {
  // Bookings before may make packed starts, which a search of the type alone does not find.
  if (next === undefined || next.input.type.starts !== "grid") return part
  const [minutes] = part.input.type.blockMinutes as [number]
  const found: FoundStarts[] = []
  for (const each of part.found) {
    const own = sameProvider ? (next.byId.get(each.provider.id)?.starts ?? []) : null
    const isFollowed = (start: Minute) => {
      const end = start + minutes
      if (own === null) return leadsFromMinute(next, end) < leadsFromMinute(next, end + gapMinutes + 1)
      const first = own[firstFrom(own, end)]
      return first !== undefined && first <= end + gapMinutes
    }
    found.push(withStarts(each, Int32Array.from(each.starts).filter(isFollowed)))
    yield
  }
  return { input: part.input, found }
}

/** With only some of its starts, which are sorted. */
export function withStarts(found: FoundStarts, starts: Int32Array): FoundStarts {
  if (found.offGrid.length === 0 && found.packed.length === 0) return asNumbers({ ...found, starts })
  const isLeft = (start: Minute) => starts[firstFrom(starts, start)] === start
  const left = (some: readonly Minute[]) => Int32Array.from(some).filter(isLeft)
  return asNumbers({ ...found, starts, offGrid: left(found.offGrid), packed: left(found.packed) })
}

type Numbers = "starts" | "offGrid" | "packed"

/** Four bytes for each start. */
export const inNumbers = (found: FoundStarts): FoundStarts => withStarts(found, Int32Array.from(found.starts))

/** A typed array reads as a list of numbers. */
const asNumbers = (found: Omit<FoundStarts, Numbers> & Record<Numbers, ArrayLike<Minute>>): FoundStarts =>
  found as unknown as FoundStarts

/** As all who show starts read them. */
export const asLists = ({ starts, offGrid, packed, ...found }: FoundStarts): FoundStarts => ({
  ...found,
  starts: Array.from(starts),
  offGrid: Array.from(offGrid),
  packed: Array.from(packed),
})
