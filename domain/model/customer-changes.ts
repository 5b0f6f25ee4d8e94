/** A customer's record after the company's changes. */
import { type CustomerPatch, type GivenCustomer, splitName } from "./customer.ts"
import { changedMetadata } from "./external-data.ts"
import { withPatch } from "./fields.ts"
import { type LocatedAddress, postalPart } from "./views.ts"

const unknown: GivenCustomer = {
  first_name: "",
  last_name: "",
  email: null,
  address: null,
  address_latitude: null,
  address_longitude: null,
  address_accuracy: null,
  address_source: null,
  external_ref: null,
  metadata: null,
  assigned_provider_id: null,
  locale: null,
  timezone: null,
  warning: null,
  notes: null,
  source: "company",
}

/** The patch after its address was geocoded. */
type LocatedPatch = Omit<CustomerPatch, "address"> & { address?: LocatedAddress | null | undefined }

export const newCustomer = (input: LocatedPatch): GivenCustomer => changedCustomer(unknown, input)

/** The record with the fields that were sent, except those of the phone, which is a contact. */
export function changedCustomer<Record extends GivenCustomer>(present: Record, patch: LocatedPatch): Record {
  const { name, address, metadata, phone: _, shared_phone: __, ...plain } = patch
  return {
    ...present,
    ...withPatch<GivenCustomer>(present, plain),
    metadata: changedMetadata(present.metadata, metadata),
    ...(name === undefined ? {} : splitName(name)),
    ...(address === undefined ? {} : addressColumns(address)),
  }
}

/** The columns of an address, which is one field to the API. */
const addressParts: ReadonlySet<string> = new Set(
  Object.keys(addressColumns(null)).filter((column) => column !== "address"),
)

/** Names of the API's fields by which two records differ, the phone's aside. */
export function changedFields(before: GivenCustomer, after: GivenCustomer): string[] {
  const columns = Object.keys(unknown) as (keyof GivenCustomer)[]
  const differing = columns.filter((column) => !isSameValue(before[column], after[column]))
  return [...new Set(differing.map((column) => (addressParts.has(column) ? "address" : column)))]
}

/** Addresses are compared by their parts, in any order. */
function isSameValue(a: GivenCustomer[keyof GivenCustomer], b: GivenCustomer[keyof GivenCustomer]): boolean {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b
  const parts = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof typeof a)[]
  return parts.every((part) => (a[part] ?? null) === (b[part] ?? null))
}

/** A new address replaces the coordinates of the old one as well. */
function addressColumns(address: LocatedAddress | null) {
  return {
    address: address && postalPart(address),
    address_latitude: address?.latitude ?? null,
    address_longitude: address?.longitude ?? null,
    address_accuracy: address?.accuracy ?? null,
    address_source: address && ("company" as const),
  }
}
