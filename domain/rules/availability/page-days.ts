/** What the calendar of a page says of days: which can be chosen, and which are full. */

import type { Day, FoundStarts, Minute, ProviderLocation, SearchInput } from "../../model/availability.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import { dateOfDay, dayOfDate } from "../../time/dates.ts"
import { localDay, minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import { servingZones } from "../requests/request-state.ts"
import { eligibleLocations } from "./eligible-locations.ts"
import { findSessions } from "./find-sessions.ts"
import { findStarts } from "./find-starts.ts"
import { finished } from "./steps.ts"

export interface BookableDates {
  /** Both inclusive. */
  firstDate: string
  lastDate: string
}

/** Dates that are null do not bind. */
interface Wanted {
  earliest_date: string | null
  latest_date: string | null
  location_id: number | null
}

/**
 * The local dates on which a request can be booked or an appointment can be moved to: the range of a page's calendar. Null
 * when the window ends before the wanted dates begin.
 */
export function bookableDates(loaded: LoadedSchedules, wanted: Wanted, now: number): BookableDates | null {
  const minute = minuteOf(now)
  const todays = servingZones(loaded, wanted.location_id).map((zone) => minuteToLocal(zone, minute).day)
  const earliest = wanted.earliest_date === null ? Number.NEGATIVE_INFINITY : dayOfDate(wanted.earliest_date)!
  const latest = wanted.latest_date === null ? Number.POSITIVE_INFINITY : dayOfDate(wanted.latest_date)!
  const first = Math.max(Math.min(...todays), earliest)
  const windowEnd = Math.max(...todays) + loaded.type!.booking_window_days
  const last = Math.min(windowEnd, latest)
  return last < first ? null : { firstDate: dateOfDay(first), lastDate: dateOfDay(last) }
}

/** Days on which a provider works but has no time left: a customer reads them otherwise than days without hours. */
export interface FullDays extends ProviderLocation {
  /** Sorted local days of the location. */
  days: readonly Day[]
}

/**
 * The wanted days on which a start would be offered if nothing were booked yet, and none is. Days that are closed, off,
 * or outside notice and booking window are not full. A provider at a location without full days is left out. `found` is all
 * that the search of this input found.
 */
export function fullDays(input: SearchInput, found: readonly FoundStarts[]): FullDays[] {
  return eligibleLocations(input).providerLocations.flatMap(({ provider, location }) => {
    const own = found.find((entry) => entry.provider === provider && entry.location === location)
    const zone = zoneTable(location.zone)
    const freeDays = new Set(daysOf(own?.starts ?? [], zone))
    const openDays = daysOf(startsUnbooked(input, { provider, location }), zone)
    const days = openDays.filter((day) => !freeDays.has(day))
    return days.length === 0 ? [] : [{ provider, location, days }]
  })
}

/** Of a class, all sessions, whether or not seats are left. */
function startsUnbooked(input: SearchInput, { provider, location }: ProviderLocation): readonly Minute[] {
  const { type } = input
  if (type.classes) {
    const anySeats = { ...input, type: { ...type, classes: { ...type.classes, seats: 0 } } }
    return finished(findSessions(anySeats, [{ provider, location }]))[0]?.starts ?? []
  }
  const unbooked = { ...provider, busy: none, typeStarts: none, jobs: [] }
  return findStarts(input, { provider: unbooked, location }).starts
}

const none = new Int32Array(0)

/** The local days of sorted starts, each once, even where a clock goes back over midnight and a date comes again. */
function daysOf(starts: readonly Minute[], zone: ZoneTable): Day[] {
  const days: Day[] = []
  let latest = Number.NEGATIVE_INFINITY
  for (const start of starts) {
    const day = localDay(zone, start)
    if (day <= latest) continue
    latest = day
    days.push(day)
  }
  return days
}
