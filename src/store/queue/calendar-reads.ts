/** The queue of calendars to be read. A row stays as long as its calendar is connected: a reading puts it back. */
import type { Db } from "../pg/database.ts"
import { createQueue, isFree, type Lease, type Leased } from "./leases.ts"

export type LeasedRead = Leased<{ calendarId: number }>

export const readsDue = createQueue<{ calendarId: number }>({
  table: "calendar_read_due",
  key: { calendarId: "calendar_id" },
})

const leaseByTime = readsDue.leasing(`${isFree} ORDER BY due_at LIMIT $4`)

/** Leases up to `most`, those that have been due longest first. */
export const leaseReads = (db: Db, lease: Lease, most: number): Promise<LeasedRead[]> =>
  leaseByTime(db, lease, [most])
