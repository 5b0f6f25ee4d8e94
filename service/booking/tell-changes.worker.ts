/**
 * Announces changes that were not taken back in time. Each is one transaction that also takes it from the queue, so a worker
 * that dies at any moment loses none and announces none twice.
 */

import { type LeasedUndo, leaseUndos } from "../outbox/undos-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { newLease } from "../platform/queue/leases.ts"
import type { Work } from "../platform/queue/loop.ts"
import { tellUndo } from "../taking/end-undo.ts"

const leaseMs = 30_000

export const untoldChanges = (context: AppContext, { pollMs = 500 } = {}): Work<LeasedUndo> => ({
  name: "tell-changes",
  atOnce: 8,
  pollMs,
  lease: (most) => leaseUndos(context.db, newLease(context, leaseMs), most),
  perform: async ({ companyId, holdId }) => {
    await tellUndo(context, companyId, holdId)
  },
})
