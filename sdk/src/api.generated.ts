// Generated from openapi.json by `npm run generate`.
import type { Pages, RequestOptions } from "./call.ts"

export interface AddTimeOffInput {
  start: string
  end: string
  reason?: string | null | undefined
}

export type Address = {
  line1: string
  line2: string | null
  city: string
  state: string
  postal_code: string
  country: string
} | null

/** How exact the address's point is. `postal` and `city` are only the middle of a postal code or city; `unknown` is an address that the geocoder does not know. Null when the point was sent, and until a geocoder was asked. */
export type AddressAccuracy = "rooftop" | "street" | "city" | "postal" | "unknown" | null

/** For this search only; else the customer's on file. Nothing of it is stored. */
export type AddressInput = {
  line1: string
  line2?: string | null | undefined
  city: string
  state: string
  postal_code: string
  country?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
} | null

export interface AgentAppointment {
  id: number
  status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
  start_time: string
  end_time: string
  timezone: string
  /** What to say to the caller. */
  say: string
  /** One entry a working day. */
  blocks: Array<Block>
  appointment_type: {
    id: number
    name: string
  }
  duration_option: AgentToolDurationOption
  provider?: AgentToolProvider
  location: {
    id: number
    name: string
  }
  booked_by: "link" | "public" | "agent" | "api" | "admin"
  /** Absent unless it repeats: the caller's other appointments of the same series have the same. */
  series_id?: number
  /** Absent unless it was booked together with others, which have the same: to move or cancel it, ask whether all or it alone is meant. */
  group_id?: number
  /** Only of a class: how many seats. */
  seats?: number
  narrowed_window?: NarrowedWindow
  /** Somebody is on the way to the caller: what to say of it. Absent before. */
  on_the_way?: string
  /** It can be neither moved nor cancelled any more. */
  has_started: boolean
  /** Only of a `pending` one, which the office has yet to confirm: what holds, as it is said aloud. Never say that it is booked. */
  not_booked_yet?: string
  /** Times that the office offers instead: accept_proposal takes one. */
  proposals?: Array<{
    start_time: string
    /** What to say to the caller. */
    say: string
  }>
  /** Today's date at the company, as YYYY-MM-DD. */
  today: string
  /** The same to be said aloud, with the weekday. */
  today_say: string
}

export interface AgentAppointmentAnswer {
  success: boolean
  data: AgentAppointment
}

export interface AgentChangedAppointment {
  id: number
  status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
  start_time: string
  end_time: string
  timezone: string
  /** What to say to the caller. */
  say: string
  /** One entry a working day. */
  blocks: Array<Block>
  appointment_type: {
    id: number
    name: string
  }
  duration_option: AgentToolDurationOption
  provider?: AgentToolProvider
  location: {
    id: number
    name: string
  }
  booked_by: "link" | "public" | "agent" | "api" | "admin"
  /** Absent unless it repeats: the caller's other appointments of the same series have the same. */
  series_id?: number
  /** Absent unless it was booked together with others, which have the same: to move or cancel it, ask whether all or it alone is meant. */
  group_id?: number
  /** Only of a class: how many seats. */
  seats?: number
  narrowed_window?: NarrowedWindow
  /** Somebody is on the way to the caller: what to say of it. Absent before. */
  on_the_way?: string
  /** It can be neither moved nor cancelled any more. */
  has_started: boolean
  /** Only of a `pending` one, which the office has yet to confirm: what holds, as it is said aloud. Never say that it is booked. */
  not_booked_yet?: string
  /** Times that the office offers instead: accept_proposal takes one. */
  proposals?: Array<{
    start_time: string
    /** What to say to the caller. */
    say: string
  }>
  /** Today's date at the company, as YYYY-MM-DD. */
  today: string
  /** The same to be said aloud, with the weekday. */
  today_say: string
  /** Only with whole_group true: what was moved or cancelled with it, in the order of time. */
  also?: Array<FollowingItem>
}

export interface AgentChangedAppointmentAnswer {
  success: boolean
  data: AgentChangedAppointment
}

export interface AgentConfirmAttendanceInput {
  /** The session_id that conversation-init gave. In the body or in the query. */
  session_id: string
}

export type AgentLanguage = "en" | "fr" | "es"

export interface AgentSlots {
  /** Today's date at the company, as YYYY-MM-DD. */
  today: string
  /** The same to be said aloud, with the weekday. */
  today_say: string
  /** The company's time zone, in which `today` is today. */
  timezone: string
  /** What to say to the caller. */
  say: string
  /** Up to five, best first. Offer up to three of them. */
  recommended: Array<{
    start_time: string
    /** Only of a job over several days, and of a window. */
    end_time?: string
    /** Only of a job over several days: each of its days. */
    blocks?: Array<Block>
    /** The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`. */
    kind?: "window"
    /** Seats that can still be booked. Absent with session_id. */
    seats_left?: number
    provider_id: number
    provider_name: string
    location_id: number
    location_name: string
    /** The zone in which the time is said. */
    timezone: string
    /** The time as it is said aloud, with its weekday. */
    say: string
    /** Only of several that are booked or moved together: the others, and when. Say it with the time. */
    then_say?: string
  }>
  /** Who has which times. Empty when nothing can be offered: `say` tells why. */
  providers: Array<{
    provider_id: number
    provider_name: string
    location_id: number
    location_name: string
    timezone: string
    slots: Array<{
      start_time: string
      provider_id: number
      /** The zone in which the time is said. */
      timezone: string
      /** The time as it is said aloud, with its weekday. */
      say: string
      /** Only of a job over several days, and of a window. */
      end_time?: string
      /** Only of a job over several days: each of its days. */
      blocks?: Array<Block>
      /** The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`. */
      kind?: "window"
      /** Seats that can still be booked. Absent with session_id. */
      seats_left?: number
    }>
  }>
  /** There are more free times than were listed: search again with one of narrow_by when the caller wants another time. */
  more: boolean
  /** The inputs that find what was left out, when `more` is true: send another value than before, or leave out one that was sent. end_date: search fewer days. */
  narrow_by: Array<"end_date" | "time_of_day" | "around" | "weekdays" | "after" | "before" | "sooner" | "provider_id" | "location_id">
  /** Why nothing can be offered whatever the dates; null when other dates may do. */
  reason: "no_address" | "address_not_found" | "out_of_service_area" | "provider_does_not_offer_type" | "no_provider_offers_type" | null
  /** The first time after a range without any. */
  next_available: {
    start_time: string
    /** Only of a job over several days, and of a window. */
    end_time?: string
    /** Only of a job over several days: each of its days. */
    blocks?: Array<Block>
    /** The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`. */
    kind?: "window"
    /** Seats that can still be booked. Absent with session_id. */
    seats_left?: number
    provider_id: number
    provider_name: string
    location_id: number
    location_name: string
    /** The zone in which the time is said. */
    timezone: string
    /** The time as it is said aloud, with its weekday. */
    say: string
    /** Only of several that are booked or moved together: the others, and when. Say it with the time. */
    then_say?: string
  } | null
}

export interface AgentSlotsAnswer {
  success: boolean
  data: AgentSlots
}

export type AgentToolDurationOption = {
  id: number
  label: string
  minutes: number
} | null

/** Absent while the plan may send another provider to a promised window: then name no provider. */
export interface AgentToolProvider {
  id: number
  name: string
}

export interface Answer {
  key: string
  /** The question as it was asked. */
  label: string
  /** Of a `file` the names of its files. */
  value: string | number | boolean | Array<string>
  /** Of a `file` alone. */
  files?: Array<{
    /** For `GET /files/{id}`. */
    id: string
    name: string
    media_type: string
    bytes: number
  }>
}

export type AnswersValueInput = string | number | boolean | Array<string> | null

export interface ApiKey {
  id: number
  name: string
  kind: KeyKind
  role: Role
  /** The websites whose pages may use it. Null of a secret key. */
  allowed_origins: Array<string> | null
  /** Null: all that the role may. */
  scopes: Array<ScopesScope> | null
  expires_at: string | null
  allowed_addresses: Array<string> | null
  /** The last four characters of the key, to tell keys apart. */
  last_four: string
  created_at: string
  created_by: CreatedBy
  /** May lag a minute behind. */
  last_used_at: string | null
}

export interface Appointment {
  id: number
  status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
  start_time: string
  /** The end of the last block. */
  end_time: string
  timezone: string
  /** One entry a working day. */
  blocks: Array<Block>
  appointment_type: {
    id: number
    name: string
  }
  duration_option: AgentToolDurationOption
  provider: {
    id: number
    name: string
  }
  /** All who come, the lead first. Absent for an appointment of one provider. */
  providers?: Array<AppointmentProvidersProvider>
  /** One of them has time off then, or is not active any more. Absent otherwise. */
  understaffed?: boolean
  location: {
    id: number
    name: string
  }
  booked_by: "link" | "public" | "agent" | "api" | "admin"
  customer_id: number
  scheduling_request_id: number | null
  address: AppointmentAddress
  notes: string | null
  /** Its id in another system. */
  external_ref: string | null
  /** Pairs of your own; empty for none. */
  metadata: Record<string, string>
  /** Raised by every change of notes, answers, external_ref or metadata, which leaves `version` as it is. */
  notes_version: number
  /** The rooms and equipment that it takes, by their ids. Absent where it takes none, and once it is cancelled. */
  resources?: Array<ResourcesResource>
  window?: Window
  narrowed_window?: AppointmentNarrowedWindow
  /** When the work is planned to start, for staff. It may change. */
  planned_start?: string
  planned_provider?: PlannedProvider
  /** The plan may send no other provider: this one was chosen with `keep_provider`, is assigned to the customer, or is named by the request. */
  keeps_provider?: boolean
  /** How long the work takes. */
  work_minutes?: number
  /** Staff fixed the planned start and provider. */
  pinned?: boolean
  on_the_way?: OnTheWay
  /** When the provider came to the customer. Absent before, and for visits elsewhere. */
  arrived_at?: string
  /** What was answered at booking. Absent where nothing was. */
  answers?: Array<Answer>
  /** The series that it is in. Absent where it is in none. */
  series_id?: number
  /** Its place in the series, from 0. A move leaves it as it is. Absent with series_id. */
  series_index?: number
  /** The appointments that were booked together, to follow one another. Absent where it stands alone. */
  group_id?: number
  /** Its place among them, from 0. Absent with group_id. */
  group_index?: number
  /** The session of a class. Absent for all other types. */
  session_id?: number
  /** How many seats it takes there. Absent with session_id. */
  seats?: number
  /** The appointment's own link: its customer can move and cancel it there until it starts. The same at every read until it is replaced. Null for an appointment with a scheduling request, whose booking_url does the same, and while booking links are not set up. */
  manage_url: string | null
  attendance: Attendance
  proposed_time: AppointmentProposedTime
  version: number
  created_at: string
  updated_at: string
  /** When a cancel that waits takes effect; until then it is `scheduled`, and `reopen` takes the cancel back. A cancel that waits leaves `version` as it is. */
  cancels_at: string | null
  /** When it was completed or became a no-show; null for one that did not. */
  closed_at: string | null
  no_show_reason: NoShowReason
  cancelled_at: string | null
  cancelled_by: string | null
  cancel_reason: string | null
  /** Of a pending appointment: until when staff answer or, where times are proposed, the customer does. Of a cancelled one: it was never confirmed. Absent of all others. */
  answer_by?: string
  /** The times that staff propose instead, which are kept for the customer until `answer_by`. */
  proposals?: Array<ProposedTime>
}

/** The customer's address at the time of booking, for visits at the customer's. */
export type AppointmentAddress = {
  line1: string
  line2: string | null
  city: string
  state: string
  postal_code: string
  country: string
} | null

/** The provider of a visit at the customer's has arrived. */
export interface AppointmentArrivedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.arrived"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentArrivedEventData
}

export interface AppointmentArrivedEventData {
  appointment: AppointmentInEvent
  customer: CustomerInEvent
  scheduling_request: AppointmentArrivedEventDataSchedulingRequest
  visit: {
    /** When the provider set out; null where nobody said. */
    on_the_way_at: string | null
    /** About when they arrive; null where nobody said. */
    expected_at: string | null
    /** When they came to the customer; null before. */
    arrived_at: string | null
    /** When it was completed or a no-show; null before. */
    closed_at: string | null
    no_show_reason: NoShowReason
  }
}

export type AppointmentArrivedEventDataSchedulingRequest = {
  id: number
  external_ref: string | null
  /** Pairs of your own; absent for none. */
  metadata?: Record<string, string>
  status: "open" | "scheduled" | "cancelled" | "expired"
  /** The day of its creation where none was sent; null in events before November 29, 2026 alone. */
  earliest_date: string | null
  latest_date: string
} | null

export type AppointmentArrivedEventSource = {
  kind: "api_key"
  api_key_id: number
} | {
  kind: "admin_user"
  user_id: number
} | {
  kind: "agent" | "link" | "public" | "system"
}

/** A customer said whether they come, or staff did for them. A move, after which it is unknown again, does not raise it. */
export interface AppointmentAttendanceChangedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.attendance_changed"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    appointment: AppointmentInEvent
    customer: CustomerInEvent
    scheduling_request: AppointmentArrivedEventDataSchedulingRequest
    attendance: {
      now: "unknown" | "coming" | "not_coming"
      before: "unknown" | "coming" | "not_coming"
      /** By what it was said: `invitation` stands for an answer by the customer's calendar, `staff` for the company's users and keys. */
      answered_by: "link" | "text" | "mail" | "invitation" | "staff" | "agent"
    }
  }
}

/** An appointment was cancelled. It is as it was before; the scheduling request's status is the one after. */
export interface AppointmentCancelledEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.cancelled"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentCancelledEventData
}

export interface AppointmentCancelledEventData {
  appointment: AppointmentInEvent
  customer: CustomerInEvent
  scheduling_request: AppointmentArrivedEventDataSchedulingRequest
}

/** An appointment was completed. It is told 10 s later, unless that was taken back. */
export interface AppointmentCompletedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.completed"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentArrivedEventData
}

/** A pending appointment was confirmed. `appointment.created` goes before it. */
export interface AppointmentConfirmedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.confirmed"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentCancelledEventData
}

/** An appointment was booked, from any source. */
export interface AppointmentCreatedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.created"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    appointment: AppointmentInEvent
    customer: CustomerInEvent
    scheduling_request: AppointmentArrivedEventDataSchedulingRequest
    /** Only of an appointment whose cancel staff have taken back: it has the same id as before. */
    reopened?: boolean
  }
}

/** A pending appointment was declined, withdrawn or not answered in time: `source` says by whom. There is no `appointment.cancelled` beside it. */
export interface AppointmentDeclinedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.declined"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentCancelledEventData
}

export interface AppointmentInEvent {
  id: number
  start_time: string
  end_time: string
  timezone: string
  blocks: Array<Block>
  appointment_type: {
    id: number
    name: string
  }
  duration_option: AgentToolDurationOption
  provider: {
    id: number
    name: string
  }
  location: {
    id: number
    name: string
  }
  booked_by: "link" | "public" | "agent" | "api" | "admin"
  /** The series that it is in. Absent where it is in none. */
  series_id?: number
  /** The appointments that were booked together, to follow one another. Absent where it stands alone. */
  group_id?: number
  /** Its id in another system; absent for none. */
  external_ref?: string
  /** Pairs of your own; absent for none. */
  metadata?: Record<string, string>
  /** What was answered at booking, as it stands when the event is sent. Only for endpoints with `include_answers`, and absent where nothing was answered. */
  answers?: Array<Answer>
}

export interface AppointmentLengths {
  /** How long it is. */
  minutes: number
  /** Every such step in between works too. */
  step_minutes: number
  /** Null when no other length works. */
  shortest_minutes: number | null
  longest_minutes: number | null
}

/** The hour of the window that the customer was told once the plan of the day was fixed. Absent before. */
export interface AppointmentNarrowedWindow {
  start_time: string
  end_time: string
}

/** An appointment became a no-show: the customer did not come, or the provider could not do the work. It is told 10 s later, unless that was taken back. */
export interface AppointmentNoShowEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.no_show"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentArrivedEventData
}

/** The provider of a visit at the customer's is on the way, or is expected at another time than was said before. */
export interface AppointmentOnTheWayEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.on_the_way"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentArrivedEventData
}

/** An appointment was asked for that staff have to confirm. It occupies its time; nothing is booked yet. */
export interface AppointmentPendingEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.pending"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    appointment: AppointmentInEvent
    customer: CustomerInEvent
    scheduling_request: AppointmentArrivedEventDataSchedulingRequest
    /** Until when staff answer; then it ends by itself. */
    answer_by: string
  }
}

/** The time that the customer's calendar proposed instead. Nothing is moved by it; a move or a cancel clears it. */
export type AppointmentProposedTime = {
  start_time: string
  end_time: string
} | null

export interface AppointmentProvidersProvider {
  id: number
  name: string
  lead: boolean
}

/** An appointment that was marked as completed or as a no-show is scheduled again. */
export interface AppointmentReopenedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.reopened"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentCancelledEventData
}

/** An appointment moved. */
export interface AppointmentRescheduledEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment.rescheduled"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    appointment: AppointmentInEvent
    customer: CustomerInEvent
    scheduling_request: AppointmentArrivedEventDataSchedulingRequest
    previous: {
      start_time: string
      end_time: string
      timezone: string
      blocks: Array<Block>
      provider: {
        id: number
        name: string
      }
      location: {
        id: number
        name: string
      }
    }
  }
}

/** Of an appointment in a series: this `one`, the default, with the `following`, or `all`. Those that can't be changed any more stay as they are. */
export type AppointmentScopeInput = "one" | "following" | "all"

export interface AppointmentType {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  name: string
  description: string | null
  category: string | null
  price_text: string | null
  /** Its picture on the customers' host. Null without one, and on a host without booking pages. */
  image_url: string | null
  active: boolean
  kind: "open" | "by_request"
  /** All blocks together. */
  duration_minutes: number
  /** Minutes of each working day. */
  blocks: Array<number>
  duration_options: Array<DurationOption>
  buffer_before_minutes: number
  buffer_after_minutes: number
  slot_interval_minutes: number
  starts: "grid" | "packed" | "packed_only"
  min_notice_minutes: number
  booking_window_days: number
  cancel_notice_minutes: number
  daily_limit: number | null
  place: "at_location" | "at_customer" | "remote"
  needs_address: boolean
  public_booking: boolean
  provider_choice: boolean
  skip_short_days: boolean
  customer_overlap: boolean
  location_ids: Array<number> | null
  /** What is asked at booking. Absent where nothing is asked. */
  questions?: Array<Question>
  /** Raised by every change of the questions; beside `questions`. */
  questions_version?: number
  needs?: Needs
  /** Absent for a type of one step. */
  steps?: Array<{
    name?: string
    minutes: number
    staffed: boolean
  }>
  /** Absent where nothing has to be confirmed. */
  confirmation?: "none" | "staff"
  /** Only of a type that staff confirm. */
  answer_within_minutes?: number
  /** Only of a type that staff confirm. */
  unanswered?: "decline" | "confirm"
  promise?: AppointmentTypePromise
  /** Of a class: the seats of a session. Absent for all other types. */
  seats?: number
  /** Its id in another system. */
  external_ref: string | null
  /** Pairs of your own; empty for none. */
  metadata: Record<string, string>
  /** When the record was last changed. */
  updated_at: string
  /** Only lists with `updated_since` show records that are archived. */
  archived_at: string | null
}

/** An appointment type was archived: it is offered no more. */
export interface AppointmentTypeArchivedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment_type.archived"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentTypeArchivedEventData
}

export interface AppointmentTypeArchivedEventData {
  appointment_type: AppointmentTypeArchivedEventDataAppointmentType
}

export interface AppointmentTypeArchivedEventDataAppointmentType {
  id: number
  name: string
  /** False where it takes no new bookings. */
  active: boolean
  kind: "open" | "by_request"
  /** All blocks together. */
  duration_minutes: number
  /** Whether the public page offers it. */
  public_booking: boolean
  /** Its id in another system; absent for none. */
  external_ref?: string
  /** Pairs of your own; absent for none. */
  metadata?: Record<string, string>
}

/** An appointment type was changed. `data.appointment_type` is as it stands after the change. */
export interface AppointmentTypeChangedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment_type.changed"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    appointment_type: AppointmentTypeArchivedEventDataAppointmentType
    /** The fields that have another value now, as the API names them. */
    changed: Array<string>
  }
}

/** An appointment type was made. */
export interface AppointmentTypeCreatedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "appointment_type.created"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: AppointmentTypeArchivedEventData
}

/** `by_request` types are booked through a scheduling request only. */
export type AppointmentTypeKindInput = "open" | "by_request"

/** Absent for a type that promises a start. */
export interface AppointmentTypePromise {
  kind: "window"
  minutes: 60 | 120 | 240
}

/** The one person whom the company has assigned to the customer. */
export type AssignedProvider = {
  id: number
  name: string
} | null

/** What the customer said about the present time. A move sets it back to `unknown`. */
export type Attendance = "unknown" | "coming" | "not_coming"

export interface AuditTrail {
  id: number
  at: string
  /** What was done, as `update_company`; `refuse_sign_in` and `refuse_key` are tries that were refused. */
  operation: string
  /** The record, of the kind that the operation names. */
  target_id: number | null
  /** Names of the fields that were written, never values. */
  fields: Array<string>
  actor: {
    kind: "api_key" | "admin_user" | "link" | "public" | "agent" | "system" | "anonymous"
    role: string | null
    api_key_id: number | null
    user_id: number | null
    /** Of a user's sign-in, or of an agent's conversation. */
    session_id: number | null
    /** For whom an agent or a visitor acted. */
    customer_id: number | null
    /** The connected app that acted for the user. */
    connected_app_id: number | null
  }
  /** Of sign-ins: where they came from, without the last part of the address. */
  network: string | null
  request_id: string
}

export interface Block {
  start_time: string
  end_time: string
}

export interface BlockedItem {
  appointment_type_id: number
  provider_id: number
  provider_name: string
  start_time: string
  reasons: Array<SlotReason>
}

export interface Board {
  /** When the first date begins at the easternmost location. */
  start_time: string
  /** When the last date ends at the westernmost. */
  end_time: string
  locations: Array<{
    id: number
    name: string
    timezone: string
    /** False for one that is switched off or archived, and is here for its appointments. */
    active: boolean
    /** When each date begins and ends there: 23 or 25 hours apart when the clocks change. */
    days: Array<{
      start_time: string
      end_time: string
      date: string
    }>
    /** Dates on which the company is closed there; not taken out of the hours. */
    closed: Array<{
      id: number
      start_date: string
      end_date: string
      reason: string | null
    }>
    /** By how much its clock is ahead of UTC, from each instant on. */
    utc_offsets: Array<UtcOffset>
  }>
  providers: Array<{
    id: number
    name: string
    active: boolean
    appointment_type_ids: Array<number>
    /** Where most of the weekly hours are. */
    usual_location_id: number | null
    /** As weekly hours and date overrides say; time off is not taken out. */
    hours: Array<{
      start_time: string
      end_time: string
      location_id: number
    }>
    time_off: Array<ListTimeOffAnswerDataDataItem>
    /** Of connected calendars, as last read. */
    busy: Array<Block>
    /** Where travel is judged: the way to each visit from the one before it on the date, estimated by distance, with the set up. It ends as the visit begins. */
    trips: Array<{
      start_time: string
      end_time: string
      appointment_id: number
    }>
  }>
  appointments: Array<{
    id: number
    status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
    provider_id: number
    location_id: number
    customer: {
      id: number
      name: string
      /** Shown on the card. */
      warning: string | null
    }
    appointment_type_id: number
    scheduling_request_id: number | null
    /** The series that it is in. Absent where it is in none. */
    series_id?: number
    /** The appointments that were booked together, to follow one another. Absent where it stands alone. */
    group_id?: number
    start_time: string
    end_time: string
    /** One entry a working day, also of days outside the board. */
    blocks: Array<Block>
    /** What the blocks and the buffers around them keep from others; empty once cancelled. */
    occupied: Array<Block>
    /** Of a promised window, which `start_time` and `end_time` hold: when the work is planned. Absent of all others. */
    planned?: {
      start_time: string
      end_time: string
      pinned: boolean
      /** No plan moves it: pinned, on the way, or of a fixed day. */
      is_fixed: boolean
    }
    /** Of a visit at the customer's. */
    postal_code: string | null
    has_notes: boolean
    attendance: "unknown" | "coming" | "not_coming"
    /** The customer's calendar proposed another time: the appointment's `proposed_time`. */
    wants_other_time: boolean
    booked_by: "link" | "public" | "agent" | "api" | "admin"
    /** When a cancel that waits takes effect; until then it can be taken back. */
    cancels_at: string | null
    /** Until when a pending one is answered. Absent of all others. */
    answer_by?: string
    /** The times that are kept because they are proposed for it. Absent where none are. */
    proposed?: Array<{
      start_time: string
      end_time: string
      provider_id: number
    }>
    /** All who come, the lead first. Absent for an appointment of one provider. */
    providers?: Array<AppointmentProvidersProvider>
    /** One of them has time off then, or is not active any more. Absent otherwise. */
    understaffed?: boolean
    /** The rooms and equipment that it takes. Absent of a company that has none. */
    resources?: Array<{
      id: number
      name: string
    }>
    version: number
  }>
  /** Rooms and equipment: the active ones, and others that are taken then. Absent where there are none. */
  resources?: Array<BoardResource>
  /** Sessions of classes, of every status. Who comes is in `GET /appointments?session_id=` and not among the appointments. Absent where there are none. */
  sessions?: Array<{
    start_time: string
    end_time: string
    id: number
    status: "scheduled" | "cancelled"
    appointment_type: {
      id: number
      name: string
    }
    /** Who leads it. */
    provider_id: number
    /** All who come, the lead first. Absent for an appointment of one provider. */
    providers?: Array<AppointmentProvidersProvider>
    location_id: number
    seats: number
    seats_taken: number
    /** The rooms and equipment that it takes. Absent of a company that has none. */
    resources?: Array<{
      id: number
      name: string
    }>
  }>
  /** Times that are kept for somebody who has yet to book. Absent where there are none. */
  holds?: Array<{
    start_time: string
    end_time: string
    id: number
    provider_id: number
    location_id: number
    appointment_type_id: number
    expires_at: string
  }>
  /** Not null when the answer would be longer than 4 MB: it then holds the first providers only, each with all that they have. Send it with the same question for the next ones. */
  more_from: string | null
}

export interface BoardResource {
  id: number
  name: string
  kind: "room" | "equipment"
  group: string
  location_id: number
  active: boolean
  /** When it can be taken; time off is not taken out. */
  hours: Array<Block>
  time_off: Array<ListTimeOffAnswerDataDataItem>
}

export interface BoardStarts {
  /** Per provider and location, by their ids; those without any start are left out. */
  providers: Array<{
    provider_id: number
    location_id: number
    timezone: string
    /** By their first starts. */
    runs: Array<{
      first_start_time: string
      /** Itself a start of the run. */
      last_start_time: string
      /** How many starts, evenly apart. */
      count: number
      /** False: only staff judgement allows them. */
      offered: boolean
      /** Of a job over several days its working days, and of a promised window its begin and end. Such starts stand alone. */
      blocks?: Array<Block>
    }>
  }>
  /** The length of each working day of the job; of a promised window, the window's, of which the last of a day may be shorter (its `blocks`). */
  block_minutes: Array<number>
  /** Each start begins a window, within which the work begins. Absent where the work begins at the start. */
  kind?: "window"
  /** Up to ten of those that are offered, best first, at most three of a date. Empty in further parts. */
  best: Array<{
    start_time: string
    /** The end of the last block. */
    end_time: string
    blocks: Array<Block>
    /** The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`. */
    kind?: "window"
    /** Of a class: its session. Absent of all other types. */
    session_id?: number
    /** Seats that can still be booked. Absent with session_id. */
    seats_left?: number
    provider_id: number
    provider_name: string
    location_id: number
    location_name: string
    timezone: string
    /** Of a search for several types: each with its provider and its time, in their order. Absent of one type. */
    parts?: Array<VisitorProvidersPartsPart>
    /** The estimated drive to the job, where travel is judged. */
    drive_minutes: number | null
  }>
  /** How many starts are offered on each local date that has any. */
  dates: Array<{
    date: string
    offered: number
  }>
  /** Why nothing is offered on any date. */
  reason: "no_address" | "address_not_found" | "out_of_service_area" | "provider_does_not_offer_type" | "no_provider_offers_type" | null
  warnings: Array<string>
  /** Not null when the answer would be longer than 4 MB: it then holds the first providers only. Send it with the same question for the next ones. */
  more_from: string | null
}

export interface BookAppointmentInput {
  customer_id: number
  /** Needed unless appointment_type_ids is given. */
  appointment_type_id?: number | undefined
  provider_id: number
  location_id?: number | null | undefined
  start_time: string
  /** If sent: the computed end, or start plus the total length. */
  end_time?: string | undefined
  scheduling_request_id?: number | null | undefined
  duration_option_id?: number | null | undefined
  notes?: string | null | undefined
  /** Answers to the type's `questions`, by their keys: a text, a number, a date as YYYY-MM-DD, an option, a list of options, true for a consent; of a `file` the ids of files that were uploaded (`POST /files`). */
  answers?: Record<string, AnswersValueInput> | undefined
  /** Of a class: how many seats. 1 when left out; other types take none. */
  seats?: number | undefined
  /** Of a hold, which is over with this booking. One that has ended changes nothing. */
  hold_id?: number | null | undefined
  /** Of a type that promises a window: the provider was chosen and is never planned away. Else `provider_id` only names the slot, and who comes is planned. An assigned or requested provider always stays. */
  keep_provider?: boolean | undefined
  /** Its id in another system. Several records may carry the same. */
  external_ref?: string | null | undefined
  /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
  metadata?: Record<string, string | null> | null | undefined
  /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
  override_eligibility?: boolean | undefined
  /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
  silent_channels?: Array<"sms" | "mail"> | undefined
  /** Of a type that staff confirm: their yes comes with the booking, so that it is scheduled at once. Changes nothing of others. */
  confirmed?: boolean | undefined
  /** Types that follow one another in one visit: one appointment each, all or none. `provider_id` and `start_time` are of the first. Requests, lengths and `end_time` do not go with it. */
  appointment_type_ids?: Array<number> | undefined
  /** With appointment_type_ids: one provider leads all of them. */
  same_provider?: boolean | undefined
  /** With appointment_type_ids: the provider and the start of each, as `parts` of a slot has them. Left out: as a search offers them from that start on. */
  parts?: Array<BookAppointmentInputPartsPart> | undefined
}

export interface BookAppointmentInputPartsPart {
  provider_id: number
  start_time: string
}

export interface BookedAppointment {
  id: number
  status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
  start_time: string
  /** The end of the last block. */
  end_time: string
  timezone: string
  /** One entry a working day. */
  blocks: Array<Block>
  appointment_type: {
    id: number
    name: string
  }
  duration_option: AgentToolDurationOption
  provider: {
    id: number
    name: string
  }
  /** All who come, the lead first. Absent for an appointment of one provider. */
  providers?: Array<AppointmentProvidersProvider>
  /** One of them has time off then, or is not active any more. Absent otherwise. */
  understaffed?: boolean
  location: {
    id: number
    name: string
  }
  booked_by: "link" | "public" | "agent" | "api" | "admin"
  customer_id: number
  scheduling_request_id: number | null
  address: AppointmentAddress
  notes: string | null
  /** Its id in another system. */
  external_ref: string | null
  /** Pairs of your own; empty for none. */
  metadata: Record<string, string>
  /** Raised by every change of notes, answers, external_ref or metadata, which leaves `version` as it is. */
  notes_version: number
  /** The rooms and equipment that it takes, by their ids. Absent where it takes none, and once it is cancelled. */
  resources?: Array<ResourcesResource>
  window?: Window
  narrowed_window?: AppointmentNarrowedWindow
  /** When the work is planned to start, for staff. It may change. */
  planned_start?: string
  planned_provider?: PlannedProvider
  /** The plan may send no other provider: this one was chosen with `keep_provider`, is assigned to the customer, or is named by the request. */
  keeps_provider?: boolean
  /** How long the work takes. */
  work_minutes?: number
  /** Staff fixed the planned start and provider. */
  pinned?: boolean
  on_the_way?: OnTheWay
  /** When the provider came to the customer. Absent before, and for visits elsewhere. */
  arrived_at?: string
  /** What was answered at booking. Absent where nothing was. */
  answers?: Array<Answer>
  /** The series that it is in. Absent where it is in none. */
  series_id?: number
  /** Its place in the series, from 0. A move leaves it as it is. Absent with series_id. */
  series_index?: number
  /** The appointments that were booked together, to follow one another. Absent where it stands alone. */
  group_id?: number
  /** Its place among them, from 0. Absent with group_id. */
  group_index?: number
  /** The session of a class. Absent for all other types. */
  session_id?: number
  /** How many seats it takes there. Absent with session_id. */
  seats?: number
  /** The appointment's own link: its customer can move and cancel it there until it starts. The same at every read until it is replaced. Null for an appointment with a scheduling request, whose booking_url does the same, and while booking links are not set up. */
  manage_url: string | null
  attendance: Attendance
  proposed_time: AppointmentProposedTime
  version: number
  created_at: string
  updated_at: string
  /** When a cancel that waits takes effect; until then it is `scheduled`, and `reopen` takes the cancel back. A cancel that waits leaves `version` as it is. */
  cancels_at: string | null
  /** When it was completed or became a no-show; null for one that did not. */
  closed_at: string | null
  no_show_reason: NoShowReason
  cancelled_at: string | null
  cancelled_by: string | null
  cancel_reason: string | null
  /** Of a pending appointment: until when staff answer or, where times are proposed, the customer does. Of a cancelled one: it was never confirmed. Absent of all others. */
  answer_by?: string
  /** The times that staff propose instead, which are kept for the customer until `answer_by`. */
  proposals?: Array<ProposedTime>
  /** With appointment_type_ids: all that were booked, in their order; the first is the answer itself. */
  appointments?: Array<Appointment>
}

export interface BookedSeries {
  /** Null in a preview. */
  series_id: number | null
  every: {
    days?: number
    weeks?: number
    months?: number
  }
  timezone: string
  /** How many occurrences can be booked, or are. */
  fits: number
  occurrences: Array<SeriesOccurrence>
  /** Those that were booked. */
  appointments: Array<Appointment>
}

export interface BookingsReport {
  from: string
  to: string
  group_by: "day" | "week" | "month" | "weekday" | "location" | "provider" | "type" | "provider_weekday"
  /** How many seconds ago the oldest change of these dates was made that the figures do not hold yet; 0 when they hold all. Above 3 much is being counted, as after an import: read again in a moment. */
  behind_seconds: number
  rows: Array<{
    /** The day, or the first day of the week or month within the report; null by anything else. */
    date: string | null
    /** 1 is Monday, 7 is Sunday; null where rows are not about weekdays. */
    weekday: number | null
    /** The id of the location, provider or type; null by date, and for what has none. */
    id: number | null
    name: string | null
    /** Not cancelled. */
    appointments: number
    /** Booked by the company's people and programs. */
    company: number
    agent: number
    public_page: number
    booking_link: number
    /** Not among the others. */
    cancelled: number
  }>
  total: {
    /** Not cancelled. */
    appointments: number
    /** Booked by the company's people and programs. */
    company: number
    agent: number
    public_page: number
    booking_link: number
    /** Not among the others. */
    cancelled: number
  }
}

export interface BulkCustomer {
  /** The whole name; split at the first space. */
  name?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  /** Becomes the primary contact. */
  phone?: string | null | undefined
  /** True keeps a number that identifies another customer, as of a family that shares one. It gets this customer's texts, as the number's consents allow, and calls and codes from it are never taken as this customer's. */
  shared_phone?: boolean | undefined
  email?: string | null | undefined
  address?: CustomerAddressInput | undefined
  /** By what your system knows them, and what the row is recognised by. */
  external_ref: string
  /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
  metadata?: Record<string, string | null> | null | undefined
  assigned_provider_id?: number | null | undefined
  locale?: "en" | "fr" | "es" | null | undefined
  timezone?: string | null | undefined
  /** What everybody must know who goes there or calls: staff see it wherever they see the customer. */
  warning?: string | null | undefined
  /** For staff. No customer reads it. */
  notes?: string | null | undefined
}

export interface BulkCustomerRow {
  external_ref: string
  /** `made`: it is new. `changed`: fields have another value now. `unchanged`: it stood so already. `refused`: `reason` says why, and nothing of the row was written. */
  fate: "made" | "changed" | "unchanged" | "refused"
  /** The customer's id; null where a refused row names no customer. */
  id: number | null
  reason: {
    /** A refusal's code. */
    code: string
    message: string
    /** The row's field that it is about. */
    field: string | null
  } | null
}

export interface CalendarCheck {
  ok: boolean
  problems: Array<{
    problem: "credentials" | "permission" | "not_found" | "blocked_address" | "dns" | "tls" | "timeout" | "unreachable" | "redirect" | "rate_limited" | "server_error" | "unreadable" | "unclear_events" | "many_unclear_events" | "clock"
    says: string
    mend: string
    /** Which lines are unclear, at most twenty; empty for any other problem. */
    events: Array<UnclearLine>
  }>
  /** Appointments that are still to be written into it. */
  waiting_writes: number
}

export interface CalendarFeed {
  id: number
  provider: CalendarFeedProvider
  location: CalendarFeedLocation
  /** What the feed says of customers. */
  customer: FeedCustomer
  /** The last four characters of its token, to tell addresses apart. */
  last_four: string
  created_at: string
  /** May lag an hour behind. */
  last_read_at: string | null
}

/** Null of a provider's feed. */
export type CalendarFeedLocation = {
  id: number
  name: string
} | null

/** Null of a location's feed. */
export type CalendarFeedProvider = {
  id: number
  name: string
} | null

export interface Callback {
  id: number
  status: "waiting" | "done"
  /** Null while the caller is no customer. */
  customer: {
    id: number
    name: string
  } | null
  /** As the caller gave it. */
  caller_name: string | null
  /** The number to call. */
  phone: string
  /** What the caller wants, in the words that the agent wrote down, or a reply to a text that was not understood, as it came. */
  message: string
  /** When it suits the caller, in their own words. */
  best_time: string | null
  /** Whether the caller called (voice) or wrote (sms). */
  channel: "voice" | "sms"
  created_at: string
  done_at: string | null
}

/** A caller left a message with an agent, to be called back. */
export interface CallbackRequestedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "callback.requested"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    callback: {
      id: number
      /** As the caller gave it. */
      caller_name: string | null
      /** The number to call; null once the caller is erased. */
      phone: string | null
      /** What the caller wants; null once they are erased. */
      message: string | null
      /** When it suits them, in their own words. */
      best_time: string | null
      channel: "voice" | "sms"
    }
    /** Null for a caller who is no customer. */
    customer: CustomerInEvent | null
  }
}

