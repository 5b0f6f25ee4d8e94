/** What came of attempts, written many at a time. */
import type { DeliveryStatus } from "../model/delivery.ts"
import type { DeliveryError } from "../model/delivery-errors.ts"
import type { Db, Tx } from "./database.ts"

export interface DeliveryResult {
  companyId: number
  deliveryId: number
  endpointId: number
  isTest: boolean
  token: string
  /** The number of this attempt. */
  number: number
  /** Null when nothing was sent: the delivery is given up without an attempt. */
  attemptId: number | null
  status: Exclude<DeliveryStatus, "pending">
  nextAttemptAt: number | null
  statusCode: number | null
  error: DeliveryError | null
  finishedAt: number
}

const dateOrNull = (time: number | null) => (time === null ? null : new Date(time))

/**
 * Takes finished rows out of the queue, or sets when they are due again, where the token is still ours. Returns the
 * deliveries for which it was; of the others somebody else writes the result.
 */
export async function settleDue(tx: Tx, results: readonly DeliveryResult[]): Promise<Set<number>> {
  const settled = await tx.query<{ delivery_id: number }>(
    `WITH r AS (
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS r (delivery_id, token, due_at)
     ), done AS (
       DELETE FROM delivery_due d USING r
       WHERE d.delivery_id = r.delivery_id AND d.lease_token = r.token AND r.due_at IS NULL RETURNING d.delivery_id
     ), again AS (
       UPDATE delivery_due d SET due_at = r.due_at, lease_until = NULL, lease_token = NULL FROM r
       WHERE d.delivery_id = r.delivery_id AND d.lease_token = r.token AND r.due_at IS NOT NULL RETURNING d.delivery_id
     )
     SELECT delivery_id FROM done UNION ALL SELECT delivery_id FROM again`,
    [
      results.map((result) => result.deliveryId),
      results.map((result) => result.token),
      results.map((result) => dateOrNull(result.nextAttemptAt)),
    ],
  )
  return new Set(settled.map((row) => row.delivery_id))
}

/** Writes the ends of attempts. They are true whoever holds the delivery by now. */
export async function endAttempts(tx: Tx, results: readonly DeliveryResult[]): Promise<void> {
  const ended = results.filter((result) => result.attemptId !== null)
  if (ended.length === 0) return
  const ids = ended.map((result) => result.attemptId!)
  await tx.query(
    `UPDATE delivery_attempt a SET finished_at = r.finished_at, status_code = r.status_code, error = r.error
     FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::integer[], $5::text[])
       AS r (company_id, id, finished_at, status_code, error)
     WHERE a.company_id = r.company_id AND a.id = r.id AND a.id BETWEEN $6 AND $7`,
    [
      ended.map((result) => result.companyId),
      ids,
      ended.map((result) => new Date(result.finishedAt)),
      ended.map((result) => result.statusCode),
      ended.map((result) => result.error),
      Math.min(...ids),
      Math.max(...ids),
    ],
  )
}

/** Shows in the log where the deliveries stand. */
export async function updateDeliveries(tx: Tx, results: readonly DeliveryResult[]): Promise<void> {
  if (results.length === 0) return
  const ids = results.map((result) => result.deliveryId)
  await tx.query(
    `UPDATE delivery d SET status = r.status, attempts = r.attempts, last_status_code = r.status_code,
       last_error = r.error, next_attempt_at = r.next_attempt_at, delivered_at = r.delivered_at
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::integer[], $6::text[], $7::timestamptz[],
       $8::timestamptz[]) AS r (company_id, id, status, attempts, status_code, error, next_attempt_at, delivered_at)
     WHERE d.company_id = r.company_id AND d.id = r.id AND d.id BETWEEN $9 AND $10`,
    [
      results.map((result) => result.companyId),
      ids,
      results.map((result) => result.status),
      results.map((result) => (result.attemptId === null ? result.number - 1 : result.number)),
      results.map((result) => result.statusCode),
      results.map((result) => result.error),
      results.map((result) => dateOrNull(result.nextAttemptAt)),
      results.map((result) => (result.status === "succeeded" ? new Date(result.finishedAt) : null)),
      Math.min(...ids),
      Math.max(...ids),
    ],
  )
}

/** Adds to the counts of how attempts ended. */
export async function addOutcomes(db: Db, counts: ReadonlyMap<string, number>): Promise<void> {
  const outcomes = [...counts.keys()].sort()
  await db.query(
    `INSERT INTO delivery_outcome (outcome, count) SELECT * FROM unnest($1::text[], $2::bigint[]) AS o (outcome, count)
     ON CONFLICT (outcome) DO UPDATE SET count = delivery_outcome.count + excluded.count`,
    [outcomes, outcomes.map((outcome) => counts.get(outcome))],
  )
}

export async function readOutcomes(db: Db): Promise<{ outcome: string; count: number }[]> {
  return db.query("SELECT outcome, count FROM delivery_outcome ORDER BY outcome")
}
