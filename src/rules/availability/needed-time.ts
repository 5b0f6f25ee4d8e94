/**
 * How much of a provider's time must be loaded for a search.
 */
import { reachDays } from "./multi-day.ts"
import { DAYS_BEFORE_WHEN_OPEN_ALL_NIGHT } from "./open-hours.ts"
import type { Day, Minute, TypePlan } from "./types.ts"

const MINUTES_PER_DAY = 1440

/**
 * The UTC minutes (end exclusive) from which busy time, time off, starts of the type and placed jobs can bear on starts
 * of local days `firstDay…endDay` (end exclusive), in whatever zone. One day more on both sides than a zone can need.
 */
export function neededTime(type: TypePlan, firstDay: Day, endDay: Day): { from: Minute; until: Minute } {
  const daysBefore = DAYS_BEFORE_WHEN_OPEN_ALL_NIGHT + 1
  const daysAfter = reachDays(type) + 1
  return {
    from: (firstDay - daysBefore) * MINUTES_PER_DAY - type.bufferBeforeMinutes,
    until: (endDay + daysAfter) * MINUTES_PER_DAY + type.bufferAfterMinutes,
  }
}
