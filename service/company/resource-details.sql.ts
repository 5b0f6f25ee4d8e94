/** Rooms and equipment as staff set them, and when they can't be used. Written only under the resource's lock. */
import type { ExternalDataFilter } from "../../domain/model/external-data.ts"
import type { TimeOff } from "../../domain/model/hours.ts"
import type { RecordTimes } from "../../domain/model/record-times.ts"
import type { NewResource, Resource, StoredResource } from "../../domain/model/resource.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import {
  externalDataConditions,
  type IdSpan,
  inIdOrder,
  unlessArchived,
} from "../platform/pg/external-data.ts"
import { timeOffColumns, timeOffValues } from "./provider-hours.sql.ts"
import { insertResource } from "./resources.sql.ts"

const columns = `id, settings_version AS version, name, kind, group_name AS "group", location_id, hours, turnover_minutes, active, updated_at, archived_at`

export async function findResource(db: Db, companyId: number, id: number): Promise<StoredResource | null> {
  return db.first<StoredResource>(
    `SELECT ${columns} FROM resource_detail WHERE company_id = $1 AND id = $2 AND archived_at IS NULL`,
    [companyId, id],
  )
}

/** The ids of those of the resource's group at its location. */
export async function groupOf(db: Db, companyId: number, id: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT o.id FROM resource_detail d JOIN resource_detail o ON o.company_id = $1 AND o.location_id = d.location_id
       AND o.group_name = d.group_name AND o.archived_at IS NULL
     WHERE d.company_id = $1 AND d.id = $2 ORDER BY o.id`,
    [companyId, id],
  )
  return rows.map((row) => row.id)
}

export interface ResourceFilter extends ExternalDataFilter, IdSpan {
  active: boolean | null
  locationId: number | null
}

export async function listResources(
  db: Db,
  companyId: number,
  filter: ResourceFilter,
): Promise<StoredResource[]> {
  const carrying = externalDataConditions(filter, "", 5)
  const { after, by } = inIdOrder(filter, "")
  return db.query<StoredResource>(
    `SELECT ${columns} FROM resource_detail
     WHERE company_id = $1 AND ${after}${unlessArchived(filter, "")} AND ($4::boolean IS NULL OR active = $4)
       AND ($5::bigint IS NULL OR location_id = $5)${carrying.sql}
     ${by} LIMIT $3`,
    [companyId, filter.afterId, filter.limit, filter.active, filter.locationId, ...carrying.values],
  )
}

/** Returns the new resource's id. */
export async function insertDetail(
  tx: Tx,
  companyId: number,
  resource: NewResource,
  now: number,
): Promise<number> {
  const id = await insertResource(tx, companyId, resource.kind)
  await tx.query(
    `INSERT INTO resource_detail (company_id, id, name, group_name, hours, turnover_minutes, active, updated_at,
       kind, location_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $8)`,
    [companyId, id, ...valuesOf(resource), new Date(now), resource.kind, resource.location_id],
  )
  return id
}

export async function updateDetail(
  tx: Tx,
  companyId: number,
  resource: Resource,
  now: number,
): Promise<Date> {
  const [row] = await tx.query<Pick<StoredResource, "updated_at">>(
    `UPDATE resource_detail SET name = $3, group_name = $4, hours = $5, turnover_minutes = $6, active = $7,
       updated_at = greatest($8, updated_at + interval '1 ms')
     WHERE company_id = $1 AND id = $2 RETURNING updated_at`,
    [companyId, resource.id, ...valuesOf(resource), new Date(now)],
  )
  return row!.updated_at
}

const valuesOf = ({ name, group, hours, turnover_minutes, active }: NewResource): unknown[] => [
  name,
  group,
  hours === null ? null : JSON.stringify(hours),
  turnover_minutes,
  active,
]

export async function archiveDetail(
  tx: Tx,
  companyId: number,
  id: number,
  now: number,
): Promise<RecordTimes> {
  const [row] = await tx.query<RecordTimes>(
    `UPDATE resource_detail SET archived_at = $3, active = false, updated_at = greatest($3, updated_at + interval '1 ms')
     WHERE company_id = $1 AND id = $2 RETURNING updated_at, archived_at`,
    [companyId, id, new Date(now)],
  )
  return row!
}

/** How many appointments and sessions take it at the minute or later. */
export async function countFutureUses(
  db: Db,
  companyId: number,
  id: number,
  minute: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(DISTINCT (appointment_id, hold_id, session_id))::int AS count FROM allocation
     WHERE company_id = $1 AND resource_id = $2 AND active AND end_minute > $3`,
    [companyId, id, minute],
  )
  return row!.count
}

export async function listTimeOff(
  db: Db,
  companyId: number,
  resourceId: number,
  page: { afterId: number; limit: number },
): Promise<TimeOff[]> {
  return db.query<TimeOff>(
    `SELECT ${timeOffColumns} FROM resource_time_off
     WHERE company_id = $1 AND resource_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
    [companyId, resourceId, page.afterId, page.limit],
  )
}

export async function insertTimeOff(
  tx: Tx,
  companyId: number,
  resourceId: number,
  off: Omit<TimeOff, "id">,
  now: number,
): Promise<TimeOff> {
  const [row] = await tx.query<TimeOff>(
    `INSERT INTO resource_time_off (company_id, resource_id, start_at, end_at, start_minute, end_minute, reason, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${timeOffColumns}`,
    [companyId, resourceId, ...timeOffValues(off, now)],
  )
  return row!
}

/** Returns the removed time off; null for an unknown id. */
export async function deleteTimeOff(
  tx: Tx,
  companyId: number,
  resourceId: number,
  id: number,
): Promise<TimeOff | null> {
  return tx.first<TimeOff>(
    `DELETE FROM resource_time_off WHERE company_id = $1 AND resource_id = $2 AND id = $3 RETURNING ${timeOffColumns}`,
    [companyId, resourceId, id],
  )
}