export interface ChangedAppointment {
  id: number
  status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
  start_time: string
  /** The end of the last block. */
  end_time: string
  timezone: string
  /** One entry a working day. */
  blocks: Array<Block>
  appointment_type: {
    id: number
    name: string
  }
  duration_option: AgentToolDurationOption
  provider: {
    id: number
    name: string
  }
  /** All who come, the lead first. Absent for an appointment of one provider. */
  providers?: Array<AppointmentProvidersProvider>
  /** One of them has time off then, or is not active any more. Absent otherwise. */
  understaffed?: boolean
  location: {
    id: number
    name: string
  }
  booked_by: "link" | "public" | "agent" | "api" | "admin"
  customer_id: number
  scheduling_request_id: number | null
  address: AppointmentAddress
  notes: string | null
  /** Its id in another system. */
  external_ref: string | null
  /** Pairs of your own; empty for none. */
  metadata: Record<string, string>
  /** Raised by every change of notes, answers, external_ref or metadata, which leaves `version` as it is. */
  notes_version: number
  /** The rooms and equipment that it takes, by their ids. Absent where it takes none, and once it is cancelled. */
  resources?: Array<ResourcesResource>
  window?: Window
  narrowed_window?: AppointmentNarrowedWindow
  /** When the work is planned to start, for staff. It may change. */
  planned_start?: string
  planned_provider?: PlannedProvider
  /** The plan may send no other provider: this one was chosen with `keep_provider`, is assigned to the customer, or is named by the request. */
  keeps_provider?: boolean
  /** How long the work takes. */
  work_minutes?: number
  /** Staff fixed the planned start and provider. */
  pinned?: boolean
  on_the_way?: OnTheWay
  /** When the provider came to the customer. Absent before, and for visits elsewhere. */
  arrived_at?: string
  /** What was answered at booking. Absent where nothing was. */
  answers?: Array<Answer>
  /** The series that it is in. Absent where it is in none. */
  series_id?: number
  /** Its place in the series, from 0. A move leaves it as it is. Absent with series_id. */
  series_index?: number
  /** The appointments that were booked together, to follow one another. Absent where it stands alone. */
  group_id?: number
  /** Its place among them, from 0. Absent with group_id. */
  group_index?: number
  /** The session of a class. Absent for all other types. */
  session_id?: number
  /** How many seats it takes there. Absent with session_id. */
  seats?: number
  /** The appointment's own link: its customer can move and cancel it there until it starts. The same at every read until it is replaced. Null for an appointment with a scheduling request, whose booking_url does the same, and while booking links are not set up. */
  manage_url: string | null
  attendance: Attendance
  proposed_time: AppointmentProposedTime
  version: number
  created_at: string
  updated_at: string
  /** When a cancel that waits takes effect; until then it is `scheduled`, and `reopen` takes the cancel back. A cancel that waits leaves `version` as it is. */
  cancels_at: string | null
  /** When it was completed or became a no-show; null for one that did not. */
  closed_at: string | null
  no_show_reason: NoShowReason
  cancelled_at: string | null
  cancelled_by: string | null
  cancel_reason: string | null
  /** Of a pending appointment: until when staff answer or, where times are proposed, the customer does. Of a cancelled one: it was never confirmed. Absent of all others. */
  answer_by?: string
  /** The times that staff propose instead, which are kept for the customer until `answer_by`. */
  proposals?: Array<ProposedTime>
  /** With hold_messages_seconds: by what it is taken back. Absent where it was told at once. */
  undo?: {
    /** For `POST /undo/{token}`. */
    token: string
    /** Then everybody concerned hears of it, and it is too late. */
    until: string
  }
}

export interface Channel {
  id: number
  kind: "sms" | "voice"
  phone: string
  created_at: string
  /** The same as `created_at`: a channel is never changed. */
  updated_at: string
}

/** `mail` goes only to an address whose consent channel `email` is `granted`. */
export type ChannelInput = "sms" | "voice" | "mail"

export interface ClassSession {
  id: number
  status: "scheduled" | "cancelled"
  appointment_type: {
    id: number
    name: string
  }
  provider: {
    id: number
    name: string
  }
  /** All who give it, the one who leads first. Absent where one gives it. */
  providers?: Array<AppointmentProvidersProvider>
  location: {
    id: number
    name: string
  }
  start_time: string
  end_time: string
  timezone: string
  seats: number
  /** Those that are booked. */
  seats_taken: number
  seats_left: number
  /** Its rooms and equipment. Absent where it takes none, and once it is cancelled. */
  resources?: Array<ResourcesResource>
  /** The same for those that were put on the board together. Null for a single one. */
  repeat_id: number | null
  /** Who comes, by name: each with the appointment that takes the seats. Of the answer that reads one session. */
  attendees?: Array<{
    appointment_id: number
    customer: {
      id: number
      name: string
      phone: string | null
      warning: string | null
    }
    seats: number
    status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
    attendance: "unknown" | "coming" | "not_coming"
    /** The notes on the appointment. */
    notes: string | null
  }>
  cancel_reason: string | null
  cancelled_at: string | null
  version: number
  created_at: string
  updated_at: string
}

export interface ClassesReport {
  from: string
  to: string
  group_by: "day" | "week" | "month" | "weekday" | "location" | "provider" | "type" | "provider_weekday"
  /** How many seconds ago the oldest change of these dates was made that the figures do not hold yet; 0 when they hold all. Above 3 much is being counted, as after an import: read again in a moment. */
  behind_seconds: number
  rows: Array<{
    /** The day, or the first day of the week or month within the report; null by anything else. */
    date: string | null
    /** 1 is Monday, 7 is Sunday; null where rows are not about weekdays. */
    weekday: number | null
    /** The id of the location, provider or type; null by date, and for what has none. */
    id: number | null
    name: string | null
    /** Not cancelled. */
    sessions: number
    /** That they have, booked or not. */
    seats: number
    /** Of bookings that are not cancelled, also of those who did not come. */
    seats_sold: number
    /** Sold ÷ seats; null where there are none. */
    filled: number | null
    /** Sessions that were cancelled, not among the others. */
    cancelled: number
  }>
  total: {
    /** Not cancelled. */
    sessions: number
    /** That they have, booked or not. */
    seats: number
    /** Of bookings that are not cancelled, also of those who did not come. */
    seats_sold: number
    /** Sold ÷ seats; null where there are none. */
    filled: number | null
    /** Sessions that were cancelled, not among the others. */
    cancelled: number
  }
}

export interface Company {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  /** When a setting was last changed. */
  updated_at: string
  /** A test company has a clock of its own, and sends nothing out. */
  mode: "live" | "test"
  name: string
  /** Shown to customers who had better call. */
  phone: string | null
  timezone: string
  locale: AgentLanguage
  brand: {
    logo_url: string | null
    accent_color: string
  }
  public_slug: string | null
  public_booking_enabled: boolean
  /** Null without a slug, and on a host without booking pages. */
  public_booking_url: string | null
  public_daily_code_cap: number
  embed_origins: Array<string>
  thank_you_url: string | null
  thank_you_text: string | null
  booking_links_enabled: boolean
  new_customers: "allowed" | "not_allowed"
  provider_assignment: "none" | "per_customer"
  sms_confirmations: boolean
  reminders: Array<number>
  reminders_unanswered: Array<number>
  mail: {
    /** Which address the mails come from; null on a host that sends none. */
    from: string | null
    /** The company's own address, where it has set one; null: mails come from the host's. */
    own_from: string | null
    reply_to: string | null
    /** The company's own mail server; null: mails go by the host's. */
    smtp: {
      host: string
      port: number
      username: string
      failing_since: string | null
      /** Why it takes no mails, while it fails: unreachable, blocked_address, smtp_no_encryption, smtp_certificate, smtp_sign_in. */
      last_error: string | null
    } | null
  } | null
  /** Outreach and reminders go between these times, on the recipient's clock. */
  quiet_hours: {
    start: string
    end: string
  }
  linked_gap_minutes: number
  /** How freed time is offered to those who wait. */
  waiting_list: {
    order: "longest_waiting" | "priority" | "least_recently_asked"
    automatic: boolean
    per_minute: number
  }
  plan: {
    freeze_at: string
    planner: "own" | "vroom"
  }
  travel: Travel
  /** In which unit the company's people are told distances. The API's own fields are kilometres. */
  distance_unit: "km" | "mi"
  sign_in: {
    require_second_factor: boolean
    admin_sessions: {
      idle_minutes: number
      longest_hours: number
    } | null
    oidc: {
      issuer: string
      client_id: string
      /** What the provider has to know as the redirect address; null on a host without an address. */
      redirect_uri: string | null
    } | null
  }
  agent: {
    /** Null without a key of Retell's. */
    retell: {
      /** Where Retell's inbound webhook and custom functions post; null on a host without an address. */
      webhook_url: string | null
    } | null
    takes_texts: boolean
    /** The languages besides the company's own in which the agent answers customers who have one of them on file. A conversation that begins with a `language` is held in that one. */
    languages: Array<AgentLanguage>
    /** An agent's tools refuse with status 200 and `ok: false`, for platforms that drop the bodies of other statuses. */
    refusals_as_200: boolean
    /** Where an agent may put a caller through to who comes too late to change. */
    transfer_phone: string | null
  }
  /** Read only: `POST /channels` and `DELETE /channels/{id}` change them. Texts leave from the first of `sms`. */
  channels: Array<Channel>
  /** What keeps customers from using what these settings switch on. */
  warnings: Array<string>
}

export interface CompanyDataItem {
  id: number
  start_date: string
  end_date: string
  location_ids: Array<number> | null
  reason: string | null
}

export interface ConfirmAppointmentInput {
  /** The proposed time that the customer wants instead; the time that was asked for when it is left out. */
  proposal_id?: number | null | undefined
  if_version?: number | undefined
  /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
  silent_channels?: Array<"sms" | "mail"> | undefined
}

/** `staff`: what is booked is `pending` and occupies its time, until staff confirm it, decline it or propose other times. */
export type ConfirmationInput = "none" | "staff"

export interface ConnectedApp {
  id: number
  /** As the program calls itself. */
  name: string
  /** Where its consent screen led back to: a website, or the user's own machine. */
  host: string
  /** The user for whom it acts, with that user's role. */
  user_id: number
  /** What it may do of what the user may. */
  scopes: Array<ScopesScope>
  created_at: string
  /** May lag a minute behind. */
  last_used_at: string | null
}

export interface ConsentEntry {
  channel: "voice" | "sms"
  event: "granted" | "revoked"
  source: string
  at: string
  id: number
  /** True for an opt-out that came over the carrier, which goes on refusing texts until the number itself replies START. Record a grant only when it has. */
  needs_start: boolean
}

export interface Contact {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  phone: string
  label: string | null
  primary: boolean
  /** Whether calls and codes from this number are taken as this customer's. False for a shared number, for one that an agent added, and once the customer is archived. */
  identifies: boolean
  /** When somebody proved that they have this number, by a call from it or a code texted to it. Null for a number that the company or an agent wrote down: the code of an agent goes to the number that the caller is known by. */
  verified_at: string | null
  /** Oldest first; the newest of a channel counts. */
  consents: Array<{
    channel: "voice" | "sms"
    event: "granted" | "revoked"
    source: string
    at: string
  }>
  /** When the number, its label or its standing was last changed. */
  updated_at: string
}

export interface CreateLocationServiceAreaFormInput {
  kind: "radius"
  km: number
}

export interface CreateLocationServiceAreaFormInput2 {
  kind: "polygon"
  polygon: {
    type: "Polygon"
    coordinates: Array<Array<[number, number]>>
  }
}

export interface CreateSchedulingRequestInput {
  customer_id: number
  appointment_type_id: number
  latest_date: string
  earliest_date?: string | null | undefined
  external_ref?: string | null | undefined
  /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
  metadata?: Record<string, string | null> | null | undefined
  location_id?: number | null | undefined
  provider_id?: number | null | undefined
  duration_minutes?: number | null | undefined
  blocks?: Array<number> | null | undefined
  duration_label?: string | null | undefined
  /** Follows up by this plan until the request is booked or over. */
  outreach_plan_id?: number | null | undefined
}

/** `system` for a key that the host's operator made, and for the first of a test company. */
export interface CreatedBy {
  kind: "api_key" | "admin_user" | "system"
  api_key_id: number | null
  user_id: number | null
}

export interface Customer {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  external_ref: string | null
  /** Pairs of your own; empty for none. */
  metadata: Record<string, string>
  name: string
  first_name: string
  last_name: string
  phone: string | null
  email: string | null
  address: Address
  address_source: "company" | "agent" | "public_page" | null
  address_accuracy: AddressAccuracy
  assigned_provider_id: number | null
  locale: "en" | "fr" | "es" | null
  timezone: string | null
  warning: string | null
  notes: string | null
  /** All numbers that are kept, each once. A number that an agent confirmed is among them, also where the answer was lost. */
  contacts: Array<Contact>
  /** What was said of mails to the email, oldest first; the newest counts. */
  email_consents: Array<{
    event: "granted" | "revoked"
    source: string
    at: string
  }>
  created_at: string
  /** When the record or one of its numbers was last changed. */
  updated_at: string
  archived_at: string | null
  /** When everything personal was removed. */
  erased_at: string | null
}

export type CustomerAddressInput = {
  line1: string
  line2?: string | null | undefined
  city: string
  state: string
  postal_code: string
  country?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
} | null

/** A customer was archived. Their `external_ref` and their number are free for another. */
export interface CustomerArchivedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "customer.archived"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    customer: CustomerInEvent
  }
}

/** A customer's record or numbers were changed. `data.customer` is as it stands after the change. */
export interface CustomerChangedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "customer.changed"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    customer: CustomerInEvent
    /** The fields that were written, as the API names them: `email`, `notes`. `contacts` stands for the customer's numbers. */
    changed: Array<string>
  }
}

/** A customer was made: by staff, a key, an import, an agent or the customer on the public page. */
export interface CustomerCreatedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "customer.created"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    customer: CustomerInEvent
  }
}

/** A customer's personal data was erased. Erase them in your systems too: `external_ref` is what they were known by there, and is kept in this event alone, for its 30 days. */
export interface CustomerErasedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "customer.erased"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    customer: ErasedCustomerInEvent
  }
}

export interface CustomerHistoryEntry {
  /** The id of the entry: `change_…` or `message_…`. */
  id: string
  at: string
  kind: "change" | "message"
  /** Of a change: what was done, as `book_appointment`. */
  operation: string | null
  /** Of a change: names of the fields that were written. */
  fields: Array<string>
  /** Of a change: who made it. */
  actor: {
    kind: "api_key" | "admin_user" | "link" | "public" | "agent" | "system" | "anonymous"
    user: CustomerHistoryEntryUser
    api_key: CustomerHistoryEntryUser
  } | null
  appointment: {
    id: number
    appointment_type: {
      id: number
      name: string
    }
    /** As the change left it; null when that is not known any more, after 30 days. */
    after: {
      start_time: string
      timezone: string
      provider: {
        id: number
        name: string
      }
    } | null
    /** Of a move: as it was. */
    before: {
      start_time: string
      timezone: string
      provider: {
        id: number
        name: string
      }
    } | null
  } | null
  scheduling_request_id: number | null
  message: {
    /** The id of the text, or of the mail. */
    id: number
    purpose: "code" | "confirmation" | "change" | "reminder" | "outreach" | "links" | "cancel_reply" | "offer"
    channel: "sms" | "voice" | "mail"
    outcome: "waiting" | "sent" | "skipped" | "failed"
    /** Why it was skipped or failed. */
    reason: string | null
    delivery: "delivered" | "undelivered" | null
    /** Null before it has gone. */
    to: string | null
    sent_at: string | null
    /** Of one that failed or was skipped: what reached the customer about the same. */
    instead: {
      id: number
      channel: "sms" | "voice" | "mail"
      at: string
    } | null
  } | null
}

export type CustomerHistoryEntryUser = {
  id: number
  /** Null once it is gone. */
  name: string | null
} | null

export interface CustomerInEvent {
  id: number
  external_ref: string | null
  name: string
  phone: string | null
  email: string | null
  address: Address
  /** Pairs of your own; absent for none. */
  metadata?: Record<string, string>
}

export interface DayPlan {
  date: string
  location: {
    id: number
    name: string
  }
  timezone: string
  /** From then on the plan of the date stays as it is. */
  frozen_at: string
  is_frozen: boolean
  /** Of all routes, estimated as the search estimates it. Without setting up. */
  driving_minutes: number
  routes: Array<{
    provider: {
      id: number
      name: string
    }
    /** Where the day begins: the provider's own start, else the location. */
    start_point: {
      latitude: number
      longitude: number
    } | null
    /** With the way home. */
    driving_minutes: number
    waiting_minutes: number
    /** Back where the day began; null without a stop. */
    ends_at: string | null
    stops: Array<{
      appointment_id: number
      customer: {
        id: number
        name: string
      }
      appointment_type: {
        id: number
        name: string
      }
      /** What was promised; null for a promised start. */
      window: {
        start_time: string
        end_time: string
      } | null
      /** When the work is planned to start. */
      start_time: string
      end_time: string
      /** From the stop before, or from where the day begins. */
      drive_minutes: number
      /** Who else comes to it at the same minute. Absent for a visit of one provider. */
      crew?: Array<{
        id: number
        name: string
      }>
      /** By how much the work may start later and still keep the promise; null for a promised start. */
      slack_minutes: number | null
      pinned: boolean
      /** No plan moves it: it is pinned, on its way, of a fixed day, not scheduled, or promised a start. */
      locked: boolean
      latitude: number | null
      longitude: number | null
    }>
  }>
}

export interface DeclineAppointmentInput {
  /** The customer reads it. */
  reason?: string | null | undefined
  if_version?: number | undefined
  /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
  silent_channels?: Array<"sms" | "mail"> | undefined
}

export interface Delivery {
  id: number
  endpoint_id: number
  /** `evt_…`, the request's webhook-id. */
  event_id: string
  event_type: EventType
  /** What it was made by. */
  trigger: "event" | "test" | "redeliver" | "recover"
  status: DeliveryStatus
  attempts: number
  /** What the receiver answered last, if it did. */
  last_status_code: number | null
  /** What went wrong last: `timeout`, `connection_refused`, `connection_reset`, `unreachable`, `dns`, `tls`, `blocked_address`, `redirect`, `bad_answer`, `endpoint_disabled`, `event_gone`, `interrupted`, `failed`; null when the receiver answered. */
  last_error: string | null
  next_attempt_at: string | null
  created_at: string
  delivered_at: string | null
}

export interface DeliveryAttempt {
  number: number
  started_at: string
  /** Null while it runs, or when the sender died. */
  finished_at: string | null
  status_code: number | null
  /** A word as in `last_error`; null when the receiver answered. */
  error: string | null
  /** Why the error is `tls`. */
  tls_reason: "expired" | "not_yet_valid" | "wrong_name" | "self_signed" | "unknown_authority" | "handshake" | null
  /** The network address that was connected to; null without a connection. */
  address: string | null
  /** As they were sent; null when the sender died. */
  request_headers: {
    "webhook-id": string
    "webhook-timestamp": string
    "webhook-signature": string
  } | null
  /** The first kilobyte of the body of an answer that is not 2xx. */
  answer_body: string | null
}

export interface DeliveryDay {
  /** In UTC, by when the deliveries were made. */
  date: string
  succeeded: number
  /** How many of these succeeded only after an attempt had failed. */
  succeeded_late: number
  /** Tried in vain, and tried again. */
  failed: number
  abandoned: number
  pending: number
}

/** `failed` is tried again at `next_attempt_at`; `abandoned` is not. */
export type DeliveryStatus = "pending" | "succeeded" | "failed" | "abandoned"

/** Why it was switched off; null while it is enabled, or when its company switched it off. */
export type DisabledReason = "gone" | "failing" | null

export interface Disruption {
  id: number
  provider: {
    id: number
    name: string
  } | null
  location: {
    id: number
    name: string
  } | null
  from: string
  to: string
  /** The time zone of the location, or of the company where there is none. */
  timezone: string
  reason: string | null
  version: number
  worked_out_at: string
  applied_at: string | null
  counts: {
    kept: number
    told: number
    unplaced: number
    left: number
  }
  /** In the order of their starts. */
  proposals: Array<{
    appointment_id: number
    customer: {
      id: number
      name: string
    }
    appointment_type: {
      id: number
      name: string
    }
    timezone: string
    was: DisruptionWas
    is_window: boolean
    /** `kept`: nothing promised changes, and the customer hears nothing. `told`: the start, the window or a person who was named changes. `unplaced`: no time was found. `left`: staff leave it where it is. */
    outcome: "kept" | "told" | "unplaced" | "left"
    /** Why it is `unplaced`; else null. */
    reason: "none_free" | "started" | "pending" | "booked_together" | "in_class" | "asked" | null
    proposed: {
      start_time: string
      end_time: string
      provider: {
        id: number
        name: string
      }
      /** Who comes beside the provider. Absent of one who comes alone, and of alternatives. */
      crew?: Array<{
        id: number
        name: string
      }>
      location: {
        id: number
        name: string
      }
      /** Of a window: when the work is planned to start. */
      planned_start?: string
    } | null
    /** Up to three others, the nearest first. */
    alternatives: Array<DisruptionWas>
    /** Staff have set it themselves. */
    is_chosen: boolean
    silent_channels: Array<string>
    /** Null before it is applied. `changed`: somebody changed the appointment meanwhile, so it stayed as it is. */
    applied: "done" | "changed" | null
  }>
  /** The classes between the two times that still stand, in the order of their starts, with the seats that are taken: each is moved, given to somebody else or cancelled as one, by its own address. Absent where there are none. */
  sessions?: Array<ClassSession>
}

export interface DisruptionWas {
  start_time: string
  end_time: string
  provider: {
    id: number
    name: string
  }
  /** Who comes beside the provider. Absent of one who comes alone, and of alternatives. */
  crew?: Array<{
    id: number
    name: string
  }>
  location: {
    id: number
    name: string
  }
  /** Of a window: when the work is planned to start. */
  planned_start?: string
}

export interface DurationOption {
  id: number
  label: string
  minutes: number
}

export interface EmbeddingCheck {
  /** The address that was read in the end, after redirects. */
  url: string
  /** What `embed_origins` has to name. */
  origin: string
  /** Whether visitors see the pages in the website. */
  ready: boolean
  items: Array<{
    /** `reached`: the website answers. `listed`: its origin is in `embed_origins`. `pages_on`: there is something to embed. `script` and `frame`: its Content-Security-Policy lets `embed.js` and the pages through. `snippet`: the script and its element stand in the page. */
    code: "reached" | "listed" | "pages_on" | "script" | "frame" | "snippet"
    /** Null when it can't be judged from outside. */
    ok: boolean | null
    /** Why it is not ok; more reasons may come. */
    reason: "timeout" | "connection_refused" | "connection_reset" | "unreachable" | "dns" | "tls" | "blocked_address" | "bad_answer" | "too_many_redirects" | "not_https" | "failed" | "test_company" | "status" | "not_listed" | "no_slug" | "page_off" | "links_off" | "not_read" | "not_in_policy" | "nonce_needed" | "sandboxed" | "missing" | "no_element" | "integrity" | "other_slug" | null
    message: string
    /** What to change; null when there is nothing. */
    fix: string | null
    policy: {
      from: "header" | "meta"
      /** What decides, as the website sends it. */
      directive: string
      /** The same as it should be; null when no source in it would help. */
      suggestion: string | null
    } | null
  }>
}

export interface ErasedCustomerInEvent {
  id: number
  external_ref: string | null
}

export interface Event {
  /** `evt_…`, the same as the webhook-id header; sortable. */
  id: string
  type: Type
  version: 1
  occurred_at: string
  company_id: number
  source: {
    kind: string
  }
  data: Record<string, unknown>
}

export type EventInput = "appointment.created" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.reopened" | "appointment.on_the_way" | "appointment.arrived" | "appointment.completed" | "appointment.no_show" | "appointment.attendance_changed" | "appointment.pending" | "appointment.confirmed" | "appointment.declined" | "scheduling_request.expired" | "callback.requested" | "customer.created" | "customer.changed" | "customer.archived" | "customer.erased" | "appointment_type.created" | "appointment_type.changed" | "appointment_type.archived" | "provider.created" | "provider.changed" | "provider.archived" | "hours.changed" | "waiting_entry.created" | "waiting_entry.offered" | "waiting_entry.ended" | "webhook_endpoint.disabled" | "webhook.test" | "appointment.*" | "scheduling_request.*" | "callback.*" | "customer.*" | "appointment_type.*" | "provider.*" | "hours.*" | "waiting_entry.*" | "webhook_endpoint.*" | "*"

export type EventType = "appointment.created" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.reopened" | "appointment.on_the_way" | "appointment.arrived" | "appointment.completed" | "appointment.no_show" | "appointment.attendance_changed" | "appointment.pending" | "appointment.confirmed" | "appointment.declined" | "scheduling_request.expired" | "callback.requested" | "customer.created" | "customer.changed" | "customer.archived" | "customer.erased" | "appointment_type.created" | "appointment_type.changed" | "appointment_type.archived" | "provider.created" | "provider.changed" | "provider.archived" | "hours.changed" | "waiting_entry.created" | "waiting_entry.offered" | "waiting_entry.ended" | "webhook_endpoint.disabled" | "webhook.test"

export type FeedCustomer = "nothing" | "first_name" | "name_and_address"

export interface File {
  /** For `GET /files/{id}`. */
  id: string
  name: string
  media_type: string
  bytes: number
  created_at: string
  /** Null while no booking has taken it. */
  appointment_id: number | null
  /** Gives the bytes without a credential, as an attachment, for ten minutes. */
  download_url: string
  download_expires_at: string
}

export interface FileUpload {
  /** By which a booking's `answers` name the file, once it is uploaded. */
  id: string
  /** `PUT` the bytes there, once, without a credential. It takes one file. */
  upload_url: string
  /** Until then the link takes a file. */
  expires_at: string
  max_bytes: number
}

export interface FollowingItem {
  id: number
  appointment_type: {
    id: number
    name: string
  }
  provider: {
    id: number
    name: string
  }
  start_time: string
}

export type GroupBy = "day" | "week" | "month" | "weekday" | "location" | "provider" | "type" | "provider_weekday"

export interface Hold {
  id: number
  appointment_type_id: number
  provider_id: number
  location_id: number
  customer_id: number | null
  start_time: string
  end_time: string
  /** From then on the time is free again, unless it was booked. */
  expires_at: string
  /** Of several types, when they are held: each with its provider and its time. Absent of one type. */
  parts?: Array<VisitorProvidersPartsPart>
}

/** A provider's weekly hours, dated hours or time off were changed, or the company closed or opened dates. Times that were free may not be, and the other way round: search again. */
export interface HoursChangedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "hours.changed"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    /** Null where the company, or some of its locations, close or open on dates. */
    provider: {
      id: number
      name: string
    } | null
    /** What of the hours was changed. */
    changed: Array<"weekly_hours" | "date_overrides" | "time_off" | "company_time_off">
  }
}

export interface Import {
  dry_run: boolean
  made: number
  unchanged: number
  skipped: number
  refused: number
  /** One for each row that was sent, in their order. */
  rows: Array<ImportedRow>
}

export interface ImportedAppointmentRow {
  /** The appointment's id in the system that the file comes from. */
  external_ref?: string | null | undefined
  /** `yes`, or a state: one of cancelling, declining, deleting, moving or not coming, in English, Spanish or French, skips the row. A word that is not known is refused. */
  cancelled?: string | null | undefined
  /** `2027-03-16 09:00`, also with am or pm, by the clock of the location or of `timezone`; or with Z or an offset. */
  start_time?: string | null | undefined
  /** With `time`, instead of `start_time`. */
  date?: string | null | undefined
  time?: string | null | undefined
  /** As `start_time`. Left out, the appointment is as long as its type. */
  end_time?: string | null | undefined
  /** The length, instead of `end_time`. */
  minutes?: string | null | undefined
  /** A name or an id, as in `provider` and `location`. */
  appointment_type?: string | null | undefined
  provider?: string | null | undefined
  /** Of a type that takes several: who comes beside `provider`, by names or ids with semicolons between them. Left out, they are chosen from those who are free. */
  other_providers?: string | null | undefined
  /** Of a class: how many seats of the provider's session at that time. 1 when left out. */
  seats?: string | null | undefined
  /** Not needed where the provider works at one location only. */
  location?: string | null | undefined
  notes?: string | null | undefined
  /** The customer's id in the system that the file comes from. */
  customer_ref?: string | null | undefined
  /** The whole name, unless first_name and last_name are given. */
  name?: string | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  /** The name of a customer who has no other. */
  company?: string | null | undefined
  /** As people write it. A number without a country is of the US or Canada. Of several, with semicolons between them, the first that can be texted is the customer's; one called mobile or cell goes first. The others, and a number with its extension, stand in the notes. */
  phone?: string | null | undefined
  /** `yes`: another customer's number, which does not identify this one. */
  shared_phone?: string | null | undefined
  /** Of several, with semicolons between them, the first is the customer's; the others stand in the notes. */
  email?: string | null | undefined
  line1?: string | null | undefined
  line2?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  postal_code?: string | null | undefined
  /** Two letters; US when left out. */
  country?: string | null | undefined
  /** en, es or fr. */
  locale?: string | null | undefined
  /** An IANA time zone, as America/Chicago. */
  timezone?: string | null | undefined
  /** What everybody must know who goes there or calls. */
  warning?: string | null | undefined
  /** `yes`, or the day of it: the customer wants no texts. */
  text_opt_out?: string | null | undefined
  /** `yes`, or the day of it: the customer wants no mails. */
  email_opt_out?: string | null | undefined
  /** `no`: the customer wants no texts. `yes` grants nothing. */
  accepts_texts?: string | null | undefined
  /** `no`: the customer wants no mails that no booking needs. `yes` grants nothing. */
  accepts_emails?: string | null | undefined
}

export interface ImportedCustomerRow {
  /** The customer's id in the system that the file comes from. */
  external_ref?: string | null | undefined
  /** The whole name, unless first_name and last_name are given. */
  name?: string | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  /** The name of a customer who has no other. */
  company?: string | null | undefined
  /** As people write it. A number without a country is of the US or Canada. Of several, with semicolons between them, the first that can be texted is the customer's; one called mobile or cell goes first. The others, and a number with its extension, stand in the notes. */
  phone?: string | null | undefined
  /** `yes`: another customer's number, which does not identify this one. */
  shared_phone?: string | null | undefined
  /** Of several, with semicolons between them, the first is the customer's; the others stand in the notes. */
  email?: string | null | undefined
  line1?: string | null | undefined
  line2?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  postal_code?: string | null | undefined
  /** Two letters; US when left out. */
  country?: string | null | undefined
  /** en, es or fr. */
  locale?: string | null | undefined
  /** An IANA time zone, as America/Chicago. */
  timezone?: string | null | undefined
  /** What everybody must know who goes there or calls. */
  warning?: string | null | undefined
  /** `yes`, or the day of it: the customer wants no texts. */
  text_opt_out?: string | null | undefined
  /** `yes`, or the day of it: the customer wants no mails. */
  email_opt_out?: string | null | undefined
  /** `no`: the customer wants no texts. `yes` grants nothing. */
  accepts_texts?: string | null | undefined
  /** `no`: the customer wants no mails that no booking needs. `yes` grants nothing. */
  accepts_emails?: string | null | undefined
  latitude?: string | null | undefined
  longitude?: string | null | undefined
  /** A provider's name or id. */
  assigned_provider?: string | null | undefined
  /** What staff have written down about the customer. */
  notes?: string | null | undefined
}

export interface ImportedProviderRow {
  name?: string | null | undefined
  /** `no` stops new bookings. */
  active?: string | null | undefined
  /** Names or ids of what the provider offers, with semicolons between them. */
  appointment_types?: string | null | undefined
  /** The location of the hours, by name or id. Not needed where there is only one. */
  location?: string | null | undefined
  /** `09:00-12:00, 13:00-17:00`, by the location's clock. */
  monday?: string | null | undefined
  /** `09:00-12:00, 13:00-17:00`, by the location's clock. */
  tuesday?: string | null | undefined
  /** `09:00-12:00, 13:00-17:00`, by the location's clock. */
  wednesday?: string | null | undefined
  /** `09:00-12:00, 13:00-17:00`, by the location's clock. */
  thursday?: string | null | undefined
  /** `09:00-12:00, 13:00-17:00`, by the location's clock. */
  friday?: string | null | undefined
  /** `09:00-12:00, 13:00-17:00`, by the location's clock. */
  saturday?: string | null | undefined
  /** `09:00-12:00, 13:00-17:00`, by the location's clock. */
  sunday?: string | null | undefined
  line1?: string | null | undefined
  line2?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  postal_code?: string | null | undefined
  /** Two letters; US when left out. */
  country?: string | null | undefined
  max_travel_km?: string | null | undefined
}

export interface ImportedRow {
  /** `made`: it is new. `unchanged`: it is there, and nothing was changed. `skipped`: an appointment that is over or cancelled. `refused`: `reason` says why. A dry run says what would be. */
  fate: "made" | "unchanged" | "skipped" | "refused"
  /** The id of the record; null in a dry run for one that is new. */
  id: number | null
  /** What the row is recognised by. Two rows of a file with the same key are one record, also where a dry run could not know of the first. */
  key: string | null
  /** The cells that say something else than a record that is there, also than an appointment's customer. It stays as it is. */
  differs: Array<string>
  /** Texts of a new customer that no cell of a record holds, such as a second number or one with an extension: they stand in the customer's notes. */
  in_notes: Array<string>
  /** What the customer wants none of, as the row says; `offers` are mails that no booking needs. It is recorded for the number or the email, also where the customer is there; one that has agreed here keeps its yes, and `differs` names the cell. */
  opted_out: Array<"texts" | "emails" | "offers">
  reason: {
    /** A refusal's code. Of a skipped row `past` or `cancelled`. */
    code: string
    message: string
    /** The row's cell that it is about. */
    field: string | null
  } | null
  /** Of an appointment: when it starts, in UTC. */
  start_time: string | null
  /** Of an appointment: its location's zone. */
  timezone: string | null
}

export interface Inbox {
  kind: InboxKind
  /** The id of what it is about, among those of its kind. */
  id: number
  since: string
  /** When it is too late to answer; null for no such time. */
  due: string | null
  /** What happens at `due` without an answer. `declined`, `confirmed`: the booking is. `stands`: the appointment stays at its time. `starts`: the appointment begins. `disabled`: the endpoint gets nothing more. Null without `due`. */
  what_then: "declined" | "confirmed" | "stands" | "starts" | "disabled" | null
  customer: {
    id: number
    name: string
  } | null
  appointment: {
    id: number
    version: number
    appointment_type: {
      id: number
      name: string
    }
    provider: {
      id: number
      name: string
    }
    start_time: string
    end_time: string
    timezone: string
  } | null
  /** Of `counter_proposal`: the time that the customer's calendar proposes. */
  proposed_time: {
    start_time: string
    end_time: string
  } | null
  /** Of `callback` and `not_understood`: the number to call. */
  phone: string | null
  /** Of `callback` and `not_understood`: what was said or written. */
  message: string | null
  /** The caller's name; the purpose of a message; who has time off; an endpoint's URL; whose calendar it is. */
  about: string | null
  /** When it suits the caller; why a message did not go; what is wrong with the endpoint or the calendar. */
  reason: string | null
  links: {
    /** Where the API gives the whole of it, below the address of the service. */
    record: string
    /** Where the console shows it. */
    console: string
  }
}

/** `pending`: a booking that staff confirm or decline. `callback`: a caller wants to be called back. `not_understood`: a reply to a text that could not be read; its id is the callback's. `counter_proposal`: the customer's calendar proposes another time. `declined`: the customer says that they do not come, and the appointment stands. `message_uncertain`: a message that perhaps went; `message_failed`: one that did not. `understaffed`: somebody who is booked has time off then. `endpoint_failing`: a webhook endpoint does not take what is sent. `calendar_failing`: a provider's own calendar can't be read. */
export type InboxKind = "pending" | "callback" | "not_understood" | "counter_proposal" | "declined" | "message_uncertain" | "message_failed" | "understaffed" | "endpoint_failing" | "calendar_failing"

export type KeyKind = "secret" | "publishable"

export interface LeadTimeReport {
  from: string
  to: string
  group_by: "day" | "week" | "month" | "weekday" | "location" | "provider" | "type" | "provider_weekday"
  /** How many seconds ago the oldest change of these dates was made that the figures do not hold yet; 0 when they hold all. Above 3 much is being counted, as after an import: read again in a moment. */
  behind_seconds: number
  rows: Array<{
    /** The day, or the first day of the week or month within the report; null by anything else. */
    date: string | null
    /** 1 is Monday, 7 is Sunday; null where rows are not about weekdays. */
    weekday: number | null
    /** The id of the location, provider or type; null by date, and for what has none. */
    id: number | null
    name: string | null
    /** Not cancelled. */
    appointments: number
    same_day: number
    days_1: number
    days_2_to_3: number
    days_4_to_7: number
    days_8_to_14: number
    days_15_to_30: number
    days_31_up: number
  }>
  total: {
    /** Not cancelled. */
    appointments: number
    same_day: number
    days_1: number
    days_2_to_3: number
    days_4_to_7: number
    days_8_to_14: number
    days_15_to_30: number
    days_31_up: number
  }
}

export interface ListTimeOffAnswerDataDataItem {
  id: number
  start: string
  end: string
  reason: string | null
}

/** The language of mails to the user; null: the company's. */
export type LocaleInput = "en" | "fr" | "es" | null

export interface Location {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  name: string
  address: Address
  latitude: number | null
  longitude: number | null
  address_accuracy: AddressAccuracy
  directions: string | null
  opening_hours: string | null
  timezone: string
  /** As it was sent. */
  service_area: unknown
  active: boolean
  /** Its id in another system. */
  external_ref: string | null
  /** Pairs of your own; empty for none. */
  metadata: Record<string, string>
  /** When the record was last changed. */
  updated_at: string
  /** Only lists with `updated_since` show records that are archived. */
  archived_at: string | null
}

export interface LocationServiceAreaFormInput {
  kind: "postal_codes"
  codes: Array<string>
}

export interface MadeClassSessions {
  /** All that were put on the board, by their start. */
  sessions: Array<ClassSession>
}

export interface Mail {
  id: number
  purpose: Purpose
  outcome: "waiting" | "sent" | "skipped" | "failed"
  /** Why it was skipped (no_mail, no_email, email_unproven, email_unreachable, email_refused, too_many, no_pages, opted_out, no_consent, no_booking_link, goes_by_text, booked, answered, cancelled, expired, stopped, superseded, too_late, no_user) or failed (unknown_outcome, or the mail server's code); of one that waits, why the try before failed. */
  reason: string | null
  attempts: number
  /** Of one that waits: it does not go before. */
  due_at: string | null
  /** Null of a mail to one of the company's own people. */
  customer: {
    id: number
    name: string
  } | null
  /** Of a mail to a user. */
  user: {
    id: number
    name: string
  } | null
  /** Of a digest of a provider's day. */
  provider: {
    id: number
    name: string
  } | null
  /** Where it went. Null before that, since the address is read when it goes. */
  email: string | null
  from_email: string | null
  appointment_id: number | null
  created_at: string
  /** When the mail server took it. */
  sent_at: string | null
}

export interface MailDomain {
  id: number
  /** Addresses in it and in its subdomains may be `from`. */
  domain: string
  /** `operator`: the operator of this host has assigned it. Null: nothing proves it. */
  proven_by: "operator" | "dns" | null
  proven_at: string | null
  /** What DNS has to say of the domain to prove it. */
  record: {
    type: "TXT"
    name: string
    value: string
  }
  /** Of one that DNS has proven: since when the record is missing. After three days the proof ends. */
  missing_since: string | null
  /** When DNS was asked last. */
  checked_at: string | null
  created_at: string
}

/** The hour of the promised window in which we come; `say` says it. Absent before the plan of its day is fixed. */
export interface NarrowedWindow {
  start_time: string
  end_time: string
}

export interface NeededResourceInput {
  /** As the resources name their group. */
  group: string
  count?: number | undefined
  /** Counted from 0: it is taken from the first of these steps until the last, and kept in between. Left out: all the time. */
  steps?: Array<number> | undefined
}

