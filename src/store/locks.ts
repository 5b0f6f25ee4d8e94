/** The one order of locks: customer, request, providers by id, appointment. */
import type { Tx } from "./database.ts"

export interface Locks {
  companyId: number
  customerId?: number | null
  requestId?: number | null
  /** Instead of a request: the customer's open one of this type, if there is one. */
  openRequestOfType?: number
  providerIds?: readonly number[]
  appointmentId?: number | null
}

/**
 * Holds these rows until the transaction ends. Every statement that is asked for afterwards runs when they are held, so
 * what it reads is what the locks protect.
 */
export function lockInOrder(tx: Tx, locks: Locks): void {
  const { companyId, customerId = null, requestId = null, openRequestOfType, appointmentId = null } = locks
  const take = (text: string, ...of: readonly number[]) => tx.write(text, [companyId, ...of])

  if (customerId !== null) take(customerLock, customerId)
  if (requestId !== null) take(requestLock, requestId)
  else if (customerId !== null && openRequestOfType !== undefined) {
    take(openRequestLock, customerId, openRequestOfType)
  }
  const providerIds = new Set(locks.providerIds)
  for (const providerId of [...providerIds].sort((a, b) => a - b)) take(providerLock, providerId)
  if (appointmentId !== null) take(appointmentLock, appointmentId)
}

const customerLock = "SELECT 1 FROM customer WHERE company_id = $1 AND id = $2 FOR UPDATE"
const requestLock = "SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = $2 FOR UPDATE"
const openRequestLock = `SELECT 1 FROM scheduling_request
  WHERE company_id = $1 AND customer_id = $2 AND appointment_type_id = $3 AND status = 'open' FOR UPDATE`
const providerLock = "UPDATE provider SET version = version + 1 WHERE company_id = $1 AND id = $2"
const appointmentLock = "SELECT 1 FROM appointment WHERE company_id = $1 AND id = $2 FOR UPDATE"
