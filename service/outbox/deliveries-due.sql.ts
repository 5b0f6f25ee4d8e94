/** The queue of deliveries: what is still to be sent to webhook endpoints, and when. */
import { endpointDisabled, type QueuedDelivery } from "../../domain/model/delivery.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { createQueue, isFree, isLive, type JustLeased, type Lease } from "../platform/queue/leases.ts"

interface DeliveryFacts {
  endpointId: number
  /** Null for a test. */
  eventId: number | null
  /** Somebody asked for this delivery alone: a test or a redelivery. A disabled endpoint gets it too. */
  byHand: boolean
}

export type LeasedDelivery = JustLeased<{ deliveryId: number }, DeliveryFacts>

export const deliveriesDue = createQueue<{ deliveryId: number }, DeliveryFacts>({
  table: "delivery_due",
  key: { deliveryId: "delivery_id" },
  facts: { endpointId: "endpoint_id", eventId: "event_id", byHand: "by_hand" },
})

/**
 * Settings for a transaction on this queue. The planner looks rows up one by one: a queue fills and empties faster than its
 * statistics are taken, so now and then it would read a whole table for a few rows, and go on doing so. A worker that is
 * frozen in the middle of the transaction loses it, with its locks, before its leases end.
 */
export function settleQueueTransaction(tx: Tx): void {
  const ways = ["seqscan", "bitmapscan", "sort", "hashjoin", "mergejoin"]
  const settings = new Map(ways.map((way) => [`enable_${way}`, "off"]))
  settings.set("idle_in_transaction_session_timeout", "10s")
  tx.write("SELECT set_config(name, value, true) FROM unnest($1::text[], $2::text[]) AS s (name, value)", [
    [...settings.keys()],
    [...settings.values()],
  ])
}

export interface DeliveryShares {
  /** How many deliveries of one endpoint may be under a lease at once, on all workers together. */
  share: number
  /** Endpoints with a share of their own. */
  own: readonly { endpointId: number; share: number }[]
  /** Companies of which nothing more is leased. */
  fullCompanyIds: readonly number[]
}

const leaseByEndpoint = deliveriesDue.leasing(
  `${isFree} AND ctid = ANY (ARRAY(
     WITH RECURSIVE endpoint AS (
       (SELECT endpoint_id AS id FROM delivery_due WHERE endpoint_id > $4 ORDER BY endpoint_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.endpoint_id FROM delivery_due d WHERE d.endpoint_id > e.id ORDER BY d.endpoint_id LIMIT 1)
       FROM endpoint e WHERE e.id IS NOT NULL
     )
     SELECT f.ctid FROM endpoint e CROSS JOIN LATERAL (
       SELECT d.ctid, d.lease_until, d.company_id FROM delivery_due d
       WHERE d.endpoint_id = e.id AND d.due_at <= $3
       ORDER BY d.due_at, d.delivery_id
       LIMIT coalesce(($6::integer[])[array_position($5::bigint[], e.id)], $7)
     ) f WHERE (f.lease_until IS NULL OR f.lease_until <= $3) AND f.${isLive}
       AND f.company_id <> ALL ($8::bigint[]) LIMIT $9))`,
)

/**
 * Leases up to `most` deliveries of live companies, of endpoints in the order of their ids, those after `afterEndpointId` first. Of each
 * endpoint only the first few due rows are looked at, its share, leased ones included. An endpoint that hangs fills its
 * share with what is under way and nothing more of its queue is read, however long that is.
 */
export async function leaseDeliveries(
  tx: Tx,
  lease: Lease,
  { share, own, fullCompanyIds }: DeliveryShares,
  afterEndpointId: number,
  most: number,
): Promise<LeasedDelivery[]> {
  const leased = await leaseByEndpoint(tx, lease, [
    afterEndpointId,
    own.map(({ endpointId }) => endpointId),
    own.map((each) => each.share),
    share,
    fullCompanyIds,
    most,
  ])
  return leased.sort((a, b) => a.deliveryId - b.deliveryId)
}

/** Queues the deliveries: the worker may send them from `dueAt` on. */
export function insertDue(
  tx: Tx,
  companyId: number,
  deliveries: readonly QueuedDelivery[],
  { dueAt, byHand }: { dueAt: Date; byHand: boolean },
): void {
  tx.write(
    `INSERT INTO delivery_due (company_id, delivery_id, endpoint_id, event_id, due_at, by_hand)
     SELECT $1, q.id, q.endpoint_id, q.event_id, $5, $6
     FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS q (id, endpoint_id, event_id)`,
    [
      companyId,
      deliveries.map((delivery) => delivery.id),
      deliveries.map((delivery) => delivery.endpoint_id),
      deliveries.map((delivery) => delivery.event_id),
      dueAt,
      byHand,
    ],
  )
}

/**
 * Abandons the deliveries that wait for the endpoint, except those that somebody asked for. Leaves the deliveries under a lease: their worker
 * finishes the attempt, and a later lease abandons what is due for a disabled endpoint.
 */
export async function abandonWaiting(tx: Tx, companyId: number, endpointId: number): Promise<void> {
  const waiting = await tx.query<{ id: number }>(
    `SELECT delivery_id AS id FROM delivery_due
     WHERE company_id = $1 AND endpoint_id = $2 AND NOT by_hand AND lease_token IS NULL
     FOR UPDATE SKIP LOCKED`,
    [companyId, endpointId],
  )
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  tx.write("DELETE FROM delivery_due WHERE company_id = $1 AND delivery_id = ANY ($2::bigint[])", [
    companyId,
    ids,
  ])
  tx.write(
    `UPDATE delivery SET status = 'abandoned', last_error = $3, next_attempt_at = NULL, has_failed = true
     WHERE company_id = $1 AND endpoint_id = $2 AND id = ANY ($4::bigint[])`,
    [companyId, endpointId, endpointDisabled, ids],
  )
}

/** Removes all deliveries of a deleted endpoint from the queue. */
export async function dropDue(tx: Tx, companyId: number, endpointId: number): Promise<void> {
  await tx.query("DELETE FROM delivery_due WHERE company_id = $1 AND endpoint_id = $2", [
    companyId,
    endpointId,
  ])
}

export interface QueueState {
  /** Due, and under no lease. */
  waiting: number
  inFlight: number
  /** To be tried again later. */
  later: number
  /** Seconds for which the longest-waiting row has been due; 0 when none is. */
  oldestSeconds: number
}

/** The queue of all live companies. */
export async function readQueue(db: Db, now: number): Promise<QueueState> {
  const [row] = await db.query<QueueState>(
    `SELECT count(*) FILTER (WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)) AS waiting,
       count(*) FILTER (WHERE lease_until > $1) AS "inFlight",
       count(*) FILTER (WHERE due_at > $1) AS later,
       coalesce(extract(epoch FROM $1 - min(due_at) FILTER (WHERE due_at <= $1)), 0)::float8 AS "oldestSeconds"
     FROM delivery_due WHERE ${isLive}`,
    [new Date(now)],
  )
  return row!
}
