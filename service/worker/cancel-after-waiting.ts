/**
 * Brings cancels that have waited into effect. Each is one transaction that also takes it from the queue, so a worker that
 * dies at any moment loses none and cancels none twice.
 */
import type { AppContext } from "../context.ts"
import { cancelAfterWaiting } from "../operations/appointments/cancel.ts"
import { type LeasedCancel, leaseCancels } from "../store/queue/cancels-due.ts"
import { newLease } from "../store/queue/leases.ts"
import type { Work } from "./loop.ts"

const leaseMs = 30_000

export const waitingCancels = (context: AppContext, { pollMs = 500 } = {}): Work<LeasedCancel> => ({
  name: "cancel-after-waiting",
  atOnce: 8,
  pollMs,
  lease: (most) => leaseCancels(context.db, newLease(context, leaseMs), most),
  perform: (cancel) => cancelAfterWaiting(context, cancel),
})
