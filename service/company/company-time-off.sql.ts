/** Dates on which the company, or some of its locations, is closed. */
import type { ClosedDates, CompanyTimeOff } from "../../domain/model/company-time-off.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns = "id, start_day, end_day, location_ids, reason"

/** SQL for those of company `$1` that lie in the days `from…until` (both SQL, inclusive), as `ClosedDates`. */
export const closedBetween = (from: string, until: string) =>
  `(SELECT coalesce(json_agg(json_build_array(f.id, f.start_day, f.end_day, f.location_ids,
      1000 * date_part('epoch', f.created_at)) ORDER BY f.start_day, f.id), '[]')
    FROM company_time_off f WHERE f.company_id = $1 AND f.end_day >= ${from} AND f.start_day <= ${until})`

/** The closed dates in the days `firstDay…lastDay` (inclusive). */
export async function findClosedDates(
  db: Db,
  companyId: number,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): Promise<ClosedDates[]> {
  const [row] = await db.query<{ closed: ClosedDates[] }>(
    `SELECT ${closedBetween("$2::int", "$3::int")} AS closed FROM company WHERE company_id = $1`,
    [companyId, firstDay, lastDay],
  )
  return row?.closed ?? []
}

export async function listCompanyTimeOff(
  db: Db,
  companyId: number,
  { fromDay, afterId, limit }: { fromDay: number; afterId: number; limit: number },
): Promise<CompanyTimeOff[]> {
  return db.query<CompanyTimeOff>(
    `SELECT ${columns} FROM company_time_off WHERE company_id = $1 AND end_day >= $2 AND id > $3 ORDER BY id LIMIT $4`,
    [companyId, fromDay, afterId, limit],
  )
}

/** The company's time off in the days `firstDay…lastDay` (inclusive), by first date. */
export async function companyTimeOffBetween(
  db: Db,
  companyId: number,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): Promise<CompanyTimeOff[]> {
  return db.query<CompanyTimeOff>(
    `SELECT ${columns} FROM company_time_off
     WHERE company_id = $1 AND end_day >= $2 AND start_day <= $3 ORDER BY start_day, id`,
    [companyId, firstDay, lastDay],
  )
}

export async function findCompanyTimeOff(
  db: Db,
  companyId: number,
  id: number,
): Promise<CompanyTimeOff | null> {
  return db.first<CompanyTimeOff>(
    `SELECT ${columns} FROM company_time_off WHERE company_id = $1 AND id = $2`,
    [companyId, id],
  )
}

export async function insertCompanyTimeOff(
  tx: Tx,
  companyId: number,
  off: Omit<CompanyTimeOff, "id">,
  now: number,
): Promise<CompanyTimeOff> {
  const [row] = await tx.query<CompanyTimeOff>(
    `INSERT INTO company_time_off (company_id, start_day, end_day, location_ids, reason, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
    [companyId, off.start_day, off.end_day, off.location_ids, off.reason, new Date(now)],
  )
  return row!
}

/** Returns what was removed; null for an unknown id. */
export async function deleteCompanyTimeOff(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<CompanyTimeOff | null> {
  return tx.first<CompanyTimeOff>(
    `DELETE FROM company_time_off WHERE company_id = $1 AND id = $2 RETURNING ${columns}`,
    [companyId, id],
  )
}
