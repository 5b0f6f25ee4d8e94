/**
 * Events are listed in the order in which they became visible. Ids alone are not that order: a transaction that took its id
 * early may commit late, and a poller that has passed the id would miss its event. So events are ordered by xid, and an
 * event is listed once no older transaction can still commit (its xid is below the oldest running one). A restored
 * database counts xids anew, so each restore begins a new era.
 *
 * Which transactions are running is judged by the snapshot that also reads the events: two statements may be answered by
 * two servers, of which one lags (a replica and the primary, or a primary and its successor). Only a spread database cannot
 * do that, since the events stand on another machine than their xids: see `settledPosition`.
 */
import { Refusal } from "../../domain/model/errors.ts"
import type { EventType, StoredEvent } from "../../domain/model/event.ts"
import type { Db } from "../platform/pg/database.ts"
import { commitsAreDone } from "../platform/pg/open-commits.ts"

/** A reader's position: era, xid (as text, since it may exceed 2^53) and id of the last event seen. */
export type EventPosition = readonly [number, string, number]

export interface ListedEvent extends StoredEvent {
  era: number
  xid: string
}

export interface EventFilter {
  /** Null for all. */
  types: readonly EventType[] | null
  since: Date
  /** Only events that occurred before; absent and null for no end. */
  until?: Date | null
  limit: number
}

interface Settled {
  position: EventPosition
  /** The machine that has the events counts other xids than theirs. */
  isSpread: boolean
}

/**
 * Everything before this position that will ever be visible is visible to the next statement; null while a commit on the
 * company's machine is stuck. The machine that the service connects to gives events their xids, so it is asked which of its
 * transactions is the oldest, and after that the company's machine what it still has to commit.
 */
async function settledPosition(db: Db, companyId: number): Promise<Settled | null> {
  const row = await db.first<{ era: number; xid: string; isSpread: boolean }>(
    `SELECT era, pg_snapshot_xmin(pg_current_snapshot())::text AS xid,
       to_regclass('pg_catalog.pg_dist_node') IS NOT NULL AS "isSpread" FROM database_era`,
  )
  const { era, xid, isSpread } = row!
  return (await commitsAreDone(db, companyId)) ? { position: [era, xid, 0], isSpread } : null
}

/**
 * The present end of the order of the company's events: all before it is visible to the next statement, and everything that
 * becomes visible later comes after it. Throws `busy` while a commit on the company's machine is stuck.
 */
export const presentPosition = async (db: Db, companyId: number): Promise<EventPosition> =>
  (await requireSettled(db, companyId)).position

async function requireSettled(db: Db, companyId: number): Promise<Settled> {
  const settled = await settledPosition(db, companyId)
  if (settled === null) throw new Refusal("busy", { retryAfterSeconds: 5 })
  return settled
}

/**
 * Era `$2` and xid `$3` are where the statement before found the order settled, `$4` whether the database is spread. A lagging
 * server may know of older transactions that run.
 */
const isSettled = `(era, xid) < ($2, CASE WHEN $4::boolean THEN $3::text::xid8
         ELSE least($3::text::xid8, pg_snapshot_xmin(pg_current_snapshot())) END)`

export async function listEvents(
  db: Db,
  companyId: number,
  filter: { after: EventPosition | null } & EventFilter,
): Promise<ListedEvent[]> {
  const [era, xid, id] = filter.after ?? beginning
  const { position, isSpread } = await requireSettled(db, companyId)
  // Ordered by the table's column: plain `xid` would be the selected text, which sorts 10 before 9.
  return db.query<ListedEvent>(
    `SELECT id, type, occurred_at, source, data, era, xid::text AS xid FROM event
     WHERE company_id = $1 AND (era, xid, id) > ($5, $6::text::xid8, $7::bigint) AND ${isSettled}
       AND occurred_at >= $9 AND ($10::text[] IS NULL OR type = ANY ($10)) AND ($11::timestamptz IS NULL OR occurred_at < $11)
     ORDER BY event.era, event.xid, event.id LIMIT $8`,
    [
      ...[companyId, position[0], position[1], isSpread, era, xid, id, filter.limit, filter.since],
      ...[filter.types, filter.until ?? null],
    ],
  )
}

