/** An appointment out of a row of a file, as far as it can be read without the company's records. */
import { mostSeatsBooked } from "../../model/class-seats.ts"
import { invalid } from "../../model/errors.ts"
import { externalRef, text } from "../../model/fields.ts"
import type { AppointmentRow, DateOrder } from "../../model/imports.ts"
import { minutesOf, neededText, numberOf, readAs, textOf } from "./cells.ts"
import { type ImportedCustomer, readCustomer } from "./read-customer.ts"
import { isClock, readTime, type WallTime } from "./read-time.ts"

export interface ReadAppointment {
  externalRef: string | null
  start: number | WallTime
  /** Null takes the type's length. */
  end: number | WallTime | null
  minutes: number | null
  type: string
  provider: string
  /** The crew, as the row names it; empty leaves the choice open. */
  otherProviders: string[]
  /** The seats of a class; null where the row does not say. */
  seats: number | null
  location: string | null
  notes: string | null
  customer: ImportedCustomer
}

const longestMinutes = 1_440

export function readAppointment(row: AppointmentRow, order: DateOrder): ReadAppointment {
  const end = textOf(row, "end_time")
  const minutes = minutesOf(row, "minutes")
  if (minutes !== null && (!Number.isInteger(minutes) || minutes < 1 || minutes > longestMinutes)) {
    throw invalid("minutes", `expected whole minutes, at most ${longestMinutes}`)
  }
  const seats = numberOf(row, "seats")
  if (seats !== null && (!Number.isInteger(seats) || seats < 1 || seats > mostSeatsBooked))
    throw invalid("seats", `expected a whole number, at most ${mostSeatsBooked}`)
  const reference = textOf(row, "external_ref")
  return {
    externalRef: reference === null ? null : readAs(externalRef, reference, () => "external_ref"),
    start: readTime(startOf(row), textOf(row, "start_time") === null ? "date" : "start_time", order),
    end: end === null ? null : readEnd(end, textOf(row, "date"), order),
    minutes: end === null ? minutes : null,
    type: neededText(row, "appointment_type"),
    provider: neededText(row, "provider"),
    otherProviders: namesIn(textOf(row, "other_providers")),
    seats,
    location: textOf(row, "location"),
    notes: readAs(text(2_000).nullable(), textOf(row, "notes"), () => "notes"),
    customer: readCustomer(row, { cell: "customer_ref", text: textOf(row, "customer_ref") }),
  }
}

const namesIn = (cell: string | null): string[] =>
  (cell ?? "")
    .split(";")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** A start that is a clock only is one of the row's day. */
function startOf(row: AppointmentRow): string {
  const start = textOf(row, "start_time")
  const date = textOf(row, "date")
  if (start !== null) return date !== null && isClock(start) ? `${date} ${start}` : start
  return `${neededText(row, "date")} ${neededText(row, "time")}`
}

/** Files that have the day in a column of its own write the clock only. */
function readEnd(end: string, date: string | null, order: DateOrder): number | WallTime {
  return readTime(date !== null && isClock(end) ? `${date} ${end}` : end, "end_time", order)
}
