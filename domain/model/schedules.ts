/** The input of one search or booking, as the store reads it in one round trip. */
import { msPerMinute } from "../time/units.ts"
import type { DistanceUnit } from "../units/distance.ts"
import type { DurationOption } from "./appointment.ts"
import type { DrivingTimes, Minute, ProviderPlan, StartsOffered } from "./availability.ts"
import type { SeatsOfType, SessionPlan } from "./class-seats.ts"
import type { ClosedDates } from "./company-time-off.ts"
import type { Metadata } from "./external-data.ts"
import type { AddressAccuracy, CodeOfCity, ServiceArea } from "./geo.ts"
import type { Question } from "./question.ts"
import type { ResourceInput } from "./resource-plan.ts"
import type { SchedulingRequest } from "./scheduling-request.ts"
import type { Travel } from "./travel.ts"
import type { TypeConfirmation } from "./type-confirmation.ts"
import type { NeedsOfType } from "./type-needs.ts"
import type { Address } from "./views.ts"

/** How a connected calendar is reached, as it is stored. */
export interface CalendarConnection {
  id: number
  writes: boolean
  timezone: string
  zone_is_set: boolean
  unanswered_blocks: boolean
  owner_email: string | null
  /** Sealed. */
  settings: string
  mark: string
  /** The version of the last reading, which covers the minutes up to `read_until_minute`. */
  read_version: string | null
  read_until_minute: number | null
}

/** A provider's connected calendar, as a search or a booking needs to know it. Epoch milliseconds. */
export interface ScheduleCalendar {
  id: number
  provider_id: number
  writes: boolean
  last_read_at: number | null
  failing_since: number | null
  /** Only when one provider's schedule was loaded, so that the calendar can be asked live. */
  connection?: CalendarConnection
}

export interface ScheduleCompany {
  name: string
  phone: string | null
  /** The first voice channel's number. */
  voice_phone: string | null
  timezone: string
  locale: "en" | "fr" | "es"
  accent_color: string
  logo_hash: string | null
  logo_width: number | null
  logo_height: number | null
  /** The slug of its public page; null while that is off. */
  page_slug: string | null
  embed_origins: string[]
  thank_you_url: string | null
  thank_you_text: string | null
  booking_links_enabled: boolean
  provider_assignment: "none" | "per_customer"
  travel: Travel | null
  /** Null: that of the country of its time zone. */
  distance_unit: DistanceUnit | null
  linked_gap_minutes: number
  /** At this minute of the local day before, the plan of a day is fixed. */
  plan_freeze_minute: number
}

export interface ScheduleType extends NeedsOfType, TypeConfirmation, SeatsOfType {
  id: number
  name: string
  description: string | null
  price_text: string | null
  image_hash: string | null
  active: boolean
  kind: "open" | "by_request"
  block_minutes: number[]
  duration_options: DurationOption[]
  buffer_before_minutes: number
  buffer_after_minutes: number
  slot_interval_minutes: number
  starts: StartsOffered
  min_notice_minutes: number
  booking_window_days: number
  cancel_notice_minutes: number
  daily_limit: number | null
  place: "at_location" | "at_customer" | "remote"
  provider_choice: boolean
  skip_short_days: boolean
  customer_overlap: boolean
  public_booking: boolean
  /** Null for all. */
  location_ids: number[] | null
  questions: Question[]
  questions_version: number
  /** Null where a start is promised. */
  window_minutes: number | null
}

export interface ScheduleCustomer {
  id: number
  external_ref: string | null
  /** Left out for none. */
  metadata?: Metadata | null
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  address: Address | null
  latitude: number | null
  longitude: number | null
  address_accuracy: AddressAccuracy | null
  /** Null but for an address that is known by its city alone. */
  address_city_codes: readonly CodeOfCity[] | null
  assigned_provider_id: number | null
  locale: "en" | "fr" | "es" | null
}

export interface ScheduleLocation {
  id: number
  name: string
  timezone: string
  latitude: number | null
  longitude: number | null
  service_area: ServiceArea
  address: Address | null
}