/** Absent for a type that takes one provider and nothing else. */
export interface Needs {
  providers: number
  resources?: Array<{
    group: string
    count: number
    steps?: Array<number>
  }>
}

/** What it takes beside one provider. Null, or a crew of one, for nothing else. */
export type NeedsInput = {
  /** So many of those who offer it there come at once: a crew. */
  providers?: number | undefined
  /** Rooms and equipment, so many out of each group at the location. A start is offered where all are free. */
  resources?: Array<NeededResourceInput> | undefined
} | null

/** The first bookable time after an empty range, within the booking window. */
export type NextAvailable = Slot | null

/** Why a no-show could not be served; null where nobody said. */
export type NoShowReason = "nobody_home" | "no_way_in" | "wrong_address" | "sent_away" | "other" | null

export interface NoShowsReport {
  from: string
  to: string
  group_by: "day" | "week" | "month" | "weekday" | "location" | "provider" | "type" | "provider_weekday"
  /** How many seconds ago the oldest change of these dates was made that the figures do not hold yet; 0 when they hold all. Above 3 much is being counted, as after an import: read again in a moment. */
  behind_seconds: number
  rows: Array<{
    /** The day, or the first day of the week or month within the report; null by anything else. */
    date: string | null
    /** 1 is Monday, 7 is Sunday; null where rows are not about weekdays. */
    weekday: number | null
    /** The id of the location, provider or type; null by date, and for what has none. */
    id: number | null
    name: string | null
    /** Appointments that are over and were not cancelled. */
    past: number
    no_shows: number
    /** No-shows ÷ past; null where nothing is past. */
    share: number | null
  }>
  total: {
    /** Appointments that are over and were not cancelled. */
    past: number
    no_shows: number
    /** No-shows ÷ past; null where nothing is past. */
    share: number | null
  }
}

/** The provider is on the way, and arrives about `expected`; null where that was not said. Absent before. */
export interface OnTheWay {
  since: string
  expected: string | null
}

export interface OpenedDelivery {
  id: number
  endpoint_id: number
  /** `evt_…`, the request's webhook-id. */
  event_id: string
  event_type: EventType
  /** What it was made by. */
  trigger: "event" | "test" | "redeliver" | "recover"
  status: DeliveryStatus
  attempts: number
  /** What the receiver answered last, if it did. */
  last_status_code: number | null
  /** What went wrong last: `timeout`, `connection_refused`, `connection_reset`, `unreachable`, `dns`, `tls`, `blocked_address`, `redirect`, `bad_answer`, `endpoint_disabled`, `event_gone`, `interrupted`, `failed`; null when the receiver answered. */
  last_error: string | null
  next_attempt_at: string | null
  created_at: string
  delivered_at: string | null
  /** The body as it is sent; null when the event is past its 30 days. */
  payload: Record<string, unknown> | null
  attempt_log: Array<DeliveryAttempt>
}

export interface OptOut {
  id: number
  channel: "voice" | "sms"
  source: string
  at: string
  /** True for an opt-out that came over the carrier, which goes on refusing texts until the number itself replies START. Record a grant only when it has. */
  needs_start: boolean
  /** Null when the number is no customer's, or no longer: opt-outs outlive an erasure. */
  phone: string | null
  /** Whose number it is. */
  customers: Array<{
    id: number
    name: string
    contact_id: number
  }>
}

export interface OutreachPlan {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  name: string
  steps: Array<{
    after_minutes: number
    channel: ChannelInput
    sms_text: string | null
    /** Of a mail. */
    mail_subject?: string
    /** Of a mail. */
    mail_text?: string
  }>
  created_at: string
  updated_at: string
}

export interface OutreachPlanPreview {
  /** The number that texts go from; null without one. */
  from: string | null
  most_characters: number
  /** What {booking_link} counts as. */
  link_characters: number
  steps: Array<{
    /** Characters as they count towards `most_characters`. */
    counted: number
    /** Why the step could not be saved. */
    problem: string | null
    /** Of a text. */
    sent: {
      text: string
      length: OutreachPlanPreviewLength
      /** The characters that the alphabet lacks. */
      lacking: Array<string>
    } | null
    /** Of a mail. */
    mail: {
      subject: string
      text: string
      html: string
    } | null
    /** The same as the first text to a number in a month: it names the company and says how to stop. */
    sent_first: {
      text: string
      length: OutreachPlanPreviewLength
      /** The characters that the alphabet lacks. */
      lacking: Array<string>
    } | null
  }>
}

export interface OutreachPlanPreviewLength {
  encoding: OutreachPlanPreviewLengthEncoding
  /** As the encoding counts them. */
  characters: number
  /** How many messages the carrier charges. */
  segments: number
  /** So many characters fit into these segments. */
  room: number
}

/** `ucs2` when the alphabet of text messages lacks a character: a message then holds 70 instead of 160. */
export type OutreachPlanPreviewLengthEncoding = "gsm7" | "ucs2"

export interface OutreachRun {
  id: number
  scheduling_request_id: number
  outreach_plan_id: number
  /** `finished` after the last step, `ended` before it. */
  status: "running" | "finished" | "ended"
  end_reason: "booked" | "cancelled" | "expired" | "stopped" | null
  started_at: string
  ended_at: string | null
  steps: Array<{
    after_minutes: number
    channel: ChannelInput
    sms_text: string | null
    /** Of a mail. */
    mail_subject?: string
    /** Of a mail. */
    mail_text?: string
    position: number
    status: "pending" | "sent" | "skipped" | "failed"
    /** Why it was skipped (no_booking_link, opted_out, no_consent, no_phone, no_sms_channel, no_voice_agent, booked, cancelled, expired, stopped, superseded, nothing_upcoming, answered, too_late, no_mail, no_email, email_unproven, email_unreachable, email_refused, too_many, no_pages, goes_by_text) or failed (the carrier's reason). */
    reason: string | null
    /** Not before this time; null until the step before has ended. */
    due_at: string | null
    ended_at: string | null
  }>
}

export interface OwnDay {
  date: string
  timezone: string
  /** The service's time: a phone whose clock is wrong counts from it. */
  now: string
  provider: {
    id: number
    name: string
  }
  company: {
    name: string
    phone: string | null
  }
  /** In their order. One that was cancelled on that very day is among them, since somebody may be on the way to it. */
  visits: Array<OwnVisit>
}

export interface OwnVisit {
  id: number
  version: number
  status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
  start_time: string
  end_time: string
  timezone: string
  /** One entry a working day. */
  blocks: Array<Block>
  /** What the customer was promised; null for a promised start. */
  window: {
    start_time: string
    end_time: string
  } | null
  /** When the work is planned to start. */
  planned_start: string
  /** How long it takes, of a promised window; null of a start. */
  work_minutes: number | null
  appointment_type: {
    id: number
    name: string
  }
  duration_option: AgentToolDurationOption
  place: "at_location" | "at_customer" | "remote"
  location: {
    id: number
    name: string
  }
  /** The customer's, of a visit there; null elsewhere. */
  address: {
    line1: string
    line2: string | null
    city: string
    state: string
    postal_code: string
    country: string
  } | null
  customer: {
    id: number
    name: string
    phone: string | null
    /** What everybody has to know who deals with them. */
    warning: string | null
  }
  notes: string | null
  answers: Array<Answer>
  on_the_way_at: string | null
  expected_at: string | null
  arrived_at: string | null
  closed_at: string | null
  no_show_reason: "nobody_home" | "no_way_in" | "wrong_address" | "sent_away" | "other" | null
}

export interface PinAppointmentInput {
  if_version?: number | undefined
}

export interface PlanPreview {
  /** As it would be. */
  plan: DayPlan
  /** Which planner it is by: `own` also where the company chose another that did not answer. */
  planner: "own" | "vroom"
  driving_minutes_before: number
  /** How many the plan holds; all promises are kept. */
  visits: number
  changes: Array<{
    appointment_id: number
    customer: {
      id: number
      name: string
    }
    window: {
      start_time: string
      end_time: string
    } | null
    from: PlanPreviewFrom
    to: PlanPreviewFrom
  }>
}

export interface PlanPreviewFrom {
  provider: {
    id: number
    name: string
  }
  /** Who comes beside. Absent for a visit of one provider. */
  crew?: Array<{
    id: number
    name: string
  }>
  planned_start: string
}

/** Who is planned to come, for staff. May change. */
export interface PlannedProvider {
  id: number
  name: string
}

export interface Preview {
  /** In the order of their times, as things stand now. */
  texts: Array<{
    purpose: "code" | "confirmation" | "change" | "reminder" | "outreach" | "links" | "cancel_reply" | "offer"
    /** `voice`: a call by the agent. `mail`: only where the company sends mails. */
    channel: "sms" | "voice" | "mail"
    /** When it goes, or would have gone. */
    at: string
    /** Why none goes; null for one that goes. `silenced`: its channel is among the `silent_channels`. */
    reason: "no_booking_link" | "opted_out" | "no_consent" | "no_phone" | "no_sms_channel" | "no_voice_agent" | "booked" | "cancelled" | "expired" | "stopped" | "superseded" | "nothing_upcoming" | "answered" | "too_late" | "texts_unavailable" | "confirmations_off" | "silenced" | "no_mail" | "no_email" | "email_unproven" | "email_unreachable" | "email_refused" | "too_many" | "no_pages" | "goes_by_text" | null
    from: string | null
    to: string | null
    /** Of a mail. */
    subject?: string | null
    /** As it is sent; of a mail its plain text. A link that is made with the write stands with x in place of its token. Null for a call, and where none goes. */
    body: string | null
    /** Of a text. */
    length: {
      encoding: OutreachPlanPreviewLengthEncoding
      /** As the encoding counts them. */
      characters: number
      /** How many messages the carrier charges. */
      segments: number
      /** So many characters fit into these segments. */
      room: number
    } | null
  }>
  /** What webhook endpoints are told; of a change of several each once. */
  events: Array<Type>
  /** Of a change of several: all that it is of, the soonest first. */
  appointments?: Array<PreviewAppointment>
  /** Of a reopening of one of a group or a series: the others, which stay cancelled. */
  stay_cancelled?: Array<PreviewAppointment>
}

export interface PreviewAppointment {
  id: number
  start_time: string
  timezone: string
}

/** `start`: customers are told when the work begins. `window`, for work of one day at the customer's address: they are told between when; who comes and when exactly is planned, and may change until then. It may take a crew and equipment. The last window of a day ends at closing time, and may be shorter. */
export type PromiseInput = {
  kind: "start"
} | {
  kind: "window"
  minutes: 60 | 120 | 240
}

export interface ProposedTime {
  id: number
  start_time: string
  end_time: string
  provider: {
    id: number
    name: string
  }
  location: {
    id: number
    name: string
  }
}

export interface Provider {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  name: string
  active: boolean
  start_address: StartAddress
  start_address_accuracy: AddressAccuracy
  max_travel_km: number | null
  travel: Travel
  appointment_type_ids: Array<number>
  digest_email: string | null
  about: string | null
  /** Its picture on the customers' host. Null without one, and on a host without booking pages. */
  image_url: string | null
  /** Its id in another system. */
  external_ref: string | null
  /** Pairs of your own; empty for none. */
  metadata: Record<string, string>
  /** When the record was last changed. */
  updated_at: string
  /** Only lists with `updated_since` show records that are archived. */
  archived_at: string | null
}

/** A provider was archived: they are offered no more. */
export interface ProviderArchivedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "provider.archived"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: ProviderArchivedEventData
}

export interface ProviderArchivedEventData {
  provider: ProviderArchivedEventDataProvider
}

export interface ProviderArchivedEventDataProvider {
  id: number
  name: string
  /** False where they take no new bookings. */
  active: boolean
  /** What they offer. */
  appointment_type_ids: Array<number>
  /** Its id in another system; absent for none. */
  external_ref?: string
  /** Pairs of your own; absent for none. */
  metadata?: Record<string, string>
}

export interface ProviderCalendar {
  id: number
  provider_id: number
  kind: "caldav" | "ics" | "google" | "microsoft"
  /** Enough to tell it from others; of a feed the host alone. */
  address: string
  writes: boolean
  timezone: string
  unanswered_blocks: boolean
  owner_email: string | null
  /** `waiting`: not read yet. `fresh`. `failing`: can't be read, its last times still serve. `unread`: for so long that the provider is not offered. */
  status: "waiting" | "fresh" | "failing" | "unread"
  /** Why it can't be read; of one that is read, whether some of its events are unclear: the check names them. */
  problem: "credentials" | "permission" | "not_found" | "blocked_address" | "dns" | "tls" | "timeout" | "unreachable" | "redirect" | "rate_limited" | "server_error" | "unreadable" | "unclear_events" | "many_unclear_events" | "clock" | null
  last_read_at: string | null
  failing_since: string | null
  created_at: string
}

/** A provider was changed. `data.provider` is as it stands after the change. Their hours have an event of their own. */
export interface ProviderChangedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "provider.changed"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    provider: ProviderArchivedEventDataProvider
    /** The fields that have another value now, as the API names them. */
    changed: Array<string>
  }
}

/** A provider was made, with weekly hours where some were sent. */
export interface ProviderCreatedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "provider.created"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: ProviderArchivedEventData
}

export type Purpose = "code" | "confirmation" | "change" | "reminder" | "outreach" | "links" | "cancel_reply" | "offer" | "password_reset" | "user_invitation" | "endpoint_disabled" | "calendar_lost" | "booking_asked" | "day_digest"

export interface Question {
  key: string
  label: string
  kind: "text" | "long_text" | "number" | "date" | "choice" | "choices" | "consent" | "file"
  options?: Array<string>
  required: boolean
  shown_if?: {
    key: string
    is: string | boolean
  }
}

export interface ReadTestClockAnswerData {
  now: string
  /** False while the clock stands. */
  running: boolean
}

export interface Readiness {
  /** Whether every item is ok. */
  ready: boolean
  items: Array<{
    /** `location`: Whether there is an active location. `appointment_type`: Whether there is an active appointment type. `provider`: Whether there is an active provider. `type_locations`: Whether an active type (`target_id`) has an active location that it may take place at. `type_providers`: Whether an active provider offers an active type (`target_id`). `type_needs`: Whether enough active providers offer an active type (`target_id`) that takes several, and one of its locations has the rooms and equipment that it needs. `type_hours`: Whether those who offer an active type (`target_id`) have hours in its booking window that are long enough for it. `service_area`: Whether an active location (`target_id`) that serves a radius is on the map. `link_host`: Whether this host shows the public page and booking links that the company has switched on. `public_page`: Whether the public page, where it is on, has an address and a type to book. `codes_by_text`: Whether codes can be texted while the public page is on. `embedding`: Whether the sites that may embed the pages have a page to show. `texts`: Whether the latest texts of the past day went out. `mails`: Whether the mails that the company has switched on go out, and how many customers' addresses take none. `provider_calendar`: Whether a connected calendar (`target_id`) is read. `webhook_endpoint`: Whether a webhook endpoint (`target_id`) takes what it is sent. More codes may come. */
    code: "location" | "appointment_type" | "provider" | "type_locations" | "type_providers" | "type_needs" | "type_hours" | "service_area" | "link_host" | "public_page" | "codes_by_text" | "embedding" | "texts" | "mails" | "provider_calendar" | "webhook_endpoint"
    /** The id of the record that was looked at. */
    target_id: number | null
    ok: boolean
    message: string
    /** What to do; null when the item is ok. */
    fix: string | null
  }>
}

/** Why providers is empty, when one of these is why. */
export type Reason = "no_address" | "address_not_found" | "out_of_service_area" | "provider_does_not_offer_type" | "no_provider_offers_type" | null

export interface RemoveSecondFactorInput {
  password: string
  code: string
}

export interface ReopenAppointmentInput {
  if_version?: number | undefined
  /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
  override_eligibility?: boolean | undefined
  /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
  silent_channels?: Array<"sms" | "mail"> | undefined
}

export interface RequestFileUploadInput {
  /** What the file is called, as its reader sees it. Its ending follows its content. */
  name: string
}

export interface RequestsReport {
  from: string
  to: string
  group_by: "day" | "week" | "month" | "weekday" | "location" | "provider" | "type" | "provider_weekday"
  /** How many seconds ago the oldest change of these dates was made that the figures do not hold yet; 0 when they hold all. Above 3 much is being counted, as after an import: read again in a moment. */
  behind_seconds: number
  rows: Array<{
    /** The day, or the first day of the week or month within the report; null by anything else. */
    date: string | null
    /** 1 is Monday, 7 is Sunday; null where rows are not about weekdays. */
    weekday: number | null
    /** The id of the location, provider or type; null by date, and for what has none. */
    id: number | null
    name: string | null
    requests: number
    open: number
    scheduled: number
    cancelled: number
    expired: number
  }>
  total: {
    requests: number
    open: number
    scheduled: number
    cancelled: number
    expired: number
  }
}

export interface Resource {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  name: string
  kind: "room" | "equipment"
  group: string
  location_id: number
  hours: Array<{
    weekday: number
    start: string
    end: string
  }> | null
  turnover_minutes: number
  active: boolean
  /** When the record was last changed. */
  updated_at: string
  /** Only lists with `updated_since` show records that are archived. */
  archived_at: string | null
}

export interface ResourcesResource {
  id: number
  name: string
  kind: "room" | "equipment"
}

/** `visitor` of a publishable key, and only of those. */
export type Role = "admin" | "member" | "agent" | "visitor"

export interface SchedulingRequest {
  id: number
  status: "open" | "scheduled" | "cancelled" | "expired"
  customer_id: number
  appointment_type_id: number
  /** The day of its creation in the company's zone, where none was sent. */
  earliest_date: string
  latest_date: string
  external_ref: string | null
  /** Pairs of your own; empty for none. */
  metadata: Record<string, string>
  location_id: number | null
  provider_id: number | null
  /** All working days together; the request's own, else the type's. */
  duration_minutes: number
  blocks: Array<number>
  duration_label: string | null
  /** Null when booking links are not set up for the company, and for a link whose key the host has lost. */
  booking_url: string | null
  version: number
  created_at: string
  updated_at: string
}

/** A scheduling request passed its latest date unbooked. */
export interface SchedulingRequestExpiredEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "scheduling_request.expired"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    customer: CustomerInEvent
    scheduling_request: {
      id: number
      external_ref: string | null
      /** Pairs of your own; absent for none. */
      metadata?: Record<string, string>
      status: "open" | "scheduled" | "cancelled" | "expired"
      /** The day of its creation where none was sent; null in events before November 29, 2026 alone. */
      earliest_date: string | null
      latest_date: string
    }
  }
}

export type ScopesScope = "read" | "schedule" | "settings" | "availability:read" | "appointments:read" | "appointments:write" | "customers:read" | "customers:write" | "scheduling_requests:read" | "scheduling_requests:write" | "waiting_list:read" | "waiting_list:write" | "callbacks:read" | "callbacks:write" | "plans:read" | "plans:write" | "messages:read" | "messages:write" | "appointment_types:read" | "appointment_types:write" | "providers:read" | "providers:write" | "locations:read" | "locations:write" | "resources:read" | "resources:write" | "company:read" | "company:write" | "imports:write" | "reports:read" | "events:read" | "webhooks:read" | "webhooks:write" | "users:read" | "users:write" | "api_keys:read" | "api_keys:write" | "audit:read" | "test_companies:read" | "test_companies:write" | "agent_tools:write"

export interface Series {
  id: number
  customer_id: number
  appointment_type: {
    id: number
    name: string
  }
  every: {
    days?: number
    weeks?: number
    months?: number
  }
  timezone: string
  created_at: string
  /** In the order of their places in the series. */
  occurrences: Array<{
    index: number
    /** Null for one that was left out. */
    start_time: string | null
    /** Its place in the series, as 2027-03-16. */
    local_date: string
    /** What the clock there shows, the same in the whole series, as 10:00. */
    local_time: string
    status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending" | null
    appointment_id: number | null
    /** It stands at another time than its place in the series. */
    is_moved: boolean
  }>
}

export interface SeriesOccurrence {
  index: number
  start_time: string
  /** Its place in the series, as 2027-03-16. */
  local_date: string
  /** What the clock there shows, the same in the whole series, as 10:00. */
  local_time: string
  /** Null for one that can't be booked. */
  end_time: string | null
  outcome: "free" | "conflict" | "left_out" | "booked"
  /** Why it is a conflict. */
  reason: "notice" | "booking_window" | "daily_limit" | "holiday" | "time_off" | "customer_busy" | "taken" | "not_open" | null
  /** Of a conflict: the two nearest starts of the same provider. */
  alternatives: Array<Slot>
  appointment_id: number | null
}

export interface ServiceAreaFormInput {
  kind: "anywhere"
}

export interface SetArrivedInput {
  /** When it was done, where it is sent later: at most 24 hours back. A time to come counts as now. Left out: now. */
  at?: string | undefined
  if_version?: number | undefined
}

export interface Slot {
  start_time: string
  /** The end of the last block. */
  end_time: string
  blocks: Array<Block>
  /** The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`. */
  kind?: "window"
  /** Of a class: its session. Absent of all other types. */
  session_id?: number
  /** Seats that can still be booked. Absent with session_id. */
  seats_left?: number
  provider_id: number
  provider_name: string
  location_id: number
  location_name: string
  timezone: string
  /** Of a search for several types: each with its provider and its time, in their order. Absent of one type. */
  parts?: Array<VisitorProvidersPartsPart>
}

export interface SlotAnswer {
  /** Per provider and location; empty when nothing can be offered. */
  providers: Array<{
    provider_id: number
    provider_name: string
    location_id: number
    location_name: string
    timezone: string
    slots: Array<{
      start_time: string
      /** The end of the last block. */
      end_time: string
      blocks: Array<Block>
      /** The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`. */
      kind?: "window"
      /** Of a class: its session. Absent of all other types. */
      session_id?: number
      /** Seats that can still be booked. Absent with session_id. */
      seats_left?: number
      /** Of a search for several types: each with its provider and its time, in their order. Absent of one type. */
      parts?: Array<VisitorProvidersPartsPart>
    }>
  }>
  /** Up to five of the whole range, best first; each also in providers. Empty in further parts. */
  recommended: Array<{
    start_time: string
    /** The end of the last block. */
    end_time: string
    blocks: Array<Block>
    /** The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`. */
    kind?: "window"
    /** Of a class: its session. Absent of all other types. */
    session_id?: number
    /** Seats that can still be booked. Absent with session_id. */
    seats_left?: number
    provider_id: number
    provider_name: string
    location_id: number
    location_name: string
    timezone: string
    /** Of a search for several types: each with its provider and its time, in their order. Absent of one type. */
    parts?: Array<VisitorProvidersPartsPart>
    /** The time is in a later part of the answer: see more_from. */
    later?: boolean
  }>
  reason: Reason
  warnings: Array<string>
  next_available: NextAvailable
  /** Not null when the answer would be longer than 4 MB: it then holds the first dates only. Send it with the same question for the next part. */
  more_from: string | null
}

export interface SlotExplanation {
  provider_id: number
  location_id: number
  timezone: string
  starts: Array<{
    start_time: string
    offered: boolean
    /** Empty for an offered start; else all reasons, each of which is enough to keep the start from being offered. Of several types, those of the first. */
    reasons: Array<SlotReason>
    /** Of several types of which the first could begin then: who could have begun one that follows, and when, each with all reasons. Every way for the rest to follow meets one of them. Absent of one type. */
    blocked?: Array<BlockedItem>
  }>
}

export interface SlotRangeExplanation {
  slot_interval_minutes: number
  /** Per provider and location where the provider has hours. A run is of one local date; by its first start. */
  providers: Array<{
    provider_id: number
    provider_name: string
    location_id: number
    location_name: string
    timezone: string
    runs: Array<{
      first_start_time: string
      /** Itself a start of the run. */
      last_start_time: string
      /** How many starts: each slot_interval_minutes after the one before. */
      count: number
      offered: boolean
      /** As of one start, the same for each of the run; what hours lack is told for all of its starts together. Of several types, those of the first. */
      reasons: Array<SlotReason>
      /** As of one start, of a run that is one start. Of several types of which the first could begin then, and only there. */
      blocked?: Array<BlockedItem>
    }>
  }>
  /** Not null when the answer would be longer than 4 MB or take too long: as that of a search. */
  more_from: string | null
}

export interface SlotReason {
  code: SlotReasonCode
  message: string
  causes: Array<{
    kind: "appointment_type" | "provider" | "location" | "customer" | "scheduling_request" | "weekly_hours" | "date_override" | "time_off" | "company_time_off" | "appointment" | "hold" | "class_session" | "calendar" | "resource" | "limit"
    id?: number
    from?: string
    to?: string
    value?: number | string
    /** Which drive is too long, in its direction; `value` are its minutes with the set up. */
    leg?: "from_visit" | "to_visit" | "way_out" | "way_home"
    /** The type also starts right before or after busy time, on whole five minutes. */
    packed?: boolean
    /** The other reasons of the start that name the same record: what lifts it lifts them all. */
    also?: Array<SlotReasonCode>
  }>
  /** What would make it bookable, as far as this reason goes. */
  lift: string
}

export type SlotReasonCode = "type_inactive" | "provider_inactive" | "location_inactive" | "not_offered_by_provider" | "not_offered_at_location" | "assigned_to_another" | "request_provider" | "request_location" | "request_dates" | "request_needed" | "no_address" | "out_of_service_area" | "too_far" | "unreachable" | "window_full" | "closed" | "closed_that_day" | "holiday" | "time_off" | "appointment" | "pending" | "hold" | "session" | "no_session" | "session_full" | "customer_busy" | "buffer" | "calendar_busy" | "crew_short" | "calendar_unread" | "resource_taken" | "off_grid" | "notice" | "booking_window" | "daily_limit" | "short_day" | "no_next_working_day"

/** Whether a confirmation by text was handed to the carrier. */
export interface Sms {
  sent: boolean
  /** Why none went; null when one did. */
  reason: string | null
}

export type StartAddress = {
  line1: string
  line2: string | null
  city: string
  state: string
  postal_code: string
  country: string
  latitude: number | null
  longitude: number | null
} | null

/** Where the provider's day begins and ends, on the road; null means at the location. */
export type StartAddressInput = {
  line1: string
  line2?: string | null | undefined
  city: string
  state: string
  postal_code: string
  country?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
} | null

export interface StartOutreachInput {
  outreach_plan_id: number
}

/** `grid`: starts step by `slot_interval_minutes`. `packed`: besides these, a start right after busy time and one that ends right before it, buffers kept, on whole 5 minutes, so that no time is left over. `packed_only`: searches show these alone, and those where the hours begin and end; on a date without any, the grid. The others can still be booked. */
export type StartsInput = "grid" | "packed" | "packed_only"

export interface SwappedAppointments {
  /** Both as they stand now, `a` first. */
  appointments: Array<Appointment>
  /** With hold_messages_seconds: by what both are taken back. Absent where they were told at once. */
  undo?: {
    /** For `POST /undo/{token}`. */
    token: string
    /** Then everybody concerned hears of it, and it is too late. */
    until: string
  }
}

export interface TestCompanie {
  id: number
  name: string
  public_slug: string | null
  /** Its public page with a pass; null without a slug, and on a host without booking pages. Who has the address sees the page. */
  public_page_url: string | null
  clock: ReadTestClockAnswerData
  created_at: string
}

export interface Text {
  id: number
  purpose: "code" | "confirmation" | "change" | "reminder" | "outreach" | "links" | "cancel_reply" | "offer"
  channel: "sms" | "voice"
  outcome: "waiting" | "sent" | "skipped" | "failed"
  /** Why it was skipped (no_booking_link, opted_out, no_consent, no_phone, no_sms_channel, no_voice_agent, booked, cancelled, expired, stopped, superseded, nothing_upcoming, answered, too_late) or failed (unknown_outcome, or the carrier's word); of one that waits, why the try before failed. */
  reason: string | null
  /** What the carrier reported; null without a report. */
  delivery: "delivered" | "undelivered" | null
  attempts: number
  /** Of one that waits: it does not go before. */
  due_at: string | null
  /** Null for a code, which goes to a number. */
  customer: {
    id: number
    name: string
  } | null
  /** Where it went. Null before that, since the number is chosen when it goes. */
  phone: string | null
  from_phone: string | null
  appointment_id: number | null
  /** Of outreach, as the next two. */
  scheduling_request_id: number | null
  outreach_plan_id: number | null
  step_position: number | null
  created_at: string
  sent_at: string | null
}

export interface TextsReport {
  from: string
  to: string
  group_by: "day" | "week" | "month" | "weekday" | "location" | "provider" | "type" | "provider_weekday"
  /** How many seconds ago the oldest change of these dates was made that the figures do not hold yet; 0 when they hold all. Above 3 much is being counted, as after an import: read again in a moment. */
  behind_seconds: number
  rows: Array<{
    /** The day, or the first day of the week or month within the report; null by anything else. */
    date: string | null
    /** 1 is Monday, 7 is Sunday; null where rows are not about weekdays. */
    weekday: number | null
    /** The id of the location, provider or type; null by date, and for what has none. */
    id: number | null
    name: string | null
    texts: number
    /** With the carrier, which has not said more. */
    sent: number
    delivered: number
    undelivered: number
    skipped: number
    failed: number
  }>
  total: {
    texts: number
    /** With the carrier, which has not said more. */
    sent: number
    delivered: number
    undelivered: number
    skipped: number
    failed: number
  }
}

/** Before noon, until five, or later. */
export type TimeOfDayInput = "morning" | "afternoon" | "evening" | null

export interface TimeZones {
  zones: Array<{
    timezone: string
    /** By how much its clock is ahead of UTC, from each instant on; in the order of time. */
    utc_offsets: Array<UtcOffset>
  }>
}

export type Travel = {
  speed_kmh: number
  road_factor: number
  setup_minutes: number
} | null

/** How fast the provider gets from one visit to the next; null takes the company's `travel`. */
export type TravelInput = {
  /** On the road, on average. */
  speed_kmh: number
  /** How many times longer roads are than the straight line. */
  road_factor?: number | undefined
  /** To park and set up at each visit. */
  setup_minutes?: number | undefined
} | null

export type Type = "appointment.created" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.reopened" | "appointment.on_the_way" | "appointment.arrived" | "appointment.completed" | "appointment.no_show" | "appointment.attendance_changed" | "appointment.pending" | "appointment.confirmed" | "appointment.declined" | "scheduling_request.expired" | "callback.requested" | "customer.created" | "customer.changed" | "customer.archived" | "customer.erased" | "appointment_type.created" | "appointment_type.changed" | "appointment_type.archived" | "provider.created" | "provider.changed" | "provider.archived" | "hours.changed" | "waiting_entry.created" | "waiting_entry.offered" | "waiting_entry.ended" | "webhook_endpoint.disabled"

/** What becomes by itself of a pending appointment that staff have not answered in time. */
export type UnansweredInput = "decline" | "confirm"

export interface UnclearLine {
  /** The event's UID in the calendar. */
  uid: string
  /** The number of the line in the file, or in the event's own text. */
  line: number
  /** The line as it stands, cut where it is long. */
  text: string
}

export interface Undone {
  /** All that the change was of, as they stand now. */
  appointments: Array<Appointment>
}

export interface User {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  email: string
  name: string
  role: "admin" | "member" | "provider"
  /** The provider whose seat it is, of the role `provider`; null for every other. */
  provider_id: number | null
  locale: "en" | "fr" | "es" | null
  active: boolean
  /** False until the user has chosen a password. */
  password_set: boolean
  /** Whether signing in asks for a code beside the password. */
  second_factor: boolean
  created_at: string
  /** When the record was last changed. */
  updated_at: string
}

export interface UtcOffset {
  from: string
  minutes: number
}

export interface UtilisationReport {
  from: string
  to: string
  group_by: "day" | "week" | "month" | "weekday" | "location" | "provider" | "type" | "provider_weekday"
  /** How many seconds ago the oldest change of these dates was made that the figures do not hold yet; 0 when they hold all. Above 3 much is being counted, as after an import: read again in a moment. */
  behind_seconds: number
  rows: Array<{
    /** The day, or the first day of the week or month within the report; null by anything else. */
    date: string | null
    /** 1 is Monday, 7 is Sunday; null where rows are not about weekdays. */
    weekday: number | null
    /** The id of the location, provider or type; null by date, and for what has none. */
    id: number | null
    name: string | null
    /** Of appointments that are not cancelled, without buffers. */
    booked_minutes: number
    /** Of working hours, after date overrides and time off. */
    offered_minutes: number
    /** Booked ÷ offered; null where nothing is offered. */
    utilisation: number | null
  }>
  total: {
    /** Of appointments that are not cancelled, without buffers. */
    booked_minutes: number
    /** Of working hours, after date overrides and time off. */
    offered_minutes: number
    /** Booked ÷ offered; null where nothing is offered. */
    utilisation: number | null
  }
}

/** Of a type at the customer's: where. The address on file counts when it is left out. */
export interface VisitorAddressInput {
  line1: string
  line2?: string | null | undefined
  city: string
  state: string
  postal_code: string
  country?: "US" | "CA" | undefined
}

/** Null while no customer has the number. */
export type VisitorCustomer = {
  first_name: string
} | null

export interface VisitorProvidersPartsPart {
  appointment_type_id: number
  provider_id: number
  provider_name: string
  location_id: number
  start_time: string
  end_time: string
}

export interface WaitingEntry {
  id: number
  state: "waiting" | "offered" | "held" | "booked" | "declined" | "expired" | "withdrawn"
  customer: {
    id: number
    name: string
  }
  /** The first, where several are waited for together. */
  appointment_type: {
    id: number
    name: string
  }
  /** All types that are waited for in one visit, in their order; mostly one. */
  appointment_types: Array<{
    id: number
    name: string
  }>
  /** Of several types: one provider leads all. */
  same_provider: boolean
  earliest_date: string
  latest_date: string
  weekdays: Array<number> | null
  parts_of_day: Array<"morning" | "afternoon" | "evening"> | null
  location_ids: Array<number> | null
  provider_ids: Array<number> | null
  /** The appointment that is to become earlier; null without one. */
  appointment_id: number | null
  least_notice_minutes: number
  channels: Array<"sms" | "mail">
  priority: number
  made_by: "link" | "public" | "agent" | "api" | "admin"
  times_asked: number
  /** When a time was offered last. */
  asked_at: string | null
  /** What ended it, where it is `booked`. */
  booked_appointment_id: number | null
  /** The customer's link: to see the entry, change it, leave the list and open offers. Null when links are not set up, and of one that has ended. */
  wait_url: string | null
  created_at: string
  /** When the record was last changed. */
  updated_at: string
  ended_at: string | null
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
}

/** A customer joined the waiting list. */
export interface WaitingEntryCreatedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "waiting_entry.created"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: WaitingEntryCreatedEventData
}

export interface WaitingEntryCreatedEventData {
  waiting_entry: WaitingEntryCreatedEventDataWaitingEntry
  customer: CustomerInEvent
}

export interface WaitingEntryCreatedEventDataWaitingEntry {
  id: number
  /** `booked`, `declined`, `expired` and `withdrawn` are the ends. */
  state: "waiting" | "offered" | "held" | "booked" | "declined" | "expired" | "withdrawn"
  appointment_type: {
    id: number
    name: string
  }
  /** Of several in one visit: all of them, in their order. Absent of one type. */
  appointment_types?: Array<{
    id: number
    name: string
  }>
  earliest_date: string
  latest_date: string
  booked_appointment_id: number | null
}

/** A customer waits no more: they booked, said no, left the list, or its dates are over. */
export interface WaitingEntryEndedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "waiting_entry.ended"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: WaitingEntryCreatedEventData
}

/** A time was offered to a customer who waits. */
export interface WaitingEntryOfferedEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "waiting_entry.offered"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    waiting_entry: WaitingEntryCreatedEventDataWaitingEntry
    offer: {
      id: number
      start_time: string
      end_time: string
      provider_id: number
      location_id: number
      /** Of several types in one visit: each with its provider and its time. */
      parts?: Array<{
        appointment_type_id: number
        provider_id: number
        start_time: string
        end_time: string
      }>
      good_until: string
    }
    customer: CustomerInEvent
  }
}

export interface WaitingOffer {
  id: number
  waiting_entry_id: number
  /** `offered` until it is answered; `held` while its time is kept for the customer. `expired`: its time was taken or came too near. */
  state: "offered" | "held" | "booked" | "declined" | "expired" | "withdrawn"
  appointment_type_id: number
  provider: {
    id: number
    name: string
  }
  location: {
    id: number
    name: string
  }
  timezone: string
  start_time: string
  end_time: string
  /** Of several types in one visit: each with its provider and its time. `provider` and `start_time` are of the first. Absent of one type. */
  parts?: Array<VisitorProvidersPartsPart>
  /** `system`: freed time was offered. */
  made_by: "system" | "link" | "public" | "agent" | "api" | "admin"
  /** The customer has asked for it while another was deciding, and gets it when that ends. */
  is_next: boolean
  created_at: string
  good_until: string
  ended_at: string | null
}

export interface WaitingSummary {
  /** Entries that wait now. */
  waiting: number
  /** Entries of the time asked about; the others below are of that time, too. */
  joined: number
  offers: number
  /** Offers that were taken. */
  booked: number
  /** The length of what was taken, together. */
  booked_minutes: number
  /** From the offer to the booking; null where none was taken. */
  median_minutes_to_booking: number | null
}

export interface WebhookEndpoint {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  url: string
  events: Array<EventInput>
  /** Empty means all types. */
  appointment_type_ids: Array<number>
  include_answers: boolean
  enabled: boolean
  /** What it is for; null where nobody said. */
  description: string | null
  /** The names of its headers of your own, without their values. */
  header_names: Array<string>
  disabled_reason: DisabledReason
  /** Since when every attempt has failed; null after one that succeeded. */
  failing_since: string | null
  created_at: string
  updated_at: string
}

/** Another webhook endpoint of the company was disabled. */
export interface WebhookEndpointDisabledEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "webhook_endpoint.disabled"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    webhook_endpoint: {
      id: number
      /** Of its URL, such as `https://hooks.example.com`. */
      origin: string
      /** Null when the company disabled it. */
      disabled_reason: "gone" | "failing" | null
      failing_since: string | null
    }
  }
}

export interface WebhookEndpointWithSecret {
  id: number
  /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
  version: number
  url: string
  events: Array<EventInput>
  /** Empty means all types. */
  appointment_type_ids: Array<number>
  include_answers: boolean
  enabled: boolean
  /** What it is for; null where nobody said. */
  description: string | null
  /** The names of its headers of your own, without their values. */
  header_names: Array<string>
  disabled_reason: DisabledReason
  /** Since when every attempt has failed; null after one that succeeded. */
  failing_since: string | null
  created_at: string
  updated_at: string
  /** `whsec_…`. Shown only now. */
  secret: string
}

/** Somebody asked for a test. It needs no subscription. */
export interface WebhookTestEvent {
  /** `evt_…`; the same as the webhook-id header. */
  id: string
  type: "webhook.test"
  version: 1
  occurred_at: string
  company_id: number
  source: AppointmentArrivedEventSource
  data: {
    appointment: AppointmentInEvent
    customer: CustomerInEvent
    scheduling_request: AppointmentArrivedEventDataSchedulingRequest
    sample: boolean
  }
}

export interface WeeklyHourInput {
  location_id: number
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  start: string
  /** At or before `start` means past midnight. */
  end: string
}

/** What the customer was promised; `start_time` and `end_time` are the same. Absent for a start. */
export interface Window {
  start_time: string
  end_time: string
}

