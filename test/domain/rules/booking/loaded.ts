/**
 * Halloway Heating as a booking loads it: Ana works on weekdays from nine to twelve at Downtown (Chicago). Sam, the customer, has
 * no request. It is Monday, 22 February 2027, noon UTC.
 */
import type { ProviderPlan } from "../../../../domain/model/availability.ts"
import type {
  LoadedSchedules,
  ScheduleCompany,
  ScheduleCustomer,
  ScheduleLocation,
  ScheduleType,
} from "../../../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../../../domain/model/scheduling-request.ts"
import { unconfirmed } from "../../../../domain/model/type-confirmation.ts"
import * as story from "../availability/story.ts"

export const now = Date.UTC(2027, 1, 22, 12)

export const company: ScheduleCompany = {
  name: "Halloway Heating",
  phone: null,
  voice_phone: null,
  timezone: story.CHICAGO,
  locale: "en",
  accent_color: "#1f6feb",
  logo_hash: null,
  logo_width: null,
  logo_height: null,
  page_slug: null,
  embed_origins: [],
  thank_you_url: null,
  thank_you_text: null,
  booking_links_enabled: true,
  provider_assignment: "none",
  travel: null,
  distance_unit: null,
  linked_gap_minutes: 15,
  plan_freeze_minute: 1_080,
}

export const visit: ScheduleType = {
  id: 2,
  name: "Boiler service",
  description: null,
  price_text: null,
  image_hash: null,
  active: true,
  kind: "open",
  block_minutes: [60],
  duration_options: [{ id: 1, label: "Long", minutes: 120 }],
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  slot_interval_minutes: 60,
  starts: "grid",
  min_notice_minutes: 0,
  booking_window_days: 60,
  cancel_notice_minutes: 0,
  daily_limit: null,
  place: "at_location",
  provider_choice: true,
  skip_short_days: false,
  customer_overlap: false,
  public_booking: true,
  location_ids: null,
  questions: [],
  questions_version: 1,
  window_minutes: null,
  seats: null,
  needs: null,
  steps: null,
  ...unconfirmed,
}

export const sam: ScheduleCustomer = {
  id: 3,
  external_ref: null,
  first_name: "Sam",
  last_name: "Poe",
  email: null,
  phone: null,
  address: null,
  latitude: null,
  longitude: null,
  address_accuracy: null,
  address_city_codes: null,
  assigned_provider_id: null,
  locale: null,
}

export const downtown: ScheduleLocation = {
  id: 1,
  name: "Downtown",
  timezone: story.CHICAGO,
  latitude: 41.88,
  longitude: -87.63,
  service_area: { kind: "anywhere" },
  address: null,
}

export const harbour: ScheduleLocation = { ...downtown, id: 2, name: "Harbour", timezone: story.NEW_YORK }

export const ana: ProviderPlan = story.ana
export const ben: ProviderPlan = story.ben

export const request: SchedulingRequest = {
  id: 7,
  customer_id: 3,
  appointment_type_id: 2,
  status: "open",
  earliest_date: null,
  latest_date: "2027-03-31",
  location_id: null,
  provider_id: null,
  block_minutes: null,
} as SchedulingRequest

export const loaded = (changes: Partial<LoadedSchedules> = {}): LoadedSchedules => ({
  type: visit,
  company,
  customer: sam,
  customer_busy: [],
  request: null,
  open_request: null,
  locations: [downtown],
  closed: [],
  calendars: [],
  knows_location: true,
  knows_provider: true,
  providers: [ana],
  ...changes,
})
