/** Who calls: known, new, unwanted, hidden; and where they live. */
import type { Scripted, ToolStep } from "../conversation.ts"
import { book, find, thatWeek, tuesday } from "./steps.ts"

const save = (more = {}): ToolStep => ({
  tool: "save_address",
  inputs: { line1: "2 Oak Ave", postal_code: "78702", ...more },
})

export const callers: readonly Scripted[] = [
  {
    name: "AG-06 a new caller registers and books, and is known the next time",
    caller: "stranger",
    begins: { is_new_customer: true, can_self_register: true, customer_full_name: "", has_address: false },
    steps: [
      {
        tool: "create_customer",
        inputs: { first_name: "Mia", last_name: "Torres" },
        status: 201,
        gives: { customer_full_name: "Mia Torres" },
      },
      find("boiler", tuesday),
      book("boiler"),
      {
        calls: "stranger",
        begins: {
          is_new_customer: false,
          can_self_register: false,
          customer_first_name: "Mia",
          upcoming_appointments: "~Tuesday, March 2",
        },
      },
    ],
    ends: { appointments: [{ booked_by: "agent" }], confirmations: 1 },
  },
  {
    name: "AG-06 a new caller looks at times first, and has to register before booking",
    caller: "stranger",
    by: "text",
    steps: [
      find("boiler", tuesday),
      {
        ...book("boiler"),
        status: 409,
        refuses: { code: "registration_needed", message: "I need your name before I can do that." },
        as: "refused",
      },
      {
        tool: "create_customer",
        inputs: { name: "Mia Torres", email: "mia@example.com" },
        gives: { warnings: [] },
      },
      book("boiler"),
    ],
    ends: { appointments: [{ status: "scheduled" }] },
  },
  {
    name: "AG-06 the company takes no new customers",
    caller: "stranger",
    given: [{ company: "PUT /company", body: { new_customers: "not_allowed" } }],
    begins: { is_new_customer: true, can_self_register: false, bookable_types: "" },
    steps: [
      {
        tool: "list_appointment_types",
        gives: { appointment_types: [], say: "We don't take new customers at the moment." },
      },
      {
        tool: "create_customer",
        inputs: { name: "Mia Torres" },
        status: 403,
        refuses: { code: "registration_closed", message: "New customers are not allowed" },
      },
    ],
    ends: { appointments: [] },
  },
  {
    name: "AG-06 an email that somebody else has is not kept",
    caller: "stranger",
    steps: [
      {
        tool: "create_customer",
        inputs: { name: "Mia Torres", email: "sam@example.com" },
        status: 201,
        gives: { warnings: ["email_taken"], say: "~already in use" },
      },
    ],
  },
  {
    name: "AG-02 a caller who hides the number can look, and not book",
    caller: "hidden",
    begins: {
      is_new_customer: true,
      can_self_register: false,
      customer_full_name: "",
      upcoming_appointments: "",
    },
    steps: [
      find("boiler", tuesday),
      { ...book("boiler"), status: 409, refuses: { code: "caller_unknown" }, as: "refused" },
      {
        tool: "create_customer",
        inputs: { name: "Mia Torres" },
        status: 409,
        refuses: { code: "caller_unknown" },
      },
      { tool: "list_my_appointments", gives: { appointments: [] } },
    ],
    ends: { appointments: [] },
  },
  {
    name: "AG-08 no address yet: it is asked for, saved, and the visit booked",
    begins: { has_address: false },
    steps: [
      {
        ...find("visit", thatWeek),
        gives: { providers: [], reason: "no_address", say: "~I need your address first" },
      },
      {
        ...save(),
        status: 200,
        gives: { in_service_area: true, say: "Thank you, we come to your address." },
      },
      { ...find("visit", thatWeek), gives: { reason: null } },
      book("visit"),
      { calls: "sam", begins: { has_address: true } },
    ],
    ends: { appointments: [{ status: "scheduled" }] },
  },
  {
    name: "AG-08 the address is out of the service area",
    steps: [
      { ...save({ line1: "1600 Wynkoop St", postal_code: "80202" }), gives: { in_service_area: true } },
      {
        ...find("visit", thatWeek),
        gives: {
          providers: [],
          recommended: [],
          reason: "out_of_service_area",
          say: "I'm sorry, we don't come to your address.",
        },
      },
      {
        tool: "book_appointment",
        inputs: {
          appointment_type_id: "$visit",
          provider_id: "$ana",
          start_time: "2027-03-03T15:00:00.000Z",
        },
        status: 409,
        refuses: { code: "out_of_service_area" },
      },
    ],
    ends: { appointments: [] },
  },
  {
    name: "AG-08 half an address is asked for again",
    steps: [
      {
        ...save({ line1: "" }),
        status: 400,
        refuses: { code: "invalid_input", field: "line1", message: "~street address" },
      },
      {
        tool: "save_address",
        inputs: { line1: "2 Oak Ave", city: "Austin" },
        status: 400,
        refuses: { field: "postal_code", message: "Could you tell me the ZIP code, or the city and state?" },
      },
      { tool: "save_address", inputs: { line1: "2 Oak Ave", city: "Austin", state: "TX" }, status: 200 },
    ],
  },
  {
    name: "AG-08 three addresses, and the last of them as often as it is sent",
    steps: [
      save(),
      save({ line1: "3 Oak Ave" }),
      save({ line1: "4 Oak Ave" }),
      { again: "same" },
      { again: "same" },
      { ...save({ line1: "5 Oak Ave" }), status: 429, refuses: { code: "rate_limited" } },
    ],
  },
  {
    name: "AG-08 the address that the company has set stays",
    given: [
      {
        company: "PUT /customers/$sam",
        body: {
          address: {
            line1: "9 Elm Ct",
            line2: null,
            city: "Austin",
            state: "TX",
            postal_code: "78704",
            country: "US",
          },
        },
      },
    ],
    begins: { has_address: true },
    steps: [
      { ...save(), status: 409, refuses: { code: "address_set_by_company", message: "~already on file" } },
      find("visit", thatWeek),
      book("visit"),
    ],
  },
]
