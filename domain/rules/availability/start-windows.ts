/**
 * The minutes at which a job may start by the calendar alone: wanted dates, the request's dates, notice, booking window and
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
import { localDay, minutesOfDays, wallToMinute } from "../../time/local-time.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"

/** Local dates, end exclusive, and the minutes of them that are not too soon. */
export interface StartBounds {
  firstDay: Day
  endDay: Day
  /** Normalized; one interval except where a date comes twice. */
  windows: Intervals
}

/** How far ahead of one block of a job the next working day is looked for. */
export const LOOK_AHEAD_DAYS = 14

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

/** The bounds that a start breaks, but for the wanted dates and the daily limit: its reasons and their causes. */
export function brokenBounds(input: SearchInput, location: LocationPlan, start: Minute): BrokenBound[] {
  const zone = zoneTable(location.zone)
  const day = localDay(zone, start)
  const broken: BrokenBound[] = []
  const earliest = earliestStart(input)
  if (start < earliest) {
    const isOver = start < earliest - noticeMinutesOf(input)
    broken.push({ code: "notice", from: earliest, value: isOver ? 0 : noticeMinutesOf(input) })
  }
  const endDay = Math.min(bookingWindowEnd(input, zone), LAST_DAY)
  if (day >= endDay) {
    const days = endDay - 1 - localDay(zone, minuteOf(input.now))
    broken.push({ code: "booking_window", to: wallToMinute(zone, endDay * minutesPerDay), value: days })
  }
  const request = input.overrideEligibility ? null : input.request
  if (request !== null && (day < (request.earliestDay ?? day) || day > request.latestDay)) {
    const to = wallToMinute(zone, (request.latestDay + 1) * minutesPerDay)
    const from =
      request.earliestDay === null ? {} : { from: wallToMinute(zone, request.earliestDay * minutesPerDay) }
    broken.push({ code: "request_dates", ...from, to })
  }
  return broken
}

export interface BrokenBound {
  code: "notice" | "booking_window" | "request_dates"
  /** The minutes that keep the bound, the end exclusive. */
  from?: Minute
  to?: Minute
  /** The notice in minutes, 0 for a start that has passed; or the window in days. */
  value?: number
}

/** The minutes at which what notice says of a start changes. */
export const noticeEdges = (input: SearchInput): Minute[] => [
  earliestStart(input) - noticeMinutesOf(input),
  earliestStart(input),
]

function earliestStart(input: SearchInput): Minute {
  return Math.ceil(input.now / msPerMinute) + noticeMinutesOf(input)
}

/** Staff may book without notice, but never in the past. */
function noticeMinutesOf({ overrideEligibility, type }: SearchInput): number {
  return overrideEligibility ? 0 : type.minNoticeMinutes
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
