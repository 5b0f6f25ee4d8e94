/** Moving and cancelling. */
import type { Scripted, ToolStep } from "../conversation.ts"
import { book, companyBooks, find, thatWeek } from "./steps.ts"

const findFor = (appointment: string, dates = thatWeek): ToolStep => ({
  tool: "find_slots",
  inputs: { appointment_id: `$${appointment}.id`, ...dates },
  as: "found",
})

const move = (appointment: string, start_time: string, more = {}): ToolStep => ({
  tool: "reschedule_appointment",
  inputs: { appointment_id: `$${appointment}.id`, start_time, ...more },
  as: "moved",
})

const cancel = (appointment: string): ToolStep => ({
  tool: "cancel_appointment",
  inputs: { appointment_id: `$${appointment}.id` },
  as: "cancelled",
})

export const changing: readonly Scripted[] = [
  {
    name: "AG-07 moves an appointment, with the same person at the same place",
    given: [companyBooks("held")],
    begins: { upcoming_appointments: "Boiler service with Ana Ruiz on Wednesday, March 3 at 9:00 AM" },
    steps: [
      { tool: "list_my_appointments", gives: { say: "~Wednesday, March 3 at 9:00 AM" } },
      { ...findFor("held"), gives: { providers: [{ provider_id: "$ana" }] } },
      {
        ...move("held", "$found.recommended.0.start_time"),
        status: 200,
        gives: { id: "$held.id", say: "$found.recommended.0.say", provider: { id: "$ana" } },
      },
    ],
    ends: {
      appointments: [{ id: "$held.id", version: 2, booked_by: "api" }],
      events: ["appointment.created", "appointment.rescheduled"],
    },
  },
  {
    name: "AG-07 an end that is sent has to fit",
    given: [companyBooks("held")],
    steps: [
      {
        ...move("held", "2027-03-04T16:00:00.000Z", { end_time: "2027-03-04T18:00:00.000Z" }),
        status: 400,
        refuses: { code: "end_time_mismatch" },
      },
      move("held", "2027-03-04T16:00:00.000Z", { end_time: "2027-03-04T17:00:00.000Z" }),
    ],
    ends: { appointments: [{ start_time: "2027-03-04T16:00:00.000Z" }] },
  },
  {
    name: "AG-07 every day of a job over two days moves",
    steps: [
      find("refit", { start_date: "2027-03-02", end_date: "2027-03-03" }),
      book("refit"),
      findFor("booked", { start_date: "2027-03-11", end_date: "2027-03-13" }),
      {
        ...move("booked", "2027-03-12T15:00:00.000Z"),
        gives: {
          // The clocks change on the Sunday between: nine o'clock it stays.
          blocks: [{ start_time: "2027-03-12T15:00:00.000Z" }, { start_time: "2027-03-15T14:00:00.000Z" }],
          say: "Friday, March 12 and Monday, March 15, each day at 9:00 AM",
        },
      },
    ],
    ends: {
      appointments: [{ blocks: [{}, {}] }],
      events: ["appointment.created", "appointment.rescheduled"],
    },
  },
  {
    name: "AG-12 a move to a time that is not offered is refused with the nearest ones",
    given: [companyBooks("held")],
    steps: [
      {
        ...move("held", "2027-03-06T15:00:00.000Z"),
        status: 409,
        refuses: { code: "time_not_offered", details: { alternatives: [{ say: "~day, March " }, {}, {}] } },
        as: "refused",
      },
      move("held", "$refused.details.alternatives.0.start_time"),
    ],
    ends: { events: ["appointment.created", "appointment.rescheduled"] },
  },
  {
    name: "AG-07 cancels the one of two that the caller means",
    given: [companyBooks("held"), companyBooks("other", { start_time: "2027-03-04T15:00:00.000Z" })],
    steps: [
      {
        tool: "list_my_appointments",
        gives: {
          appointments: [{ id: "$held.id" }, { id: "$other.id" }],
          say: "~Thursday, March 4 at 9:00 AM",
        },
      },
      {
        ...cancel("other"),
        status: 200,
        gives: { status: "cancelled", say: "Thursday, March 4 at 9:00 AM" },
      },
      { tool: "list_my_appointments", gives: { appointments: [{ id: "$held.id" }] } },
    ],
    ends: { appointments: [{ status: "scheduled" }, { status: "cancelled" }] },
  },
  {
    name: "AG-07 every day of a job over two days is cancelled",
    steps: [
      find("refit", { start_date: "2027-03-02", end_date: "2027-03-03" }),
      book("refit"),
      { ...cancel("booked"), gives: { blocks: [{}, {}], status: "cancelled" } },
      {
        tool: "list_my_appointments",
        gives: { appointments: [], say: "You have no upcoming appointments." },
      },
    ],
  },
  {
    name: "AG-12 it is too late to cancel or move",
    given: [companyBooks("held", { start_time: "2027-03-01T15:00:00.000Z", override_eligibility: true })],
    steps: [
      {
        ...cancel("held"),
        status: 409,
        refuses: {
          code: "cancel_notice_passed",
          message: "It's too late to change that appointment here. Please contact the office.",
        },
      },
      { ...move("held", "2027-03-03T15:00:00.000Z"), status: 409, refuses: { code: "cancel_notice_passed" } },
      { waitMinutes: 200 },
      { calls: "sam" },
      { ...cancel("held"), status: 409, refuses: { code: "appointment_started" } },
    ],
    ends: { appointments: [{ status: "scheduled" }], events: ["appointment.created"] },
  },
  {
    name: "AG-12 somebody else's appointment is not there",
    given: [companyBooks("theirs", { customer_id: "$ruth" })],
    begins: { upcoming_appointments: "" },
    steps: [
      { tool: "list_my_appointments", gives: { appointments: [] } },
      {
        ...cancel("theirs"),
        status: 404,
        refuses: { code: "not_found", message: "I couldn't find that appointment." },
      },
      { ...move("theirs", "2027-03-04T15:00:00.000Z"), status: 404, refuses: { code: "not_found" } },
      { ...findFor("theirs"), status: 404, refuses: { code: "not_found" }, as: "refused" },
    ],
    ends: { appointments: [{ status: "scheduled", version: 1 }] },
  },
]
