/** Finding times and booking them. */
import type { Scripted } from "../conversation.ts"
import { book, find, thatWeek, tuesday } from "./steps.ts"

export const booking: readonly Scripted[] = [
  {
    name: "AG-07 AG-15 books the first recommended time on the phone, and gets a text",
    begins: {
      customer_first_name: "Sam",
      is_new_customer: false,
      channel: "voice",
      upcoming_appointments: "",
    },
    steps: [
      {
        tool: "list_appointment_types",
        gives: { today: "2027-03-01", today_say: "Monday, March 1, 2027", timezone: "America/Chicago" },
      },
      {
        ...find("boiler", tuesday),
        gives: {
          today_say: "Monday, March 1, 2027",
          say: "~I have Tuesday, March 2 at ",
          reason: null,
          recommended: [{ timezone: "America/Chicago", say: "Tuesday, March 2 at 9:00 AM" }, {}],
        },
      },
      {
        ...book("boiler"),
        gives: {
          start_time: "$found.recommended.0.start_time",
          say: "$found.recommended.0.say",
          booked_by: "agent",
          sms: { sent: true, reason: null },
        },
      },
      {
        tool: "list_my_appointments",
        gives: { appointments: [{ id: "$booked.id" }], say: "~Tuesday, March 2" },
      },
    ],
    ends: {
      appointments: [{ customer_id: "$sam", status: "scheduled", booked_by: "agent" }],
      events: ["appointment.created"],
      confirmations: 1,
    },
  },
  {
    name: "AG-07 books in a text thread",
    by: "text",
    begins: { channel: "sms", customer_full_name: "Sam Poe" },
    steps: [find("boiler", thatWeek), { waitMinutes: 300 }, book("boiler", "$found.recommended.1")],
    ends: { appointments: [{ status: "scheduled", booked_by: "agent" }], confirmations: 1 },
  },
  {
    name: "AG-07 books without a text when the caller wants none",
    steps: [
      find("boiler", tuesday),
      {
        ...book("boiler", "$found.recommended.0", { receive_sms_confirmation: false }),
        gives: { sms: { sent: false, reason: "not_wanted" } },
      },
    ],
    ends: { appointments: [{ status: "scheduled" }], confirmations: 0 },
  },
  {
    name: "AG-07 AG-14 books a job of two days by its start, and is told of both ever after",
    steps: [
      {
        ...find("refit", { start_date: "2027-03-05", end_date: "2027-03-06" }),
        gives: {
          say: "~Friday, March 5 and Monday, March 8, each day at 9:00 AM",
          recommended: [
            {
              start_time: "2027-03-05T15:00:00.000Z",
              blocks: [
                { start_time: "2027-03-05T15:00:00.000Z", end_time: "2027-03-05T23:00:00.000Z" },
                { start_time: "2027-03-08T15:00:00.000Z", end_time: "2027-03-08T23:00:00.000Z" },
              ],
            },
          ],
        },
      },
      { ...book("refit"), gives: { blocks: [{}, {}], say: "~Monday, March 8" } },
      {
        calls: "sam",
        begins: { upcoming_appointments: "~Friday, March 5 and Monday, March 8, each day at 9:00 AM" },
      },
    ],
    ends: {
      appointments: [{ blocks: [{}, {}], end_time: "2027-03-08T23:00:00.000Z" }],
      events: ["appointment.created"],
    },
  },
  {
    name: "AG-05 books the longer of two lengths",
    steps: [
      find("fitting", tuesday, { duration_option_id: "$twoRadiators" }),
      {
        ...book("fitting", "$found.recommended.0", {
          duration_option_id: "$twoRadiators",
        }),
        gives: { duration_option: { label: "Two radiators" } },
      },
    ],
    ends: { appointments: [{ duration_option: { label: "Two radiators" } }] },
  },
  {
    name: "AG-05 finds Ana by her name and books with her",
    steps: [
      {
        tool: "list_providers",
        inputs: { appointment_type_id: "$boiler" },
        gives: {
          providers: [
            { id: "$ana", name: "Ana Ruiz" },
            { id: "$ben", name: "Ben Okafor" },
          ],
          reason: null,
        },
      },
      {
        ...find("boiler", tuesday, { provider_id: "$ana" }),
        gives: {
          providers: [{ provider_id: "$ana" }],
          recommended: [{ provider_id: "$ana" }, { provider_id: "$ana" }],
        },
      },
      { ...book("boiler"), gives: { provider: { id: "$ana", name: "Ana Ruiz" } } },
    ],
  },
  {
    name: "AG-11 cannot choose who gives advice",
    steps: [
      {
        tool: "list_providers",
        inputs: { appointment_type_id: "$advice" },
        gives: { providers: [], say: "For this appointment we choose who is free for you." },
      },
      {
        ...find("advice", tuesday, { provider_id: "$ana" }),
        status: 400,
        refuses: {
          code: "filter_not_usable",
          message: "For this appointment we choose who is free for you.",
        },
      },
      { ...find("advice", tuesday), gives: { reason: null } },
      book("advice"),
    ],
    ends: { appointments: [{ status: "scheduled" }] },
  },
  {
    name: "AG-11 always gets the person whom the company has assigned",
    given: [
      { company: "PUT /company", body: { provider_assignment: "per_customer" } },
      { company: "PUT /customers/$sam", body: { assigned_provider_id: "$ben" } },
    ],
    steps: [
      {
        tool: "list_providers",
        inputs: { appointment_type_id: "$boiler" },
        gives: { providers: [{ id: "$ben", name: "Ben Okafor" }] },
      },
      { ...find("boiler", tuesday), gives: { providers: [{ provider_id: "$ben" }] } },
      {
        ...find("boiler", tuesday, { provider_id: "$ana" }),
        status: 400,
        refuses: { code: "filter_not_usable" },
        as: "refused",
      },
      { ...find("boiler", tuesday) },
      { ...book("boiler"), gives: { provider: { id: "$ben" } } },
    ],
  },
  {
    name: "AG-05 finds Denver by its name, and hears its times in its own zone",
    steps: [
      {
        tool: "list_locations",
        inputs: { appointment_type_id: "$tuning" },
        gives: {
          locations: [
            { id: "$austin", name: "Downtown" },
            { id: "$denver", name: "Denver" },
          ],
        },
      },
      {
        ...find("tuning", tuesday, { location_id: "$denver" }),
        gives: {
          providers: [{ location_id: "$denver", timezone: "America/Denver" }],
          recommended: [{ location_id: "$denver", timezone: "America/Denver" }, {}],
        },
      },
      { ...book("tuning"), gives: { timezone: "America/Denver", say: "$found.recommended.0.say" } },
    ],
    ends: { appointments: [{ location: { name: "Denver" } }] },
  },
  {
    name: "AG-12 asks for a place and a person that cannot be had, and for some that are not there",
    given: [
      { company: "PUT /locations/$denver", body: { service_area: { kind: "radius", km: 40 } } },
      { company: "PUT /providers/$cleo", body: { appointment_type_ids: ["$tuning", "$visit"] } },
    ],
    steps: [
      { tool: "save_address", inputs: { line1: "2 Oak Ave", postal_code: "78702" } },
      {
        ...find("visit", tuesday, { location_id: "$denver" }),
        status: 400,
        refuses: { code: "filter_not_usable", field: "location_id" },
      },
      {
        ...find("boiler", tuesday, { provider_id: "$cleo" }),
        gives: {
          providers: [],
          reason: "provider_does_not_offer_type",
          say: "~doesn't do this kind of appointment",
        },
      },
      {
        ...find("boiler", tuesday, { location_id: "$denver" }),
        gives: { reason: "no_provider_offers_type", say: "That isn't offered at that location." },
      },
      {
        ...find("boiler", tuesday, { location_id: 999_999 }),
        status: 404,
        refuses: { code: "not_found", field: "location_id", message: "I couldn't find that location." },
      },
      {
        ...find("boiler", tuesday, { provider_id: 999_999 }),
        status: 404,
        refuses: { code: "not_found", field: "provider_id", message: "I couldn't find that person." },
      },
      {
        ...find("boiler", tuesday, { appointment_type_id: 999_999 }),
        status: 404,
        refuses: { code: "not_found", message: "I couldn't find that kind of appointment." },
      },
    ],
  },
  {
    name: "AG-12 wants a Sunday, and is told when the next time is",
    steps: [
      {
        ...find("boiler", { start_date: "2027-03-07", end_date: "2027-03-08" }),
        gives: {
          providers: [],
          recommended: [],
          reason: null,
          say: "~The next time after them is Monday, March 8 at 9:00 AM.",
          next_available: { start_time: "2027-03-08T15:00:00.000Z", say: "Monday, March 8 at 9:00 AM" },
        },
      },
      book("boiler", "$found.next_available"),
    ],
    ends: { appointments: [{ start_time: "2027-03-08T15:00:00.000Z" }] },
  },
  {
    name: "AG-12 a time that the model made up is refused with the nearest ones",
    steps: [
      {
        tool: "book_appointment",
        inputs: {
          appointment_type_id: "$boiler",
          provider_id: "$ana",
          start_time: "2027-03-02T15:07:00.000Z",
        },
        status: 409,
        refuses: {
          code: "time_not_offered",
          message: "~That time isn't available. The nearest times are Tuesday, March 2 at 9:00 AM",
          details: { alternatives: [{ say: "Tuesday, March 2 at 9:00 AM" }, {}, {}] },
        },
        as: "refused",
      },
      book("boiler", "$refused.details.alternatives.0"),
    ],
    ends: { appointments: [{ start_time: "2027-03-02T15:00:00.000Z" }] },
  },
  {
    name: "AG-12 a wrong weekday is refused: the model took the Sunday for the Monday",
    steps: [
      {
        tool: "book_appointment",
        inputs: {
          appointment_type_id: "$boiler",
          provider_id: "$ben",
          start_time: "2027-03-07T15:00:00.000Z",
        },
        status: 409,
        refuses: { code: "time_not_offered", details: { alternatives: [{ say: "~day, March " }, {}, {}] } },
      },
    ],
    ends: { appointments: [], events: [] },
  },
  {
    name: "AG-12 the time is taken while the caller thinks, and the nearest one is booked",
    steps: [
      { ...find("boiler", tuesday, { provider_id: "$ana" }) },
      {
        company: "POST /appointments",
        body: {
          customer_id: "$ruth",
          appointment_type_id: "$boiler",
          provider_id: "$ana",
          location_id: "$austin",
          start_time: "$found.recommended.0.start_time",
        },
      },
      {
        ...book("boiler"),
        status: 409,
        refuses: { code: "slot_taken", message: "~That time has just been taken. The nearest times are " },
        as: "refused",
      },
      book("boiler", "$refused.details.alternatives.0"),
    ],
    ends: {
      appointments: [{ customer_id: "$ruth" }, { customer_id: "$sam" }],
      events: ["appointment.created", "appointment.created"],
      confirmations: 1,
    },
  },
  {
    name: "AG-12 days that have passed, and days too far ahead",
    steps: [
      {
        ...find("boiler", { start_date: "2027-02-22", end_date: "2027-02-27" }),
        gives: { providers: [], say: "~The next time after them is Monday, March 1 at 9:00 AM." },
      },
      {
        ...find("boiler", { start_date: "2027-06-01", end_date: "2027-06-08" }),
        gives: { providers: [], next_available: null, say: "~We book until Friday, April 30." },
      },
      {
        ...find("boiler", { start_date: "2027-03-01", end_date: "2027-04-02" }),
        status: 400,
        refuses: { code: "invalid_input", message: "Which dates would suit you?" },
      },
      {
        ...find("boiler", { start_date: "2027-02-30", end_date: "2027-03-02" }),
        status: 400,
        refuses: { code: "invalid_input", field: "start_date" },
      },
    ],
  },
  {
    name: "AG-15 a long search is thinned out, and keeps what it recommends",
    steps: [
      {
        ...find("boiler", { start_date: "2027-03-02", end_date: "2027-04-02" }),
        gives: { more: true, recommended: [{}, {}, {}, {}, {}] },
      },
      book("boiler", "$found.recommended.4"),
    ],
    ends: { appointments: [{ start_time: "$found.recommended.4.start_time" }] },
  },
  {
    name: "AG-12 it is too short notice for the next hour",
    steps: [
      { ...find("boiler", { start_date: "2027-03-01", end_date: "2027-03-02" }) },
      { waitMinutes: 150 },
      { calls: "sam" },
      {
        tool: "book_appointment",
        inputs: {
          appointment_type_id: "$boiler",
          provider_id: "$ana",
          start_time: "2027-03-01T15:30:00.000Z",
        },
        status: 409,
        refuses: {
          code: "time_not_offered",
          details: { alternatives: [{ say: "Monday, March 1 at 10:30 AM" }, {}, {}] },
        },
      },
    ],
    ends: { appointments: [] },
  },
]
