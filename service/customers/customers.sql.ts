/** Customers, their addresses included. */
import type { ServiceAddress } from "../../domain/model/availability.ts"
import type { Customer, CustomerForEvent, GivenCustomer } from "../../domain/model/customer.ts"
import type { ExternalDataFilter } from "../../domain/model/external-data.ts"
import type { EmailState } from "../../domain/model/mail.ts"
import type { Address } from "../../domain/model/views.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import {
  externalDataConditions,
  type IdSpan,
  inIdOrder,
  unlessArchived,
} from "../platform/pg/external-data.ts"

export const customerColumns = `id, version, first_name, last_name, email, address, address_latitude, address_longitude, address_accuracy,
  address_source, external_ref, metadata, assigned_provider_id, locale, timezone, warning, notes, source, archived_at, erased_at, created_at, updated_at`

export async function findCustomer(db: Db, companyId: number, id: number): Promise<Customer | null> {
  return db.first<Customer>(
    `SELECT ${customerColumns} FROM customer WHERE company_id = $1 AND id = $2 AND archived_at IS NULL`,
    [companyId, id],
  )
}

/** Finds archived customers too: for export and erasure, which the law grants to them as well. */
export async function findCustomerEvenArchived(
  db: Db,
  companyId: number,
  id: number,
): Promise<Customer | null> {
  return db.first<Customer>(`SELECT ${customerColumns} FROM customer WHERE company_id = $1 AND id = $2`, [
    companyId,
    id,
  ])
}

/** First and last name as one text. */
export async function findCustomerName(db: Db, companyId: number, id: number): Promise<string> {
  const [row] = await db.query<{ name: string }>(
    "SELECT trim(first_name || ' ' || last_name) AS name FROM customer WHERE company_id = $1 AND id = $2",
    [companyId, id],
  )
  return row!.name
}

/** The fields of a customer that events carry. */
export async function findCustomerForEvent(
  db: Db,
  companyId: number,
  id: number,
): Promise<CustomerForEvent | null> {
  return db.first<CustomerForEvent>(
    `SELECT c.id, c.external_ref, c.metadata, c.first_name, c.last_name, c.email, c.address, p.phone
     FROM customer c
     LEFT JOIN contact p ON p.company_id = c.company_id AND p.customer_id = c.id AND p.is_primary
     WHERE c.company_id = $1 AND c.id = $2`,
    [companyId, id],
  )
}

export interface CustomerFilter extends ExternalDataFilter, IdSpan {
  email: string | null
  phone: string | null
}

/** In the order of ids; those who are archived only of a list of changes. Emails match without regard to case. */
export async function listCustomers(db: Db, companyId: number, filter: CustomerFilter): Promise<Customer[]> {
  const carrying = externalDataConditions(filter, "", 5)
  const { after, by } = inIdOrder(filter, "")
  return db.query<Customer>(
    `SELECT ${customerColumns} FROM customer
     WHERE company_id = $1 AND ${after}${unlessArchived(filter, "")}
       AND ($4::text IS NULL OR lower(email) = lower($4))
       AND ($5::text IS NULL OR id IN (SELECT customer_id FROM contact WHERE company_id = $1 AND phone = $5))${carrying.sql}
     ${by} LIMIT $3`,
    [companyId, filter.afterId, filter.limit, filter.email, filter.phone, ...carrying.values],
  )
}

export async function insertCustomer(
  tx: Tx,
  companyId: number,
  customer: GivenCustomer,
  now: number,
): Promise<Customer> {
  const [row] = await tx.query<Customer>(
    `INSERT INTO customer (company_id, first_name, last_name, email, address, address_latitude, address_longitude,
       address_accuracy, address_source, external_ref, metadata, assigned_provider_id, locale, timezone, warning, notes, source,
       created_at, updated_at, email_state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18,
       CASE WHEN $17 <> 'company' AND $4::text IS NOT NULL THEN 'unproven' END) RETURNING ${customerColumns}`,
    [companyId, ...valuesOf(customer), customer.source, new Date(now)],
  )
  return row!
}

/**
 * Says when the customer was changed last, and returns it: each change of one customer is later than the one before, even
 * when the clocks are not, since receivers order by time.
 */
export async function touchCustomer(tx: Tx, companyId: number, id: number, now: number): Promise<Date> {
  const row = await tx.first<{ updated_at: Date }>(
    `UPDATE customer SET updated_at = greatest($3, updated_at + interval '1 ms') WHERE company_id = $1 AND id = $2
     RETURNING updated_at`,
    [companyId, id, new Date(now)],
  )
  return row!.updated_at
}

export async function updateCustomer(tx: Tx, companyId: number, customer: Customer): Promise<void> {
  await tx.query(
    `UPDATE customer SET first_name = $2, last_name = $3, email = $4, address = $5, address_latitude = $6,
       address_longitude = $7, address_accuracy = $8, address_source = $9, external_ref = $10,
       metadata = $11, assigned_provider_id = $12, locale = $13, timezone = $14, warning = $15, notes = $16,
       address_city_codes = CASE WHEN address IS NOT DISTINCT FROM $5::jsonb THEN address_city_codes END,
       email_state = CASE WHEN email IS NOT DISTINCT FROM $4 THEN email_state END
     WHERE company_id = $1 AND id = $17`,
    [companyId, ...valuesOf(customer), customer.id],
  )
}

