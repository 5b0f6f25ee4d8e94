import type { ExternalDataFilter } from "../../domain/model/external-data.ts"
import type { Location, StoredLocation } from "../../domain/model/location.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import {
  externalDataConditions,
  type IdSpan,
  inIdOrder,
  unlessArchived,
} from "../platform/pg/external-data.ts"

const columns =
  "id, version, name, address, latitude, longitude, address_accuracy, directions, opening_hours, timezone, service_area, active, external_ref, metadata, updated_at, archived_at"

export async function findLocation(db: Db, companyId: number, id: number): Promise<StoredLocation | null> {
  return db.first<StoredLocation>(
    `SELECT ${columns} FROM location WHERE company_id = $1 AND id = $2 AND archived_at IS NULL`,
    [companyId, id],
  )
}

/** The length of all areas as text, but for one location's. */
export async function areaBytes(db: Db, companyId: number, exceptId: number): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `SELECT coalesce(sum(length(service_area::text)), 0)::int AS bytes FROM location
     WHERE company_id = $1 AND id <> $2 AND archived_at IS NULL`,
    [companyId, exceptId],
  )
  return row!.bytes
}

export async function listLocations(
  db: Db,
  companyId: number,
  page: ExternalDataFilter & IdSpan & { active: boolean | null },
): Promise<StoredLocation[]> {
  const carrying = externalDataConditions(page, "", 4)
  const { after, by } = inIdOrder(page, "")
  return db.query<StoredLocation>(
    `SELECT ${columns} FROM location
     WHERE company_id = $1 AND ${after}${unlessArchived(page, "")} AND ($4::boolean IS NULL OR active = $4)${carrying.sql}
     ${by} LIMIT $3`,
    [companyId, page.afterId, page.limit, page.active, ...carrying.values],
  )
}

/** The unarchived locations of the company among the ids. */
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

/** How customers find each location, archived ones left out. */
export async function waysToLocations(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<Pick<Location, "id" | "address" | "directions" | "opening_hours">[]> {
  return db.query(
    `SELECT id, address, directions, opening_hours FROM location
     WHERE company_id = $1 AND id = ANY($2::bigint[]) AND archived_at IS NULL`,
    [companyId, ids],
  )
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

export async function zonesOfAllLocations(db: Db, companyId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ id: number; timezone: string }>(
    "SELECT id, timezone FROM location WHERE company_id = $1",
    [companyId],
  )
  return new Map(rows.map((row) => [row.id, row.timezone]))
}

export async function insertLocation(
  tx: Tx,
  companyId: number,
  location: Omit<Location, "id" | "version">,
  now: number,
): Promise<StoredLocation> {
  const [row] = await tx.query<StoredLocation>(
    `INSERT INTO location (company_id, name, address, latitude, longitude, address_accuracy, directions, opening_hours,
       timezone, service_area, active, external_ref, metadata, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) RETURNING ${columns}`,
    [companyId, ...valuesOf(location), new Date(now)],
  )
  return row!
}

/** Returns when it was changed: each change is later than the one before. */
export async function updateLocation(
  tx: Tx,
  companyId: number,
  location: Location,
  now: number,
): Promise<Date> {
  const [row] = await tx.query<Pick<StoredLocation, "updated_at">>(
    `UPDATE location SET name = $3, address = $4, latitude = $5, longitude = $6, address_accuracy = $7,
       directions = $8, opening_hours = $9, timezone = $10, service_area = $11, active = $12, external_ref = $13, metadata = $14,
       updated_at = greatest($15, updated_at + interval '1 ms')
     WHERE company_id = $1 AND id = $2 RETURNING updated_at`,
    [companyId, location.id, ...valuesOf(location), new Date(now)],
  )
  return row!.updated_at
}

/** Locks the row until the transaction ends. */
export async function lockLocation(tx: Tx, companyId: number, id: number): Promise<StoredLocation | null> {
  return tx.first<StoredLocation>(
    `SELECT ${columns} FROM location WHERE company_id = $1 AND id = $2 AND archived_at IS NULL FOR UPDATE`,
    [companyId, id],
  )
}

export async function archiveLocation(
  tx: Tx,
  companyId: number,
  id: number,
  now: number,
): Promise<StoredLocation> {
  const [row] = await tx.query<StoredLocation>(
    `UPDATE location SET archived_at = $3, active = false, updated_at = greatest($3, updated_at + interval '1 ms')
     WHERE company_id = $1 AND id = $2 RETURNING ${columns}`,
    [companyId, id, new Date(now)],
  )
  return row!
}

function valuesOf(location: Omit<Location, "id" | "version">): unknown[] {
  return [
    location.name,
    location.address,
    location.latitude,
    location.longitude,
    location.address_accuracy,
    location.directions,
    location.opening_hours,
    location.timezone,
    location.service_area,
    location.active,
    location.external_ref,
    location.metadata,
  ]
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

/** The zones of the company and of all its locations, archived ones included. */
export async function listZones(db: Db, companyId: number): Promise<string[]> {
  const rows = await db.query<{ timezone: string }>(
    `SELECT timezone FROM company WHERE company_id = $1
     UNION SELECT timezone FROM location WHERE company_id = $1 ORDER BY timezone`,
    [companyId],
  )
  return rows.map(({ timezone }) => timezone)
}
