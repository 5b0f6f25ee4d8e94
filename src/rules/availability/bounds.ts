/**
 * Which minutes a job may start at by the calendar alone: wanted dates, the request's dates, notice, booking window.
 */

import type { Day, Intervals, LocationPlan, Minute, SearchInput } from "../../model/availability.ts"
import { notBefore } from "../../time/intervals.ts"
import { localDay, minutesOfDays } from "../../time/local-time.ts"
import { minuteOf, msPerMinute } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"

/** Local dates, end exclusive, and the minutes of them that are not too soon. */
export interface StartBounds {
  firstDay: Day
  endDay: Day
  /** Plain; one pair but where a date comes twice. */
  windows: Intervals
}

/** The last day whose minutes fit 32 bits, with room for a job that begins on it. */
const LAST_DAY = 1_490_000

/** The bounds at one location, whose own dates they are; null when nothing can start there. */
export function startBounds(input: SearchInput, location: LocationPlan): StartBounds | null {
  const zone = zoneTable(location.zone)
  const earliest = earliestStart(input)
  const request = input.overrideEligibility ? null : input.request
  const firstDay = Math.max(
    input.firstDay,
    request?.earliestDay ?? input.firstDay,
    // One day less: where a clock goes back over midnight, yesterday's date comes once more.
    localDay(zone, earliest) - 1,
  )
  const endDay = Math.min(
    input.endDay,
    (request?.latestDay ?? LAST_DAY) + 1,
    windowEnd(input, zone),
    LAST_DAY,
  )
  if (firstDay >= endDay) return null
  const windows = notBefore(minutesOfDays(zone, firstDay, endDay), earliest)
  return windows.length === 0 ? null : { firstDay, endDay, windows }
}

/** Staff may book without notice, yet nobody books the past. */
function earliestStart(input: SearchInput): Minute {
  const noticeMinutes = input.overrideEligibility ? 0 : input.type.minNoticeMinutes
  return Math.ceil(input.now / msPerMinute) + noticeMinutes
}

function windowEnd(input: SearchInput, zone: ZoneTable): Day {
  if (input.overrideEligibility) return LAST_DAY
  return localDay(zone, minuteOf(input.now)) + input.type.bookingWindowDays + 1
}
