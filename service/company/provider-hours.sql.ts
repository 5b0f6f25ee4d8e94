/** A provider's weekly hours, dated hours and time off. Written only under the provider's lock. */
import type { DateOverride, TimeOff, WeeklyHours } from "../../domain/model/hours.ts"
import { minuteOf, msPerMinute } from "../../domain/time/units.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

export async function findWeeklyHours(db: Db, companyId: number, providerId: number): Promise<WeeklyHours[]> {
  return db.query<WeeklyHours>(
    `SELECT location_id AS "locationId", weekday, start_minute AS "startMinute", end_minute AS "endMinute"
     FROM weekly_hours WHERE company_id = $1 AND provider_id = $2 ORDER BY weekday, start_minute, location_id`,
    [companyId, providerId],
  )
}

export async function findHoursVersion(db: Db, companyId: number, providerId: number): Promise<number> {
  const [row] = await db.query<{ version: number }>(
    "SELECT hours_version AS version FROM provider WHERE company_id = $1 AND id = $2",
    [companyId, providerId],
  )
  return row!.version
}

export async function findDateOverrides(
  db: Db,
  companyId: number,
  providerId: number,
): Promise<DateOverride[]> {
  return db.query<DateOverride>(
    `SELECT location_id AS "locationId", day, intervals
     FROM date_override WHERE company_id = $1 AND provider_id = $2 ORDER BY day, location_id`,
    [companyId, providerId],
  )
}

export async function replaceWeeklyHours(
  tx: Tx,
  companyId: number,
  providerId: number,
  weekly: readonly WeeklyHours[],
): Promise<void> {
  await tx.query("DELETE FROM weekly_hours WHERE company_id = $1 AND provider_id = $2", [
    companyId,
    providerId,
  ])
  await tx.query(
    `INSERT INTO weekly_hours (company_id, provider_id, location_id, weekday, start_minute, end_minute)
     SELECT $1, $2, e."locationId", e.weekday, e."startMinute", e."endMinute"
     FROM jsonb_to_recordset($3::jsonb) AS e("locationId" bigint, weekday int, "startMinute" int, "endMinute" int)`,
    [companyId, providerId, JSON.stringify(weekly)],
  )
}

export async function replaceDateOverrides(
  tx: Tx,
  companyId: number,
  providerId: number,
  overrides: readonly DateOverride[],
): Promise<void> {
  await tx.query("DELETE FROM date_override WHERE company_id = $1 AND provider_id = $2", [
    companyId,
    providerId,
  ])
  await tx.query(
    `INSERT INTO date_override (company_id, provider_id, location_id, day, intervals)
     SELECT $1, $2, e."locationId", e.day, e.intervals
     FROM jsonb_to_recordset($3::jsonb) AS e("locationId" bigint, day int, intervals jsonb)`,
    [companyId, providerId, JSON.stringify(overrides)],
  )
}

export const timeOffColumns = "id, start_at, end_at, reason"

/** The values of a new time off behind its owner: the exact instants, and for searches the whole minutes that they touch. */
export const timeOffValues = ({ start_at, end_at, reason }: Omit<TimeOff, "id">, now: number): unknown[] => [
  start_at,
  end_at,
  minuteOf(start_at.getTime()),
  Math.ceil(end_at.getTime() / msPerMinute),
  reason,
  new Date(now),
]

export async function listTimeOff(
  db: Db,
  companyId: number,
  providerId: number,
  page: { afterId: number; limit: number },
): Promise<TimeOff[]> {
  return db.query<TimeOff>(
    `SELECT ${timeOffColumns} FROM time_off WHERE company_id = $1 AND provider_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
    [companyId, providerId, page.afterId, page.limit],
  )
}

/** The time off of any provider of the company. */
export async function findTimeOff(
  db: Db,
  companyId: number,
  id: number,
): Promise<(TimeOff & { provider_id: number }) | null> {
  return db.first(`SELECT provider_id, ${timeOffColumns} FROM time_off WHERE company_id = $1 AND id = $2`, [
    companyId,
    id,
  ])
}

export async function insertTimeOff(
  tx: Tx,
  companyId: number,
  providerId: number,
  off: Omit<TimeOff, "id">,
  now: number,
): Promise<TimeOff> {
  const [row] = await tx.query<TimeOff>(
    `INSERT INTO time_off (company_id, provider_id, start_at, end_at, start_minute, end_minute, reason, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${timeOffColumns}`,
    [companyId, providerId, ...timeOffValues(off, now)],
  )
  return row!
}

/** Returns the removed time off; null for an unknown id. */
export async function deleteTimeOff(
  tx: Tx,
  companyId: number,
  providerId: number,
  id: number,
): Promise<TimeOff | null> {
  return tx.first<TimeOff>(
    `DELETE FROM time_off WHERE company_id = $1 AND provider_id = $2 AND id = $3 RETURNING ${timeOffColumns}`,
    [companyId, providerId, id],
  )
}
