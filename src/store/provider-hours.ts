/** A provider's weekly hours and dated ones. Written only under the provider's lock. */
import type { OverrideEntry, WeeklyEntry } from "../model/hours.ts"
import type { Db, Tx } from "./pg/database.ts"

export async function findWeeklyHours(db: Db, companyId: number, providerId: number): Promise<WeeklyEntry[]> {
  return db.query<WeeklyEntry>(
    `SELECT location_id AS "locationId", weekday, start_minute AS "startMinute", end_minute AS "endMinute"
     FROM weekly_hours WHERE company_id = $1 AND provider_id = $2 ORDER BY weekday, start_minute, location_id`,
    [companyId, providerId],
  )
}

export async function findDateOverrides(
  db: Db,
  companyId: number,
  providerId: number,
): Promise<OverrideEntry[]> {
  return db.query<OverrideEntry>(
    `SELECT location_id AS "locationId", day, intervals
     FROM date_override WHERE company_id = $1 AND provider_id = $2 ORDER BY day, location_id`,
    [companyId, providerId],
  )
}

export async function replaceWeeklyHours(
  tx: Tx,
  companyId: number,
  providerId: number,
  weekly: readonly WeeklyEntry[],
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
  overrides: readonly OverrideEntry[],
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
