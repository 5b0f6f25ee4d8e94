/** A customer. Their phone is the primary contact; consent belongs to numbers, never to customers. */
import { z } from "zod"
import {
  type Consent,
  type ContactRow,
  contactShown,
  contactView,
  emailConsentsShown,
  emailConsentView,
  sharedPhone,
} from "./contact.ts"
import type { CustomerInEvent } from "./event.ts"
import { type Metadata, metadataField, metadataInEvent, metadataView, showMetadata } from "./external-data.ts"
import {
  email,
  externalRef,
  id,
  ifVersion,
  line,
  locale,
  name,
  phone,
  recordVersion,
  text,
  timestamp,
} from "./fields.ts"
import type { AddressAccuracy } from "./geo.ts"
import { timezone } from "./location.ts"
import { type Address, addressAccuracyView, addressInput, addressView, iso, isoOrNull } from "./views.ts"

const oneForm = "expected either name, or first_name and last_name"

interface Names {
  name?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
}

const namedOneWay = (sent: Names) =>
  sent.name === undefined || (sent.first_name === undefined && sent.last_name === undefined)

const optionalFields = {
  name: name(200).optional().meta({ description: "The whole name; split at the first space." }),
  first_name: name(200).optional(),
  last_name: line(200).optional(),
  phone: phone.nullable().optional().meta({ description: "Becomes the primary contact." }),
  shared_phone: sharedPhone,
  email: email.nullable().optional(),
  address: addressInput.nullable().optional(),
  external_ref: externalRef.nullable().optional().meta({ description: "Unique in the company." }),
  metadata: metadataField,
  assigned_provider_id: id.nullable().optional(),
  locale: locale.nullable().optional(),
  timezone: timezone.nullable().optional(),
  warning: line(200).nullable().optional().meta({
    description:
      "What everybody must know who goes there or calls: staff see it wherever they see the customer.",
  }),
  notes: text(2_000).nullable().optional().meta({ description: "For staff. No customer reads it." }),
}

const phoneIsSent = (sent: { phone?: string | null | undefined; shared_phone?: boolean | undefined }) =>
  sent.shared_phone === undefined || typeof sent.phone === "string"
const withPhone = { path: ["shared_phone"], error: "goes with a phone" }

