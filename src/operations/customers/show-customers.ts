/** Customers with their numbers and what was said of each, for any number of customers in two statements. */
import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { type Consent, type ContactRow, contactShown, type contactView } from "../../model/contact.ts"
import { type Customer, customerShown, type customerView } from "../../model/customer.ts"
import { listConsents } from "../../store/consents.ts"
import { listContacts } from "../../store/contacts.ts"
import type { Db } from "../../store/pg/database.ts"

export async function showCustomers(
  context: AppContext,
  db: Db,
  companyId: number,
  customers: readonly Customer[],
): Promise<z.input<typeof customerView>[]> {
  const ids = customers.map((customer) => customer.id)
  const contacts = await listContacts(db, companyId, ids)
  const consentsOf = await consentsByPhone(context, db, companyId, contacts)
  const contactsOf = Map.groupBy(contacts, (contact) => contact.customer_id)
  return customers.map((customer) => customerShown(customer, contactsOf.get(customer.id) ?? [], consentsOf))
}

export async function showCustomer(
  context: AppContext,
  db: Db,
  companyId: number,
  customer: Customer,
): Promise<z.input<typeof customerView>> {
  const [shown] = await showCustomers(context, db, companyId, [customer])
  return shown!
}

export async function showContact(
  context: AppContext,
  db: Db,
  companyId: number,
  contact: ContactRow,
): Promise<z.input<typeof contactView>> {
  const consentsOf = await consentsByPhone(context, db, companyId, [contact])
  return contactShown(contact, consentsOf(contact.phone))
}

/** A number's entries may lie under hashes of several keys, since the host's keys rotate. */
async function consentsByPhone(
  context: AppContext,
  db: Db,
  companyId: number,
  contacts: readonly ContactRow[],
): Promise<(phone: string) => readonly Consent[]> {
  const phoneOfHash = new Map<string, string>()
  for (const { phone } of contacts) {
    for (const hash of context.sealer.phoneHashes(companyId, phone)) phoneOfHash.set(hash, phone)
  }
  const rows = phoneOfHash.size === 0 ? [] : await listConsents(db, companyId, [...phoneOfHash.keys()])
  const byPhone = Map.groupBy(rows, (row) => phoneOfHash.get(row.phone_hash)!)
  return (phone) => (byPhone.get(phone) ?? []).map(({ phone_hash: _, ...consent }) => consent)
}
