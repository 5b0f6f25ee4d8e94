import type { ContactRow } from "../model/contact.ts"
import type { Db, Tx } from "./pg/database.ts"
import { lockInOrder } from "./pg/locks.ts"

const columns = "id, customer_id, phone, label, is_primary, identifies, verified_at"

export type NewContact = Omit<ContactRow, "id">

/** The contacts of many customers at once, each customer's in the order of ids. */
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

/** A contact of a customer who is not archived, with the customer held until the transaction ends. */
export async function lockContact(
  tx: Tx,
  companyId: number,
  customerId: number,
  id: number,
): Promise<ContactRow | null> {
  lockInOrder(tx, { companyId, customerId })
  const [row] = await tx.query<ContactRow>(
    `SELECT ${columns} FROM contact
     WHERE company_id = $1 AND customer_id = $2 AND id = $3
       AND EXISTS (SELECT 1 FROM customer WHERE company_id = $1 AND id = $2 AND archived_at IS NULL)`,
    [companyId, customerId, id],
  )
  return row ?? null
}

export async function findPrimaryContact(
  db: Db,
  companyId: number,
  customerId: number,
): Promise<ContactRow | null> {
  const [row] = await db.query<ContactRow>(
    `SELECT ${columns} FROM contact WHERE company_id = $1 AND customer_id = $2 AND is_primary`,
    [companyId, customerId],
  )
  return row ?? null
}

export async function findContactByPhone(
  db: Db,
  companyId: number,
  customerId: number,
  phone: string,
): Promise<ContactRow | null> {
  const [row] = await db.query<ContactRow>(
    `SELECT ${columns} FROM contact WHERE company_id = $1 AND customer_id = $2 AND phone = $3`,
    [companyId, customerId, phone],
  )
  return row ?? null
}

/** Throws the law `contact_phone_identifies_one` when the number identifies another customer. */
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

export async function updateContact(tx: Tx, companyId: number, contact: ContactRow): Promise<void> {
  await tx.query(
    `UPDATE contact SET phone = $3, label = $4, is_primary = $5, identifies = $6, verified_at = $7
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      contact.id,
      contact.phone,
      contact.label,
      contact.is_primary,
      contact.identifies,
      contact.verified_at,
    ],
  )
}

/** Leaves the customer without a primary contact, so that another can become it. */
export async function clearPrimary(tx: Tx, companyId: number, customerId: number): Promise<void> {
  await tx.query(
    "UPDATE contact SET is_primary = false WHERE company_id = $1 AND customer_id = $2 AND is_primary",
    [companyId, customerId],
  )
}

/** Lets go of the customer's numbers: they stay listed, and may identify somebody else. */
export async function stopIdentifying(tx: Tx, companyId: number, customerId: number): Promise<void> {
  await tx.query(
    "UPDATE contact SET identifies = false WHERE company_id = $1 AND customer_id = $2 AND identifies",
    [companyId, customerId],
  )
}

export async function deleteContact(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx.query("DELETE FROM contact WHERE company_id = $1 AND id = $2", [companyId, id])
}

export async function deleteContactsOf(tx: Tx, companyId: number, customerId: number): Promise<void> {
  await tx.query("DELETE FROM contact WHERE company_id = $1 AND customer_id = $2", [companyId, customerId])
}