const beginning: EventPosition = [0, "0", 0]

/** The last position that there can be. */
const end: EventPosition = [2_147_483_647, "18446744073709551615", Number.MAX_SAFE_INTEGER]

/** The same the other way around: the newest before a position first. */
export async function listNewestEvents(
  db: Db,
  companyId: number,
  filter: { before: EventPosition | null } & EventFilter,
): Promise<ListedEvent[]> {
  const [era, xid, id] = filter.before ?? end
  const { position, isSpread } = await requireSettled(db, companyId)
  return db.query<ListedEvent>(
    `SELECT id, type, occurred_at, source, data, era, xid::text AS xid FROM event
     WHERE company_id = $1 AND (era, xid, id) < ($5, $6::text::xid8, $7::bigint) AND ${isSettled}
       AND occurred_at >= $9 AND ($10::text[] IS NULL OR type = ANY ($10)) AND ($11::timestamptz IS NULL OR occurred_at < $11)
     ORDER BY event.era DESC, event.xid DESC, event.id DESC LIMIT $8`,
    [
      ...[companyId, position[0], position[1], isSpread, era, xid, id, filter.limit, filter.since],
      ...[filter.types, filter.until ?? null],
    ],
  )
}

/** An event's position in the order; null for an unknown id and for an event older than 30 days. */
export async function positionOf(db: Db, companyId: number, id: number): Promise<EventPosition | null> {
  const row = await db.first<{ era: number; xid: string }>(
    "SELECT era, xid::text AS xid FROM event WHERE company_id = $1 AND id = $2",
    [companyId, id],
  )
  return row && [row.era, row.xid, id]
}

/** True where the position `one` is before `other`. */
export function isBefore(one: EventPosition, other: EventPosition): boolean {
  if (one[0] !== other[0]) return one[0] < other[0]
  if (one[1] !== other[1]) {
    return one[1].length === other[1].length ? one[1] < other[1] : one[1].length < other[1].length
  }
  return one[2] < other[2]
}

export interface FollowedEvent extends ListedEvent {
  /** False while an older transaction may still commit an event before this one. */
  isSettled: boolean
}

/**
 * The next events after a position in their order, those that are not settled last. Null while a commit on the company's
 * machine is stuck: which events come next is not known then.
 */
export async function listEventsAfter(
  db: Db,
  companyId: number,
  [era, xid, id]: EventPosition,
  limit: number,
): Promise<FollowedEvent[] | null> {
  const settled = await settledPosition(db, companyId)
  if (settled === null) return null
  const { position, isSpread } = settled
  return db.query<FollowedEvent>(
    `SELECT id, type, occurred_at, source, data, era, xid::text AS xid,
       ${isSettled} AS "isSettled"
     FROM event WHERE company_id = $1 AND (era, xid, id) > ($5, $6::text::xid8, $7::bigint)
     ORDER BY event.era, event.xid, event.id LIMIT $8`,
    [companyId, position[0], position[1], isSpread, era, xid, id, limit],
  )
}

/** The companies among these that have an event after their position. */
export async function companiesWithEvents(
  db: Db,
  positions: ReadonlyMap<number, EventPosition>,
): Promise<number[]> {
  const at = [...positions.values()]
  const rows = await db.query<{ company_id: number }>(
    `SELECT DISTINCT e.company_id
     FROM unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[]) AS followed (company_id, era, xid, id)
     JOIN event e ON e.company_id = followed.company_id
       AND (e.era, e.xid, e.id) > (followed.era, followed.xid::xid8, followed.id)`,
    [[...positions.keys()], at.map(([era]) => era), at.map(([, xid]) => xid), at.map(([, , id]) => id)],
  )
  return rows.map(({ company_id }) => company_id)
}
