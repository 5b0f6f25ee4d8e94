/**
 * Rows of a file that a company brings along: customers, providers and appointments. A row holds texts as they stand in a file,
 * under names of ours. What a text means is judged for each row, so one bad cell refuses one row and not the batch.
 */
import { z } from "zod"
import { bounded, flag, timestamp } from "./fields.ts"
import { timezone } from "./location.ts"

/** A cell. Empty and null are the same as left out. What it may hold is judged with its row. */
const cell = bounded(10_000, "expected at most 10000 characters", "expected a text").nullable().optional()
const told = (description: string) => cell.meta({ description })

const addressCells = {
  line1: cell,
  line2: cell,
  city: cell,
  state: cell,
  postal_code: cell,
  country: told("Two letters; US when left out."),
}

const customerCells = {
  name: told("The whole name, unless first_name and last_name are given."),
  first_name: cell,
  last_name: cell,
  company: told("The name of a customer who has no other."),
  phone: told(
    "As people write it. A number without a country is of the US or Canada. Of several, with semicolons between them, the first that can " +
      "be texted is the customer's; one called mobile or cell goes first. The others, and a number with its extension, stand in the notes.",
  ),
  shared_phone: told("`yes`: another customer's number, which does not identify this one."),
  email: told(
    "Of several, with semicolons between them, the first is the customer's; the others stand in the notes.",
  ),
  ...addressCells,
  locale: told("en, es or fr."),
  timezone: told("An IANA time zone, as America/Chicago."),
  warning: told("What everybody must know who goes there or calls."),
  text_opt_out: told("`yes`, or the day of it: the customer wants no texts."),
  email_opt_out: told("`yes`, or the day of it: the customer wants no mails."),
  accepts_texts: told("`no`: the customer wants no texts. `yes` grants nothing."),
  accepts_emails: told("`no`: the customer wants no mails that no booking needs. `yes` grants nothing."),
}

export const customerRow = z
  .strictObject({
    external_ref: told("The customer's id in the system that the file comes from."),
    ...customerCells,
    latitude: cell,
    longitude: cell,
    assigned_provider: told("A provider's name or id."),
    notes: told("What staff have written down about the customer."),
  })
  .meta({ id: "ImportedCustomerRow" })

const hoursCell = told("`09:00-12:00, 13:00-17:00`, by the location's clock.")

export const providerRow = z
  .strictObject({
    name: cell,
    active: told("`no` stops new bookings."),
    appointment_types: told("Names or ids of what the provider offers, with semicolons between them."),
    location: told("The location of the hours, by name or id. Not needed where there is only one."),
    monday: hoursCell,
    tuesday: hoursCell,
    wednesday: hoursCell,
    thursday: hoursCell,
    friday: hoursCell,
    saturday: hoursCell,
    sunday: hoursCell,
    ...addressCells,
    max_travel_km: cell,
  })
  .meta({ id: "ImportedProviderRow" })

export const appointmentRow = z
  .strictObject({
    external_ref: told("The appointment's id in the system that the file comes from."),
    cancelled: told(
      "`yes`, or a state: one of cancelling, declining, deleting, moving or not coming, in English, Spanish or French, skips the " +
        "row. A word that is not known is refused.",
    ),
    start_time: told(
      "`2027-03-16 09:00`, also with am or pm, by the clock of the location or of `timezone`; or with Z or an offset.",
    ),
    date: told("With `time`, instead of `start_time`."),
    time: cell,
    end_time: told("As `start_time`. Left out, the appointment is as long as its type."),
    minutes: told("The length, instead of `end_time`."),
    appointment_type: told("A name or an id, as in `provider` and `location`."),
    provider: cell,
    other_providers: told(
      "Of a type that takes several: who comes beside `provider`, by names or ids with semicolons between them. Left out, they are " +
        "chosen from those who are free.",
    ),
    seats: told("Of a class: how many seats of the provider's session at that time. 1 when left out."),
    location: told("Not needed where the provider works at one location only."),
    notes: cell,
    customer_ref: told("The customer's id in the system that the file comes from."),
    ...customerCells,
  })
  .meta({ id: "ImportedAppointmentRow" })

export type CustomerRow = z.output<typeof customerRow>
export type ProviderRow = z.output<typeof providerRow>
export type AppointmentRow = z.output<typeof appointmentRow>
export type ImportedRow = CustomerRow | ProviderRow | AppointmentRow

/** So many rows at the most in one request. An appointment is a booking of its own, so there are fewer of them. */
export const mostRows = { customers: 500, providers: 100, appointments: 100 } as const
export type ImportKind = keyof typeof mostRows

const rowsOf = <Row extends z.ZodType>(row: Row, kind: ImportKind) =>
  z
    .array(row)
    .min(1, { error: "expected at least one row" })
    .max(mostRows[kind], { error: `expected at most ${mostRows[kind]} rows` })

