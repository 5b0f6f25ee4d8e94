/**
 * The vocabulary of the availability engine. Everything here is plain data:
 *
 * - a *minute* is a whole number of minutes since 1970-01-01T00:00Z (fits int32 until 6053);
 * - a *day* is a whole number of days since 1970-01-01 on a local calendar;
 * - *pairs* are `[start, end, start, end, …]` in an Int32Array, ends exclusive, sorted by start.
 */
import type { AddressAccuracy, GeoPoint, ServiceArea } from "./geo.ts"

export type Minute = number
export type Day = number
export type Intervals = Int32Array

/** One open stretch of a local day; `endMinute <= startMinute` means past midnight. Both are 0…1439. */
export interface DayInterval {
  startMinute: number
  endMinute: number
}

/** `weekday` counts 1 (Monday) to 7 (Sunday). */
export interface WeeklyHours extends DayInterval {
  locationId: number
  weekday: number
}

/** Replaces the weekly hours that begin on `day` at this location; no intervals closes the day. */
export interface DateOverride {
  locationId: number
  day: Day
  intervals: readonly DayInterval[]
}

/** A job already on a provider's day, with where it takes place; what drive time is judged from. */
export interface LocatedJob extends GeoPoint {
  start: Minute
  end: Minute
}

export interface LocationPlan {
  id: number
  name: string
  zone: string
  point: GeoPoint | null
  serviceArea: ServiceArea
}

export interface ProviderPlan {
  id: number
  name: string
  /** Where the provider sets out from; null means from the location. */
  startPoint: GeoPoint | null
  maxTravelKm: number | null
  hours: readonly WeeklyHours[]
  overrides: readonly DateOverride[]
  /** Not merged; may overlap. */
  timeOff: Intervals
  /** Occupied by own appointments (buffers included) and by connected calendars. Not merged; may overlap. */
  busy: Intervals
  /** Starts of this type's own blocks, for the daily limit; empty when there is none. */
  typeStarts: Int32Array
  /** Jobs with a known place; empty unless the type takes place at the customer. */
  jobs: readonly LocatedJob[]
}

/** The type with a request's, a chosen option's or a moved appointment's length already applied. */
export interface TypePlan {
  id: number
  name: string
  place: "at_location" | "at_customer" | "remote"
  /** Minutes of each working day; one entry for an ordinary appointment. */
  blockMinutes: readonly number[]
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  slotIntervalMinutes: number
  minNoticeMinutes: number
  bookingWindowDays: number
  dailyLimit: number | null
}

/** Where the customer is. A point decides radius and polygon areas, a postal code postal-code areas. */
export interface ServiceAddress {
  point: GeoPoint | null
  postalCode: string | null
  country: string | null
  /** How exact `point` is. Null or left out where it came with the address, or where nobody was asked. */
  accuracy?: AddressAccuracy | null
}

/**
 * What one search judges. `locations` are the active ones that the type may take place at, `providers` the active
 * ones that offer the type; filters, the request's wishes and the assignment are applied by the engine.
 */
export interface SearchInput {
  /** Epoch milliseconds. */
  now: number
  /** Wanted local dates, end exclusive. */
  firstDay: Day
  endDay: Day
  type: TypePlan
  locations: readonly LocationPlan[]
  providers: readonly ProviderPlan[]
  locationFilter: number | null
  providerFilter: number | null
  request: {
    earliestDay: Day | null
    latestDay: Day
    locationId: number | null
    providerId: number | null
  } | null
  assignedProviderId: number | null
  serviceAddress: ServiceAddress | null
  /** Staff judgement: notice, booking window, request dates and service area do not bind. */
  overrideEligibility: boolean
}

/** The provider's times at one location. */
export interface ProviderLocationStarts {
  provider: ProviderPlan
  location: LocationPlan
  /** Sorted starts of the first block. */
  starts: Int32Array
}

export interface Slot {
  provider: ProviderPlan
  location: LocationPlan
  start: Minute
}

export type EmptyReason =
  | "no_address"
  | "out_of_service_area"
  | "provider_does_not_offer_type"
  | "no_provider_offers_type"

/** Why a filter is not usable for this customer: a sentence that can be said aloud. */
export interface UnusableFilter {
  field: "location_id" | "provider_id"
  say: string
}

export interface SearchResult {
  offered: readonly ProviderLocationStarts[]
  /** Up to five, best first; each also in `offered`. */
  recommended: readonly Slot[]
  reason: EmptyReason | null
  unusableFilter: UnusableFilter | null
}
