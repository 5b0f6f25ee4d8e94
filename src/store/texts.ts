/** Texts, for reading back. Those that have yet to go stand in the queue as well: texts-due.ts. */
import { laneOf, type TextChannel, type TextPurpose, type TextRow } from "../model/text-message.ts"
import { msPerDay } from "../time/units.ts"
import type { Db, Tx } from "./pg/database.ts"
import { type Claim, leaseEnd } from "./queue/texts-due.ts"

const columns = `id, purpose, channel, from_phone, phone_sealed, body_sealed, status, attempts, last_error, carrier_id,
  customer_id, appointment_id, appointment_version, run_id, step_position, created_at, good_until`

/** One whose words are known from the start. */
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
    `WITH made AS (
       INSERT INTO text_message (company_id, id, purpose, from_phone, phone_sealed, phone_hash, body_sealed, created_at,
         good_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))
     INSERT INTO text_due (company_id, text_id, due_at) VALUES ($1, $2, $8)`,
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
}

/** One that is composed when it goes. */
export interface PlannedText {
  purpose: Exclude<TextPurpose, "code">
  channel: TextChannel
  /** A second one with the same key is not made. */
  onceKey: string
  customerId: number
  appointment: { id: number; version: number } | null
  step: { runId: number; position: number } | null
  dueAt: number
  /** Whoever queues it sends it themselves: nobody else gets it before the claim's lease is over. */
  claim?: Claim
  goodUntil: number
}

/** Its id; null when there is one with this key already. */
export async function insertPlannedText(
  tx: Tx,
  companyId: number,
  text: PlannedText,
  now: number,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `WITH made AS (
       INSERT INTO text_message (company_id, purpose, channel, once_key, customer_id, appointment_id, appointment_version,
         run_id, step_position, created_at, good_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (company_id, once_key) WHERE once_key IS NOT NULL DO NOTHING
       RETURNING id)
     INSERT INTO text_due (company_id, text_id, due_at, lane, claim_token) SELECT $1, id, $12, $13, $14 FROM made
     RETURNING text_id AS id`,
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
      new Date(text.claim ? leaseEnd(text.claim) : text.dueAt),
      laneOf(text.purpose),
      text.claim?.token ?? null,
    ],
  )
  return row?.id ?? null
}

/** The id of the text that was made under the key. */
export async function findTextByKey(db: Db, companyId: number, onceKey: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(
    "SELECT id FROM text_message WHERE company_id = $1 AND once_key = $2",
    [companyId, onceKey],
  )
  return row?.id ?? null
}

export async function findText(db: Db, companyId: number, id: number): Promise<TextRow | null> {
  const [row] = await db.query<TextRow>(
    `SELECT ${columns} FROM text_message WHERE company_id = $1 AND id = $2`,
    [companyId, id],
  )
  return row ?? null
}

/** The newest of a company, for the developers' page. */
export async function listTexts(db: Db, companyId: number, most: number): Promise<TextRow[]> {
  return db.query<TextRow>(
    `SELECT ${columns} FROM text_message WHERE company_id = $1 AND body_sealed IS NOT NULL ORDER BY id DESC LIMIT $2`,
    [companyId, most],
  )
}

const keptMs = 30 * msPerDay

/** What a text said is of no use a day after its time; that it went is kept a month. One still to go stays. */
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
