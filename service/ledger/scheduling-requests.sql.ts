/** Scheduling requests. */

import type { ExternalDataFilter } from "../../domain/model/external-data.ts"
import type { NewLink } from "../../domain/model/link-token.ts"
import type { BookableRequest } from "../../domain/model/public-page.ts"
import type { RequestStatus, SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import { zonesWhereOffered } from "../company/where-offered.sql.ts"
import { enqueueReportsAt } from "../outbox/reports-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { externalDataConditions } from "../platform/pg/external-data.ts"

const columns = `id, customer_id, appointment_type_id, status, earliest_date, latest_date, external_ref, metadata, location_id,
  provider_id, block_minutes, duration_label, link_version, link_key_id, link_random, version, created_at, updated_at, made_on`

/** A request with its type's length, which views show when the request has none. */
export interface RequestWithType extends SchedulingRequest {
  type_block_minutes: number[]
}

const withType = `SELECT ${columns
  .split(",")
  .map((column) => `r.${column.trim()}`)
  .join(", ")}, t.block_minutes AS type_block_minutes
  FROM scheduling_request r
  JOIN appointment_type t ON t.company_id = r.company_id AND t.id = r.appointment_type_id`

export async function findRequest(db: Db, companyId: number, id: number): Promise<RequestWithType | null> {
  return db.first<RequestWithType>(`${withType} WHERE r.company_id = $1 AND r.id = $2`, [companyId, id])
}

export interface RequestFilter extends ExternalDataFilter {
  /** Null for any. */
  statuses: readonly RequestStatus[] | null
  /** Null for any. */
  customerIds: readonly number[] | null
  typeId: number | null
}

const fitting = `r.company_id = $1 AND ($2::text[] IS NULL OR r.status = ANY ($2))
       AND ($3::bigint[] IS NULL OR r.customer_id = ANY ($3)) AND ($4::bigint IS NULL OR r.appointment_type_id = $4)`

const valuesOf = (companyId: number, filter: RequestFilter) => [
  companyId,
  filter.statuses,
  filter.customerIds,
  filter.typeId,
]

/** From the oldest on. */
export async function listRequests(
  db: Db,
  companyId: number,
  filter: RequestFilter,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<RequestWithType[]> {
  const carrying = externalDataConditions(filter, "r.", 6)
  return db.query<RequestWithType>(
    `${withType} WHERE ${fitting} AND r.id > $5${carrying.sql} ORDER BY r.id LIMIT $6`,
    [...valuesOf(companyId, filter), afterId, limit, ...carrying.values],
  )
}

/** From the newest on. */
export async function listNewestRequests(
  db: Db,
  companyId: number,
  filter: RequestFilter,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<RequestWithType[]> {
  const carrying = externalDataConditions(filter, "r.", 6)
  return db.query<RequestWithType>(
    `${withType} WHERE ${fitting} AND ($5::bigint IS NULL OR r.id < $5)${carrying.sql} ORDER BY r.id DESC LIMIT $6`,
    [...valuesOf(companyId, filter), beforeId, limit, ...carrying.values],
  )
}

/** From the one that has to be booked first on. */
export async function listUrgentRequests(
  db: Db,
  companyId: number,
  filter: RequestFilter,
  { after, limit }: { after: { latestDate: string; id: number } | null; limit: number },
): Promise<RequestWithType[]> {
  const carrying = externalDataConditions(filter, "r.", 7)
  return db.query<RequestWithType>(
    `${withType} WHERE ${fitting} AND ($5::date IS NULL OR (r.latest_date, r.id) > ($5, $6::bigint))${carrying.sql}
     ORDER BY r.latest_date, r.id LIMIT $7`,
    [
      ...valuesOf(companyId, filter),
      ...[after?.latestDate ?? null, after?.id ?? null, limit, ...carrying.values],
    ],
  )
}

/** The customer's open request for the type, even when its dates are over. */
export async function findOpenRequest(
  db: Db,
  companyId: number,
  customerId: number,
  typeId: number,
): Promise<SchedulingRequest | null> {
  return db.first<SchedulingRequest>(
    `SELECT ${columns} FROM scheduling_request
     WHERE company_id = $1 AND customer_id = $2 AND appointment_type_id = $3 AND status = 'open'`,
    [companyId, customerId, typeId],
  )
}

export type NewRequest = Pick<
  SchedulingRequest,
  | "customer_id"
  | "appointment_type_id"
  | "earliest_date"
  | "latest_date"
  | "external_ref"
  | "metadata"
  | "location_id"
  | "provider_id"
  | "block_minutes"
  | "duration_label"
  | "made_on"
> &
  NewLink

export async function insertRequest(
  tx: Tx,
  companyId: number,
  request: NewRequest,
  now: number,
): Promise<SchedulingRequest> {
  const [row] = await tx.query<SchedulingRequest>(
    `INSERT INTO scheduling_request (company_id, customer_id, appointment_type_id, status, earliest_date, latest_date,
       external_ref, location_id, provider_id, block_minutes, duration_label, link_key_id, created_at, updated_at, link_random, made_on,
       metadata)
     VALUES ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15) RETURNING ${columns}`,
    [
      companyId,
      request.customer_id,
      request.appointment_type_id,
      request.earliest_date,
      request.latest_date,
      request.external_ref,
      request.location_id,
      request.provider_id,
      request.block_minutes,
      request.duration_label,
      request.link_key_id,
      new Date(now),
      request.link_random,
      request.made_on,
      request.metadata,
    ],
  )
  enqueueReportsAt(tx, companyId, "requests", [row!])
  return row!
}

export async function setRequestStatus(
  tx: Tx,
  companyId: number,
  id: number,
  status: RequestStatus,
  now: number,
): Promise<SchedulingRequest> {
  const [row] = await tx.query<SchedulingRequest>(
    `UPDATE scheduling_request SET status = $3, version = version + 1, updated_at = $4
     WHERE company_id = $1 AND id = $2 RETURNING ${columns}`,
    [companyId, id, status, new Date(now)],
  )
  enqueueReportsAt(tx, companyId, "requests", [row!])
  return row!
}

export async function updateRequest(
  tx: Tx,
  companyId: number,
  request: Pick<
    SchedulingRequest,
    | "id"
    | "earliest_date"
    | "latest_date"
    | "external_ref"
    | "metadata"
    | "location_id"
    | "provider_id"
    | "created_at"
  >,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE scheduling_request SET earliest_date = $3, latest_date = $4, external_ref = $5, location_id = $6, provider_id = $7,
       version = version + 1, updated_at = $8, metadata = $9
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      request.id,
      request.earliest_date,
      request.latest_date,
      request.external_ref,
      request.location_id,
      request.provider_id,
      new Date(now),
      request.metadata,
    ],
  )
  enqueueReportsAt(tx, companyId, "requests", [request])
}

/** Replaces the request's booking link. */
export async function nextLink(
  tx: Tx,
  companyId: number,
  id: number,
  { link_key_id, link_random }: NewLink,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE scheduling_request SET link_version = link_version + 1, link_key_id = $3, version = version + 1, updated_at = $4,
       link_random = $5
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, link_key_id, new Date(now), link_random],
  )
}

