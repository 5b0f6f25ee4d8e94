/** Locations, their time zones and the areas that they serve. */
import type { Location } from "../model/location.ts"
import type { Db, Tx } from "./pg/database.ts"

const columns = "id, name, address, latitude, longitude, timezone, service_area, active"

export async function findLocation(db: Db, companyId: number, id: number): Promise<Location | null> {
  return db.first<Location>(
    `SELECT ${columns} FROM location WHERE company_id = $1 AND id = $2 AND archived_at IS NULL`,
    [companyId, id],
  )
}

export async function listLocations(
  db: Db,
  companyId: number,
  page: { afterId: number; limit: number; active: boolean | null },
): Promise<Location[]> {
  return db.query<Location>(
    `SELECT ${columns} FROM location
     WHERE company_id = $1 AND id > $2 AND archived_at IS NULL AND ($4::boolean IS NULL OR active = $4)
     ORDER BY id LIMIT $3`,
    [companyId, page.afterId, page.limit, page.active],
  )
}

/** Those of the ids that are locations of the company and not archived. */
export async function knownLocationIds(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ id: number }>(
    "SELECT id FROM location WHERE company_id = $1 AND id = ANY($2::bigint[]) AND archived_at IS NULL",
    [companyId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

/** The IANA time zone of each location, archived ones included. */
export async function zonesOfLocations(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ id: number; timezone: string }>(
    "SELECT id, timezone FROM location WHERE company_id = $1 AND id = ANY($2::bigint[])",
    [companyId, ids],
  )
  return new Map(rows.map((row) => [row.id, row.timezone]))
}

export async function insertLocation(
  tx: Tx,
  companyId: number,
  location: Omit<Location, "id">,
  now: number,
): Promise<Location> {
  const [row] = await tx.query<Location>(
    `INSERT INTO location (company_id, name, address, latitude, longitude, timezone, service_area, active, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING ${columns}`,
    [companyId, ...valuesOf(location), new Date(now)],
  )
  return row!
}

export async function updateLocation(
  tx: Tx,
  companyId: number,
  location: Location,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE location SET name = $3, address = $4, latitude = $5, longitude = $6, timezone = $7, service_area = $8,
       active = $9, updated_at = $10
     WHERE company_id = $1 AND id = $2`,
    [companyId, location.id, ...valuesOf(location), new Date(now)],
  )
}

/** Locks the row until the transaction ends. */
export async function lockLocation(tx: Tx, companyId: number, id: number): Promise<Location | null> {
  return tx.first<Location>(
    `SELECT ${columns} FROM location WHERE company_id = $1 AND id = $2 AND archived_at IS NULL FOR UPDATE`,
    [companyId, id],
  )
}

export async function archiveLocation(tx: Tx, companyId: number, id: number, now: number): Promise<void> {
  await tx.query(
    "UPDATE location SET archived_at = $3, active = false, updated_at = $3 WHERE company_id = $1 AND id = $2",
    [companyId, id, new Date(now)],
  )
}

function valuesOf(location: Omit<Location, "id">): unknown[] {
  const { name, address, latitude, longitude, timezone, service_area, active } = location
  return [name, address, latitude, longitude, timezone, service_area, active]
}

/** The time zones of the company and of the active locations that offer the type, or of the one location that is given. */
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

/** The location's time zone; null for an unknown id. */
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
