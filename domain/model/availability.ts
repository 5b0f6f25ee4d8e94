/**
 * The vocabulary of the availability engine, as plain data. A *minute* is a whole number of minutes since
 * 1970-01-01T00:00Z (it fits int32 until the year 6053); a *day* is a whole number of days since 1970-01-01 on a local
 * calendar.
 */
import type { Intervals } from "../time/intervals.ts"
import type { ClassPlan, SessionPlan } from "./class-seats.ts"
import type { AddressAccuracy, CodeOfCity, GeoPoint, ServiceArea } from "./geo.ts"
import type { DateOverride, WeeklyHours } from "./hours.ts"
import type { ResourceInput, ResourceNeed } from "./resource-plan.ts"

export type Minute = number
export type Day = number

/** A job that a provider has already, and where it takes place. Drive time is judged from these. */
export interface LocatedJob extends GeoPoint {
  start: Minute
  end: Minute
}

/** A job at which a customer is occupied, with its appointment. */
export interface CustomerJob {
  id: number
  start: Minute
  end: Minute
}

/** How a provider gets from visit to visit. */
export interface TravelPlan {
  speedKmh: number
  /** How many times longer roads are than the straight line. */
  roadFactor: number
  /** To park and set up before each visit. */
  setupMinutes: number
}

/**
 * Driving times that a routing service gave, in seconds, between the customer of a search and other points, each under its
 * `pointKey`. Null where the service was asked in vain: then, and where a point is missing, the distance is the estimate.
 */
export interface DrivingTimes {
  toCustomer: ReadonlyMap<number, number | null>
  fromCustomer: ReadonlyMap<number, number | null>
}

export interface LocationPlan {
  id: number
  name: string
  zone: string
  point: GeoPoint | null
  serviceArea: ServiceArea
  /** The dates on which the company is closed there, normalized; left out for none. */
  closed?: Intervals
}

export interface ProviderPlan {
  id: number
  name: string
  /** The start and end of the provider's days on the road; null means at the location. */
  startPoint: GeoPoint | null
  maxTravelKm: number | null
  /** Null: travel is not judged. Always null unless the type takes place at the customer. */
  travel: TravelPlan | null
  hours: readonly WeeklyHours[]
  overrides: readonly DateOverride[]
  /** Not merged; may overlap. */
  timeOff: Intervals
  /** Occupied by own appointments (buffers included) and by connected calendars. Not merged; may overlap. */
  busy: Intervals
  /** Starts of this type's own blocks, for the daily limit; empty when there is none. */
  typeStarts: Int32Array
  /** Jobs whose coordinates are known; empty unless the type takes place at the customer. */
  jobs: readonly LocatedJob[]
  /** The provider's types, and all visits with the freedom that the planner has in each; left out where no window is promised. */
  team?: { typeIds: readonly number[]; visits: readonly TeamVisit[] }
}

/** A visit of a provider as it is planned at present. */
export interface TeamVisit {
  appointmentId: number
  /** Time that is only kept, under a hold or as a proposal: what keeps it. The id above is then no appointment's, and below 0. */
  keptBy?: { kind: "hold" | "appointment"; id: number }
  typeId: number
  locationId: number
  /** With its buffers, and the work in between. */
  start: Minute
  end: Minute
  jobStart: Minute
  jobEnd: Minute
  point: GeoPoint | null
  /** The promised window; null for a promised start. */
  window: { start: Minute; end: Minute } | null
  /** Its minute and its provider stay as they are. */
  isLocked: boolean
  /** Its provider stays. */
  keepsProvider: boolean
  /** The providers of a visit that takes several, the lead first; left out for one. */
  crewIds?: readonly number[]
  /** It takes rooms or equipment at its minute, which stays therefore; who comes may change. */
  keepsMinute?: boolean
}

/** `packed`: besides the grid, the starts that leave no gap beside busy time. `packed_only`: these alone are shown. */
export type StartsOffered = "grid" | "packed" | "packed_only"

/** A stretch of a job in which the provider is there, in minutes from its start; the end exclusive. */
export interface JobPart {
  from: Minute
  to: Minute
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
  starts: StartsOffered
  minNoticeMinutes: number
  bookingWindowDays: number
  dailyLimit: number | null
  /** A working day whose hours do not hold a further block of the job is passed over. */
  skipShortDays: boolean
  /** Rooms and equipment that each block of the job takes; left out for none. */
  needs?: readonly ResourceNeed[]
  /** The promised window; null or left out where a start is promised. */
  windowMinutes?: number | null
  /** How many providers it takes at once; left out for one. */
  crew?: number
  /** The parts of the one block in which the provider is there; left out where that is all of it. */
  parts?: readonly JobPart[] | undefined
  /** The sessions of a class, which are all that can be booked, regardless of hours. Left out of all other types. */
  classes?: ClassPlan
}

