/** A customer out of a row of a file. */

import type { OptOutCell } from "../../csv/opt-out-words.ts"
import { customerInput } from "../../model/customer.ts"
import { invalid } from "../../model/errors.ts"
import { type Cells, flagOf, numberOf, readAs, textOf } from "./cells.ts"
import { emailsOf, numbersOf } from "./read-numbers.ts"
import { optOutsOf, type ReadOptOuts } from "./read-opt-outs.ts"

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
  | OptOutCell
  | (typeof addressNames)[number]

export type ImportedCustomer = ReturnType<typeof readCustomer>

/** A row's data beside the customer's record. */
interface Beside {
  /** All numbers of the row that can be read, in E.164. */
  numbers: string[]
  optOuts: ReadOptOuts
  /** Texts that the record has no field for, as they stand in the file: its notes have them. */
  inNotes: string[]
}

/**
 * Throws `invalid_input` for what cannot be a customer, and for one who could not be recognised in the next run.
 * `reference.cell` is where the customer's own id stands. The notes are those of the customer, not of an appointment in the same row.
 */
export function readCustomer(
  cells: Cells<CustomerCell>,
  reference: { cell: string; text: string | null },
  notes: string | null = null,
) {
  const { email, further: emails } = emailsOf(cells, "email")
  const { phone, isExtension, further: numbers, all } = numbersOf(cells, "phone")
  if (reference.text === null && phone === null && email === null) {
    throw invalid(reference.cell, "one of this, phone and email is needed to recognise the customer again")
  }
  const [name, first, last] = [
    textOf(cells, "name"),
    textOf(cells, "first_name"),
    textOf(cells, "last_name"),
  ] as const
  const isShared = phone !== null && (flagOf(cells, "shared_phone") === true || isExtension)
  const optOuts = optOutsOf(cells)
  const inNotes = [...numbers, ...emails, ...unplaced(optOuts, { phone, email })]
  const given = {
    // A file may have the whole name beside its parts.
    ...(first === null
      ? (lastFirst(name) ?? { name: name ?? last ?? textOf(cells, "company") ?? undefined })
      : { first_name: first, last_name: last ?? "" }),
    phone,
    ...(isShared ? { shared_phone: true } : {}),
    email: email?.toLowerCase() ?? null,
    address: readAddress(cells),
    external_ref: reference.text,
    locale: textOf(cells, "locale")?.toLowerCase() ?? null,
    timezone: textOf(cells, "timezone"),
    warning: textOf(cells, "warning"),
    notes: [...(notes === null ? [] : [notes]), ...inNotes].join("\n") || null,
  }
  const customer = readAs(customerInput, given, (field) =>
    field === "external_ref" ? reference.cell : field.replace(/^address\./, ""),
  )
  return { ...customer, beside: { numbers: all, optOuts, inNotes } satisfies Beside as Beside }
}

/** An opt-out of a customer without a number, or without an email, is for who adds one later to read. */
const unplaced = (
  { texts, emails }: ReadOptOuts,
  { phone, email }: { phone: string | null; email: string | null },
): string[] => [
  ...(texts && phone === null ? ["text_opt_out: yes"] : []),
  ...(emails !== null && email === null ? ["email_opt_out: yes"] : []),
]

const longestName = 200
/** Words that may follow a person's or a company's name behind a comma. */
const suffixes = /^(?:jr|sr|ii|iii|iv|md|dds|dvm|phd|esq|cpa|rn|inc|llc|llp|ltd|co|corp|gmbh|pc|pa)\.?$/i

/** "Vega, Luis" as first and last name; null for what is not written so, such as "Poe, Jr." or "Poe, Hale & Co". */
function lastFirst(name: string | null) {
  const [last = "", first = "", ...more] = name === null || name.length > longestName ? [] : name.split(",")
  const parts = [last, first].map((part) => part.trim())
  const isName = parts.every((part) => /^[\p{L}\p{M}'’.\- ]+$/u.test(part) && part.split(" ").length <= 4)
  if (more.length > 0 || !isName || suffixes.test(parts[1]!)) return null
  return { first_name: parts[1]!, last_name: parts[0]! }
}

/** As address books write the countries that most addresses are in. */
const countries: Readonly<Record<string, string>> = {
  ...{
    "united states": "US",
    "united states of america": "US",
    usa: "US",
    "estados unidos": "US",
    "états-unis": "US",
  },
  ...{ canada: "CA", canadá: "CA", mexico: "MX", méxico: "MX", mexique: "MX" },
}

function countryOf(text: string | null): string {
  return text === null ? "US" : (countries[text.toLowerCase()] ?? text.toUpperCase())
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
    country: countryOf(textOf(cells, "country")),
    ...(latitude === null ? {} : { latitude, longitude }),
  }
}
