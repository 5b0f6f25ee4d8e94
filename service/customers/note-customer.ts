/** Tells the company's other systems of a customer's record. The caller holds the customer's lock. */
import type { Actor } from "../../domain/model/actor.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import type { CustomerEventType } from "../../domain/model/event.ts"
import { recordCustomer } from "../outbox/record-customer.ts"
import type { Tx } from "../platform/pg/database.ts"
import { findCustomerForEvent, touchCustomer } from "./customers.sql.ts"

/** The actor, the company, and the time in epoch milliseconds. */
export interface Noted {
  companyId: number
  actor: Actor
  now: number
}

export const noteCreated = (tx: Tx, by: Noted, customerId: number): Promise<void> =>
  note(tx, by, customerId, "customer.created", new Date(by.now))

/** `changed` names the fields as the API does. */
export async function noteChanged(
  tx: Tx,
  by: Noted,
  customerId: number,
  changed: readonly string[],
): Promise<Date> {
  const at = await touchCustomer(tx, by.companyId, customerId, by.now)
  await note(tx, by, customerId, "customer.changed", at, { changed })
  return at
}

export async function noteArchived(tx: Tx, by: Noted, customerId: number): Promise<void> {
  const at = await touchCustomer(tx, by.companyId, customerId, by.now)
  await note(tx, by, customerId, "customer.archived", at)
}

/** After everything else of the customer is erased. */
export async function noteErased(
  tx: Tx,
  { companyId, actor, now }: Noted,
  { id, external_ref }: { id: number; external_ref: string | null },
): Promise<void> {
  const at = await touchCustomer(tx, companyId, id, now)
  await recordCustomer(tx, {
    companyId,
    actor,
    at,
    type: "customer.erased",
    data: { customer: { id, external_ref } },
  })
}

async function note(
  tx: Tx,
  { companyId, actor }: Noted,
  customerId: number,
  type: CustomerEventType,
  at: Date,
  more: { changed?: readonly string[] } = {},
): Promise<void> {
  const customer = customerInEvent((await findCustomerForEvent(tx, companyId, customerId))!)
  await recordCustomer(tx, { companyId, actor, at, type, data: { customer, ...more } })
}
