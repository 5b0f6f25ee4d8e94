/**
 * The file to read first: when can a provider start a job at a location?
 *
 *   hours, overrides, time off  →  working intervals    open-hours.ts, the one place where hours meet a time zone
 *   dates, notice, window       →  windows of starts    bounds.ts
 *   daily limit                 →  fewer windows        daily-limit.ts
 *   own jobs and calendars      →  busy
 *   one sweep over all three    →  starts on the grid   sweep.ts, grid.ts
 *   the job's further days      →  fewer starts         multi-day.ts
 *
 * From the working intervals on everything is whole epoch minutes in sorted typed arrays.
 */

import type {
  Day,
  Intervals,
  LocationPlan,
  Minute,
  ProviderLocationStarts,
  ProviderPlan,
  SearchInput,
  TypePlan,
} from "../../model/availability.ts"
import { disjoint } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { type StartBounds, startBounds } from "./bounds.ts"
import { dailyRoom, windowsWithRoom } from "./daily-limit.ts"
import { type Block, blocksFrom, type JobGround, reachDays } from "./multi-day.ts"
import { workingIntervals } from "./open-hours.ts"
import { sweep } from "./sweep.ts"

/** The starts of one provider at one location, with the working intervals (plain) and the busy time (disjoint) that they lie between. */
export interface FoundStarts extends ProviderLocationStarts {
  open: Intervals
  busy: Intervals
}

/**
 * All starts of the type for one provider at one location, sorted. Whether the provider may be booked there at all
 * (filters, assignment, service area) is judged by `eligible-locations.ts`. The bounds are those of the location; who asks
 * for many providers brings them along.
 */
export function findStarts(
  input: SearchInput,
  provider: ProviderPlan,
  location: LocationPlan,
  bounds: StartBounds | null = startBounds(input, location),
): FoundStarts {
  if (bounds === null) return { provider, location, starts: NONE, open: NONE, busy: NONE }
  const ground = jobGround(input.type, provider, location, bounds.firstDay, bounds.endDay)
  const windows = windowsWithRoom(bounds, ground.room, ground.zone)
  const firstBlocks = sweep(ground, windows)
  const isOneDay = input.type.blockMinutes.length === 1
  const starts = isOneDay ? firstBlocks : firstBlocks.filter((start) => blocksFrom(ground, start) !== null)
  return { provider, location, starts, open: ground.open, busy: ground.busy }
}

/**
 * The blocks of the job that begins at an offered start, one per working day; null when a rule of the provider's time
 * (hours, time off, busy, daily limit) speaks against one of them.
 */
export function blocksOf(
  type: TypePlan,
  provider: ProviderPlan,
  location: LocationPlan,
  start: Minute,
): Block[] | null {
  const day = localDay(zoneTable(location.zone), start)
  return blocksFrom(jobGround(type, provider, location, day, day + 1), start)
}

/** The same for a start that a search has just offered, where a job of one day needs no second look. */
export function offeredBlocks(
  type: TypePlan,
  provider: ProviderPlan,
  location: LocationPlan,
  start: Minute,
): readonly Block[] {
  const [minutes, ...more] = type.blockMinutes
  if (more.length === 0) return [{ start, end: start + minutes! }]
  return blocksOf(type, provider, location, start)!
}

const NONE = new Int32Array(0)

/** What jobs that begin on local days `firstDay…endDay` (end exclusive) are judged by. */
function jobGround(
  type: TypePlan,
  provider: ProviderPlan,
  location: LocationPlan,
  firstDay: Day,
  endDay: Day,
): JobGround {
  const zone = zoneTable(location.zone)
  return {
    type,
    zone,
    open: workingIntervals(provider, location, firstDay, endDay + reachDays(type)),
    busy: disjoint(provider.busy),
    room: dailyRoom(type, provider, zone),
  }
}
