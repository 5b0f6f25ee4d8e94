/** The queue of texts and calls. */
import type { SentText } from "../../domain/model/journal.ts"
import { type TextLane, textLanes } from "../../domain/model/text-message.ts"
import type { Database, Db, Tx } from "../platform/pg/database.ts"
import { createQueue, isFree, isLive, type Lease, type Leased } from "../platform/queue/leases.ts"
import { enqueueReportsAt } from "./reports-due.sql.ts"

export type LeasedText = Leased<{ textId: number }>

export const textsDue = createQueue<{ textId: number }>({ table: "text_due", key: { textId: "text_id" } })

const leaseByTime = textsDue.leasing(`${isFree} AND ${isLive} AND lane = $4 ORDER BY due_at LIMIT $5`)
const leaseById = textsDue.leasing(`${isFree} AND company_id = $4 AND text_id = $5`)

/** Leases up to `most` texts of live companies in the lane, those that have been due longest first. */
export const leaseTexts = (db: Db, lease: Lease, lane: TextLane, most: number): Promise<LeasedText[]> =>
  leaseByTime(db, lease, [lane, most])

/**
 * Leases this text; null when it is not due, or another worker has it. The commit does not wait for the disk: the next one,
 * which comes before the carrier hears of the text, brings this one to the disk too.
 */
export async function leaseText(
  db: Database,
  lease: Lease,
  companyId: number,
  textId: number,
): Promise<LeasedText | null> {
  const [leased] = await db.transaction(async (tx) => {
    tx.write("SET LOCAL synchronous_commit = off", [])
    return leaseById(tx, lease, [companyId, textId])
  })
  return leased ?? null
}

export interface Addressed {
  /** Null of a mail. */
  phone: { from: string; sealed: string; hash: string } | null
  /** Null of a text and a call. */
  email: { from: string; sealed: string } | null
  /** Null where the words are not to stay. */
  bodySealed: string | null
}

/**
 * Writes down that the text is about to go, and where to, before the carrier hears of it. False when the lease was lost, or
 * the text has ended meanwhile.
 */
export async function beginSending(tx: Tx, leased: LeasedText, to: Addressed): Promise<boolean> {
  if (!(await textsDue.lock(tx, leased))) return false
  const begun = await tx.first<Omit<SentText, "kind" | "company">>(
    `UPDATE text_message SET status = 'sending', attempts = attempts + 1, from_phone = $3, phone_sealed = $4,
       phone_hash = $5, body_sealed = coalesce($6, body_sealed), from_email = $7, email_sealed = $8
     WHERE company_id = $1 AND id = $2 AND status IN ('pending', 'sending')
     RETURNING id, purpose, channel, once_key AS "onceKey", customer_id AS customer, appointment_id AS appointment,
       appointment_version AS version, run_id AS run, step_position AS position`,
    [
      leased.companyId,
      leased.textId,
      to.phone?.from ?? null,
      to.phone?.sealed ?? null,
      to.phone?.hash ?? null,
      to.bodySealed,
      to.email?.from ?? null,
      to.email?.sealed ?? null,
    ],
  )
  if (begun) tx.remember({ kind: "text", company: leased.companyId, ...begun })
  return begun !== null
}

export interface TextEnd {
  status: "sent" | "skipped" | "failed"
  error: string | null
  carrierId: string | null
  /** Keeps the words readable: for a sender whose texts do not leave this host. */
  keepsBody: boolean
}

/** Ends a text and takes it from the queue; false when the lease was lost. */
export async function endText(tx: Tx, leased: LeasedText, end: TextEnd, now: number): Promise<boolean> {
  if ((await textsDue.finish(tx, [leased])).length === 0) return false
  const ended = await tx.query<{ created_at: Date }>(
    `UPDATE text_message SET status = $3, last_error = $4, carrier_id = coalesce($5, carrier_id), sent_at = $6,
       body_sealed = CASE WHEN $7::boolean THEN body_sealed END, facts_sealed = NULL
     WHERE company_id = $1 AND id = $2 RETURNING created_at`,
    [
      leased.companyId,
      leased.textId,
      end.status,
      end.error,
      end.carrierId,
      end.status === "sent" ? new Date(now) : null,
      end.keepsBody,
    ],
  )
  enqueueReportsAt(tx, leased.companyId, "texts", ended)
  return true
}

/** Puts a text back, to be tried or judged again. `error` is why a try failed; null when nothing was tried. */
export async function putTextBack(
  tx: Tx,
  leased: LeasedText,
  dueAt: number,
  error: string | null,
): Promise<void> {
  const failures = leased.failures + (error === null ? 0 : 1)
  if ((await textsDue.putBack(tx, [{ work: leased, dueAt, failures }])).length === 0) return
  if (error !== null) tx.remember({ kind: "unsent", company: leased.companyId, id: leased.textId })
  await tx.query(
    `UPDATE text_message SET status = 'pending', last_error = coalesce($3, last_error)
     WHERE company_id = $1 AND id = $2`,
    [leased.companyId, leased.textId, error],
  )
}

/** Leaves a mail, as it is, to those that go by companies' own servers. */
export async function moveToOwnMail(db: Db, { companyId, textId, token }: LeasedText): Promise<void> {
  await db.query(
    `UPDATE text_due SET lane = 'own_mail', lease_token = NULL, lease_until = NULL
     WHERE company_id = $1 AND text_id = $2 AND lease_token = $3`,
    [companyId, textId, token],
  )
}

/** For a text that has ended already. */
export const dropText = (tx: Tx, leased: LeasedText): void => textsDue.drop(tx, [leased])

export interface TextQueueState {
  lane: TextLane
  /** Due, and under no lease. */
  due: number
  /** The age of the row that is due longest; 0 when none is. */
  oldestSeconds: number
}

/** The queue of all live companies; every lane, also an empty one. */
export async function readTextQueue(db: Db, now: number): Promise<TextQueueState[]> {
  return db.query<TextQueueState>(
    `SELECT l.lane, count(d.text_id) AS due,
       coalesce(extract(epoch FROM $1 - min(d.due_at)), 0)::float8 AS "oldestSeconds"
     FROM unnest($2::text[]) AS l (lane)
     LEFT JOIN text_due d ON d.lane = l.lane AND d.${isLive} AND d.due_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
     GROUP BY l.lane`,
    [new Date(now), textLanes],
  )
}
