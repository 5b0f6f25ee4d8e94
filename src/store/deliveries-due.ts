/**
 * The queue of deliveries. Workers take rows under a lease; the lease's token is what lets them write the result. The
 * queue is asked alone, since a distributed database keeps it on one node.
 */

import type { EventSource } from "../model/actor.ts"
import type { EventData, EventType, StoredEvent } from "../model/event.ts"
import type { Tx } from "./database.ts"
import { dayOfInstant } from "./partitions.ts"

export interface ClaimOptions {
  now: number
  leaseUntil: number
  token: string
  /** At most so many rows. */
  limit: number
  /** Endpoints with a higher id come first in this turn. */
  afterEndpointId: number
  /** How many of an endpoint's rows may be in hand at once, on all workers together. */
  share: number
  /** Endpoints that get `slowShare` instead, since they let us wait. */
  slowEndpointIds: readonly number[]
  slowShare: number
}

export interface ClaimedRow {
  delivery_id: number
  company_id: number
  endpoint_id: number
  /** Null for a test. */
  event_id: number | null
  /** The number of this attempt, from 1. */
  number: number
}

/**
 * Takes what is due and not leased. Each endpoint shows only its first few due rows, leased ones included: one that
 * hangs fills this window with what is in hand for it, and the others' rows are reached past it, however long its queue.
 */
export async function claimDue(tx: Tx, claim: ClaimOptions): Promise<ClaimedRow[]> {
  return tx.query<ClaimedRow>(
    `WITH RECURSIVE endpoint AS (
       (SELECT endpoint_id AS id FROM delivery_due WHERE endpoint_id > $1 ORDER BY endpoint_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.endpoint_id FROM delivery_due d WHERE d.endpoint_id > e.id ORDER BY d.endpoint_id LIMIT 1)
       FROM endpoint e WHERE e.id IS NOT NULL
     ), free AS (
       SELECT f.delivery_id FROM endpoint e CROSS JOIN LATERAL (
         SELECT d.delivery_id, d.lease_until FROM delivery_due d
         WHERE d.endpoint_id = e.id AND d.due_at <= $2
         ORDER BY d.due_at LIMIT CASE WHEN e.id = ANY ($3::bigint[]) THEN $4::integer ELSE $5::integer END
       ) f WHERE f.lease_until IS NULL OR f.lease_until <= $2 LIMIT $6
     ), taken AS (
       SELECT delivery_id FROM delivery_due
       WHERE delivery_id = ANY (ARRAY(SELECT delivery_id FROM free)) AND (lease_until IS NULL OR lease_until <= $2)
       FOR UPDATE SKIP LOCKED
     )
     UPDATE delivery_due d SET lease_until = $7, lease_token = $8, attempt = d.attempt + 1
     FROM taken t WHERE d.delivery_id = t.delivery_id
     RETURNING d.delivery_id, d.company_id, d.endpoint_id, d.event_id, d.attempt - 1 AS number`,
    [
      claim.afterEndpointId,
      new Date(claim.now),
      claim.slowEndpointIds,
      claim.slowShare,
      claim.share,
      claim.limit,
      new Date(claim.leaseUntil),
      claim.token,
    ],
  )
}

/** A claimed row with all that is needed to send it. */
export interface LoadedDelivery extends ClaimedRow {
  url: string | null
  sealed_secret: string | null
  enabled: boolean | null
  is_failing: boolean
  event: StoredEvent | null
  test_payload: { id: string } | null
}

interface LoadedRow extends Omit<LoadedDelivery, "event"> {
  type: EventType | null
  occurred_at: Date
  source: EventSource
  data: EventData
}

const lowest = (ids: readonly number[]) => (ids.length === 0 ? 0 : Math.min(...ids))
const highest = (ids: readonly number[]) => (ids.length === 0 ? 0 : Math.max(...ids))

