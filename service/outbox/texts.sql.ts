/** Texts and mails to customers. Those that have yet to be sent are in the queue as well: `texts-due.sql.ts`. */
import {
  laneOf,
  type MessagePurpose,
  type TextChannel,
  type TextPurpose,
  type TextQuestion,
  type TextRow,
} from "../../domain/model/text-message.ts"
import { msPerDay } from "../../domain/time/units.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import type { Lease } from "../platform/queue/leases.ts"
import { enqueueReportsAt } from "./reports-due.sql.ts"

const columns = `id, purpose, channel, from_phone, phone_sealed, from_email, email_sealed, body_sealed, status, attempts, last_error, carrier_id,
  customer_id, appointment_id, appointment_version, question, run_id, step_position, offer_id, user_id, provider_id, facts_sealed,
  asked_for, created_at, good_until, sent_at, traceparent`

/** A text whose body is known from the start. */
export interface NewText {
  id: number
  purpose: "code"
  fromPhone: string
  phoneSealed: string
  phoneHash: string
  bodySealed: string
  /** Epoch milliseconds after which the text is skipped. */
  goodUntil: number
  /** The trace context of the request that asked for it. */
  traceparent?: string | null
}

export async function nextTextId(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>("SELECT nextval('text_message_id_seq') AS id")
  return row!.id
}

