/**
 * The judge of rooms and equipment: every minute of each is open or not, and every way to assign the jobs of the day is tried.
 * It knows nothing of how the engine counts or searches.
 */
import type { LocationPlan, SearchInput } from "../../../../domain/model/availability.ts"
import type { ResourceNeed, ResourcePlan, ResourceUse } from "../../../../domain/model/resource-plan.ts"
import { dateOf, dayAt, minuteAt } from "../availability/oracle.ts"

interface Job {
  start: number
  end: number
}

/** True where each group can give the block of a job its resources, with the movable jobs of the day assigned anew. */
export function canHaveResources(input: SearchInput, location: LocationPlan, block: Job): boolean {
  return (input.type.needs ?? []).every((need) => canHave(input, location, need, block))
}

function canHave(input: SearchInput, location: LocationPlan, need: ResourceNeed, block: Job): boolean {
  const { zone } = location
  const { resources: all, uses, chosenIds } = input.resources!
  const group = all.filter((one) => one.group === need.group && one.locationId === location.id)
  const job = {
    start: block.start + need.from,
    end: need.until === null ? block.end : block.start + need.until,
  }
  const day = dayAt(zone, job.start)
  const ofGroup = uses.filter((use) => group.some(({ id }) => id === use.resourceId))
  const near = ofGroup.filter((use) => Math.abs(use.start - job.start) < 4 * 1440)
  const isMovable = (use: ResourceUse) => {
    const own = group.find(({ id }) => id === use.resourceId)!
    if (use.isPinned || use.start <= Math.floor(input.now / 60_000)) return false
    if (use.until !== use.end + own.turnoverMinutes || !isOpen(own, zone, use)) return false
    return dayAt(zone, use.start) === day
  }
  const movable = near.filter(isMovable)
  const placed = near
    .filter((use) => !isMovable(use))
    .map((use) => ({ resourceId: use.resourceId, start: use.start, until: use.until }))
  const chosen = group.filter(({ id }) => chosenIds.includes(id))
  const added = Array.from({ length: need.count }, () => ({
    ...job,
    from: chosen.length > 0 ? chosen : group,
  }))
  return canPlace(
    [...added, ...movable.map((use) => ({ start: use.start, end: use.end, from: group }))],
    placed,
  )

  function canPlace(
    jobs: readonly (Job & { from: readonly ResourcePlan[] })[],
    taken: readonly { resourceId: number; start: number; until: number }[],
  ): boolean {
    const [next, ...rest] = jobs
    if (next === undefined) return true
    return next.from.some((resource) => {
      const until = next.end + resource.turnoverMinutes
      const meets = taken.some(
        (one) => one.resourceId === resource.id && one.start < until && next.start < one.until,
      )
      if (meets || !isOpen(resource, zone, next)) return false
      return canPlace(rest, [...taken, { resourceId: resource.id, start: next.start, until }])
    })
  }
}

function isOpen(plan: ResourcePlan, zone: string, { start, end }: Job): boolean {
  for (let minute = start; minute < end; minute++) if (!isOpenAt(plan, zone, minute)) return false
  return true
}

const openMinutes = new WeakMap<ResourcePlan, Map<number, boolean>>()

/** Each minute of a resource is asked for once. */
function isOpenAt(plan: ResourcePlan, zone: string, minute: number): boolean {
  const known = openMinutes.get(plan) ?? new Map<number, boolean>()
  openMinutes.set(plan, known)
  const isOpen = known.get(minute) ?? judgeMinute(plan, zone, minute)
  known.set(minute, isOpen)
  return isOpen
}

function judgeMinute({ hours, timeOff }: ResourcePlan, zone: string, minute: number): boolean {
  for (let i = 0; i < timeOff.length; i += 2)
    if (timeOff[i]! <= minute && minute < timeOff[i + 1]!) return false
  if (hours === null) return true
  const day = dayAt(zone, minute)
  return [day - 3, day - 2, day - 1, day, day + 1].some((begun) =>
    hours.some(({ weekday, startMinute, endMinute }) => {
      if (weekday !== dateOf(begun).dayOfWeek) return false
      const closing = endMinute <= startMinute ? endMinute + 1440 : endMinute
      return minuteAt(zone, begun, startMinute) <= minute && minute < minuteAt(zone, begun, closing)
    }),
  )
}
