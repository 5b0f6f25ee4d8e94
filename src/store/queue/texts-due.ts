/** The queue of texts: who may send which, and until when. A claim is a token with a lease. */
import { type TextLane, textLanes } from "../../model/text-message.ts"
import type { Database, Db, Tx } from "../pg/database.ts"

export interface ClaimedText {
  companyId: number
  id: number
  token: string
}

export interface Claim {
  token: string
  now: number
  leaseMs: number
}

/** When somebody else may take what is claimed, in epoch milliseconds. */
export const leaseEnd = ({ now, leaseMs }: Claim): number => now + leaseMs

/** Takes up to `most` that are due; nobody else gets them until the lease is over. */
export async function claimTexts(db: Db, claim: Claim, lane: TextLane, most: number): Promise<ClaimedText[]> {
  const rows = await db.query<{ companyId: number; id: number }>(
    `UPDATE text_due d SET claim_token = $1, due_at = $3
     FROM (SELECT company_id, text_id FROM text_due WHERE lane = $5 AND due_at <= $2
           ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED) due
     WHERE d.company_id = due.company_id AND d.text_id = due.text_id
     RETURNING d.company_id AS "companyId", d.text_id AS id`,
    [claim.token, new Date(claim.now), new Date(leaseEnd(claim)), most, lane],
  )
  return rows.map((row) => ({ ...row, token: claim.token }))
}

/**
 * Takes this one; null when it is not due, or somebody has it. The commit does not wait for the disk: the next one, which
 * comes before the carrier hears of the text, takes this one there with it.
 */
export async function claimText(
  db: Database,
  companyId: number,
  id: number,
  claim: Claim,
): Promise<ClaimedText | null> {
  let isClaimed = false
  await db.transaction(async (tx) => {
    tx.write("SET LOCAL synchronous_commit = off", [])
    tx.write(
      `UPDATE text_due SET claim_token = $3, due_at = $5
       WHERE company_id = $1 AND text_id = $2 AND due_at <= $4 RETURNING 1`,
      [companyId, id, claim.token, new Date(claim.now), new Date(leaseEnd(claim))],
      (rows) => {
        isClaimed = rows.length > 0
      },
    )
  })
  return isClaimed ? { companyId, id, token: claim.token } : null
}

export interface Addressed {
  fromPhone: string
  phoneSealed: string
  phoneHash: string
  /** Null where the words are not to stay. */
  bodySealed: string | null
}

/**
 * Writes down that the text is about to go, and where to, before the carrier hears of it. The number of tries, this one
 * included; null when the claim is over, or the text has ended meanwhile.
 */
export async function beginSending(db: Db, claimed: ClaimedText, to: Addressed): Promise<number | null> {
  const [row] = await db.query<{ attempts: number }>(
    `UPDATE text_message SET status = 'sending', attempts = attempts + 1, from_phone = $4, phone_sealed = $5,
       phone_hash = $6, body_sealed = coalesce($7, body_sealed)
     WHERE company_id = $1 AND id = $2 AND status IN ('pending', 'sending')
       AND EXISTS (SELECT 1 FROM text_due WHERE company_id = $1 AND text_id = $2 AND claim_token = $3)
     RETURNING attempts`,
    [claimed.companyId, claimed.id, claimed.token, to.fromPhone, to.phoneSealed, to.phoneHash, to.bodySealed],
  )
  return row?.attempts ?? null
}

export interface TextEnd {
  status: "sent" | "skipped" | "failed"
  error: string | null
  carrierId: string | null
  /** Keeps the words readable: for a sender that goes to nobody. */
  keepsBody: boolean
}

/** Ends a text and takes it from the queue, where this claim still holds it. */
export async function endText(tx: Tx, claimed: ClaimedText, end: TextEnd, now: number): Promise<boolean> {
  const held = await tx.query(
    "DELETE FROM text_due WHERE company_id = $1 AND text_id = $2 AND claim_token = $3 RETURNING 1",
    [claimed.companyId, claimed.id, claimed.token],
  )
  if (held.length === 0) return false
  await tx.query(
    `UPDATE text_message SET status = $3, last_error = $4, carrier_id = coalesce($5, carrier_id), sent_at = $6,
       body_sealed = CASE WHEN $7::boolean THEN body_sealed END
     WHERE company_id = $1 AND id = $2`,
    [
      claimed.companyId,
      claimed.id,
      end.status,
      end.error,
      end.carrierId,
      end.status === "sent" ? new Date(now) : null,
      end.keepsBody,
    ],
  )
  return true
}

/** Puts a text back, to be tried or judged again. `error` is why it did not go; null when it was not tried. */
export async function putBack(
  db: Db,
  claimed: ClaimedText,
  dueAt: number,
  error: string | null,
): Promise<void> {
  await db.query(
    `WITH held AS (
       UPDATE text_due SET due_at = $4, claim_token = NULL
       WHERE company_id = $1 AND text_id = $2 AND claim_token = $3 RETURNING text_id)
     UPDATE text_message SET status = 'pending', last_error = coalesce($5, last_error)
     WHERE company_id = $1 AND id IN (SELECT text_id FROM held)`,
    [claimed.companyId, claimed.id, claimed.token, new Date(dueAt), error],
  )
}

export async function dropFromQueue(db: Db, companyId: number, id: number): Promise<void> {
  await db.query("DELETE FROM text_due WHERE company_id = $1 AND text_id = $2", [companyId, id])
}

export interface TextQueueState {
  lane: TextLane
  due: number
  /** Of the one that is due longest; 0 when none is. */
  oldestSeconds: number
}

/** Of the whole host; every lane, also an empty one. */
export async function readTextQueue(db: Db, now: number): Promise<TextQueueState[]> {
  return db.query<TextQueueState>(
    `SELECT l.lane, count(d.text_id) AS due,
       coalesce(extract(epoch FROM $1 - min(d.due_at)), 0)::float8 AS "oldestSeconds"
     FROM unnest($2::text[]) AS l (lane) LEFT JOIN text_due d ON d.lane = l.lane AND d.due_at <= $1
     GROUP BY l.lane`,
    [new Date(now), textLanes],
  )
}