export async function insertText(tx: Tx, companyId: number, text: NewText, now: number): Promise<void> {
  await tx.query(
    `INSERT INTO text_message (company_id, id, purpose, from_phone, phone_sealed, phone_hash, body_sealed, created_at,
       good_until, traceparent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
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
      text.traceparent ?? null,
    ],
  )
  tx.write("INSERT INTO text_due (company_id, text_id, due_at) VALUES ($1, $2, $3)", [
    companyId,
    text.id,
    new Date(now),
  ])
}

/** A number, sealed for the text with this id. */
export interface SealedNumber {
  textId: number
  phoneSealed: string
  phoneHash: string
}

/** A text that is composed when it is sent. */
export interface PlannedText {
  purpose: Exclude<TextPurpose, "code">
  channel: TextChannel
  /** A second text with the same key is not made; null for one that may be asked for again. */
  onceKey: string | null
  customerId: number
  appointment: { id: number; version: number } | null
  question?: TextQuestion | null
  step: { runId: number; position: number } | null
  /** The offer that the text makes to a waiting customer. */
  offerId?: number
  /** The number whose holder asked for the text; null when the customer's numbers are judged as it goes. */
  to?: SealedNumber | null
  dueAt: number
  /** Set when the caller sends the text itself: no worker takes it before the lease is over. */
  lease?: Lease
  goodUntil: number
  /** The trace context of the request that asked for it. */
  traceparent?: string | null
}

/** Returns the text's id; null when a text with this key exists. */
export async function insertPlannedText(
  tx: Tx,
  companyId: number,
  text: PlannedText,
  now: number,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO text_message (company_id, id, purpose, channel, once_key, customer_id, appointment_id,
       appointment_version, run_id, step_position, asked_for, phone_sealed, phone_hash, created_at, good_until, traceparent,
       question, offer_id)
     VALUES ($1, coalesce($12::bigint, nextval('text_message_id_seq')), $2, $3, $4, $5, $6, $7, $8, $9,
       $12::bigint IS NOT NULL, $13, $14, $10, $11, $15, $16, $17)
     ON CONFLICT (company_id, once_key) WHERE once_key IS NOT NULL DO NOTHING
     RETURNING id`,
    [
      companyId,
      text.purpose,
      text.channel,
      text.onceKey,
      text.customerId,
      text.appointment?.id ?? null,
      text.appointment?.version ?? null,
      text.step?.runId ?? null,
      text.step?.position ?? null,
      new Date(now),
      new Date(text.goodUntil),
      text.to?.textId ?? null,
      text.to?.phoneSealed ?? null,
      text.to?.phoneHash ?? null,
      text.traceparent ?? null,
      text.question ?? null,
      text.offerId ?? null,
    ],
  )
  if (!row) return null
  tx.write(
    `INSERT INTO text_due (company_id, text_id, due_at, lane, lease_token, lease_until)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      companyId,
      row.id,
      new Date(text.dueAt),
      laneOf(text.purpose, text.channel),
      text.lease?.token ?? null,
      text.lease ? new Date(text.lease.until) : null,
    ],
  )
  return row.id
}

/** The id of the text with this key. */
export async function findTextByKey(db: Db, companyId: number, onceKey: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(
    "SELECT id FROM text_message WHERE company_id = $1 AND once_key = $2",
    [companyId, onceKey],
  )
  return row?.id ?? null
}

/** How far the text with this key is; null without one. */
export async function findStateByKey(
  db: Db,
  companyId: number,
  onceKey: string,
): Promise<TextRow["status"] | null> {
  const [row] = await db.query<Pick<TextRow, "status">>(
    "SELECT status FROM text_message WHERE company_id = $1 AND once_key = $2",
    [companyId, onceKey],
  )
  return row?.status ?? null
}

export async function findText(db: Db, companyId: number, id: number): Promise<TextRow | null> {
  return db.first<TextRow>(`SELECT ${columns} FROM text_message WHERE company_id = $1 AND id = $2`, [
    companyId,
    id,
  ])
}

/** Texts and calls that have ended, newest first. */
export async function listOutbox(
  db: Db,
  companyId: number,
  span: { beforeId: number; limit: number; purpose: MessagePurpose | null },
): Promise<TextRow[]> {
  return db.query<TextRow>(
    `SELECT ${columns} FROM text_message
     WHERE company_id = $1 AND id < $2 AND status IN ('sent', 'skipped', 'failed') AND ($4::text IS NULL OR purpose = $4)
     ORDER BY id DESC LIMIT $3`,
    [companyId, span.beforeId, span.limit, span.purpose],
  )
}

/** How these texts ended, in the order of their ids; those that have yet to be sent are left out. */
export async function listEnded(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<Pick<TextRow, "id" | "purpose" | "status">[]> {
  return db.query(
    `SELECT id, purpose, status FROM text_message
     WHERE company_id = $1 AND id = ANY ($2::bigint[]) AND status IN ('sent', 'skipped', 'failed') ORDER BY id`,
    [companyId, ids],
  )
}

/** The texts among these that are steps of outreach. */
export async function outreachAmong(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM text_message
     WHERE company_id = $1 AND id = ANY ($2::bigint[]) AND purpose = 'outreach'`,
    [companyId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The newest texts of a company that still have a body, for the developers' page. */
export async function listTexts(db: Db, companyId: number, most: number): Promise<TextRow[]> {
  return db.query<TextRow>(
    `SELECT ${columns} FROM text_message WHERE company_id = $1 AND body_sealed IS NOT NULL ORDER BY id DESC LIMIT $2`,
    [companyId, most],
  )
}

const keptMs = 30 * msPerDay

/** Clears bodies a day after their use, and deletes texts after a month. A text that has yet to be sent stays. */
export async function dropOldTexts(db: Db, companyId: number, now: number): Promise<void> {
  await db.query(
    `DELETE FROM text_message WHERE company_id = $1 AND created_at < $2 AND status NOT IN ('pending', 'sending')`,
    [companyId, new Date(now - keptMs)],
  )
  await db.query(
    `UPDATE text_message SET body_sealed = NULL
     WHERE company_id = $1 AND good_until < $2 AND body_sealed IS NOT NULL AND status NOT IN ('pending', 'sending')`,
    [companyId, new Date(now - msPerDay)],
  )
}

/** The addresses to which mails about an appointment went. They are kept for a month. */
export async function listMailsAbout(
  db: Db,
  companyId: number,
  { customerId, appointmentId }: { customerId: number; appointmentId: number },
): Promise<{ id: number; email_sealed: string }[]> {
  return db.query(
    `SELECT id, email_sealed FROM text_message
     WHERE company_id = $1 AND customer_id = $2 AND appointment_id = $3 AND channel = 'mail' AND email_sealed IS NOT NULL
     ORDER BY id DESC LIMIT 50`,
    [companyId, customerId, appointmentId],
  )
}

/** The reminder that went last from the company's number to this one. */
export async function findLastReminder(
  db: Db,
  companyId: number,
  { from, to: phoneHashes }: { from: string; to: readonly string[] },
): Promise<Pick<TextRow, "appointment_id" | "appointment_version"> | null> {
  return db.first(
    `SELECT appointment_id, appointment_version FROM text_message
     WHERE company_id = $1 AND phone_hash = ANY ($2) AND from_phone = $3 AND purpose = 'reminder' AND channel = 'sms'
       AND status = 'sent'
     ORDER BY sent_at DESC, id DESC LIMIT 1`,
    [companyId, phoneHashes, from],
  )
}

/** The text that went last from the company's number to this one, of those that ask or tell something while it holds. */
export async function findOpenQuestion(
  db: Db,
  companyId: number,
  { from, to: phoneHashes }: { from: string; to: readonly string[] },
  now: number,
): Promise<Pick<TextRow, "purpose"> | null> {
  return db.first(
    `SELECT purpose FROM text_message
     WHERE company_id = $1 AND phone_hash = ANY ($2) AND from_phone = $3 AND channel = 'sms' AND status = 'sent'
       AND purpose IN ('reminder', 'offer', 'outreach', 'change') AND good_until > $4
     ORDER BY sent_at DESC, id DESC LIMIT 1`,
    [companyId, phoneHashes, from, new Date(now)],
  )
}

export interface ReportedText extends TextRow {
  delivery: "delivered" | "undelivered" | null
}

export async function lockText(tx: Tx, companyId: number, id: number): Promise<ReportedText | null> {
  return tx.first<ReportedText>(
    `SELECT ${columns}, delivery
     FROM text_message WHERE company_id = $1 AND id = $2 FOR UPDATE`,
    [companyId, id],
  )
}

export async function writeReport(
  tx: Tx,
  companyId: number,
  text: {
    id: number
    carrierId: string
    status: TextRow["status"]
    delivery: ReportedText["delivery"]
    error: string | null
  },
  now: number,
): Promise<void> {
  const reported = await tx.query<{ created_at: Date }>(
    `UPDATE text_message SET carrier_id = $3, status = $4, delivery = $5, last_error = $6,
       sent_at = CASE WHEN $4::text = 'sent' THEN coalesce(sent_at, $7) END
     WHERE company_id = $1 AND id = $2 RETURNING created_at`,
    [companyId, text.id, text.carrierId, text.status, text.delivery, text.error, new Date(now)],
  )
  enqueueReportsAt(tx, companyId, "texts", reported)
}

/** True where a text of the company went from the one number to the other in the month for which texts are kept. */
export async function hasBeenTexted(
  db: Db,
  companyId: number,
  { from, to: phoneHashes }: { from: string; to: readonly string[] },
): Promise<boolean> {
  return db.some(
    `SELECT 1 FROM text_message
     WHERE company_id = $1 AND phone_hash = ANY ($2) AND from_phone = $3 AND status = 'sent' AND channel = 'sms' LIMIT 1`,
    [companyId, phoneHashes, from],
  )
}
