/**
 * The one order of locks: customer, request, resources (providers among them) by id, appointment. Every write that opens, changes or ends a
 * request holds its customer, so under this lock the customer's open requests stay the same.
 */

import type { Appointment } from "../../../domain/model/appointment.ts"
import { providerIdsOf } from "../../../domain/model/crew.ts"
import type { Tx } from "./database.ts"

export interface Locks {
  companyId: number
  customerId?: number | null
  requestId?: number | null
  /** The customers of all who come to a session of a class, instead of one. */
  customerIds?: readonly number[]
  requestIds?: readonly number[]
  providerIds?: readonly number[]
  /** The ids of rooms and equipment. */
  resourceIds?: readonly number[]
  appointmentId?: number | null
  /** The appointments of a series. */
  appointmentIds?: readonly number[]
}

/**
 * Locks these rows until the transaction ends. Statements that follow run under the locks, so they read what the locks
 * protect.
 */
export function lockInOrder(tx: Tx, locks: Locks): void {
  const { companyId, customerId = null, requestId = null, appointmentId = null } = locks
  const take = (text: string, ...of: readonly number[]) => tx.write(text, [companyId, ...of])

  if (customerId !== null) take(customerLock, customerId)
  if (locks.customerIds) tx.write(customerLocks, [companyId, locks.customerIds])
  if (requestId !== null) take(requestLock, requestId)
  if (locks.requestIds) tx.write(requestLocks, [companyId, locks.requestIds])
  const resourceIds = new Set(locks.resourceIds)
  for (const id of [...new Set([...(locks.providerIds ?? []), ...resourceIds])].sort((a, b) => a - b))
    take(resourceIds.has(id) ? resourceLock : providerLock, id)
  if (appointmentId !== null) take(appointmentLock, appointmentId)
  if (locks.appointmentIds) tx.write(appointmentLocks, [companyId, locks.appointmentIds])
}

/** Locks all providers of the company, in the same order, before the statements that follow. */
export function lockAllProviders(tx: Tx, companyId: number): void {
  tx.write(
    `WITH locked AS MATERIALIZED (SELECT id FROM provider WHERE company_id = $1 ORDER BY id FOR UPDATE)
     UPDATE provider p SET version = version + 1 FROM locked WHERE p.company_id = $1 AND p.id = locked.id`,
    [companyId],
  )
}

const customerLock = "SELECT 1 FROM customer WHERE company_id = $1 AND id = $2 FOR UPDATE"
const customerLocks =
  "SELECT 1 FROM customer WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE"
const requestLocks =
  "SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE"
const requestLock = "SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = $2 FOR UPDATE"
const providerLock = "UPDATE provider SET version = version + 1 WHERE company_id = $1 AND id = $2"
const resourceLock = "UPDATE resource SET version = version + 1 WHERE company_id = $1 AND id = $2"
const appointmentLock = "SELECT 1 FROM appointment WHERE company_id = $1 AND id = $2 FOR UPDATE"
const appointmentLocks =
  "SELECT 1 FROM appointment WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE"

type Seen = Pick<Appointment, "id" | "customer_id" | "scheduling_request_id" | "provider_id" | "crew">

/** The locks of an appointment and of all that changes with it. */
export const locksOf = (seen: Seen): Omit<Locks, "companyId"> => ({
  customerId: seen.customer_id,
  requestId: seen.scheduling_request_id,
  providerIds: providerIdsOf(seen),
  appointmentId: seen.id,
})

/**
 * Locks an appointment and all that changes with it, by what an unlocked read has `seen`, and the providers it moves to or among.
 * Read it again under the locks.
 */
export function lockAppointment(
  tx: Tx,
  companyId: number,
  seen: Seen,
  {
    toProviderIds = [],
    resourceIds = [],
  }: { toProviderIds?: readonly number[]; resourceIds?: readonly number[] } = {},
): void {
  const providerIds = [...providerIdsOf(seen), ...toProviderIds]
  lockInOrder(tx, { companyId, ...locksOf(seen), providerIds, resourceIds })
}
