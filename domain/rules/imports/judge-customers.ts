/**
 * Finds the customers of a file who exist already. A row with an id of the company's own is the customer who has it. Any
 * other is the customer who has its number, or its email, under the same name; the same under another name is refused, since
 * only a person can know whether it is a new name or another person. A record that is there is never changed.
 */
import { isSameName, nameKey } from "../../csv/plain-name.ts"
import { fullName, splitName } from "../../model/customer.ts"
import { Refusal } from "../../model/errors.ts"
import { type FateReason, type RowResult, rowResult } from "../../model/imports.ts"
import type { Address } from "../../model/views.ts"
import { judgeOptOuts, type SaidEvents } from "./opt-outs.ts"
import type { ImportedCustomer } from "./read-customer.ts"

/** A customer of the company who is not archived, as far as rows are compared with it. */
export interface KnownCustomer {
  /** Null for one that a dry run would make. */
  id: number | null
  first_name: string
  last_name: string
  email: string | null
  external_ref: string | null
  address: Address | null
  locale: string | null
  timezone: string | null
  warning: string | null
  notes: string | null
  phones: readonly { phone: string; identifies: boolean }[]
}

/** A row that makes a customer, under the id drawn for it. */
export interface NewImportedCustomer {
  id: number
  input: ImportedCustomer
}

export interface JudgedCustomers {
  results: RowResult[]
  made: NewImportedCustomer[]
}

/**
 * Judges rows in their order; what an earlier row makes is known to a later one. `drawn` has an id for each row; without ids
 * nothing is to be made.
 */
export function judgeCustomers(
  rows: readonly (ImportedCustomer | Refusal)[],
  known: readonly KnownCustomer[],
  said: SaidEvents,
  drawn: readonly number[] | null,
): JudgedCustomers {
  const register = createRegister(known)
  const made: NewImportedCustomer[] = []
  const results = rows.map((row, index) => {
    if (row instanceof Refusal) return refusedRow(row)
    const key = keyOf(row)
    const found = findCustomer(register, row)
    if (found instanceof Refusal) return refusedRow(found, key)
    const { opted_out, differs } = judgeOptOuts(row, said)
    if (found) {
      const all = [...differences(row, found), ...differs]
      return rowResult({ fate: "unchanged", key, id: found.id, differs: all, opted_out })
    }
    const id = drawn === null ? null : drawn[index]!
    if (id !== null) made.push({ id, input: row })
    register.add(asKnown(id, row))
    return rowResult({ fate: "made", key, id, differs, opted_out, in_notes: row.beside.inNotes })
  })
  return { results, made }
}

export const reasonOf = ({ code, message, field }: Refusal): FateReason => ({
  code,
  message,
  field: field ?? null,
})

export const refusedRow = (refusal: Refusal, key: string | null = null): RowResult =>
  rowResult({ fate: "refused", key, reason: reasonOf(refusal) })

/** The text by which the row is recognised. */
export function keyOf(row: ImportedCustomer): string {
  const name = nameKey(nameOf(row))
  if (row.external_ref) return `ref:${row.external_ref}`
  if (row.phone && !row.shared_phone) return `phone:${row.phone}:${name}`
  return row.email ? `email:${row.email}:${name}` : `phone:${row.phone}:${name}`
}

const nameOf = (row: ImportedCustomer) =>
  row.name ?? fullName({ first_name: row.first_name ?? "", last_name: row.last_name ?? "" })

/** The customer that the row stands for; null for a new one. */
export function findCustomer(register: Register, row: ImportedCustomer): KnownCustomer | null | Refusal {
  const owner = row.phone && !row.shared_phone ? (register.byPhone.get(row.phone) ?? null) : null
  if (row.external_ref) {
    const own = register.byRef.get(row.external_ref)
    return own ?? (owner ? phoneTaken(owner) : null)
  }
  const isNamed = (one: KnownCustomer) => isSameName(fullName(one), nameOf(row))
  if (owner) return isNamed(owner) ? owner : phoneTaken(owner)
  const sharing = row.shared_phone ? (register.bySharedPhone.get(row.phone!) ?? []) : []
  const withEmail = row.email ? (register.byEmail.get(row.email) ?? []) : []
  const same = [...sharing, ...withEmail].find(isNamed)
  if (same) return same
  return row.phone === null && withEmail[0] ? emailTaken(withEmail[0]) : null
}

