/**
 * Several types at one coming: each part begins when the one before has ended, or at most the company's gap later, at the same
 * location. A part can start where a search of its type would offer it with the parts before it already booked.
 */
import type {
  FoundStarts,
  LocationPlan,
  Minute,
  ProviderLocation,
  ProviderPlan,
  SearchInput,
} from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { blocksOf } from "../availability/blocks.ts"
import { isOffered } from "../availability/find-slots.ts"
import { PACKED_STEP_MINUTES, wholeStepFrom } from "../availability/packed-starts.ts"
import { dailyLimitOf } from "../availability/start-windows.ts"
import { chooseCrew } from "../booking/choose-crew.ts"
import { type OccupiedBlock, occupiedBlocks } from "../booking/occupied.ts"
import { withTaken } from "../booking/with-taken.ts"
import { type AssignedResources, assignResources } from "../resources/resources-at.ts"

/** One part in its place, with all that it takes. */
export interface GroupPart {
  input: SearchInput
  provider: ProviderPlan
  location: LocationPlan
  start: Minute
  end: Minute
  occupied: readonly OccupiedBlock[]
  crew: readonly ProviderPlan[]
  assigned: AssignedResources
}

export interface Following {
  /** From the end of a part to the start of the next, at most. */
  gapMinutes: number
  /** One provider leads all parts. */
  sameProvider: boolean
}

/** What a search of one part's type by itself offers of each eligible provider at the location, those without a start too. */
export interface PartAlone {
  input: SearchInput
  found: readonly FoundStarts[]
  /** All their starts, sorted. */
  starts: readonly Minute[]
  /** Who can begin at each of them, by id. */
  providersAt: ReadonlyMap<Minute, readonly ProviderPlan[]>
}

export function partAlone(input: SearchInput, found: readonly FoundStarts[]): PartAlone {
  const providersAt = new Map<Minute, ProviderPlan[]>()
  for (const { provider, starts } of found.toSorted((a, b) => a.provider.id - b.provider.id)) {
    for (const start of starts) {
      const known = providersAt.get(start)
      if (known) known.push(provider)
      else providersAt.set(start, [provider])
    }
  }
  return { input, found, starts: [...providersAt.keys()].sort((a, b) => a - b), providersAt }
}

/** The first part, at a start that a search offers. */
export function firstPart(input: SearchInput, at: FoundStarts, start: Minute): GroupPart {
  return partAt(input, at, start)!
}

/** The part at that start, with the parts before it booked; null where no search would offer it. */
export function partAfter(
  asked: SearchInput,
  before: readonly GroupPart[],
  { providerId, location, start }: { providerId: number; location: LocationPlan; start: Minute },
): GroupPart | null {
  const input = before.reduce(withTaken, asked)
  if (!isOffered(input, providerId, location.id, start)) return null
  return partAt(input, { provider: input.providers.find(({ id }) => id === providerId)!, location }, start)
}

function partAt(
  input: SearchInput,
  { provider, location }: ProviderLocation,
  start: Minute,
): GroupPart | null {
  const blocks = blocksOf(input.type, provider, location, start)
  const assigned = blocks && assignResources(input, location, blocks)
  if (blocks === null || assigned === null) return null
  const crew = chooseCrew(input, { provider, location }, blocks, { preferred: [], fixed: null })
  if (crew instanceof Refusal) return null
  const occupied = occupiedBlocks(input.type, blocks)
  return { input, provider, location, start, end: blocks.at(-1)!.end, occupied, crew, assigned }
}

/**
 * The parts that follow the first, or null where there are none. Of several ways the provider of the part before is kept if
 * possible, then the shorter wait is taken, then the lower provider id. The same input gives the same answer.
 */
export function followedBy(
  first: GroupPart,
  rest: readonly PartAlone[],
  following: Following,
): GroupPart[] | null {
  let tries = mostTries
  const follow = (before: GroupPart[], further: readonly PartAlone[]): GroupPart[] | null => {
    const [next, ...later] = further
    if (next === undefined) return before
    for (const candidate of candidatesAfter(before, next, following)) {
      if (tries === 0) return null
      tries -= 1
      const part = partOf(next.input, before, candidate, first.location)
      const all = part && follow([...before, part], later)
      if (all) return all
    }
    return null
  }
  return follow([first], rest)
}

/** Of one first start; many more than a day's people and minutes within a gap ever make. Beyond it the start is not offered. */
export const mostTries = 400

