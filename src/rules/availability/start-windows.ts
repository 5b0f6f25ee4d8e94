/**
 * Which minutes a job may start at by the calendar alone: wanted dates, the request's dates, notice, booking window and
 * the daily limit.
 */

import type {
  Day,
  LocationPlan,
  Minute,
  ProviderPlan,
  SearchInput,
  TypePlan,
} from "../../model/availability.ts"
import { type Intervals, notBefore, subtract } from "../../time/intervals.ts"
import { localDay, minutesOfDays } from "../../time/local-time.ts"
import { minuteOf, msPerMinute } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"

/** Local dates, end exclusive, and the minutes of them that are not too soon. */
export interface StartBounds {
  firstDay: Day
  endDay: Day
  /** Normalized; one interval except where a date comes twice. */
  windows: Intervals
}

/** The last day whose minutes fit 32 bits, with room for a job that begins on it. */
const LAST_DAY = 1_490_000

/** The bounds at one location, on its own calendar; null when nothing can start there. */
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
    bookingWindowEnd(input, zone),
    LAST_DAY,
  )
  if (firstDay >= endDay) return null
  const windows = notBefore(minutesOfDays(zone, firstDay, endDay), earliest)
  return windows.length === 0 ? null : { firstDay, endDay, windows }
}

/** Staff may book without notice, but never in the past. */
function earliestStart(input: SearchInput): Minute {
  const noticeMinutes = input.overrideEligibility ? 0 : input.type.minNoticeMinutes
  return Math.ceil(input.now / msPerMinute) + noticeMinutes
}

function bookingWindowEnd(input: SearchInput, zone: ZoneTable): Day {
  if (input.overrideEligibility) return LAST_DAY
  return localDay(zone, minuteOf(input.now)) + input.type.bookingWindowDays + 1
}

/** How many appointments of the type may begin on one local date of a provider, and how many do already. */
export interface DailyLimit {
  most: number
  startsByDay: ReadonlyMap<Day, number>
}

/** Null when the type has no limit. */
export function dailyLimitOf(type: TypePlan, provider: ProviderPlan, zone: ZoneTable): DailyLimit | null {
  if (type.dailyLimit === null) return null
  const startsByDay = new Map<Day, number>()
  for (const start of provider.typeStarts) {
    const day = localDay(zone, start)
    startsByDay.set(day, (startsByDay.get(day) ?? 0) + 1)
  }
  return { most: type.dailyLimit, startsByDay }
}

export function isBelowLimit(limit: DailyLimit | null, day: Day): boolean {
  return limit === null || (limit.startsByDay.get(day) ?? 0) < limit.most
}

/** The windows of the bounds without the dates that are full. */
export function windowsWithinLimit(
  bounds: StartBounds,
  limit: DailyLimit | null,
  zone: ZoneTable,
): Intervals {
  let windows = bounds.windows
  if (limit === null) return windows
  for (let day = bounds.firstDay; day < bounds.endDay; day++) {
    if (!isBelowLimit(limit, day)) windows = subtract(windows, minutesOfDays(zone, day, day + 1))
  }
  return windows
}