const theOther = ({ id }: KnownCustomer) => (id === null ? "an earlier row" : `customer ${id}`)

const phoneTaken = (other: KnownCustomer) =>
  new Refusal("phone_taken", {
    field: "phone",
    message: `phone: ${theOther(other)} has this number under another name or id`,
  })

const emailTaken = (other: KnownCustomer) =>
  new Refusal("email_taken", {
    field: "email",
    message: `email: ${theOther(other)} has it under another name; give a phone or an id of yours to tell them apart`,
  })

export interface Register {
  byRef: Map<string, KnownCustomer>
  byPhone: Map<string, KnownCustomer>
  bySharedPhone: Map<string, KnownCustomer[]>
  byEmail: Map<string, KnownCustomer[]>
  add(customer: KnownCustomer): void
}

export function createRegister(known: readonly KnownCustomer[]): Register {
  const register: Register = {
    byRef: new Map(),
    byPhone: new Map(),
    bySharedPhone: new Map(),
    byEmail: new Map(),
    add(customer) {
      if (customer.external_ref) register.byRef.set(customer.external_ref, customer)
      const email = customer.email?.toLowerCase()
      if (email) register.byEmail.set(email, [...(register.byEmail.get(email) ?? []), customer])
      for (const { phone, identifies } of customer.phones) {
        if (identifies) register.byPhone.set(phone, customer)
        else register.bySharedPhone.set(phone, [...(register.bySharedPhone.get(phone) ?? []), customer])
      }
    },
  }
  for (const customer of known) register.add(customer)
  return register
}

const asKnown = (id: number | null, row: ImportedCustomer): KnownCustomer => ({
  id,
  ...(row.name === undefined
    ? { first_name: row.first_name ?? "", last_name: row.last_name ?? "" }
    : splitName(row.name)),
  email: row.email ?? null,
  external_ref: row.external_ref ?? null,
  address: row.address ? { ...row.address, line2: row.address.line2 ?? null } : null,
  locale: row.locale ?? null,
  timezone: row.timezone ?? null,
  warning: row.warning ?? null,
  notes: row.notes ?? null,
  phones: row.phone ? [{ phone: row.phone, identifies: !row.shared_phone }] : [],
})

/** The filled cells that say something else than the record. */
export function differences(row: ImportedCustomer, known: KnownCustomer): string[] {
  const addressParts = ["line1", "line2", "city", "state", "postal_code", "country"] as const
  const differs: Record<string, boolean> = {
    name: !isSameName(nameOf(row), fullName(known)),
    phone: !!row.phone && !known.phones.some(({ phone }) => phone === row.phone),
    email: !!row.email && row.email !== known.email?.toLowerCase(),
    external_ref: !!row.external_ref && row.external_ref !== known.external_ref,
    locale: !!row.locale && row.locale !== known.locale,
    timezone: !!row.timezone && row.timezone !== known.timezone,
    warning: !!row.warning && row.warning !== known.warning,
    notes: (row.notes ?? "").split("\n").some((line) => !(known.notes ?? "").includes(line)),
    ...Object.fromEntries(
      addressParts.map((part) => [
        part,
        !!row.address?.[part] && row.address[part] !== (known.address?.[part] ?? null),
      ]),
    ),
  }
  return Object.keys(differs).filter((cell) => differs[cell])
}

/**
 * The customer of an appointment, which goes to the owner of the number or the email, also under another spelling of the name.
 * Only where several customers share an email does the name decide.
 */
export function findAttendee(register: Register, row: ImportedCustomer): KnownCustomer | null | Refusal {
  const own = row.external_ref ? register.byRef.get(row.external_ref) : undefined
  const owner = row.phone && !row.shared_phone ? register.byPhone.get(row.phone) : undefined
  if (own) return own
  if (owner) return row.external_ref ? phoneTaken(owner) : owner
  if (row.external_ref) return null
  const sharing = row.shared_phone ? (register.bySharedPhone.get(row.phone!) ?? []) : []
  const named = sharing.find((one) => isSameName(fullName(one), nameOf(row)))
  if (named) return named
  const withEmail = row.email ? (register.byEmail.get(row.email) ?? []) : []
  if (withEmail.length <= 1) return withEmail[0] ?? null
  const sameName = withEmail.filter((one) => isSameName(fullName(one), nameOf(row)))
  return sameName.length === 1 ? sameName[0]! : emailTaken(withEmail[0]!)
}
