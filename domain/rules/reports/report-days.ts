/** The dates of reports: which dates a span of time touches, and which instants a date has at a location. */
import type { Day, Minute } from "../../model/availability.ts"
import type { LocalDay } from "../../model/report.ts"
import { localDay, wallToMinute } from "../../time/local-time.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../time/units.ts"
import { zoneTable } from "../../time/zone-table.ts"

/** When a date begins in the zone. A date ends where the next begins, so that every instant has one date. */
export const startOfDay = (zone: string, day: Day): Minute =>
  wallToMinute(zoneTable(zone), day * minutesPerDay)

/** The date of an instant. A clock that goes back over midnight does not bring a date back. */
export function dayAt(zone: string, at: Date): Day {
  const minute = minuteOf(at.getTime())
  let day = localDay(zoneTable(zone), minute)
  while (startOfDay(zone, day + 1) <= minute) day += 1
  return day
}

/** Adds the dates that a span touches in any of the zones. */
export function addDays(days: Set<Day>, zones: Iterable<string>, from: Date, until: Date): void {
  for (const zone of zones) for (let day = dayAt(zone, from); day <= dayAt(zone, until); day++) days.add(day)
}

/** The bounds of the lead times: a booking made on the date itself, on the day before, up to three, seven … days before. */
const leadDays = [0, 1, 3, 7, 14, 30] as const

export const localDayOf = (locationId: number, zone: string, day: Day): LocalDay => ({
  locationId,
  from: startOfDay(zone, day),
  until: startOfDay(zone, day + 1),
  leads: leadDays.map((lead) => new Date(startOfDay(zone, day - lead) * msPerMinute)),
})
