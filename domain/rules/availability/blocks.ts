/**
 * The blocks of a job, one per working day. A job of several days goes on at the same local time on the provider's next
 * working days. A working day is a local date with any open minute after overrides and time off. A working day that is
 * busy or full is not passed over: it rules the start out. So does one that is too short, whose hours do not hold the block
 * at the job's time of day, unless the type skips short days.
 */

import type {
  CustomerJob,
  Day,
  LocationPlan,
  Minute,
  ProviderLocation,
  ProviderPlan,
  SearchInput,
  TypePlan,
} from "../../model/availability.ts"
import type { ClassPlan } from "../../model/class-seats.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { covers, disjoint, type Intervals, overlaps } from "../../time/intervals.ts"
import { localDay, minutesOfDays, minuteToWall, wallToMinute } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import { windowFrom } from "../planning/day-windows.ts"
import type { Window } from "../planning/freezing.ts"
import type { ResourcesAt } from "../resources/resources-at.ts"
import { bufferedParts, partsOf } from "./parts.ts"
import { type DailyLimit, dailyLimitOf, isBelowLimit, LOOK_AHEAD_DAYS } from "./start-windows.ts"
import type { Trips } from "./travel.ts"
import { workingIntervals } from "./working-intervals.ts"

/** One provider's time at one location, by which a job is judged. */
export interface ProviderTime {
  type: TypePlan
  zone: ZoneTable
  /** Normalized. */
  open: Intervals
  /** Disjoint. */
  busy: Intervals
  /** When the customer of the job is occupied. Disjoint. */
  customerBusy: Intervals
  dailyLimit: DailyLimit | null
  /** Null where travel is not judged. */
  trips: Trips | null
  /** Null where the type needs no rooms or equipment. */
  resources: ResourcesAt | null
}

const none: Intervals = new Int32Array(0)

/** A search asks of the same jobs for each provider. */
const customersBusy = new WeakMap<readonly CustomerJob[], Intervals>()

/** When the customer is occupied by jobs of other appointments. */
export function customerBusyOf(jobs: readonly CustomerJob[]): Intervals {
  if (jobs.length === 0) return none
  const known = customersBusy.get(jobs)
  if (known) return known
  const busy = disjoint(Int32Array.from(jobs.flatMap(({ start, end }) => [start, end])))
  customersBusy.set(jobs, busy)
  return busy
}

/** The provider's time for jobs that begin on local days `firstDay…endDay` (end exclusive). `added` are hours, too. */
export function providerTime(
  type: TypePlan,
  { provider, location }: ProviderLocation,
  firstDay: Day,
  endDay: Day,
  added: Intervals | null = null,
): ProviderTime {
  const zone = zoneTable(location.zone)
  return {
    type,
    zone,
    open: workingIntervals(provider, location, firstDay, endDay + reachDays(type), added),
    busy: disjoint(provider.busy),
    customerBusy: none,
    dailyLimit: dailyLimitOf(type, provider, zone),
    trips: null,
    resources: null,
  }
}

/**
 * How many local days after a job's first day its hours matter: to the end of its last block, over midnight too, and as
 * long again, since `score.ts` judges the gap that the job leaves behind itself.
 */
function reachDays({ blockMinutes, bufferBeforeMinutes, bufferAfterMinutes }: TypePlan): number {
  const occupied = bufferBeforeMinutes + Math.max(...blockMinutes) + bufferAfterMinutes
  return (blockMinutes.length - 1) * LOOK_AHEAD_DAYS + Math.ceil((2 * occupied) / minutesPerDay) + 1
}

/** The part of a search on which blocks depend: where a window ends, the hours of the whole team say. */
export type BlockInput = Pick<SearchInput, "type" | "providers">

/**
 * The blocks of the job that begins at a start on the grid; null when hours, time off, busy time or the daily limit rule
 * one of them out.
 */
export function blocksOf(
  input: BlockInput,
  provider: ProviderPlan,
  location: LocationPlan,
  start: Minute,
): MinuteBlock[] | null {
  const { type } = input
  if (type.windowMinutes) return windowBlock(windowFrom(input, location, start))
  if (type.classes) return sessionBlock(type.classes, { provider, location }, start)
  const day = localDay(zoneTable(location.zone), start)
  return blocksFrom(providerTime(type, { provider, location }, day, day + 1), start)
}

/** The promise of a window. The plan decides when the work is done in it. */
export const windowBlock = ({ start, end }: Window): MinuteBlock[] => [{ start, end, isWindow: true }]

/** Null where the provider leads no session there and then. */
function sessionBlock(
  { sessions }: ClassPlan,
  { provider, location }: ProviderLocation,
  start: Minute,
): MinuteBlock[] | null {
  const session = sessions.find(
    (one) => one.start === start && one.providerId === provider.id && one.locationId === location.id,
  )
  return session === undefined ? null : [{ start, end: session.end }]
}

/** The same for a start that a search has just offered, where a job of one day needs no second look. */
export function offeredBlocks(
  input: BlockInput,
  provider: ProviderPlan,
  location: LocationPlan,
  start: Minute,
): readonly MinuteBlock[] {
  const { type } = input
  if (type.windowMinutes) return windowBlock(windowFrom(input, location, start))
  if (type.classes) return sessionBlock(type.classes, { provider, location }, start)!
  const [minutes, ...more] = type.blockMinutes
  if (more.length === 0) return [{ start, end: start + minutes! }]
  return blocksOf(input, provider, location, start)!
}

