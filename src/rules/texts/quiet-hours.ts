/** When texts that nobody waits for may go: between two times of day on the recipient's clock. */
import { localToMinute, minuteToLocal } from "../../time/local-time.ts"
import { msPerMinute } from "../../time/units.ts"

/** Minutes of the day, `[start, end)`; an end before the start runs over midnight, and equal ones allow all day. */
export interface QuietHours {
  startMinute: number
  endMinute: number
}

/** Two zones agree within a day, unless they never do. */
const mostSteps = 8

export function isAllowed({ startMinute, endMinute }: QuietHours, zone: string, now: number): boolean {
  if (startMinute === endMinute) return true
  const { minuteOfDay } = minuteToLocal(zone, Math.floor(now / msPerMinute))
  return startMinute < endMinute
    ? minuteOfDay >= startMinute && minuteOfDay < endMinute
    : minuteOfDay >= startMinute || minuteOfDay < endMinute
}

/**
 * The first moment from `now` on that is allowed in every one of the zones, in epoch milliseconds. Where they have no
 * moment in common, the first zone decides alone.
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
  const { day } = minuteToLocal(zone, Math.floor(now / msPerMinute))
  const starts = [day, day + 1].map((each) => localToMinute(zone, each, startMinute) * msPerMinute)
  return starts.find((start) => start > now) ?? starts[1]!
}
