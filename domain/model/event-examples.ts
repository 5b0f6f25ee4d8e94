/** One believable event of each type, as the API's documents show it. */
import type { z } from "zod"
import type { EventType } from "./event.ts"
import type { eventSchemas } from "./event-schemas.ts"

type Example<Type extends EventType> = z.infer<(typeof eventSchemas)[Type]>

const times = (startTime: string, endTime: string) => ({
  start_time: startTime,
  end_time: endTime,
  timezone: "America/Chicago",
  blocks: [{ start_time: startTime, end_time: endTime }],
})

const provider = { id: 3, name: "Ana Ruiz" }
const location = { id: 2, name: "Downtown" }
const first = { ...times("2027-03-16T15:00:00.000Z", "2027-03-16T16:00:00.000Z"), provider, location }

const appointment = {
  id: 41,
  ...first,
  appointment_type: { id: 5, name: "Boiler service" },
  duration_option: null,
  booked_by: "link" as const,
}

const customer = {
  id: 17,
  external_ref: "crm-9",
  name: "Sam Poe",
  phone: "+15125550123",
  email: "sam@example.com",
  address: {
    line1: "2 Oak Ave",
    line2: null,
    city: "Austin",
    state: "TX",
    postal_code: "78702",
    country: "US",
  },
}

const request = {
  id: 23,
  external_ref: "deal-5",
  status: "scheduled" as const,
  earliest_date: "2027-03-01",
  latest_date: "2027-03-31",
}

const about = { appointment, customer, scheduling_request: request }

const visit = {
  on_the_way_at: "2027-03-16T14:42:00.000Z",
  expected_at: "2027-03-16T15:00:00.000Z",
  arrived_at: "2027-03-16T14:59:00.000Z",
  closed_at: "2027-03-16T15:58:00.000Z",
  no_show_reason: null,
}

const envelope = <Type extends EventType>(type: Type, id: string, occurredAt: string) => ({
  id,
  type,
  version: 1 as const,
  occurred_at: occurredAt,
  company_id: 1,
})

const appointmentType = {
  id: 5,
  name: "Boiler service",
  active: true,
  kind: "open" as const,
  duration_minutes: 60,
  public_booking: true,
}

const wholeProvider = { ...provider, active: true, appointment_type_ids: [5] }

const waitingEntry = {
  id: 8,
  state: "waiting" as const,
  appointment_type: { id: 5, name: "Boiler service" },
  earliest_date: "2027-03-01",
  latest_date: "2027-03-31",
  booked_appointment_id: null,
}

