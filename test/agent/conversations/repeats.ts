/** Calls that are sent again, since their first answer was slow; and sessions that are over. */
import type { Scripted } from "../conversation.ts"
import { book, companyBooks, find, thatWeek, tuesday } from "./steps.ts"

const cancelBooked = { tool: "cancel_appointment", inputs: { appointment_id: "$booked.id" } }
const expired = {
  tool: "list_my_appointments",
  status: 401,
  refuses: { code: "session_expired", message: "Session expired" },
}

export const repeats: readonly Scripted[] = [
  {
    name: "AG-16 a booking that is sent three times is one, with one text",
    steps: [find("boiler", tuesday), book("boiler"), { again: "same" }, { again: "same" }],
    ends: { appointments: [{ status: "scheduled" }], events: ["appointment.created"], confirmations: 1 },
  },
  {
    name: "AG-16 a booking that is sent four times at once is one, with one text",
    steps: [
      find("boiler", tuesday),
      { ...book("boiler"), atOnce: 4 },
      { tool: "list_my_appointments", gives: { appointments: [{ id: "$booked.id" }] } },
    ],
    ends: { appointments: [{ status: "scheduled" }], events: ["appointment.created"], confirmations: 1 },
  },
  {
    name: "AG-16 a booking that arrives again after its cancel books nothing, for a minute",
    steps: [
      find("boiler", tuesday),
      book("boiler"),
      cancelBooked,
      { ...book("boiler"), gives: { id: "$booked.id", status: "cancelled" } },
      { waitMinutes: 2 },
      { ...book("boiler"), gives: { status: "scheduled" } },
    ],
    ends: {
      appointments: [{ status: "cancelled" }, { status: "scheduled" }],
      events: ["appointment.created", "appointment.cancelled", "appointment.created"],
    },
  },
  {
    name: "AG-16 a move that is sent twice is one",
    given: [companyBooks("held")],
    steps: [
      {
        tool: "reschedule_appointment",
        inputs: { appointment_id: "$held.id", start_time: "2027-03-04T16:00:00.000Z" },
        gives: { start_time: "2027-03-04T16:00:00.000Z" },
      },
      { again: "same" },
    ],
    ends: { appointments: [{ version: 2 }], events: ["appointment.created", "appointment.rescheduled"] },
  },
  {
    name: "AG-16 a cancel that is sent twice, and twice at once, is one",
    given: [companyBooks("held")],
    steps: [
      {
        tool: "cancel_appointment",
        inputs: { appointment_id: "$held.id" },
        atOnce: 2,
        gives: { status: "cancelled" },
      },
      { again: "same" },
    ],
    ends: { events: ["appointment.created", "appointment.cancelled"] },
  },
  {
    name: "AG-16 registering twice makes one customer",
    caller: "stranger",
    steps: [
      { tool: "create_customer", inputs: { name: "Mia Torres" }, atOnce: 2, status: 201 },
      { again: "same" },
      {
        company: "GET /customers?limit=100",
        gives: { 0: { name: "Sam Poe" }, 2: { name: "Mia Torres" }, length: 3 },
      },
    ],
  },
  {
    name: "AG-02 a call is over after two hours, however busy it was",
    steps: [
      find("boiler", thatWeek),
      { waitMinutes: 119 },
      { tool: "list_my_appointments" },
      { waitMinutes: 2 },
      expired,
      { ...book("boiler"), status: 401, refuses: { code: "session_expired" }, as: "refused" },
      { calls: "sam" },
      book("boiler"),
    ],
    ends: { appointments: [{ status: "scheduled" }] },
  },
  {
    name: "AG-02 a text thread lives a day from its last call",
    by: "text",
    steps: [
      { waitMinutes: 23 * 60 },
      { tool: "list_my_appointments" },
      { waitMinutes: 23 * 60 },
      { tool: "list_my_appointments" },
      { waitMinutes: 25 * 60 },
      expired,
    ],
  },
  {
    name: "AG-02 a text thread is over after seven days, however busy it was",
    by: "text",
    steps: [
      ...Array.from({ length: 8 }, () => [{ waitMinutes: 20 * 60 }, { tool: "list_my_appointments" }]).flat(),
      { waitMinutes: 9 * 60 },
      expired,
    ],
  },
]
