/**
 * The queue of deliveries. Workers take rows under a lease; the lease's token is what lets them write the result. The
 * queue is asked alone, since a distributed database keeps it on one node.
 */

import type { Db, Tx } from "./database.ts"

/**
 * Keeps this transaction to looking up row by row. A queue fills and empties faster than its statistics are taken, so the
 * planner would now and then read all of a table for a few rows, and go on doing so.
 */
export function leadPlanner(tx: Tx): void {
  const others = ["seqscan", "bitmapscan", "sort", "hashjoin", "mergejoin"]
  tx.write("SELECT set_config('enable_' || way, 'off', true) FROM unnest($1::text[]) AS way", [others])
}

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
  /** When the lease of a worker that died ended; its attempt counts. */
  lost_lease_until: Date | null
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
     ), taken AS (
       SELECT ctid, lease_until FROM delivery_due
       WHERE (lease_until IS NULL OR lease_until <= $2) AND ctid = ANY (ARRAY(
         SELECT f.place FROM endpoint e CROSS JOIN LATERAL (
           SELECT d.ctid AS place, d.lease_until FROM delivery_due d
           WHERE d.endpoint_id = e.id AND d.due_at <= $2
           ORDER BY d.due_at, d.delivery_id LIMIT CASE WHEN e.id = ANY ($3::bigint[]) THEN $4::integer ELSE $5::integer END
         ) f WHERE f.lease_until IS NULL OR f.lease_until <= $2 LIMIT $6))
       FOR UPDATE SKIP LOCKED
     )
     UPDATE delivery_due d SET lease_until = $7, lease_token = $8, attempt = d.attempt + 1
     FROM taken t WHERE d.ctid = t.ctid
     RETURNING d.delivery_id, d.company_id, d.endpoint_id, d.event_id, d.attempt - 1 AS number,
       t.lease_until AS lost_lease_until`,
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

/** Gives claimed rows back unsent, as if they had not been taken. */
export async function releaseClaimed(
  db: Db,
  claimed: readonly { delivery: ClaimedRow; token: string }[],
): Promise<void> {
  await db.query(
    `UPDATE delivery_due SET lease_until = NULL, lease_token = NULL, attempt = attempt - 1
     WHERE delivery_id = ANY ($1::bigint[]) AND lease_token = ANY ($2::text[])`,
    [claimed.map(({ delivery }) => delivery.delivery_id), [...new Set(claimed.map(({ token }) => token))]],
  )
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
export async function readQueue(db: Db, now: number): Promise<QueueState> {
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
