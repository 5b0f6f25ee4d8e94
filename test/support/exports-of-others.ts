/** Files as other systems export them, what a person says of each, and what becomes of its rows. */
import { join } from "node:path"
import type { Cell } from "../../domain/csv/cells.ts"
import type { Source } from "../../domain/csv/known-exports.ts"
import type { DateOrder, ImportKind, RowResult } from "../../domain/model/imports.ts"

export interface OthersExport {
  name: string
  kind: ImportKind
  source: Source
  /** Cells whose titles no list of that system's says. */
  columns?: Partial<Record<Cell, string>>
  /** Values that a cell has in every row. */
  same?: Partial<Record<Cell, string>>
  /** The meaning here of a text in the file. */
  matches?: Partial<Record<Cell, Record<string, string>>>
  dates?: DateOrder
  fates: Partial<Record<RowResult["fate"], number>>
  /** The people who are made, by names. */
  people: readonly string[]
}

export const pathOfExport = (name: string) => join(import.meta.dirname, "../domain/csv/cases", name)

const boilerByAna = { appointment_type: "Boiler service", provider: "Ana Ruiz" }

export const exportsOfOthers: readonly OthersExport[] = [
  {
    ...{ name: "google-contacts-2024.csv", kind: "customers", source: "google", fates: { made: 3 } },
    people: ["Lee Park", "Mia Stone", "Acme Pool Service"],
  },
  {
    ...{ name: "google-calendar.csv", kind: "appointments", source: "google", fates: { made: 1 } },
    ...{ same: boilerByAna, dates: "mdy", people: ["Zoe Finn"] },
  },
  {
    ...{ name: "outlook-contacts.csv", kind: "customers", source: "outlook", fates: { made: 1 } },
    people: ["Otto Kern"],
  },
  {
    ...{ name: "square.csv", kind: "customers", source: "square", fates: { made: 2 } },
    people: ["Harbour Foods", "Kit Lund"],
  },
  {
    ...{ name: "jobber.csv", kind: "customers", source: "jobber", fates: { made: 1 } },
    people: ["Corner Bakery"],
  },
  {
    ...{ name: "fresha.csv", kind: "customers", source: "fresha", fates: { made: 2 } },
    people: ["Fay Orr", "Gus Ray"],
  },
  {
    ...{ name: "calendly.csv", kind: "appointments", source: "calendly", fates: { made: 1, skipped: 1 } },
    people: ["Sue Low"],
  },
  {
    ...{ name: "cal-com.csv", kind: "appointments", source: "cal.com", fates: { made: 1, skipped: 1 } },
    ...{ matches: { provider: { ana: "Ana Ruiz" } }, people: ["Ava Poe"] },
  },
  {
    ...{ name: "acuity.csv", kind: "appointments", source: "acuity", fates: { made: 1 } },
    people: ["Uli Rex"],
  },
  {
    ...{ name: "bookly.csv", kind: "appointments", source: "bookly", fates: { made: 2 } },
    ...{ matches: { cancelled: { Pending: "no" } }, people: ["Bo Lund", "Cy Moe"] },
  },
  {
    ...{ name: "bookly-customers.csv", kind: "customers", source: "bookly", fates: { made: 1 } },
    people: ["Ed Fox"],
  },
  {
    ...{ name: "amelia.csv", kind: "appointments", source: "amelia", fates: { made: 2 } },
    people: ["Di Fox", "Al Poe"],
  },
  {
    ...{ name: "amelia-separate.csv", kind: "appointments", source: "amelia", fates: { skipped: 1 } },
    people: [],
  },
  {
    ...{ name: "amelia-customers.csv", kind: "customers", source: "amelia", fates: { made: 1 } },
    people: ["Ivy Low"],
  },
  {
    ...{ name: "housecall.csv", kind: "appointments", source: "housecall", fates: { made: 1 } },
    ...{ same: boilerByAna, dates: "mdy", people: ["Kay Dee"] },
  },
  {
    ...{ name: "vagaro.csv", kind: "customers", source: "own", fates: { made: 2 } },
    people: ["Lou May", "Mo Nye"],
  },
  {
    // It has names alone, by which no customer is known again: a person adds a column of numbers or emails.
    ...{ name: "vagaro-appointments.csv", kind: "appointments", source: "own", dates: "mdy" },
    ...{ fates: { refused: 1, skipped: 1 }, people: [] },
  },
  {
    ...{ name: "booksy.csv", kind: "customers", source: "own", fates: { made: 1 } },
    ...{ columns: { email: "Contact e-mail" }, people: ["Ned Orr"] },
  },
  {
    ...{ name: "servicetitan.csv", kind: "customers", source: "own", fates: { made: 1 } },
    ...{ columns: { external_ref: "Customer ID" }, people: ["Pam Oak"] },
  },
]