export const customerInput = z
  .strictObject(optionalFields)
  .refine((sent) => sent.name !== undefined || sent.first_name !== undefined, {
    path: ["name"],
    error: "is required (expected name, or first_name and last_name)",
  })
  .refine(namedOneWay, { path: ["name"], error: oneForm })
  .refine(phoneIsSent, withPhone)
  .meta({
    examples: [
      {
        name: "Sam Poe",
        phone: "+12105550123",
        email: "sam@example.com",
        external_ref: "crm-9",
        address: { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      },
    ],
  })

/** Fields sent are changed, the others stay. */
export const customerPatch = z
  .strictObject({ ...optionalFields, if_version: ifVersion })
  .refine(namedOneWay, { path: ["name"], error: oneForm })
  .refine(phoneIsSent, withPhone)
  .meta({ examples: [{ first_name: "Sam", last_name: "Poe" }] })

/** A row of a bulk write. Who is there already is changed; a new one needs a name. */
export const bulkCustomerFields = z
  .strictObject({
    ...optionalFields,
    external_ref: externalRef.meta({
      description: "By what your system knows them, and what the row is recognised by.",
    }),
  })
  .refine(namedOneWay, { path: ["name"], error: oneForm })
  .refine(phoneIsSent, withPhone)
  .meta({ id: "BulkCustomer" })
export type CustomerPatch = Omit<z.output<typeof customerPatch>, "if_version">

export const customerView = z
  .object({
    id: z.int(),
    version: recordVersion,
    external_ref: z.string().nullable(),
    ...metadataView,
    name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    address: addressView.nullable(),
    address_source: z.enum(["company", "agent", "public_page"]).nullable(),
    address_accuracy: addressAccuracyView,
    assigned_provider_id: z.int().nullable(),
    locale: z.enum(["en", "fr", "es"]).nullable(),
    timezone: z.string().nullable(),
    warning: z.string().nullable(),
    notes: z.string().nullable(),
    contacts: z.array(contactView).meta({
      description:
        "All numbers that are kept, each once. A number that an agent confirmed is among them, also where the answer was lost.",
    }),
    email_consents: z.array(emailConsentView).meta({
      description: "What was said of mails to the email, oldest first; the newest counts.",
    }),
    created_at: timestamp,
    updated_at: timestamp.meta({ description: "When the record or one of its numbers was last changed." }),
    archived_at: timestamp.nullable(),
    erased_at: timestamp.nullable().meta({ description: "When everything personal was removed." }),
  })
  .meta({ id: "Customer" })

export type AddressSource = "company" | "agent" | "public_page"

/** As it is stored. */
export interface Customer {
  id: number
  version: number
  first_name: string
  last_name: string
  email: string | null
  address: Address | null
  address_latitude: number | null
  address_longitude: number | null
  /** Null when the point came with the address, and until a geocoder was asked. */
  address_accuracy: AddressAccuracy | null
  address_source: AddressSource | null
  external_ref: string | null
  metadata: Metadata | null
  assigned_provider_id: number | null
  locale: "en" | "fr" | "es" | null
  timezone: string | null
  /** Staff see it wherever they see the customer; customers never do. */
  warning: string | null
  /** For staff. */
  notes: string | null
  source: AddressSource
  archived_at: Date | null
  erased_at: Date | null
  created_at: Date
  updated_at: Date
}

/** `"Ana María Ruiz"` → first name Ana, last name María Ruiz. */
export function splitName(whole: string): { first_name: string; last_name: string } {
  const [first = "", ...rest] = whole.trim().split(" ")
  return { first_name: first, last_name: rest.join(" ").trim() }
}

export const fullName = (names: { first_name: string; last_name: string }) =>
  `${names.first_name} ${names.last_name}`.trim()

/** The customer as the company sees it; `consentsOf` gives the history of a number or an address. */
export function customerShown(
  customer: Customer,
  contacts: readonly ContactRow[],
  consentsOf: (phone: string) => readonly Consent[],
): z.input<typeof customerView> {
  return {
    id: customer.id,
    version: customer.version,
    external_ref: customer.external_ref,
    ...showMetadata(customer),
    name: fullName(customer),
    first_name: customer.first_name,
    last_name: customer.last_name,
    phone: contacts.find((contact) => contact.is_primary)?.phone ?? null,
    email: customer.email,
    address: customer.address,
    address_source: customer.address_source,
    address_accuracy: customer.address_accuracy,
    assigned_provider_id: customer.assigned_provider_id,
    locale: customer.locale,
    timezone: customer.timezone,
    warning: customer.warning,
    notes: customer.notes,
    contacts: contacts.map((contact) => contactShown(contact, consentsOf(contact.phone))),
    email_consents: emailConsentsShown(
      customer.email === null ? [] : consentsOf(customer.email.toLowerCase()),
    ),
    created_at: iso(customer.created_at),
    updated_at: iso(customer.updated_at),
    archived_at: isoOrNull(customer.archived_at),
    erased_at: isoOrNull(customer.erased_at),
  }
}

/** The maker of a record gives these fields; the store adds the others. */
export type GivenCustomer = Omit<
  Customer,
  "id" | "version" | "archived_at" | "erased_at" | "created_at" | "updated_at"
>

export type CustomerForEvent = Pick<
  Customer,
  "id" | "external_ref" | "first_name" | "last_name" | "email" | "address"
> & { phone: string | null; metadata?: Metadata | null }

/** A customer as events carry it, in the specification's shape. */
export function customerInEvent(row: CustomerForEvent): CustomerInEvent {
  const { id, external_ref, phone, email, address } = row
  return { id, external_ref, name: fullName(row), phone, email, address, ...metadataInEvent(row) }
}
