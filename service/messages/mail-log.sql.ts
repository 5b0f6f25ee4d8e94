/** The log of a company's mails, waiting and ended, for its staff. */
import type { LoggedMail } from "../../domain/model/mail.ts"
import type { MessagePurpose, TextOutcome } from "../../domain/model/text-message.ts"
import type { Db } from "../platform/pg/database.ts"

const selected = `SELECT m.id, m.purpose, m.outcome, m.last_error AS reason, m.attempts, m.email_sealed, m.from_email,
    m.appointment_id, m.created_at, m.sent_at, m.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name,
    m.user_id, s.name AS user_name, m.provider_id, p.name AS provider_name
  FROM text_message m
  LEFT JOIN customer u ON u.company_id = m.company_id AND u.id = m.customer_id
  LEFT JOIN app_user s ON s.company_id = m.company_id AND s.id = m.user_id
  LEFT JOIN provider p ON p.company_id = m.company_id AND p.id = m.provider_id
  WHERE m.company_id = $1 AND m.channel = 'mail'`

export interface MailLogFilter {
  outcome: TextOutcome | null
  purpose: MessagePurpose | null
  customerId: number | null
  /** Queued at `from` or later, and before `to`. */
  from: Date | null
  to: Date | null
  /** The last row of the page before. */
  before: { createdAt: Date; id: number } | null
  limit: number
}

/** Newest first. */
export async function listMailLog(db: Db, companyId: number, filter: MailLogFilter): Promise<LoggedMail[]> {
  return db.query<LoggedMail>(
    `${selected} AND ($2::text IS NULL OR m.outcome = $2) AND ($3::text IS NULL OR m.purpose = $3)
       AND ($4::bigint IS NULL OR m.customer_id = $4)
       AND ($5::timestamptz IS NULL OR m.created_at >= $5) AND ($6::timestamptz IS NULL OR m.created_at < $6)
       AND ($7::timestamptz IS NULL OR (m.created_at, m.id) < ($7::timestamptz, $8::bigint))
     ORDER BY m.created_at DESC, m.id DESC LIMIT $9`,
    [
      companyId,
      filter.outcome,
      filter.purpose,
      filter.customerId,
      filter.from,
      filter.to,
      filter.before?.createdAt ?? null,
      filter.before?.id ?? null,
      filter.limit,
    ],
  )
}

export async function findLoggedMail(db: Db, companyId: number, id: number): Promise<LoggedMail | null> {
  return db.first<LoggedMail>(`${selected} AND m.id = $2`, [companyId, id])
}
