/** Samples of the operations whose calls need more than their schemas say: what a search finds, or ids that the demo has. */
import { agentCases } from "./agent-cases.ts"
import type { Input, Sample, Step } from "./sample.ts"

/** In the demo: the first customer, Showroom consultation, Ana Ruiz, and the showroom in Austin. */
const customer_id = 1
/** Dev Patel, who is not offered while his calendar was never read. */
const calendar_owner_id = 4
/** Ida Moss, whose visits are promised in windows. */
const planned_provider_id = 9
const appointment_type_id = 1
const provider_id = 1
const location_id = 1

const days = { start_date: "$day+1", end_date: "$day+15" }
const dates = { from: "$day-30", to: "$day+0" }

const search = (input: Input): Step => ({
  name: "slot",
  operationId: "find_slots",
  input: { ...input, ...days },
  pick: ".recommended[0]",
})
const slot = search({ customer_id, appointment_type_id })
const time = { start_time: "$slot.start_time" }
const place = { provider_id: "$slot.provider_id", location_id: "$slot.location_id" }
const wish = { customer_id, appointment_type_id }
const laterWish = {
  ...{ appointment_type_id, provider_id: "$later.provider_id", location_id: "$later.location_id" },
  start_time: "$later.start_time",
}
const booking: Sample = { steps: [slot], input: { ...wish, ...place, ...time } }

/** The id of one of a list, by default the first. */
const oneOf = (operationId: string, input: Input = {}, pick = "[0].id"): Step => ({
  name: "id",
  operationId,
  input,
  pick,
})
const made = (operationId: string, input: Input, name = "id"): Step => ({
  name,
  operationId,
  input,
  pick: ".id",
})
const of = (step: Step, input: Input = {}): Sample => ({ steps: [step], input: { id: "$id", ...input } })

const appointmentOf = (status: string, when: Input, input: Input = {}): Sample =>
  of(oneOf("list_appointments", { status, ...when, limit: 1 }), input)
const ahead = { from: "$time+2" }
const scheduled = (input: Input = {}) => appointmentOf("scheduled", ahead, input)
const pending = (input: Input = {}) => appointmentOf("pending", {}, input)
const closed = (input: Input = {}) => appointmentOf("completed", {}, input)
/** An appointment that has certainly begun: one that was closed and is reopened. */
const begun = {
  steps: [
    { ...oneOf("list_appointments", { status: "completed", limit: 1 }), name: "closed" },
    made("reopen_appointment", { id: "$closed", override_eligibility: true }),
  ],
  input: { id: "$id" },
}
const planned = (input: Input = {}) =>
  appointmentOf("scheduled", { from: "$time+0", provider_id: planned_provider_id }, input)
const move: Sample = {
  steps: [...scheduled().steps!, search({ appointment_id: "$id" })],
  input: { id: "$id", ...time },
}

const openRequest = oneOf("list_scheduling_requests", { status: "open", limit: 1 })
const outreachOf = oneOf("list_outreach_runs", { status: "running" }, "[0].scheduling_request_id")
const plan: Step = { ...oneOf("list_outreach_plans"), name: "plan" }

const disruption = oneOf("list_disruptions", { open: true })
const hit: Step = {
  name: "appointment",
  operationId: "read_disruption",
  input: { id: "$id" },
  pick: ".proposals[0].appointment_id",
}
const raised: Step = {
  name: "version",
  operationId: "read_disruption",
  input: { id: "$id" },
  pick: ".version",
}

const calendar = {
  steps: [{ ...oneOf("list_calendars", { id: calendar_owner_id }), name: "calendarId" }],
  input: { id: calendar_owner_id, calendarId: "$calendarId" },
}

const waiting = oneOf("list_waiting_entries", { state: "waiting" })
const newPhone = { phone: "+12105550125" }
const addedContact: Step = {
  ...made("add_contact", { id: customer_id, ...newPhone }, "contactId"),
}
const firstContact: Step = {
  name: "contactId",
  operationId: "read_customer",
  input: { id: customer_id },
  pick: ".contacts[0].id",
}

const routeOf = (name: string, pick: string): Step => ({
  name,
  operationId: "read_plan",
  input: { date: "$day+1", location_id },
  pick: `.routes[0]${pick}`,
})

const classType = made(
  "create_appointment_type",
  { name: "Bleeding a radiator", duration_minutes: 60, seats: 12 },
  "type",
)
const classTeacher = made(
  "create_provider",
  { name: "Ida Moss", appointment_type_ids: ["$type"] },
  "provider",
)

/** The reader's own: what the demo's start has printed, or their authenticator app shows. */
const password = "$password"
const code = "$code"