/** What an endpoint or an event no longer gives is null. */
export async function loadClaimed(tx: Tx, rows: readonly ClaimedRow[]): Promise<LoadedDelivery[]> {
  const eventIds = rows.flatMap((row) => row.event_id ?? [])
  const deliveryIds = rows.map((row) => row.delivery_id)
  const loaded = await tx.query<LoadedRow>(
    `SELECT c.*, w.url, w.secret AS sealed_secret, w.enabled, w.first_failure_at IS NOT NULL AS is_failing,
       e.type, e.occurred_at, e.source, e.data, t.payload AS test_payload
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[])
       AS c (delivery_id, company_id, endpoint_id, event_id, number)
     LEFT JOIN webhook_endpoint w ON w.company_id = c.company_id AND w.id = c.endpoint_id
     LEFT JOIN event e ON e.company_id = c.company_id AND e.id = c.event_id AND e.id BETWEEN $6 AND $7
     LEFT JOIN delivery t ON c.event_id IS NULL AND t.company_id = c.company_id AND t.id = c.delivery_id
       AND t.id BETWEEN $8 AND $9`,
    [
      deliveryIds,
      rows.map((row) => row.company_id),
      rows.map((row) => row.endpoint_id),
      rows.map((row) => row.event_id),
      rows.map((row) => row.number),
      lowest(eventIds),
      highest(eventIds),
      lowest(deliveryIds),
      highest(deliveryIds),
    ],
  )
  return loaded.map(({ type, occurred_at, source, data, ...row }) => ({
    ...row,
    event: type === null ? null : { id: row.event_id!, type, occurred_at, source, data },
  }))
}

/** Writes that attempts begin, so that those of a worker that dies count. Returns their ids, in the order of `rows`. */
export async function beginAttempts(tx: Tx, rows: readonly ClaimedRow[], now: number): Promise<number[]> {
  if (rows.length === 0) return []
  const begun = await tx.query<{ id: number; delivery_id: number }>(
    `INSERT INTO delivery_attempt (company_id, id, delivery_id, number, started_at)
     SELECT c.company_id, ($4::bigint << 36) + nextval('delivery_attempt_seq') % 68719476736, c.delivery_id, c.number, $5
     FROM unnest($1::bigint[], $2::bigint[], $3::integer[]) AS c (company_id, delivery_id, number)
     RETURNING id, delivery_id`,
    [
      rows.map((row) => row.company_id),
      rows.map((row) => row.delivery_id),
      rows.map((row) => row.number),
      dayOfInstant(now),
      new Date(now),
    ],
  )
  const ids = new Map(begun.map((attempt) => [attempt.delivery_id, attempt.id]))
  return rows.map((row) => ids.get(row.delivery_id)!)
}

/** Gives a claimed row back unsent, as if it had not been taken. */
export async function releaseClaimed(
  tx: Tx,
  row: ClaimedRow,
  token: string,
  attemptId: number,
): Promise<void> {
  await tx.query(
    `UPDATE delivery_due SET lease_until = NULL, lease_token = NULL, attempt = attempt - 1
     WHERE company_id = $1 AND delivery_id = $2 AND lease_token = $3`,
    [row.company_id, row.delivery_id, token],
  )
  await tx.query("DELETE FROM delivery_attempt WHERE company_id = $1 AND id = $2", [
    row.company_id,
    attemptId,
  ])
}

export interface QueueState {
  /** Due, and in nobody's hand. */
  waiting: number
  inFlight: number
  /** To be tried again later. */
  later: number
  /** Seconds for which the longest-waiting row has been due; 0 when none is. */
  oldestSeconds: number
}

/** Of the whole host. */
export async function readQueue(db: Pick<Tx, "query">, now: number): Promise<QueueState> {
  const [row] = await db.query<QueueState>(
    `SELECT count(*) FILTER (WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)) AS waiting,
       count(*) FILTER (WHERE lease_until > $1) AS "inFlight",
       count(*) FILTER (WHERE due_at > $1) AS later,
       coalesce(extract(epoch FROM $1 - min(due_at) FILTER (WHERE due_at <= $1)), 0)::float8 AS "oldestSeconds"
     FROM delivery_due`,
    [new Date(now)],
  )
  return row!
}
