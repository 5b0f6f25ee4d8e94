/** Answers kept for a day, so that a repeated request gets its first answer. */
import type { Db, Tx } from "./database.ts"

export interface IdempotencyClaim {
  companyId: number
  credential: string
  key: string
  method: string
  path: string
  bodyHash: string
  claimToken: string
  now: number
}

export interface KeptAnswer {
  method: string
  path: string
  bodyHash: string
  status: number | null
  answer: string | null
}

const keptMs = 24 * 3_600_000
/** A request that has not answered by then has crashed; its key is free again. */
const abandonedMs = 30_000

/**
 * Claims the key for this request. Null when it is claimed now; else what stands under it. Its commit does not wait for
 * the disk: a claim that a crash of the database loses has no answer yet, and a commit of the operation carries it along.
 */
export async function claimKey(db: Db, claim: IdempotencyClaim): Promise<KeptAnswer | null> {
  const { companyId, credential, key } = claim
  const claimed = await db.query(
    `INSERT INTO idempotency (company_id, credential, key, method, path, body_hash, claim_token, claimed_at, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $8 FROM set_config('synchronous_commit', 'off', true)
     ON CONFLICT (company_id, credential, key) DO UPDATE
       SET method = $4, path = $5, body_hash = $6, claim_token = $7, claimed_at = $8, created_at = $8,
           status = NULL, answer = NULL, customer_id = NULL
       WHERE idempotency.created_at <= $9
          OR (idempotency.status IS NULL AND idempotency.claimed_at <= $10
              AND idempotency.body_hash = $6 AND idempotency.method = $4 AND idempotency.path = $5)
     RETURNING 1`,
    [
      companyId,
      credential,
      key,
      claim.method,
      claim.path,
      claim.bodyHash,
      claim.claimToken,
      new Date(claim.now),
      new Date(claim.now - keptMs),
      new Date(claim.now - abandonedMs),
    ],
  )
  if (claimed.length > 0) return null
  const [kept] = await db.query<KeptAnswer>(
    `SELECT method, path, body_hash AS "bodyHash", status, answer FROM idempotency
     WHERE company_id = $1 AND credential = $2 AND key = $3`,
    [companyId, credential, key],
  )
  return (
    kept ?? { method: claim.method, path: claim.path, bodyHash: claim.bodyHash, status: null, answer: null }
  )
}

/** Keeps the answer, where this request still holds the claim. False when another request has taken it over. */
export async function keepAnswer(
  db: Db | Tx,
  claim: IdempotencyClaim,
  status: number,
  answer: string,
  customerId: number | null,
): Promise<boolean> {
  const kept = await db.query(
    `UPDATE idempotency SET status = $5, answer = $6, customer_id = $7
     WHERE company_id = $1 AND credential = $2 AND key = $3 AND claim_token = $4 AND status IS NULL RETURNING 1`,
    [claim.companyId, claim.credential, claim.key, claim.claimToken, status, answer, customerId],
  )
  return kept.length > 0
}

/** Frees the key after an answer that is not kept (5xx). */
export async function releaseKey(db: Db, claim: IdempotencyClaim): Promise<void> {
  await db.query(
    `DELETE FROM idempotency
     WHERE company_id = $1 AND credential = $2 AND key = $3 AND claim_token = $4 AND status IS NULL`,
    [claim.companyId, claim.credential, claim.key, claim.claimToken],
  )
}

/** Replaces kept answers that hold a customer's data. */
export async function eraseAnswers(
  tx: Tx,
  companyId: number,
  customerId: number,
  answer: string,
): Promise<void> {
  await tx.query(
    "UPDATE idempotency SET status = 410, answer = $3 WHERE company_id = $1 AND customer_id = $2 AND status IS NOT NULL",
    [companyId, customerId, answer],
  )
}

export async function dropOldAnswers(db: Db, now: number): Promise<void> {
  await db.query("DELETE FROM idempotency WHERE created_at < $1", [new Date(now - keptMs)])
}