export interface ScheduleHead {
  /** Null for an unknown or archived type. */
  type: ScheduleType | null
  company: ScheduleCompany
  /** Null without a customer, and for an unknown or archived one. */
  customer: ScheduleCustomer | null
  /** When the customer has appointments, those of types with `customer_overlap` left out: id, start and end of each job. */
  customer_busy: readonly (readonly [id: number, start: Minute, end: Minute])[]
  /** The request that was asked for. It may belong to another customer. */
  request: SchedulingRequest | null
  /** The customer's open request for the type, if there is one. */
  open_request: SchedulingRequest | null
  /** Active ones that the type may take place at. */
  locations: ScheduleLocation[]
  /** Dates on which the company or some of its locations is closed, around the wanted ones. */
  closed: readonly ClosedDates[]
  /** Connected ones of all providers, or of the one whose schedule was asked for. */
  calendars: ScheduleCalendar[]
  knows_location: boolean
  knows_provider: boolean
}

export interface LoadedSchedules extends ScheduleHead {
  /** Active ones that offer the type. */
  providers: ProviderPlan[]
  /** The active ones of the groups that the type needs; left out where it needs none. */
  resources?: Pick<ResourceInput, "resources" | "uses">
  /** The sessions of a class around the wanted dates; left out of all other types. */
  sessions?: readonly SessionPlan[]
  /** A routing service's times of the ways to the customer; left out by the store, which knows of none. */
  driving?: DrivingTimes | null
  /** The calendars of providers who could join the wanted one, where the type takes several. */
  crewCalendars?: readonly ScheduleCalendar[]
}

const justMs = 30 * msPerMinute

/** A row this young was probably written after the caller chose their time. */
export const isJustWritten = (writtenAt: number | null | undefined, now: number): boolean =>
  writtenAt != null && writtenAt >= now - justMs

/** A record that keeps a provider from working or from being free. */
export interface ScheduleRow {
  id: number
  start: Minute
  end: Minute
  /** Epoch milliseconds; missing where it is not known, which is long ago, and for a calendar's, whose fresh minutes are apart. */
  writtenAt?: number | null
  /** Dates on which the company is closed, not the provider's own time off. */
  isOfCompany?: true
}

/** A row that occupies a provider. */
export interface OccupyingRow extends ScheduleRow {
  /** The connected calendar, which is named by `id`; of a type, what goes before at the same coming. */
  kind: "appointment" | "hold" | "class_session" | "calendar" | "appointment_type"
  /** The job within the buffers of an appointment; all of a calendar's busy time. */
  jobStart: Minute
  jobEnd: Minute
  /** An appointment that waits for the company's answer. */
  isPending?: boolean
  /**
   * The time at which a promised window was booked or moved. A plan may have moved the work in it since, which is written
   * later.
   */
  promisedAt?: number
}

/** The provider that an explanation is about, whether or not a search would take it into account. */
export interface ExplainedProvider {
  plan: ProviderPlan
  active: boolean
  offersType: boolean
  timeOff: readonly ScheduleRow[]
  occupying: readonly OccupyingRow[]
  /** Minutes of connected calendars that became busy not long ago, by the calendar's id. */
  freshBusy: readonly ScheduleRow[]
}

export interface ExplainedLocation extends ScheduleLocation {
  active: boolean
  /** The type may take place there. */
  isOfType: boolean
}

/** The input of a search about one provider, and the records behind it. */
export interface ExplainedSchedules extends LoadedSchedules {
  /** Null for an unknown or archived one. */
  explained: ExplainedProvider | null
  /** The providers who could join the crew, with their records, where the type takes several. */
  crew?: readonly ExplainedProvider[]
  /** The location that was asked for; without one, those where the provider has hours on some date. */
  explainedLocations: ExplainedLocation[]
}

/** The input of a search about many providers, and the records behind it. */
export interface ManyExplained extends LoadedSchedules {
  /** With who could come beside the one who is wanted. */
  explainedProviders: readonly ExplainedProvider[]
  /** Null: each is explained. */
  wantedId: number | null
  /** The location that was asked for; without one, all of the company. */
  explainedLocations: ExplainedLocation[]
  asksLocation: boolean
}
