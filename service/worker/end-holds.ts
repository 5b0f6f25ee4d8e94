/**
 * Deletes holds that are over. From its end on a hold is no obstacle, so nothing waits for this: it keeps the tables small
 * and lets what the hold has kept be offered.
 */
import type { AppContext } from "../context.ts"
import { endOverdueHold } from "../operations/holds/end.ts"
import { type LeasedHold, leaseHolds } from "../store/queue/holds-due.ts"
import { newLease } from "../store/queue/leases.ts"
import type { Work } from "./loop.ts"

const leaseMs = 30_000

export const overdueHolds = (context: AppContext, { pollMs = 500 } = {}): Work<LeasedHold> => ({
  name: "end-holds",
  atOnce: 8,
  pollMs,
  lease: (most) => leaseHolds(context.db, newLease(context, leaseMs), most),
  perform: (hold) => endOverdueHold(context, hold),
})