/** Sets an address that the customer gave on the public page, unless the customer has one: false then. */
export async function setCustomerAddress(
  tx: Tx,
  companyId: number,
  id: number,
  { address, serviceAddress }: { address: Address; serviceAddress: ServiceAddress },
): Promise<boolean> {
  const { latitude = null, longitude = null } = serviceAddress.point ?? {}
  return tx.some(
    `UPDATE customer SET address = $3, address_latitude = $4, address_longitude = $5, address_accuracy = $6,
       address_source = 'public_page', version = version + 1
     WHERE company_id = $1 AND id = $2 AND address IS NULL RETURNING 1`,
    [companyId, id, address, latitude, longitude, serviceAddress.accuracy ?? null],
  )
}

/** Sets an address that the customer gave to an agent. False when the company set one: it is never replaced. */
export async function setAgentAddress(
  tx: Tx,
  companyId: number,
  id: number,
  { address, serviceAddress }: { address: Address; serviceAddress: ServiceAddress },
): Promise<boolean> {
  const { latitude = null, longitude = null } = serviceAddress.point ?? {}
  return tx.some(
    `UPDATE customer SET address = $3, address_latitude = $4, address_longitude = $5, address_accuracy = $6,
       address_city_codes = $7, address_source = 'agent', version = version + 1
     WHERE company_id = $1 AND id = $2 AND address_source IS DISTINCT FROM 'company' RETURNING 1`,
    [
      ...[companyId, id, address, latitude, longitude, serviceAddress.accuracy ?? null],
      serviceAddress.cityCodes ? JSON.stringify(serviceAddress.cityCodes) : null,
    ],
  )
}

/** True where a customer who is not archived has this email, without regard to case. */
export async function isEmailTaken(db: Db, companyId: number, email: string): Promise<boolean> {
  return db.some(
    "SELECT 1 FROM customer WHERE company_id = $1 AND lower(email) = lower($2) AND archived_at IS NULL LIMIT 1",
    [companyId, email],
  )
}

export async function archiveCustomer(tx: Tx, companyId: number, id: number, now: number): Promise<void> {
  await tx.query(
    `UPDATE customer SET archived_at = coalesce(archived_at, $3)
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, new Date(now)],
  )
}

function valuesOf(customer: GivenCustomer): unknown[] {
  return [
    customer.first_name,
    customer.last_name,
    customer.email,
    customer.address,
    customer.address_latitude,
    customer.address_longitude,
    customer.address_accuracy,
    customer.address_source,
    customer.external_ref,
    customer.metadata,
    customer.assigned_provider_id,
    customer.locale,
    customer.timezone,
    customer.warning,
    customer.notes,
  ]
}

/** The provider who is assigned to the customer; null without one. */
export async function findAssignedProvider(
  db: Db,
  companyId: number,
  customerId: number,
): Promise<{ id: number; name: string } | null> {
  return db.first<{ id: number; name: string }>(
    `SELECT p.id, p.name FROM customer u
     JOIN provider p ON p.company_id = u.company_id AND p.id = u.assigned_provider_id
     WHERE u.company_id = $1 AND u.id = $2`,
    [companyId, customerId],
  )
}

/** Says why no mail goes to the customer's email, unless the email has changed since. */
export async function setEmailState(
  tx: Tx,
  companyId: number,
  id: number,
  { email, state }: { email: string; state: EmailState },
): Promise<void> {
  await tx.query("UPDATE customer SET email_state = $4 WHERE company_id = $1 AND id = $2 AND email = $3", [
    companyId,
    id,
    email,
    state,
  ])
}

/** An email whose holder says whether it is the customer's. */
export interface EmailOnProof {
  email: string
  email_state: EmailState | null
  locale: Customer["locale"]
}

/** Null without an email. */
export const findEmailOnProof = (db: Db, companyId: number, id: number): Promise<EmailOnProof | null> =>
  db.first<EmailOnProof>(
    `SELECT email, email_state, locale FROM customer
     WHERE company_id = $1 AND id = $2 AND email IS NOT NULL AND archived_at IS NULL`,
    [companyId, id],
  )

/** A yes counts for an unproven email, a no for each that is not refused. False when the answer changes nothing. */
export const answerEmailProof = (
  tx: Tx,
  companyId: number,
  id: number,
  { email, state }: { email: string; state: "refused" | null },
): Promise<boolean> =>
  tx.some(
    `UPDATE customer SET email_state = $4
     WHERE company_id = $1 AND id = $2 AND email = $3
       AND CASE WHEN $4::text IS NULL THEN email_state = 'unproven' ELSE coalesce(email_state, '') <> 'refused' END
     RETURNING 1`,
    [companyId, id, email, state],
  )