/** Open requests whose latest date may be over in some time zone, oldest first; a rule then judges each. */
export async function listEndingRequests(
  db: Db,
  companyId: number,
  latestBefore: string,
  limit: number,
): Promise<SchedulingRequest[]> {
  return db.query<SchedulingRequest>(
    `SELECT ${columns} FROM scheduling_request
     WHERE company_id = $1 AND status = 'open' AND latest_date < $2 ORDER BY latest_date, id LIMIT $3`,
    [companyId, latestBefore, limit],
  )
}

export async function isRequestOf(
  db: Db,
  companyId: number,
  customerId: number,
  requestId: number,
): Promise<boolean> {
  return db.some("SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = $2 AND customer_id = $3", [
    companyId,
    requestId,
    customerId,
  ])
}

const mostOpenRequests = 50

/**
 * The customer's open requests of active types, at most 50, by latest date, each with the time zones of the locations where
 * it can be booked.
 */
export async function listOpenRequests(
  db: Db,
  companyId: number,
  customerId: number,
): Promise<(BookableRequest & { zones: string[] })[]> {
  return db.query<BookableRequest & { zones: string[] }>(
    `SELECT r.id, r.appointment_type_id, t.name AS type_name, coalesce(r.block_minutes, t.block_minutes) AS block_minutes,
       r.duration_label, r.location_id, r.provider_id, r.earliest_date, r.latest_date,
       ARRAY(${zonesWhereOffered({
         typeId: "t.id",
         typeLocationIds: "t.location_ids",
         locationId: "r.location_id",
         providerId: "r.provider_id",
         latestDate: "r.latest_date",
       })}) AS zones
     FROM scheduling_request r
     JOIN appointment_type t ON t.company_id = r.company_id AND t.id = r.appointment_type_id AND t.active
     WHERE r.company_id = $1 AND r.customer_id = $2 AND r.status = 'open'
     ORDER BY r.latest_date, r.id LIMIT $3`,
    [companyId, customerId, mostOpenRequests],
  )
}
