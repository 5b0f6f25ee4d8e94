/** What the company has asked the caller to book. */
import type { Scripted } from "../conversation.ts"
import { ask, book, companyBooks, find, thatWeek } from "./steps.ts"

const withRequest = (as = "asked") => ({ scheduling_request_id: `$${as}.id` })

export const requests: readonly Scripted[] = [
  {
    name: "AG-13 what is booked by request only is neither listed nor found without one",
    begins: {
      open_requests: "",
      bookable_types: "Bathroom refit, Boiler service, Burner tuning, Fitting, Home visit, Video advice",
    },
    steps: [
      {
        ...find("inspection", thatWeek),
        status: 409,
        refuses: {
          code: "request_needed",
          message: "That can only be booked after we've asked you to. Please contact the office.",
        },
        as: "refused",
      },
    ],
  },
  {
    name: "AG-13 books what it was asked for, by request only",
    given: [ask("inspection", "asked", { external_ref: "deal-1" })],
    begins: { open_requests: "Yearly inspection, by Wednesday, March 31" },
    steps: [
      { ...find("inspection", thatWeek, withRequest()), gives: { reason: null } },
      { ...book("inspection", "$found.recommended.0", withRequest()), gives: { booked_by: "agent" } },
      { company: "GET /scheduling-requests/$asked.id", gives: { status: "scheduled" } },
      { calls: "sam", begins: { open_requests: "", upcoming_appointments: "~Yearly inspection with " } },
    ],
    ends: { appointments: [{ scheduling_request_id: "$asked.id" }], events: ["appointment.created"] },
  },
  {
    name: "AG-13 a request's own length counts, and is named",
    given: [ask("boiler", "asked", { duration_minutes: 120, duration_label: "Two boilers" })],
    begins: { open_requests: "Boiler service (Two boilers), by Wednesday, March 31" },
    steps: [
      find("boiler", thatWeek, withRequest()),
      {
        ...book("boiler", "$found.recommended.0", withRequest()),
        gives: { start_time: "2027-03-02T15:00:00.000Z", end_time: "2027-03-02T17:00:00.000Z" },
      },
    ],
    ends: { appointments: [{ duration_option: null, scheduling_request_id: "$asked.id" }] },
  },
  {
    name: "AG-13 a request's dates, place and person bound what is found",
    given: [
      ask("boiler", "asked", { earliest_date: "2027-03-09", latest_date: "2027-03-10", provider_id: "$ben" }),
    ],
    begins: { open_requests: "Boiler service, between Tuesday, March 9 and Wednesday, March 10" },
    steps: [
      {
        ...find("boiler", { start_date: "2027-03-02", end_date: "2027-03-30" }, withRequest()),
        gives: {
          providers: [{ provider_id: "$ben" }],
          recommended: [{ say: "~Tuesday, March 9 at " }, {}, {}, { say: "~Wednesday, March 10 at " }],
        },
      },
      {
        tool: "book_appointment",
        inputs: {
          appointment_type_id: "$boiler",
          provider_id: "$ben",
          start_time: "2027-03-11T15:00:00.000Z",
          ...withRequest(),
        },
        status: 409,
        refuses: { code: "time_not_offered" },
      },
      book("boiler", "$found.recommended.3", withRequest()),
    ],
    ends: { appointments: [{ provider: { name: "Ben Okafor" }, scheduling_request_id: "$asked.id" }] },
  },
  {
    name: "AG-13 two open requests are both named, and each booked by its own id",
    given: [ask("inspection", "yearly"), ask("boiler", "service", { latest_date: "2027-03-20" })],
    begins: {
      open_requests: "Boiler service, by Saturday, March 20. Yearly inspection, by Wednesday, March 31",
    },
    steps: [
      find("inspection", thatWeek, withRequest("yearly")),
      book("inspection", "$found.recommended.0", withRequest("yearly")),
      find("boiler", thatWeek, withRequest("service")),
      book("boiler", "$found.recommended.0", withRequest("service")),
      { company: "GET /scheduling-requests/$yearly.id", gives: { status: "scheduled" } },
      { company: "GET /scheduling-requests/$service.id", gives: { status: "scheduled" } },
    ],
    ends: {
      appointments: [{ scheduling_request_id: "$yearly.id" }, { scheduling_request_id: "$service.id" }],
      events: ["appointment.created", "appointment.created"],
    },
  },
  {
    name: "AG-13 a booking that names no request takes up the one that asks for it",
    given: [ask("boiler", "asked")],
    steps: [find("boiler", thatWeek), book("boiler")],
    ends: { appointments: [{ scheduling_request_id: "$asked.id" }] },
  },
  {
    name: "AG-12 somebody else's request and a request for something else",
    given: [ask("inspection", "theirs", { customer_id: "$ruth" }), ask("boiler", "asked")],
    begins: { open_requests: "Boiler service, by Wednesday, March 31" },
    steps: [
      {
        ...find("inspection", thatWeek, withRequest("theirs")),
        status: 404,
        refuses: { code: "not_found", message: "I couldn't find that request." },
        as: "refused",
      },
      {
        ...find("refit", thatWeek, withRequest()),
        status: 409,
        refuses: { code: "request_mismatch" },
        as: "refused",
      },
    ],
  },
  {
    name: "a cancel opens the request again, and the same call books it anew",
    given: [ask("inspection", "asked")],
    steps: [
      find("inspection", thatWeek, withRequest()),
      book("inspection", "$found.recommended.0", withRequest()),
      {
        tool: "cancel_appointment",
        inputs: { appointment_id: "$booked.id" },
        gives: { status: "cancelled" },
      },
      { company: "GET /scheduling-requests/$asked.id", gives: { status: "open" } },
      book("inspection", "$found.recommended.1", withRequest()),
    ],
    ends: {
      appointments: [{ status: "cancelled" }, { status: "scheduled" }],
      events: ["appointment.created", "appointment.cancelled", "appointment.created"],
    },
  },
  {
    name: "RQ-09 a cancel ends the request when another one of the type is open",
    given: [
      ask("boiler", "first"),
      companyBooks("held", { scheduling_request_id: "$first.id" }),
      ask("boiler", "second"),
    ],
    steps: [
      { tool: "list_my_appointments", gives: { appointments: [{ id: "$held.id" }] } },
      { tool: "cancel_appointment", inputs: { appointment_id: "$held.id" }, gives: { status: "cancelled" } },
      { company: "GET /scheduling-requests/$first.id", gives: { status: "cancelled" } },
      { company: "GET /scheduling-requests/$second.id", gives: { status: "open" } },
    ],
    ends: { events: ["appointment.created", "appointment.cancelled"] },
  },
]
