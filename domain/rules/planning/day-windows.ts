/**
 * The windows of a local date at a location: they tile the hours of the team, from its first opening to its last closing. The
 * last one ends at closing time, and is left out where less is left of it than the work takes. All that shows, books, holds,
 * moves, explains or plans a window asks here when it begins and ends.
 */
import type { Day, LocationPlan, Minute, ProviderPlan, SearchInput } from "../../model/availability.ts"
import type { Intervals } from "../../time/intervals.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { workingIntervals } from "../availability/working-intervals.ts"
import type { Window } from "./freezing.ts"

/** The part of a search on which windows depend. */
export type WindowInput = Pick<SearchInput, "providers"> & {
  type: Pick<SearchInput["type"], "windowMinutes" | "blockMinutes">
}

/** The windows that begin on the date, in their order; none on a day without hours. */
export function windowsOfDay(input: WindowInput, location: LocationPlan, date: Day): Window[] {
  const hours = teamHours(input.providers, location, date)
  if (hours === null) return []
  const { windowMinutes, blockMinutes } = input.type
  const zone = zoneTable(location.zone)
  const windows: Window[] = []
  for (let { start } = hours; start < hours.end; start += windowMinutes!) {
    const end = Math.min(start + windowMinutes!, hours.end)
    const isShort = end < start + windowMinutes!
    if ((isShort && end - start < blockMinutes[0]!) || localDay(zone, start) !== date) continue
    windows.push({ start, end })
  }
  return windows
}

/** The window that begins at the minute; as long as the type promises where no window of the day does. */
export function windowFrom(input: WindowInput, location: LocationPlan, start: Minute): Window {
  const date = localDay(zoneTable(location.zone), start)
  const found = windowsOfDay(input, location, date).find((one) => one.start === start)
  return found ?? { start, end: start + input.type.windowMinutes! }
}

/** The provider's hours at the location that open on that date. */
export function openOn(provider: ProviderPlan, location: LocationPlan, date: Day): Intervals {
  const zone = zoneTable(location.zone)
  const open = workingIntervals(provider, location, date, date + 1)
  const edges: Minute[] = []
  for (let i = 0; i < open.length; i += 2) {
    if (localDay(zone, open[i]!) === date) edges.push(open[i]!, open[i + 1]!)
  }
  return Int32Array.from(edges)
}

/** A search asks of the same team for each window that it shows. */
const known = new WeakMap<readonly ProviderPlan[], WeakMap<LocationPlan, Map<Day, Window | null>>>()

/** From the first opening to the last closing. */
function teamHours(providers: readonly ProviderPlan[], location: LocationPlan, date: Day): Window | null {
  const ofTeam = known.get(providers) ?? new WeakMap<LocationPlan, Map<Day, Window | null>>()
  known.set(providers, ofTeam)
  const dates = ofTeam.get(location) ?? new Map<Day, Window | null>()
  ofTeam.set(location, dates)
  const found = dates.get(date)
  if (found !== undefined) return found
  const open = providers
    .map((provider) => openOn(provider, location, date))
    .filter(({ length }) => length > 0)
  const hours =
    open.length === 0
      ? null
      : { start: Math.min(...open.map((one) => one[0]!)), end: Math.max(...open.map((one) => one.at(-1)!)) }
  dates.set(date, hours)
  return hours
}
