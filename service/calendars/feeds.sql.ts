/** Feeds, and the appointments and sessions that they show. */
import type { CalendarFeed } from "../../domain/model/calendar-feed.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import { claimEntry, findEntry, retireEntries } from "../platform/directory.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const selected = `SELECT f.id, f.customer, f.last_four, f.created_at, f.last_read_at,
    CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name) END AS provider,
    CASE WHEN l.id IS NOT NULL THEN json_build_object('id', l.id, 'name', l.name) END AS location
  FROM calendar_feed f
  LEFT JOIN provider p ON p.company_id = f.company_id AND p.id = f.provider_id
  LEFT JOIN location l ON l.company_id = f.company_id AND l.id = f.location_id`

export const listCalendarFeeds = (
  db: Db,
  companyId: number,
  page: { afterId: number; limit: number },
): Promise<CalendarFeed[]> =>
  db.query<CalendarFeed>(`${selected} WHERE f.company_id = $1 AND f.id > $2 ORDER BY f.id LIMIT $3`, [
    companyId,
    page.afterId,
    page.limit,
  ])

export const findCalendarFeed = (db: Db, companyId: number, id: number): Promise<CalendarFeed | null> =>
  db.first<CalendarFeed>(`${selected} WHERE f.company_id = $1 AND f.id = $2`, [companyId, id])

/** Null for one that is archived, unknown or another company's. */
export async function ownerName(db: Db, companyId: number, owner: FeedOwner): Promise<string | null> {
  const row = await db.first<{ name: string }>(
    owner.providerId === null
      ? "SELECT name FROM location WHERE company_id = $1 AND id = $2 AND active"
      : "SELECT name FROM provider WHERE company_id = $1 AND id = $2 AND active",
    [companyId, owner.providerId ?? owner.locationId],
  )
  return row?.name ?? null
}

/** One of the two. */
export interface FeedOwner {
  providerId: number | null
  locationId: number | null
}

export interface NewFeed extends FeedOwner {
  customer: CalendarFeed["customer"]
  token: string
}

/** The token itself is kept nowhere. */
export async function insertCalendarFeed(
  tx: Tx,
  companyId: number,
  { providerId, locationId, customer, token }: NewFeed,
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO calendar_feed (company_id, provider_id, location_id, customer, last_four, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [companyId, providerId, locationId, customer, token.slice(-4), new Date(now)],
  )
  await claimEntry(tx, "calendar_feed", tokenHash(token), companyId, row!.id)
  return row!.id
}

/** False for an unknown id. */
export async function deleteCalendarFeed(tx: Tx, companyId: number, id: number): Promise<boolean> {
  const isThere = await tx.some("DELETE FROM calendar_feed WHERE company_id = $1 AND id = $2 RETURNING 1", [
    companyId,
    id,
  ])
  if (isThere) retireEntries(tx, "calendar_feed", companyId, id)
  return isThere
}

export async function feedOf(db: Db, companyId: number, owner: FeedOwner): Promise<number | null> {
  const row = await db.first<{ id: number }>(
    owner.providerId === null
      ? "SELECT id FROM calendar_feed WHERE company_id = $1 AND location_id = $2"
      : "SELECT id FROM calendar_feed WHERE company_id = $1 AND provider_id = $2",
    [companyId, owner.providerId ?? owner.locationId],
  )
  return row?.id ?? null
}

/** The company and the id of the feed whose token this is; null for an unknown or ended one. */
export async function findFeedOfToken(
  db: Db,
  token: string,
): Promise<{ companyId: number; id: number } | null> {
  const entry = await findEntry(db, "calendar_feed", tokenHash(token))
  return entry?.active ? { companyId: entry.companyId, id: entry.refId } : null
}

/** Noted once an hour, since programs read every few minutes. */
export async function noteFeedRead(db: Db, companyId: number, id: number, now: number): Promise<void> {
  await db.query(
    `UPDATE calendar_feed SET last_read_at = $3 WHERE company_id = $1 AND id = $2
       AND (last_read_at IS NULL OR last_read_at < $3::timestamptz - interval '1 hour')`,
    [companyId, id, new Date(now)],
  )
}

export interface FeedSpan extends FeedOwner {
  /** Starts from then on, and before `until`; what starts before `now` counts as past. */
  from: Date
  now: Date
  until: Date
  mostPast: number
  mostToCome: number
}

/** The nearest first in each direction. Seats of classes are in no feed, since their session is. */
export async function listFeedAppointments(db: Db, companyId: number, span: FeedSpan): Promise<number[]> {
  const shown = `SELECT a.id FROM appointment a WHERE a.company_id = $1 AND a.session_id IS NULL
      AND ($2::bigint IS NULL OR a.provider_id = $2 OR $2 = ANY (a.crew)) AND ($3::bigint IS NULL OR a.location_id = $3)`
  const rows = await db.query<{ id: number }>(
    `(${shown} AND a.start_at >= $5 AND a.start_at < $6 ORDER BY a.start_at LIMIT $8)
     UNION ALL
     (${shown} AND a.start_at >= $4 AND a.start_at < $5 ORDER BY a.start_at DESC LIMIT $7)`,
    [
      ...[companyId, span.providerId, span.locationId],
      ...[span.from, span.now, span.until, span.mostPast, span.mostToCome],
    ],
  )
  return rows.map(({ id }) => id)
}

/** A series whose appointments are in calendars under the UID of its first. */
export interface FeedSeries {
  id: number
  timezone: string
  walls: number[]
  firstId: number
}

export const listFeedSeries = (db: Db, companyId: number, ids: readonly number[]): Promise<FeedSeries[]> =>
  db.query<FeedSeries>(
    `SELECT s.id, s.timezone, s.walls, a.id AS "firstId" FROM series s
     JOIN appointment a ON a.company_id = s.company_id AND a.series_id = s.id AND a.series_index = 0
     WHERE s.company_id = $1 AND s.id = ANY ($2::bigint[]) AND s.as_set`,
    [companyId, ids],
  )

export interface FedCustomer {
  id: number
  first_name: string | null
  last_name: string | null
}

/** Erased customers have no name any more. */
export const listFedCustomers = (db: Db, companyId: number, ids: readonly number[]): Promise<FedCustomer[]> =>
  db.query<FedCustomer>(
    "SELECT id, first_name, last_name FROM customer WHERE company_id = $1 AND id = ANY ($2::bigint[])",
    [companyId, ids],
  )
