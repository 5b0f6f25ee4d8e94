/** The starts of a job that rooms and equipment at a location leave. */
import type { Day, LocationPlan, Minute, SearchInput } from "../../model/availability.ts"
import type { TakenResourceView } from "../../model/resource.ts"
import type { ResourceNeed, ResourcePlan } from "../../model/resource-plan.ts"
import { type Intervals, overlaps, union } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { LOOK_AHEAD_DAYS } from "../availability/start-windows.ts"
import { chooseResources } from "./choose-resources.ts"
import { type GroupTime, groupTime, spanOf } from "./group-time.ts"
import { startsTaken } from "./starts-taken.ts"

export interface ResourcesAt {
  /** The minutes at which a job of this length must not start; normalized. */
  startsTaken(jobMinutes: number): Intervals
  /** The same for each need by itself. */
  takenByNeed(jobMinutes: number): readonly Intervals[]
  /** The needs that a job of this length could not have if it started then. */
  lacking(start: Minute, jobMinutes: number): readonly ResourceNeed[]
}

/**
 * For jobs that begin on local days `firstDay…endDay` (end exclusive); null where the type needs nothing. All providers of a
 * search share it.
 */
export function resourcesAt(
  input: SearchInput,
  location: LocationPlan,
  firstDay: Day,
  endDay: Day,
): ResourcesAt | null {
  const needs = input.type.needs
  if (needs === undefined || needs.length === 0) return null
  const furtherDays = (input.type.blockMinutes.length - 1) * LOOK_AHEAD_DAYS
  const key = `${location.id} ${firstDay} ${endDay}`
  const known = ofInput.get(input) ?? new Map<string, ResourcesAt>()
  const found =
    known.get(key) ?? newResourcesAt(input, needs, location, [firstDay - 1, endDay + furtherDays + 1])
  ofInput.set(input, known.set(key, found))
  return found
}

const ofInput = new WeakMap<SearchInput, Map<string, ResourcesAt>>()

function newResourcesAt(
  input: SearchInput,
  needs: readonly ResourceNeed[],
  location: LocationPlan,
  /** A day to either side, because a need may begin later than its job. */
  days: readonly [Day, Day],
): ResourcesAt {
  const takenBy = needs.map((need) => {
    const group = groupTime({ ...input, resources: resourcesOf(input) }, location, need.group, days)
    return { need, taken: remembered((jobMinutes) => jobStartsTaken(group, need, jobMinutes, days)) }
  })
  return {
    startsTaken: remembered((jobMinutes) => takenBy.map(({ taken }) => taken(jobMinutes)).reduce(union)),
    takenByNeed: (jobMinutes) => takenBy.map(({ taken }) => taken(jobMinutes)),
    lacking: (start, jobMinutes) =>
      takenBy.flatMap(({ need, taken }) => (overlaps(taken(jobMinutes), start, start + 1) ? need : [])),
  }
}

function remembered(compute: (jobMinutes: number) => Intervals): (jobMinutes: number) => Intervals {
  const known = new Map<number, Intervals>()
  return (jobMinutes) => {
    const found = known.get(jobMinutes) ?? compute(jobMinutes)
    known.set(jobMinutes, found)
    return found
  }
}

function jobStartsTaken(
  group: GroupTime,
  need: ResourceNeed,
  jobMinutes: number,
  days: readonly [Day, Day],
): Intervals {
  const { from, minutes } = spanOf(need, jobMinutes)
  const taken = startsTaken(group, { count: need.count, minutes }, days)
  return from === 0 ? taken : taken.map((minute) => minute - from)
}

const resourcesOf = ({ resources }: SearchInput) => resources ?? { resources: [], uses: [], chosenIds: [] }

/** The minutes that a job takes of one resource, and the end of its turnover. */
export interface TakenResource {
  resourceId: number
  start: Minute
  end: Minute
  until: Minute
  /** Staff chose it. */
  isPinned: boolean
}

/** A use of another job that gets another resource; the end of the turnover there. */
export interface MovedUse {
  id: number
  resourceId: number
  until: Minute
}

export interface AssignedResources {
  taken: readonly TakenResource[]
  moved: readonly MovedUse[]
}

export const nothingTaken: AssignedResources = { taken: [], moved: [] }

/** The resources of a job whose start a search offers, for each need and block; null when some can't be had. */
export function assignResources(
  input: SearchInput,
  location: LocationPlan,
  blocks: readonly { start: Minute; end: Minute }[],
): AssignedResources | null {
  const needs = input.type.needs ?? []
  if (needs.length === 0) return nothingTaken
  const all = resourcesOf(input)
  const turnoverOf = new Map(all.resources.map(({ id, turnoverMinutes }) => [id, turnoverMinutes]))
  const taken: TakenResource[] = []
  const moved: MovedUse[] = []
  for (const need of needs) {
    for (const block of blocks) {
      const { from, minutes } = spanOf(need, block.end - block.start)
      const start = block.start + from
      const end = start + minutes
      const day = localDay(zoneTable(location.zone), start)
      const group = groupTime({ ...input, resources: all }, location, need.group, [day, day + 1])
      const chosen = chooseResources(group, { count: need.count, start, minutes })
      if (chosen === null) return null
      for (const resourceId of chosen.resourceIds) {
        const until = end + turnoverOf.get(resourceId)!
        taken.push({ resourceId, start, end, until, isPinned: all.chosenIds.includes(resourceId) })
      }
      for (const { use, resourceId } of chosen.moved)
        moved.push({ id: use.id, resourceId, until: use.end + turnoverOf.get(resourceId)! })
    }
  }
  return { taken, moved }
}

/** As the appointment shows them, by their ids. */
export function takenResources(
  { resources }: SearchInput,
  { taken }: AssignedResources,
): TakenResourceView[] {
  const ids = new Set(taken.map(({ resourceId }) => resourceId))
  return (resources?.resources ?? []).flatMap(({ id, name, kind }) => (ids.has(id) ? { id, name, kind } : []))
}

/** The resources whose locks stand for their groups at the location: of each group that the type needs the first. */
export function groupLocks({ type, resources }: SearchInput, locationId: number): number[] {
  return (type.needs ?? []).flatMap(({ group }) => firstOf(resources?.resources ?? [], group, locationId))
}

/** The first of a group, whose lock stands for all of it; none where the group is empty. `resources` are sorted by id. */
export function firstOf(
  resources: readonly Pick<ResourcePlan, "id" | "group" | "locationId">[],
  group: string,
  locationId: number,
): number[] {
  const first = resources.find((one) => one.group === group && one.locationId === locationId)
  return first ? [first.id] : []
}