const dryRun = flag.default(false).meta({ description: "Says each row's fate and writes nothing." })

export const importCustomersInput = z
  .strictObject({ dry_run: dryRun, rows: rowsOf(customerRow, "customers") })
  .meta({ examples: [{ rows: [{ external_ref: "crm-9", name: "Sam Poe", phone: "(512) 555-0123" }] }] })

export const importProvidersInput = z
  .strictObject({ dry_run: dryRun, rows: rowsOf(providerRow, "providers") })
  .meta({ examples: [{ rows: [{ name: "Ana Ruiz", monday: "09:00-17:00" }] }] })

export const dateOrder = z.enum(["ymd", "mdy", "dmy"], { error: "expected one of ymd, mdy, dmy" })
export type DateOrder = z.output<typeof dateOrder>

export const importAppointmentsInput = z
  .strictObject({
    dry_run: dryRun,
    timezone: timezone.optional().meta({
      description: "The clock by which times without an offset are written; the location's when left out.",
    }),
    date_order: dateOrder.default("ymd").meta({
      description: "How dates with slashes or dots are written: `mdy` reads 3/16/2027. `ymd` refuses them.",
    }),
    deliver_events: flag.default(false).meta({
      description:
        "Queues webhooks of the events. The events are listed and streamed in any case; no text is sent in any case.",
    }),
    rows: rowsOf(appointmentRow, "appointments"),
  })
  .meta({
    examples: [
      {
        rows: [
          {
            external_ref: "cal-1",
            start_time: "2027-03-16 09:00",
            appointment_type: "Boiler service",
            provider: "Ana Ruiz",
            name: "Sam Poe",
            email: "sam@example.com",
          },
        ],
      },
    ],
  })

export const fates = ["made", "unchanged", "skipped", "refused"] as const
export type Fate = (typeof fates)[number]

const reason = z.object({
  code: z.string().meta({
    description: "A refusal's code. Of a skipped row `past` or `cancelled`.",
  }),
  message: z.string(),
  field: z.string().nullable().meta({ description: "The row's cell that it is about." }),
})
export type FateReason = z.output<typeof reason>

const optOutOf = z.enum(["texts", "emails", "offers"])
export type OptOutOf = z.output<typeof optOutOf>

const importedRow = z
  .object({
    fate: z.enum(fates).meta({
      description:
        "`made`: it is new. `unchanged`: it is there, and nothing was changed. `skipped`: an appointment that is over or " +
        "cancelled. `refused`: `reason` says why. A dry run says what would be.",
    }),
    id: z
      .int()
      .nullable()
      .meta({ description: "The id of the record; null in a dry run for one that is new." }),
    key: z
      .string()
      .nullable()
      .meta({
        description:
          "What the row is recognised by. Two rows of a file with the same key are one record, also where a dry run could not " +
          "know of the first.",
      }),
    differs: z.array(z.string()).meta({
      description:
        "The cells that say something else than a record that is there, also than an appointment's customer. It stays as it is.",
    }),
    in_notes: z.array(z.string()).meta({
      description:
        "Texts of a new customer that no cell of a record holds, such as a second number or one with an extension: they stand in the " +
        "customer's notes.",
    }),
    opted_out: z.array(optOutOf).meta({
      description:
        "What the customer wants none of, as the row says; `offers` are mails that no booking needs. It is recorded for the number or the email, also where the customer is there; " +
        "one that has agreed here keeps its yes, and `differs` names the cell.",
    }),
    reason: reason.nullable(),
    start_time: timestamp.nullable().meta({ description: "Of an appointment: when it starts, in UTC." }),
    timezone: z.string().nullable().meta({ description: "Of an appointment: its location's zone." }),
  })
  .meta({ id: "ImportedRow" })
export type RowResult = z.output<typeof importedRow>

export const importView = z
  .object({
    dry_run: z.boolean(),
    made: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    refused: z.int(),
    rows: z.array(importedRow).meta({ description: "One for each row that was sent, in their order." }),
  })
  .meta({ id: "Import" })

export function importShown(dryRun: boolean, rows: RowResult[]): z.input<typeof importView> {
  const count = (fate: Fate) => rows.filter((row) => row.fate === fate).length
  return {
    dry_run: dryRun,
    made: count("made"),
    unchanged: count("unchanged"),
    skipped: count("skipped"),
    refused: count("refused"),
    rows,
  }
}

const blank: RowResult = {
  fate: "refused",
  id: null,
  key: null,
  differs: [],
  in_notes: [],
  opted_out: [],
  reason: null,
  start_time: null,
  timezone: null,
}

/** A row's result out of what is special about it. */
export const rowResult = (of: Partial<RowResult> & Pick<RowResult, "fate">): RowResult => ({
  ...blank,
  ...of,
})
