/** When one provider can start a job at one location. */

import type { FoundStarts, ProviderLocation, SearchInput } from "../../model/availability.ts"
import { type Intervals, intersect, normalized, subtract } from "../../time/intervals.ts"
import { resourcesAt } from "../resources/resources-at.ts"
import { blocksFrom, customerBusyOf, type ProviderTime } from "./blocks.ts"
import { type Crew, crewAt, isCrewFree } from "./crew.ts"
import { mergedMinutes, packedOf, startsBesideBusy } from "./packed-starts.ts"
import { startsUnreached } from "./parts.ts"
import { judgedTime } from "./provider-time.ts"
import { type StartBounds, startBounds, windowsWithinLimit } from "./start-windows.ts"
import { sweep } from "./sweep.ts"

/** The shared data of the searched providers of one location. A search for many of them computes it once. */
export interface AtLocation {
  /** Null when nothing can start there. */
  bounds: StartBounds | null
  /** Null for a type that takes one provider. */
  crew: Crew | null
}

export function sharedAt(input: SearchInput, location: ProviderLocation["location"]): AtLocation {
  const bounds = startBounds(input, location)
  return { bounds, crew: crewAt(input, location, bounds) }
}

/**
 * All starts of the type in the wanted dates, sorted. Whether the provider may be booked there at all (filters,
 * assignment, service area) is judged by `eligible-locations.ts`.
 */
export function findStarts(
  input: SearchInput,
  { provider, location }: ProviderLocation,
  { bounds, crew }: AtLocation = sharedAt(input, location),
): FoundStarts {
  if (bounds === null)
    return { provider, location, starts: [], offGrid: [], packed: [], open: NONE, busy: NONE, drives: null }
  const { type } = input
  const judged = crew?.times.get(provider) ?? judgedTime(input, { provider, location }, bounds)
  const resources = resourcesAt(input, location, bounds.firstDay, bounds.endDay)
  const time = { ...judged, resources, customerBusy: customerBusyOf(input.customerJobs) }
  const windows = windowsWithResources(windowsOf(time, bounds, crew), time)
  const firstBlocks = sweep(time, windows)
  const isOneDay = type.blockMinutes.length === 1
  const hasBlocks = (start: number) => {
    const blocks = blocksFrom(time, start)
    return blocks !== null && (crew === null || isCrewFree(crew, type, provider, blocks))
  }
  const onGrid = isOneDay ? firstBlocks : firstBlocks.filter(hasBlocks)
  const besideBusy = type.starts !== "grid" ? startsBesideBusy(time, windows, onGrid) : []
  const offGrid = isOneDay || crew === null ? besideBusy : besideBusy.filter(hasBlocks)
  const starts = mergedMinutes(onGrid, offGrid)
  const packed = type.starts === "packed_only" ? packedOf(time, windows, starts) : []
  return { provider, location, starts, offGrid, packed, open: time.open, busy: time.busy, drives: time.trips }
}

function windowsOf(time: ProviderTime, bounds: StartBounds, crew: Crew | null): Intervals {
  const inReach = windowsInReach(windowsWithinLimit(bounds, time.dailyLimit, time.zone), time)
  const withCustomer = windowsWithCustomer(inReach, time)
  return crew === null ? withCustomer : intersect(withCustomer, crew.starts)
}

function windowsInReach(windows: Intervals, { trips, type }: ProviderTime): Intervals {
  return trips === null ? windows : subtract(windows, startsUnreached(type, trips))
}

/** Without the starts at which a room or a piece of equipment that the job needs can't be had. */
function windowsWithResources(windows: Intervals, { resources, type }: ProviderTime): Intervals {
  return resources === null ? windows : subtract(windows, resources.startsTaken(type.blockMinutes[0]!))
}

/** Without the starts at which the job would meet an appointment that its customer has. */
function windowsWithCustomer(windows: Intervals, { customerBusy, type }: ProviderTime): Intervals {
  if (customerBusy.length === 0) return windows
  const minutes = type.blockMinutes[0]!
  const startsMeetingIt = customerBusy.map((minute, i) => (i % 2 === 0 ? minute - minutes + 1 : minute))
  return subtract(windows, normalized(startsMeetingIt))
}

const NONE = new Int32Array(0)
