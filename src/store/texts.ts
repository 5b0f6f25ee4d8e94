/** Texts, and the queue of those that have yet to go. */
import type { Db, Tx } from "./database.ts"

export interface NewText {
  id: number
  purpose: "code"
  fromPhone: string
  phoneSealed: string
  phoneHash: string
  bodySealed: string
  /** Epoch milliseconds after which it is of no use to anybody. */
  goodUntil: number
}

export async function nextTextId(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>("SELECT nextval('text_message_id_seq') AS id")
  return row!.id
}

export async function insertText(tx: Tx, companyId: number, text: NewText, now: number): Promise<void> {
  await tx.query(
    `INSERT INTO text_message (company_id, id, purpose, from_phone, phone_sealed, phone_hash, body_sealed, created_at, good_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      companyId,
      text.id,
      text.purpose,
      text.fromPhone,
      text.phoneSealed,
      text.phoneHash,
      text.bodySealed,
      new Date(now),
      new Date(text.goodUntil),
    ],
  )
  await tx.query("INSERT INTO text_due (company_id, text_id, due_at) VALUES ($1, $2, $3)", [
    companyId,
    text.id,
    new Date(now),
  ])
}

export interface ClaimedText {
  companyId: number
  id: number
}

/** Takes up to `most` that are due; nobody else gets them until the lease is over. */
export async function claimTexts(
  db: Db,
  claim: { token: string; now: number; leaseMs: number; most: number },
): Promise<ClaimedText[]> {
  return db.query<ClaimedText>(
    `UPDATE text_due d SET claim_token = $1, due_at = $3
     FROM (SELECT company_id, text_id FROM text_due WHERE due_at <= $2
           ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED) due
     WHERE d.company_id = due.company_id AND d.text_id = due.text_id
     RETURNING d.company_id AS "companyId", d.text_id AS id`,
    [claim.token, new Date(claim.now), new Date(claim.now + claim.leaseMs), claim.most],
  )
}

export interface TextRow {
  id: number
  purpose: "code"
  from_phone: string
  phone_sealed: string
  phone_hash: string
  body_sealed: string | null
  status: "pending" | "sent" | "failed"
  attempts: number
  created_at: Date
  good_until: Date
}

/** Counts the attempt that is about to be made; null when there is nothing to send any more. */
export async function beginAttempt(db: Db, companyId: number, id: number): Promise<TextRow | null> {
  const [row] = await db.query<TextRow>(
    `UPDATE text_message SET attempts = attempts + 1
     WHERE company_id = $1 AND id = $2 AND status = 'pending' AND body_sealed IS NOT NULL
     RETURNING id, purpose, from_phone, phone_sealed, phone_hash, body_sealed, status, attempts, created_at, good_until`,
    [companyId, id],
  )
  return row ?? null
}

export interface TextEnd {
  status: "sent" | "failed"
  error: string | null
  carrierId: string | null
  /** Keeps the words readable: for a sender that goes to nobody. */
  keepsBody: boolean
}

/** Ends a text and takes it from the queue, where this claim still holds it. */
export async function endText(
  tx: Tx,
  companyId: number,
  id: number,
  claimToken: string,
  end: TextEnd,
  now: number,
): Promise<boolean> {
  const held = await tx.query(
    "DELETE FROM text_due WHERE company_id = $1 AND text_id = $2 AND claim_token = $3 RETURNING 1",
    [companyId, id, claimToken],
  )
  if (held.length === 0) return false
  await tx.query(
    `UPDATE text_message SET status = $3, last_error = $4, carrier_id = $5, sent_at = $6,
       body_sealed = CASE WHEN $7::boolean THEN body_sealed END
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      id,
      end.status,
      end.error,
      end.carrierId,
      end.status === "sent" ? new Date(now) : null,
      end.keepsBody,
    ],
  )
  return true
}

/** Puts a text back for another try. */
export async function retryText(
  db: Db,
  text: ClaimedText,
  claimToken: string,
  error: string,
  dueAt: number,
): Promise<void> {
  await db.query("UPDATE text_message SET last_error = $3 WHERE company_id = $1 AND id = $2", [
    text.companyId,
    text.id,
    error,
  ])
  await db.query(
    "UPDATE text_due SET due_at = $4, claim_token = NULL WHERE company_id = $1 AND text_id = $2 AND claim_token = $3",
    [text.companyId, text.id, claimToken, new Date(dueAt)],
  )
}

export async function dropFromQueue(db: Db, companyId: number, id: number): Promise<void> {
  await db.query("DELETE FROM text_due WHERE company_id = $1 AND text_id = $2", [companyId, id])
}

/** The newest of a company, for the developers' page. */
export async function listTexts(db: Db, companyId: number, most: number): Promise<TextRow[]> {
  return db.query<TextRow>(
    `SELECT id, purpose, from_phone, phone_sealed, phone_hash, body_sealed, status, attempts, created_at, good_until
     FROM text_message WHERE company_id = $1 ORDER BY id DESC LIMIT $2`,
    [companyId, most],
  )
}

const keptMs = 30 * 86_400_000

/** What codes said is of no use after a day; that they were sent is kept a month. */
export async function dropOldTexts(db: Db, companyId: number, now: number): Promise<void> {
  await db.query("DELETE FROM text_message WHERE company_id = $1 AND created_at < $2", [
    companyId,
    new Date(now - keptMs),
  ])
  await db.query(
    "UPDATE text_message SET body_sealed = NULL WHERE company_id = $1 AND good_until < $2 AND body_sealed IS NOT NULL",
    [companyId, new Date(now - 86_400_000)],
  )
}