/** Everything that a webhook or the stream of events may carry. Types may be added. */
export type AppointedEvent =
  | AppointmentCreatedEvent
  | AppointmentRescheduledEvent
  | AppointmentCancelledEvent
  | AppointmentReopenedEvent
  | AppointmentOnTheWayEvent
  | AppointmentArrivedEvent
  | AppointmentCompletedEvent
  | AppointmentNoShowEvent
  | AppointmentAttendanceChangedEvent
  | AppointmentPendingEvent
  | AppointmentConfirmedEvent
  | AppointmentDeclinedEvent
  | SchedulingRequestExpiredEvent
  | CallbackRequestedEvent
  | CustomerCreatedEvent
  | CustomerChangedEvent
  | CustomerArchivedEvent
  | CustomerErasedEvent
  | AppointmentTypeCreatedEvent
  | AppointmentTypeChangedEvent
  | AppointmentTypeArchivedEvent
  | ProviderCreatedEvent
  | ProviderChangedEvent
  | ProviderArchivedEvent
  | HoursChangedEvent
  | WaitingEntryCreatedEvent
  | WaitingEntryOfferedEvent
  | WaitingEntryEndedEvent
  | WebhookEndpointDisabledEvent
  | WebhookTestEvent

/** Why the service refuses: docs/errors.md. */
export type RefusalCode =
  | "address_needed"
  | "address_not_found"
  | "address_set_by_company"
  | "answer_erased"
  | "appointment_not_pending"
  | "appointment_not_scheduled"
  | "appointment_not_started"
  | "appointment_not_today"
  | "appointment_started"
  | "areas_too_large"
  | "body_too_large"
  | "booking_links_not_set_up"
  | "bot_check_failed"
  | "bot_check_not_configured"
  | "busy"
  | "calendar_unavailable"
  | "caller_unknown"
  | "cancel_notice_passed"
  | "carrier_unavailable"
  | "channel_not_proven"
  | "channel_taken"
  | "choose_company"
  | "code_expired"
  | "codes_stopped"
  | "customer_archived"
  | "customer_busy"
  | "disruption_applied"
  | "disruption_outdated"
  | "email_taken"
  | "embed_origin_invalid"
  | "end_time_mismatch"
  | "endpoint_disabled"
  | "enrolment_needed"
  | "entry_ended"
  | "external_ref_taken"
  | "file_refused"
  | "files_full"
  | "files_not_kept"
  | "files_unavailable"
  | "filter_not_usable"
  | "forbidden"
  | "idempotency_key_reused"
  | "idempotency_key_running"
  | "identity_email_unverified"
  | "identity_not_proven"
  | "identity_provider_not_set_up"
  | "identity_provider_unavailable"
  | "identity_unknown"
  | "in_use"
  | "internal"
  | "invalid_input"
  | "invalid_json"
  | "last_admin_key"
  | "length_fixed"
  | "link_ended"
  | "live_company_needed"
  | "managed_by_request"
  | "method_not_allowed"
  | "not_at_customer"
  | "not_found"
  | "not_planned"
  | "not_ready"
  | "not_saved"
  | "offer_ended"
  | "offer_open"
  | "open_request_exists"
  | "operator_link_ended"
  | "out_of_service_area"
  | "outreach_not_running"
  | "outreach_running"
  | "phone_not_supported"
  | "phone_taken"
  | "plan_changed"
  | "question_too_large"
  | "rate_limited"
  | "registration_closed"
  | "registration_needed"
  | "request_mismatch"
  | "request_needed"
  | "request_not_open"
  | "request_scheduled"
  | "request_timeout"
  | "reset_link_ended"
  | "route_not_found"
  | "scope_missing"
  | "second_factor_needed"
  | "second_factor_not_set"
  | "second_factor_required"
  | "second_factor_set"
  | "series_conflict"
  | "session_expired"
  | "sign_in_not_begun"
  | "slot_taken"
  | "slug_taken"
  | "test_clock_moving"
  | "test_company_needed"
  | "texts_unavailable"
  | "time_not_offered"
  | "too_late"
  | "too_many_calendars"
  | "too_many_endpoints"
  | "too_many_records"
  | "too_many_waiting_entries"
  | "type_not_bookable"
  | "unauthorized"
  | "unknown_number"
  | "unsupported_media_type"
  | "version_conflict"
  | "visit_expired"
  | "wrong_code"
  | "wrong_credentials"
  | "wrong_password"
  | "wrong_second_factor"

/** What `details` of a refusal hold, by its code. An agent's operations word theirs for the caller: docs/agents.md. */
export interface RefusalDetails {
  slot_taken: {
    /** The nearest times that can be booked; at most three. */
    alternatives: Array<Slot>
    /** For staff: why the time is not offered, and what would lift it. */
    reasons?: Array<SlotReason>
    /** Of a class: too few for what was asked. */
    seats_left?: number
    /** Of a session of a class: what keeps whom or what; at most 20. */
    conflicts?: Array<{
      /** Of a provider, a room or a piece of equipment. */
      resource_id: number
      name: string
      start_time: string
      end_time: string
      appointment_id?: number
    }>
  }
  scope_missing: {
    /** The scope that the key lacks, as `appointments:write`. */
    scope: string
  }
  time_not_offered: {
    /** The nearest times that can be booked; at most three. */
    alternatives: Array<Slot>
    /** For staff: why the time is not offered, and what would lift it. */
    reasons?: Array<SlotReason>
  }
  customer_busy: {
    /** The nearest times that can be booked; at most three. */
    alternatives: Array<Slot>
    /** For staff: why the time is not offered, and what would lift it. */
    reasons?: Array<SlotReason>
    /** The customer's own appointment at that time. */
    appointment_id?: number
  }
  series_conflict: {
    /** How many occurrences can be booked or moved. */
    fits: number
    /** Those that can't. */
    occurrences: Array<SeriesOccurrence>
  }
  open_request_exists: {
    scheduling_request_id: number
  }
  managed_by_request: {
    scheduling_request_id: number
  }
  choose_company: {
    companies: Array<{
      id: number
      name: string
    }>
  }
  in_use: {
    future_appointments: number
    open_requests?: number
  }
  too_many_records: {
    most: number
  }
  too_many_waiting_entries: {
    most: number
  }
}

/** What any operation may be refused with. */
export type RefusalOfEvery = "busy" | "internal" | "invalid_input" | "question_too_large" | "rate_limited" | "request_timeout" | "unsupported_media_type"

/** The codes that each operation is refused with. */
export interface Refusals {
  addCompanyTimeOff: RefusalOfEvery | "not_found" | "too_many_records" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  addContact: RefusalOfEvery | "phone_taken" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  addResourceTimeOff: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  addTimeOff: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  advanceTestClock: RefusalOfEvery | "test_clock_moving" | "test_company_needed" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  agentAcceptOffer: RefusalOfEvery | "calendar_unavailable" | "caller_unknown" | "customer_busy" | "entry_ended" | "not_found" | "offer_ended" | "registration_needed" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentAcceptProposal: RefusalOfEvery | "appointment_not_pending" | "calendar_unavailable" | "not_found" | "slot_taken" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentBookAppointment: RefusalOfEvery | "address_needed" | "address_not_found" | "calendar_unavailable" | "caller_unknown" | "customer_busy" | "filter_not_usable" | "not_found" | "out_of_service_area" | "registration_closed" | "registration_needed" | "request_mismatch" | "request_needed" | "request_not_open" | "slot_taken" | "time_not_offered" | "type_not_bookable" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentCancelAppointment: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "cancel_notice_passed" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentConfirmAttendance: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "not_found" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentConfirmContact: RefusalOfEvery | "caller_unknown" | "code_expired" | "registration_needed" | "wrong_code" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentCreateCustomer: RefusalOfEvery | "caller_unknown" | "registration_closed" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentFindSlots: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "cancel_notice_passed" | "filter_not_usable" | "not_found" | "registration_closed" | "request_mismatch" | "request_needed" | "request_not_open" | "type_not_bookable" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentHoldSlot: RefusalOfEvery | "address_needed" | "address_not_found" | "calendar_unavailable" | "customer_busy" | "filter_not_usable" | "not_found" | "out_of_service_area" | "registration_closed" | "request_mismatch" | "request_needed" | "request_not_open" | "slot_taken" | "time_not_offered" | "type_not_bookable" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentJoinWaitingList: RefusalOfEvery | "appointment_not_scheduled" | "caller_unknown" | "not_found" | "registration_closed" | "registration_needed" | "too_many_waiting_entries" | "type_not_bookable" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentLeaveWaitingList: RefusalOfEvery | "caller_unknown" | "not_found" | "registration_needed" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentListAppointmentTypes: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentListLocations: RefusalOfEvery | "filter_not_usable" | "not_found" | "request_needed" | "type_not_bookable" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentListMyAppointments: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentListProviders: RefusalOfEvery | "filter_not_usable" | "not_found" | "request_needed" | "type_not_bookable" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentOptOut: RefusalOfEvery | "caller_unknown" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentRequestCallback: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentRescheduleAppointment: RefusalOfEvery | "address_needed" | "address_not_found" | "appointment_not_scheduled" | "appointment_started" | "calendar_unavailable" | "cancel_notice_passed" | "customer_busy" | "end_time_mismatch" | "out_of_service_area" | "slot_taken" | "time_not_offered" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentResendLink: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "caller_unknown" | "not_found" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentSaveAddress: RefusalOfEvery | "address_not_found" | "address_set_by_company" | "caller_unknown" | "registration_closed" | "registration_needed" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentStartContact: RefusalOfEvery | "caller_unknown" | "registration_needed" | "texts_unavailable" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentUpdateBooking: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "not_found" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  agentWaitingStatus: RefusalOfEvery | "caller_unknown" | "registration_needed" | "body_too_large" | "enrolment_needed" | "invalid_json" | "not_saved" | "scope_missing" | "session_expired" | "unauthorized"
  applyDisruption: RefusalOfEvery | "calendar_unavailable" | "disruption_outdated" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  applyPlan: RefusalOfEvery | "calendar_unavailable" | "not_found" | "plan_changed" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  archiveAppointmentType: RefusalOfEvery | "in_use" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  archiveLocation: RefusalOfEvery | "in_use" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  archiveOutreachPlan: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  archiveProvider: RefusalOfEvery | "in_use" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  archiveResource: RefusalOfEvery | "in_use" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  beginSecondFactor: RefusalOfEvery | "not_found" | "second_factor_set" | "wrong_password" | "answer_erased" | "body_too_large" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  bookAppointment: RefusalOfEvery | "address_needed" | "address_not_found" | "calendar_unavailable" | "customer_busy" | "end_time_mismatch" | "filter_not_usable" | "not_found" | "out_of_service_area" | "request_mismatch" | "request_needed" | "request_not_open" | "slot_taken" | "time_not_offered" | "type_not_bookable" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  bookSeries: RefusalOfEvery | "address_needed" | "address_not_found" | "calendar_unavailable" | "filter_not_usable" | "not_found" | "out_of_service_area" | "request_mismatch" | "request_needed" | "request_not_open" | "series_conflict" | "type_not_bookable" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  cancelAppointment: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  cancelClassSession: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "not_found" | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  cancelSchedulingRequest: RefusalOfEvery | "appointment_started" | "request_not_open" | "request_scheduled" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  changeOwnPassword: RefusalOfEvery | "not_found" | "wrong_password" | "body_too_large" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  checkCalendar: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "scope_missing" | "unauthorized"
  checkEmbedding: RefusalOfEvery | "booking_links_not_set_up" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  checkMailDomain: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  completeAppointment: RefusalOfEvery | "appointment_not_scheduled" | "appointment_not_started" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  confirmAppointment: RefusalOfEvery | "appointment_not_pending" | "calendar_unavailable" | "slot_taken" | "time_not_offered" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  confirmSecondFactor: RefusalOfEvery | "not_found" | "second_factor_not_set" | "second_factor_set" | "wrong_code" | "answer_erased" | "body_too_large" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  connectCalendar: RefusalOfEvery | "too_many_calendars" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  countDeliveries: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  createApiKey: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createAppointmentType: RefusalOfEvery | "files_not_kept" | "too_many_records" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createCalendarFeed: RefusalOfEvery | "forbidden" | "not_found" | "answer_erased" | "body_too_large" | "enrolment_needed" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createChannel: RefusalOfEvery | "carrier_unavailable" | "channel_not_proven" | "channel_taken" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createClassSession: RefusalOfEvery | "not_found" | "slot_taken" | "type_not_bookable" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createCustomer: RefusalOfEvery | "external_ref_taken" | "not_found" | "phone_taken" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createDisruption: RefusalOfEvery | "not_found" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createLocation: RefusalOfEvery | "areas_too_large" | "too_many_records" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createMailDomain: RefusalOfEvery | "too_many_records" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createOutreachPlan: RefusalOfEvery | "booking_links_not_set_up" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createProvider: RefusalOfEvery | "not_found" | "too_many_records" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createResetLink: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  createResource: RefusalOfEvery | "not_found" | "too_many_records" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createSchedulingRequest: RefusalOfEvery | "not_found" | "open_request_exists" | "type_not_bookable" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createSession: RefusalOfEvery | "choose_company" | "second_factor_needed" | "wrong_credentials" | "wrong_second_factor" | "body_too_large" | "invalid_json" | "not_saved"
  createTestCompany: RefusalOfEvery | "live_company_needed" | "too_many_records" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createUser: RefusalOfEvery | "email_taken" | "not_found" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createWaitingEntry: RefusalOfEvery | "appointment_not_scheduled" | "not_found" | "too_many_waiting_entries" | "type_not_bookable" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  createWebhookEndpoint: RefusalOfEvery | "not_found" | "too_many_endpoints" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  declineAppointment: RefusalOfEvery | "appointment_not_pending" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  deleteCalendarFeed: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  deleteChannel: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  deleteCustomer: RefusalOfEvery | "in_use" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  deleteMailDomain: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  deleteTestCompany: RefusalOfEvery | "live_company_needed" | "test_clock_moving" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  deleteUser: RefusalOfEvery | "last_admin_key" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  deleteWaitingEntry: RefusalOfEvery | "entry_ended" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  deleteWebhookEndpoint: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  disconnectCalendar: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  endHold: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  endOwnSession: RefusalOfEvery | "not_found" | "body_too_large" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  endOwnSessions: RefusalOfEvery | "not_found" | "body_too_large" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  endSession: RefusalOfEvery | "not_found" | "body_too_large" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  endUserSessions: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  explainRange: RefusalOfEvery | "appointment_not_scheduled" | "not_found" | "request_mismatch" | "request_not_open" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  explainSlots: RefusalOfEvery | "appointment_not_scheduled" | "not_found" | "request_mismatch" | "request_not_open" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  exportAudit: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  exportCustomer: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  findBoardStarts: RefusalOfEvery | "appointment_not_scheduled" | "filter_not_usable" | "not_found" | "request_mismatch" | "request_needed" | "request_not_open" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  findSlots: RefusalOfEvery | "appointment_not_scheduled" | "filter_not_usable" | "not_found" | "request_mismatch" | "request_needed" | "request_not_open" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  findWaitedForGaps: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  findWaitingForGap: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  freezeTestClock: RefusalOfEvery | "test_clock_moving" | "test_company_needed" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  holdTime: RefusalOfEvery | "address_needed" | "address_not_found" | "calendar_unavailable" | "customer_busy" | "end_time_mismatch" | "filter_not_usable" | "not_found" | "out_of_service_area" | "request_mismatch" | "request_needed" | "request_not_open" | "slot_taken" | "time_not_offered" | "type_not_bookable" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  importAppointments: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  importCustomers: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  importProviders: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  listAllDeliveries: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listApiKeys: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listAppointmentTypes: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listAppointments: RefusalOfEvery | "not_found" | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listCalendarFeeds: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listCalendars: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  listCallbacks: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listChannels: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listClassSessions: RefusalOfEvery | "not_found" | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listCompanyTimeOff: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listConnectedApps: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listConsents: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listCustomers: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listDeliveries: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  listDisruptions: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listEvents: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listHolidays: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listLocations: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listMailDomains: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listMails: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listOptOuts: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listOutreachPlans: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listOutreachRuns: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listOwnSessions: RefusalOfEvery | "not_found" | "forbidden" | "scope_missing" | "unauthorized"
  listProviders: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listResourceTimeOff: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  listResources: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listSchedulingRequests: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listTestCompanies: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listTexts: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listTimeOff: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  listUserSessions: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  listUsers: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listWaitingEntries: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listWaitingOffers: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  listWebhookEndpoints: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  markNoShow: RefusalOfEvery | "appointment_not_scheduled" | "appointment_not_started" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  offerWaitingEntry: RefusalOfEvery | "entry_ended" | "offer_ended" | "offer_open" | "time_not_offered" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  pinAppointment: RefusalOfEvery | "appointment_not_scheduled" | "not_planned" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  previewBooking: RefusalOfEvery | "address_needed" | "address_not_found" | "customer_busy" | "end_time_mismatch" | "filter_not_usable" | "not_found" | "out_of_service_area" | "request_mismatch" | "request_needed" | "request_not_open" | "slot_taken" | "time_not_offered" | "type_not_bookable" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  previewCancel: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "scope_missing" | "unauthorized"
  previewConfirming: RefusalOfEvery | "appointment_not_pending" | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "scope_missing" | "unauthorized"
  previewDecline: RefusalOfEvery | "appointment_not_pending" | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "scope_missing" | "unauthorized"
  previewDisruptionMessages: RefusalOfEvery | "not_found" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  previewMail: RefusalOfEvery | "booking_links_not_set_up" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  previewMove: RefusalOfEvery | "address_needed" | "address_not_found" | "appointment_not_scheduled" | "appointment_started" | "customer_busy" | "end_time_mismatch" | "length_fixed" | "out_of_service_area" | "slot_taken" | "time_not_offered" | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "scope_missing" | "unauthorized"
  previewOutreach: RefusalOfEvery | "outreach_running" | "request_not_open" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "scope_missing" | "unauthorized"
  previewOutreachPlan: RefusalOfEvery | "not_found" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  previewPlan: RefusalOfEvery | "not_found" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  previewReopening: RefusalOfEvery | "address_needed" | "address_not_found" | "appointment_started" | "customer_archived" | "customer_busy" | "out_of_service_area" | "request_scheduled" | "slot_taken" | "time_not_offered" | "type_not_bookable" | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "scope_missing" | "unauthorized"
  previewSchedulingRequest: RefusalOfEvery | "not_found" | "open_request_exists" | "type_not_bookable" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "scope_missing" | "unauthorized"
  proposeTimes: RefusalOfEvery | "address_needed" | "address_not_found" | "appointment_not_pending" | "calendar_unavailable" | "customer_busy" | "out_of_service_area" | "slot_taken" | "time_not_offered" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  putOffInboxEntry: RefusalOfEvery | "not_found" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  readAppointment: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readAppointmentLengths: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "length_fixed" | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readAppointmentType: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readAudit: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readAuditEntry: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readBoard: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readBookingsReport: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readCallback: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readClassSession: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readClassesReport: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readCompany: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readCustomer: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readCustomerHistory: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readDelivery: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readDisruption: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readEvent: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readFile: RefusalOfEvery | "files_not_kept" | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readInbox: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readLeadTimeReport: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readLocation: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readMail: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readNoShowsReport: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readOutreach: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readOutreachPlan: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readOwnDay: RefusalOfEvery | "not_found" | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readOwnUser: RefusalOfEvery | "not_found" | "forbidden" | "scope_missing" | "unauthorized"
  readPagePreview: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readPlan: RefusalOfEvery | "not_found" | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readProvider: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readProviderHours: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readReadiness: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readRequestsReport: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readResource: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readSchedulingRequest: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readSeries: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readTestClock: RefusalOfEvery | "test_company_needed" | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readTestOutbox: RefusalOfEvery | "test_company_needed" | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readText: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readTextsReport: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readTimeZones: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readUser: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readUtilisationReport: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readWaitingEntry: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  readWaitingSummary: RefusalOfEvery | "enrolment_needed" | "forbidden" | "scope_missing" | "unauthorized"
  readWebhookEndpoint: RefusalOfEvery | "enrolment_needed" | "forbidden" | "not_found" | "scope_missing" | "unauthorized"
  recordConsent: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  recordEmailConsent: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  recoverWebhookEndpoint: RefusalOfEvery | "endpoint_disabled" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  redeliverDelivery: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  removeCompanyTimeOff: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  removeContact: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  removeLogo: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  removeProviderImage: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  removeResourceTimeOff: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  removeSecondFactor: RefusalOfEvery | "not_found" | "second_factor_not_set" | "second_factor_required" | "wrong_code" | "wrong_password" | "body_too_large" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  removeTimeOff: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  removeTypeImage: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  removeUsersSecondFactor: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  renewRecoveryCodes: RefusalOfEvery | "not_found" | "second_factor_not_set" | "wrong_code" | "wrong_password" | "answer_erased" | "body_too_large" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  reopenAppointment: RefusalOfEvery | "address_needed" | "address_not_found" | "appointment_not_scheduled" | "appointment_started" | "calendar_unavailable" | "customer_archived" | "customer_busy" | "out_of_service_area" | "request_scheduled" | "slot_taken" | "time_not_offered" | "type_not_bookable" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  replaceProviderHours: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  requestFileUpload: RefusalOfEvery | "files_full" | "files_not_kept" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  rescheduleAppointment: RefusalOfEvery | "address_needed" | "address_not_found" | "appointment_not_scheduled" | "appointment_started" | "calendar_unavailable" | "customer_busy" | "end_time_mismatch" | "length_fixed" | "out_of_service_area" | "series_conflict" | "slot_taken" | "time_not_offered" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  resetPassword: RefusalOfEvery | "reset_link_ended" | "body_too_large" | "invalid_json" | "not_saved"
  resetTestCompany: RefusalOfEvery | "live_company_needed" | "test_clock_moving" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  revokeApiKey: RefusalOfEvery | "last_admin_key" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  revokeConnectedApp: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  rotateBookingLink: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  rotateManageLink: RefusalOfEvery | "managed_by_request" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  rotateWebhookSecret: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  runTestClock: RefusalOfEvery | "test_clock_moving" | "test_company_needed" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  setArrived: RefusalOfEvery | "appointment_not_scheduled" | "appointment_not_today" | "not_at_customer" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  setAttendance: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  setOnTheWay: RefusalOfEvery | "appointment_not_scheduled" | "appointment_not_today" | "not_at_customer" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  startOutreach: RefusalOfEvery | "outreach_running" | "request_not_open" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  stopOutreach: RefusalOfEvery | "outreach_not_running" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  swapAppointments: RefusalOfEvery | "address_needed" | "address_not_found" | "appointment_not_scheduled" | "appointment_started" | "calendar_unavailable" | "customer_busy" | "not_found" | "out_of_service_area" | "slot_taken" | "time_not_offered" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  takeBackOnTheWay: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  testWebhookEndpoint: RefusalOfEvery | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  undo: RefusalOfEvery | "too_late" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  unpinAppointment: RefusalOfEvery | "appointment_not_scheduled" | "not_planned" | "version_conflict" | "answer_erased" | "body_too_large" | "enrolment_needed" | "forbidden" | "idempotency_key_reused" | "idempotency_key_running" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  updateAppointment: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateAppointmentType: RefusalOfEvery | "files_not_kept" | "in_use" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateCallback: RefusalOfEvery | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  updateClassSession: RefusalOfEvery | "appointment_not_scheduled" | "appointment_started" | "not_found" | "slot_taken" | "type_not_bookable" | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  updateCompany: RefusalOfEvery | "embed_origin_invalid" | "slug_taken" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateContact: RefusalOfEvery | "phone_taken" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateCustomer: RefusalOfEvery | "external_ref_taken" | "phone_taken" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateDisruption: RefusalOfEvery | "disruption_applied" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateLocation: RefusalOfEvery | "areas_too_large" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateOutreachPlan: RefusalOfEvery | "booking_links_not_set_up" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateProvider: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateResource: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateSchedulingRequest: RefusalOfEvery | "not_found" | "request_not_open" | "version_conflict" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
  updateUser: RefusalOfEvery | "email_taken" | "last_admin_key" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateWaitingEntry: RefusalOfEvery | "entry_ended" | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  updateWebhookEndpoint: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_found" | "not_saved" | "scope_missing" | "unauthorized" | "version_conflict"
  uploadLogo: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "not_saved" | "scope_missing" | "unauthorized"
  uploadProviderImage: RefusalOfEvery | "files_not_kept" | "body_too_large" | "enrolment_needed" | "forbidden" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  uploadTypeImage: RefusalOfEvery | "files_not_kept" | "body_too_large" | "enrolment_needed" | "forbidden" | "not_found" | "not_saved" | "scope_missing" | "unauthorized"
  upsertCustomers: RefusalOfEvery | "body_too_large" | "enrolment_needed" | "forbidden" | "invalid_json" | "not_saved" | "scope_missing" | "unauthorized"
}

