/** Answers kept for a day, so that a repeated request gets its first answer. */
import type { Db, Tx } from "./database.ts"

/** A request under an Idempotency-Key. */
export interface KeyedRequest {
  companyId: number
  credential: string
  key: string
  method: string
  path: string
  bodyHash: string
  now: number
}

export interface KeptAnswer {
  method: string
  path: string
  bodyHash: string
  status: number
  answer: string
}

const keptMs = 24 * 3_600_000

/** What was answered under the key, if anything was. */
export async function findAnswer(db: Db, request: KeyedRequest): Promise<KeptAnswer | null> {
  const [kept] = await db.query<KeptAnswer>(
    `SELECT method, path, body_hash AS "bodyHash", status, answer FROM idempotency
     WHERE company_id = $1 AND credential = $2 AND key = $3 AND created_at > $4`,
    [request.companyId, request.credential, request.key, new Date(request.now - keptMs)],
  )
  return kept ?? null
}

/**
 * Keeps the answer. False when another one stands under the key; waits for a transaction that is about to write one.
 */
export async function keepAnswer(
  db: Db | Tx,
  request: KeyedRequest,
  status: number,
  answer: string,
  customerId: number | null,
): Promise<boolean> {
  const kept = await db.query(
    `INSERT INTO idempotency (company_id, credential, key, method, path, body_hash, created_at, status, answer, customer_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (company_id, credential, key) DO UPDATE
       SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
           created_at = excluded.created_at, status = excluded.status, answer = excluded.answer,
           customer_id = excluded.customer_id
       WHERE idempotency.created_at <= $11
     RETURNING 1`,
    [
      request.companyId,
      request.credential,
      request.key,
      request.method,
      request.path,
      request.bodyHash,
      new Date(request.now),
      status,
      answer,
      customerId,
      new Date(request.now - keptMs),
    ],
  )
  return kept.length > 0
}

/** Replaces kept answers that hold a customer's data. */
export async function eraseAnswers(
  tx: Tx,
  companyId: number,
  customerId: number,
  answer: string,
): Promise<void> {
  await tx.query(
    "UPDATE idempotency SET status = 410, answer = $3 WHERE company_id = $1 AND customer_id = $2",
    [companyId, customerId, answer],
  )
}

export async function dropOldAnswers(db: Db, now: number): Promise<void> {
  await db.query("DELETE FROM idempotency WHERE created_at < $1", [new Date(now - keptMs)])
}
