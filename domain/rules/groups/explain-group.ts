/**
 * Why several types can't follow one another from a start. Either the first can't begin there, and its reasons say why; or the
 * first can, and each attempt to let the rest follow ends at a type that no provider can begin in time: who could have begun it when,
 * each with its reasons.
 */
import type { Day, Minute, SearchInput } from "../../model/availability.ts"
import type {
  ExplainedLocation,
  ExplainedSchedules,
  LoadedSchedules,
  ManyExplained,
  OccupyingRow,
} from "../../model/schedules.ts"
import type { BlockedStart, ExplainedStart, Reason, StartRun } from "../../model/slot-explanation.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import {
  bookable,
  type ExplanationWish,
  explainSlots,
  namesFor,
  planExplanation,
} from "../availability/explain-slots.ts"
import { shownStarts } from "../availability/explain-starts.ts"
import { locationPlan, planSearch } from "../availability/plan-search.ts"
import { closeUnread } from "../availability/unread-calendars.ts"
import { withTaken } from "../booking/with-taken.ts"
import { mostTries, wholeStepsIn } from "./follow.ts"
import { type GroupPart, partAfter } from "./group-part.ts"
import type { Following } from "./searched-parts.ts"

/** One of the types: how it is searched, and what is explained of each provider who could lead it. */
export interface ExplainedType {
  many: ManyExplained
  each: readonly ExplainedSchedules[]
  wish: ExplanationWish
}

/** The start of one of the types, its provider, and why it can't be had. */
export interface BlockedPart {
  /** The index of the type, in the order in which they follow one another. */
  index: number
  explained: ExplainedSchedules
  start: Minute
  reasons: readonly Reason[]
}

export interface GroupExplanation {
  location: ExplainedLocation
  /** The first type by itself. */
  first: ExplainedStart
  isOffered: boolean
  /** Empty where it is offered, and where the first has reasons. Every way for the rest to follow meets one of them. */
  blocked: readonly BlockedPart[]
}

export function* explainGroup(
  types: readonly ExplainedType[],
  first: ExplainedSchedules,
  startMinute: Minute,
  following: Following,
): Generator<void, GroupExplanation> {
  const { location, starts } = yield* explainSlots(first, types[0]!.wish, { startMinute })
  const [alone] = starts
  if (!alone!.isOffered) return { location, first: alone!, isOffered: false, blocked: [] }
  const tried = new Attempts(types, location, startMinute, following)
  const begun = partAfter(tried.inputs[0]!, [], {
    providerId: first.explained!.plan.id,
    location: locationPlan(location),
    start: startMinute,
  })
  const isOffered = begun !== null && (yield* tried.follow([begun]))
  const blocked = isOffered ? [] : tried.blocked
  return { location, first: alone!, isOffered, blocked }
}

export const blockedStarts = ({ blocked, location }: GroupExplanation): BlockedStart[] =>
  blocked.map(({ explained, start, reasons }) => ({
    typeId: explained.type!.id,
    providerId: explained.explained!.plan.id,
    ...{ start, reasons, names: namesFor(explained, location) },
  }))

/**
 * The first type's runs at which the rest can't follow, each a run of its own that says why; the others stay. `offered` are
 * the starts of the day that a search for all offers.
 */
export function* runsOfGroup(
  types: readonly ExplainedType[],
  first: ExplainedSchedules,
  following: Following,
  { runs, offered, step }: { runs: readonly StartRun[]; offered: OfferedStarts; step: Minute },
): Generator<void, StartRun[]> {
  const all: StartRun[] = []
  for (const run of runs) {
    let open: StartRun | null = null
    for (let start = run.first; run.isOffered && start <= run.last; start += step) {
      const why = offered.has(start) ? null : yield* explainGroup(types, first, start, following)
      if (why && !why.isOffered) {
        open = null
        const blocked = blockedStarts(why)
        all.push({
          first: start,
          last: start,
          count: 1,
          isOffered: false,
          reasons: why.first.reasons,
          blocked,
        })
      } else if (open) {
        open.last = start
        open.count += 1
      } else {
        open = { first: start, last: start, count: 1, isOffered: true, reasons: [] }
        all.push(open)
      }
    }
    if (!run.isOffered) all.push(run)
  }
  return all
}

/** The starts at which a search for all types begins. */
export interface OfferedStarts {
  has(start: Minute): boolean
}

/** All ways to let the rest follow, and what each of them meets. */
class Attempts {
  readonly inputs: readonly SearchInput[]
  readonly blocked: BlockedPart[] = []
  private readonly types: readonly ExplainedType[]
  private readonly location: ExplainedLocation
  private readonly following: Following
  private readonly met = new Set<string>()
  private tries = mostTries

