/** What carriers report of texts, and whom a number that customers answer to belongs to. */
import type { TextRow } from "../model/text-message.ts"
import type { Db, Tx } from "./pg/database.ts"

export interface ReportedText extends TextRow {
  delivery: "delivered" | "undelivered" | null
}

export async function lockText(tx: Tx, companyId: number, id: number): Promise<ReportedText | null> {
  const [row] = await tx.query<ReportedText>(
    `SELECT id, purpose, channel, from_phone, phone_sealed, body_sealed, status, attempts, last_error, carrier_id,
       customer_id, appointment_id, appointment_version, run_id, step_position, created_at, good_until, delivery
     FROM text_message WHERE company_id = $1 AND id = $2 FOR UPDATE`,
    [companyId, id],
  )
  return row ?? null
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
  await tx.query(
    `UPDATE text_message SET carrier_id = $3, status = $4, delivery = $5, last_error = $6,
       sent_at = CASE WHEN $4::text = 'sent' THEN coalesce(sent_at, $7) END
     WHERE company_id = $1 AND id = $2`,
    [companyId, text.id, text.carrierId, text.status, text.delivery, text.error, new Date(now)],
  )
}

export interface AnsweredCompany {
  companyId: number
  name: string
  locale: "en" | "fr" | "es"
  callPhone: string | null
}

/** The company whose own number for texts this is. */
export async function findAnsweredCompany(db: Db, phone: string): Promise<AnsweredCompany | null> {
  const [row] = await db.query<AnsweredCompany>(
    `SELECT c.company_id AS "companyId", c.name, c.locale,
       coalesce((SELECT v.phone FROM channel v WHERE v.company_id = c.company_id AND v.kind = 'voice'
         ORDER BY v.id LIMIT 1), c.phone) AS "callPhone"
     FROM directory d
     JOIN company c ON c.company_id = d.company_id
     JOIN channel k ON k.company_id = d.company_id AND k.kind = 'sms' AND k.phone = d.key
     WHERE d.kind = 'channel_phone' AND d.key = $1 AND d.active`,
    [phone],
  )
  return row ?? null
}
