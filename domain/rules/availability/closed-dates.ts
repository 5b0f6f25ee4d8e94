/** When a location is closed, by the dates on which the company takes time off as a whole. */
import type { ClosedDates } from "../../model/company-time-off.ts"
import type { ScheduleRow } from "../../model/schedules.ts"
import { type Intervals, normalized } from "../../time/intervals.ts"
import { minutesOfDays } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"

interface Zoned {
  id: number
  zone: string
}

const none: Intervals = new Int32Array(0)

/** The minutes of the closed dates on the location's own calendar, normalized. */
export function closedMinutes(closed: readonly ClosedDates[], location: Zoned): Intervals {
  if (closed.length === 0) return none
  return normalized(
    Int32Array.from(ofLocation(closed, location).flatMap((dates) => [...minutesOf(dates, location)])),
  )
}

/** The records behind them; one whose dates come twice is there twice. */
export function closedRows(closed: readonly ClosedDates[], location: Zoned): ScheduleRow[] {
  return ofLocation(closed, location).flatMap((dates) => {
    const minutes = minutesOf(dates, location)
    return Array.from({ length: minutes.length / 2 }, (_, i) => ({
      ...{ id: dates[0], start: minutes[2 * i]!, end: minutes[2 * i + 1]!, writtenAt: dates[4] },
      isOfCompany: true as const,
    }))
  })
}

const ofLocation = (closed: readonly ClosedDates[], { id }: Zoned) =>
  closed.filter(([, , , locationIds]) => locationIds === null || locationIds.includes(id))

const minutesOf = ([, startDay, endDay]: ClosedDates, { zone }: Zoned) =>
  minutesOfDays(zoneTable(zone), startDay, endDay + 1)