export interface Operations {
  /** Close the company, or some locations, on dates. Nothing is offered on them. Appointments that are already booked stay: `GET /appointments?company_time_off_id=` lists them. */
  addCompanyTimeOff(input: {
    start_date: string
    /** The last closed date. */
    end_date: string
    /** Null for all locations, later ones too. */
    location_ids?: Array<number> | null | undefined
    reason?: string | null | undefined
  }, options?: RequestOptions): Promise<CompanyDataItem>
  /** Add a number to a customer. The number identifies the customer from now on. 409 `phone_taken` when it identifies another one; `shared_phone: true` keeps it all the same. */
  addContact(input: {
    id: number
    phone: string
    /** True keeps a number that identifies another customer, as of a family that shares one. It gets this customer's texts, as the number's consents allow, and calls and codes from it are never taken as this customer's. */
    shared_phone?: boolean | undefined
    /** As home, work, partner. */
    label?: string | null | undefined
    /** Makes it the customer's phone; true for the first number when left out. */
    primary?: boolean | undefined
  }, options?: RequestOptions): Promise<Contact>
  /** Close a room or a piece of equipment for some time. Nothing that needs it is offered in it; appointments that are already booked stay. */
  addResourceTimeOff(input: {
    id: number
    start: string
    end: string
    reason?: string | null | undefined
  }, options?: RequestOptions): Promise<ListTimeOffAnswerDataDataItem>
  /** Give a provider time off. Nothing is offered in it; appointments that are already booked stay. */
  addTimeOff(input: {
    id: number
    start: string
    end: string
    reason?: string | null | undefined
  }, options?: RequestOptions): Promise<ListTimeOffAnswerDataDataItem>
  /** Move a test company's clock on. Everything that is due until then happens in its order: reminders, outreach, the ends of requests and codes, webhooks and their retries. The answer says what happened, once all of it has. `to` is a time by the company's clock; sent again after a lost answer it does nothing twice. At most 366 days at once. Where `done` is false there was too much to do for one answer: advance again. 409 `test_company_needed` in a live company, and `test_clock_moving` while another call moves the clock. */
  advanceTestClock(input?: {
    to?: string | undefined
    by_minutes?: number | undefined
  }, options?: RequestOptions): Promise<{
    now: string
    /** False while the clock stands. */
    running: boolean
    /** False when there was so much to do that the clock stopped on its way: advance again. */
    done: boolean
    /** What happened of itself, in its order. */
    ran: Array<{
      at: string
      /** `reminder`, `outreach` and `text`: of the outbox. `webhook`: one attempt of a delivery. `code_expired`: a code that was not entered. */
      kind: "reminder" | "outreach" | "text" | "request_expired" | "answer" | "code_expired" | "webhook" | "endpoint_disabled" | "calendar_write"
      /** The id of the text, scheduling request, delivery, endpoint or appointment. A code's is its verification id, a text. */
      id: number | string
      /** `sent`, `skipped` or `failed`; a webhook's `succeeded`, `failed` or `abandoned`; else `done`. */
      outcome: string
    }>
  }>
  /** Take or decline an offered time. Takes the `offer` of waiting_status, once the caller has said yes to it, or with accepted false declines it. */
  agentAcceptOffer(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** From waiting_status. */
    waiting_entry_id: number
    /** The `offer`'s id. */
    offer_id: number
    /** False: the caller does not want it, and goes on waiting. */
    accepted: boolean
    /** As in book_appointment. */
    answers?: Record<string, AnswersValueInput> | undefined
  }, options?: RequestOptions): Promise<{
    accepted: boolean
    /** What was booked or moved; null after a no. */
    appointment: AgentAppointment | null
    /** What to say to the caller. */
    say: string
  }>
  /** Take a time that the office offers instead. Books one of the `proposals` of a `pending` appointment, once the caller has said yes to it. */
  agentAcceptProposal(input: {
    /** An id from list_my_appointments. */
    appointment_id: number
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** The start_time of one of the `proposals`, exactly as given. */
    start_time: string
  }, options?: RequestOptions): Promise<AgentAppointment>
  /** Book a time. Books a slot of find_slots, once the caller has said yes to it: all days of a job over several days, all or none of several types. When the time is gone, `details.alternatives` hold the nearest ones. Status `pending` means asked for and not booked yet: `say` tells until when the office answers. */
  agentBookAppointment(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** As in find_slots. */
    appointment_type_id: number
    /** The chosen slot's. */
    provider_id: number
    /** The chosen slot's. */
    location_id?: number | null | undefined
    /** The chosen slot's, exactly as given. */
    start_time: string
    /** True when the caller wants this person and nobody else. */
    keep_provider?: boolean | null | undefined
    /** The type's scheduling_request, whenever it has one. */
    scheduling_request_id?: number | null | undefined
    /** As in find_slots. */
    duration_option_id?: number | null | undefined
    /** As in find_slots. */
    seats?: number | null | undefined
    /** What the staff should know, in a sentence. */
    notes?: string | null | undefined
    /** Answers to the type's questions by key: text, number, YYYY-MM-DD, an option, a list of options, or true for a consent. */
    answers?: Record<string, AnswersValueInput> | undefined
    /** Whether the caller wants a confirmation by text: ask. False: no text about this booking. */
    receive_sms_confirmation?: boolean | null | undefined
    /** As in find_slots. */
    then_type_ids?: string | null | undefined
    /** As in find_slots. */
    same_provider?: boolean | null | undefined
  }, options?: RequestOptions): Promise<{
    id: number
    status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
    start_time: string
    end_time: string
    timezone: string
    /** What to say to the caller. */
    say: string
    /** One entry a working day. */
    blocks: Array<Block>
    appointment_type: {
      id: number
      name: string
    }
    duration_option: AgentToolDurationOption
    provider?: AgentToolProvider
    location: {
      id: number
      name: string
    }
    booked_by: "link" | "public" | "agent" | "api" | "admin"
    /** Absent unless it repeats: the caller's other appointments of the same series have the same. */
    series_id?: number
    /** Absent unless it was booked together with others, which have the same: to move or cancel it, ask whether all or it alone is meant. */
    group_id?: number
    /** Only of a class: how many seats. */
    seats?: number
    narrowed_window?: NarrowedWindow
    /** Somebody is on the way to the caller: what to say of it. Absent before. */
    on_the_way?: string
    /** It can be neither moved nor cancelled any more. */
    has_started: boolean
    /** Only of a `pending` one, which the office has yet to confirm: what holds, as it is said aloud. Never say that it is booked. */
    not_booked_yet?: string
    /** Times that the office offers instead: accept_proposal takes one. */
    proposals?: Array<{
      start_time: string
      /** What to say to the caller. */
      say: string
    }>
    /** Today's date at the company, as YYYY-MM-DD. */
    today: string
    /** The same to be said aloud, with the weekday. */
    today_say: string
    sms: Sms
    /** Only with then_type_ids: what was booked after it, in the order of time. */
    following?: Array<FollowingItem>
  }>
  /** Cancel an appointment. Cancels an appointment, or withdraws a `pending` one, once the caller has said yes. To change the time, use reschedule_appointment. */
  agentCancelAppointment(input: {
    /** An id from list_my_appointments. */
    appointment_id: number
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** Required with a group_id: true for all booked together, false for this one alone. Ask the caller. */
    whole_group?: boolean | null | undefined
  }, options?: RequestOptions): Promise<AgentChangedAppointment>
  /** Note that the caller is coming. Notes that the caller is coming to an appointment, when they say so. */
  agentConfirmAttendance(input: {
    /** An id from list_my_appointments. */
    appointment_id: number
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
  }, options?: RequestOptions): Promise<{
    id: number
    attendance: "coming"
    /** What to say to the caller. */
    say: string
  }>
  /** Confirm a number with its code. Adds the number of start_contact, with the code that the caller reads to you. On `Code expired`, also after a lost answer, start again with the same number. */
  agentConfirmContact(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** From start_contact. */
    verification_id: string
    /** The six digits. */
    code: string
  }, options?: RequestOptions): Promise<{
    added: boolean
    /** What to say to the caller. */
    say: string
  }>
  /** Create the caller as a customer. Registers the caller before a first booking. Only when is_new_customer and can_self_register are true. Ask for the name; email is optional. */
  agentCreateCustomer(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** The whole name. */
    name?: string | null | undefined
    /** First name. */
    first_name?: string | null | undefined
    /** Last name. */
    last_name?: string | null | undefined
    /** Only if the caller gives one. */
    email?: string | null | undefined
  }, options?: RequestOptions): Promise<{
    customer_first_name: string
    customer_last_name: string
    customer_full_name: string
    has_address: boolean
    /** Always empty: whether an email is another customer's is never told. */
    warnings: Array<"email_taken">
    /** What to say to the caller. */
    say: string
  }>
  /** Search bookable times. Finds times that this caller can book or move an appointment to; without dates, the first available. Offer up to three of `recommended` in the words of `say`, and no time that is not in the answer. When `more` is true and the caller wants another time, search again with one of narrow_by. */
  agentFindSlots(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** Required unless appointment_id is given. */
    appointment_type_id?: number | null | undefined
    /** Only to reschedule: the appointment to move. Add only dates and times of day. */
    appointment_id?: number | null | undefined
    /** With an appointment_id that has a group_id: true to move all of the group, false for it alone. */
    whole_group?: boolean | null | undefined
    /** The first date, YYYY-MM-DD. */
    start_date?: string | null | undefined
    /** The day after the last date, at most 31 days after start_date. */
    end_date?: string | null | undefined
    time_of_day?: TimeOfDayInput | undefined
    /** The time of day asked for, HH:MM: the nearest times come first. */
    around?: string | null | undefined
    /** As `monday, wednesday`, `tuesday to friday` or `not monday`. */
    weekdays?: string | null | undefined
    /** Only starts at or after HH:MM. */
    after?: string | null | undefined
    /** Only starts before HH:MM. Earlier than `after`, it means either. */
    before?: string | null | undefined
    /** With an appointment_id and no dates: the caller wants an earlier time than it has. */
    sooner?: boolean | null | undefined
    /** `earliest` when the caller wants the very first times; `best` when left out. */
    order?: "best" | "earliest" | null | undefined
    /** The type's scheduling_request, whenever it has one. */
    scheduling_request_id?: number | null | undefined
    /** Only when the caller asks for one. */
    location_id?: number | null | undefined
    /** Only when the caller asks for one, and provider_choice is true. */
    provider_id?: number | null | undefined
    /** The chosen entry of the type's duration_options. */
    duration_option_id?: number | null | undefined
    /** Only for a class: for how many people. */
    seats?: number | null | undefined
    /** Several types in one visit: those that follow appointment_type_id, in order, as `4, 7`. */
    then_type_ids?: string | null | undefined
    /** With then_type_ids: one person does all of it. */
    same_provider?: boolean | null | undefined
  }, options?: RequestOptions): Promise<AgentSlots>
  /** Hold a time for some minutes. Keeps a slot of find_slots for this caller for five minutes while you still ask something, such as a name or an address. It books nothing: call book_appointment next. Only one slot is kept at a time. */
  agentHoldSlot(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** As in find_slots. */
    appointment_type_id: number
    /** The chosen slot's. */
    provider_id: number
    /** The chosen slot's. */
    location_id?: number | null | undefined
    /** The chosen slot's, exactly as given. */
    start_time: string
    /** True when the caller wants this person and nobody else. */
    keep_provider?: boolean | null | undefined
    /** As in find_slots. */
    then_type_ids?: string | null | undefined
    /** As in find_slots. */
    same_provider?: boolean | null | undefined
    /** The type's scheduling_request, whenever it has one. */
    scheduling_request_id?: number | null | undefined
    /** As in find_slots. */
    duration_option_id?: number | null | undefined
  }, options?: RequestOptions): Promise<{
    held: boolean
    /** Until then nobody else can book it. */
    expires_at: string
    /** What to say to the caller. */
    say: string
  }>
  /** Wait for a time that gets free. Puts the caller on the waiting list when no time suits, or for an earlier time than they have. Ask when they could come, and for texts_agreed. It promises nothing. The same dates again change the same entry. */
  agentJoinWaitingList(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** Required unless appointment_id is given. */
    appointment_type_id?: number | null | undefined
    /** Several types in one visit: those that follow appointment_type_id, in order, as `4, 7`. */
    then_type_ids?: string | null | undefined
    /** With then_type_ids: one person does all of it. */
    same_provider?: boolean | null | undefined
    /** Only for an earlier time than this appointment has. They keep it until they take one. */
    appointment_id?: number | null | undefined
    /** The first date that suits, YYYY-MM-DD; today when left out. */
    start_date?: string | null | undefined
    /** The day after the last that suits; 28 days after the first when left out. */
    end_date?: string | null | undefined
    /** As `monday, wednesday`, `tuesday to friday` or `not monday`. */
    weekdays?: string | null | undefined
    time_of_day?: TimeOfDayInput | undefined
    /** Only when the caller asks for one. */
    location_id?: number | null | undefined
    /** Only when the caller asks for one, and provider_choice is true. */
    provider_id?: number | null | undefined
    /** Whether the caller agreed to be texted times that become free. */
    texts_agreed?: boolean | null | undefined
  }, options?: RequestOptions): Promise<{
    waiting: boolean
    waiting_entry_id: number
    first_date: string
    /** Inclusive. */
    last_date: string
    /** What to say to the caller. */
    say: string
  }>
  /** Stop waiting for a time. Takes the caller off the waiting list, once they have said so. */
  agentLeaveWaitingList(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** All that they wait for when left out. */
    appointment_type_id?: number | null | undefined
  }, options?: RequestOptions): Promise<{
    /** How many entries were taken off the list; 0 for a caller who was not on it. */
    left: number
    /** What to say to the caller. */
    say: string
  }>
  /** List what the caller may book. Lists what this caller may book, with the ids that searches and bookings need. Call it before find_slots. When a type has a scheduling_request, pass that request's id when you search and book. */
  agentListAppointmentTypes(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** Words of the name. Send it when `more` was true. */
    name?: string | null | undefined
  }, options?: RequestOptions): Promise<{
    /** Today's date at the company, as YYYY-MM-DD. */
    today: string
    /** The same to be said aloud, with the weekday. */
    today_say: string
    /** The company's time zone, in which `today` is today. */
    timezone: string
    appointment_types: Array<{
      id: number
      name: string
      /** What it is, for callers who ask; cut after 300 characters. */
      description: string | null
      /** In the company's own words, for callers who ask. Never add to it. */
      price?: string
      /** At the company's, at the caller's, or by phone or video. */
      place: "at_location" | "at_customer" | "remote"
      /** It takes place at the caller's: save an address first. */
      needs_address: boolean
      /** False: the caller may not choose with whom. */
      provider_choice: boolean
      /** Minutes of each day; one entry for an ordinary appointment. */
      blocks: Array<number>
      duration_minutes: number
      /** Lengths that the caller may choose instead of duration_minutes. Empty: there is nothing to choose. */
      duration_options: Array<DurationOption>
      /** Ask these, one after the other, before you book, and pass what the caller says as `answers`. One with `shown_if` only after that answer. Absent: there is nothing to ask. */
      questions?: Array<{
        key: string
        kind: "text" | "long_text" | "number" | "date" | "choice" | "choices" | "consent" | "file"
        options?: Array<string>
        required: boolean
        shown_if?: {
          key: string
          is: string | boolean
        }
        /** The question as it is asked aloud, with its options. */
        ask: string
      }>
      /** Of a class: the seats of a session. Send `seats` with the search and the booking. Absent for all other types. */
      seats?: number
      /** The caller is promised a window of so many minutes in which the work begins, and no minute. */
      window_minutes?: number
      /** What is booked is pending until the office confirms it: never say that it is booked before. */
      office_confirms?: boolean
      /** False: it is booked by itself, and stands in no then_type_ids. */
      goes_with_others: boolean
      /** What the caller has to know or to answer before you offer a time: say it. */
      tell_first?: string
      /** Asks this caller to book this type: pass its id when you search and book. */
      scheduling_request: {
        id: number
        duration_label: string | null
        earliest_date: string | null
        /** The last date on which it may be booked. */
        latest_date: string
      } | null
    }>
    /** There are more than were listed: ask for one by its name. */
    more: boolean
    /** What to say to the caller. */
    say: string
  }>
  /** List the locations for a type. Lists where the caller may have this type, with address, directions and hours. Only when the caller asks: find_slots covers all locations. */
  agentListLocations(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** An id from list_appointment_types. */
    appointment_type_id: number
    /** Words of the name. Send it when `more` was true. */
    name?: string | null | undefined
  }, options?: RequestOptions): Promise<{
    /** Today's date at the company, as YYYY-MM-DD. */
    today: string
    /** The same to be said aloud, with the weekday. */
    today_say: string
    /** The company's time zone, in which `today` is today. */
    timezone: string
    locations: Array<{
      id: number
      name: string
      timezone: string
      /** Where callers come to; null for a type that takes place elsewhere. */
      street_address: string | null
      /** How to find the way, for callers who ask. */
      directions: string | null
      /** When it is open, for callers who ask. What can be booked says find_slots only. */
      opening_hours: string | null
    }>
    /** There are more than were listed: ask for one by its name. */
    more: boolean
    /** Why the list is empty. */
    reason: string | null
    /** What to say to the caller. */
    say: string
  }>
  /** List the caller's upcoming appointments. Lists this caller's coming appointments, with the ids to move or cancel them. When can_be_changed is false, `say` tells whom to call. */
  agentListMyAppointments(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
  }, options?: RequestOptions): Promise<{
    /** Today's date at the company, as YYYY-MM-DD. */
    today: string
    /** The same to be said aloud, with the weekday. */
    today_say: string
    /** The company's time zone, in which `today` is today. */
    timezone: string
    /** Soonest first. */
    appointments: Array<{
      id: number
      status: "scheduled" | "completed" | "no_show" | "cancelled" | "pending"
      start_time: string
      end_time: string
      timezone: string
      /** When it is, as it is said aloud: every day of it. */
      say: string
      /** One entry a working day. */
      blocks: Array<Block>
      appointment_type: {
        id: number
        name: string
      }
      duration_option: AgentToolDurationOption
      provider?: AgentToolProvider
      location: {
        id: number
        name: string
      }
      booked_by: "link" | "public" | "agent" | "api" | "admin"
      /** Absent unless it repeats: the caller's other appointments of the same series have the same. */
      series_id?: number
      /** Absent unless it was booked together with others, which have the same: to move or cancel it, ask whether all or it alone is meant. */
      group_id?: number
      /** Only of a class: how many seats. */
      seats?: number
      narrowed_window?: NarrowedWindow
      /** Somebody is on the way to the caller: what to say of it. Absent before. */
      on_the_way?: string
      /** It can be neither moved nor cancelled any more. */
      has_started: boolean
      /** Only of a `pending` one, which the office has yet to confirm: what holds, as it is said aloud. Never say that it is booked. */
      not_booked_yet?: string
      /** Times that the office offers instead: accept_proposal takes one. */
      proposals?: Array<{
        start_time: string
        /** What to say to the caller. */
        say: string
      }>
      /** False: it can be neither moved nor cancelled here; `say` tells whom to call. */
      can_be_changed: boolean
    }>
    /** What to say to the caller. */
    say: string
  }>
  /** List the people for a type. Lists with whom the caller may book this type. Only when the caller asks for somebody by name. Empty when provider_choice is false. */
  agentListProviders(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** An id from list_appointment_types. */
    appointment_type_id: number
    /** Only those who work there. */
    location_id?: number | null | undefined
    /** Words of the name. Send it when `more` was true. */
    name?: string | null | undefined
  }, options?: RequestOptions): Promise<{
    /** Today's date at the company, as YYYY-MM-DD. */
    today: string
    /** The same to be said aloud, with the weekday. */
    today_say: string
    /** The company's time zone, in which `today` is today. */
    timezone: string
    providers: Array<{
      id: number
      name: string
    }>
    /** There are more than were listed: ask for one by its name. */
    more: boolean
    /** Why the list is empty. */
    reason: string | null
    /** What to say to the caller. */
    say: string
  }>
  /** Stop outreach to the caller. Stops the company's own calls or texts to this caller, when they ask for it. Appointments stay, and confirmations can still be asked for. */
  agentOptOut(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** voice: calls; sms: texts. This conversation's own when left out; for both, call twice. */
    channel?: "voice" | "sms" | null | undefined
  }, options?: RequestOptions): Promise<{
    channel: "voice" | "sms"
    opted_out: boolean
    /** What to say to the caller. */
    say: string
  }>
  /** Leave a message, to be called back. Writes down what the caller wants for the staff, who call back. Offer it when no tool can help or they ask for a person. Say what you will write, and wait for a yes. */
  agentRequestCallback(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** In one or two sentences that a colleague understands without the call. */
    message: string
    /** Who to call, when the caller is no customer yet. */
    name?: string | null | undefined
    /** As they say it: Tuesday after three. */
    best_time?: string | null | undefined
    /** Another number than theirs, as +15125550123. */
    contact_number?: string | null | undefined
  }, options?: RequestOptions): Promise<{
    recorded: boolean
    /** What to say to the caller. */
    say: string
  }>
  /** Move an appointment. Moves an appointment to a time that find_slots gave for its appointment_id, once the caller has said yes to it. Person, location and length stay. */
  agentRescheduleAppointment(input: {
    /** An id from list_my_appointments. */
    appointment_id: number
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** Required with a group_id: true for all booked together, false for this one alone. Ask the caller. */
    whole_group?: boolean | null | undefined
    /** A start_time from find_slots, exactly as given. */
    start_time: string
    /** Leave it out. */
    end_time?: string | null | undefined
  }, options?: RequestOptions): Promise<AgentChangedAppointment>
  /** Text the confirmation once more. Texts the caller the confirmation and link of an appointment once more. Once per conversation. */
  agentResendLink(input: {
    /** An id from list_my_appointments. */
    appointment_id: number
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
  }, options?: RequestOptions): Promise<{
    id: number
    sms: Sms
    /** What to say to the caller. */
    say: string
  }>
  /** Save the caller's address. Saves where the caller lives, for types with needs_address, and answers whether the company serves it. Read the address back first: three can be saved per conversation. If it asks for the ZIP code, ask the caller and send it too. */
  agentSaveAddress(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** House number and street. */
    line1: string
    /** Apartment or suite. */
    line2?: string | null | undefined
    /** Required, with state, without a postal code. */
    city?: string | null | undefined
    /** State or province, as TX. */
    state?: string | null | undefined
    /** Enough without city and state. */
    postal_code?: string | null | undefined
    /** Taken from the postal code or province when left out. */
    country?: "US" | "CA" | null | undefined
  }, options?: RequestOptions): Promise<{
    /** Whether the company comes to this address, as a search with it will say. */
    in_service_area: boolean
    /** What to say to the caller. */
    say: string
  }>
  /** Start adding a number. Starts adding another number for this caller: texts a code to the number they are known by. Ask them to read it to you, then call confirm_contact. */
  agentStartContact(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** The number to add, as +15125550123. */
    contact_number: string
    /** As work or partner. */
    label?: string | null | undefined
  }, options?: RequestOptions): Promise<{
    /** Pass it with the code that the caller reads to you. */
    verification_id: string
    expires_at: string
    /** What to say to the caller. */
    say: string
  }>
  /** Add a note or answers to a booking. Adds a note to an appointment, or changes answers to its questions. For other seats or another length, cancel and book anew. */
  agentUpdateBooking(input: {
    /** An id from list_my_appointments. */
    appointment_id: number
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
    /** What the staff should know besides, in a sentence. */
    note?: string | null | undefined
    /** Answers that change or were open, by key. */
    answers?: Record<string, AnswersValueInput> | undefined
  }, options?: RequestOptions): Promise<AgentAppointment>
  /** Read what the caller waits for. Tells what this caller is on the waiting list for, and the time that we offer them. Call it when they ask, or phone about a time that we wrote to them about. */
  agentWaitingStatus(input: {
    /** The session_id that conversation-init gave. In the body or in the query. */
    session_id: string
  }, options?: RequestOptions): Promise<{
    /** Today's date at the company, as YYYY-MM-DD. */
    today: string
    /** The same to be said aloud, with the weekday. */
    today_say: string
    /** The company's time zone, in which `today` is today. */
    timezone: string
    waiting: Array<{
      waiting_entry_id: number
      /** Several where they are for one visit. */
      appointment_types: Array<{
        id: number
        name: string
      }>
      first_date: string
      /** Inclusive. */
      last_date: string
      /** The appointment that is to become earlier; null for who waits for a first one. */
      appointment_id: number | null
      /** The time that we offer them now: accept_offer answers it. Null for none. */
      offer: {
        id: number
        start_time: string
        /** Absent where anybody may come. */
        provider?: {
          id: number
          name: string
        }
        location: {
          id: number
          name: string
        }
        /** Only a time that is free or held for the caller can be taken. */
        state: "free" | "held_for_caller" | "somebody_else_decides"
        /** What to say to the caller. */
        say: string
      } | null
    }>
    /** What to say to the caller. */
    say: string
  }>
  /** Move the appointments of a day that breaks. All at once or none, as they were proposed. Each customer whose promise changes hears once; those without a time are asked to choose one by their link. What was changed meanwhile stays as it is (`applied: changed`). Applied again it changes nothing. 409 `disruption_outdated` when the day no longer holds what was proposed: work it out anew by a PUT. */
  applyDisruption(input: {
    id: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    /** Also closes the stretch to booking, by time off of those whom it takes. */
    close?: boolean | undefined
  }, options?: RequestOptions): Promise<Disruption>
  /** Plan a day anew. Writes the changes of a preview, all or none: 409 `plan_changed` where the day has changed so that they no longer keep every promise, or a calendar of somebody to whom it moves a visit is busy then. No customer is told, and no event is raised, since what was promised stays. */
  applyPlan(input: {
    date: string
    location_id: number
    /** As a preview told them: each with where it goes. */
    changes: Array<{
      appointment_id: number
      provider_id: number
      planned_start: string
      /** Who comes beside, for a visit of several providers. */
      crew_ids?: Array<number> | undefined
    }>
  }, options?: RequestOptions): Promise<DayPlan>
  /** Archive an appointment type. 409 `in_use` while it has future appointments or open requests. */
  archiveAppointmentType(input: {
    id: number
  }, options?: RequestOptions): Promise<AppointmentType>
  /** Archive a location. 409 `in_use` while it has future appointments or open requests. */
  archiveLocation(input: {
    id: number
  }, options?: RequestOptions): Promise<Location>
  /** Archive an outreach plan. It starts nothing any more. What is running goes on. */
  archiveOutreachPlan(input: {
    id: number
  }, options?: RequestOptions): Promise<OutreachPlan>
  /** Archive a provider. 409 `in_use` while they have future appointments or open requests. Their calendars are disconnected, and who signs in to their seat no longer can. */
  archiveProvider(input: {
    id: number
  }, options?: RequestOptions): Promise<Provider>
  /** Archive a room or a piece of equipment. 409 `in_use` while future appointments take it. */
  archiveResource(input: {
    id: number
  }, options?: RequestOptions): Promise<Resource>
  /** Begin to set up a second factor. Answers a secret for an authenticator app. Nothing asks for its codes before one is confirmed. 409 `second_factor_set` for a user who has one. */
  beginSecondFactor(input: {
    password: string
  }, options?: RequestOptions): Promise<{
    /** To be typed where no camera is at hand. */
    secret: string
    /** To be shown as a QR code. */
    otpauth_url: string
  }>
  /** Book an appointment. The time must be one that a slot search offers. 409 `slot_taken` and `time_not_offered` carry up to three `alternatives`. A fitting open request of the customer is attached automatically. A question of the type that has to be answered and is not is named in `field`, as `answers.make`; signed-in staff, and keys that override eligibility, may leave it open. */
  bookAppointment(input: {
    customer_id: number
    /** Needed unless appointment_type_ids is given. */
    appointment_type_id?: number | undefined
    provider_id: number
    location_id?: number | null | undefined
    start_time: string
    /** If sent: the computed end, or start plus the total length. */
    end_time?: string | undefined
    scheduling_request_id?: number | null | undefined
    duration_option_id?: number | null | undefined
    notes?: string | null | undefined
    /** Answers to the type's `questions`, by their keys: a text, a number, a date as YYYY-MM-DD, an option, a list of options, true for a consent; of a `file` the ids of files that were uploaded (`POST /files`). */
    answers?: Record<string, AnswersValueInput> | undefined
    /** Of a class: how many seats. 1 when left out; other types take none. */
    seats?: number | undefined
    /** Of a hold, which is over with this booking. One that has ended changes nothing. */
    hold_id?: number | null | undefined
    /** Of a type that promises a window: the provider was chosen and is never planned away. Else `provider_id` only names the slot, and who comes is planned. An assigned or requested provider always stays. */
    keep_provider?: boolean | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
    /** Of a type that staff confirm: their yes comes with the booking, so that it is scheduled at once. Changes nothing of others. */
    confirmed?: boolean | undefined
    /** Types that follow one another in one visit: one appointment each, all or none. `provider_id` and `start_time` are of the first. Requests, lengths and `end_time` do not go with it. */
    appointment_type_ids?: Array<number> | undefined
    /** With appointment_type_ids: one provider leads all of them. */
    same_provider?: boolean | undefined
    /** With appointment_type_ids: the provider and the start of each, as `parts` of a slot has them. Left out: as a search offers them from that start on. */
    parts?: Array<BookAppointmentInputPartsPart> | undefined
  }, options?: RequestOptions): Promise<BookedAppointment>
  /** Book appointments that repeat. Every occurrence is judged as a booking of its own, with those before it in their places; only the booking window does not bind, since staff plan farther ahead. With `preview` nothing is booked, and each conflict comes with other starts. All are booked in one transaction, or none: 409 `series_conflict` names the occurrences that can't be. An open request of the customer is taken by the first that fits it. One confirmation tells of all. */
  bookSeries(input: {
    customer_id: number
    appointment_type_id: number
    provider_id: number
    location_id?: number | null | undefined
    start_time: string
    scheduling_request_id?: number | null | undefined
    duration_option_id?: number | null | undefined
    notes?: string | null | undefined
    /** Answers to the type's `questions`, by their keys: a text, a number, a date as YYYY-MM-DD, an option, a list of options, true for a consent; of a `file` the ids of files that were uploaded (`POST /files`). */
    answers?: Record<string, AnswersValueInput> | undefined
    /** Of a class: how many seats. 1 when left out; other types take none. */
    seats?: number | undefined
    /** Of a hold, which is over with this booking. One that has ended changes nothing. */
    hold_id?: number | null | undefined
    /** Of a type that promises a window: the provider was chosen and is never planned away. Else `provider_id` only names the slot, and who comes is planned. An assigned or requested provider always stays. */
    keep_provider?: boolean | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
    /** Of a type that staff confirm: their yes comes with the booking, so that it is scheduled at once. Changes nothing of others. */
    confirmed?: boolean | undefined
    /** Exactly one of the three. By months it falls on the same day of the month, or on the last where a month has fewer days. */
    every: {
      days?: number | undefined
      weeks?: number | undefined
      months?: number | undefined
    }
    /** How many occurrences; or `until`. */
    count?: number | undefined
    /** The last local date on which one may begin; or `count`. */
    until?: string | undefined
    /** What happens when an occurrence can't be booked. `refuse`, the default: none is booked. `skip`: all others are. A list gives occurrences another start, or leaves them out; any other conflict refuses all. */
    conflicts?: "refuse" | "skip" | Array<{
      index: number
      /** Null leaves the occurrence out. */
      start_time: string | null
    }> | undefined
    /** Judges every occurrence and books none. */
    preview?: boolean | undefined
  }, options?: RequestOptions): Promise<BookedSeries>
  /** Cancel an appointment. 409 once it has started: mark it completed or no-show instead. With `delay_seconds` it takes effect only then, and can be taken back until then as if nothing had happened. A pending one is declined by it at once, and raises `appointment.declined` instead of `appointment.cancelled`. */
  cancelAppointment(input: {
    id: number
    reason?: string | null | undefined
    if_version?: number | undefined
    /** The cancel takes effect only after so many seconds; until then the time stays taken, nobody hears of it, and `reopen` takes it back. At once when left out, in a test company, and for all of a group. */
    delay_seconds?: number | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
    /** Of people who are signed in to the console: only after so many seconds do messages, events, calendars and the waiting list tell of it, or at a start before that, and until then the answer's `undo` takes it back. What it left stays kept meanwhile. Another change of the same appointment tells it first. Told at once when left out, in a test company, and where others' rooms or a day's plan are changed with it; then there is no `undo`. */
    hold_messages_seconds?: number | undefined
    scope?: AppointmentScopeInput | undefined
    /** Of an appointment that was booked together with others: all of them, the default. With false this one alone changes, wherever the others are. */
    whole_group?: boolean | undefined
  }, options?: RequestOptions): Promise<ChangedAppointment>
  /** Cancel a session of a class. Cancels the appointments of all who come: each is told once and raises `appointment.cancelled`. Its providers and rooms are free. */
  cancelClassSession(input: {
    id: number
    reason?: string | undefined
    if_version?: number | undefined
    /** Those who come are told nothing on these channels, with commas between: `sms,mail`. */
    silent_channels?: string | undefined
  }, options?: RequestOptions): Promise<ClassSession>
  /** Cancel a scheduling request. open → cancelled. scheduled → 409 unless `cancel_appointment` is true. */
  cancelSchedulingRequest(input: {
    id: number
    /** A scheduled request is cancelled with its appointment only when this is true. */
    cancel_appointment?: boolean | undefined
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<SchedulingRequest>
  /** Change your password. Ends the user's other sessions. 404 for an API key. */
  changeOwnPassword(input: {
    current_password: string
    new_password: string
  }, options?: RequestOptions): Promise<{
    changed: boolean
  }>
  /** Check a provider's calendar. Asks it now, and says what is wrong and what to do about it. Nothing is changed. */
  checkCalendar(input: {
    id: number
    calendarId: number
  }, options?: RequestOptions): Promise<CalendarCheck>
  /** Check a website that embeds the booking pages. Reads the website's page once and says whether its origin is listed and its Content-Security-Policy lets the script and the pages through, each with what to change. Nothing is saved. Ten a minute: 429 `rate_limited`. */
  checkEmbedding(input: {
    /** The page of the website that embeds the booking pages. It is read from the internet. */
    url: string
    /** What the website embeds: the company's public page, or customers' booking links. */
    shows?: "page" | "link" | undefined
  }, options?: RequestOptions): Promise<EmbeddingCheck>
  /** Ask DNS whether a domain is proven. The answer says what holds then. A record that was just made may take some minutes until name servers tell it. A proven domain is asked about every day; its proof ends when the record has been missing for three days. */
  checkMailDomain(input: {
    id: number
  }, options?: RequestOptions): Promise<MailDomain>
  /** Mark an appointment as completed */
  completeAppointment(input: {
    id: number
    /** When it was done, where it is sent later: at most 24 hours back. A time to come counts as now. Left out: now. */
    at?: string | undefined
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Confirm a pending appointment. Books what was asked for; with `proposal_id` the proposed time that the customer chose on the phone. Raises `appointment.created` and `appointment.confirmed`, and the customer gets the confirmation. 409 `appointment_not_pending` once it is answered, and after its `answer_by`. A proposed time is kept, yet the providers' own calendars are asked about it once more: 409 `time_not_offered` or `slot_taken` where one is busy by now, 503 `calendar_unavailable` where one does not answer. */
  confirmAppointment(input: {
    id: number
    /** The proposed time that the customer wants instead; the time that was asked for when it is left out. */
    proposal_id?: number | null | undefined
    if_version?: number | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Confirm the second factor by a first code. From now on signing in asks for a code. Answers recovery codes, shown only now. */
  confirmSecondFactor(input: {
    code: string
  }, options?: RequestOptions): Promise<{
    /** Each stands for the second factor once. Shown only now. */
    recovery_codes: Array<string>
  }>
  /** Connect a provider's calendar. What keeps the provider busy there is not offered, and appointments are written into it unless `writes` is false. Until it has been read, within seconds, nothing of the provider is offered: check it after connecting. Credentials are never returned. */
  connectCalendar(input: {
    id: number
    kind: "caldav"
    /** The calendar's own address, not its server's. */
    url: string
    username: string
    /** An app password, where the server has such. Never returned. */
    password: string
    /** Whether appointments are written into it; false only reads. */
    writes?: boolean | undefined
    /** For whole days and times that name no zone; the company's when left out. */
    timezone?: string | undefined
    /** Where invitations reach the owner: those declined do not count. */
    owner_email?: string | null | undefined
    /** Whether invitations that the owner has not answered keep them busy. False needs `owner_email` for caldav and ics, and `writes` for google and microsoft, which tell it only of calendars that are written into. */
    unanswered_blocks?: boolean | undefined
  } | {
    id: number
    kind: "ics"
    /** The feed's address. Only its host is shown again: such addresses are often secret. */
    url: string
    /** For whole days and times that name no zone; the company's when left out. */
    timezone?: string | undefined
    /** Where invitations reach the owner: those declined do not count. */
    owner_email?: string | null | undefined
    /** Whether invitations that the owner has not answered keep them busy. False needs `owner_email` for caldav and ics, and `writes` for google and microsoft, which tell it only of calendars that are written into. */
    unanswered_blocks?: boolean | undefined
  } | {
    id: number
    kind: "google"
    calendar_id?: string | undefined
    client_id: string
    /** Of your application. Never returned. */
    client_secret: string
    /** What the owner's consent gave your application. Never returned. */
    refresh_token: string
    /** Whether appointments are written into it; false only reads. */
    writes?: boolean | undefined
    /** For whole days and times that name no zone; the company's when left out. */
    timezone?: string | undefined
    /** Where invitations reach the owner: those declined do not count. */
    owner_email?: string | null | undefined
    /** Whether invitations that the owner has not answered keep them busy. False needs `owner_email` for caldav and ics, and `writes` for google and microsoft, which tell it only of calendars that are written into. */
    unanswered_blocks?: boolean | undefined
  } | {
    id: number
    kind: "microsoft"
    /** Null means the account's main one. */
    calendar_id?: string | null | undefined
    tenant?: string | undefined
    client_id: string
    /** Of your application. Never returned. */
    client_secret: string
    /** What the owner's consent gave your application. Never returned. */
    refresh_token: string
    /** Whether appointments are written into it; false only reads. */
    writes?: boolean | undefined
    /** For whole days and times that name no zone; the company's when left out. */
    timezone?: string | undefined
    /** Where invitations reach the owner: those declined do not count. */
    owner_email?: string | null | undefined
    /** Whether invitations that the owner has not answered keep them busy. False needs `owner_email` for caldav and ics, and `writes` for google and microsoft, which tell it only of calendars that are written into. */
    unanswered_blocks?: boolean | undefined
  }, options?: RequestOptions): Promise<ProviderCalendar>
  /** Count an endpoint's deliveries by day. The last 30 days in UTC, oldest first, with the days that had none: how many deliveries were made, and how they ended. */
  countDeliveries(input: {
    id: number
  }, options?: RequestOptions): Pages<DeliveryDay>
  /** Create an API key. The key's text is in this answer only. Roles: `admin`, `member`, `agent` (agent tools only). `scopes`, `expires_at` and `allowed_addresses` narrow what the role may; a key that is narrowed makes none that may more than itself. A `publishable` key has `allowed_origins` and no role: pages of those websites call the operations under `/visitor` with it. */
  createApiKey(input: {
    name: string
    kind?: "secret" | "publishable" | undefined
    /** Required of a secret key, and none of a publishable one. */
    role?: "admin" | "member" | "agent" | undefined
    /** Required of a publishable key: the origins of the websites whose pages may use it. None of a secret one. */
    allowed_origins?: Array<string> | null | undefined
    /** What the key may do of what its role may: parts, each to `:read` or to `:write`, and the sets `read`, `schedule` and `settings`. To write is not to read. Null or left out: all that the role may. */
    scopes?: Array<"read" | "schedule" | "settings" | "availability:read" | "appointments:read" | "appointments:write" | "customers:read" | "customers:write" | "scheduling_requests:read" | "scheduling_requests:write" | "waiting_list:read" | "waiting_list:write" | "callbacks:read" | "callbacks:write" | "plans:read" | "plans:write" | "messages:read" | "messages:write" | "appointment_types:read" | "appointment_types:write" | "providers:read" | "providers:write" | "locations:read" | "locations:write" | "resources:read" | "resources:write" | "company:read" | "company:write" | "imports:write" | "reports:read" | "events:read" | "webhooks:read" | "webhooks:write" | "users:read" | "users:write" | "api_keys:read" | "api_keys:write" | "audit:read" | "test_companies:read" | "test_companies:write" | "agent_tools:write"> | null | undefined
    /** From then on the key is refused with 401. Null or left out: never. */
    expires_at?: string | null | undefined
    /** Where the key may be used: addresses, and networks as `203.0.113.0/24`. Null or left out: anywhere. */
    allowed_addresses?: Array<string> | null | undefined
  }, options?: RequestOptions): Promise<{
    id: number
    name: string
    kind: KeyKind
    role: Role
    /** The websites whose pages may use it. Null of a secret key. */
    allowed_origins: Array<string> | null
    /** Null: all that the role may. */
    scopes: Array<ScopesScope> | null
    expires_at: string | null
    allowed_addresses: Array<string> | null
    /** The last four characters of the key, to tell keys apart. */
    last_four: string
    created_at: string
    created_by: CreatedBy
    /** May lag a minute behind. */
    last_used_at: string | null
    /** The key itself: `sk_…`, of a publishable one `pk_…`, in a test company `sk_test_…` or `pk_test_…`. Shown only now. */
    key: string
  }>
  /** Create an appointment type. Its length is `duration_minutes`, or `blocks` for a job of several days. */
  createAppointmentType(input: {
    name: string
    description?: string | null | undefined
    /** The heading under which pages list the type, with all others of the same words. Null: above every heading. */
    category?: string | null | undefined
    /** The price in the company's own words, as `from $60`. It is shown and never charged. */
    price_text?: string | null | undefined
    active?: boolean | undefined
    kind?: AppointmentTypeKindInput | undefined
    duration_minutes?: number | undefined
    /** Minutes of each working day, instead of `duration_minutes`. */
    blocks?: Array<number> | undefined
    duration_options?: Array<{
      /** Of an option that is kept; a new one gets its own. */
      id?: number | undefined
      label: string
      minutes: number
    }> | undefined
    buffer_before_minutes?: number | undefined
    buffer_after_minutes?: number | undefined
    slot_interval_minutes?: number | undefined
    starts?: StartsInput | undefined
    min_notice_minutes?: number | undefined
    booking_window_days?: number | undefined
    cancel_notice_minutes?: number | undefined
    /** At most so many a day for each provider. */
    daily_limit?: number | null | undefined
    place?: "at_location" | "at_customer" | "remote" | undefined
    public_booking?: boolean | undefined
    provider_choice?: boolean | undefined
    /** For jobs of several days: a working day whose hours do not hold the job's block at its time of day is passed over. False: such a day rules the start out. */
    skip_short_days?: boolean | undefined
    /** Appointments of the type may be at the same time as others of the same customer, as when something is only handed in. False: no two at once, unless staff override. */
    customer_overlap?: boolean | undefined
    /** Null means every location. */
    location_ids?: Array<number> | null | undefined
    /** What is asked at booking, in this order. A changed list is a new version: appointments keep their questions as they were asked. */
    questions?: Array<{
      /** Names the answer. It stays while the question means the same. */
      key: string
      /** The question as it is asked; of a `consent`, its full wording. */
      label: string
      kind: "text" | "long_text" | "number" | "date" | "choice" | "choices" | "consent" | "file"
      /** Of `choice` and `choices`: what can be chosen. */
      options?: Array<string> | undefined
      required?: boolean | undefined
      /** Asked only where an earlier question was answered so: with this option of a `choice` or among those of `choices`; true or false for a `consent`. */
      shown_if?: {
        key: string
        is: string | boolean
      } | null | undefined
    }> | undefined
    needs?: NeedsInput | undefined
    /** What the time of one day is made of, in this order; their minutes add up to `duration_minutes`. Null or none: one step with the provider. An option or a request of another length has no steps. */
    steps?: Array<{
      name?: string | undefined
      minutes: number
      /** False: the provider can be booked by others meanwhile, as while a colour takes effect. */
      staffed?: boolean | undefined
    }> | null | undefined
    confirmation?: ConfirmationInput | undefined
    /** Of a type that staff confirm: until when after the booking they answer, at the latest at its start. */
    answer_within_minutes?: number | undefined
    unanswered?: UnansweredInput | undefined
    promise?: PromiseInput | undefined
    /** Makes it a class: it is booked by seats in sessions that staff put on the board, each with so many seats unless it says otherwise. Null for all other types. */
    seats?: number | null | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
  }, options?: RequestOptions): Promise<AppointmentType>
  /** Make or replace a calendar feed. An address that Google Calendar, Outlook, Apple's and other calendar programs subscribe to. The address is in this answer only. A provider or a location has one: the address that it had before ends. A key that is narrowed makes none, nor does a connected app. */
  createCalendarFeed(input?: {
    /** The feed of a provider. Either this or `location_id`. */
    provider_id?: number | undefined
    /** The feed of a location. Either this or `provider_id`. */
    location_id?: number | undefined
    customer?: "nothing" | "first_name" | "name_and_address" | undefined
  }, options?: RequestOptions): Promise<{
    id: number
    provider: CalendarFeedProvider
    location: CalendarFeedLocation
    /** What the feed says of customers. */
    customer: FeedCustomer
    /** The last four characters of its token, to tell addresses apart. */
    last_four: string
    created_at: string
    /** May lag an hour behind. */
    last_read_at: string | null
    /** The address that calendar programs subscribe to. Shown only now; who has it reads the feed. */
    url: string
  }>
  /** Register a number for calls or texts. A number is registered once per kind, and belongs to one company: 409 `channel_taken` otherwise. In production it has to be in the host's account at its carrier: 409 `channel_not_proven` otherwise; the operator then assigns it. */
  createChannel(input: {
    kind: "sms" | "voice"
    phone: string
  }, options?: RequestOptions): Promise<Channel>
  /** Put a session of a class on the board. It occupies its providers and its rooms. With `repeat` one a week, or every so many weeks, at the same wall-clock time: all of them, or none. 409 `slot_taken` names in `conflicts` who or what is taken when. Hours and time off do not bind staff here. */
  createClassSession(input: {
    appointment_type_id: number
    /** Who gives it, the one who leads it first. All offer the type. */
    provider_ids: Array<number>
    location_id: number
    start_time: string
    /** Those of its type when left out. */
    seats?: number | undefined
    /** The rooms and equipment that it takes, at its location. */
    resource_ids?: Array<number> | undefined
    /** Puts one on the board every so many weeks at the same wall-clock time: all of them, or none. */
    repeat?: {
      every_weeks: number
      count?: number | undefined
      /** The last date on which one may begin. */
      until?: string | undefined
    } | undefined
  }, options?: RequestOptions): Promise<MadeClassSessions>
  /** Create a customer. 409 `external_ref_taken` or `phone_taken` when another customer of the company has it. A phone is kept all the same with `shared_phone: true`. */
  createCustomer(input?: {
    /** The whole name; split at the first space. */
    name?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    /** Becomes the primary contact. */
    phone?: string | null | undefined
    /** True keeps a number that identifies another customer, as of a family that shares one. It gets this customer's texts, as the number's consents allow, and calls and codes from it are never taken as this customer's. */
    shared_phone?: boolean | undefined
    email?: string | null | undefined
    address?: CustomerAddressInput | undefined
    /** Unique in the company. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    assigned_provider_id?: number | null | undefined
    locale?: "en" | "fr" | "es" | null | undefined
    timezone?: string | null | undefined
    /** What everybody must know who goes there or calls: staff see it wherever they see the customer. */
    warning?: string | null | undefined
    /** For staff. No customer reads it. */
    notes?: string | null | undefined
  }, options?: RequestOptions): Promise<Customer>
  /** Propose what becomes of a day that breaks. For each appointment that the provider or the location has between the two times: another provider, start or window, with as few customers touched as possible. Nothing is moved, nobody is told, and booking stays as it is until it is applied. */
  createDisruption(input: {
    /** Who cannot come. Either this or `location_id`. */
    provider_id?: number | undefined
    /** What closes. Either this or `provider_id`. */
    location_id?: number | undefined
    from: string
    /** At most 31 days after `from`. */
    to: string
    /** For staff alone. Customers never read it. */
    reason?: string | null | undefined
  }, options?: RequestOptions): Promise<Disruption>
  /** Create a location. Without coordinates its address is looked up; a point that is not found stays null. */
  createLocation(input: {
    name: string
    address?: CustomerAddressInput | undefined
    latitude?: number | null | undefined
    longitude?: number | null | undefined
    /** How customers find the way; agents read it to them. */
    directions?: string | null | undefined
    /** When it is open, as people read it, for agents to tell. Slots come from the hours of providers. */
    opening_hours?: string | null | undefined
    timezone: string
    /** Left out: `anywhere`. */
    service_area?: ServiceAreaFormInput | LocationServiceAreaFormInput | CreateLocationServiceAreaFormInput | CreateLocationServiceAreaFormInput2 | undefined
    active?: boolean | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
  }, options?: RequestOptions): Promise<Location>
  /** Name a domain that mails shall come from. Answers the TXT record that proves it. Named again, it answers the same. Public endings such as `co.uk` and public mail providers' domains are no company's. A company has at most 10: then 409 `too_many_records`. */
  createMailDomain(input: {
    domain: string
  }, options?: RequestOptions): Promise<MailDomain>
  /** Create an outreach plan. What follows up on a request that has not been booked: texts and calls, each some time after the one before. 409 `booking_links_not_set_up` when a text holds {booking_link} and the company gives out none. */
  createOutreachPlan(input: {
    name: string
    steps: Array<{
      /** From the end of the step before; for the first, from the start of the run. */
      after_minutes: number
      /** `mail` goes only to an address whose consent channel `email` is `granted`. */
      channel: "sms" | "voice" | "mail"
      /** For sms. At most 320 characters, {booking_link} counted as 100. Placeholders: {booking_link}, {first_name}, {appointment_type}, {phone}. */
      sms_text?: string | null | undefined
      /** For mail. The same placeholders but {booking_link}. */
      mail_subject?: string | null | undefined
      /** For mail. An empty line begins a paragraph. The same placeholders. */
      mail_text?: string | null | undefined
    }>
  }, options?: RequestOptions): Promise<OutreachPlan>
  /** Create a provider. With weekly hours, unless they are sent later. Hours that overlap are a 400 that names the entry. A start address without coordinates is looked up. */
  createProvider(input: {
    name: string
    active?: boolean | undefined
    start_address?: StartAddressInput | undefined
    max_travel_km?: number | null | undefined
    travel?: TravelInput | undefined
    /** What the provider offers. */
    appointment_type_ids?: Array<number> | undefined
    weekly_hours?: Array<WeeklyHourInput> | undefined
    /** Where the appointments of the provider's day go at 06:00, on a host that sends mail; null: nowhere. */
    digest_email?: string | null | undefined
    /** What customers read of the person where they choose one, as `Cuts curly hair, since 2009`. */
    about?: string | null | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
  }, options?: RequestOptions): Promise<{
    id: number
    /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
    version: number
    name: string
    active: boolean
    start_address: StartAddress
    start_address_accuracy: AddressAccuracy
    max_travel_km: number | null
    travel: Travel
    appointment_type_ids: Array<number>
    digest_email: string | null
    about: string | null
    /** Its picture on the customers' host. Null without one, and on a host without booking pages. */
    image_url: string | null
    /** Its id in another system. */
    external_ref: string | null
    /** Pairs of your own; empty for none. */
    metadata: Record<string, string>
    /** When the record was last changed. */
    updated_at: string
    /** Only lists with `updated_since` show records that are archived. */
    archived_at: string | null
    weekly_hours: Array<{
      location_id: number
      weekday: number
      start: string
      end: string
    }>
  }>
  /** Make a link by which a user chooses a new password. It works once, for a day, and replaces an earlier one. Using it ends the user's sessions; a second factor stays. For a user without a password it is the invitation, and works for seven days. */
  createResetLink(input: {
    id: number
    /** Mail it to the user too, on a host that sends mails. Left out: it is only answered. */
    mail?: boolean | undefined
  }, options?: RequestOptions): Promise<{
    /** For `POST /password-resets`. Shown only now. */
    token: string
    /** Whether a mail brings it. */
    mailed: boolean
    /** A page where the user chooses a password; null on a host that serves no API. */
    url: string | null
    expires_at: string
  }>
  /** Create a room or a piece of equipment. A type that needs its group is then offered only where one of the group is free. */
  createResource(input: {
    name: string
    kind: "room" | "equipment"
    /** Types need so many out of a group. Resources of the same group and location stand in for one another. */
    group: string
    location_id: number
    /** When it can be used, on the location's clock; null or none: always. */
    hours?: Array<{
      /** 1 is Monday, 7 is Sunday. */
      weekday: number
      start: string
      /** At or before `start` means past midnight. */
      end: string
    }> | null | undefined
    /** Kept free after each appointment. */
    turnover_minutes?: number | undefined
    active?: boolean | undefined
  }, options?: RequestOptions): Promise<Resource>
  /** Create a scheduling request. 409 `open_request_exists` names the customer's open request of the type. */
  createSchedulingRequest(input: {
    customer_id: number
    appointment_type_id: number
    latest_date: string
    earliest_date?: string | null | undefined
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    location_id?: number | null | undefined
    provider_id?: number | null | undefined
    duration_minutes?: number | null | undefined
    blocks?: Array<number> | null | undefined
    duration_label?: string | null | undefined
    /** Follows up by this plan until the request is booked or over. */
    outreach_plan_id?: number | null | undefined
  }, options?: RequestOptions): Promise<SchedulingRequest>
  /** Sign in. Wrong passwords and codes: ten an hour for an email from one network, a hundred for an email. 409 `choose_company` names the companies when email and password fit users of several; 401 `second_factor_needed` asks for `code`. */
  createSession(input: {
    email: string
    password: string
    /** Needed when the email and the password fit users of several companies, and only then. */
    company_id?: number | undefined
    /** The code of the second factor, or a recovery code. Needed by users who have set one up. */
    code?: string | undefined
  }, options?: RequestOptions): Promise<{
    /** Send it as `Authorization: Bearer`. Shown only now. */
    token: string
    expires_at: string
    /** The company requires a second factor and the user has none: the session can only set one up. */
    must_enrol: boolean
    user: User
  }>
  /** Make a test company. A twin of this company's set-up: settings, locations, appointment types, providers with their hours and absences, plans of outreach and channels. Customers, users, keys, webhook endpoints and calendars are not copied. Its public page is at this company's public_slug with `-test` behind it. A company has at most 20: then 409 `too_many_records`. 409 `live_company_needed` in a test company. */
  createTestCompany(input?: Record<string, never>, options?: RequestOptions): Promise<{
    company_id: number
    /** Its first admin key, `sk_test_…`. Shown only now. */
    api_key: string
  }>
  /** Create a user. An email belongs to one user of the company: 409 `email_taken` otherwise. Other companies do not matter. Without a password the user is invited: `POST /users/{id}/reset-link` makes the link by which they choose one. */
  createUser(input: {
    email: string
    name: string
    role: "admin" | "member" | "provider"
    /** Whose seat it is: needed for the role `provider`, and null for every other. */
    provider_id?: number | null | undefined
    /** Left out: the user chooses one by a link, `POST /users/{id}/reset-link`. */
    password?: string | undefined
    locale?: LocaleInput | undefined
  }, options?: RequestOptions): Promise<User>
  /** Put a customer on the waiting list. Time that gets free is offered to those who wait and whom a search would offer it. A second entry of the customer for the same type and dates changes the first. A booking of the type ends the entry. With `appointment_type_ids` they wait for several types in one visit, and the entry ends once all of them have been booked. 409 `too_many_waiting_entries` from the sixth on. */
  createWaitingEntry(input: {
    customer_id: number
    /** Required unless appointment_type_ids is given. */
    appointment_type_id?: number | undefined
    /** Types that follow one another in one visit, in their order, in the place of appointment_type_id. Only times for all of them are offered. */
    appointment_type_ids?: Array<number> | undefined
    /** With appointment_type_ids: one provider leads all. So it is with `provider_ids`, too. */
    same_provider?: boolean | undefined
    /** Today when left out. */
    earliest_date?: string | undefined
    /** Inclusive, on the company's calendar. After it the entry ends. */
    latest_date: string
    /** 1 is Monday, 7 is Sunday. Null: any day. */
    weekdays?: Array<number> | null | undefined
    /** By the start, on the location's clock: `morning` before 12:00, `afternoon` before 17:00, `evening` from then on. Null: any. */
    parts_of_day?: Array<"morning" | "afternoon" | "evening"> | null | undefined
    /** Null: any. */
    location_ids?: Array<number> | null | undefined
    /** Null: any. */
    provider_ids?: Array<number> | null | undefined
    /** The customer is offered no time that begins sooner than so many minutes from the offer. */
    least_notice_minutes?: number | undefined
    /** By which times are offered, as far as the customer has agreed and can be reached. Both when left out. */
    channels?: Array<"sms" | "mail"> | undefined
    /** An appointment of the customer and the type, which they keep until they take an earlier time. Only times before it are offered. */
    appointment_id?: number | null | undefined
    /** Higher is asked first, where the company's order is `priority`. 0 when left out. */
    priority?: number | undefined
  }, options?: RequestOptions): Promise<WaitingEntry>
  /** Create a webhook endpoint. The secret is in this answer only. At most three per company: 409 `too_many_endpoints`. */
  createWebhookEndpoint(input: {
    /** https only; nothing that is, or stands for, a private or local address. */
    url: string
    /** The types of event that are sent to it. `customer.*` stands for all types of a noun, and `*` for all, those too that come with later releases. A `webhook.test` comes by the test operation alone, subscribed to or not. */
    events: Array<"appointment.created" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.reopened" | "appointment.on_the_way" | "appointment.arrived" | "appointment.completed" | "appointment.no_show" | "appointment.attendance_changed" | "appointment.pending" | "appointment.confirmed" | "appointment.declined" | "scheduling_request.expired" | "callback.requested" | "customer.created" | "customer.changed" | "customer.archived" | "customer.erased" | "appointment_type.created" | "appointment_type.changed" | "appointment_type.archived" | "provider.created" | "provider.changed" | "provider.archived" | "hours.changed" | "waiting_entry.created" | "waiting_entry.offered" | "waiting_entry.ended" | "webhook_endpoint.disabled" | "webhook.test" | "appointment.*" | "scheduling_request.*" | "callback.*" | "customer.*" | "appointment_type.*" | "provider.*" | "hours.*" | "waiting_entry.*" | "webhook_endpoint.*" | "*">
    /** Only these appointment types' events; left out, null or `[]` means all. */
    appointment_type_ids?: Array<number> | null | undefined
    /** Its events about appointments carry `answers`, what was answered at booking, as they stand when an event is sent. */
    include_answers?: boolean | undefined
    enabled?: boolean | undefined
    /** For your people: what it is for, such as `CRM, production`. */
    description?: string | null | undefined
    /** Headers of your own that every request to it carries, at most 5: they replace those that there are, and null takes all away. Values are kept encrypted, stand in no log and are never shown again; `header_names` names them. */
    headers?: Record<string, string> | null | undefined
  }, options?: RequestOptions): Promise<WebhookEndpointWithSecret>
  /** Decline a pending appointment. It ends as `cancelled`, its time is free again, and its scheduling request opens as after a cancel. Raises `appointment.declined`, and not `appointment.cancelled`. The customer reads the reason. */
  declineAppointment(input: {
    id: number
    /** The customer reads it. */
    reason?: string | null | undefined
    if_version?: number | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** End a calendar feed. Its address answers as an unknown one at once. Calendar programs keep what they read last until they read again. */
  deleteCalendarFeed(input: {
    id: number
  }, options?: RequestOptions): Promise<CalendarFeed>
  /** Remove a channel. The number is free for others when its last channel is gone. */
  deleteChannel(input: {
    id: number
  }, options?: RequestOptions): Promise<Channel>
  /** Archive or erase a customer. Archives: the customer is no longer listed or booked, and the phone and external_ref are free for another. With `erase=true` personal data is replaced everywhere, for good, also that of an archived customer; open requests are cancelled. 409 `in_use` while there are future appointments (and, to archive, open requests). */
  deleteCustomer(input: {
    id: number
    erase?: boolean | undefined
  }, options?: RequestOptions): Promise<Customer>
  /** Give up a domain. Refused while the company's mails come from an address in it. */
  deleteMailDomain(input: {
    id: number
  }, options?: RequestOptions): Promise<MailDomain>
  /** Delete a test company. For good, with its API keys. Its id is not given out again. 409 `test_clock_moving` while its clock is being moved. */
  deleteTestCompany(input: {
    id: number
  }, options?: RequestOptions): Promise<{
    company_id: number
  }>
  /** Remove a user. Ends the user's sessions and frees the email. 409 `last_admin_key` for the last admin. */
  deleteUser(input: {
    id: number
  }, options?: RequestOptions): Promise<User>
  /** Take a customer off the waiting list. The entry ends as `withdrawn`, and so does its open offer. It stays readable. */
  deleteWaitingEntry(input: {
    id: number
  }, options?: RequestOptions): Promise<WaitingEntry>
  /** Delete a webhook endpoint. Nothing more is sent to it, and its delivery log is no longer reached. */
  deleteWebhookEndpoint(input: {
    id: number
  }, options?: RequestOptions): Promise<WebhookEndpoint>
  /** Disconnect a provider's calendar. Its credentials are forgotten, and what keeps the provider busy there no longer counts. Events that were written into it stay there. */
  disconnectCalendar(input: {
    id: number
    calendarId: number
  }, options?: RequestOptions): Promise<ProviderCalendar>
  /** End a hold. The time is free at once. 404 for one that has ended or was booked. */
  endHold(input: {
    id: number
  }, options?: RequestOptions): Promise<Hold>
  /** End one of your sessions */
  endOwnSession(input: {
    id: number
  }, options?: RequestOptions): Promise<{
    ended: number
  }>
  /** Sign out everywhere. Ends all sessions of the user, the one that asks among them. 404 for an API key. */
  endOwnSessions(input?: Record<string, never>, options?: RequestOptions): Promise<{
    ended: number
  }>
  /** Sign out. Ends the session whose token is shown. 404 for an API key, which has none. */
  endSession(input?: Record<string, never>, options?: RequestOptions): Promise<{
    ended: boolean
  }>
  /** End a user's sessions. All of them: the user signs in again. */
  endUserSessions(input: {
    id: number
  }, options?: RequestOptions): Promise<{
    ended: number
  }>
  /** Explain why times of many providers and days are not offered. Of up to 31 days, as a search. Starts that follow each other and have the same reasons are told as one run. Of several types a start at which the first could begin and the rest can't follow is a run of its own, with what is `blocked`. */
  explainRange(input: {
    /** Needed unless appointment_id or appointment_type_ids is given. */
    appointment_type_id?: number | undefined
    /** Types that follow one another in one visit, in this order, each no later than `linked_gap_minutes` after the one before, at one location. A `provider_id` leads all of them. Requests, lengths and moves do not go with it. */
    appointment_type_ids?: Array<number> | undefined
    /** With appointment_type_ids: one provider leads all of them. */
    same_provider?: boolean | undefined
    /** The appointment to move: its type, length, provider and place. */
    appointment_id?: number | undefined
    start_date: string
    /** Exclusive; at most 31 days after start_date. */
    end_date: string
    customer_id?: number | null | undefined
    scheduling_request_id?: number | null | undefined
    location_id?: number | null | undefined
    /** Left out: the appointment's provider, else all active providers who offer the type, of several the first. */
    provider_id?: number | null | undefined
    duration_option_id?: number | null | undefined
    address?: AddressInput | undefined
    latitude?: number | undefined
    longitude?: number | undefined
    /** What would keep a booking with staff judgement from the start: notice, window, dates, area, drives and the customer's other appointments are no reasons. */
    override_eligibility?: boolean | undefined
    /** `more_from` of the answer before, with the same question: the answer's next part. */
    more_from?: string | undefined
    /** Of a class: only sessions with so many seats left. 1 when left out. */
    seats?: number | undefined
  }, options?: RequestOptions): Promise<SlotRangeExplanation>
  /** Explain why times are not offered. Of one start, or of a local day of one provider. A start that is not offered carries all reasons, the records that cause them, and what would lift each. */
  explainSlots(input: {
    /** Needed unless appointment_id is given. */
    appointment_type_id?: number | undefined
    /** The appointment to move: its type, length and place. */
    appointment_id?: number | undefined
    /** Instead of appointment_type_id: types that follow one another in one visit. `provider_id` and `start_time` are of the first. */
    appointment_type_ids?: Array<number> | undefined
    /** With appointment_type_ids: one provider leads all of them. */
    same_provider?: boolean | undefined
    provider_id: number
    /** Left out: the appointment's or the request's location, else the one where the provider has most to offer. */
    location_id?: number | null | undefined
    /** One start. Send this or `date`. */
    start_time?: string | undefined
    /** A local day of the location: each start on the type's interval, counted from midnight, and each offered one. */
    date?: string | undefined
    customer_id?: number | null | undefined
    scheduling_request_id?: number | null | undefined
    duration_option_id?: number | null | undefined
    /** For this question only; else the customer's on file. Nothing of it is stored. */
    address?: {
      line1: string
      line2?: string | null | undefined
      city: string
      state: string
      postal_code: string
      country?: string | undefined
      latitude?: number | undefined
      longitude?: number | undefined
    } | null | undefined
    latitude?: number | undefined
    longitude?: number | undefined
    /** What would keep a booking with staff judgement from the start: notice, window, dates, area, drives and the customer's other appointments are no reasons. */
    override_eligibility?: boolean | undefined
  }, options?: RequestOptions): Promise<SlotExplanation>
  /** Export the audit trail as CSV. All rows that fit, newest first, as a file of comma-separated values. */
  exportAudit(input?: {
    /** As `update_company` or `refuse_sign_in`. */
    operation?: string | undefined
    /** Done by this user, or tried in this user's name. */
    user_id?: number | undefined
    /** Done, or tried, with this key. */
    api_key_id?: number | undefined
    /** The id of the record; records of different kinds may share one. */
    target_id?: number | undefined
    /** The id of the request, as its answer's X-Request-Id. */
    request_id?: string | undefined
    /** Then or later. */
    from?: string | undefined
    /** Before then. */
    to?: string | undefined
  }, options?: RequestOptions): Promise<string>
  /** Export all that is kept of a customer. Works for archived customers too, so that a request for one's data can always be answered. The answer may be long: it is written as it is read, and one that ends early is no valid JSON. */
  exportCustomer(input: {
    id: number
  }, options?: RequestOptions): Promise<{
    customer: Customer
    address_latitude: number | null
    address_longitude: number | null
    archived_at: string | null
    erased_at: string | null
    appointments: Array<Appointment>
    scheduling_requests: Array<{
      id: number
      status: "open" | "scheduled" | "cancelled" | "expired"
      appointment_type_id: number
      then_type_ids?: Array<number>
      earliest_date: string | null
      latest_date: string
      external_ref: string | null
      metadata: Record<string, string> | null
      duration_label: string | null
      created_at: string
    }>
    /** Texts of the last 30 days to the customer or to their numbers; what they said is not kept. */
    texts: Array<{
      purpose: "code" | "confirmation" | "change" | "reminder" | "outreach" | "links" | "cancel_reply" | "offer"
      channel: "sms" | "voice" | "mail"
      status: "pending" | "sending" | "sent" | "skipped" | "failed"
      created_at: string
      sent_at: string | null
    }>
    /** Messages that the customer left with an agent; of the last 90 days. */
    callbacks: Array<Callback>
    /** What the customer waits and waited for. */
    waiting_entries: Array<{
      id: number
      earliest_date: string
      latest_date: string
      weekdays: Array<number> | null
      parts_of_day: Array<"morning" | "afternoon" | "evening"> | null
      times_asked: number
      created_at: string
      ended_at: string | null
      status: "waiting" | "booked" | "declined" | "expired" | "withdrawn"
      appointment_type_id: number
      /** Of several types in one visit: those that follow the first. */
      then_type_ids?: Array<number>
    }>
    /** Events of the last 30 days. */
    events: Array<{
      id: string
      type: string
      occurred_at: string
      /** As it was told to the company's other systems. */
      data: unknown
    }>
  }>
  /** Find all starts of a move or booking on the board. Of up to 31 days and all providers, as searches of each of them find. Starts that follow each other evenly are told as one run. Given `appointment_id`, those to which the appointment can be moved, with any provider at any location. */
  findBoardStarts(input: {
    /** Needed unless appointment_id or appointment_type_ids is given. */
    appointment_type_id?: number | undefined
    /** Types that follow one another in one visit, in this order, each no later than `linked_gap_minutes` after the one before, at one location. A `provider_id` leads all of them. Requests, lengths and moves do not go with it. */
    appointment_type_ids?: Array<number> | undefined
    /** With appointment_type_ids: one provider leads all of them. */
    same_provider?: boolean | undefined
    /** The appointment to move, to any provider and location: its type and length. The customer's assigned provider and the request's wishes for provider and location do not bind a move. */
    appointment_id?: number | undefined
    start_date: string
    /** Exclusive; at most 31 days after start_date. */
    end_date: string
    customer_id?: number | null | undefined
    scheduling_request_id?: number | null | undefined
    location_id?: number | null | undefined
    duration_option_id?: number | null | undefined
    address?: AddressInput | undefined
    latitude?: number | undefined
    longitude?: number | undefined
    /** Also answers the starts that only staff judgement allows, as `offered: false`: notice, window, dates, area and the customer's other appointments do not bind these. */
    override_eligibility?: boolean | undefined
    /** Of a type with packed starts, also the times that searches leave out, because a packed one is minutes away or because the type shows packed ones alone. They can be booked, too. */
    all_starts?: boolean | undefined
    /** Of a class: only sessions with so many seats left. 1 when left out. */
    seats?: number | undefined
    /** Only these; all who offer the type when left out. Those who do not offer it have no starts. */
    provider_ids?: Array<number> | undefined
    /** False leaves `providers` empty, and answers the best starts and the counts of the dates alone. */
    with_starts?: boolean | undefined
    /** `more_from` of the answer before, with the same question: the next providers. */
    more_from?: string | undefined
  }, options?: RequestOptions): Promise<BoardStarts>
  /** Search bookable times. Up to 31 days. What is offered can be booked unless something changed since. `reason` says why nothing can be offered at all. */
  findSlots(input: {
    /** Needed unless appointment_id or appointment_type_ids is given. */
    appointment_type_id?: number | undefined
    /** Types that follow one another in one visit, in this order, each no later than `linked_gap_minutes` after the one before, at one location. A `provider_id` leads all of them. Requests, lengths and moves do not go with it. */
    appointment_type_ids?: Array<number> | undefined
    /** With appointment_type_ids: one provider leads all of them. */
    same_provider?: boolean | undefined
    /** The appointment to move: its type, length, provider and place. */
    appointment_id?: number | undefined
    /** With appointment_id, of one that was booked together with others: the starts to which all can move, the default; with false, those of this one alone. */
    whole_group?: boolean | undefined
    start_date: string
    /** Exclusive; at most 31 days after start_date. */
    end_date: string
    customer_id?: number | null | undefined
    scheduling_request_id?: number | null | undefined
    location_id?: number | null | undefined
    provider_id?: number | null | undefined
    duration_option_id?: number | null | undefined
    address?: AddressInput | undefined
    latitude?: number | undefined
    longitude?: number | undefined
    /** The times that a booking with staff judgement could take: notice, window, dates, area and the customer's other appointments do not bind. */
    override_eligibility?: boolean | undefined
    /** Of a type with packed starts, also the times that searches leave out, because a packed one is minutes away or because the type shows packed ones alone. They can be booked, too. */
    all_starts?: boolean | undefined
    /** `more_from` of the answer before, with the same question: the answer's next part. */
    more_from?: string | undefined
    /** Of a class: only sessions with so many seats left. 1 when left out. */
    seats?: number | undefined
  }, options?: RequestOptions): Promise<SlotAnswer>
  /** Find the free stretches that somebody waits for. The stretches of providers' free time, within 8 days, in which a search would offer times to those who wait, each with how many people. Whom to offer what is `POST /waiting-list/gap`'s to say. */
  findWaitedForGaps(input: {
    start_time: string
    /** At most 8 days after start_time. */
    end_time: string
  }, options?: RequestOptions): Promise<{
    gaps: Array<{
      provider_id: number
      location_id: number
      start_time: string
      end_time: string
      /** So many who wait would fit in it. */
      customers: number
      /** Who they are. One customer may wait for several of the stretches. */
      customer_ids: Array<number>
    }>
  }>
  /** Find who waits for a gap. Those who wait for time around these dates, in the company's order, each with the first time in the gap that a search would offer them, or with why the service would not offer one now. */
  findWaitingForGap(input: {
    /** Left out: with any provider. */
    provider_id?: number | undefined
    start_time: string
    /** At most 31 days after start_time. */
    end_time: string
  }, options?: RequestOptions): Promise<{
    waiting: Array<{
      waiting_entry: WaitingEntry
      /** The entry's open offer, of this or another time. */
      offer: WaitingOffer | null
      /** The first time in the gap that a search would offer the customer. */
      slot: {
        provider_id: number
        provider_name: string
        location_id: number
        location_name: string
        timezone: string
        start_time: string
        end_time: string
        /** Of several types in one visit: each of them. Absent of one type. */
        parts?: Array<VisitorProvidersPartsPart>
      } | null
      /** Why the service would not offer it now: `no_time` that a search offers; no consent to texts or mails; quiet hours; an open offer; or this start was offered before. Null: it would. */
      reason: "no_time" | "no_consent" | "nothing_sent" | "quiet_hours" | "offer_open" | "asked_before" | null
    }>
  }>
  /** Stop a test company's clock. It stands until it is advanced or runs again. What is due at that very moment happens before the answer; from then on what a call makes due is done before that call is answered, and nothing happens between calls. */
  freezeTestClock(input?: Record<string, never>, options?: RequestOptions): Promise<ReadTestClockAnswerData>
  /** Hold a time. Keeps a start from others for 1 to 15 minutes, while its booking is under way. It is judged as the booking would be, blocks like an appointment, counts in daily limits, and ends by itself. Book with its `hold_id` to make it the appointment. */
  holdTime(input: {
    /** Needed unless appointment_type_ids is given. */
    appointment_type_id?: number | undefined
    provider_id: number
    location_id?: number | null | undefined
    start_time: string
    /** If sent: the computed end, or start plus the total length. */
    end_time?: string | undefined
    scheduling_request_id?: number | null | undefined
    duration_option_id?: number | null | undefined
    /** Of a class: how many seats. 1 when left out; other types take none. */
    seats?: number | undefined
    /** Of a type that promises a window: the provider was chosen and is never planned away. Else `provider_id` only names the slot, and who comes is planned. An assigned or requested provider always stays. */
    keep_provider?: boolean | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** Of a type that staff confirm: their yes comes with the booking, so that it is scheduled at once. Changes nothing of others. */
    confirmed?: boolean | undefined
    /** With appointment_type_ids: one provider leads all of them. */
    same_provider?: boolean | undefined
    /** With appointment_type_ids: the provider and the start of each, as `parts` of a slot has them. Left out: as a search offers them from that start on. */
    parts?: Array<BookAppointmentInputPartsPart> | undefined
    /** Types that follow one another in one visit, held as one: all or none. `provider_id` and `start_time` are of the first. */
    appointment_type_ids?: Array<number> | undefined
    /** Leave it out while it is not known who books. */
    customer_id?: number | null | undefined
    /** The hold ends so many minutes from now. */
    minutes: number
  }, options?: RequestOptions): Promise<Hold>
  /** Import appointments out of a file's rows. Up to 100 rows, each booked on its own. Another system has agreed on them already, so hours, grid, notice, limits, service areas and providers' calendars are not asked about; no two appointments of a provider overlap in any case. A customer who is not there is made with the appointment. A row is there when an import has made it before, under its `external_ref` or with the same customer, provider and start: also when it was moved or cancelled since. No texts are sent. */
  importAppointments(input: {
    /** Says each row's fate and writes nothing. */
    dry_run?: boolean | undefined
    /** The clock by which times without an offset are written; the location's when left out. */
    timezone?: string | undefined
    /** How dates with slashes or dots are written: `mdy` reads 3/16/2027. `ymd` refuses them. */
    date_order?: "ymd" | "mdy" | "dmy" | undefined
    /** Queues webhooks of the events. The events are listed and streamed in any case; no text is sent in any case. */
    deliver_events?: boolean | undefined
    rows: Array<ImportedAppointmentRow>
  }, options?: RequestOptions): Promise<Import>
  /** Import customers out of a file's rows. Up to 500 rows, each judged by itself: a row that is refused keeps no other from being made. A customer who is there, by `external_ref` or else by the number or email under the same name, is never changed; an opt-out of texts or mails is recorded also then, where the number or email has said nothing here. Addresses are located later. */
  importCustomers(input: {
    /** Says each row's fate and writes nothing. */
    dry_run?: boolean | undefined
    rows: Array<ImportedCustomerRow>
  }, options?: RequestOptions): Promise<Import>
  /** Import providers out of a file's rows. Up to 100 rows, each judged by itself. A provider is recognised by the name, and one who is there is never changed. */
  importProviders(input: {
    /** Says each row's fate and writes nothing. */
    dry_run?: boolean | undefined
    rows: Array<ImportedProviderRow>
  }, options?: RequestOptions): Promise<Import>
  /** List the deliveries to all endpoints. The logs of all the company's endpoints in one list, newest first. */
  listAllDeliveries(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    status?: "pending" | "succeeded" | "failed" | "abandoned" | undefined
    /** An attempt was answered with this status, the last or another. */
    status_code?: number | undefined
    event_type?: "appointment.created" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.reopened" | "appointment.on_the_way" | "appointment.arrived" | "appointment.completed" | "appointment.no_show" | "appointment.attendance_changed" | "appointment.pending" | "appointment.confirmed" | "appointment.declined" | "scheduling_request.expired" | "callback.requested" | "customer.created" | "customer.changed" | "customer.archived" | "customer.erased" | "appointment_type.created" | "appointment_type.changed" | "appointment_type.archived" | "provider.created" | "provider.changed" | "provider.archived" | "hours.changed" | "waiting_entry.created" | "waiting_entry.offered" | "waiting_entry.ended" | "webhook_endpoint.disabled" | "webhook.test" | undefined
    /** The webhook-id. */
    event_id?: string | undefined
    /** Of events about this appointment. */
    appointment_id?: number | undefined
    /** Of events about this scheduling request. */
    scheduling_request_id?: number | undefined
    /** Created then or later. */
    from?: string | undefined
    /** Created before then. */
    to?: string | undefined
  }, options?: RequestOptions): Pages<Delivery>
  /** List API keys. Names, roles, what each may, who made it, and its last use; the keys themselves are not kept. */
  listApiKeys(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<ApiKey>
  /** List appointment types */
  listAppointmentTypes(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    /** By when they were made. Left out: `oldest` first. */
    order?: "oldest" | "newest" | undefined
    active?: boolean | undefined
    external_ref?: string | undefined
    /** `metadata[crm_stage]=won`: those that carry the pair, and with several all of them. */
    metadata?: Record<string, string> | undefined
    /** Only these, at most 100, with commas between. */
    ids?: string | undefined
    /** Made or changed then or later. Archived ones are listed too, so that other systems can follow. */
    updated_since?: string | undefined
  }, options?: RequestOptions): Pages<AppointmentType>
  /** List appointments. In the order of their starts. */
  listAppointments(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    status?: "scheduled" | "completed" | "no_show" | "cancelled" | "pending" | undefined
    /** Several of `status`, with commas between. */
    statuses?: string | undefined
    /** What the customer said. */
    attendance?: "unknown" | "coming" | "not_coming" | undefined
    provider_id?: number | undefined
    customer_id?: number | undefined
    location_id?: number | undefined
    series_id?: number | undefined
    group_id?: number | undefined
    /** Those who come to this session of a class. */
    session_id?: number | undefined
    /** Starts at or after. */
    from?: string | undefined
    /** Starts before. */
    to?: string | undefined
    external_ref?: string | undefined
    /** `metadata[crm_stage]=won`: those that carry the pair, and with several all of them. */
    metadata?: Record<string, string> | undefined
    /** Only these, at most 100, with commas between. */
    ids?: string | undefined
    /** Made or changed then or later. Archived ones are listed too, so that other systems can follow. */
    updated_since?: string | undefined
    /** Scheduled and pending ones that a provider's time off meets. */
    time_off_id?: number | undefined
    /** Scheduled and pending ones on dates and at locations that the company has closed. */
    company_time_off_id?: number | undefined
  }, options?: RequestOptions): Pages<Appointment>
  /** List calendar feeds. Whose they are, what they say of customers, and when a program last read them; the addresses are not kept. */
  listCalendarFeeds(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<CalendarFeed>
  /** List a provider's calendars. All of them: there are at most ten. */
  listCalendars(input: {
    id: number
  }, options?: RequestOptions): Pages<ProviderCalendar>
  /** List callbacks. What callers asked for where an agent could not help, the newest first. Kept for 90 days. A new one raises `callback.requested`. */
  listCallbacks(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    status?: "waiting" | "done" | undefined
    customer_id?: number | undefined
  }, options?: RequestOptions): Pages<Callback>
  /** List channels */
  listChannels(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<Channel>
  /** List sessions of classes. In the order of their starts. Who comes to one: `GET /appointments?session_id=`. */
  listClassSessions(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    status?: "scheduled" | "cancelled" | undefined
    appointment_type_id?: number | undefined
    /** Who leads it or comes beside. */
    provider_id?: number | undefined
    location_id?: number | undefined
    repeat_id?: number | undefined
    /** Starts at or after. */
    from?: string | undefined
    /** Starts before. */
    to?: string | undefined
    /** Scheduled ones that a provider's time off meets. */
    time_off_id?: number | undefined
    /** Scheduled ones on dates and at locations that the company has closed. */
    company_time_off_id?: number | undefined
  }, options?: RequestOptions): Pages<ClassSession>
  /** List the dates on which the company is closed */
  listCompanyTimeOff(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    /** Leaves out what has ended before this date. */
    from?: string | undefined
  }, options?: RequestOptions): Pages<CompanyDataItem>
  /** List connected apps. The programs that act for users of the company over its MCP server. A member is shown the own ones alone. */
  listConnectedApps(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<ConnectedApp>
  /** List what was said of a number. Every consent and revocation of the number, the newest first. The newest of a channel counts. */
  listConsents(input: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    phone: string
  }, options?: RequestOptions): Pages<ConsentEntry>
  /** List customers, or find them. `search` gives the best matches first, as one page: every word begins a word of the name, or is part of the name, the email or `external_ref`; digits begin or end any of the customer's numbers, with or without +1. Accents, capitals, apostrophes, hyphens and blanks do not matter. Customers on a street or with a postal code that begins so come behind, and last those with a name that is one letter off. */
  listCustomers(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    /** By when they were made. Left out: `oldest` first. */
    order?: "oldest" | "newest" | undefined
    external_ref?: string | undefined
    /** `metadata[crm_stage]=won`: those that carry the pair, and with several all of them. */
    metadata?: Record<string, string> | undefined
    /** Only these, at most 100, with commas between. */
    ids?: string | undefined
    /** Made or changed then or later. Archived ones are listed too, so that other systems can follow. */
    updated_since?: string | undefined
    email?: string | undefined
    /** Any of the customer's numbers. */
    phone?: string | undefined
    /** Goes alone, with a `limit`. */
    search?: string | undefined
  }, options?: RequestOptions): Pages<Customer>
  /** List an endpoint's deliveries. The log of the last 30 days, newest first. Events that were raised while the endpoint was disabled are `abandoned` in it. */
  listDeliveries(input: {
    id: number
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    status?: "pending" | "succeeded" | "failed" | "abandoned" | undefined
    /** An attempt was answered with this status, the last or another. */
    status_code?: number | undefined
    event_type?: "appointment.created" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.reopened" | "appointment.on_the_way" | "appointment.arrived" | "appointment.completed" | "appointment.no_show" | "appointment.attendance_changed" | "appointment.pending" | "appointment.confirmed" | "appointment.declined" | "scheduling_request.expired" | "callback.requested" | "customer.created" | "customer.changed" | "customer.archived" | "customer.erased" | "appointment_type.created" | "appointment_type.changed" | "appointment_type.archived" | "provider.created" | "provider.changed" | "provider.archived" | "hours.changed" | "waiting_entry.created" | "waiting_entry.offered" | "waiting_entry.ended" | "webhook_endpoint.disabled" | "webhook.test" | undefined
    /** The webhook-id. */
    event_id?: string | undefined
    /** Of events about this appointment. */
    appointment_id?: number | undefined
    /** Of events about this scheduling request. */
    scheduling_request_id?: number | undefined
    /** Created then or later. */
    from?: string | undefined
    /** Created before then. */
    to?: string | undefined
  }, options?: RequestOptions): Pages<Delivery>
  /** List days that broke. The newest first. Kept for 90 days. */
  listDisruptions(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    /** Only those that are not applied yet. */
    open?: boolean | undefined
  }, options?: RequestOptions): Pages<Disruption>
  /** List events. The last 30 days, in the order in which they were committed. Keep the last `cursor` and ask again from there; `next_cursor` is given with every page that holds an event, so that a poller always knows where it stands. With `order=newest` the latest come first, for people who look. */
  listEvents(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    type?: "appointment.created" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.reopened" | "appointment.on_the_way" | "appointment.arrived" | "appointment.completed" | "appointment.no_show" | "appointment.attendance_changed" | "appointment.pending" | "appointment.confirmed" | "appointment.declined" | "scheduling_request.expired" | "callback.requested" | "customer.created" | "customer.changed" | "customer.archived" | "customer.erased" | "appointment_type.created" | "appointment_type.changed" | "appointment_type.archived" | "provider.created" | "provider.changed" | "provider.archived" | "hours.changed" | "waiting_entry.created" | "waiting_entry.offered" | "waiting_entry.ended" | "webhook_endpoint.disabled" | undefined
    /** Only these types, with commas between; all when left out. */
    types?: string | undefined
    /** Occurred then or later. */
    from?: string | undefined
    /** Occurred before. */
    to?: string | undefined
    order?: "oldest" | "newest" | undefined
  }, options?: RequestOptions): Pages<Event>
  /** List a country's public holidays. To choose from when the company's closed dates are set. Nothing is closed by them alone. */
  listHolidays(input: {
    country: string
    year: number
  }, options?: RequestOptions): Promise<{
    country: string
    year: number
    holidays: Array<{
      date: string
      /** In the company's language where it is known, else in the country's own. */
      name: string
    }>
  }>
  /** List locations */
  listLocations(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    /** By when they were made. Left out: `oldest` first. */
    order?: "oldest" | "newest" | undefined
    active?: boolean | undefined
    external_ref?: string | undefined
    /** `metadata[crm_stage]=won`: those that carry the pair, and with several all of them. */
    metadata?: Record<string, string> | undefined
    /** Only these, at most 100, with commas between. */
    ids?: string | undefined
    /** Made or changed then or later. Archived ones are listed too, so that other systems can follow. */
    updated_since?: string | undefined
  }, options?: RequestOptions): Pages<Location>
  /** List the domains that mails may come from */
  listMailDomains(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<MailDomain>
  /** List mails. Mails to customers and to the company's own people, the newest first: those that wait, those that went, and why the others did not. They are kept for 30 days, their words never. */
  listMails(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    outcome?: "waiting" | "sent" | "skipped" | "failed" | undefined
    purpose?: "code" | "confirmation" | "change" | "reminder" | "outreach" | "links" | "cancel_reply" | "offer" | "password_reset" | "user_invitation" | "endpoint_disabled" | "calendar_lost" | "booking_asked" | "day_digest" | undefined
    customer_id?: number | undefined
    /** Queued at this time or later. */
    from?: string | undefined
    /** Queued before this time. */
    to?: string | undefined
  }, options?: RequestOptions): Pages<Mail>
  /** List opt-outs. Numbers whose newest word on a channel is a revocation, the newest first, with its source. Record a grant to lift one; one with `needs_start` only after the number itself replied START. */
  listOptOuts(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    channel?: "voice" | "sms" | undefined
  }, options?: RequestOptions): Pages<OptOut>
  /** List outreach plans */
  listOutreachPlans(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<OutreachPlan>
  /** List runs of outreach */
  listOutreachRuns(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    status?: "running" | "finished" | "ended" | undefined
    outreach_plan_id?: number | undefined
    scheduling_request_id?: number | undefined
  }, options?: RequestOptions): Pages<OutreachRun>
  /** List your sessions. Where the user is signed in. 404 for an API key. */
  listOwnSessions(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<{
    id: number
    /** Whether it is the one that asks. */
    current: boolean
    /** Where the user signed in, without the last part of the address. */
    network: string
    user_agent: string | null
    created_at: string
    /** May lag a minute behind. */
    last_used_at: string
    expires_at: string
  }>
  /** List providers */
  listProviders(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    /** By when they were made. Left out: `oldest` first. */
    order?: "oldest" | "newest" | undefined
    active?: boolean | undefined
    external_ref?: string | undefined
    /** `metadata[crm_stage]=won`: those that carry the pair, and with several all of them. */
    metadata?: Record<string, string> | undefined
    /** Only these, at most 100, with commas between. */
    ids?: string | undefined
    /** Made or changed then or later. Archived ones are listed too, so that other systems can follow. */
    updated_since?: string | undefined
  }, options?: RequestOptions): Pages<Provider>
  /** List when a room or a piece of equipment can't be used */
  listResourceTimeOff(input: {
    id: number
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<ListTimeOffAnswerDataDataItem>
  /** List rooms and equipment */
  listResources(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    /** By when they were made. Left out: `oldest` first. */
    order?: "oldest" | "newest" | undefined
    active?: boolean | undefined
    location_id?: number | undefined
    /** Only these, at most 100, with commas between. */
    ids?: string | undefined
    /** Made or changed then or later. Archived ones are listed too, so that other systems can follow. */
    updated_since?: string | undefined
  }, options?: RequestOptions): Pages<Resource>
  /** List scheduling requests */
  listSchedulingRequests(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    status?: "open" | "scheduled" | "cancelled" | "expired" | undefined
    /** Several of `status`, with commas between. */
    statuses?: string | undefined
    customer_id?: number | undefined
    external_ref?: string | undefined
    /** `metadata[crm_stage]=won`: those that carry the pair, and with several all of them. */
    metadata?: Record<string, string> | undefined
    /** Only these, at most 100, with commas between. */
    ids?: string | undefined
    /** Made or changed then or later. Archived ones are listed too, so that other systems can follow. */
    updated_since?: string | undefined
    appointment_type_id?: number | undefined
    /** Those of customers that the same search of customers finds, of the 200 best. Goes without customer_id. */
    search?: string | undefined
    /** `latest_date`: what has to be booked first. Left out: `oldest`. */
    order?: "oldest" | "newest" | "latest_date" | undefined
  }, options?: RequestOptions): Pages<SchedulingRequest>
  /** List the test companies that this company has made. In the order of their ids. Strangers cannot open a test company's public page: `public_page_url` carries a pass that opens it for twelve hours. */
  listTestCompanies(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<TestCompanie>
  /** List texts. Texts to customers and calls of outreach, the newest first: those that wait, those that went, and why the others did not. They are kept for 30 days, their words until they have gone. */
  listTexts(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    outcome?: "waiting" | "sent" | "skipped" | "failed" | undefined
    purpose?: "code" | "confirmation" | "change" | "reminder" | "outreach" | "links" | "cancel_reply" | "offer" | undefined
    customer_id?: number | undefined
    /** The number that they went to. */
    phone?: string | undefined
    /** Queued at this time or later. */
    from?: string | undefined
    /** Queued before this time. */
    to?: string | undefined
  }, options?: RequestOptions): Pages<Text>
  /** List a provider's time off */
  listTimeOff(input: {
    id: number
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<ListTimeOffAnswerDataDataItem>
  /** List a user's sessions. Where the user is signed in. */
  listUserSessions(input: {
    id: number
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<{
    id: number
    /** Whether it is the one that asks. */
    current: boolean
    /** Where the user signed in, without the last part of the address. */
    network: string
    user_agent: string | null
    created_at: string
    /** May lag a minute behind. */
    last_used_at: string
    expires_at: string
  }>
  /** List users. Those that were removed are in no list. */
  listUsers(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    active?: boolean | undefined
    updated_since?: string | undefined
  }, options?: RequestOptions): Pages<User>
  /** List the waiting list. The oldest first, those that have ended too unless a `state` is asked for. Kept for 400 days. */
  listWaitingEntries(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    state?: "waiting" | "offered" | "held" | "booked" | "declined" | "expired" | "withdrawn" | undefined
    customer_id?: number | undefined
    appointment_type_id?: number | undefined
    updated_since?: string | undefined
  }, options?: RequestOptions): Pages<WaitingEntry>
  /** List what was offered to those who wait. The newest first. */
  listWaitingOffers(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    waiting_entry_id?: number | undefined
    state?: "offered" | "held" | "booked" | "declined" | "expired" | "withdrawn" | undefined
  }, options?: RequestOptions): Pages<WaitingOffer>
  /** List webhook endpoints. All of them, without their secrets. */
  listWebhookEndpoints(input?: Record<string, never>, options?: RequestOptions): Pages<WebhookEndpoint>
  /** Mark an appointment as a no-show. The customer did not come, or the provider stood before a locked gate: `reason` says why, and sent again it changes the reason. */
  markNoShow(input: {
    id: number
    /** When it was done, where it is sent later: at most 24 hours back. A time to come counts as now. Left out: now. */
    at?: string | undefined
    if_version?: number | undefined
    /** Why the provider could not do the work. Null or left out where nobody knows. */
    reason?: "nobody_home" | "no_way_in" | "wrong_address" | "sent_away" | "other" | null | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Offer a time to a customer who waits. A time that a search would offer the customer (409 `time_not_offered` else), by text or mail within their consent and quiet hours. 409 `offer_open` while the customer has another offer, `offer_ended` for a start that they were offered before. */
  offerWaitingEntry(input: {
    id: number
    provider_id: number
    location_id: number
    start_time: string
  }, options?: RequestOptions): Promise<WaitingOffer>
  /** Fix the planned start and provider of a visit. Of an appointment that was promised a window: no booking and no new plan moves it until it is unpinned, or moved by `reschedule`. `version` stays as it is, and the customer is told nothing. */
  pinAppointment(input: {
    id: number
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Preview what a booking would cause. Takes the same body as the write and writes nothing. The texts are composed by the functions that send them. Refused as the write would be, as far as that is known without locks and without asking the provider's calendars. */
  previewBooking(input: {
    customer_id: number
    /** Needed unless appointment_type_ids is given. */
    appointment_type_id?: number | undefined
    provider_id: number
    location_id?: number | null | undefined
    start_time: string
    /** If sent: the computed end, or start plus the total length. */
    end_time?: string | undefined
    scheduling_request_id?: number | null | undefined
    duration_option_id?: number | null | undefined
    notes?: string | null | undefined
    /** Answers to the type's `questions`, by their keys: a text, a number, a date as YYYY-MM-DD, an option, a list of options, true for a consent; of a `file` the ids of files that were uploaded (`POST /files`). */
    answers?: Record<string, AnswersValueInput> | undefined
    /** Of a class: how many seats. 1 when left out; other types take none. */
    seats?: number | undefined
    /** Of a hold, which is over with this booking. One that has ended changes nothing. */
    hold_id?: number | null | undefined
    /** Of a type that promises a window: the provider was chosen and is never planned away. Else `provider_id` only names the slot, and who comes is planned. An assigned or requested provider always stays. */
    keep_provider?: boolean | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
    /** Of a type that staff confirm: their yes comes with the booking, so that it is scheduled at once. Changes nothing of others. */
    confirmed?: boolean | undefined
    /** Types that follow one another in one visit: one appointment each, all or none. `provider_id` and `start_time` are of the first. Requests, lengths and `end_time` do not go with it. */
    appointment_type_ids?: Array<number> | undefined
    /** With appointment_type_ids: one provider leads all of them. */
    same_provider?: boolean | undefined
    /** With appointment_type_ids: the provider and the start of each, as `parts` of a slot has them. Left out: as a search offers them from that start on. */
    parts?: Array<BookAppointmentInputPartsPart> | undefined
  }, options?: RequestOptions): Promise<Preview>
  /** Preview what a cancel would cause. Takes the same body as the write and writes nothing. The texts are composed by the functions that send them. Refused as the write would be, as far as that is known without locks and without asking the provider's calendars. */
  previewCancel(input: {
    id: number
    reason?: string | null | undefined
    if_version?: number | undefined
    /** The cancel takes effect only after so many seconds; until then the time stays taken, nobody hears of it, and `reopen` takes it back. At once when left out, in a test company, and for all of a group. */
    delay_seconds?: number | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
    scope?: AppointmentScopeInput | undefined
    /** Of an appointment that was booked together with others: all of them, the default. With false this one alone changes, wherever the others are. */
    whole_group?: boolean | undefined
  }, options?: RequestOptions): Promise<Preview>
  /** Preview what a yes would cause. Takes the same body as the write and writes nothing. The texts are composed by the functions that send them. Refused as the write would be, as far as that is known without locks and without asking the provider's calendars. */
  previewConfirming(input: {
    id: number
    /** The proposed time that the customer wants instead; the time that was asked for when it is left out. */
    proposal_id?: number | null | undefined
    if_version?: number | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<Preview>
  /** Preview what a no would cause. Takes the same body as the write and writes nothing. The texts are composed by the functions that send them. Refused as the write would be, as far as that is known without locks and without asking the provider's calendars. */
  previewDecline(input: {
    id: number
    /** The customer reads it. */
    reason?: string | null | undefined
    if_version?: number | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<Preview>
  /** Preview what one customer of a disruption would hear. The text and the mail by which the customer of this appointment hears of what is proposed, and the reminders that follow. Writes nothing. */
  previewDisruptionMessages(input: {
    id: number
    appointment_id: number
  }, options?: RequestOptions): Promise<Preview>
  /** Preview a mail. The mail about a made-up appointment, by the function that writes mails. Nothing is saved or sent, and its link opens nothing. */
  previewMail(input: {
    purpose: "confirmation" | "change" | "cancellation" | "reminder" | "offer"
    /** The company's when left out. */
    locale?: "en" | "fr" | "es" | undefined
  }, options?: RequestOptions): Promise<{
    /** Null on a host that sends no mail. */
    from: string | null
    reply_to: string | null
    subject: string
    /** As programs without HTML show it. */
    text: string
    html: string
  }>
  /** Preview what a move would cause. Takes the same body as the write and writes nothing. The texts are composed by the functions that send them. Refused as the write would be, as far as that is known without locks and without asking the provider's calendars. */
  previewMove(input: {
    id: number
    start_time: string
    end_time?: string | undefined
    /** Moves it to this provider, who must offer its type there. */
    provider_id?: number | undefined
    /** Of a type that takes several providers: all who come, the lead first unless `provider_id` names another of them. Left out: those who come now stay where they are free, and others take the places of the rest. */
    provider_ids?: Array<number> | undefined
    /** Moves it to this location; it stays where it is when left out. */
    location_id?: number | undefined
    /** Takes these rooms and this equipment, as many of a group as the type needs; no booking gives it others then. Groups that are left out, or all, are chosen from what is free. */
    resource_ids?: Array<number> | undefined
    /** Makes it this long. Where it stays, only hours and neighbours bound it, and `GET …/lengths` says how far. Refused for an appointment over several days. */
    duration_minutes?: number | undefined
    if_version?: number | undefined
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<Preview>
  /** Preview what outreach would send for a scheduling request. Takes the same body as the write and writes nothing. The texts are composed by the functions that send them. Refused as the write would be, as far as that is known without locks and without asking the provider's calendars. */
  previewOutreach(input: {
    id: number
    outreach_plan_id: number
  }, options?: RequestOptions): Promise<Preview>
  /** Preview the texts and mails of an outreach plan. Each text and mail as it would go to a customer, counted as the carrier counts it. Nothing is saved or sent, and the booking link is a sample that opens nothing. A step that could not be saved says why in `problem`. */
  previewOutreachPlan(input: {
    steps: Array<{
      /** `mail` goes only to an address whose consent channel `email` is `granted`. */
      channel: "sms" | "voice" | "mail"
      /** For sms. At most 320 characters, {booking_link} counted as 100. Placeholders: {booking_link}, {first_name}, {appointment_type}, {phone}. */
      sms_text?: string | null | undefined
      /** For mail. The same placeholders but {booking_link}. */
      mail_subject?: string | null | undefined
      /** For mail. An empty line begins a paragraph. The same placeholders. */
      mail_text?: string | null | undefined
    }>
    /** Whose name and language it shows; a sample's when left out. */
    customer_id?: number | undefined
    appointment_type_id?: number | undefined
  }, options?: RequestOptions): Promise<OutreachPlanPreview>
  /** Preview what planning a day anew would change. Writes nothing. A plan is proposed only where it keeps every promise and drives less; else `changes` is empty. What is pinned, on the way or of a fixed day stays, and so does what `keep` names. */
  previewPlan(input: {
    date: string
    location_id: number
    /** Appointments that stay where they are; the rest is planned around them. */
    keep?: Array<number> | undefined
  }, options?: RequestOptions): Promise<PlanPreview>
  /** Preview what a reopening would cause. Takes the same body as the write and writes nothing. The texts are composed by the functions that send them. Refused as the write would be, as far as that is known without locks and without asking the provider's calendars. */
  previewReopening(input: {
    id: number
    if_version?: number | undefined
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<Preview>
  /** Preview what a scheduling request would cause. Takes the same body as the write and writes nothing. The texts are composed by the functions that send them. Refused as the write would be, as far as that is known without locks and without asking the provider's calendars. */
  previewSchedulingRequest(input: {
    customer_id: number
    appointment_type_id: number
    latest_date: string
    earliest_date?: string | null | undefined
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    location_id?: number | null | undefined
    provider_id?: number | null | undefined
    duration_minutes?: number | null | undefined
    blocks?: Array<number> | null | undefined
    duration_label?: string | null | undefined
    /** Follows up by this plan until the request is booked or over. */
    outreach_plan_id?: number | null | undefined
  }, options?: RequestOptions): Promise<Preview>
  /** Propose other times for a pending appointment. Up to three, each of which must be one that a move of it could take. They are kept for the customer until `answer_by`, beside the time that was asked for, which staff may still confirm; the customer chooses one by the link, or on the phone through `confirm` with its `proposal_id`. Unanswered ones end as declined. Raises no event. */
  proposeTimes(input: {
    id: number
    /** They replace those that were proposed before. */
    times: Array<{
      start_time: string
      /** The appointment's own when it is left out. */
      provider_id?: number | undefined
      /** The appointment's own when it is left out. */
      location_id?: number | undefined
    }>
    /** Until when they are kept for the customer: at the latest until the first of them, and until the time that was asked for. The type's `answer_within_minutes` from now when it is left out. */
    until?: string | undefined
    if_version?: number | undefined
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Put off what waits for staff. For all staff: until then it is not among what waits, unless something new comes of it. 404 `not_found` when nothing of this kind and id waits. */
  putOffInboxEntry(input: {
    /** `pending`: a booking that staff confirm or decline. `callback`: a caller wants to be called back. `not_understood`: a reply to a text that could not be read; its id is the callback's. `counter_proposal`: the customer's calendar proposes another time. `declined`: the customer says that they do not come, and the appointment stands. `message_uncertain`: a message that perhaps went; `message_failed`: one that did not. `understaffed`: somebody who is booked has time off then. `endpoint_failing`: a webhook endpoint does not take what is sent. `calendar_failing`: a provider's own calendar can't be read. */
    kind: "pending" | "callback" | "not_understood" | "counter_proposal" | "declined" | "message_uncertain" | "message_failed" | "understaffed" | "endpoint_failing" | "calendar_failing"
    id: number
    /** When it is shown again, at most 90 days from now. Null shows it at once. */
    until: string | null
  }, options?: RequestOptions): Promise<{
    kind: InboxKind
    id: number
    until: string | null
  }>
  /** Read an appointment */
  readAppointment(input: {
    id: number
  }, options?: RequestOptions): Promise<Appointment>
  /** Read how long an appointment can be made. Where it stands, with its provider, as reschedule would judge `duration_minutes`; calendars are asked only then. */
  readAppointmentLengths(input: {
    id: number
  }, options?: RequestOptions): Promise<AppointmentLengths>
  /** Read an appointment type */
  readAppointmentType(input: {
    id: number
  }, options?: RequestOptions): Promise<AppointmentType>
  /** Read the audit trail. The last 400 days, newest first. It holds names of fields and no values. */
  readAudit(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    /** As `update_company` or `refuse_sign_in`. */
    operation?: string | undefined
    /** Done by this user, or tried in this user's name. */
    user_id?: number | undefined
    /** Done, or tried, with this key. */
    api_key_id?: number | undefined
    /** The id of the record; records of different kinds may share one. */
    target_id?: number | undefined
    /** The id of the request, as its answer's X-Request-Id. */
    request_id?: string | undefined
    /** Then or later. */
    from?: string | undefined
    /** Before then. */
    to?: string | undefined
  }, options?: RequestOptions): Pages<AuditTrail>
  /** Read one entry of the audit trail */
  readAuditEntry(input: {
    id: number
  }, options?: RequestOptions): Promise<AuditTrail>
  /** Read a day or a week of all providers. Hours, time off, calendars' busy times and appointments and sessions of every status, between the first date's beginning and the last date's end in the zones of all its locations: the active ones, and others that have appointments then. */
  readBoard(input: {
    /** The first local date, on the calendar of each location. */
    date: string
    /** How many days; one when left out. */
    days?: number | undefined
    /** Only providers who work there or have appointments there. */
    location_id?: number | undefined
    provider_id?: number | undefined
    /** `more_from` of the answer before, with the same question: the board's next part. */
    more_from?: string | undefined
  }, options?: RequestOptions): Promise<Board>
  /** Report how appointments were booked. Appointments count on the date on which they start. */
  readBookingsReport(input: {
    /** The first date, by the calendar of each location. */
    from: string
    /** The last date; at most 732 dates together. */
    to: string
    /** What each row is about. A week begins on Monday; `provider_weekday` has a row for each weekday of each provider. */
    group_by?: GroupBy | undefined
    /** Only what is at this location. */
    location_id?: number | undefined
    /** Only what is with this provider. */
    provider_id?: number | undefined
    /** Only what is of this type. */
    appointment_type_id?: number | undefined
  }, options?: RequestOptions): Promise<BookingsReport>
  /** Read a callback */
  readCallback(input: {
    id: number
  }, options?: RequestOptions): Promise<Callback>
  /** Read a session of a class */
  readClassSession(input: {
    id: number
  }, options?: RequestOptions): Promise<ClassSession>
  /** Report how full classes are. Sessions of classes count on the date on which they start, with the provider who leads them, as they are now: `behind_seconds` is 0. */
  readClassesReport(input: {
    /** The first date, by the calendar of each location. */
    from: string
    /** The last date; at most 732 dates together. */
    to: string
    /** What each row is about. A week begins on Monday; `provider_weekday` has a row for each weekday of each provider. */
    group_by?: GroupBy | undefined
    /** Only what is at this location. */
    location_id?: number | undefined
    /** Only what is with this provider. */
    provider_id?: number | undefined
    /** Only what is of this type. */
    appointment_type_id?: number | undefined
  }, options?: RequestOptions): Promise<ClassesReport>
  /** Read the company and its settings */
  readCompany(input?: Record<string, never>, options?: RequestOptions): Promise<Company>
  /** Read a customer */
  readCustomer(input: {
    id: number
  }, options?: RequestOptions): Promise<Customer>
  /** Read what was done about a customer. The newest first: each change of the customer, of their appointments and of their requests with who made it, and each text, call and mail with its outcome. Changes are kept for 400 days, messages and the times before a move for 30. */
  readCustomerHistory(input: {
    id: number
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
  }, options?: RequestOptions): Pages<CustomerHistoryEntry>
  /** Read a delivery. With its payload and every attempt. */
  readDelivery(input: {
    id: number
    deliveryId: number
  }, options?: RequestOptions): Promise<OpenedDelivery>
  /** Read a day that broke */
  readDisruption(input: {
    id: number
  }, options?: RequestOptions): Promise<Disruption>
  /** Read an event. One event of the last 30 days. */
  readEvent(input: {
    /** The webhook-id. */
    id: string
  }, options?: RequestOptions): Promise<Event>
  /** Read a file. What was uploaded as an answer, with a link to its bytes. They come as an attachment from an origin of their own, so that nothing in them runs beside the console or the pages. */
  readFile(input: {
    id: string
  }, options?: RequestOptions): Promise<File>
  /** Read what waits for staff. Bookings to confirm, calls to make, customers' answers, messages that did not go, appointments that lack somebody, and connections that fail: what ends first comes first, and what has no end counts as ending a day after it came. Each follows from the state of its record, so it goes when its cause goes; what was put off comes back at its time. Of each kind the 100 that end first. Failing endpoints are shown to admins and keys. */
  readInbox(input?: {
    /** `pending`: a booking that staff confirm or decline. `callback`: a caller wants to be called back. `not_understood`: a reply to a text that could not be read; its id is the callback's. `counter_proposal`: the customer's calendar proposes another time. `declined`: the customer says that they do not come, and the appointment stands. `message_uncertain`: a message that perhaps went; `message_failed`: one that did not. `understaffed`: somebody who is booked has time off then. `endpoint_failing`: a webhook endpoint does not take what is sent. `calendar_failing`: a provider's own calendar can't be read. */
    kind?: "pending" | "callback" | "not_understood" | "counter_proposal" | "declined" | "message_uncertain" | "message_failed" | "understaffed" | "endpoint_failing" | "calendar_failing" | undefined
  }, options?: RequestOptions): Promise<Array<Inbox>>
  /** Report how long before their date appointments are booked. Appointments count on the date on which they start. The lead time is the number of dates from the one on which it was booked to that one, on the location's calendar. */
  readLeadTimeReport(input: {
    /** The first date, by the calendar of each location. */
    from: string
    /** The last date; at most 732 dates together. */
    to: string
    /** What each row is about. A week begins on Monday; `provider_weekday` has a row for each weekday of each provider. */
    group_by?: GroupBy | undefined
    /** Only what is at this location. */
    location_id?: number | undefined
    /** Only what is with this provider. */
    provider_id?: number | undefined
    /** Only what is of this type. */
    appointment_type_id?: number | undefined
  }, options?: RequestOptions): Promise<LeadTimeReport>
  /** Read a location */
  readLocation(input: {
    id: number
  }, options?: RequestOptions): Promise<Location>
  /** Read a mail */
  readMail(input: {
    id: number
  }, options?: RequestOptions): Promise<Mail>
  /** Report no-shows. Past are appointments that were completed or missed, and those still scheduled on a date before today at their location. */
  readNoShowsReport(input: {
    /** The first date, by the calendar of each location. */
    from: string
    /** The last date; at most 732 dates together. */
    to: string
    /** What each row is about. A week begins on Monday; `provider_weekday` has a row for each weekday of each provider. */
    group_by?: GroupBy | undefined
    /** Only what is at this location. */
    location_id?: number | undefined
    /** Only what is with this provider. */
    provider_id?: number | undefined
    /** Only what is of this type. */
    appointment_type_id?: number | undefined
  }, options?: RequestOptions): Promise<NoShowsReport>
  /** Read the outreach for a scheduling request. The newest run, with what became of each step. 404 when there has been none. */
  readOutreach(input: {
    id: number
  }, options?: RequestOptions): Promise<OutreachRun>
  /** Read an outreach plan */
  readOutreachPlan(input: {
    id: number
  }, options?: RequestOptions): Promise<OutreachPlan>
  /** Read a provider's own day. The visits in their order: by the plan where a window is promised, with what is to be known of each. It is what the page `/my-day` shows. */
  readOwnDay(input?: {
    /** Today in the company's time zone when left out. */
    date?: string | undefined
    /** Whose day. Needed by keys and by users without a seat; users of the role `provider` have their own. */
    provider_id?: number | undefined
  }, options?: RequestOptions): Promise<OwnDay>
  /** Read the user who is signed in. 404 for an API key. */
  readOwnUser(input?: Record<string, never>, options?: RequestOptions): Promise<{
    id: number
    /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
    version: number
    email: string
    name: string
    role: "admin" | "member" | "provider"
    /** The provider whose seat it is, of the role `provider`; null for every other. */
    provider_id: number | null
    locale: "en" | "fr" | "es" | null
    active: boolean
    /** False until the user has chosen a password. */
    password_set: boolean
    /** Whether signing in asks for a code beside the password. */
    second_factor: boolean
    created_at: string
    /** When the record was last changed. */
    updated_at: string
    company_id: number
    session_id: number
    recovery_codes_left: number
  }>
  /** Read the addresses at which staff see the public page. `preview_url` may be framed by this host's console, and by no other site that the company has not listed; it holds for twelve hours. `page_url` is the page's own address; a test company's carries a pass, without which the page asks for a key. */
  readPagePreview(input?: Record<string, never>, options?: RequestOptions): Promise<{
    /** Null without a slug, and on a host without booking pages. */
    page_url: string | null
    preview_url: string | null
  }>
  /** Read the plan of a day. Who goes where in which order, at a location with a type that promises a window. Visits that were promised a start, and other appointments whose coordinates are known, are in it and stay where they are. */
  readPlan(input: {
    date: string
    location_id: number
  }, options?: RequestOptions): Promise<DayPlan>
  /** Read a provider with their weekly hours */
  readProvider(input: {
    id: number
  }, options?: RequestOptions): Promise<{
    id: number
    /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
    version: number
    name: string
    active: boolean
    start_address: StartAddress
    start_address_accuracy: AddressAccuracy
    max_travel_km: number | null
    travel: Travel
    appointment_type_ids: Array<number>
    digest_email: string | null
    about: string | null
    /** Its picture on the customers' host. Null without one, and on a host without booking pages. */
    image_url: string | null
    /** Its id in another system. */
    external_ref: string | null
    /** Pairs of your own; empty for none. */
    metadata: Record<string, string>
    /** When the record was last changed. */
    updated_at: string
    /** Only lists with `updated_since` show records that are archived. */
    archived_at: string | null
    weekly_hours: Array<{
      location_id: number
      weekday: number
      start: string
      end: string
    }>
  }>
  /** Read a provider's weekly hours and dated ones */
  readProviderHours(input: {
    id: number
  }, options?: RequestOptions): Promise<{
    /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
    version: number
    weekly_hours: Array<{
      location_id: number
      weekday: number
      start: string
      end: string
    }>
    date_overrides: Array<{
      location_id: number
      date: string
      intervals: Array<{
        start: string
        end: string
      }>
    }>
  }>
  /** Read what keeps customers from booking. One item for each thing that was looked at: what each active type lacks to be booked, whether the public page can be used, and what fails among calendars, texts, mails and webhook endpoints. Appointments are not looked at: a full week is no fault. */
  readReadiness(input?: Record<string, never>, options?: RequestOptions): Promise<Readiness>
  /** Report what became of scheduling requests. Requests count on the date on which they were made, at the location that they name, else by the company's calendar. */
  readRequestsReport(input: {
    /** The first date, by the calendar of each location. */
    from: string
    /** The last date; at most 732 dates together. */
    to: string
    /** What each row is about. A week begins on Monday; `provider_weekday` has a row for each weekday of each provider. */
    group_by?: GroupBy | undefined
    /** Only what is at this location. */
    location_id?: number | undefined
    /** Only what is with this provider. */
    provider_id?: number | undefined
    /** Only what is of this type. */
    appointment_type_id?: number | undefined
  }, options?: RequestOptions): Promise<RequestsReport>
  /** Read a room or a piece of equipment */
  readResource(input: {
    id: number
  }, options?: RequestOptions): Promise<Resource>
  /** Read a scheduling request */
  readSchedulingRequest(input: {
    id: number
  }, options?: RequestOptions): Promise<SchedulingRequest>
  /** Read a series */
  readSeries(input: {
    id: number
  }, options?: RequestOptions): Promise<Series>
  /** Read a test company's clock */
  readTestClock(input?: Record<string, never>, options?: RequestOptions): Promise<ReadTestClockAnswerData>
  /** Read a test company's outbox. Texts, calls and mails that would have gone out, codes included, newest first, with those that were skipped and why. What is still to go is not among them. */
  readTestOutbox(input?: {
    /** How many at the most; 25 when left out. */
    limit?: number | undefined
    /** `next_cursor` of the page before. */
    cursor?: string | undefined
    purpose?: "code" | "confirmation" | "change" | "reminder" | "outreach" | "links" | "cancel_reply" | "offer" | "password_reset" | "user_invitation" | "endpoint_disabled" | "calendar_lost" | "booking_asked" | "day_digest" | undefined
  }, options?: RequestOptions): Pages<{
    id: number
    /** `voice`: a call by the voice agent. */
    channel: "sms" | "voice" | "mail"
    purpose: string
    status: "sent" | "skipped" | "failed"
    /** Why it did not go. */
    reason: string | null
    from: string | null
    to: string | null
    /** Of a mail. */
    subject: string | null
    /** The words of a text; of a mail its plain text. */
    body: string | null
    /** What a call's conversation would have begun with. */
    variables: Record<string, string | number | boolean> | null
    customer_id: number | null
    appointment_id: number | null
    /** By the company's clock. */
    at: string
  }>
  /** Read a text */
  readText(input: {
    id: number
  }, options?: RequestOptions): Promise<Text>
  /** Report how texts ended. Texts count on the date on which they were queued, at the location of the appointment that they are about, else by the company's calendar. Those that have yet to be sent are left out. */
  readTextsReport(input: {
    /** The first date, by the calendar of each location. */
    from: string
    /** The last date; at most 732 dates together. */
    to: string
    /** What each row is about. A week begins on Monday; `provider_weekday` has a row for each weekday of each provider. */
    group_by?: GroupBy | undefined
    /** Only what is at this location. */
    location_id?: number | undefined
    /** Only what is with this provider. */
    provider_id?: number | undefined
    /** Only what is of this type. */
    appointment_type_id?: number | undefined
  }, options?: RequestOptions): Promise<TextsReport>
  /** Read the time zones of the company and its locations. The offsets from UTC that the service's own rules give, from 10 years ago to 3 years ahead: a program's or a browser's rules may be older. */
  readTimeZones(input?: Record<string, never>, options?: RequestOptions): Promise<TimeZones>
  /** Read a user */
  readUser(input: {
    id: number
  }, options?: RequestOptions): Promise<User>
  /** Report how much of their hours providers are booked. Booked minutes are those of appointments that are not cancelled, without buffers, on the dates on which they are worked. Offered are the hours of active providers as they stand now, after date overrides and time off, the company's too. By type, and for one type, offered minutes are those of all types. */
  readUtilisationReport(input: {
    /** The first date, by the calendar of each location. */
    from: string
    /** The last date; at most 732 dates together. */
    to: string
    /** What each row is about. A week begins on Monday; `provider_weekday` has a row for each weekday of each provider. */
    group_by?: GroupBy | undefined
    /** Only what is at this location. */
    location_id?: number | undefined
    /** Only what is with this provider. */
    provider_id?: number | undefined
    /** Only what is of this type. */
    appointment_type_id?: number | undefined
  }, options?: RequestOptions): Promise<UtilisationReport>
  /** Read an entry of the waiting list */
  readWaitingEntry(input: {
    id: number
  }, options?: RequestOptions): Promise<WaitingEntry>
  /** Sum up what the waiting list filled. Of entries and offers that were made from `from` to `to`, dates on the company's calendar, both inclusive. */
  readWaitingSummary(input: {
    from: string
    to: string
  }, options?: RequestOptions): Promise<WaitingSummary>
  /** Read a webhook endpoint */
  readWebhookEndpoint(input: {
    id: number
  }, options?: RequestOptions): Promise<WebhookEndpoint>
  /** Record consent, or an opt-out, for a number. Adds to the history of the number; the newest entry of a channel counts. It belongs to the number, for every customer who has it, and stays when the contact is removed. */
  recordConsent(input: {
    id: number
    contactId: number
    channel: "voice" | "sms"
    event: "granted" | "revoked"
    /** How it was given, as “customer replied START”. */
    source: string
  }, options?: RequestOptions): Promise<Contact>
  /** Record consent, or an opt-out, for mails to a customer. Adds to the history of the customer's email; the newest entry counts. It belongs to the address and stays with it. Outreach and offers go only after `granted`; what a booking needs goes unless `revoked`. Refused for a customer without an email. */
  recordEmailConsent(input: {
    id: number
    event: "granted" | "revoked"
    /** How it was given, as “signed the form at the desk”. */
    source: string
  }, options?: RequestOptions): Promise<Customer>
  /** Send again what an endpoint missed. Every event since then that the endpoint wants and that has not reached it, those raised while it was disabled included; those from before it was made with `before_creation`. What is on its way anyway is not sent twice, and what is not sent at all is in `left_out`. 409 `endpoint_disabled` until it is enabled again. */
  recoverWebhookEndpoint(input: {
    id: number
    /** Events from then on; 30 days back at the most. */
    since: string
    /** Also events from before the endpoint was made, for a new receiver. */
    before_creation?: boolean | undefined
  }, options?: RequestOptions): Promise<{
    /** How many events are sent again. */
    recovered: number
    /** From when on: at most 30 days ago, as long as events are kept. */
    since: string
    /** How many events of that time are not sent, by why. */
    left_out: {
      /** Of an import without `deliver_events`. */
      imported: number
      /** From before the endpoint was made, which `before_creation` sends. */
      before_creation: number
    }
  }>
  /** Send a delivery again. A new delivery of the same event, with the same webhook-id, also when the first has arrived, and also to a disabled endpoint. */
  redeliverDelivery(input: {
    id: number
    deliveryId: number
  }, options?: RequestOptions): Promise<Delivery>
  /** Delete dates on which the company is closed */
  removeCompanyTimeOff(input: {
    id: number
  }, options?: RequestOptions): Promise<CompanyDataItem>
  /** Remove a customer's number. No other number takes the place of a removed primary one. Consent and opt-out stay with the number. */
  removeContact(input: {
    id: number
    contactId: number
  }, options?: RequestOptions): Promise<Contact>
  /** Remove the company's logo */
  removeLogo(input?: Record<string, never>, options?: RequestOptions): Promise<Company>
  /** Remove a provider's picture */
  removeProviderImage(input: {
    id: number
  }, options?: RequestOptions): Promise<Provider>
  /** Open a room or a piece of equipment again */
  removeResourceTimeOff(input: {
    id: number
    timeOffId: number
  }, options?: RequestOptions): Promise<ListTimeOffAnswerDataDataItem>
  /** Remove your second factor. 409 `second_factor_required` where the company requires one. */
  removeSecondFactor(input: {
    password: string
    code: string
  }, options?: RequestOptions): Promise<{
    second_factor: boolean
  }>
  /** Delete a provider's time off */
  removeTimeOff(input: {
    id: number
    timeOffId: number
  }, options?: RequestOptions): Promise<ListTimeOffAnswerDataDataItem>
  /** Remove an appointment type's picture */
  removeTypeImage(input: {
    id: number
  }, options?: RequestOptions): Promise<AppointmentType>
  /** Remove a user's second factor. For a user who has lost the device and the recovery codes. Ends the user's sessions. */
  removeUsersSecondFactor(input: {
    id: number
  }, options?: RequestOptions): Promise<User>
  /** Make new recovery codes. The old ones end. */
  renewRecoveryCodes(input: {
    password: string
    code: string
  }, options?: RequestOptions): Promise<{
    /** Each stands for the second factor once. Shown only now. */
    recovery_codes: Array<string>
  }>
  /** Take a cancel, a completion or a no-show back. A cancel that waits is taken back as if nothing had happened, and so is a mark of the last 10 s; taking back an older mark raises `appointment.reopened`. An appointment whose cancel has taken effect is judged as a booking of its time, confirmed anew, and raises `appointment.created` with `reopened`. One that is scheduled stays as it is. Of a group or a series it brings back the named one alone; the others stay cancelled, as the preview's `stay_cancelled` says. 409 `customer_archived` when the customer was archived or erased, and `appointment_not_scheduled` of a cancelled one for users of the role `provider`. */
  reopenAppointment(input: {
    id: number
    if_version?: number | undefined
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Set a provider's weekly hours and dated ones. Each list sent replaces the whole of that list. Hours that overlap, at two locations too, are a 400 that names the entry. */
  replaceProviderHours(input: {
    id: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    weekly_hours?: Array<WeeklyHourInput> | undefined
    date_overrides?: Array<{
      location_id: number
      date: string
      /** Replace the weekly hours that begin on this date; none closes the day. */
      intervals: Array<{
        start: string
        /** At or before `start` means past midnight. */
        end: string
      }>
    }> | undefined
  }, options?: RequestOptions): Promise<{
    /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
    version: number
    weekly_hours: Array<{
      location_id: number
      weekday: number
      start: string
      end: string
    }>
    date_overrides: Array<{
      location_id: number
      date: string
      intervals: Array<{
        start: string
        end: string
      }>
    }>
  }>
  /** Ask for a link to upload a file. For an answer to a question of the kind `file`: `PUT` a photo or a PDF to `upload_url`, then name its `id` in a booking's `answers`. What no booking has taken is deleted after 24 hours. */
  requestFileUpload(input: {
    /** What the file is called, as its reader sees it. Its ending follows its content. */
    name: string
  }, options?: RequestOptions): Promise<FileUpload>
  /** Move an appointment. Keeps the type, and length, provider and location unless others are sent. All days of a multi-day job move. The customer's assigned provider and the request's wishes do not bind a move. */
  rescheduleAppointment(input: {
    id: number
    start_time: string
    end_time?: string | undefined
    /** Moves it to this provider, who must offer its type there. */
    provider_id?: number | undefined
    /** Of a type that takes several providers: all who come, the lead first unless `provider_id` names another of them. Left out: those who come now stay where they are free, and others take the places of the rest. */
    provider_ids?: Array<number> | undefined
    /** Moves it to this location; it stays where it is when left out. */
    location_id?: number | undefined
    /** Takes these rooms and this equipment, as many of a group as the type needs; no booking gives it others then. Groups that are left out, or all, are chosen from what is free. */
    resource_ids?: Array<number> | undefined
    /** Makes it this long. Where it stays, only hours and neighbours bound it, and `GET …/lengths` says how far. Refused for an appointment over several days. */
    duration_minutes?: number | undefined
    /** Of a hold of the new time, which is over with this move. One that has ended changes nothing. */
    hold_id?: number | null | undefined
    if_version?: number | undefined
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
    /** Of people who are signed in to the console: only after so many seconds do messages, events, calendars and the waiting list tell of it, or at a start before that, and until then the answer's `undo` takes it back. What it left stays kept meanwhile. Another change of the same appointment tells it first. Told at once when left out, in a test company, and where others' rooms or a day's plan are changed with it; then there is no `undo`. */
    hold_messages_seconds?: number | undefined
    scope?: AppointmentScopeInput | undefined
    /** Of a move of several in a series: gives those that have nowhere to go another start, as `series_conflict` names some. Any other conflict refuses all. */
    conflicts?: Array<{
      index: number
      /** Null leaves it where it is. */
      start_time: string | null
    }> | undefined
    /** Of an appointment that was booked together with others: all of them, the default. With false this one alone changes, wherever the others are. */
    whole_group?: boolean | undefined
  }, options?: RequestOptions): Promise<ChangedAppointment>
  /** Choose a new password by a reset link. Ends the user's sessions. 404 `reset_link_ended` for a link that was used, replaced, or is too old. */
  resetPassword(input: {
    token: string
    new_password: string
  }, options?: RequestOptions): Promise<{
    email: string
  }>
  /** Reset a test company. Copies this company's set-up into it anew and lets its clock show real time. Its id, its public_slug, its API keys and its audit trail stay; its customers, appointments, requests, texts, users, endpoints and calendars are gone for good. 409 `test_clock_moving` while its clock is being moved. */
  resetTestCompany(input: {
    id: number
  }, options?: RequestOptions): Promise<{
    company_id: number
  }>
  /** Revoke an API key. Ends it at once. 409 `last_admin_key` for the last one that can administer the company. */
  revokeApiKey(input: {
    id: number
  }, options?: RequestOptions): Promise<ApiKey>
  /** End a connected app. Its tokens are refused from then on. To act again it needs the user's consent anew. */
  revokeConnectedApp(input: {
    id: number
  }, options?: RequestOptions): Promise<ConnectedApp>
  /** Replace a scheduling request's booking link */
  rotateBookingLink(input: {
    id: number
  }, options?: RequestOptions): Promise<SchedulingRequest>
  /** Replace an appointment's own link. 409 `managed_by_request` for an appointment with a scheduling request: replace the request's booking link. */
  rotateManageLink(input: {
    id: number
  }, options?: RequestOptions): Promise<Appointment>
  /** Rotate a webhook endpoint's secret. Every attempt from now on is signed with the new secret, which is in this answer only. */
  rotateWebhookSecret(input: {
    id: number
  }, options?: RequestOptions): Promise<WebhookEndpointWithSecret>
  /** Let a test company's clock run. It goes on from where it stands, as fast as real time, and what falls due happens by itself. */
  runTestClock(input?: Record<string, never>, options?: RequestOptions): Promise<ReadTestClockAnswerData>
  /** Say that the provider has arrived. Of an appointment at the customer's, on its own date. The customer's page no longer says that somebody is on the way. `version` stays as it is. One that has arrived stays as it is. */
  setArrived(input: {
    id: number
    /** When it was done, where it is sent later: at most 24 hours back. A time to come counts as now. Left out: now. */
    at?: string | undefined
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Say whether the customer comes. As the customer said on the phone or at the desk; their own answers to reminders and invitations are taken by themselves. Until it starts. `version` stays as it is, and the customer is told nothing. */
  setAttendance(input: {
    id: number
    /** `unknown` takes an answer back. */
    attendance: "unknown" | "coming" | "not_coming"
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Say that the provider is on the way. Of an appointment at the customer's, on its own date. The customer is told by text and mail, with the expected arrival; sent again with an arrival at least 15 minutes later, once more; one that is sent late (`at`) only while it is still news. From then on no plan moves it. `version` stays as it is. Of a visit whose provider has arrived nothing changes. */
  setOnTheWay(input: {
    id: number
    /** The provider arrives in about so many minutes. Left out: at the planned or promised start, if that is still to come. */
    minutes?: number | undefined
    /** When it was done, where it is sent later: at most 24 hours back. A time to come counts as now. Left out: now. */
    at?: string | undefined
    if_version?: number | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Start outreach for a scheduling request. Also after an earlier run has ended. 409 `request_not_open`; 409 `outreach_running` while one is under way. */
  startOutreach(input: {
    id: number
    outreach_plan_id: number
  }, options?: RequestOptions): Promise<OutreachRun>
  /** Stop the outreach for a scheduling request. What is left of it is skipped as `stopped`. 409 `outreach_not_running` when none is under way. */
  stopOutreach(input: {
    id: number
  }, options?: RequestOptions): Promise<OutreachRun>
  /** Swap two appointments. Each takes the start, the provider and the location of the other and keeps its own length: judged as two moves at once, both or none, and both customers are told. `alternatives` of a refusal are for `a`. Neither a seat of a class nor a promised window can be swapped. The same call again swaps them back; under an Idempotency-Key it does not. */
  swapAppointments(input: {
    /** The one appointment. */
    a: number
    /** The other one. */
    b: number
    /** Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other appointments. Never over the provider's. */
    override_eligibility?: boolean | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
    /** Of people who are signed in to the console: only after so many seconds do messages, events, calendars and the waiting list tell of it, or at a start before that, and until then the answer's `undo` takes it back. What it left stays kept meanwhile. Another change of the same appointment tells it first. Told at once when left out, in a test company, and where others' rooms or a day's plan are changed with it; then there is no `undo`. */
    hold_messages_seconds?: number | undefined
  }, options?: RequestOptions): Promise<SwappedAppointments>
  /** Say that the provider is not on the way after all. Nor arrived. What the customer was told has gone: nothing is told of this. The plan may move the visit again, unless its day is fixed. */
  takeBackOnTheWay(input: {
    id: number
  }, options?: RequestOptions): Promise<Appointment>
  /** Send a test event. Sends `webhook.test` with a sample appointment to this endpoint only, also to a disabled one. Its outcome is in the delivery log, and never counts towards disabling. Ten a minute for each endpoint: 429 `rate_limited`. */
  testWebhookEndpoint(input: {
    id: number
  }, options?: RequestOptions): Promise<Delivery>
  /** Take a change back. By the `undo` of the answer to a change that was made with `hold_messages_seconds`. Everything is as before: what it left was kept, and nobody hears of either. 409 `too_late` once it is told, which another change of the same appointment does at once. */
  undo(input: {
    token: string
  }, options?: RequestOptions): Promise<Undone>
  /** Let the plan move a visit again. Within the window that was promised. Once its day is fixed it stays where it is all the same. */
  unpinAppointment(input: {
    id: number
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Change an appointment's notes, answers and external data. In every status. `if_version` is its `notes_version`; `version` stays as it is, so that texts which are on their way still go, and no event follows. */
  updateAppointment(input: {
    id: number
    notes?: string | null | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    /** Answers to the type's `questions` of today, by their keys. What is not sent stays as it was answered; null takes an answer back. Required questions may stay open. */
    answers?: Record<string, AnswersValueInput> | undefined
    /** The `notes_version` that was read: 409 `version_conflict` when somebody has changed notes, answers, external_ref or metadata since. */
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<Appointment>
  /** Change an appointment type. Fields sent are changed. `kind: by_request` switches `public_booking` off. `active: false` stops new bookings and keeps the old. Appointments and sessions to come keep the window, people, rooms, steps and seats they were booked with, which `kept` says after a change of these; a class stays one, and no type becomes one, while any are to come (409 `in_use`). */
  updateAppointmentType(input: {
    id: number
    name?: string | undefined
    description?: string | null | undefined
    /** The heading under which pages list the type, with all others of the same words. Null: above every heading. */
    category?: string | null | undefined
    /** The price in the company's own words, as `from $60`. It is shown and never charged. */
    price_text?: string | null | undefined
    active?: boolean | undefined
    kind?: AppointmentTypeKindInput | undefined
    duration_minutes?: number | undefined
    /** Minutes of each working day, instead of `duration_minutes`. */
    blocks?: Array<number> | undefined
    duration_options?: Array<{
      /** Of an option that is kept; a new one gets its own. */
      id?: number | undefined
      label: string
      minutes: number
    }> | undefined
    buffer_before_minutes?: number | undefined
    buffer_after_minutes?: number | undefined
    slot_interval_minutes?: number | undefined
    starts?: StartsInput | undefined
    min_notice_minutes?: number | undefined
    booking_window_days?: number | undefined
    cancel_notice_minutes?: number | undefined
    /** At most so many a day for each provider. */
    daily_limit?: number | null | undefined
    place?: "at_location" | "at_customer" | "remote" | undefined
    public_booking?: boolean | undefined
    provider_choice?: boolean | undefined
    /** For jobs of several days: a working day whose hours do not hold the job's block at its time of day is passed over. False: such a day rules the start out. */
    skip_short_days?: boolean | undefined
    /** Appointments of the type may be at the same time as others of the same customer, as when something is only handed in. False: no two at once, unless staff override. */
    customer_overlap?: boolean | undefined
    /** Null means every location. */
    location_ids?: Array<number> | null | undefined
    /** What is asked at booking, in this order. A changed list is a new version: appointments keep their questions as they were asked. */
    questions?: Array<{
      /** Names the answer. It stays while the question means the same. */
      key: string
      /** The question as it is asked; of a `consent`, its full wording. */
      label: string
      kind: "text" | "long_text" | "number" | "date" | "choice" | "choices" | "consent" | "file"
      /** Of `choice` and `choices`: what can be chosen. */
      options?: Array<string> | undefined
      required?: boolean | undefined
      /** Asked only where an earlier question was answered so: with this option of a `choice` or among those of `choices`; true or false for a `consent`. */
      shown_if?: {
        key: string
        is: string | boolean
      } | null | undefined
    }> | undefined
    needs?: NeedsInput | undefined
    /** What the time of one day is made of, in this order; their minutes add up to `duration_minutes`. Null or none: one step with the provider. An option or a request of another length has no steps. */
    steps?: Array<{
      name?: string | undefined
      minutes: number
      /** False: the provider can be booked by others meanwhile, as while a colour takes effect. */
      staffed?: boolean | undefined
    }> | null | undefined
    confirmation?: ConfirmationInput | undefined
    /** Of a type that staff confirm: until when after the booking they answer, at the latest at its start. */
    answer_within_minutes?: number | undefined
    unanswered?: UnansweredInput | undefined
    promise?: PromiseInput | undefined
    /** Makes it a class: it is booked by seats in sessions that staff put on the board, each with so many seats unless it says otherwise. Null for all other types. */
    seats?: number | null | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<{
    id: number
    /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
    version: number
    name: string
    description: string | null
    category: string | null
    price_text: string | null
    /** Its picture on the customers' host. Null without one, and on a host without booking pages. */
    image_url: string | null
    active: boolean
    kind: "open" | "by_request"
    /** All blocks together. */
    duration_minutes: number
    /** Minutes of each working day. */
    blocks: Array<number>
    duration_options: Array<DurationOption>
    buffer_before_minutes: number
    buffer_after_minutes: number
    slot_interval_minutes: number
    starts: "grid" | "packed" | "packed_only"
    min_notice_minutes: number
    booking_window_days: number
    cancel_notice_minutes: number
    daily_limit: number | null
    place: "at_location" | "at_customer" | "remote"
    needs_address: boolean
    public_booking: boolean
    provider_choice: boolean
    skip_short_days: boolean
    customer_overlap: boolean
    location_ids: Array<number> | null
    /** What is asked at booking. Absent where nothing is asked. */
    questions?: Array<Question>
    /** Raised by every change of the questions; beside `questions`. */
    questions_version?: number
    needs?: Needs
    /** Absent for a type of one step. */
    steps?: Array<{
      name?: string
      minutes: number
      staffed: boolean
    }>
    /** Absent where nothing has to be confirmed. */
    confirmation?: "none" | "staff"
    /** Only of a type that staff confirm. */
    answer_within_minutes?: number
    /** Only of a type that staff confirm. */
    unanswered?: "decline" | "confirm"
    promise?: AppointmentTypePromise
    /** Of a class: the seats of a session. Absent for all other types. */
    seats?: number
    /** Its id in another system. */
    external_ref: string | null
    /** Pairs of your own; empty for none. */
    metadata: Record<string, string>
    /** When the record was last changed. */
    updated_at: string
    /** Only lists with `updated_since` show records that are archived. */
    archived_at: string | null
    /** After a change of `promise`, `needs`, `steps` or `seats` under appointments or sessions to come: how many there are, and what becomes of them. */
    kept?: {
      appointments: number
      sessions: number
      message: string
    }
  }>
  /** Mark a callback as done. Or put it back among those that wait, by `done: false`. */
  updateCallback(input: {
    id: number
    /** Whether somebody has called back. False puts it back among those that wait. */
    done: boolean
    /** Only while it still is in this state: 409 `version_conflict` when somebody else was first. */
    if_status?: "waiting" | "done" | undefined
  }, options?: RequestOptions): Promise<Callback>
  /** Move or change a session of a class. Fields sent are changed. Another time, location or leading provider moves the appointments of all who come, each of whom is told once and raises `appointment.rescheduled`. */
  updateClassSession(input: {
    id: number
    /** Who gives it, the one who leads it first. All offer the type. */
    provider_ids?: Array<number> | undefined
    location_id?: number | undefined
    start_time?: string | undefined
    seats?: number | undefined
    /** The rooms and equipment that it takes, at its location. */
    resource_ids?: Array<number> | undefined
    if_version?: number | undefined
    /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
    silent_channels?: Array<"sms" | "mail"> | undefined
  }, options?: RequestOptions): Promise<ClassSession>
  /** Change the company's settings. Fields sent are changed. A changed `public_slug` frees the old one at once; 409 `slug_taken` when another company has it. */
  updateCompany(input?: {
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    name?: string | undefined
    phone?: string | null | undefined
    timezone?: string | undefined
    locale?: "en" | "fr" | "es" | undefined
    brand?: {
      accent_color: string
    } | undefined
    public_slug?: string | null | undefined
    public_booking_enabled?: boolean | undefined
    public_daily_code_cap?: number | undefined
    /** At most 10 exact origins of websites that may embed the pages, as https://www.example.com; an empty list allows none. docs/embedding.md is the guide for their web masters. */
    embed_origins?: Array<string> | undefined
    /** After a booking, pages offer a link to this https address of the company's own; nothing is added to it. Setting it clears `thank_you_text`. */
    thank_you_url?: string | null | undefined
    /** After a booking, pages say these words instead. Setting them clears `thank_you_url`. */
    thank_you_text?: string | null | undefined
    booking_links_enabled?: boolean | undefined
    new_customers?: "allowed" | "not_allowed" | undefined
    provider_assignment?: "none" | "per_customer" | undefined
    sms_confirmations?: boolean | undefined
    /** Hours before the appointment; an empty list sends none. */
    reminders?: Array<number> | undefined
    /** Hours before the appointment at which those are reminded again who have not said whether they come; an empty list reminds none of them. */
    reminders_unanswered?: Array<number> | undefined
    /** Mails for confirmations, changes, cancellations and reminders, beside texts. Null sends none, as long as it is not set, and forgets `from` and `smtp`. */
    mail?: {
      /** Which address the mails come from, in a proven domain of `GET /mail-domains`; null: the host's. Left out, it stays. */
      from?: string | null | undefined
      /** The company's own mail server, for its mails to customers; encrypted and signed in to, always. Needs a `from`. Null: the host's. Left out, it stays. */
      smtp?: {
        host: string
        /** 587, 465, 25 or 2525. 465 begins encrypted, the others by STARTTLS. */
        port: number
        username: string
        /** Never shown again. May be left out while `host`, `port` and `username` stay as they are. */
        password?: string | undefined
      } | null | undefined
      /** Where customers' answers go; null: to the address that the mails come from. */
      reply_to?: string | null | undefined
    } | null | undefined
    quiet_hours?: {
      start: string
      end: string
    } | undefined
    /** Of types that are booked together, to follow one another: the longest wait from the end of one to the start of the next. */
    linked_gap_minutes?: number | undefined
    waiting_list?: {
      /** Who is asked first. Of equals, who has waited longest. */
      order?: "longest_waiting" | "priority" | "least_recently_asked" | undefined
      /** Freed time is offered by the service. With false, staff alone offer it. */
      automatic?: boolean | undefined
      /** To so many people at most is one freed time offered within a minute; more only where the time is so near that all could not be asked else. */
      per_minute?: number | undefined
    } | undefined
    /** Of visits that were promised a window: from `freeze_at` of the day before on, the plan of a day stays as it is, and each customer is told once the hour in which the work begins. */
    plan?: {
      freeze_at?: string | undefined
      /** Which planner plans a day anew when staff ask for it: the built-in one, or the one in VROOM's HTTP form that the host's PLANNER_URL names. Where that does not answer, the built-in one does. `own` unless set. */
      planner?: "own" | "vroom" | undefined
    } | undefined
    /** How fast providers get from one visit to the next, unless a provider has a `travel` of their own. With it, times that a provider could not reach from the visit before, or that would make the next visit unreachable, are not offered for types at the customer's place. Null: travel is not judged. */
    travel?: {
      /** On the road, on average. */
      speed_kmh: number
      /** How many times longer roads are than the straight line. */
      road_factor?: number | undefined
      /** To park and set up at each visit. */
      setup_minutes?: number | undefined
    } | null | undefined
    /** In which unit the company's people are told distances and speeds; the API's own fields are kilometres. Until it is set, that of the country that the company's time zone lies in. */
    distance_unit?: "km" | "mi" | undefined
    sign_in?: {
      /** Users without a second factor can only set one up. */
      require_second_factor?: boolean | undefined
      /** Sessions of admins in the console end after so many minutes without use, and all their sessions so many hours after they began: those that are open too. Null: as everybody's. */
      admin_sessions?: {
        idle_minutes: number
        longest_hours: number
      } | null | undefined
      /** The company's identity provider, by OpenID Connect: its users sign in to the console there. Null: by password only. Needs a `public_slug`, by which people name the company when they sign in. */
      oidc?: {
        /** An https address. */
        issuer: string
        client_id: string
        /** Never shown again. May be left out while `issuer` and `client_id` stay as they are. */
        client_secret?: string | undefined
      } | null | undefined
    } | undefined
    agent?: {
      /** The key that Retell marks for its webhooks, by which posts to `webhook_url` are known as Retell's. Null ends it. */
      retell?: {
        /** Never shown again. */
        api_key: string
      } | null | undefined
      /** As `es` and `fr`: those in which your agent can be spoken to. */
      languages?: Array<"en" | "fr" | "es"> | undefined
      refusals_as_200?: boolean | undefined
      transfer_phone?: string | null | undefined
      /** Answers to the company's texts go to the agent platform, so that reminders ask by link only whether the customer comes. */
      takes_texts?: boolean | undefined
    } | undefined
  }, options?: RequestOptions): Promise<Company>
  /** Change a customer's number. Fields sent are changed. What was said of a number stays with that number when it is replaced. */
  updateContact(input: {
    id: number
    contactId: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    phone?: string | undefined
    /** True keeps a number that identifies another customer, as of a family that shares one. It gets this customer's texts, as the number's consents allow, and calls and codes from it are never taken as this customer's. */
    shared_phone?: boolean | undefined
    /** As home, work, partner. */
    label?: string | null | undefined
    primary?: boolean | undefined
  }, options?: RequestOptions): Promise<Contact>
  /** Change a customer. Fields sent are changed. A new `phone` replaces the primary contact's number; null removes it. What stands as it is sent already changes nothing: neither `version` nor `updated_at`, and no event is raised. */
  updateCustomer(input: {
    id: number
    /** The whole name; split at the first space. */
    name?: string | undefined
    first_name?: string | undefined
    last_name?: string | undefined
    /** Becomes the primary contact. */
    phone?: string | null | undefined
    /** True keeps a number that identifies another customer, as of a family that shares one. It gets this customer's texts, as the number's consents allow, and calls and codes from it are never taken as this customer's. */
    shared_phone?: boolean | undefined
    email?: string | null | undefined
    address?: CustomerAddressInput | undefined
    /** Unique in the company. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    assigned_provider_id?: number | null | undefined
    locale?: "en" | "fr" | "es" | null | undefined
    timezone?: string | null | undefined
    /** What everybody must know who goes there or calls: staff see it wherever they see the customer. */
    warning?: string | null | undefined
    /** For staff. No customer reads it. */
    notes?: string | null | undefined
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<Customer>
  /** Set proposals, and work the rest out anew. Works with the day as it stands now. Sent without a change it only works everything out anew. A choice that can't be kept beside the others is a 400 that names it. */
  updateDisruption(input: {
    id: number
    /** All that staff have set themselves; the rest is worked out anew. `move`: to this provider and start. `propose`: the service decides. `leave`: it stays where it is. `offer_link`: its customer is asked to choose. `silent_channels`: what the customer is not told by. */
    choices: Array<{
      appointment_id: number
      action: "move" | "propose" | "leave" | "offer_link"
      provider_id?: number | undefined
      /** Left out: the appointment's own. */
      location_id?: number | undefined
      start_time?: string | undefined
      /** On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever. */
      silent_channels?: Array<"sms" | "mail"> | undefined
    }>
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<Disruption>
  /** Change a location. Fields sent are changed. An address is looked up only while the location has no coordinates. `active: false` stops new bookings and keeps the old. */
  updateLocation(input: {
    id: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    name?: string | undefined
    address?: CustomerAddressInput | undefined
    latitude?: number | null | undefined
    longitude?: number | null | undefined
    /** How customers find the way; agents read it to them. */
    directions?: string | null | undefined
    /** When it is open, as people read it, for agents to tell. Slots come from the hours of providers. */
    opening_hours?: string | null | undefined
    timezone?: string | undefined
    service_area?: ServiceAreaFormInput | LocationServiceAreaFormInput | CreateLocationServiceAreaFormInput | CreateLocationServiceAreaFormInput2 | undefined
    active?: boolean | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
  }, options?: RequestOptions): Promise<Location>
  /** Change an outreach plan. Fields sent are changed; the steps, when sent, are replaced as a whole. What is running keeps the steps that it began with. */
  updateOutreachPlan(input: {
    id: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    name?: string | undefined
    steps?: Array<{
      /** From the end of the step before; for the first, from the start of the run. */
      after_minutes: number
      /** `mail` goes only to an address whose consent channel `email` is `granted`. */
      channel: "sms" | "voice" | "mail"
      /** For sms. At most 320 characters, {booking_link} counted as 100. Placeholders: {booking_link}, {first_name}, {appointment_type}, {phone}. */
      sms_text?: string | null | undefined
      /** For mail. The same placeholders but {booking_link}. */
      mail_subject?: string | null | undefined
      /** For mail. An empty line begins a paragraph. The same placeholders. */
      mail_text?: string | null | undefined
    }> | undefined
  }, options?: RequestOptions): Promise<OutreachPlan>
  /** Change a provider. Fields sent are changed. `active: false` stops new bookings and keeps the old. */
  updateProvider(input: {
    id: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    name?: string | undefined
    active?: boolean | undefined
    start_address?: StartAddressInput | undefined
    max_travel_km?: number | null | undefined
    travel?: TravelInput | undefined
    appointment_type_ids?: Array<number> | undefined
    /** Where the appointments of the provider's day go at 06:00, on a host that sends mail; null: nowhere. */
    digest_email?: string | null | undefined
    /** What customers read of the person where they choose one, as `Cuts curly hair, since 2009`. */
    about?: string | null | undefined
    /** Its id in another system. Several records may carry the same. */
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
  }, options?: RequestOptions): Promise<{
    id: number
    /** Raised by every change. Sent back as `if_version`, it keeps a change from undoing another's. */
    version: number
    name: string
    active: boolean
    start_address: StartAddress
    start_address_accuracy: AddressAccuracy
    max_travel_km: number | null
    travel: Travel
    appointment_type_ids: Array<number>
    digest_email: string | null
    about: string | null
    /** Its picture on the customers' host. Null without one, and on a host without booking pages. */
    image_url: string | null
    /** Its id in another system. */
    external_ref: string | null
    /** Pairs of your own; empty for none. */
    metadata: Record<string, string>
    /** When the record was last changed. */
    updated_at: string
    /** Only lists with `updated_since` show records that are archived. */
    archived_at: string | null
    weekly_hours: Array<{
      location_id: number
      weekday: number
      start: string
      end: string
    }>
  }>
  /** Change a room or a piece of equipment. Fields sent are changed. Appointments keep it, and the turnover that they were booked with. `active: false` stops new bookings and keeps the old. */
  updateResource(input: {
    id: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    name?: string | undefined
    /** Types need so many out of a group. Resources of the same group and location stand in for one another. */
    group?: string | undefined
    /** When it can be used, on the location's clock; null or none: always. */
    hours?: Array<{
      /** 1 is Monday, 7 is Sunday. */
      weekday: number
      start: string
      /** At or before `start` means past midnight. */
      end: string
    }> | null | undefined
    /** Kept free after each appointment. */
    turnover_minutes?: number | undefined
    active?: boolean | undefined
  }, options?: RequestOptions): Promise<Resource>
  /** Change a scheduling request. Dates, location and provider change while it is open; external_ref and metadata at any time. */
  updateSchedulingRequest(input: {
    id: number
    latest_date?: string | undefined
    earliest_date?: string | null | undefined
    external_ref?: string | null | undefined
    /** Pairs of your own: at most 50 keys of 40 characters, with texts of 500. Keys sent are set and others stay; null takes a key away, and in place of the object all. No rule reads them and no customer sees them. */
    metadata?: Record<string, string | null> | null | undefined
    /** Null for every location of the type. */
    location_id?: number | null | undefined
    /** Null for every provider who offers the type. */
    provider_id?: number | null | undefined
    if_version?: number | undefined
  }, options?: RequestOptions): Promise<SchedulingRequest>
  /** Change a user. Fields sent are changed. A new password, another seat and `active: false` end the user's sessions. A role other than `provider` leaves the seat. */
  updateUser(input: {
    id: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    email?: string | undefined
    name?: string | undefined
    role?: "admin" | "member" | "provider" | undefined
    /** Whose seat it is: needed for the role `provider`, and null for every other. */
    provider_id?: number | null | undefined
    password?: string | undefined
    locale?: LocaleInput | undefined
    active?: boolean | undefined
  }, options?: RequestOptions): Promise<User>
  /** Change an entry of the waiting list. Fields sent are changed; null takes a wish back. An open offer stays as it was made. */
  updateWaitingEntry(input: {
    id: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    earliest_date?: string | undefined
    /** Inclusive, on the company's calendar. After it the entry ends. */
    latest_date?: string | undefined
    /** 1 is Monday, 7 is Sunday. Null: any day. */
    weekdays?: Array<number> | null | undefined
    /** By the start, on the location's clock: `morning` before 12:00, `afternoon` before 17:00, `evening` from then on. Null: any. */
    parts_of_day?: Array<"morning" | "afternoon" | "evening"> | null | undefined
    /** Null: any. */
    location_ids?: Array<number> | null | undefined
    /** Null: any. */
    provider_ids?: Array<number> | null | undefined
    /** The customer is offered no time that begins sooner than so many minutes from the offer. */
    least_notice_minutes?: number | undefined
    /** By which times are offered, as far as the customer has agreed and can be reached. Both when left out. */
    channels?: Array<"sms" | "mail"> | undefined
    /** Higher is asked first, where the company's order is `priority`. 0 when left out. */
    priority?: number | undefined
  }, options?: RequestOptions): Promise<WaitingEntry>
  /** Change a webhook endpoint. Fields sent are changed. `enabled: true` switches it on again after it was disabled; what was missed meanwhile is sent by its `recover`. `enabled: false` abandons what waits for it. */
  updateWebhookEndpoint(input: {
    id: number
    /** The version that was read: 409 `version_conflict` when somebody has changed the record since. */
    if_version?: number | undefined
    /** https only; nothing that is, or stands for, a private or local address. */
    url?: string | undefined
    /** The types of event that are sent to it. `customer.*` stands for all types of a noun, and `*` for all, those too that come with later releases. A `webhook.test` comes by the test operation alone, subscribed to or not. */
    events?: Array<"appointment.created" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.reopened" | "appointment.on_the_way" | "appointment.arrived" | "appointment.completed" | "appointment.no_show" | "appointment.attendance_changed" | "appointment.pending" | "appointment.confirmed" | "appointment.declined" | "scheduling_request.expired" | "callback.requested" | "customer.created" | "customer.changed" | "customer.archived" | "customer.erased" | "appointment_type.created" | "appointment_type.changed" | "appointment_type.archived" | "provider.created" | "provider.changed" | "provider.archived" | "hours.changed" | "waiting_entry.created" | "waiting_entry.offered" | "waiting_entry.ended" | "webhook_endpoint.disabled" | "webhook.test" | "appointment.*" | "scheduling_request.*" | "callback.*" | "customer.*" | "appointment_type.*" | "provider.*" | "hours.*" | "waiting_entry.*" | "webhook_endpoint.*" | "*"> | undefined
    /** Only these appointment types' events; left out, null or `[]` means all. */
    appointment_type_ids?: Array<number> | null | undefined
    /** Its events about appointments carry `answers`, what was answered at booking, as they stand when an event is sent. */
    include_answers?: boolean | undefined
    /** `true` switches a disabled endpoint on again. */
    enabled?: boolean | undefined
    /** For your people: what it is for, such as `CRM, production`. */
    description?: string | null | undefined
    /** Headers of your own that every request to it carries, at most 5: they replace those that there are, and null takes all away. Values are kept encrypted, stand in no log and are never shown again; `header_names` names them. */
    headers?: Record<string, string> | null | undefined
  }, options?: RequestOptions): Promise<WebhookEndpoint>
  /** Set the company's logo. The body is the image itself: PNG, JPEG or WebP of at most 512 KB. */
  uploadLogo(input: {
    image: Blob
  }, options?: RequestOptions): Promise<Company>
  /** Set a provider's picture. The body is the image itself: PNG, JPEG or WebP of at most 512 KB. It is written anew without its metadata. 409 `files_not_kept` on a host that keeps no files. */
  uploadProviderImage(input: {
    id: number
    image: Blob
  }, options?: RequestOptions): Promise<Provider>
  /** Set an appointment type's picture. The body is the image itself: PNG, JPEG or WebP of at most 512 KB. It is written anew without its metadata. 409 `files_not_kept` on a host that keeps no files. */
  uploadTypeImage(input: {
    id: number
    image: Blob
  }, options?: RequestOptions): Promise<AppointmentType>
  /** Make or change many customers by external_ref. Up to 500 rows, each with its own fate: a row that is refused keeps no other from being written. Fields sent are changed, as by a change of one. Of two rows with one `external_ref` the first counts. A number may move from one row's customer to another's. The reference of a customer who was erased within 30 days is refused, so that nobody comes back by a nightly run; one who is archived is made anew. A new address is located later. */
  upsertCustomers(input: {
    rows: Array<BulkCustomer>
  }, options?: RequestOptions): Promise<{
    made: number
    changed: number
    unchanged: number
    refused: number
    /** In the order in which they were sent. */
    rows: Array<BulkCustomerRow>
  }>
}

/** For pages of a website, by a publishable key. */
export interface VisitorOperations {
  /** Ask where to upload a file that answers a question */
  askForUpload(input: {
    /** What the file is called, as its reader sees it. Its ending follows its content. */
    name: string
  }, options?: RequestOptions): Promise<{
    /** By which `answers` name the file, once it is uploaded. */
    id: string
    /** `PUT` the bytes there, once. */
    upload_url: string
  }>
  /** Book as the visitor. `booked_by` is `public`, as of the page. 409 `registration_needed` for a number that no customer has. */
  book(input: {
    /** One type, or several that follow one another in one visit, in their order. */
    appointment_type_ids: Array<number>
    /** Of several types: one person for all. */
    same_provider?: boolean | undefined
    provider_id: number
    /** Of a promised window: the visitor has chosen the person, who stays. */
    keep_provider?: boolean | undefined
    location_id: number
    start_time: string
    /** One of the type's `duration_options`. */
    duration_option_id?: number | undefined
    /** A request of the verified visitor: for its type, which the page may not offer to all. */
    scheduling_request_id?: number | undefined
    address?: VisitorAddressInput | undefined
    /** Of several types: who is with the visitor when, as `parts` of the time has it. */
    parts?: Array<BookAppointmentInputPartsPart> | undefined
    /** The visitor agrees to texts about appointments. What was agreed before stays. */
    text_updates?: boolean | undefined
    /** Answers to the type's `questions`, by their keys: a text, a number, a date as YYYY-MM-DD, an option, a list of options, true for a consent; of a `file` the ids of files that were uploaded (`POST /files`). */
    answers?: Record<string, AnswersValueInput> | undefined
    /** Of a class: how many seats. 1 when left out; other types take none. */
    seats?: number | undefined
  }, options?: RequestOptions): Promise<{
    appointment: {
      id: number
      version: number
      start_time: string
      end_time: string
      blocks: Array<Block>
      /** The work begins between `start_time` and `end_time`. */
      kind?: "window"
      timezone: string
      /** Empty while a plan may still send somebody else. */
      provider_name: string
      /** Null unless it is at the company's location. */
      location_name: string | null
      location_address: string | null
      can_reschedule: boolean
      can_cancel: boolean
      /** Of a class. */
      seats?: number
      /** Of several types in one visit. */
      parts?: Array<{
        appointment_type_name: string
        provider_id: number
        provider_name: string
        start_time: string
        end_time: string
      }>
      /** It is asked for, and not booked yet. */
      pending?: {
        answer_by: string
      }
    }
    appointment_type_name: string
    /** The link by which it is moved and cancelled; null where links are off. */
    manage_url: string | null
    /** How the visitor will hear of it. */
    messages: {
      confirmation: Array<"sms" | "mail">
      changes: Array<"sms" | "mail">
      reminders: Array<"sms" | "mail">
      answer: Array<"sms" | "mail">
    }
  }>
  /** Find times. The same times as the public page's. Before a number is verified, searches of all visitors of the company count together. */
  findSlots(input: {
    /** One type, or several that follow one another in one visit, in their order. */
    appointment_type_ids: Array<number>
    /** Of several types: one person for all. */
    same_provider?: boolean | undefined
    /** On the clock of each location. */
    start_date: string
    /** Exclusive. */
    end_date: string
    location_id?: number | undefined
    provider_id?: number | undefined
    /** One of the type's `duration_options`. */
    duration_option_id?: number | undefined
    /** A request of the verified visitor: for its type, which the page may not offer to all. */
    scheduling_request_id?: number | undefined
    address?: VisitorAddressInput | undefined
    /** Of a class: how many seats. 1 when left out; other types take none. */
    seats?: number | undefined
    /** From the answer before, for its next part. */
    more_from?: string | undefined
  }, options?: RequestOptions): Promise<{
    /** Per provider and location; empty when nothing can be offered. */
    providers: Array<{
      provider_id: number
      provider_name: string
      location_id: number
      location_name: string
      timezone: string
      slots: Array<{
        start_time: string
        /** The end of the last block. */
        end_time: string
        blocks: Array<Block>
        /** The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`. */
        kind?: "window"
        /** Of a class: its session. Absent of all other types. */
        session_id?: number
        /** Seats that can still be booked. Absent with session_id. */
        seats_left?: number
        /** Of a search for several types: each with its provider and its time, in their order. Absent of one type. */
        parts?: Array<VisitorProvidersPartsPart>
      }>
    }>
    /** Up to five of the whole range, best first; each also in providers. Empty in further parts. */
    recommended: Array<{
      start_time: string
      /** The end of the last block. */
      end_time: string
      blocks: Array<Block>
      /** The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`. */
      kind?: "window"
      /** Of a class: its session. Absent of all other types. */
      session_id?: number
      /** Seats that can still be booked. Absent with session_id. */
      seats_left?: number
      provider_id: number
      provider_name: string
      location_id: number
      location_name: string
      timezone: string
      /** Of a search for several types: each with its provider and its time, in their order. Absent of one type. */
      parts?: Array<VisitorProvidersPartsPart>
      /** The time is in a later part of the answer: see more_from. */
      later?: boolean
    }>
    reason: Reason
    next_available: NextAvailable
    /** Not null when the answer would be longer than 4 MB: it then holds the first dates only. Send it with the same question for the next part. */
    more_from: string | null
    /** False for an address outside all served areas; true where none is judged. */
    in_area: boolean
  }>
  /** Hold a time while the visitor types. A visitor has one hold, and a new one takes its place. It needs a texted code or a verified number. */
  holdSlot(input: {
    /** One type, or several that follow one another in one visit, in their order. */
    appointment_type_ids: Array<number>
    /** Of several types: one person for all. */
    same_provider?: boolean | undefined
    provider_id: number
    /** Of a promised window: the visitor has chosen the person, who stays. */
    keep_provider?: boolean | undefined
    location_id: number
    start_time: string
    /** One of the type's `duration_options`. */
    duration_option_id?: number | undefined
    /** A request of the verified visitor: for its type, which the page may not offer to all. */
    scheduling_request_id?: number | undefined
    address?: VisitorAddressInput | undefined
    /** Of several types: who is with the visitor when, as `parts` of the time has it. */
    parts?: Array<BookAppointmentInputPartsPart> | undefined
    /** The id of the texted code. Needed before the number is verified. */
    verification_id?: string | undefined
  }, options?: RequestOptions): Promise<{
    expires_at: string
    /** Until then, so that the device's clock need not be right. */
    seconds: number
  }>
  /** Join the waiting list as the visitor */
  joinWaitingList(input: {
    /** One type, or several that follow one another in one visit, in their order. */
    appointment_type_ids: Array<number>
    /** Of several types: one person for all. */
    same_provider?: boolean | undefined
    /** Today when left out. */
    earliest_date?: string | undefined
    /** Inclusive, on the company's calendar. */
    latest_date: string
    /** 1 is Monday, 7 is Sunday. Null: any day. */
    weekdays?: Array<number> | null | undefined
    /** By the start, on the location's clock: `morning` before 12:00, `afternoon` before 17:00, `evening` from then on. Null: any. */
    parts_of_day?: Array<"morning" | "afternoon" | "evening"> | null | undefined
    /** Null: any. */
    location_ids?: Array<number> | null | undefined
    /** Null: any. */
    provider_ids?: Array<number> | null | undefined
    /** By which times are offered, as far as the customer has agreed and can be reached. Both when left out. */
    channels?: Array<"sms" | "mail"> | undefined
    /** The visitor agrees to texts that offer times. */
    text_offers?: boolean | undefined
    /** The visitor agrees to mails that offer times. */
    mail_offers?: boolean | undefined
  }, options?: RequestOptions): Promise<{
    entry_id: number
    /** The visitor's own page of the entry. */
    wait_url: string | null
  }>
  /** Read a challenge of the bot check. 404 where the check needs none: `bot_check.challenge_path` of the page is null. */
  readBotCheck(input?: Record<string, never>, options?: RequestOptions): Promise<{
    algorithm: "SHA-256"
    challenge: string
    /** The number whose hash with the salt is `challenge` is at most this. */
    maxnumber: number
    salt: string
    signature: string
  }>
  /** Read what the public page offers. The company, the appointment types with their locations, people and questions, and the bot check. */
  readPage(input?: Record<string, never>, options?: RequestOptions): Promise<{
    company: {
      name: string
      phone: string | null
      locale: AgentLanguage
      accent_color: string
      logo: {
        url: string
        width: number
        height: number
      } | null
      /** The address of its public page. */
      page_url: string | null
      /** To offer after a booking: an https address of the company's own, or its words. */
      thanks?: {
        url: string
      } | {
        text: string
      }
    }
    new_customers_allowed: boolean
    /** False where no code can be texted, and so nothing be booked: ask to call. */
    can_send_codes: boolean
    /** A verified visitor can have the links of their appointments texted. */
    can_text_links: boolean
    appointment_types: Array<{
      id: number
      name: string
      description: string | null
      /** The heading that it stands under. Types come in the order of their headings. */
      category?: string
      /** In the company's own words; never charged. */
      price_text?: string
      image_url?: string
      duration_minutes: number
      /** Of each day; one entry for an appointment of one day. */
      block_minutes: Array<number>
      duration_options: Array<DurationOption>
      place: "at_location" | "at_customer" | "remote"
      needs_address: boolean
      location_ids: Array<number>
      /** Those to choose of. Empty when visitors do not choose the person. */
      providers: Array<{
        id: number
        name: string
        location_ids: Array<number>
        about?: string
        image_url?: string
      }>
      questions: Array<Question>
      /** It can be booked together with others in one visit. */
      is_linkable: boolean
      /** Staff say yes or no first: it is asked for, and not booked at once. */
      is_asked?: boolean
    }>
    /** Those to choose of. Empty unless the appointment is at the company's location. */
    locations: Array<{
      id: number
      name: string
      /** In one line. */
      address: string | null
      city: string | null
      timezone: string
    }>
    bot_check: {
      kind: "altcha" | "turnstile"
      /** The site key of the check's own script; null when it has none. */
      site_key: string | null
      /** Serves a challenge; null when the check needs none. */
      challenge_path: string | null
    }
  }>
  /** Read the verified visit */
  readVisit(input?: Record<string, never>, options?: RequestOptions): Promise<{
    expires_at: string
    customer: VisitorCustomer
    can_register: boolean
    /** An address is on file. The address itself is never sent. */
    has_address: boolean
    /** The number has agreed to texts about appointments. */
    text_updates: boolean
    assigned_provider: AssignedProvider
    scheduling_requests: Array<{
      id: number
      appointment_type_id: number
      appointment_type_name: string
      description: string | null
      place: "at_location" | "at_customer" | "remote"
      duration_minutes: number
      /** Of each day; one entry for an appointment of one day. */
      block_minutes: Array<number>
      duration_label: string | null
      earliest_date: string | null
      /** Inclusive. */
      latest_date: string | null
      /** Those to choose of. Empty unless the appointment is at the company's location. */
      locations: Array<{
        id: number
        name: string
        /** In one line. */
        address: string | null
        city: string | null
        timezone: string
      }>
      /** Those to choose of. Empty when visitors do not choose the person. */
      providers: Array<{
        id: number
        name: string
        location_ids: Array<number>
        about?: string
        image_url?: string
      }>
      questions: Array<Question>
      /** Staff say yes or no first: it is asked for, and not booked at once. */
      is_asked?: boolean
    }>
  }>
  /** Register the visitor as a customer */
  register(input: {
    first_name: string
    last_name: string
    email?: string | undefined
    address?: {
      line1: string
      line2?: string | null | undefined
      city: string
      state: string
      postal_code: string
      country?: "US" | "CA" | undefined
    } | undefined
    /** The visitor agrees to texts about appointments. What was agreed before stays. */
    text_updates?: boolean | undefined
  }, options?: RequestOptions): Promise<{
    expires_at: string
    customer: VisitorCustomer
    can_register: boolean
    /** An address is on file. The address itself is never sent. */
    has_address: boolean
    /** The number has agreed to texts about appointments. */
    text_updates: boolean
    assigned_provider: AssignedProvider
    scheduling_requests: Array<{
      id: number
      appointment_type_id: number
      appointment_type_name: string
      description: string | null
      place: "at_location" | "at_customer" | "remote"
      duration_minutes: number
      /** Of each day; one entry for an appointment of one day. */
      block_minutes: Array<number>
      duration_label: string | null
      earliest_date: string | null
      /** Inclusive. */
      latest_date: string | null
      /** Those to choose of. Empty unless the appointment is at the company's location. */
      locations: Array<{
        id: number
        name: string
        /** In one line. */
        address: string | null
        city: string | null
        timezone: string
      }>
      /** Those to choose of. Empty when visitors do not choose the person. */
      providers: Array<{
        id: number
        name: string
        location_ids: Array<number>
        about?: string
        image_url?: string
      }>
      questions: Array<Question>
      /** Staff say yes or no first: it is asked for, and not booked at once. */
      is_asked?: boolean
    }>
    /** `email_taken`: another customer has the email, so it was not saved. */
    warnings: Array<"email_taken">
  }>
  /** Text a code to a number. Behind the bot check and the page's limits. It says nothing of whether the number is known. */
  requestCode(input: {
    /** A number of the United States or Canada that takes texts. */
    phone: string
    /** The solved bot check, as its widget gives it. */
    bot_check: string
  }, options?: RequestOptions): Promise<{
    verification_id: string
    expires_at: string
    resend_after_seconds: number
  }>
  /** Text the links of the visitor's appointments to the number. Says nothing of whether there are appointments. */
  textLinks(input?: Record<string, never>, options?: RequestOptions): Promise<Record<string, unknown>>
  /** Verify a number by its code. The right code opens a visit of half an hour. Keep its token in the page, and in nothing that lasts. */
  verifyCode(input: {
    verification_id: string
    /** The six digits of the text. */
    code: string
  }, options?: RequestOptions): Promise<{
    /** For the header `X-Visit-Token`, for half an hour. Shown only now. */
    visit_token: string
    expires_at: string
    customer: VisitorCustomer
    can_register: boolean
    /** An address is on file. The address itself is never sent. */
    has_address: boolean
    /** The number has agreed to texts about appointments. */
    text_updates: boolean
    assigned_provider: AssignedProvider
    scheduling_requests: Array<{
      id: number
      appointment_type_id: number
      appointment_type_name: string
      description: string | null
      place: "at_location" | "at_customer" | "remote"
      duration_minutes: number
      /** Of each day; one entry for an appointment of one day. */
      block_minutes: Array<number>
      duration_label: string | null
      earliest_date: string | null
      /** Inclusive. */
      latest_date: string | null
      /** Those to choose of. Empty unless the appointment is at the company's location. */
      locations: Array<{
        id: number
        name: string
        /** In one line. */
        address: string | null
        city: string | null
        timezone: string
      }>
      /** Those to choose of. Empty when visitors do not choose the person. */
      providers: Array<{
        id: number
        name: string
        location_ids: Array<number>
        about?: string
        image_url?: string
      }>
      questions: Array<Question>
      /** Staff say yes or no first: it is asked for, and not booked at once. */
      is_asked?: boolean
    }>
  }>
}
