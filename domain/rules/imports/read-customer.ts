/** A customer out of a row of a file. */
import { customerInput } from "../../model/customer.ts"
import { invalid } from "../../model/errors.ts"
import { type Cells, flagOf, numberOf, phoneOf, readAs, textOf } from "./cells.ts"

const addressNames = ["line1", "line2", "city", "state", "postal_code", "country"] as const
type CustomerCell =
  | "external_ref"
  | "name"
  | "first_name"
  | "last_name"
  | "company"
  | "phone"
  | "shared_phone"
  | "email"
  | "locale"
  | "timezone"
  | "warning"
  | "latitude"
  | "longitude"
  | (typeof addressNames)[number]

export type ImportedCustomer = ReturnType<typeof readCustomer>

/**
 * Throws `invalid_input` for what cannot be a customer, and for one who could not be recognised in the next run.
 * `reference.cell` is where the customer's own id stands. The notes are those of the customer, not of an appointment in the same row.
 */
export function readCustomer(
  cells: Cells<CustomerCell>,
  reference: { cell: string; text: string | null },
  notes: string | null = null,
) {
  const email = textOf(cells, "email")
  const phone = phoneOf(cells, "phone")
  if (reference.text === null && phone === null && email === null) {
    throw invalid(reference.cell, "one of this, phone and email is needed to recognise the customer again")
  }
  const [name, first, last] = [
    textOf(cells, "name"),
    textOf(cells, "first_name"),
    textOf(cells, "last_name"),
  ] as const
  const isShared = phone !== null && flagOf(cells, "shared_phone") === true
  const given = {
    // A file may have the whole name beside its parts.
    ...(first === null
      ? { name: name ?? last ?? textOf(cells, "company") ?? undefined }
      : { first_name: first, last_name: last ?? "" }),
    phone,
    ...(isShared ? { shared_phone: true } : {}),
    email: email?.toLowerCase() ?? null,
    address: readAddress(cells),
    external_ref: reference.text,
    locale: textOf(cells, "locale")?.toLowerCase() ?? null,
    timezone: textOf(cells, "timezone"),
    warning: textOf(cells, "warning"),
    notes,
  }
  return readAs(customerInput, given, (field) =>
    field === "external_ref" ? reference.cell : field.replace(/^address\./, ""),
  )
}

/** Null when no cell of it is filled. A country alone is no address. */
export function readAddress(cells: Cells<CustomerCell>) {
  const given = addressNames.filter((name) => textOf(cells, name) !== null)
  if (given.length === 0 || (given.length === 1 && given[0] === "country")) return null
  const missing = (["line1", "city", "state", "postal_code"] as const).find(
    (name) => textOf(cells, name) === null,
  )
  if (missing) throw invalid(missing, "is needed for an address")
  const latitude = numberOf(cells, "latitude")
  const longitude = numberOf(cells, "longitude")
  if ((latitude === null) !== (longitude === null)) {
    throw invalid("latitude", "expected latitude and longitude together, or neither")
  }
  return {
    line1: textOf(cells, "line1"),
    line2: textOf(cells, "line2"),
    city: textOf(cells, "city"),
    state: textOf(cells, "state"),
    postal_code: textOf(cells, "postal_code"),
    country: textOf(cells, "country")?.toUpperCase() ?? "US",
    ...(latitude === null ? {} : { latitude, longitude }),
  }
}
