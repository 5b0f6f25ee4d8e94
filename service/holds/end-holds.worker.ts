/**
 * Deletes holds that are over. From its end on a hold is no obstacle, so nothing waits for this: it keeps the tables small
 * and lets what the hold has kept be offered.
 */

import { type LeasedHold, leaseHolds } from "../outbox/holds-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { newLease } from "../platform/queue/leases.ts"
import type { Work } from "../platform/queue/loop.ts"
import { endOverdueHold } from "./end-hold.ts"

const leaseMs = 30_000

export const overdueHolds = (context: AppContext, { pollMs = 500 } = {}): Work<LeasedHold> => ({
  name: "end-holds",
  atOnce: 8,
  pollMs,
  lease: (most) => leaseHolds(context.db, newLease(context, leaseMs), most),
  perform: (hold) => endOverdueHold(context, hold),
})
