/** Customers' phone numbers, and the consent to call or text a number. */

import { createHash } from "node:crypto"
import { type Consent, type ContactRow, journalSource, ownSources } from "../../domain/model/contact.ts"
import { isNobodysNumber } from "../../domain/model/nobodys-number.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"

const columns =
  "id, version, customer_id, phone, label, is_primary, identifies, verified_at, coalesce(updated_at, created_at) AS updated_at"
export type NewContact = Omit<ContactRow, "id" | "version" | "updated_at">

/** The contacts of several customers, by customer and id. */
export async function listContacts(
  db: Db,
  companyId: number,
  customerIds: readonly number[],
): Promise<ContactRow[]> {
  return db.query<ContactRow>(
    `SELECT ${columns} FROM contact WHERE company_id = $1 AND customer_id = ANY($2) ORDER BY customer_id, id`,
    [companyId, customerIds],
  )
}

/** A contact of a customer who is not archived. Locks the customer until the transaction ends. */
export async function lockContact(
  tx: Tx,
  companyId: number,
  customerId: number,
  id: number,
): Promise<ContactRow | null> {
  lockInOrder(tx, { companyId, customerId })
  return tx.first<ContactRow>(
    `SELECT ${columns} FROM contact
     WHERE company_id = $1 AND customer_id = $2 AND id = $3
       AND EXISTS (SELECT 1 FROM customer WHERE company_id = $1 AND id = $2 AND archived_at IS NULL)`,
    [companyId, customerId, id],
  )
}

export async function findPrimaryContact(
  db: Db,
  companyId: number,
  customerId: number,
): Promise<ContactRow | null> {
  return db.first<ContactRow>(
    `SELECT ${columns} FROM contact WHERE company_id = $1 AND customer_id = $2 AND is_primary`,
    [companyId, customerId],
  )
}

export async function findContactByPhone(
  db: Db,
  companyId: number,
  customerId: number,
  phone: string,
): Promise<ContactRow | null> {
  return db.first<ContactRow>(
    `SELECT ${columns} FROM contact WHERE company_id = $1 AND customer_id = $2 AND phone = $3`,
    [companyId, customerId, phone],
  )
}

/** Violates `contact_phone_identifies_one` when the number identifies another customer. */
export async function insertContact(
  tx: Tx,
  companyId: number,
  contact: NewContact,
  now: number,
): Promise<ContactRow> {
  const [row] = await tx.query<ContactRow>(
    `INSERT INTO contact (company_id, customer_id, phone, label, is_primary, identifies, verified_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${columns}`,
    [
      companyId,
      contact.customer_id,
      contact.phone,
      contact.label,
      contact.is_primary,
      contact.identifies,
      contact.verified_at,
      new Date(now),
    ],
  )
  return row!
}

/** As it is wanted, with the time of the change. */
export async function updateContact(tx: Tx, companyId: number, contact: ContactRow): Promise<void> {
  await tx.query(
    `UPDATE contact SET phone = $3, label = $4, is_primary = $5, identifies = $6, verified_at = $7, updated_at = $8
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      contact.id,
      contact.phone,
      contact.label,
      contact.is_primary,
      contact.identifies,
      contact.verified_at,
      contact.updated_at,
    ],
  )
}

/** Leaves the customer without a primary contact, so that another contact can become primary. */
export async function clearPrimary(
  tx: Tx,
  companyId: number,
  customerId: number,
  now: number,
): Promise<void> {
  await tx.query(
    "UPDATE contact SET is_primary = false, updated_at = $3 WHERE company_id = $1 AND customer_id = $2 AND is_primary",
    [companyId, customerId, new Date(now)],
  )
}

/** The customer's numbers stay listed but may now identify another customer. */
export async function stopIdentifying(
  tx: Tx,
  companyId: number,
  customerId: number,
  now: number,
): Promise<void> {
  await tx.query(
    "UPDATE contact SET identifies = false, updated_at = $3 WHERE company_id = $1 AND customer_id = $2 AND identifies",
    [companyId, customerId, new Date(now)],
  )
}

export async function deleteContact(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx.query("DELETE FROM contact WHERE company_id = $1 AND id = $2", [companyId, id])
}

export async function deleteContactsOf(tx: Tx, companyId: number, customerId: number): Promise<void> {
  await tx.query("DELETE FROM contact WHERE company_id = $1 AND customer_id = $2", [companyId, customerId])
}

const numberLocks = 64

/**
 * Serialises transactions that may let this number identify a customer, until this one ends. A row is locked, since the
 * number may have none of its own yet, and since advisory locks hold on one node of a distributed database only.
 */
export async function lockNumber(tx: Tx, companyId: number, phone: string): Promise<void> {
  const slot = createHash("sha1").update(phone).digest().readUInt32BE() % numberLocks
  await tx.query(
    `INSERT INTO number_lock (company_id, slot) VALUES ($1, $2)
     ON CONFLICT (company_id, slot) DO UPDATE SET slot = EXCLUDED.slot`,
    [companyId, slot],
  )
}

/** The id of the customer whom the number identifies; null for none. */
export async function findIdentified(db: Db, companyId: number, phone: string): Promise<number | null> {
  // A customer may have been kept with such a number before they were refused.
  if (isNobodysNumber(phone)) return null
  const [row] = await db.query<{ customer_id: number }>(
    `SELECT k.customer_id FROM contact k
     JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL
     WHERE k.company_id = $1 AND k.phone = $2 AND k.identifies`,
    [companyId, phone],
  )
  return row?.customer_id ?? null
}

export interface ConsentRow extends Consent {
  phone_hash: string
}

export interface NewConsent extends ConsentRow {
  phone_sealed: string
}

/** Oldest first. */
export async function listConsents(
  db: Db,
  companyId: number,
  phoneHashes: readonly string[],
): Promise<ConsentRow[]> {
  return db.query<ConsentRow>(
    `SELECT phone_hash, channel, event, source, at FROM consent
     WHERE company_id = $1 AND phone_hash = ANY($2) ORDER BY id`,
    [companyId, phoneHashes],
  )
}

/** The newest consent event of a number on one channel; null without any. */
export async function findNewestConsent(
  db: Db,
  companyId: number,
  phoneHashes: readonly string[],
  channel: Consent["channel"],
): Promise<Consent | null> {
  return db.first<Consent>(
    `SELECT channel, event, source, at FROM consent WHERE company_id = $1 AND phone_hash = ANY ($2) AND channel = $3
     ORDER BY id DESC LIMIT 1`,
    [companyId, phoneHashes, channel],
  )
}

export async function insertConsent(tx: Tx, companyId: number, consent: NewConsent): Promise<void> {
  const { phone_hash: phoneHash, phone_sealed: phoneSealed, channel, event } = consent
  const source = ownSources.includes(consent.source) ? consent.source : journalSource
  const said = consent.at.getTime()
  tx.remember({ kind: "consent", company: companyId, phoneHash, phoneSealed, channel, event, source, said })
  await tx.query(
    `INSERT INTO consent (company_id, phone_hash, phone_sealed, channel, event, source, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      companyId,
      consent.phone_hash,
      consent.phone_sealed,
      consent.channel,
      consent.event,
      consent.source,
      consent.at,
    ],
  )
}
