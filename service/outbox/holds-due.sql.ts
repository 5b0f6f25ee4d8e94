/** The queue of holds that end by themselves. */
import type { Db, Tx } from "../platform/pg/database.ts"
import { createQueue, isFree, isLive, type JustLeased, type Lease } from "../platform/queue/leases.ts"

type HoldKey = { holdId: number }

export type LeasedHold = JustLeased<HoldKey>

export const holdsDue = createQueue<HoldKey, unknown>({ table: "hold_due", key: { holdId: "hold_id" } })

const leaseByTime = holdsDue.leasing(`${isFree} AND ${isLive} ORDER BY due_at LIMIT $4`)

/** Leases up to `most` of live companies, those that ended first. */
export const leaseHolds = (db: Db, lease: Lease, most: number): Promise<LeasedHold[]> =>
  leaseByTime(db, lease, [most])

/** Does not wait for the answer. */
export function enqueueHold(tx: Tx, companyId: number, holdId: number, dueAt: Date): void {
  tx.write("INSERT INTO hold_due (company_id, hold_id, due_at) VALUES ($1, $2, $3)", [
    companyId,
    holdId,
    dueAt,
  ])
}
