/** When one provider can start a job at one location. */

import type { FoundStarts, ProviderLocation, SearchInput } from "../../model/availability.ts"
import { type Intervals, normalized, subtract } from "../../time/intervals.ts"
import { blocksFrom, customerBusyOf, type ProviderTime, providerTime } from "./blocks.ts"
import { mergedMinutes, packedOf, startsBesideBusy } from "./packed-starts.ts"
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
  if (bounds === null)
    return { provider, location, starts: [], offGrid: [], packed: [], open: NONE, busy: NONE, drives: null }
  const { type } = input
  const untravelled = providerTime(type, { provider, location }, bounds.firstDay, bounds.endDay)
  const trips = tripsTo(input, { provider, location }, untravelled.open)
  const time = { ...untravelled, trips, customerBusy: customerBusyOf(input.customerJobs) }
  const inReach = windowsInReach(windowsWithinLimit(bounds, time.dailyLimit, time.zone), time)
  const windows = windowsWithCustomer(inReach, time)
  const firstBlocks = sweep(time, windows)
  const isOneDay = type.blockMinutes.length === 1
  const onGrid = isOneDay ? firstBlocks : firstBlocks.filter((start) => blocksFrom(time, start) !== null)
  const offGrid = type.starts !== "grid" ? startsBesideBusy(time, windows, onGrid) : []
  const starts = mergedMinutes(onGrid, offGrid)
  const packed = type.starts === "packed_only" ? packedOf(time, windows, starts) : []
  return { provider, location, starts, offGrid, packed, open: time.open, busy: time.busy, drives: trips }
}

function windowsInReach(windows: Intervals, { trips, type }: ProviderTime): Intervals {
  return trips === null ? windows : subtract(windows, trips.startsOutOfReach(type.blockMinutes[0]!))
}

/** Without the starts at which the job would meet an appointment that its customer has. */
function windowsWithCustomer(windows: Intervals, { customerBusy, type }: ProviderTime): Intervals {
  if (customerBusy.length === 0) return windows
  const minutes = type.blockMinutes[0]!
  const startsMeetingIt = customerBusy.map((minute, i) => (i % 2 === 0 ? minute - minutes + 1 : minute))
  return subtract(windows, normalized(startsMeetingIt))
}

const NONE = new Int32Array(0)
