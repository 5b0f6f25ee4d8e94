/**
 * The tools of a company's staff: each is one operation of the company API with the inputs that a model needs, in words for one. A tool
 * that tells customers names the operation that previews it.
 */
import { z } from "zod"
import { text } from "../../../domain/model/fields.ts"

export interface StaffTool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** The operation's name. */
  calls: string
  /** Inputs that stand in the path, with the path's own names; all others are of the query or the body. */
  path?: Readonly<Record<string, string>>
  /** The operation that tells what customers would hear. Such a tool acts only when it is confirmed. */
  preview?: string
  /** The operation that says what one of several customers would hear. */
  previewEach?: string
  /** The operation that reads the record whose version holds the preview and the deed together. */
  versionOf?: string
  /** This is sent beside the inputs. */
  fixed?: Readonly<Record<string, unknown>>
}

const id = (of: string) =>
  z
    .int()
    .min(1)
    .meta({ description: `The id of ${of}.` })
const time = (what: string) => text(40).meta({ description: `${what}, as 2027-03-02T15:00:00Z.` })
const date = (what: string) => text(10).meta({ description: `${what}, as 2027-03-02.` })
const cursor = text(500).optional().meta({ description: "`next_cursor` of the answer before." })

const reported = {
  from: date("The first date").optional(),
  to: date("The last date").optional(),
  group_by: z.enum(["day", "week", "month", "provider", "type", "location"]).optional(),
}

const setUp = (name: string, title: string, description: string): StaffTool => ({
  ...{ name, title, description, calls: name },
  input: z.strictObject({ cursor }),
})

const appointment = { appointment_id: "id" }

