/** Mails to a company's own people, and whom they reach. */
import type { StaffMailPurpose } from "../../domain/model/text-message.ts"
import type { Db, Tx } from "./pg/database.ts"

export interface NewStaffMail {
  id: number
  purpose: Exclude<StaffMailPurpose, "day_digest">
  userId: number
  /** A second mail with the same key is not made; null for one that may be asked for again. */
  onceKey: string | null
  factsSealed: string
  goodUntil: number
  traceparent: string | null
}

/** False when a mail with this key exists. */
export async function insertStaffMail(
  tx: Tx,
  companyId: number,
  mail: NewStaffMail,
  now: number,
): Promise<boolean> {
  const isNew = await tx.some(
    `INSERT INTO text_message (company_id, id, purpose, channel, once_key, user_id, facts_sealed, created_at, good_until,
       traceparent)
     VALUES ($1, $2, $3, 'mail', $4, $5, $6, $7, $8, $9)
     ON CONFLICT (company_id, once_key) WHERE once_key IS NOT NULL DO NOTHING RETURNING 1`,
    [
      companyId,
      mail.id,
      mail.purpose,
      mail.onceKey,
      mail.userId,
      mail.factsSealed,
      new Date(now),
      new Date(mail.goodUntil),
      mail.traceparent,
    ],
  )
  if (!isNew) return false
  tx.write("INSERT INTO text_due (company_id, text_id, due_at, lane) VALUES ($1, $2, $3, 'mail')", [
    companyId,
    mail.id,
    new Date(now),
  ])
  return true
}

/** Takes mails of the purpose that wait for the user out of the queue: a newer one says what holds. */
export async function dropWaitingStaffMails(
  tx: Tx,
  companyId: number,
  { userId, purpose }: { userId: number; purpose: StaffMailPurpose },
): Promise<void> {
  await tx.query(
    `UPDATE text_message SET status = 'skipped', last_error = 'superseded', facts_sealed = NULL
     WHERE company_id = $1 AND user_id = $2 AND purpose = $3 AND status = 'pending'`,
    [companyId, userId, purpose],
  )
}

export interface StaffRecipient {
  email: string
  name: string
  active: boolean
  /** The user has signed in, or chosen a password by a link. Before that the company has merely listed an email. */
  accepted: boolean
  locale: "en" | "fr" | "es"
  company: { name: string; timezone: string; accent_color: string }
}

/** Null for an unknown user. */
export async function findStaffRecipient(
  db: Db,
  companyId: number,
  userId: number,
): Promise<StaffRecipient | null> {
  return db.first<StaffRecipient>(
    `SELECT u.email, u.name, u.active, u.accepted_at IS NOT NULL AS accepted, coalesce(u.locale, c.locale) AS locale,
       jsonb_build_object('name', c.name, 'timezone', c.timezone, 'accent_color', c.accent_color) AS company
     FROM app_user u JOIN company c ON c.company_id = $1
     WHERE u.company_id = $1 AND u.id = $2`,
    [companyId, userId],
  )
}
