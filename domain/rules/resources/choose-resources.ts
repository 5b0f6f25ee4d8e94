/**
 * Chooses the resources of a group for a job: of those that are free, the ones whose day is left least torn. Where too few
 * are free, jobs of the same day that staff have not fixed may be given others.
 */
import type { Minute } from "../../model/availability.ts"
import type { ResourceUse } from "../../model/resource-plan.ts"
import { covers, disjoint, overlaps } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { assignUnits, type ResourceTime, type Unit } from "./assign-units.ts"
import { couldMakeRoom, freeAround, type GroupResource, type GroupTime, mayMove } from "./group-time.ts"

/** A job's need of the group, for so many minutes. */
export interface GroupWish {
  count: number
  start: Minute
  minutes: number
}

export interface ChosenResources {
  resourceIds: readonly number[]
  /** The uses that get another resource. */
  moved: readonly { use: ResourceUse; resourceId: number }[]
}

/** Null when the job can't have them: then a search does not offer the start. */
export function chooseResources(group: GroupTime, wish: GroupWish): ChosenResources | null {
  const free = indexesFor(group).filter((index) => isFree(group.resources[index]!, wish))
  if (free.length >= wish.count) {
    const best = free.toSorted((a, b) => tornOrder(group, wish, a, b)).slice(0, wish.count)
    return { resourceIds: idsOf(group, best), moved: [] }
  }
  return assignedAnew(group, wish)
}

export const indexesFor = ({ only, resources }: GroupTime): readonly number[] =>
  only ?? resources.map((_, index) => index)

const idsOf = ({ resources }: GroupTime, indexes: readonly number[]) =>
  indexes.map((index) => resources[index]!.plan.id).sort((a, b) => a - b)

function isFree({ plan, open, taken }: GroupResource, { start, minutes }: GroupWish): boolean {
  return (
    covers(open, start, start + minutes) && !overlaps(taken, start, start + minutes + plan.turnoverMinutes)
  )
}

/** First the one whose free time is torn into the fewest pieces, then the one whose free time is shortest. */
function tornOrder(group: GroupTime, wish: GroupWish, a: number, b: number): number {
  const [first, second] = [tornBy(group, wish, a), tornBy(group, wish, b)]
  return first.pieces - second.pieces || first.minutes - second.minutes || a - b
}

function tornBy(group: GroupTime, { start, minutes }: GroupWish, index: number) {
  const resource = group.resources[index]!
  const { from, until } = freeAround(resource, group.zone, start)
  const end = start + minutes + resource.plan.turnoverMinutes
  return { pieces: Number(from < start) + Number(end < until), minutes: until - from }
}

interface Loose {
  use: ResourceUse
  at: number
}

function assignedAnew(group: GroupTime, wish: GroupWish): ChosenResources | null {
  if (!couldMakeRoom(group, wish.count)) return null
  const { loose, times } = aroundJob(group, wish)
  if (loose.length === 0) return null
  const { start, minutes, count } = wish
  const added: Unit[] = Array.from({ length: count }, () => ({
    ...{ start, end: start + minutes, present: null },
    only: group.only,
  }))
  const known = loose.map(({ use, at }) => ({ start: use.start, end: use.end, present: at, only: null }))
  const before = known.filter((unit) => unit.start < start)
  const units = [...before, ...added, ...known.slice(before.length)]
  const chosen = assignUnits(times, units)
  if (chosen === null) return null
  const own = chosen.slice(before.length, before.length + count)
  const others = [...chosen.slice(0, before.length), ...chosen.slice(before.length + count)]
  return {
    resourceIds: idsOf(group, own),
    moved: loose.flatMap(({ use, at }, i) =>
      others[i] === at ? [] : [{ use, resourceId: group.resources[others[i]!]!.plan.id }],
    ),
  }
}

/** The uses that can be assigned anew with the job, sorted by start: those that it meets, those that they meet, and so on. */
function aroundJob(
  group: GroupTime,
  { start, minutes }: GroupWish,
): { loose: Loose[]; times: ResourceTime[] } {
  const day = localDay(group.zone, start)
  const near = group.resources.map(({ uses }) => usesAround(uses, start))
  const movable = group.resources
    .flatMap((resource, at) =>
      near[at]!.flatMap((use) => (mayMove(group, resource, use, day) ? [{ use, at }] : [])),
    )
    .sort((a, b) => a.use.start - b.use.start || a.at - b.at)
  const loose = meeting(movable, start, start + minutes + group.longestTurnover, group.longestTurnover)
  const isLoose = new Set(loose.map(({ use }) => use))
  const times = group.resources.map(({ plan, open }, at): ResourceTime => {
    const held = near[at]!.filter((use) => !isLoose.has(use)).flatMap((use) => [use.start, use.until])
    return { id: plan.id, turnoverMinutes: plan.turnoverMinutes, open, held: disjoint(Int32Array.from(held)) }
  })
  return { loose, times }
}

/** The uses, sorted by start, that may have to do with a job that begins on the same day. */
function usesAround(uses: readonly ResourceUse[], start: Minute): readonly ResourceUse[] {
  let [low, high] = [0, uses.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (uses[middle]!.start < start - 3 * minutesPerDay) low = middle + 1
    else high = middle
  }
  let last = low
  while (last < uses.length && uses[last]!.start < start + 3 * minutesPerDay) last += 1
  return uses.slice(low, last)
}

/** The uses that meet the minutes `from…until`, with any resource's turnover, and those that meet these in turn. */
function meeting(all: readonly Loose[], from: Minute, until: Minute, turnoverMinutes: number): Loose[] {
  const found = all.filter(({ use }) => use.start < until && from < use.end + turnoverMinutes)
  const first = Math.min(from, ...found.map(({ use }) => use.start))
  const last = Math.max(until, ...found.map(({ use }) => use.end + turnoverMinutes))
  return first === from && last === until ? found : meeting(all, first, last, turnoverMinutes)
}
