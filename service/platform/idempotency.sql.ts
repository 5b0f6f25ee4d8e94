/** Answers kept for a day, so that a retry gets the first answer. */
import { hash } from "node:crypto"
import { msPerHour } from "../../domain/time/units.ts"
import type { Db, Tx } from "./pg/database.ts"
import { textHash } from "./text-hash.sql.ts"

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

const keptMs = 24 * msPerHour

/** The person whose data an answer holds. */
export interface AnswerSubject {
  customerId: number | null
  /** It holds data of several customers. */
  ofMany: boolean
}

/** The answer under the key; null without one. Deletes an answer that is older than a day. */
export async function findAnswer(db: Db, request: KeyedRequest): Promise<KeptAnswer | null> {
  const of = [request.companyId, request.credential, [request.key, erasedKey(request.key)]]
  const [kept] = await db.query<KeptAnswer & { created_at: Date }>(
    `SELECT method, path, body_hash AS "bodyHash", status, answer, created_at FROM idempotency
     WHERE company_id = $1 AND credential = $2 AND key = ANY ($3)`,
    of,
  )
  if (kept === undefined) return null
  const oldest = new Date(request.now - keptMs)
  if (kept.created_at > oldest) return kept
  await db.query(
    "DELETE FROM idempotency WHERE company_id = $1 AND credential = $2 AND key = ANY ($3) AND created_at <= $4",
    [...of, oldest],
  )
  return null
}

/** The text that replaces the key once its answer is erased. */
const erasedKey = (key: string) => `erased:${hash("sha256", key)}`

const keep = `INSERT INTO idempotency
    (company_id, credential, key, method, path, body_hash, created_at, status, answer, customer_id, of_many)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

const keptValues = (request: KeyedRequest, status: number, answer: string, subject: AnswerSubject) => [
  request.companyId,
  request.credential,
  request.key,
  request.method,
  request.path,
  request.bodyHash,
  new Date(request.now),
  status,
  answer,
  subject.customerId,
  subject.ofMany,
]

/** Stores the answer in the transaction of the change; a second one under the key fails it: `idempotency_key_running`. */
export function keepAnswer(
  tx: Tx,
  request: KeyedRequest,
  status: number,
  answer: string,
  subject: AnswerSubject,
): void {
  tx.write(keep, keptValues(request, status, answer, subject))
}

/** Stores a refusal, which changed nothing. Violates `idempotency_pkey` when the key has an answer. */
export async function keepRefused(
  db: Db,
  request: KeyedRequest,
  status: number,
  answer: string,
): Promise<void> {
  await db.query(keep, keptValues(request, status, answer, { customerId: null, ofMany: false }))
}

/** Replaces stored answers that hold a customer's data by `answer`, with status 410, and their keys by hashes. */
export async function eraseAnswers(
  tx: Tx,
  companyId: number,
  customerId: number,
  answer: string,
): Promise<void> {
  await tx.query(
    `UPDATE idempotency SET status = 410, answer = $3,
       key = CASE WHEN key LIKE 'erased:%' THEN key ELSE 'erased:' || ${textHash("key")} END
     WHERE company_id = $1 AND (customer_id = $2 OR of_many)`,
    [companyId, customerId, answer],
  )
}

export async function dropOldAnswers(db: Db, now: number): Promise<void> {
  await db.query("DELETE FROM idempotency WHERE created_at < $1", [new Date(now - keptMs)])
}
