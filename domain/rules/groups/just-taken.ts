/**
 * Why the time of several types in one visit is refused, as `booking/just-taken.ts` says it of one type: whether all that stands in
 * the way of them has just been written.
 */
import type { Minute } from "../../model/availability.ts"
import type { ExplainedLocation, ExplainedSchedules } from "../../model/schedules.ts"
import type { Reason } from "../../model/slot-explanation.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { type ExplanationWish, explainStart } from "../availability/explain-slots.ts"
import { locationPlan, planSearch } from "../availability/plan-search.ts"
import { withoutBusy } from "../booking/judge-booking.ts"
import { withoutJustWritten } from "../booking/just-taken.ts"
import {
  besideParts,
  type ExplainedType,
  explainGroup,
  type GroupExplanation,
  searchOfType,
} from "./explain-group.ts"
import { findGroups } from "./find-groups.ts"
import { type GroupPart, partAfter } from "./group-part.ts"
import type { Following } from "./searched-parts.ts"

/** One part where it was wished for, with what is explained of its provider. */
export interface RefusedPart {
  loaded: ExplainedSchedules
  wish: ExplanationWish
  start: Minute
}

export interface WhyParts {
  isJustTaken: boolean
  /** The index of the first that can't be had beside the parts before it; -1 where all can be had by now. */
  index: number
  location: ExplainedLocation
  reasons: readonly Reason[]
}

/** The reason against parts whose providers and starts were chosen, at the location where the first was wished for. */
export function whyNotParts(parts: readonly RefusedPart[], location: ExplainedLocation): WhyParts {
  const before: GroupPart[] = []
  let met: Pick<WhyParts, "index" | "reasons"> = { index: -1, reasons: [] }
  for (const [index, { loaded, wish, start }] of parts.entries()) {
    const beside = { ...besideParts(loaded, before), explainedLocations: [location] }
    const { starts } = explainStart(beside, wish, start)
    const { reasons } = starts[0]!
    if (met.index < 0 && reasons.length > 0) met = { index, reasons }
    const { day } = minuteToLocal(location.timezone, start)
    const providerId = loaded.explained!.plan.id
    const input = planSearch(withoutJustWritten(loaded, wish.now, reasons), {
      ...wish,
      ...{ firstDay: day, endDay: day + 1, locationId: location.id, providerId },
    })
    const part = partAfter(input, before, { providerId, location: locationPlan(location), start })
    if (part === null) return { ...met, location, isJustTaken: false }
    before.push(part)
  }
  return { ...met, location, isJustTaken: true }
}

/** Each time something that has just been written is lifted, so there is an end to it; this many in turn are no booking's doing. */
const mostRounds = 10

/** Judges a start from which a search was to find the providers of the rest. Also where it is offered by now. */
export function* isStartJustTaken(
  types: readonly ExplainedType[],
  { providerId, start }: { providerId: number; start: Minute },
  following: Following,
): Generator<void, boolean> {
  let left = types
  for (let round = 0; round < mostRounds; round += 1) {
    const first = left[0]!.each.find(({ explained }) => explained!.plan.id === providerId)
    if (!first || first.explainedLocations.length === 0) return false
    const why = yield* explainGroup(left, first, start, following)
    if (why.isOffered) return true
    const before = left.map((type, index) => typeBefore(type, reasonsOf(why, index, providerId)))
    if (left.every((type, index) => recordsOf(type) === recordsOf(before[index]!))) return false
    left = before
  }
  return false
}

/** By provider: what stands in the way of one of the types. */
function reasonsOf({ first, blocked }: GroupExplanation, index: number, providerId: number) {
  const met = new Map<number, Reason[]>()
  const note = (id: number, reasons: readonly Reason[]) => met.set(id, [...(met.get(id) ?? []), ...reasons])
  if (index === 0) note(providerId, first.reasons)
  for (const one of blocked) if (one.index === index) note(one.explained.explained!.plan.id, one.reasons)
  return met
}

function typeBefore(type: ExplainedType, reasons: ReadonlyMap<number, readonly Reason[]>): ExplainedType {
  const { many, wish } = type
  const before = type.each.map((one) => {
    const met = reasons.get(one.explained!.plan.id) ?? []
    return met.length === 0 ? one : withoutJustWritten(one, wish.now, met)
  })
  const changed = before.filter((one, i) => one !== type.each[i])
  if (changed.length === 0) return type
  const plans = new Map(changed.flatMap(({ providers }) => providers.map((plan) => [plan.id, plan] as const)))
  const closed = many.closed.filter(([id]) => changed.every((one) => one.closed.some((row) => row[0] === id)))
  const uses = many.resources?.uses.filter(({ id }) =>
    changed.every(({ resources }) => resources!.uses.some((use) => use.id === id)),
  )
  return {
    wish,
    each: before,
    many: {
      ...many,
      closed,
      providers: many.providers.map((plan) => plans.get(plan.id) ?? plan),
      ...(many.resources && uses ? { resources: { ...many.resources, uses } } : {}),
    },
  }
}

/** How many records could still be lifted. */
const recordsOf = ({ each }: ExplainedType): number =>
  each
    .flatMap((one) => [
      one.closed.length,
      one.resources?.uses.length ?? 0,
      ...[one.explained!, ...(one.crew ?? [])].flatMap(({ occupying, timeOff, freshBusy }) => [
        occupying.length,
        timeOff.length,
        freshBusy.length,
      ]),
    ])
    .reduce((sum, count) => sum + count, 0)

/**
 * The appointment of the customer that alone stands in the way of the start: with it lifted, and the providers without any work, a
 * search offers the start. Null where something else does.
 */
export function* ownAppointmentAt(
  types: readonly ExplainedType[],
  { providerId, location, start }: { providerId: number; location: ExplainedLocation; start: Minute },
  following: Following,
): Generator<void, number | null> {
  const { day } = minuteToLocal(location.timezone, start)
  const dates = { firstDay: day, endDay: day + 1, locationId: location.id }
  const inputs = types.map((type) => withoutBusy(searchOfType(type, dates)))
  const partsIn = function* ([first, ...rest]: typeof inputs) {
    const { result, partsAt } = yield* findGroups(
      [{ ...first!, providerFilter: providerId }, ...rest],
      following,
    )
    const found = result.offered.find(
      ({ provider, starts }) => provider.id === providerId && starts.includes(start),
    )
    return found ? partsAt({ ...found, start }) : null
  }
  if (yield* partsIn(inputs)) return null
  const parts = yield* partsIn(inputs.map((input) => ({ ...input, customerJobs: [] })))
  const own = inputs.flatMap(({ customerJobs }) => customerJobs)
  return own.find((job) => parts?.some((part) => job.start < part.end && part.start < job.end))?.id ?? null
}
