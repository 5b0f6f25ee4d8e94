/** Texts that wait for an operator, since they were due in a time that the database has lost. */
import { unknownOutcome } from "../../domain/model/text-message.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { isLive } from "../platform/queue/leases.ts"

/** Takes the texts of live companies that are due out of the queue. */
export async function setTextsAside(tx: Tx, now: number): Promise<void> {
  const due = await tx.query<{ company_id: number; text_id: number; lane: string; due_at: Date }>(
    `DELETE FROM text_due WHERE due_at <= $1 AND ${isLive} RETURNING company_id, text_id, lane, due_at`,
    [new Date(now)],
  )
  await tx.query(
    `INSERT INTO text_held (company_id, text_id, lane, due_at)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[])
     ON CONFLICT (company_id, text_id) DO NOTHING`,
    [
      due.map(({ company_id }) => company_id),
      due.map(({ text_id }) => text_id),
      due.map(({ lane }) => lane),
      due.map(({ due_at }) => due_at),
    ],
  )
}

/** Puts a text back into the queue, or into it for the first time. */
export async function enqueueAgain(tx: Tx, companyId: number, textId: number, now: number): Promise<void> {
  await tx.query("DELETE FROM text_held WHERE company_id = $1 AND text_id = $2", [companyId, textId])
  await tx.query(
    `INSERT INTO text_due (company_id, text_id, due_at, lane) VALUES ($1, $2, $3, 'unasked')
     ON CONFLICT (company_id, text_id) DO UPDATE SET due_at = EXCLUDED.due_at`,
    [companyId, textId, new Date(now)],
  )
}

export const countHeld = async (db: Db): Promise<number> =>
  (await db.first<{ count: number }>("SELECT count(*) AS count FROM text_held"))!.count

/**
 * Puts them back into the queue. With `sends` they go, as far as they are still of use; otherwise they end as texts whose
 * sending is unknown. Returns how many.
 */
export async function releaseHeld(tx: Tx, sends: boolean): Promise<number> {
  const held = await tx.query<{ company_id: number; text_id: number; lane: string; due_at: Date }>(
    "DELETE FROM text_held RETURNING company_id, text_id, lane, due_at",
  )
  for (const { company_id, text_id, lane, due_at } of held) {
    if (!sends) await giveUp(tx, company_id, text_id)
    await tx.query(
      `INSERT INTO text_due (company_id, text_id, lane, due_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (company_id, text_id) DO NOTHING`,
      [company_id, text_id, lane, due_at],
    )
  }
  return held.length
}

/** As if its worker had died while it was on its way. A mail, which would go again then, is marked besides. */
const giveUp = (tx: Tx, companyId: number, textId: number): Promise<unknown> =>
  tx.query(
    `UPDATE text_message SET status = 'sending', last_error = CASE WHEN channel = 'mail' THEN $3 ELSE last_error END
     WHERE company_id = $1 AND id = $2 AND status = 'pending'`,
    [companyId, textId, unknownOutcome],
  )
