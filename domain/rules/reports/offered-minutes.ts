/** How many minutes providers work: after date overrides and time off, on each date at each location. */
import type { Day, ProviderPlan } from "../../model/availability.ts"
import type { ClosedDates } from "../../model/company-time-off.ts"
import { closedMinutes } from "../availability/closed-dates.ts"
import { workingIntervals } from "../availability/working-intervals.ts"
import { startOfDay } from "./report-days.ts"

export interface OfferedDays {
  firstDay: Day
  lastDay: Day
  locations: readonly { id: number; name: string; timezone: string }[]
  providers: readonly ProviderPlan[]
  closed: readonly ClosedDates[]
}

/** The owner of the minutes. */
export interface Offered {
  day: Day
  locationId: number
  providerId: number
}

/** The sum of minutes for each key that `keyOf` gives; in steps, since two years of many providers take long. */
export function* offeredMinutes(
  { firstDay, lastDay, locations, providers, closed }: OfferedDays,
  keyOf: (offered: Offered) => number,
): Generator<void, Map<number, number>> {
  const sums = new Map<number, number>()
  for (const { id, timezone } of locations) {
    const place = { id, zone: timezone, closed: closedMinutes(closed, { id, zone: timezone }) }
    const starts = Array.from({ length: lastDay - firstDay + 2 }, (_, at) =>
      startOfDay(timezone, firstDay + at),
    )
    for (const provider of providers) {
      if (!worksAt(provider, id)) continue
      yield
      const intervals = workingIntervals(provider, place, firstDay, lastDay + 1)
      let at = 0
      for (let i = 0; i < intervals.length; i += 2) {
        // Work over midnight counts on both dates.
        while (at < starts.length - 2 && starts[at + 1]! <= intervals[i]!) at += 1
        for (let next = at; next < starts.length - 1 && starts[next]! < intervals[i + 1]!; next++) {
          const minutes =
            Math.min(intervals[i + 1]!, starts[next + 1]!) - Math.max(intervals[i]!, starts[next]!)
          if (minutes <= 0) continue
          const key = keyOf({ day: firstDay + next, locationId: id, providerId: provider.id })
          sums.set(key, (sums.get(key) ?? 0) + minutes)
        }
      }
    }
  }
  return sums
}

const worksAt = ({ hours, overrides }: ProviderPlan, locationId: number): boolean =>
  hours.some((each) => each.locationId === locationId) ||
  overrides.some((each) => each.locationId === locationId)
