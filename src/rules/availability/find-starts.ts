/** When one provider can start a job at one location. */

import type { FoundStarts, ProviderLocation, SearchInput } from "../../model/availability.ts"
import { type Intervals, subtract } from "../../time/intervals.ts"
import { blocksFrom, type ProviderTime, providerTime } from "./blocks.ts"
import { mergedMinutes, startsBesideBusy } from "./packed-starts.ts"
import { type StartBounds, startBounds, windowsWithinLimit } from "./start-windows.ts"
import { sweep } from "./sweep.ts"
import { tripsTo } from "./travel.ts"

/**
 * All starts of the type in the wanted dates, sorted. Whether the provider may be booked there at all (filters,
 * assignment, service area) is judged by `eligible-locations.ts`. `bounds` are those of the location: a search for many
 * providers computes them once per location.
 */
export function findStarts(
  input: SearchInput,
  { provider, location }: ProviderLocation,
  bounds: StartBounds | null = startBounds(input, location),
): FoundStarts {
  if (bounds === null) return { provider, location, starts: [], offGrid: [], open: NONE, busy: NONE }
  const { type } = input
  const untravelled = providerTime(type, { provider, location }, bounds.firstDay, bounds.endDay)
  const trips = tripsTo(input, { provider, location }, untravelled.open)
  const time = trips === null ? untravelled : { ...untravelled, trips }
  const windows = windowsInReach(windowsWithinLimit(bounds, time.dailyLimit, time.zone), time)
  const firstBlocks = sweep(time, windows)
  const isOneDay = type.blockMinutes.length === 1
  const onGrid = isOneDay ? firstBlocks : firstBlocks.filter((start) => blocksFrom(time, start) !== null)
  const offGrid = type.starts === "packed" ? startsBesideBusy(time, windows, onGrid) : []
  const starts = mergedMinutes(onGrid, offGrid)
  return { provider, location, starts, offGrid, open: time.open, busy: time.busy }
}

function windowsInReach(windows: Intervals, { trips, type }: ProviderTime): Intervals {
  return trips === null ? windows : subtract(windows, trips.startsOutOfReach(type.blockMinutes[0]!))
}

const NONE = new Int32Array(0)