  constructor(
    types: readonly ExplainedType[],
    location: ExplainedLocation,
    startMinute: Minute,
    following: Following,
  ) {
    this.types = types
    this.location = location
    this.following = following
    this.inputs = searchesOn(types, location.id, minuteToLocal(location.timezone, startMinute).day)
  }

  /** True where the rest can follow; obstacles that are met before a way is found count for nothing. */
  *follow(before: readonly GroupPart[]): Generator<void, boolean> {
    const index = before.length
    const input = this.inputs[index]
    if (input === undefined) return true
    for (const explained of this.ableAfter(before)) {
      yield
      const withParts = besideParts(explained, before)
      for (const start of this.startsAfter(withParts, index, before.at(-1)!.end)) {
        if (this.tries === 0) return false
        this.tries -= 1
        const at = { providerId: explained.explained!.plan.id, location: locationPlan(this.location), start }
        const part = partAfter(input, before, at)
        if (part && (yield* this.follow([...before, part]))) return true
        if (part === null) yield* this.note(withParts, index, start)
        yield
      }
    }
    return false
  }

  private ableAfter(before: readonly GroupPart[]): readonly ExplainedSchedules[] {
    const { each } = this.types[before.length]!
    const { id } = before.at(-1)!.provider
    return this.following.sameProvider ? each.filter(({ explained }) => explained!.plan.id === id) : each
  }

  /** When the one before has ended, and each start of the type until the wait is too long. */
  private startsAfter(explained: ExplainedSchedules, index: number, end: Minute): Minute[] {
    const latest = end + this.following.gapMinutes
    const planned = planExplanation(explained, this.types[index]!.wish, this.location)
    const days = new Set([end, latest].map((minute) => minuteToLocal(this.location.timezone, minute).day))
    const shown = [...days].flatMap((day) => shownStarts(planned, day))
    const anew = planned.input.type.starts === "grid" ? [] : wholeStepsIn(end, latest)
    const all = new Set([end, ...shown, ...anew].filter((start) => start >= end && start <= latest))
    return [...all].sort((a, b) => a - b)
  }

  /** Each once: what is met on several ways is one reason for all of them. */
  private *note(explained: ExplainedSchedules, index: number, start: Minute): Generator<void, void> {
    const key = `${index} ${explained.explained!.plan.id} ${start}`
    if (this.met.has(key)) return
    this.met.add(key)
    const there = { ...explained, explainedLocations: [this.location] }
    const { starts } = yield* explainSlots(there, this.types[index]!.wish, { startMinute: start })
    this.blocked.push({ index, explained, start, reasons: starts[0]!.reasons })
  }
}

const searchesOf = new WeakMap<readonly ExplainedType[], Map<string, readonly SearchInput[]>>()

/** The searches of the types on a date and the one after it, made once for all starts of that date. */
function searchesOn(types: readonly ExplainedType[], locationId: number, day: Day): readonly SearchInput[] {
  const known = searchesOf.get(types) ?? new Map<string, readonly SearchInput[]>()
  searchesOf.set(types, known)
  const key = `${locationId} ${day}`
  const dates = { firstDay: day, endDay: day + 2, locationId }
  const searches = known.get(key) ?? types.map((type) => searchOfType(type, dates))
  known.set(key, searches)
  return searches
}

/** As a search for all reads it. */
export const searchOfType = (
  { many, wish }: ExplainedType,
  dates: { firstDay: Day; endDay: Day; locationId: number | null },
): SearchInput => {
  const read = wish.asksLive ? many : closeUnread(many, wish.now)
  return planSearch(bookable<LoadedSchedules>(read, wish), { ...wish, ...dates, providerId: null })
}

/** As it is once the parts before are booked: what they take is a record of its own, named by its type. */
export function besideParts(one: ExplainedSchedules, before: readonly GroupPart[]): ExplainedSchedules {
  const taken = before.reduce(withTaken, one)
  const withRows = (explained: NonNullable<ExplainedSchedules["explained"]>) => ({
    ...explained,
    plan: taken.providers.find(({ id }) => id === explained.plan.id) ?? explained.plan,
    occupying: [...explained.occupying, ...before.flatMap((part) => rowsOf(part, explained.plan.id))],
  })
  return {
    ...taken,
    explained: withRows(one.explained!),
    ...(one.crew ? { crew: one.crew.map(withRows) } : {}),
  }
}

function rowsOf({ input, provider, crew, occupied }: GroupPart, providerId: number): OccupyingRow[] {
  const comes = provider.id === providerId || crew.some(({ id }) => id === providerId)
  if (!comes) return []
  return occupied.map(({ start, end, jobStart, jobEnd }) => ({
    ...{ id: input.type.id, kind: "appointment_type" as const, start, end, jobStart, jobEnd },
  }))
}
