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
  TypePlan,
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
export interface SearchedPart {
  input: SearchInput
  found: readonly FoundStarts[]
}

/** The same of a part that follows another, so that who begins when is looked up by the start. */
export interface PartAlone extends SearchedPart {
  /** All their starts, sorted. */
  starts: readonly Minute[]
  /** Who can begin at each of them, by id. */
  providersAt: ReadonlyMap<Minute, readonly ProviderPlan[]>
}

function byStart({ input, found }: SearchedPart): PartAlone {
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

/**
 * The parts without the starts that the next can't follow in time, whoever comes: the last is looked at first, so of many types one
 * that is rare leaves few starts of all others to try.
 */
export function* onlyFollowed(
  [first, ...further]: readonly SearchedPart[],
  following: Following,
): Generator<void, { first: SearchedPart; rest: PartAlone[] }> {
  const rest: PartAlone[] = []
  for (const part of further.toReversed()) {
    rest.unshift(byStart(beforeNext(part, rest[0], following)))
    yield
  }
  return { first: beforeNext(first!, rest[0], following), rest }
}

function beforeNext(
  part: SearchedPart,
  next: PartAlone | undefined,
  { gapMinutes, sameProvider }: Following,
): SearchedPart {
  // What is booked before may make packed starts, which a search of the type alone does not find.
  if (next === undefined || next.input.type.starts !== "grid") return part
  const [minutes] = part.input.type.blockMinutes as [number]
  const startsOf = new Map(next.found.map(({ provider, starts }) => [provider.id, starts]))
  const found = part.found.map((each) => {
    const later = sameProvider ? (startsOf.get(each.provider.id) ?? []) : next.starts
    const isFollowed = (start: Minute) => {
      const end = start + minutes
      const first = later[firstFrom(later, end)]
      return first !== undefined && first <= end + gapMinutes
    }
    return withStarts(each, each.starts.filter(isFollowed))
  })
  return { input: part.input, found }
}

export function withStarts(found: FoundStarts, starts: readonly Minute[]): FoundStarts {
  const isLeft = new Set(starts)
  const left = (some: readonly Minute[]) => some.filter((start) => isLeft.has(start))
  return { ...found, starts, offGrid: left(found.offGrid), packed: left(found.packed) }
}

/** The first part, at a start that a search offers. */
export const firstPart = (input: SearchInput, at: FoundStarts, start: Minute): GroupPart =>
  new OfferedPart(input, at, start)

/** The part at that start, with the parts before it booked; null where no search would offer it. */
export function partAfter(
  asked: SearchInput,
  before: readonly GroupPart[],
  { providerId, location, start }: { providerId: number; location: LocationPlan; start: Minute },
): GroupPart | null {
  const input = before.reduce(withTaken, asked)
  const provider = input.providers.find(({ id }) => id === providerId)
  // Far cheaper than a search of the day, which most often is spared by it.
  if (provider === undefined || blocksOf(input.type, provider, location, start) === null) return null
  return isOffered(input, providerId, location.id, start)
    ? partAt(input, { provider, location }, start)
    : null
}

/** Null where rooms, a crew or the provider can't be had there. Whether the start suits otherwise is not judged. */
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
 * A part at a start that a search of its type offers. Who comes beside and which rooms it takes is chosen when it is asked for: of
 * the thousands of starts of a search, most never need it.
 */
class OfferedPart implements GroupPart {
  readonly input: SearchInput
  readonly provider: ProviderPlan
  readonly location: LocationPlan
  readonly start: Minute
  readonly end: Minute
  readonly occupied: readonly OccupiedBlock[]
  #whole: GroupPart | null = null

  constructor(input: SearchInput, { provider, location }: ProviderLocation, start: Minute) {
    const [minutes] = input.type.blockMinutes as [number]
    this.input = input
    this.provider = provider
    this.location = location
    this.start = start
    this.end = start + minutes
    this.occupied = occupiedBlocks(input.type, [{ start, end: this.end }])
  }

  get crew(): readonly ProviderPlan[] {
    return this.#chosen().crew
  }

  get assigned(): AssignedResources {
    return this.#chosen().assigned
  }

  #chosen(): GroupPart {
    this.#whole ??= partAt(this.input, this, this.start)!
    return this.#whole
  }
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

/** The same as `partAfter`, and without a second search where what the parts before take can't matter, or only at this start. */
function partOf(
  asked: SearchInput,
  before: readonly GroupPart[],
  { provider, start, isOfferedAlone }: Candidate,
  location: LocationPlan,
): GroupPart | null {
  const at = { providerId: provider.id, location, start }
  if (!isOfferedAlone || sharesMore(asked, before, provider)) return partAfter(asked, before, at)
  const theirs = before.filter((one) => one.provider.id === provider.id)
  if (!isWithinLimit(asked, theirs, { provider, location }, start)) return null
  const part = new OfferedPart(asked, { provider, location }, start)
  if (!before.some((one) => mayMatter(one, part))) return part
  const taken = before.reduce(withTaken, asked)
  return partAt(taken, { provider: taken.providers.find(({ id }) => id === provider.id)!, location }, start)
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

/** More than minutes, rooms and the leads' own daily limits: drives of those who come to both, and a crew's daily limits. */
function sharesMore(
  { type, providers }: SearchInput,
  before: readonly GroupPart[],
  provider: ProviderPlan,
): boolean {
  const isAlone = takesOne(type) && before.every(({ input }) => takesOne(input.type))
  if (!isAlone)
    return (
      type.dailyLimit !== null || (type.place === "at_customer" && providers.some(({ travel }) => travel))
    )
  return provider.travel !== null && before.some((one) => one.provider.id === provider.id)
}

const takesOne = ({ crew = 1 }: TypePlan) => crew === 1

/** Whether the part before takes something that this one takes too, or gave other appointments other rooms. */
function mayMatter(before: GroupPart, { input, provider, occupied, start }: GroupPart): boolean {
  const isOfOthers = takesOne(before.input.type) && takesOne(input.type) && before.provider.id !== provider.id
  if (!isOfOthers && !areApart(before.occupied, occupied)) return true
  if (!needsSome(before.input.type) || !needsSome(input.type)) return false
  const { taken, moved } = before.assigned
  return moved.length > 0 || taken.some(({ until }) => until > start)
}

const needsSome = ({ needs = [] }: TypePlan) => needs.length > 0

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
  // What they do before may make a packed start that is none by itself.
  const anew = input.type.starts === "grid" ? [] : wholeStepsIn(end, latest)
  const candidatesOf = ({ provider, starts: own }: FoundStarts): Candidate[] => {
    const offered = startsIn(own, end, latest)
    const all = [...offered, ...anew.filter((start) => !offered.includes(start))]
    return all.map((start, i) => ({ provider, start, isOfferedAlone: i < offered.length }))
  }
  const own = found.find(({ provider }) => provider.id === last.id)
  if (own) yield* candidatesOf(own).sort(soonest)
  if (sameProvider) return
  const came =
    anew.length === 0 ? [] : found.filter((each) => each !== own && before.some((one) => comesTo(one, each)))
  const made = came.flatMap(candidatesOf).filter(({ isOfferedAlone }) => !isOfferedAlone)
  yield* made.length === 0 ? besides(last) : [...besides(last), ...made].sort(soonest)

  function* besides({ id }: ProviderPlan): Generator<Candidate> {
    for (const start of startsIn(starts, end, latest))
      for (const provider of providersAt.get(start)!)
        if (provider.id !== id) yield { provider, start, isOfferedAlone: true }
  }
}

const comesTo = ({ provider, input, crew }: GroupPart, other: FoundStarts) =>
  provider.id === other.provider.id ||
  (!takesOne(input.type) && crew.some(({ id }) => id === other.provider.id))

const soonest = (a: Candidate, b: Candidate) => a.start - b.start || a.provider.id - b.provider.id

/** Those of the sorted starts that lie between the two, both inclusive. */
function startsIn(starts: readonly Minute[], from: Minute, to: Minute): Minute[] {
  const found: Minute[] = []
  for (let i = firstFrom(starts, from); i < starts.length && starts[i]! <= to; i += 1) found.push(starts[i]!)
  return found
}

/** Where in the sorted starts the first is that is not earlier. */
function firstFrom(starts: readonly Minute[], from: Minute): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! < from) low = middle + 1
    else high = middle
  }
  return low
}

export function wholeStepsIn(from: Minute, to: Minute): Minute[] {
  const steps: Minute[] = []
  for (let start = wholeStepFrom(from); start <= to; start += PACKED_STEP_MINUTES) steps.push(start)
  return steps
}
