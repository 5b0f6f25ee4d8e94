/** Confirmations of one appointment, as many as wanted, each a mail of its own that is due. */
import type { AppContext } from "../../service/platform/context.ts"

/** Mails of a company that has an appointment to come; its customers get an email. */
export async function queueMails(
  { db, clock }: AppContext,
  companyId: number,
  count: number,
  key = "copy",
): Promise<void> {
  const now = new Date(clock.now())
  await db.query("UPDATE company SET mail_enabled = true WHERE company_id = $1", [companyId])
  await db.query("UPDATE customer SET email = 'sam@customer.example' WHERE company_id = $1", [companyId])
  await db.query(
    `INSERT INTO text_message (company_id, purpose, channel, once_key, customer_id, appointment_id, appointment_version,
       created_at, good_until)
     SELECT a.company_id, 'confirmation', 'mail', $3 || ':' || n, a.customer_id, a.id, a.version, $4, a.start_at
     FROM (SELECT * FROM appointment WHERE company_id = $1 AND start_at > $4 ORDER BY start_at DESC LIMIT 1) a,
       generate_series(1, $2::int) n`,
    [companyId, count, key, now],
  )
  await db.query(
    `INSERT INTO text_due (company_id, text_id, due_at, lane)
     SELECT company_id, id, created_at, 'mail' FROM text_message WHERE company_id = $1 AND status = 'pending'
     ON CONFLICT DO NOTHING`,
    [companyId],
  )
}

export async function countSent({ db }: AppContext, companyId: number): Promise<number> {
  const row = await db.first<{ count: number }>(
    "SELECT count(*) AS count FROM text_message WHERE company_id = $1 AND status = 'sent'",
    [companyId],
  )
  return row!.count
}