export const eventExamples: { readonly [Type in EventType]: Example<Type> } = {
  "appointment.created": {
    ...envelope("appointment.created", "evt_1434725235294209", "2027-03-01T12:00:00.000Z"),
    source: { kind: "link" },
    data: { appointment, customer, scheduling_request: request },
  },
  "appointment.rescheduled": {
    ...envelope("appointment.rescheduled", "evt_1434793954770946", "2027-03-02T12:00:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: {
      appointment: { ...appointment, ...times("2027-03-17T18:30:00.000Z", "2027-03-17T19:30:00.000Z") },
      customer,
      scheduling_request: request,
      previous: first,
    },
  },
  "appointment.cancelled": {
    ...envelope("appointment.cancelled", "evt_1434793954770947", "2027-03-02T13:00:00.000Z"),
    source: { kind: "api_key", api_key_id: 6 },
    data: { appointment, customer, scheduling_request: { ...request, status: "open" } },
  },
  "appointment.reopened": {
    ...envelope("appointment.reopened", "evt_1434862674247686", "2027-03-09T18:00:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { appointment, customer, scheduling_request: request },
  },
  "appointment.on_the_way": {
    ...envelope("appointment.on_the_way", "evt_1434862674247690", "2027-03-16T14:42:00.000Z"),
    source: { kind: "admin_user", user_id: 9 },
    data: { ...about, visit: { ...visit, arrived_at: null, closed_at: null } },
  },
  "appointment.arrived": {
    ...envelope("appointment.arrived", "evt_1434862674247691", "2027-03-16T14:59:00.000Z"),
    source: { kind: "admin_user", user_id: 9 },
    data: { ...about, visit: { ...visit, closed_at: null } },
  },
  "appointment.completed": {
    ...envelope("appointment.completed", "evt_1434862674247692", "2027-03-16T15:58:10.000Z"),
    source: { kind: "admin_user", user_id: 9 },
    data: { ...about, visit },
  },
  "appointment.no_show": {
    ...envelope("appointment.no_show", "evt_1434862674247693", "2027-03-16T15:58:10.000Z"),
    source: { kind: "admin_user", user_id: 9 },
    data: { ...about, visit: { ...visit, no_show_reason: "nobody_home" } },
  },
  "appointment.attendance_changed": {
    ...envelope("appointment.attendance_changed", "evt_1434793954770948", "2027-03-02T13:30:00.000Z"),
    source: { kind: "link" },
    data: {
      appointment,
      customer,
      scheduling_request: request,
      attendance: { now: "coming", before: "unknown", answered_by: "link" },
    },
  },
  "appointment.pending": {
    ...envelope("appointment.pending", "evt_1434725235294210", "2027-03-01T12:30:00.000Z"),
    source: { kind: "link" },
    data: { appointment, customer, scheduling_request: request, answer_by: "2027-03-02T12:30:00.000Z" },
  },
  "appointment.confirmed": {
    ...envelope("appointment.confirmed", "evt_1434793954770950", "2027-03-02T09:00:00.001Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { appointment, customer, scheduling_request: request },
  },
  "appointment.declined": {
    ...envelope("appointment.declined", "evt_1434793954770951", "2027-03-02T09:05:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { appointment, customer, scheduling_request: { ...request, status: "open" } },
  },
  "scheduling_request.expired": {
    ...envelope("scheduling_request.expired", "evt_1436924258549766", "2027-04-02T06:00:00.000Z"),
    source: { kind: "system" },
    data: { customer, scheduling_request: { ...request, status: "expired" } },
  },
  "customer.created": {
    ...envelope("customer.created", "evt_1434793954770955", "2027-03-02T15:30:00.000Z"),
    source: { kind: "public" },
    data: { customer },
  },
  "customer.changed": {
    ...envelope("customer.changed", "evt_1434793954770956", "2027-03-02T15:40:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { customer, changed: ["email", "contacts"] },
  },
  "customer.archived": {
    ...envelope("customer.archived", "evt_1434793954770957", "2027-03-02T15:50:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { customer },
  },
  "customer.erased": {
    ...envelope("customer.erased", "evt_1434793954770958", "2027-03-02T16:00:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { customer: { id: 17, external_ref: "crm-9" } },
  },
  "appointment_type.created": {
    ...envelope("appointment_type.created", "evt_1434793954770959", "2027-03-02T16:10:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { appointment_type: appointmentType },
  },
  "appointment_type.changed": {
    ...envelope("appointment_type.changed", "evt_1434793954770960", "2027-03-02T16:20:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { appointment_type: appointmentType, changed: ["blocks", "duration_minutes"] },
  },
  "appointment_type.archived": {
    ...envelope("appointment_type.archived", "evt_1434793954770961", "2027-03-02T16:30:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { appointment_type: { ...appointmentType, active: false, public_booking: false } },
  },
  "provider.created": {
    ...envelope("provider.created", "evt_1434793954770962", "2027-03-02T16:40:00.000Z"),
    source: { kind: "api_key", api_key_id: 6 },
    data: { provider: wholeProvider },
  },
  "provider.changed": {
    ...envelope("provider.changed", "evt_1434793954770963", "2027-03-02T16:50:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { provider: wholeProvider, changed: ["appointment_type_ids"] },
  },
  "provider.archived": {
    ...envelope("provider.archived", "evt_1434793954770964", "2027-03-02T17:00:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { provider: { ...wholeProvider, active: false } },
  },
  "hours.changed": {
    ...envelope("hours.changed", "evt_1434793954770965", "2027-03-02T17:10:00.000Z"),
    source: { kind: "admin_user", user_id: 4 },
    data: { provider, changed: ["weekly_hours"] },
  },
  "waiting_entry.created": {
    ...envelope("waiting_entry.created", "evt_1434793954770952", "2027-03-02T15:00:00.000Z"),
    source: { kind: "public" },
    data: { waiting_entry: waitingEntry, customer },
  },
  "waiting_entry.offered": {
    ...envelope("waiting_entry.offered", "evt_1434793954770953", "2027-03-02T15:10:00.000Z"),
    source: { kind: "system" },
    data: {
      waiting_entry: { ...waitingEntry, state: "offered" },
      offer: {
        id: 9,
        start_time: "2027-03-16T15:00:00.000Z",
        end_time: "2027-03-16T16:00:00.000Z",
        provider_id: 3,
        location_id: 2,
        good_until: "2027-03-03T15:10:00.000Z",
      },
      customer,
    },
  },
  "waiting_entry.ended": {
    ...envelope("waiting_entry.ended", "evt_1434793954770954", "2027-03-02T15:20:00.000Z"),
    source: { kind: "link" },
    data: { waiting_entry: { ...waitingEntry, state: "booked", booked_appointment_id: 41 }, customer },
  },
  "callback.requested": {
    ...envelope("callback.requested", "evt_1434793954770949", "2027-03-02T14:00:00.000Z"),
    source: { kind: "agent" },
    data: {
      callback: {
        id: 12,
        caller_name: null,
        phone: "+15125550123",
        message: "Wants an offer for a second boiler.",
        best_time: "Tuesday after three",
        channel: "voice",
      },
      customer,
    },
  },
  "webhook_endpoint.disabled": {
    ...envelope("webhook_endpoint.disabled", "evt_1434862674247687", "2027-03-03T09:00:00.000Z"),
    source: { kind: "system" },
    data: {
      webhook_endpoint: {
        id: 8,
        origin: "https://hooks.example.com",
        disabled_reason: "failing",
        failing_since: "2027-02-28T09:00:00.000Z",
      },
    },
  },
}