interface Candidate {
  provider: ProviderPlan
  start: Minute
  /** A search of the type alone offers it. */
  isOfferedAlone: boolean
}

/** The same as `partAfter`, and without a second search where what the parts before take can't matter. */
function partOf(
  asked: SearchInput,
  before: readonly GroupPart[],
  { provider, start, isOfferedAlone }: Candidate,
  location: LocationPlan,
): GroupPart | null {
  if (!isOfferedAlone || !isSimple(asked, before, provider))
    return partAfter(asked, before, { providerId: provider.id, location, start })
  const theirs = before.filter((one) => one.provider.id === provider.id)
  if (!isWithinLimit(asked, theirs, { provider, location }, start)) return null
  const part = partAt(asked, { provider, location }, start)
  return part && theirs.every(({ occupied }) => areApart(occupied, part.occupied)) ? part : null
}

/** Parts before it of the same type count in the provider's daily limit. */
function isWithinLimit(
  { type }: SearchInput,
  theirs: readonly GroupPart[],
  { provider, location }: ProviderLocation,
  start: Minute,
): boolean {
  const zone = zoneTable(location.zone)
  const day = localDay(zone, start)
  const counted = theirs.filter(
    ({ input, occupied }) => input.type.id === type.id && localDay(zone, occupied[0]!.jobStart) === day,
  )
  if (counted.length === 0) return true
  const limit = dailyLimitOf(type, provider, zone)
  return limit === null || (limit.startsByDay.get(day) ?? 0) + counted.length < limit.most
}

/** Only minutes that the provider gives to parts before, and the daily limit, can be in the way: nothing else is shared. */
function isSimple({ type }: SearchInput, before: readonly GroupPart[], provider: ProviderPlan): boolean {
  if ((type.crew ?? 1) > 1 || (type.needs ?? []).length > 0) return false
  const theirs = before.filter((one) => one.provider.id === provider.id)
  return (
    before.every(({ crew }) => crew.every(({ id }) => id !== provider.id)) &&
    (theirs.length === 0 || provider.travel === null)
  )
}

const areApart = (some: readonly OccupiedBlock[], others: readonly OccupiedBlock[]): boolean =>
  some.every((one) => others.every((other) => one.end <= other.start || other.end <= one.start))

/** Whom and when to try behind the last part, best first. Most often the same provider goes on: others are looked at where that fails. */
function* candidatesAfter(
  before: readonly GroupPart[],
  { input, found, starts, providersAt }: PartAlone,
  { gapMinutes, sameProvider }: Following,
): Generator<Candidate> {
  const { provider: last, end } = before.at(-1)!
  const latest = end + gapMinutes
  // What was booked before may make a packed start that is none by itself.
  const anew = input.type.starts === "grid" ? [] : wholeStepsIn(end, latest)
  const candidatesOf = (each: FoundStarts): Candidate[] => {
    const offered = startsIn(each.starts, end, latest)
    const all = [...offered, ...anew.filter((start) => !offered.includes(start))]
    return all.map((start, i) => ({ provider: each.provider, start, isOfferedAlone: i < offered.length }))
  }
  const own = found.find(({ provider }) => provider.id === last.id)
  if (own) yield* candidatesOf(own).sort(soonest)
  if (sameProvider) return
  if (anew.length > 0) {
    yield* found
      .filter((each) => each !== own)
      .flatMap(candidatesOf)
      .sort(soonest)
    return
  }
  for (const start of startsIn(starts, end, latest))
    for (const provider of providersAt.get(start)!)
      if (provider.id !== last.id) yield { provider, start, isOfferedAlone: true }
}

const soonest = (a: Candidate, b: Candidate) => a.start - b.start || a.provider.id - b.provider.id

/** Those of the sorted starts that lie between the two, both inclusive. */
function startsIn(starts: readonly Minute[], from: Minute, to: Minute): Minute[] {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! < from) low = middle + 1
    else high = middle
  }
  const found: Minute[] = []
  for (let i = low; i < starts.length && starts[i]! <= to; i += 1) found.push(starts[i]!)
  return found
}

export function wholeStepsIn(from: Minute, to: Minute): Minute[] {
  const steps: Minute[] = []
  for (let start = wholeStepFrom(from); start <= to; start += PACKED_STEP_MINUTES) steps.push(start)
  return steps
}
