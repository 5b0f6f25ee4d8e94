/** The queue of freed time: each row is one stretch that has yet to be offered to those who wait. */
import type { FreedBy } from "../../domain/model/freed-time.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { createQueue, isFree, isLive, type JustLeased, type Lease } from "../platform/queue/leases.ts"

type FreedKey = { freedId: number }

interface FreedFacts {
  /** Null where others than one provider may have become free. */
  providerId: number | null
  startMinute: number
  endMinute: number
  source: FreedBy
  freedAt: Date
}

export type LeasedFreed = JustLeased<FreedKey, FreedFacts>

export const freedDue = createQueue<FreedKey, FreedFacts>({
  table: "freed_due",
  key: { freedId: "freed_id" },
  facts: {
    providerId: "provider_id",
    startMinute: "start_minute",
    endMinute: "end_minute",
    source: "source",
    freedAt: "freed_at",
  },
})

const leaseByTime = freedDue.leasing(`${isFree} AND ${isLive} ORDER BY due_at LIMIT $4`)

/** Leases up to `most` of live companies, those that have been due longest first. */
export const leaseFreed = (db: Db, lease: Lease, most: number): Promise<LeasedFreed[]> =>
  leaseByTime(db, lease, [most])

export interface NewFreed extends Omit<FreedFacts, "freedAt"> {
  /** Not offered before: it may still be taken back. */
  dueAt: Date
}

export async function enqueueFreed(tx: Tx, companyId: number, freed: NewFreed, now: number): Promise<void> {
  const row = await tx.first<{ id: number }>("SELECT nextval($1) AS id", ["freed_time_id_seq"])
  tx.write(
    `INSERT INTO freed_due (company_id, freed_id, provider_id, start_minute, end_minute, source, freed_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      companyId,
      row!.id,
      freed.providerId,
      freed.startMinute,
      freed.endMinute,
      freed.source,
      new Date(now),
      freed.dueAt,
    ],
  )
}

/** True where the company has waiting entries: most companies' freed time need not be written down. */
export const anybodyWaits = (db: Db, companyId: number): Promise<boolean> =>
  db.some("SELECT 1 FROM waiting_entry WHERE company_id = $1 AND status = 'waiting' LIMIT 1", [companyId])
