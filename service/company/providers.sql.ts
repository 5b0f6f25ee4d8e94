import type { ExternalDataFilter } from "../../domain/model/external-data.ts"
import type { NewProvider, Provider, StoredProvider } from "../../domain/model/provider.ts"
import type { RecordTimes } from "../../domain/model/record-times.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import {
  externalDataConditions,
  type IdSpan,
  inIdOrder,
  unlessArchived,
} from "../platform/pg/external-data.ts"
import { insertResource } from "./resources.sql.ts"

const columns = `p.id, p.settings_version AS version, p.name, p.active, p.start_address, p.start_latitude, p.start_longitude, p.start_accuracy,
  p.max_travel_km, p.travel, p.digest_email, p.about, p.image_hash, p.external_ref, p.metadata, p.updated_at, p.archived_at,
  coalesce((SELECT array_agg(o.appointment_type_id ORDER BY o.appointment_type_id) FROM provider_type o
    WHERE o.company_id = $1 AND o.provider_id = p.id), '{}') AS appointment_type_ids`

/** Before a change, take the provider's lock first. */
export async function findProvider(db: Db, companyId: number, id: number): Promise<StoredProvider | null> {
  return db.first<StoredProvider>(
    `SELECT ${columns} FROM provider p WHERE p.company_id = $1 AND p.id = $2 AND p.archived_at IS NULL`,
    [companyId, id],
  )
}

/** True where the id is an unarchived provider of the company. */
export async function isOwnProvider(db: Db, companyId: number, providerId: number): Promise<boolean> {
  return db.some("SELECT 1 FROM provider WHERE company_id = $1 AND id = $2 AND archived_at IS NULL", [
    companyId,
    providerId,
  ])
}

export async function listProviders(
  db: Db,
  companyId: number,
  page: ExternalDataFilter & IdSpan & { active: boolean | null },
): Promise<StoredProvider[]> {
  const carrying = externalDataConditions(page, "p.", 4)
  const { after, by } = inIdOrder(page, "p.")
  return db.query<StoredProvider>(
    `SELECT ${columns} FROM provider p
     WHERE p.company_id = $1 AND ${after}${unlessArchived(page, "p.")} AND ($4::boolean IS NULL OR p.active = $4)${carrying.sql}
     ${by} LIMIT $3`,
    [companyId, page.afterId, page.limit, page.active, ...carrying.values],
  )
}

/** Returns the new provider's id. */
export async function insertProvider(
  tx: Tx,
  companyId: number,
  provider: NewProvider,
  now: number,
): Promise<number> {
  const id = await insertResource(tx, companyId, "provider")
  await tx.query(
    `INSERT INTO provider (company_id, id, name, active, start_address, start_latitude, start_longitude, start_accuracy,
       max_travel_km, travel, digest_email, external_ref, metadata, about, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
    [companyId, id, ...valuesOf(provider), new Date(now)],
  )
  await replaceTypes(tx, companyId, id, provider.appointment_type_ids)
  return id
}

/** Returns when they were changed: each change is later than the one before, since receivers of events order by time. */
export async function updateProvider(
  tx: Tx,
  companyId: number,
  provider: Provider,
  now: number,
): Promise<Date> {
  const [row] = await tx.query<Pick<StoredProvider, "updated_at">>(
    `UPDATE provider SET name = $3, active = $4, start_address = $5, start_latitude = $6, start_longitude = $7,
       start_accuracy = $8, max_travel_km = $9, travel = $10, digest_email = $11,
       external_ref = $12, metadata = $13, about = $14,
       updated_at = greatest($15, updated_at + interval '1 ms')
     WHERE company_id = $1 AND id = $2 RETURNING updated_at`,
    [companyId, provider.id, ...valuesOf(provider), new Date(now)],
  )
  await replaceTypes(tx, companyId, provider.id, provider.appointment_type_ids)
  return row!.updated_at
}

export async function archiveProvider(
  tx: Tx,
  companyId: number,
  id: number,
  now: number,
): Promise<RecordTimes> {
  const [row] = await tx.query<RecordTimes>(
    `UPDATE provider SET archived_at = $3, active = false, updated_at = greatest($3, updated_at + interval '1 ms')
     WHERE company_id = $1 AND id = $2 RETURNING updated_at, archived_at`,
    [companyId, id, new Date(now)],
  )
  return row!
}

async function replaceTypes(
  tx: Tx,
  companyId: number,
  providerId: number,
  typeIds: readonly number[],
): Promise<void> {
  await tx.query(
    `DELETE FROM provider_type
     WHERE company_id = $1 AND provider_id = $2 AND appointment_type_id <> ALL($3::bigint[])`,
    [companyId, providerId, typeIds],
  )
  await tx.query(
    `INSERT INTO provider_type (company_id, provider_id, appointment_type_id)
     SELECT $1, $2, unnest($3::bigint[]) ON CONFLICT DO NOTHING`,
    [companyId, providerId, typeIds],
  )
}

function valuesOf(provider: NewProvider): unknown[] {
  return [
    provider.name,
    provider.active,
    provider.start_address,
    provider.start_latitude,
    provider.start_longitude,
    provider.start_accuracy,
    provider.max_travel_km,
    provider.travel,
    provider.digest_email,
    provider.external_ref,
    provider.metadata,
    provider.about,
  ]
}
