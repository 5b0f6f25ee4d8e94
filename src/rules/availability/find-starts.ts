/** When one provider can start a job at one location. */

import type { FoundStarts, ProviderLocation, SearchInput } from "../../model/availability.ts"
import { blocksFrom, providerTime } from "./blocks.ts"
import { type StartBounds, startBounds, windowsWithinLimit } from "./start-windows.ts"
import { sweep } from "./sweep.ts"

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
  if (bounds === null) return { provider, location, starts: [], open: NONE, busy: NONE }
  const time = providerTime(input.type, { provider, location }, bounds.firstDay, bounds.endDay)
  const firstBlocks = sweep(time, windowsWithinLimit(bounds, time.dailyLimit, time.zone))
  const isOneDay = input.type.blockMinutes.length === 1
  const starts = isOneDay ? firstBlocks : firstBlocks.filter((start) => blocksFrom(time, start) !== null)
  return { provider, location, starts, open: time.open, busy: time.busy }
}

const NONE = new Int32Array(0)