export const staffTools: readonly StaffTool[] = [
  setUp("list_appointment_types", "Appointment types", "What can be booked, with ids and lengths."),
  setUp("list_providers", "Providers", "The people who do the work, with ids and the types that they offer."),
  setUp("list_locations", "Locations", "The company's locations, with ids and time zones."),
  {
    ...{ name: "find_customers", title: "Find customers", calls: "list_customers" },
    description: "Finds customers by a part of the name, the phone or the email.",
    input: z.strictObject({
      search: text(200).optional(),
      phone: text(40).optional(),
      email: text(254).optional(),
      cursor,
    }),
  },
  {
    ...{ name: "create_customer", title: "Register a customer", calls: "create_customer" },
    description: "Registers somebody who is no customer yet. Look for them first.",
    input: z.strictObject({
      name: text(200),
      phone: text(40).optional(),
      email: text(254).optional(),
    }),
  },
  {
    ...{ name: "list_appointments", title: "Read a day", calls: "list_appointments" },
    description:
      "The appointments between two times, by default of all providers. For one day, send its midnights.",
    input: z.strictObject({
      from: time("They end after it").optional(),
      to: time("They begin before it").optional(),
      provider_id: id("a provider").optional(),
      customer_id: id("a customer").optional(),
      location_id: id("a location").optional(),
      status: z.enum(["scheduled", "pending", "cancelled", "completed", "no_show"]).optional(),
      cursor,
    }),
  },
  {
    ...{ name: "read_appointment", title: "Read an appointment", calls: "read_appointment" },
    description: "One appointment as it stands.",
    input: z.strictObject({ appointment_id: id("the appointment") }),
    path: appointment,
  },
  {
    ...{ name: "find_slots", title: "Find free times", calls: "find_slots" },
    description:
      "The times at which one type can be booked. `recommended` comes first. Ask for a week at most, and book no time that is not in the answer.",
    input: z.strictObject({
      appointment_type_id: id("the type"),
      start_date: date("The first date").optional(),
      end_date: date("The last date").optional(),
      location_id: id("a location").optional(),
      provider_id: id("a provider").optional(),
      customer_id: id("the customer who comes").optional(),
      appointment_id: id("the appointment that is to move").optional(),
    }),
  },
  {
    ...{ name: "explain_time", title: "Explain a time", calls: "explain_slots" },
    description: "Says why a provider can or cannot be booked at a time.",
    input: z.strictObject({
      appointment_type_id: id("the type"),
      provider_id: id("the provider"),
      start_time: time("The time"),
      location_id: id("the location").optional(),
      customer_id: id("the customer who would come").optional(),
    }),
  },
  {
    ...{ name: "book_appointment", title: "Book", calls: "book_appointment", preview: "preview_booking" },
    description: "Books a time that find_slots gave.",
    input: z.strictObject({
      customer_id: id("the customer"),
      appointment_type_id: id("the type"),
      provider_id: id("the provider"),
      location_id: id("the location").optional(),
      start_time: time("The start"),
      notes: text(2_000).optional(),
    }),
  },
  {
    ...{
      name: "move_appointment",
      title: "Move",
      calls: "reschedule_appointment",
      preview: "preview_move",
    },
    description:
      "Moves one appointment to another time, or to another provider. Others of the same visit or series stay.",
    input: z.strictObject({
      appointment_id: id("the appointment"),
      start_time: time("The new start"),
      provider_id: id("the provider, where it changes").optional(),
      location_id: id("the location, where it changes").optional(),
    }),
    path: appointment,
    versionOf: "read_appointment",
    fixed: { whole_group: false },
  },
  {
    ...{
      name: "cancel_appointment",
      title: "Cancel",
      calls: "cancel_appointment",
      preview: "preview_cancel",
    },
    description: "Cancels one appointment. Others of the same visit or series stay.",
    input: z.strictObject({
      appointment_id: id("the appointment"),
      reason: text(500).optional().meta({ description: "For the company's own records." }),
    }),
    path: appointment,
    versionOf: "read_appointment",
    fixed: { whole_group: false },
  },
  {
    ...{ name: "propose_for_sick_day", title: "Plan a day that breaks", calls: "create_disruption" },
    description:
      "A provider is ill, or a location is closed: proposes another time for each appointment in these hours. Writes no appointment and tells no customer.",
    input: z.strictObject({
      provider_id: id("the provider who is away").optional(),
      location_id: id("the location that is closed").optional(),
      from: time("When it begins"),
      to: time("When it ends"),
      reason: text(200),
    }),
  },
  {
    ...{ name: "apply_sick_day", title: "Apply the proposals", calls: "apply_disruption" },
    ...{
      preview: "read_disruption",
      previewEach: "preview_disruption_messages",
      versionOf: "read_disruption",
    },
    description: "Moves the appointments as propose_for_sick_day said, and tells their customers.",
    input: z.strictObject({
      disruption_id: id("the plan"),
      close: z.boolean().optional().meta({ description: "True closes the hours to new bookings." }),
    }),
    path: { disruption_id: "id" },
  },
  {
    ...{ name: "read_inbox", title: "What waits for us", calls: "read_inbox" },
    description:
      "What waits for an answer of the staff: bookings to confirm, calls to make, messages that did not go.",
    input: z.strictObject({}),
  },
  {
    ...{ name: "list_waiting", title: "Who waits for a time", calls: "list_waiting_entries" },
    description: "The waiting list, the oldest first.",
    input: z.strictObject({ appointment_type_id: id("a type").optional(), cursor }),
    fixed: { state: "waiting" },
  },
  {
    ...{ name: "report_bookings", title: "Report of bookings", calls: "read_bookings_report" },
    description: "How many appointments were booked, by whom, and how many were cancelled.",
    input: z.strictObject(reported),
  },
  {
    ...{ name: "report_utilisation", title: "Report of hours", calls: "read_utilisation_report" },
    description: "How much of the offered hours is booked.",
    input: z.strictObject(reported),
  },
  {
    ...{ name: "report_no_shows", title: "Report of no-shows", calls: "read_no_shows_report" },
    description: "How many did not come.",
    input: z.strictObject(reported),
  },
]