export const sampleCases: Readonly<Record<string, Sample>> = {
  ...agentCases,
  find_slots: { input: { appointment_type_id, ...days } },
  find_board_starts: { input: { appointment_type_id, ...days } },
  explain_slots: { steps: [slot], input: { appointment_type_id, ...place, ...time } },
  explain_range: { input: { appointment_type_id, provider_id, ...days } },
  book_appointment: booking,
  preview_booking: booking,
  book_series: {
    steps: [slot],
    input: { ...booking.input, every: { weeks: 2 }, count: 2, conflicts: "skip" },
  },
  hold_time: { steps: [slot], input: { appointment_type_id, ...place, ...time, minutes: 5 } },
  end_hold: {
    steps: [slot, made("hold_time", { appointment_type_id, ...place, ...time, minutes: 5 })],
    input: { id: "$id" },
  },

  update_appointment: scheduled({ notes: "Has a dog." }),
  set_attendance: scheduled({ attendance: "coming" }),
  cancel_appointment: scheduled({ reason: "The customer called." }),
  preview_cancel: scheduled({ reason: "The customer called." }),
  reschedule_appointment: move,
  swap_appointments: {
    steps: [
      made("create_customer", { name: "Ann Lee" }, "ann"),
      made("create_customer", { name: "Bob Ray" }, "bob"),
      search({ customer_id: "$ann", appointment_type_id }),
      made("book_appointment", { customer_id: "$ann", appointment_type_id, ...place, ...time }, "first"),
      { ...search({ customer_id: "$bob", appointment_type_id }), name: "later" },
      made("book_appointment", { ...laterWish, customer_id: "$bob" }, "second"),
    ],
    input: { a: "$first", b: "$second" },
  },
  preview_move: move,
  rotate_manage_link: planned(),
  read_appointment_lengths: scheduled(),
  pin_appointment: planned(),
  unpin_appointment: planned(),
  set_on_the_way: planned({ minutes: 20 }),
  set_arrived: planned({}),
  take_back_on_the_way: planned(),
  complete_appointment: begun,
  mark_no_show: begun,
  undo: {
    steps: [
      ...move.steps!,
      {
        name: "token",
        operationId: "reschedule_appointment",
        input: { ...move.input, hold_messages_seconds: 10 },
        pick: ".undo.token",
      },
    ],
    input: { token: "$token" },
  },
  reopen_appointment: closed({ override_eligibility: true }),
  preview_reopening: closed({ override_eligibility: true }),
  confirm_appointment: pending(),
  preview_confirming: pending(),
  decline_appointment: pending({ reason: "We are full that week." }),
  preview_decline: pending({ reason: "We are full that week." }),
  propose_times: {
    steps: [...pending().steps!, search({ appointment_id: "$id" })],
    input: { id: "$id", times: [{ ...time, ...place }] },
  },

  create_class_session: {
    steps: [classType, classTeacher],
    input: {
      ...{ appointment_type_id: "$type", provider_ids: ["$provider"], location_id },
      ...{ start_time: "$hour+14", seats: 12, repeat: { every_weeks: 1, count: 10 } },
    },
  },
  update_class_session: of(oneOf("list_class_sessions", { status: "scheduled" }), { seats: 10 }),
  cancel_class_session: of(oneOf("list_class_sessions", { status: "scheduled" })),
  create_disruption: {
    input: { provider_id: planned_provider_id, from: "$hour+1", to: "$hour+2", reason: "ill" },
  },
  update_disruption: {
    steps: [disruption, hit],
    input: { id: "$id", choices: [{ appointment_id: "$appointment", action: "leave" }] },
  },
  preview_disruption_messages: {
    steps: [disruption, hit],
    input: { id: "$id", appointment_id: "$appointment" },
  },
  apply_disruption: { steps: [disruption, raised], input: { id: "$id", if_version: "$version" } },
  create_waiting_entry: {
    input: {
      ...{ customer_id: 2, appointment_type_id, latest_date: "$day+30" },
      ...{ weekdays: [1, 3], parts_of_day: ["morning"] },
    },
  },
  update_waiting_entry: of(waiting, { latest_date: "$day+60", parts_of_day: null }),
  offer_waiting_entry: {
    steps: [
      made("create_waiting_entry", { ...wish, customer_id: 3, latest_date: "$day+30" }),
      search({ customer_id: 3, appointment_type_id }),
    ],
    input: { id: "$id", ...place, ...time },
  },

  create_scheduling_request: { input: { ...wish, latest_date: "$day+30" } },
  preview_scheduling_request: { input: { ...wish, customer_id: 2, latest_date: "$day+30" } },
  update_scheduling_request: of(openRequest, { latest_date: "$day+30" }),
  cancel_scheduling_request: of(openRequest, { cancel_appointment: false }),
  rotate_booking_link: of(openRequest),
  start_outreach: {
    steps: [openRequest, plan],
    input: { id: "$id", outreach_plan_id: "$plan" },
  },
  preview_outreach: {
    steps: [openRequest, plan],
    input: { id: "$id", outreach_plan_id: "$plan" },
  },
  read_outreach: of(outreachOf),
  stop_outreach: of(outreachOf),

  add_contact: { input: { id: customer_id, phone: "+12105550124", label: "work" } },
  update_contact: {
    steps: [firstContact],
    input: { id: customer_id, contactId: "$contactId", label: "work" },
  },
  record_consent: {
    steps: [firstContact],
    input: {
      ...{ id: customer_id, contactId: "$contactId" },
      ...{ channel: "sms", event: "granted", source: "customer replied START" },
    },
  },
  remove_contact: { steps: [addedContact], input: { id: customer_id, contactId: "$contactId" } },
  list_consents: { input: { phone: "+12105550124" } },
  delete_customer: of(made("create_customer", { name: "Sam Poe" })),
  archive_provider: of(made("create_provider", { name: "Ida Moss" })),
  archive_location: of(made("create_location", { name: "Waterloo yard", timezone: "America/Chicago" })),
  archive_appointment_type: of(
    made("create_appointment_type", { name: "Gutter cleaning", duration_minutes: 60 }),
  ),
  update_appointment_type: { input: { id: appointment_type_id, min_notice_minutes: 120 } },
  update_provider: { input: { id: provider_id, max_travel_km: 40 } },
  update_location: { input: { id: location_id, directions: "Park in the garage on Fourth Street." } },
  update_company: { input: { reminders: [48, 2] } },
  update_resource: of(oneOf("list_resources"), { name: "Room 1" }),
  update_outreach_plan: of(oneOf("list_outreach_plans"), { name: "Two nudges" }),
  update_webhook_endpoint: of(oneOf("list_webhook_endpoints"), { events: ["appointment.cancelled"] }),
  connect_calendar: {
    input: {
      ...{ id: calendar_owner_id, kind: "caldav", url: "https://dav.example.com/dev/work/" },
      ...{ username: "dev@cedar.example", password: "app password" },
    },
  },
  list_calendars: { input: { id: calendar_owner_id } },
  check_calendar: calendar,
  disconnect_calendar: calendar,
  delete_channel: of(made("create_channel", { kind: "sms", phone: "+12105550127" })),
  read_file: { given: ["file"], input: { id: "$file" } },
  request_file_upload: { input: { name: "boiler.jpg" } },

  list_holidays: { input: { country: "US", year: 2027 } },
  read_board: { input: { date: "$day+1" } },
  read_own_day: {
    steps: [oneOf("list_providers", { limit: 1 })],
    input: { date: "$day+1", provider_id: "$id" },
  },
  put_off_inbox_entry: {
    steps: [oneOf("read_inbox", { kind: "pending" })],
    input: { kind: "pending", id: "$id", until: "$time+1" },
  },
  read_waiting_summary: { input: dates },
  ...Object.fromEntries(
    ["bookings", "classes", "lead_time", "no_shows", "requests", "texts", "utilisation"].map((name) => [
      `read_${name}_report`,
      { input: dates },
    ]),
  ),
  read_plan: { input: { date: "$day+1", location_id } },
  preview_plan: { input: { date: "$day+1", location_id } },
  apply_plan: {
    steps: [routeOf("visit", ".stops[0]"), routeOf("provider", ".provider.id")],
    input: {
      ...{ date: "$day+1", location_id },
      changes: [
        {
          appointment_id: "$visit.appointment_id",
          provider_id: "$provider",
          planned_start: "$visit.start_time",
        },
      ],
    },
  },

  create_session: { given: ["password"], input: { email: "nora@cedar.example", password } },
  change_own_password: {
    given: ["password"],
    input: { current_password: password, new_password: "staple a new battery" },
  },
  begin_second_factor: { given: ["password"], input: { password } },
  confirm_second_factor: { given: ["code"], input: { code } },
  renew_recovery_codes: { given: ["password", "code"], input: { password, code } },
  remove_second_factor: { given: ["password", "code"], input: { password, code } },
  create_user: { input: { email: "ana@cedar.example", name: "Ana Ruiz", role: "member" } },
  update_user: of(oneOf("list_users"), { locale: "en" }),
  delete_user: of(made("create_user", { email: "ben@cedar.example", name: "Ben Okafor", role: "member" })),
  end_user_sessions: of(oneOf("list_users", {}, "[-1].id")),
  remove_users_second_factor: of(oneOf("list_users", {}, "[-1].id")),
  reset_password: {
    steps: [
      oneOf("list_users", {}, "[-1].id"),
      { name: "token", operationId: "create_reset_link", input: { id: "$id" }, pick: ".token", isText: true },
    ],
    input: { token: "$token", new_password: "staple a new battery" },
  },
  create_calendar_feed: { input: { provider_id, customer: "first_name" } },
  delete_calendar_feed: of(made("create_calendar_feed", { location_id })),
  create_api_key: { input: { name: "CRM", role: "member" } },
  revoke_api_key: of(made("create_api_key", { name: "CRM", role: "member" })),
  revoke_connected_app: of(oneOf("list_connected_apps")),
}
