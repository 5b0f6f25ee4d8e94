/** The days of a page's calendar: which can be chosen, and which are full. */

import type {
  Day,
  FoundStarts,
  Minute,
  ProviderLocation,
  ProviderLocationStarts,
  SearchInput,
} from "../../model/availability.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import { dateOfDay, dayOfDate } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { servingZones } from "../requests/request-state.ts"
import { datesOf } from "./answer-parts.ts"
import { eligibleLocations } from "./eligible-locations.ts"
import { findSessions } from "./find-sessions.ts"
import { type AtLocation, findStarts, sharedAt } from "./find-starts.ts"
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
export const fullDays = (input: SearchInput, found: readonly FoundStarts[]): FullDays[] =>
  finished(fullDaysSteps(input, found))

/** The same in steps, between which other work may be done: it searches all days once more. */
export function* fullDaysSteps(
  input: SearchInput,
  found: readonly FoundStarts[],
): Generator<void, FullDays[]> {
  const keyOf = ({ provider, location }: ProviderLocation) => `${provider.id} ${location.id}`
  const foundAt = new Map(found.map((entry) => [keyOf(entry), entry]))
  const shared = new Map(input.locations.map((location) => [location, sharedAt(input, location)]))
  const full: FullDays[] = []
  for (const at of eligibleLocations(input).providerLocations) {
    const { provider, location } = at
    const freeDays = new Set(daysOf({ ...at, starts: foundAt.get(keyOf(at))?.starts ?? [] }))
    const openDays = daysOf({ ...at, starts: startsUnbooked(input, at, shared.get(location)!) })
    const days = openDays.filter((day) => !freeDays.has(day))
    if (days.length > 0) full.push({ provider, location, days })
    yield
  }
  return full
}

/** All sessions of a class, with or without seats left. */
function startsUnbooked(
  input: SearchInput,
  { provider, location }: ProviderLocation,
  shared: AtLocation,
): readonly Minute[] {
  const { type } = input
  if (type.classes) {
    const anySeats = { ...input, type: { ...type, classes: { ...type.classes, seats: 0 } } }
    return finished(findSessions(anySeats, [{ provider, location }]))[0]?.starts ?? []
  }
  const unbooked = { ...provider, busy: none, typeStarts: none, jobs: [] }
  return findStarts(input, { provider: unbooked, location }, shared).starts
}

const none = new Int32Array(0)

/** The local days of sorted starts, each once, even where a clock goes back over midnight and a date comes again. */
function daysOf(offered: ProviderLocationStarts): Day[] {
  const days: Day[] = []
  let latest = Number.NEGATIVE_INFINITY
  for (const { day } of datesOf(offered)) {
    if (day <= latest) continue
    latest = day
    days.push(day)
  }
  return days
}
