/** Makes a customer of a person whose number was proved by a call or a code. The number identifies them from now on. */

import type { ServiceAddress } from "../../domain/model/availability.ts"
import type { ContactRow } from "../../domain/model/contact.ts"
import type { AddressSource, Customer } from "../../domain/model/customer.ts"
import { newCustomer } from "../../domain/model/customer-changes.ts"
import type { Address } from "../../domain/model/views.ts"
import type { Tx } from "../platform/pg/database.ts"
import { insertContact } from "./contacts.sql.ts"
import { insertCustomer, isEmailTaken } from "./customers.sql.ts"
import { type Noted, noteCreated } from "./note-customer.ts"

export interface Registration {
  phone: string
  firstName: string
  lastName: string
  /** Not kept when another customer of the company has it. */
  email: string | null
  address: { address: Address; serviceAddress: ServiceAddress } | null
  source: Exclude<AddressSource, "company">
}

export interface Registered {
  customer: Customer
  contact: ContactRow
  warnings: "email_taken"[]
}

/** The caller holds the number's lock, and has seen that it identifies no customer. */
export async function registerCustomer(tx: Tx, by: Noted, registration: Registration): Promise<Registered> {
  const { companyId, now } = by
  const { phone, firstName, lastName, email, address, source } = registration
  const isTaken = email !== null && (await isEmailTaken(tx, companyId, email))
  const customer = await insertCustomer(
    tx,
    companyId,
    {
      ...newCustomer({ first_name: firstName, last_name: lastName, email: isTaken ? null : email }),
      ...(address ? { ...addressColumns(address), address_source: source } : {}),
      source,
    },
    now,
  )
  const contact = await insertContact(
    tx,
    companyId,
    {
      customer_id: customer.id,
      phone,
      label: null,
      is_primary: true,
      identifies: true,
      verified_at: new Date(now),
    },
    now,
  )
  await noteCreated(tx, by, customer.id)
  return { customer, contact, warnings: isTaken ? ["email_taken"] : [] }
}

const addressColumns = ({ address, serviceAddress }: NonNullable<Registration["address"]>) => ({
  address,
  address_latitude: serviceAddress.point?.latitude ?? null,
  address_longitude: serviceAddress.point?.longitude ?? null,
  address_accuracy: serviceAddress.accuracy ?? null,
})
