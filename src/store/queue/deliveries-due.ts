/** The queue of deliveries, which is asked alone, since a distributed database keeps it on one node. */

import type { Db, Tx } from "../pg/database.ts"
import type { HoldKey } from "./delivery-leases.ts"

/**
 * Keeps this transaction to looking up row by row. A queue fills and empties faster than its statistics are taken, so the
 * planner would now and then read all of a table for a few rows, and go on doing so.
 */
export function leadPlanner(tx: Tx): void {
  const others = ["seqscan", "bitmapscan", "sort", "hashjoin", "mergejoin"]
  tx.write("SELECT set_config('enable_' || way, 'off', true) FROM unnest($1::text[]) AS way", [others])
}

export interface DueTurn {
  now: number
  /** Held since earlier, with how many more each may have in hand, in the order of their turn. */
  held: readonly (HoldKey & { free: number })[]
  /** Of the holds that were taken just now: they come after the others. */
  newToken: string
  share: number
  /** New holds on these get `slowShare` instead, since they let us wait. */
  slowEndpointIds: readonly number[]
  slowShare: number
  /** Whether to look at what is in hand as well, for rows that have come in before it. */
  looksBack: boolean
  /** At most so many rows. */
  limit: number
}

export interface DueRow {
  delivery_id: number
  company_id: number
  endpoint_id: number
  /** Null for a test. */
  event_id: number | null
  /** The number of the attempt to be made, from 1. */
  number: number
}

/**
 * Takes what is due for the endpoints that are held, each from its position on, and moves the positions. An endpoint gets
 * no more than its share in hand: one that hangs keeps what it has, and the others' rows are reached past it, however
 * long its queue. What comes in behind a position, by a transaction that began early and committed late, is found by
 * looking back. The last one taken of an endpoint is the last of its array, since rows come in the order of its queue.
 * `taken` is told the rows before the commit.
 */
export function takeDue(tx: Tx, turn: DueTurn, taken: (rows: DueRow[]) => void): void {
  tx.write<DueRow>(
    `WITH held AS (
       SELECT h.endpoint_id, h.to_due_at, h.to_delivery_id, k.free
       FROM unnest($1::bigint[], $2::text[], $3::integer[]) AS k (endpoint_id, token, free)
       JOIN delivery_hold h ON h.endpoint_id = k.endpoint_id AND h.token = k.token
       UNION ALL
       SELECT endpoint_id, to_due_at, to_delivery_id, CASE WHEN endpoint_id = ANY ($4::bigint[]) THEN $5::integer ELSE $6::integer END
       FROM delivery_hold WHERE token = $7
     ), taken AS (
       SELECT f.* FROM held h CROSS JOIN LATERAL (
         SELECT d.delivery_id, d.company_id, d.endpoint_id, d.event_id, d.attempt, d.due_at FROM delivery_due d
         WHERE d.endpoint_id = h.endpoint_id AND d.due_at <= $8
           AND (d.due_at, d.delivery_id) > (CASE WHEN $9 THEN '-infinity' ELSE h.to_due_at END, h.to_delivery_id)
         ORDER BY d.due_at, d.delivery_id LIMIT h.free
       ) f LIMIT $10
     ), moved AS (
       UPDATE delivery_hold h SET to_due_at = t.due_at, to_delivery_id = t.delivery_id
       FROM (
         SELECT endpoint_id, max(due_at) AS due_at, (array_agg(delivery_id))[count(*)::integer] AS delivery_id
         FROM taken GROUP BY endpoint_id
       ) t
       WHERE h.endpoint_id = t.endpoint_id AND (t.due_at, t.delivery_id) > (h.to_due_at, h.to_delivery_id)
     )
     SELECT delivery_id, company_id, endpoint_id, event_id, attempt AS number FROM taken`,
    [
      turn.held.map(({ endpointId }) => endpointId),
      turn.held.map(({ token }) => token),
      turn.held.map(({ free }) => free),
      turn.slowEndpointIds,
      turn.slowShare,
      turn.share,
      turn.newToken,
      new Date(turn.now),
      turn.looksBack,
      turn.limit,
    ],
    taken,
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
    `SELECT count(*) FILTER (WHERE due_at <= $1 AND NOT in_hand) AS waiting,
       count(*) FILTER (WHERE in_hand) AS "inFlight",
       count(*) FILTER (WHERE due_at > $1) AS later,
       coalesce(extract(epoch FROM $1 - min(due_at) FILTER (WHERE due_at <= $1)), 0)::float8 AS "oldestSeconds"
     FROM (
       SELECT d.due_at, coalesce(h.lease_until > $1
         AND (d.due_at, d.delivery_id) <= (h.to_due_at, h.to_delivery_id), false) AS in_hand
       FROM delivery_due d LEFT JOIN delivery_hold h ON h.endpoint_id = d.endpoint_id
     ) q`,
    [new Date(now)],
  )
  return row!
}
