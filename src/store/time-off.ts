import type { TimeOff } from "../model/hours.ts"
import { minuteOf, msPerMinute } from "../time/units.ts"
import type { Db, Tx } from "./pg/database.ts"

const columns = "id, start_at, end_at, reason"

export async function listTimeOff(
  db: Db,
  companyId: number,
  providerId: number,
  page: { afterId: number; limit: number },
): Promise<TimeOff[]> {
  return db.query<TimeOff>(
    `SELECT ${columns} FROM time_off WHERE company_id = $1 AND provider_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
    [companyId, providerId, page.afterId, page.limit],
  )
}

/** Keeps the exact instants, and for the search the whole minutes that they touch. */
export async function insertTimeOff(
  tx: Tx,
  companyId: number,
  providerId: number,
  off: Omit<TimeOff, "id">,
  now: number,
): Promise<TimeOff> {
  const [row] = await tx.query<TimeOff>(
    `INSERT INTO time_off (company_id, provider_id, start_at, end_at, start_minute, end_minute, reason, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${columns}`,
    [
      companyId,
      providerId,
      off.start_at,
      off.end_at,
      minuteOf(off.start_at.getTime()),
      Math.ceil(off.end_at.getTime() / msPerMinute),
      off.reason,
      new Date(now),
    ],
  )
  return row!
}

/** What was removed; null for an unknown id. */
export async function deleteTimeOff(
  tx: Tx,
  companyId: number,
  providerId: number,
  id: number,
): Promise<TimeOff | null> {
  const [row] = await tx.query<TimeOff>(
    `DELETE FROM time_off WHERE company_id = $1 AND provider_id = $2 AND id = $3 RETURNING ${columns}`,
    [companyId, providerId, id],
  )
  return row ?? null
}
