/**
 * Several types in one visit: each part begins when the one before has ended, or at most the company's gap later, at the same
 * location. A part can start where a search of its type would offer it with the parts before it already booked.
 */
import type {
  FoundStarts,
  LocationPlan,
  Minute,
  ProviderPlan,
  SearchInput,
} from "../../model/availability.ts"
import { firstFrom } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { PACKED_STEP_MINUTES, wholeStepFrom } from "../availability/packed-starts.ts"
import { dailyLimitOf } from "../availability/start-windows.ts"
import type { OccupiedBlock } from "../booking/occupied.ts"
import { withTaken } from "../booking/with-taken.ts"
import type { Effort } from "../cost/effort.ts"
import { looks } from "../cost/looks.ts"
import { aboutLead, type GroupPart, OfferedPart, partAfter, partAt, takesOne } from "./group-part.ts"
import { type Following, leadsFromMinute, type PartAlone } from "./searched-parts.ts"

/**
 * The most tries for one first start; many more than a day's people and minutes within a gap ever make. Beyond it the start
 * is not offered.
 */
export const mostTries = 400

/**
 * The parts that follow the first, or null where there are none. Of several ways the provider of the part before is kept if
 * possible, then the shorter wait is taken, then the lower provider id. The same input gives the same answer.
 */
export function* followedBy(
  first: GroupPart,
  rest: readonly PartAlone[],
  following: Following,
  effort: Effort,
): Generator<void, GroupPart[] | null> {
  let tries = mostTries
  function* follow(before: GroupPart[]): Generator<void, GroupPart[] | null> {
    const next = rest[before.length - 1]
    if (next === undefined) return before
    for (const candidate of candidatesAfter(before, next, following)) {
      if (tries === 0) return null
      tries -= 1
      const part = partOf(next.input, before, candidate, { location: first.location, effort })
      if (part) {
        const all = yield* follow([...before, part])
        if (all) return all
      }
      yield
    }
    return null
  }
  return yield* follow([first])
}

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
  { location, effort }: { location: LocationPlan; effort: Effort },
): GroupPart | null {
  const at = { providerId: provider.id, location, start }
  if (!isOfferedAlone || sharesMore(asked, before, provider)) {
    effort.spend(looks.searchBeside)
    return partAfter(asked, before, at)
  }
  effort.spend(looks.part)
  const theirs = before.filter((one) => one.provider.id === provider.id)
  if (!isWithinLimit(asked, theirs, { provider, location }, start)) return null
  const part = new OfferedPart(asked, { provider, location }, start)
  if (!before.some((one) => mayMatter(one, part))) return part
  effort.spend(looks.fitBeside)
  const taken = before.reduce(withTaken, aboutLead(asked, provider.id))
  return partAt(taken, { provider: taken.providers.find(({ id }) => id === provider.id)!, location }, start)
}

/** Parts before it of the same type count in the provider's daily limit. */
function isWithinLimit(
  { type }: SearchInput,
  theirs: readonly GroupPart[],
  { provider, location }: { provider: ProviderPlan; location: LocationPlan },
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

/** True where the part before takes something that this one takes too, or gave other appointments other rooms. */
function mayMatter(before: GroupPart, { input, provider, occupied, start }: GroupPart): boolean {
  const isOfOthers = takesOne(before.input.type) && takesOne(input.type) && before.provider.id !== provider.id
  if (!isOfOthers && !areApart(before.occupied, occupied)) return true
  if (!needsSome(before.input.type) || !needsSome(input.type)) return false
  const { taken, moved } = before.assigned
  return moved.length > 0 || taken.some(({ until }) => until > start)
}

export const needsSome = ({ needs = [] }: SearchInput["type"]) => needs.length > 0

const areApart = (some: readonly OccupiedBlock[], others: readonly OccupiedBlock[]): boolean =>
  some.every((one) => others.every((other) => one.end <= other.start || other.end <= one.start))

/**
 * The candidates behind the last part, best first. Most often the same provider goes on: others are looked at where that
 * fails.
 */
function* candidatesAfter(
  before: readonly GroupPart[],
  next: PartAlone,
  { gapMinutes, sameProvider }: Following,
): Generator<Candidate> {
  const { input, found, byId } = next
  const { provider: last, end } = before.at(-1)!
  const latest = end + gapMinutes
  // The part before may make a packed start that is none by itself.
  const anew = input.type.starts === "grid" ? [] : wholeStepsIn(end, latest)
  const candidatesOf = ({ provider, starts: own }: FoundStarts): Candidate[] => {
    const offered = startsIn(own, end, latest)
    const all = [...offered, ...anew.filter((start) => !offered.includes(start))]
    return all.map((start, i) => ({ provider, start, isOfferedAlone: i < offered.length }))
  }
  const own = byId.get(last.id)
  if (own) yield* candidatesOf(own).sort(soonest)
  if (sameProvider) return
  const came =
    anew.length === 0 ? [] : found.filter((each) => each !== own && before.some((one) => comesTo(one, each)))
  const made = came.flatMap(candidatesOf).filter(({ isOfferedAlone }) => !isOfferedAlone)
  yield* made.length === 0 ? besides(last) : [...besides(last), ...made].sort(soonest)

  function* besides({ id }: ProviderPlan): Generator<Candidate> {
    for (let start = end; start <= latest; start += 1) {
      const until = leadsFromMinute(next, start + 1)
      for (let i = leadsFromMinute(next, start); i < until; i += 1) {
        const { provider } = found[next.leads[i]!]!
        if (provider.id !== id) yield { provider, start, isOfferedAlone: true }
      }
    }
  }
}

const comesTo = ({ provider, input, crew }: GroupPart, other: FoundStarts) =>
  provider.id === other.provider.id ||
  (!takesOne(input.type) && crew.some(({ id }) => id === other.provider.id))

const soonest = (a: Candidate, b: Candidate) => a.start - b.start || a.provider.id - b.provider.id

/** The sorted starts that lie between the two, both inclusive. */
function startsIn(starts: ArrayLike<Minute>, from: Minute, to: Minute): Minute[] {
  const found: Minute[] = []
  for (let i = firstFrom(starts, from); i < starts.length && starts[i]! <= to; i += 1) found.push(starts[i]!)
  return found
}

export function wholeStepsIn(from: Minute, to: Minute): Minute[] {
  const steps: Minute[] = []
  for (let start = wholeStepFrom(from); start <= to; start += PACKED_STEP_MINUTES) steps.push(start)
  return steps
}