/** Each rule that can take a block away from a job. A new rule is a new name here, and needs its reasons. */
const blockRules = {
  /** It meets the block before, by their buffers. */
  own_buffer: ({ type }: ProviderTime, block: MinuteBlock, before: MinuteBlock | undefined) =>
    before !== undefined && block.start - type.bufferBeforeMinutes < before.end + type.bufferAfterMinutes,
  hours: ({ open }: ProviderTime, { start, end }: MinuteBlock) => !covers(open, start, end),
  busy: ({ type, busy }: ProviderTime, { start, end }: MinuteBlock) =>
    type.parts === undefined
      ? overlaps(busy, start - type.bufferBeforeMinutes, end + type.bufferAfterMinutes)
      : bufferedParts(type, end - start).some(({ from, to }) => overlaps(busy, start + from, start + to)),
  customer_busy: ({ customerBusy }: ProviderTime, { start, end }: MinuteBlock) =>
    overlaps(customerBusy, start, end),
  unreachable: ({ type, trips }: ProviderTime, block: MinuteBlock) =>
    trips !== null &&
    partsOf(type, block).some(({ start, end }) =>
      overlaps(trips.startsOutOfReach(end - start), start, start + 1),
    ),
  resource_taken: ({ resources }: ProviderTime, { start, end }: MinuteBlock) =>
    resources !== null && overlaps(resources.startsTaken(end - start), start, start + 1),
  daily_limit: ({ zone, dailyLimit }: ProviderTime, { start }: MinuteBlock) =>
    !isBelowLimit(dailyLimit, localDay(zone, start)),
}
type BlockRule = keyof typeof blockRules
const blockRuleNames = Object.keys(blockRules) as readonly BlockRule[]

/** The rules by which another provider can come to blocks that are placed already: all but those of the customer and the job itself. */
const rulesOfCrew = ["hours", "busy", "unreachable", "daily_limit"] as const

/** True where another provider is free for all blocks of a job. */
export const isFreeAt = (time: ProviderTime, blocks: readonly MinuteBlock[]): boolean =>
  blocks.every((block) => rulesOfCrew.every((rule) => !blockRules[rule](time, block)))

/** A rule that takes a block. With `no_next_day` the block of that index has no day, and `block` is the one before it. */
export interface Mark {
  rule: BlockRule | "no_next_day"
  block: MinuteBlock
  index: number
}

/**
 * The blocks of the job that begins at `start`, or null when one of them is ruled out. An explanation gives `marks`: then
 * all blocks are placed, and each rule that takes one leaves a mark.
 */
export function blocksFrom(
  time: ProviderTime,
  start: Minute,
  marks: Mark[] | null = null,
): MinuteBlock[] | null {
  const blocks = laidOut(time, start, marks)
  return marks === null || marks.length === 0 ? blocks : null
}

/** The blocks as they would be without any obstacle. Null when there is no next working day for one. */
export const blocksAnyway = (time: ProviderTime, start: Minute): MinuteBlock[] | null =>
  laidOut(time, start, [])

function laidOut(time: ProviderTime, start: Minute, marks: Mark[] | null): MinuteBlock[] | null {
  const { type, zone } = time
  const wall = minuteToWall(zone, start)
  let day = Math.floor(wall / minutesPerDay)
  const minuteOfDay = wall - day * minutesPerDay
  const blocks: MinuteBlock[] = []
  for (const [index, minutes] of type.blockMinutes.entries()) {
    const before = blocks.at(-1)
    const next =
      before === undefined
        ? { day, block: { start, end: start + minutes } }
        : nextBlock(time, day, { minuteOfDay, minutes })
    if (next === null) {
      marks?.push({ rule: "no_next_day", block: before!, index })
      return null
    }
    const { block } = next
    day = next.day
    for (const rule of blockRuleNames) {
      if (!blockRules[rule](time, block, before)) continue
      if (marks === null) return null
      marks.push({ rule, block, index })
    }
    blocks.push(block)
  }
  return blocks
}

/** The block on the next working day, whether or not it is free there. Null when no such day comes soon enough. */
function nextBlock(
  { type, zone, open }: ProviderTime,
  day: Day,
  { minuteOfDay, minutes }: { minuteOfDay: number; minutes: number },
): { day: Day; block: MinuteBlock } | null {
  for (let next = day + 1; next <= day + LOOK_AHEAD_DAYS; next++) {
    if (!isWorkingDay(zone, open, next)) continue
    const start = wallToMinute(zone, next * minutesPerDay + minuteOfDay)
    const block = { start, end: start + minutes }
    if (!type.skipShortDays || covers(open, block.start, block.end)) return { day: next, block }
  }
  return null
}

function isWorkingDay(zone: ZoneTable, open: Intervals, day: Day): boolean {
  const minutes = minutesOfDays(zone, day, day + 1)
  for (let i = 0; i < minutes.length; i += 2) if (overlaps(open, minutes[i]!, minutes[i + 1]!)) return true
  return false
}
