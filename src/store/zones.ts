/** The time zones of locations: they bear on when a request is over, and on when somebody is texted. */
import type { Db } from "./pg/database.ts"

/** The company's zone and those of the active locations that could serve the type, or the one location that was asked for. */
export async function zonesServing(
  db: Db,
  companyId: number,
  typeId: number,
  locationId: number | null,
): Promise<string[]> {
  const rows = await db.query<{ timezone: string }>(
    `SELECT timezone FROM company WHERE company_id = $1
     UNION
     SELECT l.timezone FROM location l JOIN appointment_type t ON t.company_id = $1 AND t.id = $2
     WHERE l.company_id = $1 AND l.active AND (t.location_ids IS NULL OR l.id = ANY (t.location_ids))
       AND ($3::bigint IS NULL OR l.id = $3)`,
    [companyId, typeId, locationId],
  )
  return rows.map((row) => row.timezone)
}

/** Null for an unknown location. */
export async function findLocationZone(
  db: Db,
  companyId: number,
  locationId: number,
): Promise<string | null> {
  const [row] = await db.query<{ timezone: string }>(
    "SELECT timezone FROM location WHERE company_id = $1 AND id = $2",
    [companyId, locationId],
  )
  return row?.timezone ?? null
}
