/** Mails to a company's own people, and whom they reach. */
import type { StaffMailPurpose } from "../../domain/model/text-message.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { isLive } from "../platform/queue/leases.ts"

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
  /** The company signed itself up, and the link in its mail has not been opened. */
  is_unproven: boolean
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
       c.unproven_since IS NOT NULL AS is_unproven,
       jsonb_build_object('name', c.name, 'timezone', c.timezone, 'accent_color', c.accent_color) AS company
     FROM app_user u JOIN company c ON c.company_id = $1
     WHERE u.company_id = $1 AND u.id = $2`,
    [companyId, userId],
  )
}

/** The active admins who have signed in: admins who merely stand on a list get no mail. */
export async function listAdminsToTell(db: Db, companyId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM app_user
     WHERE company_id = $1 AND role = 'admin' AND active AND accepted_at IS NOT NULL ORDER BY id LIMIT 20`,
    [companyId],
  )
  return rows.map(({ id }) => id)
}

export interface WantedDigest {
  companyId: number
  providerId: number
  timezone: string
}

/** A condition on a provider: the digest of each day is mailed. */
export const wantsDigest = "digest_email IS NOT NULL AND active AND archived_at IS NULL"

/** The wanted digests of all live companies. */
export async function listWantedDigests(db: Db): Promise<WantedDigest[]> {
  return db.query<WantedDigest>(
    `SELECT p.company_id AS "companyId", p.id AS "providerId", c.timezone
     FROM provider p JOIN company c ON c.company_id = p.company_id
     WHERE ${wantsDigest} AND p.${isLive} ORDER BY p.company_id, p.id`,
  )
}

export async function listWantedDigestsOf(db: Db, companyId: number): Promise<WantedDigest[]> {
  return db.query<WantedDigest>(
    `SELECT p.company_id AS "companyId", p.id AS "providerId", c.timezone
     FROM provider p JOIN company c ON c.company_id = $1
     WHERE p.company_id = $1 AND ${wantsDigest} ORDER BY p.id`,
    [companyId],
  )
}

/** False when the day's digest was queued before. */
export async function insertDigest(
  tx: Tx,
  companyId: number,
  digest: { providerId: number; day: number; goodUntil: number },
  now: number,
): Promise<boolean> {
  const { providerId, day, goodUntil } = digest
  const row = await tx.first<{ id: number }>(
    `INSERT INTO text_message (company_id, purpose, channel, once_key, provider_id, created_at, good_until)
     VALUES ($1, 'day_digest', 'mail', 'digest:' || $2::bigint || ':' || $3::int, $2::bigint, $4, $5)
     ON CONFLICT (company_id, once_key) WHERE once_key IS NOT NULL DO NOTHING RETURNING id`,
    [companyId, providerId, day, new Date(now), new Date(goodUntil)],
  )
  if (row === null) return false
  tx.write("INSERT INTO text_due (company_id, text_id, due_at, lane) VALUES ($1, $2, $3, 'mail')", [
    companyId,
    row.id,
    new Date(now),
  ])
  return true
}

export interface DigestRecipient {
  name: string
  email: string | null
  locale: "en" | "fr" | "es"
  company: StaffRecipient["company"]
}

/** Null for a provider who is gone. */
export async function findDigestRecipient(
  db: Db,
  companyId: number,
  providerId: number,
): Promise<DigestRecipient | null> {
  return db.first<DigestRecipient>(
    `SELECT p.name, p.digest_email AS email, c.locale,
       jsonb_build_object('name', c.name, 'timezone', c.timezone, 'accent_color', c.accent_color) AS company
     FROM provider p JOIN company c ON c.company_id = $1
     WHERE p.company_id = $1 AND p.id = $2 AND p.archived_at IS NULL`,
    [companyId, providerId],
  )
}
