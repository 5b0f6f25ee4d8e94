/**
 * Brings cancels that have waited into effect. Each is one transaction that also takes it from the queue, so a worker that
 * dies at any moment loses none and cancels none twice.
 */

import { type LeasedCancel, leaseCancels } from "../outbox/cancels-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { newLease } from "../platform/queue/leases.ts"
import type { Work } from "../platform/queue/loop.ts"
import { cancelAfterWaiting } from "./cancel.ts"

const leaseMs = 30_000

export const waitingCancels = (context: AppContext, { pollMs = 500 } = {}): Work<LeasedCancel> => ({
  name: "cancel-after-waiting",
  atOnce: 8,
  pollMs,
  lease: (most) => leaseCancels(context.db, newLease(context, leaseMs), most),
  perform: (cancel) => cancelAfterWaiting(context, cancel),
})
