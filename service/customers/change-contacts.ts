/** How a customer's numbers change. The caller holds the customer's lock. */
import type { ContactRow } from "../../domain/model/contact.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import type { Tx } from "../platform/pg/database.ts"
import {
  clearPrimary,
  deleteContact,
  findContactByPhone,
  findPrimaryContact,
  insertContact,
  updateContact,
} from "./contacts.sql.ts"

export interface NumberInput {
  phone: string
  /**
   * True: another customer's number, which identifies no single person here. Undefined keeps what holds for a number that
   * stays.
   */
  shared: boolean | undefined
  label: string | null
  primary: boolean
  /** The version of the number that is changed. */
  ifVersion?: number | undefined
}

/**
 * Adds a number that the company vouches for, so it identifies the customer from now on, unless it is a shared one.
 * Throws `phone_taken` when the customer has it already, and, by law, when it identifies another customer.
 */
export async function addNumber(
  tx: Tx,
  companyId: number,
  customerId: number,
  input: NumberInput,
  now: number,
): Promise<ContactRow> {
  await refuseOwnNumber(tx, companyId, customerId, input.phone)
  if (input.primary) await clearPrimary(tx, companyId, customerId, now)
  const contact = {
    customer_id: customerId,
    phone: input.phone,
    label: input.label,
    is_primary: input.primary,
    identifies: input.shared !== true,
    verified_at: null,
  }
  return insertContact(tx, companyId, contact, now)
}

/** Changes a contact, unless it stands so. A new number is not verified any more, and identifies the customer by the company's word. */
export async function changeNumber(
  tx: Tx,
  companyId: number,
  present: ContactRow,
  wanted: NumberInput,
  now: number,
): Promise<ContactRow> {
  const moved = wanted.phone !== present.phone
  if (moved) await refuseOwnNumber(tx, companyId, present.customer_id, wanted.phone)
  const changed = {
    ...present,
    phone: wanted.phone,
    label: wanted.label,
    is_primary: wanted.primary,
    ...(moved ? { identifies: true, verified_at: null } : {}),
    ...(wanted.shared === undefined ? {} : { identifies: !wanted.shared }),
  }
  const { ifVersion } = wanted
  refuseOtherVersion(present, ifVersion)
  if (isSameContact(present, changed)) return present
  const version = await nextVersion(tx, "contact", { companyId, id: present.id, ifVersion })
  if (changed.is_primary && !present.is_primary) await clearPrimary(tx, companyId, present.customer_id, now)
  const updated = { ...changed, updated_at: new Date(now) }
  await updateContact(tx, companyId, updated)
  return { ...updated, version }
}

const isSameContact = (a: ContactRow, b: ContactRow): boolean =>
  a.phone === b.phone && a.label === b.label && a.is_primary === b.is_primary && a.identifies === b.identifies

/** Sets the customer's phone, which is the primary contact; null deletes the primary contact. False when it stands so. */
export async function setPhone(
  tx: Tx,
  companyId: number,
  customerId: number,
  { phone, shared }: { phone: string | null; shared: boolean | undefined },
  now: number,
): Promise<boolean> {
  const primary = await findPrimaryContact(tx, companyId, customerId)
  if (phone === null) {
    if (primary) await deleteContact(tx, companyId, primary.id)
    return primary !== null
  }
  const own = await findContactByPhone(tx, companyId, customerId, phone)
  if (own) {
    // The phone as it is, sent again, stays as it is: it may be a shared one.
    const kept = own.is_primary ? own.identifies : true
    const identifies = shared === undefined ? kept : !shared
    if (own.is_primary && own.identifies === identifies) return false
    await clearPrimary(tx, companyId, customerId, now)
    await nextVersion(tx, "contact", { companyId, id: own.id })
    await updateContact(tx, companyId, { ...own, is_primary: true, identifies, updated_at: new Date(now) })
    return true
  }
  if (primary)
    await changeNumber(tx, companyId, primary, { phone, shared, label: primary.label, primary: true }, now)
  else await addNumber(tx, companyId, customerId, { phone, shared, label: null, primary: true }, now)
  return true
}

async function refuseOwnNumber(tx: Tx, companyId: number, customerId: number, phone: string): Promise<void> {
  if (await findContactByPhone(tx, companyId, customerId, phone)) {
    throw new Refusal("phone_taken", { field: "phone", message: "This customer already has this number." })
  }
}
