/**
 * Halloway Heating: Ana and Ben work from Downtown (Chicago) and Harbour (New York). Monday, 1 March 2027, is an
 * ordinary week; the clocks go forward on the night to Sunday the 14th.
 */

import type {
  LocationPlan,
  ProviderPlan,
  SearchInput,
  TypePlan,
} from "../../../../domain/model/availability.ts"
import { findStarts } from "../../../../domain/rules/availability/find-starts.ts"
import { dayOfDate } from "../../../../domain/time/dates.ts"
import { localToMinute, minuteToLocal } from "../../../../domain/time/local-time.ts"

export const CHICAGO = "America/Chicago"
export const NEW_YORK = "America/New_York"

export function day(date: string): number {
  return dayOfDate(date)!
}

export function minuteOfDay(clock: string): number {
  const [hour, minute] = clock.split(":")
  return Number(hour) * 60 + Number(minute)
}

/** The UTC minute of "2027-03-01 09:00" on a zone's clock. */
export function at(moment: string, zone: string = CHICAGO): number {
  const [date, clock] = moment.split(" ")
  return localToMinute(zone, day(date!), minuteOfDay(clock!))
}

export function pairs(...stretches: (readonly [string, string])[]): Int32Array {
  return Int32Array.from(stretches.flatMap(([from, to]) => [at(from), at(to)]))
}

export function hours(weekdays: readonly number[], start: string, end: string, locationId = 1) {
  const interval = { startMinute: minuteOfDay(start), endMinute: minuteOfDay(end) }
  return weekdays.map((weekday) => ({ locationId, weekday, ...interval }))
}

export const WEEKDAYS = [1, 2, 3, 4, 5]

export const downtown: LocationPlan = {
  id: 1,
  name: "Downtown",
  zone: CHICAGO,
  point: { latitude: 41.88, longitude: -87.63 },
  serviceArea: { kind: "anywhere" },
}

export const harbour: LocationPlan = { ...downtown, id: 2, name: "Harbour", zone: NEW_YORK }

export const ana: ProviderPlan = {
  id: 1,
  name: "Ana",
  startPoint: null,
  maxTravelKm: null,
  travel: null,
  hours: hours(WEEKDAYS, "09:00", "12:00"),
  overrides: [],
  timeOff: new Int32Array(0),
  busy: new Int32Array(0),
  typeStarts: new Int32Array(0),
  jobs: [],
}

export const ben: ProviderPlan = { ...ana, id: 2, name: "Ben" }

export const visit: TypePlan = {
  id: 1,
  name: "Boiler service",
  place: "at_location",
  blockMinutes: [60],
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  slotIntervalMinutes: 60,
  starts: "grid",
  minNoticeMinutes: 0,
  bookingWindowDays: 60,
  dailyLimit: null,
  skipShortDays: false,
}

/** A search on Monday, 1 March 2027, looked at from the week before. */
export function search(changes: Partial<SearchInput> = {}): SearchInput {
  return {
    now: Date.parse("2027-02-22T12:00:00Z"),
    firstDay: day("2027-03-01"),
    endDay: day("2027-03-02"),
    type: visit,
    locations: [downtown],
    providers: [ana],
    locationFilter: null,
    providerFilter: null,
    request: null,
    assignedProviderId: null,
    serviceAddress: null,
    customerJobs: [],
    driving: null,
    moves: false,
    overrideEligibility: false,
    ...changes,
  }
}

/** The starts that Ana (or another first provider) is offered at the first location, as that location's clock shows them. */
export function offered(input: SearchInput): string[] {
  const location = input.locations[0]!
  const { starts } = findStarts(input, { provider: input.providers[0]!, location })
  return [...starts].map((start) => clockOf(start, location.zone, input.firstDay))
}

/** "09:00" on the first day, "+1 09:00" on the day after. */
function clockOf(start: number, zone: string, firstDay: number): string {
  const local = minuteToLocal(zone, start)
  const hour = String(Math.floor(local.minuteOfDay / 60)).padStart(2, "0")
  const clock = `${hour}:${String(local.minuteOfDay % 60).padStart(2, "0")}`
  return local.day === firstDay ? clock : `+${local.day - firstDay} ${clock}`
}
