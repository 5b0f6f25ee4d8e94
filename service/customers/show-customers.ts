/** Customers with their numbers and the consents of each: two statements for any number of customers. */
import { type Consent, type ContactRow, contactShown } from "../../domain/model/contact.ts"
import { type Customer, customerShown } from "../../domain/model/customer.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import type { Db } from "../platform/pg/database.ts"
import { listConsents, listContacts } from "./contacts.sql.ts"
import { consentKeyOf } from "./email-consents.ts"

export async function showCustomers(
  db: Db,
  sealer: Sealer,
  companyId: number,
  customers: readonly Customer[],
): Promise<ReturnType<typeof customerShown>[]> {
  const ids = customers.map((customer) => customer.id)
  const contacts = await listContacts(db, companyId, ids)
  const emails = customers.flatMap(({ email }) => (email === null ? [] : [consentKeyOf(email)]))
  const said = [...contacts.map(({ phone }) => phone), ...emails]
  const consentsOf = await consentsBy(db, sealer, companyId, said)
  const contactsOf = Map.groupBy(contacts, (contact) => contact.customer_id)
  return customers.map((customer) => customerShown(customer, contactsOf.get(customer.id) ?? [], consentsOf))
}

export async function showCustomer(
  db: Db,
  sealer: Sealer,
  companyId: number,
  customer: Customer,
): Promise<ReturnType<typeof customerShown>> {
  const [shown] = await showCustomers(db, sealer, companyId, [customer])
  return shown!
}

export async function showContact(
  db: Db,
  sealer: Sealer,
  companyId: number,
  contact: ContactRow,
): Promise<ReturnType<typeof contactShown>> {
  const consentsOf = await consentsBy(db, sealer, companyId, [contact.phone])
  return contactShown(contact, consentsOf(contact.phone))
}

/**
 * The consents of numbers and addresses. The entries of one may lie under the hashes of several keys, since the host's keys
 * rotate.
 */
async function consentsBy(
  db: Db,
  sealer: Sealer,
  companyId: number,
  addresses: readonly string[],
): Promise<(phone: string) => readonly Consent[]> {
  const phoneOfHash = new Map<string, string>()
  for (const phone of addresses) {
    for (const hash of sealer.phoneHashes(companyId, phone)) phoneOfHash.set(hash, phone)
  }
  const rows = phoneOfHash.size === 0 ? [] : await listConsents(db, companyId, [...phoneOfHash.keys()])
  const byPhone = Map.groupBy(rows, (row) => phoneOfHash.get(row.phone_hash)!)
  return (phone) => (byPhone.get(phone) ?? []).map(({ phone_hash: _, ...consent }) => consent)
}
