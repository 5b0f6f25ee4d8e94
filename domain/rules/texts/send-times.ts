/** When a text may be sent: within the allowed hours of the recipient's clock, and again after a failed attempt. */
import { localToMinute, minuteToLocal } from "../../time/local-time.ts"
import { minuteOf, msPerMinute } from "../../time/units.ts"

/** Minutes of the day, `[start, end)`; an end before the start runs over midnight, and equal ones allow all day. */
export interface QuietHours {
  startMinute: number
  endMinute: number
}

/** Two zones share an allowed moment within a day, or never. */
const mostSteps = 8

export function isAllowed({ startMinute, endMinute }: QuietHours, zone: string, now: number): boolean {
  if (startMinute === endMinute) return true
  const { minuteOfDay } = minuteToLocal(zone, minuteOf(now))
  return startMinute < endMinute
    ? minuteOfDay >= startMinute && minuteOfDay < endMinute
    : minuteOfDay >= startMinute || minuteOfDay < endMinute
}

/**
 * The first moment from `now` on that is allowed in every one of the zones, in epoch milliseconds. When the zones share
 * no such moment, the first zone alone decides.
 */
export function nextAllowed(hours: QuietHours, zones: readonly [string, ...string[]], now: number): number {
  let at = now
  for (let step = 0; step < mostSteps; step++) {
    const quiet = zones.filter((zone) => !isAllowed(hours, zone, at))
    if (quiet.length === 0) return at
    at = Math.max(...quiet.map((zone) => nextStart(hours, zone, at)))
  }
  return isAllowed(hours, zones[0], now) ? now : nextStart(hours, zones[0], now)
}

/** The next start of the hours after a moment outside them. */
function nextStart({ startMinute }: QuietHours, zone: string, now: number): number {
  const { day } = minuteToLocal(zone, minuteOf(now))
  const starts = [day, day + 1].map((each) => localToMinute(zone, each, startMinute) * msPerMinute)
  return starts.find((start) => start > now) ?? starts[1]!
}

/**
 * Retries come soon at first, because a code is useful for a short time only, and go on for about eight hours, because a
 * carrier may be down for a while.
 */
const retryDelaysSeconds = [2, 5, 15, 30, 60, 120, 300, 900, 1_800, 3_600, 7_200, 14_400]

/**
 * When a text that the carrier refused is sent again, in epoch milliseconds; null when no retry can be in time.
 * `attempts` counts the one that just failed.
 */
export function nextTextTry(
  attempts: number,
  retryAfterSeconds: number | null,
  goodUntil: number,
  now: number,
): number | null {
  const delay = retryDelaysSeconds[attempts - 1]
  if (delay === undefined) return null
  const at = now + Math.max(delay, retryAfterSeconds ?? 0) * 1_000
  return at < goodUntil ? at : null
}
