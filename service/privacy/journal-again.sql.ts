/** Does again what the journal knows and the database has forgotten. Each does nothing where nothing was forgotten. */
import type { EndedKey, SaidConsent, SentText } from "../../domain/model/journal.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { textHash } from "../platform/text-hash.sql.ts"

/** The record whose key was active again; null for a key that is unknown or has ended. */
export async function endKeyAgain(
  tx: Tx,
  { of, hash }: EndedKey,
): Promise<{ companyId: number; refId: number } | null> {
  return tx.first(
    `UPDATE directory SET active = false WHERE kind = $1 AND key = $2 AND active
     RETURNING company_id AS "companyId", ref_id AS "refId"`,
    [of, hash],
  )
}

/** True where the record has a link that opens. */
export const hasActiveKey = (
  tx: Tx,
  of: EndedKey["of"],
  companyId: number,
  refId: number,
): Promise<boolean> =>
  tx.some("SELECT 1 FROM directory WHERE kind = $1 AND company_id = $2 AND ref_id = $3 AND active", [
    of,
    companyId,
    refId,
  ])

export async function deleteFeedAgain(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx.query("DELETE FROM calendar_feed WHERE company_id = $1 AND id = $2", [companyId, id])
}

export async function revokeKeyAgain(tx: Tx, companyId: number, id: number, now: number): Promise<void> {
  await tx.query(
    "UPDATE api_key SET revoked_at = $3 WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL",
    [companyId, id, new Date(now)],
  )
}

/** Takes the user's password away when it is one that was changed. `hash` is the hash of its stored hash. */
export const endPasswordAgain = (tx: Tx, companyId: number, userId: number, hash: string): Promise<boolean> =>
  tx.some(
    `UPDATE app_user SET password_hash = NULL WHERE company_id = $1 AND id = $2
       AND ${textHash("password_hash")} = $3 RETURNING 1`,
    [companyId, userId, hash],
  )

/** Adds the consent behind all others of its number. */
export const sayConsentAgain = (tx: Tx, consent: SaidConsent): Promise<boolean> =>
  tx.some(
    `INSERT INTO consent (company_id, phone_hash, phone_sealed, channel, event, source, at)
     SELECT c.company_id, $2, $3, $4, $5, $6, $7 FROM company c WHERE c.company_id = $1 AND NOT EXISTS (
       SELECT 1 FROM consent k WHERE k.company_id = $1 AND k.phone_hash = $2 AND k.channel = $4 AND k.event = $5 AND k.at = $7)
     RETURNING 1`,
    [
      consent.company,
      consent.phoneHash,
      consent.phoneSealed,
      consent.channel,
      consent.event,
      consent.source,
      new Date(consent.said),
    ],
  )

/** The carrier's id where only the journal knows that a text went. */
const byJournal = "journal"

/** Marks a text that waits as taken by the carrier, so that a worker ends it as sent. Null for an unknown or an ended one. */
export const markSent = (tx: Tx, companyId: number, id: number): Promise<boolean> =>
  tx.some(
    `UPDATE text_message SET status = 'sending', carrier_id = coalesce(carrier_id, $3)
     WHERE company_id = $1 AND id = $2 AND status IN ('pending', 'sending') RETURNING 1`,
    [companyId, id, byJournal],
  )

/**
 * A text that was queued and went in the time that was lost, so that it is not queued a second time. False where its customer
 * or its appointment is lost too, or the text is there.
 */
export const enterSent = (tx: Tx, text: SentText, now: number): Promise<boolean> =>
  tx.some(
    `INSERT INTO text_message (company_id, id, purpose, channel, once_key, customer_id, appointment_id,
       appointment_version, run_id, step_position, status, carrier_id, created_at, good_until)
     SELECT u.company_id, $2, $3, $4, $5, u.id, $7, $8, $9, $10, 'sending', $11, $12, $12 FROM customer u
     WHERE u.company_id = $1 AND u.id = coalesce($6::bigint, 0)
       AND ($7::bigint IS NULL OR EXISTS (SELECT 1 FROM appointment a WHERE a.company_id = $1 AND a.id = coalesce($7::bigint, 0)))
       AND ($9::bigint IS NULL OR EXISTS (SELECT 1 FROM outreach_run r WHERE r.company_id = $1 AND r.id = coalesce($9::bigint, 0)))
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      text.company,
      text.id,
      text.purpose,
      text.channel,
      text.onceKey,
      text.customer,
      text.appointment,
      text.version,
      text.run,
      text.position,
      byJournal,
      new Date(now),
    ],
  )

/** An appointment that ended: what it took is to be given back. Seats instead of time where it is one of a class. */
export type Ended = { id: number } & (
  | { session_id: number; seats: number }
  | { session_id: null; seats: null }
)

/** Changes of theirs that could be taken back, with what the appointments were before: no messages about them go out any more. */
export async function takeUndosOf(
  tx: Tx,
  companyId: number,
  customerId: number,
): Promise<{ holdId: number; appointments: Ended[] }[]> {
  const holds = await tx.query<{ id: number }>(
    "SELECT id FROM hold WHERE company_id = $1 AND customer_id = $2 AND kind = 'undo'",
    [companyId, customerId],
  )
  if (holds.length === 0) return []
  return tx.query(
    `DELETE FROM undo_due WHERE company_id = $1 AND hold_id = ANY ($2::bigint[]) RETURNING hold_id AS "holdId", appointments`,
    [companyId, holds.map(({ id }) => id)],
  )
}

/** Ends what an erased customer would still come to. */
export async function endAppointmentsOf(
  tx: Tx,
  companyId: number,
  customerId: number,
  now: number,
): Promise<Ended[]> {
  return tx.query<Ended>(
    `UPDATE appointment SET status = 'cancelled', cancelled_by = 'system', cancelled_at = $3, cancels_at = NULL, undo_hold_id = NULL, version = version + 1,
       updated_at = $3
     WHERE company_id = $1 AND customer_id = $2 AND status IN ('scheduled', 'pending') AND end_at > $3 RETURNING id, session_id, seats`,
    [companyId, customerId, new Date(now)],
  )
}

export const isThereUnerased = (db: Db, companyId: number, customerId: number): Promise<boolean> =>
  db.some("SELECT 1 FROM customer WHERE company_id = $1 AND id = $2 AND erased_at IS NULL", [
    companyId,
    customerId,
  ])
