/** The one order of locks: customer, request, providers by id, appointment. */
import type { Tx } from "./database.ts"

export interface Locks {
  companyId: number
  customerId?: number | null
  requestId?: number | null
  providerIds?: readonly number[]
  appointmentId?: number | null
}

/**
 * Holds these rows until the transaction ends. Every statement that is asked for afterwards runs when they are held, so
 * what it reads is what the locks protect.
 */
export function lockInOrder(tx: Tx, locks: Locks): void {
  const locked = tx.query("SELECT lock_in_order($1, $2, $3, $4::bigint[], $5)", [
    locks.companyId,
    locks.customerId ?? null,
    locks.requestId ?? null,
    locks.providerIds ?? [],
    locks.appointmentId ?? null,
  ])
  tx.beforeCommit(locked)
}
