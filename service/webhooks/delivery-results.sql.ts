/** The results of attempts to deliver, written into the log many at a time. */
import type { DeliveryError, DeliveryStatus, TlsReason } from "../../domain/model/delivery.ts"
import type { LeasedDelivery } from "../outbox/deliveries-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { byPartition } from "../platform/pg/partitions.ts"
import { onlyCompanyOf } from "./deliveries-to-send.sql.ts"

/** An attempt's trace in the log, for the search for a fault. */
export interface AttemptTrace {
  tlsReason: TlsReason | null
  address: string | null
  headers: Readonly<Record<"webhook-timestamp" | "webhook-signature", string>>
  answerBody: string | null
}

/** The result of a delivery under a lease. Times in epoch milliseconds. */
export interface DeliveryResult extends LeasedDelivery {
  /** The number of this attempt, from 1. */
  number: number
  /** Null when nothing was sent: the delivery is given up without an attempt. */
  startedAt: number | null
  status: Exclude<DeliveryStatus, "pending">
  nextAttemptAt: number | null
  statusCode: number | null
  error: DeliveryError | null
  finishedAt: number
  /** Null when nothing was sent. */
  trace: AttemptTrace | null
}

/** An attempt as the log keeps it; one whose sender died has no end. */
export interface EndedAttempt {
  companyId: number
  deliveryId: number
  endpointId: number
  number: number
  startedAt: number
  finishedAt: number | null
  statusCode: number | null
  error: DeliveryError | null
  trace: AttemptTrace | null
}

/** Shows in the log where the deliveries stand, with the attempts that brought them there. */
export function updateDeliveries(tx: Tx, results: readonly DeliveryResult[], now: number): void {
  for (const [partition, ofDay] of byDay(results, now)) {
    tx.write(
      `UPDATE ${partition} d SET status = r.status, last_status_code = r.status_code, last_error = r.error,
         attempts = CASE WHEN r.started IS NULL THEN r.number - 1 ELSE r.number END,
         attempt_log = CASE WHEN r.started IS NULL THEN d.attempt_log ELSE ${appended} END,
         delivered_at = CASE WHEN r.status = 'succeeded' THEN to_timestamp(r.finished) END,
         next_attempt_at = to_timestamp(r.next_attempt), has_failed = d.has_failed OR r.status <> 'succeeded'
       FROM unnest(${attemptTypes}, $15::text[], $16::float8[]) AS r (${attemptNames}, status, next_attempt)
       WHERE ${isOfAttempt}`,
      [
        ...attemptColumns(ofDay),
        ofDay.map((result) => result.status),
        ofDay.map((result) => secondsOrNull(result.nextAttemptAt)),
      ],
    )
  }
}

/** Adds attempts to the log of deliveries that are not this worker's any more: the attempts were made all the same. */
export function appendAttempts(tx: Tx, attempts: readonly EndedAttempt[], now: number): void {
  for (const [partition, ofDay] of byDay(attempts, now)) {
    tx.write(
      `UPDATE ${partition} d SET attempt_log = ${appended}
       FROM unnest(${attemptTypes}) AS r (${attemptNames})
       WHERE ${isOfAttempt}`,
      attemptColumns(ofDay),
    )
  }
}

const traceNames = "status_code, error, tls_reason, address, signed_at, signature, answer_body"
const appended = `d.attempt_log || ROW(r.number, to_timestamp(r.started), to_timestamp(r.finished),
  ${traceNames.replaceAll(/\w+/g, "r.$&")})::attempt`
const attemptNames = `company_id, endpoint_id, id, number, started, finished, ${traceNames}`
const attemptTypes = `$1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::float8[], $6::float8[], $7::integer[],
  $8::text[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::text[]`

const isOfAttempt = `d.company_id = r.company_id AND d.endpoint_id = r.endpoint_id AND d.id = r.id
  AND ($14::bigint IS NULL OR d.company_id = $14)`

/** Times travel as seconds since 1970: so many written out as dates would take longer to read than the rows to write. */
const secondsOrNull = (time: number | null) => (time === null ? null : time / 1_000)

function attemptColumns(attempts: readonly (EndedAttempt | DeliveryResult)[]): unknown[] {
  return [
    attempts.map((attempt) => attempt.companyId),
    attempts.map((attempt) => attempt.endpointId),
    attempts.map((attempt) => attempt.deliveryId),
    attempts.map((attempt) => attempt.number),
    attempts.map((attempt) => secondsOrNull(attempt.startedAt)),
    attempts.map((attempt) => secondsOrNull(attempt.finishedAt)),
    attempts.map((attempt) => attempt.statusCode),
    attempts.map((attempt) => attempt.error),
    attempts.map(({ trace }) => trace?.tlsReason ?? null),
    attempts.map(({ trace }) => trace?.address ?? null),
    attempts.map(({ trace }) => trace?.headers["webhook-timestamp"] ?? null),
    attempts.map(({ trace }) => trace?.headers["webhook-signature"] ?? null),
    attempts.map(({ trace }) => trace?.answerBody ?? null),
    onlyCompanyOf(attempts),
  ]
}

/** Through the parent of all days, bounds on the ids would mislead the planner about how few they are. */
const byDay = <Of extends { deliveryId: number }>(of: readonly Of[], now: number): Map<string, Of[]> =>
  byPartition("delivery", of, ({ deliveryId }) => deliveryId, now)

/** Adds to the counts of how attempts ended. */
export function addOutcomes(tx: Tx, counts: ReadonlyMap<string, number>): void {
  const outcomes = [...counts.keys()].sort()
  tx.write(
    `INSERT INTO delivery_outcome (outcome, count) SELECT * FROM unnest($1::text[], $2::bigint[]) AS o (outcome, count)
     ON CONFLICT (outcome) DO UPDATE SET count = delivery_outcome.count + excluded.count`,
    [outcomes, outcomes.map((outcome) => counts.get(outcome))],
  )
}

export async function readOutcomes(db: Db): Promise<{ outcome: string; count: number }[]> {
  return db.query("SELECT outcome, count FROM delivery_outcome ORDER BY outcome")
}