/** The address of a job at the customer's. The point decides radius and polygon areas, the postal code the others. */
export interface ServiceAddress {
  point: GeoPoint | null
  postalCode: string | null
  country: string | null
  /** How exact `point` is; null or left out when the caller sent the point, and before a geocoder was asked. */
  accuracy?: AddressAccuracy | null
  /** All codes of the city, of an address without a postal code that is known by its city alone. */
  cityCodes?: readonly CodeOfCity[] | null
}

/**
 * The input of one search. `locations` are the active ones that the type may take place at, `providers` the active ones that
 * offer the type; filters, the request's wishes and the assignment are applied by the engine.
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
  /** Times of these alone are asked for; all of `providers` still make up teams and crews. Left out for all. */
  askedProviderIds?: ReadonlySet<number> | undefined
  request: {
    earliestDay: Day | null
    latestDay: Day
    locationId: number | null
    providerId: number | null
  } | null
  assignedProviderId: number | null
  serviceAddress: ServiceAddress | null
  /** The jobs of the customer's other appointments; empty where they do not bind. */
  customerJobs: readonly CustomerJob[]
  /** Null without a routing service. */
  driving: DrivingTimes | null
  /** The resources of the groups that the type needs; left out where it needs none. */
  resources?: ResourceInput
  /** For a move: the filters are the appointment's own provider and location, or those that staff move it to. */
  moves: boolean
  /** The time that a moved appointment has, which is never recommended. */
  present?: PresentTime | null
  /** At this minute of the local day before, the plan of a day is fixed; left out: never. */
  freezeMinute?: number
  /** Staff judgement: notice, booking window, request dates, service area and travel do not bind. */
  overrideEligibility: boolean
}

export interface PresentTime {
  /** Null for a promised window, even where one is planned for it. */
  providerId: number | null
  locationId: number
  start: Minute
}

export interface ProviderLocation {
  provider: ProviderPlan
  location: LocationPlan
}

/** The provider's bookable times at one location. */
export interface ProviderLocationStarts extends ProviderLocation {
  /** Sorted starts of the first block. */
  starts: readonly Minute[]
}

/** The drives of one provider to and from the customer of a search. */
export interface Drives {
  /** The minutes at which a job of this length must not start; normalized. */
  startsOutOfReach(jobMinutes: number): Intervals
  /** The minutes of the drive to a job that starts then, and of the drive on from it, by the neighbours on its date. */
  drivesAround(start: Minute): DrivesAround
}

export interface DrivesAround {
  there: number
  onward: number
}

/** The starts, with the working intervals (normalized) and the busy intervals (disjoint) that they lie between. */
export interface FoundStarts extends ProviderLocationStarts {
  /** The packed starts that are not on the grid, sorted. */
  offGrid: readonly Minute[]
  /** The packed starts of a type that shows these alone; empty for all others. */
  packed: readonly Minute[]
  open: Intervals
  busy: Intervals
  /** Null where drives are not judged. */
  drives: Drives | null
}

/**
 * The point at which a part of a long answer begins: a local date, and on that date behind the provider at the location with
 * these ids.
 */
export interface PartBegin {
  day: Day
  after: { providerId: number; locationId: number } | null
}

export interface Slot extends ProviderLocation {
  start: Minute
  /** The session of a class's slot that was found beyond the asked dates. */
  session?: SessionPlan
}

/** Why a search finds nothing on any date. `address_not_found`: there is an address, and it is not known where it is. */
export const emptyReasons = [
  "no_address",
  "address_not_found",
  "out_of_service_area",
  "provider_does_not_offer_type",
  "no_provider_offers_type",
] as const
export type EmptyReason = (typeof emptyReasons)[number]

/** A filter that is not usable for this customer, with a sentence that can be said aloud. */
export interface UnusableFilter {
  field: "location_id" | "provider_id"
  why:
    | "assigned"
    | "requestedPerson"
    | "requestedLocation"
    | "remote"
    | "notOffered"
    | "personDoesNotCome"
    | "locationDoesNotServe"
  /** The provider, location or type that the sentence names. */
  name: string
  say: string
}

export interface SearchResult {
  offered: readonly FoundStarts[]
  /** Up to five, best first; each also in `offered`. */
  recommended: readonly Slot[]
  reason: EmptyReason | null
  unusableFilter: UnusableFilter | null
}
