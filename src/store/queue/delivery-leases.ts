/**
 * Who sends to an endpoint: one worker at a time, under a lease. A hold's token is what lets its worker write results, and
 * its position says what the worker has taken: all that stands in the endpoint's queue up to there.
 */
import type { Db, Tx } from "../pg/database.ts"

export interface HoldKey {
  endpointId: number
  token: string
}

const keyTypes = "$1::bigint[], $2::text[]"
const keyColumns = (keys: readonly HoldKey[]) => [
  keys.map(({ endpointId }) => endpointId),
  keys.map(({ token }) => token),
]
const ofKeys = "h.endpoint_id = k.endpoint_id AND h.token = k.token"

export interface NewHolds {
  token: string
  now: number
  leaseUntil: number
  /** At most so many. */
  limit: number
}

/** Takes endpoints for which something is due and that nobody holds. `taken` is told their ids before the commit. */
export function takeHolds(
  tx: Tx,
  { token, now, leaseUntil, limit }: NewHolds,
  taken: (endpointIds: number[]) => void,
): void {
  tx.write<{ endpoint_id: number }>(
    `WITH RECURSIVE endpoint AS (
       (SELECT endpoint_id AS id FROM delivery_due ORDER BY endpoint_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.endpoint_id FROM delivery_due d WHERE d.endpoint_id > e.id ORDER BY d.endpoint_id LIMIT 1)
       FROM endpoint e WHERE e.id IS NOT NULL
     )
     INSERT INTO delivery_hold (endpoint_id, token, lease_until)
     SELECT e.id, $1, $2 FROM endpoint e
     WHERE NOT EXISTS (SELECT FROM delivery_hold h WHERE h.endpoint_id = e.id)
       AND EXISTS (SELECT FROM delivery_due d WHERE d.endpoint_id = e.id AND d.due_at <= $3)
     LIMIT $4
     ON CONFLICT (endpoint_id) DO NOTHING
     RETURNING endpoint_id`,
    [token, new Date(leaseUntil), new Date(now), limit],
    (rows) => taken(rows.map((row) => row.endpoint_id)),
  )
}

/** Prolongs the leases of those that are still ours. Returns their endpoints' ids. */
export async function keepHolds(db: Db, keys: readonly HoldKey[], leaseUntil: number): Promise<number[]> {
  const kept = await db.query<{ endpoint_id: number }>(
    `UPDATE delivery_hold h SET lease_until = $3 FROM unnest(${keyTypes}) AS k (endpoint_id, token)
     WHERE ${ofKeys} RETURNING h.endpoint_id`,
    [...keyColumns(keys), new Date(leaseUntil)],
  )
  return kept.map((row) => row.endpoint_id)
}

/** Gives endpoints to whoever comes next. */
export function leaveHolds(tx: Tx, keys: readonly HoldKey[]): void {
  if (keys.length === 0) return
  tx.write(
    `DELETE FROM delivery_hold h USING unnest(${keyTypes}) AS k (endpoint_id, token) WHERE ${ofKeys}`,
    keyColumns(keys),
  )
}

/** Sets a hold's position back to the last that its worker still has in hand. */
export async function shrinkHold(
  db: Db,
  { endpointId, token }: HoldKey,
  inHand: readonly number[],
): Promise<void> {
  await db.query(
    `UPDATE delivery_hold h
     SET (to_due_at, to_delivery_id) = (
       SELECT coalesce(max(l.due_at), '-infinity'), coalesce(max(l.delivery_id), 0) FROM (
         SELECT d.due_at, d.delivery_id FROM delivery_due d WHERE d.delivery_id = ANY ($3::bigint[])
         ORDER BY d.due_at DESC, d.delivery_id DESC LIMIT 1) l)
     WHERE h.endpoint_id = $1 AND h.token = $2`,
    [endpointId, token, inHand],
  )
}

/** A worker that is frozen in the middle of this transaction loses it, with its locks, before its leases are over. */
export function endIfFrozen(tx: Tx): void {
  tx.write("SET LOCAL idle_in_transaction_session_timeout = '10s'", [])
}

/** Those of the holds that are still ours, which nobody can end before this transaction does. As `holdName` names them. */
export async function lockHolds(tx: Tx, keys: readonly HoldKey[]): Promise<Set<string>> {
  const distinct = [...new Map(keys.map((key) => [holdName(key), key])).values()]
  const ours = await tx.query<{ endpoint_id: number; token: string }>(
    `SELECT h.endpoint_id, h.token FROM unnest(${keyTypes}) AS k (endpoint_id, token)
     JOIN delivery_hold h ON ${ofKeys} FOR KEY SHARE OF h`,
    keyColumns(distinct),
  )
  return new Set(ours.map(({ endpoint_id, token }) => holdName({ endpointId: endpoint_id, token })))
}

export const holdName = ({ endpointId, token }: HoldKey) => `${endpointId} ${token}`

export interface LostRow {
  delivery_id: number
  company_id: number
  endpoint_id: number
  /** Of the attempt that was lost. */
  number: number
  lease_until: Date
}

/** Ends the holds of workers that died. What they had in hand counts as an attempt and is due again; returns it. */
export async function endHolds(tx: Tx, now: number): Promise<LostRow[]> {
  return tx.query<LostRow>(
    `WITH ended AS (
       DELETE FROM delivery_hold WHERE endpoint_id = ANY (ARRAY(
         SELECT endpoint_id FROM delivery_hold WHERE lease_until <= $1 FOR UPDATE SKIP LOCKED))
       RETURNING endpoint_id, to_due_at, to_delivery_id, lease_until
     )
     UPDATE delivery_due d SET attempt = d.attempt + 1 FROM ended e
     WHERE d.endpoint_id = e.endpoint_id AND (d.due_at, d.delivery_id) <= (e.to_due_at, e.to_delivery_id)
     RETURNING d.delivery_id, d.company_id, d.endpoint_id, d.attempt - 1 AS number, e.lease_until`,
    [new Date(now)],
  )
}
