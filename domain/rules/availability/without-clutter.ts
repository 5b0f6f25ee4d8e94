/**
 * The packed starts that searches show. A packed start a few minutes beside a start on the grid would double the list, so
 * one of the two is shown: the packed one, unless another provider at the location offers the time on the grid. Recommended
 * starts are always shown, and hidden ones can still be booked. In a type that shows packed starts alone, a date that has
 * some shows these; any other date shows its grid.
 */

import type { FoundStarts, Minute, SearchResult, TypePlan } from "../../model/availability.ts"
import { localDay } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"

/** The same result with fewer starts. One without packed starts stays as it is. */
export function withoutClutter(type: TypePlan, result: SearchResult): SearchResult {
  if (type.starts === "grid") return result
  const { offered } = result
  if (type.starts === "packed_only") return { ...result, offered: offered.map(onlyPacked) }
  return { ...result, offered: offered.map((found) => thinned(type, found, result)) }
}

/** The entry as it is shown of a type with packed starts alone. */
export function onlyPacked(found: FoundStarts): FoundStarts {
  const zone = zoneTable(found.location.zone)
  const days = new Set(found.packed.map((start) => localDay(zone, start)))
  const packed = new Set(found.packed)
  const offGrid = new Set(found.offGrid)
  const isShown = (start: Minute) =>
    days.has(localDay(zone, start)) ? packed.has(start) : !offGrid.has(start)
  return { ...found, starts: found.starts.filter(isShown), offGrid: found.offGrid.filter(isShown) }
}

function thinned(type: TypePlan, found: FoundStarts, { offered, recommended }: SearchResult): FoundStarts {
  if (found.offGrid.length === 0) return found
  const { provider, location } = found
  const others = offered.filter((other) => other !== found && other.location.id === location.id)
  const isElsewhere = (start: Minute) => others.some(({ starts }) => starts.includes(start))
  const best = recommended.filter(
    (slot) => slot.provider.id === provider.id && slot.location.id === location.id,
  )
  const isRecommended = (start: Minute) => best.some((slot) => slot.start === start)
  const offGrid = new Set(found.offGrid)
  const hidden = new Set<Minute>()
  const tooNear = nearMinutes(type)
  for (const packed of found.offGrid) {
    if (hidden.has(packed)) continue
    const near = found.starts.filter(
      (start) => start !== packed && Math.abs(start - packed) < tooNear && !hidden.has(start),
    )
    const onGrid = near.filter((start) => !offGrid.has(start))
    const givesWay = !isRecommended(packed) && onGrid.some(isElsewhere)
    for (const start of givesWay ? [packed] : near) if (!isRecommended(start)) hidden.add(start)
  }
  const isShown = (start: Minute) => !hidden.has(start)
  return { ...found, starts: found.starts.filter(isShown), offGrid: found.offGrid.filter(isShown) }
}

/** Nearer starts than these are one choice to a customer: less than a step of the grid, and no second job fits between. */
function nearMinutes({
  slotIntervalMinutes,
  bufferBeforeMinutes,
  blockMinutes,
  bufferAfterMinutes,
}: TypePlan) {
  return Math.min(slotIntervalMinutes, bufferBeforeMinutes + blockMinutes[0]! + bufferAfterMinutes)
}
