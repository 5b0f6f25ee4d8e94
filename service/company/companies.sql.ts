/** Companies, their settings and their logos. */
import type { Company } from "../../domain/model/company.ts"
import type { CompanyMode } from "../../domain/model/test-company.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns = `company_id AS id, version, updated_at, name, phone, timezone, locale, accent_color, logo_hash, logo_width, logo_height, public_slug,
  public_booking_enabled, public_daily_code_cap, embed_origins, booking_links_enabled, new_customers,
  provider_assignment, sms_confirmations, reminder_hours, unanswered_reminder_hours, quiet_start_minute, quiet_end_minute, travel,
  require_second_factor, admin_idle_minutes, admin_longest_hours, agent_refusals_as_200, agent_transfer_phone, agent_takes_texts,
  distance_unit, mail_enabled, mail_reply_to, mail_from, linked_gap_minutes, waiting_order, waiting_automatic, waiting_per_minute,
  plan_freeze_minute, planner, thank_you_url, thank_you_text, agent_languages`

export interface NewCompany {
  mode: CompanyMode
  name: string
  timezone: string
  slug: string | null
  phone: string | null
  /** Somebody signed up, and has to prove the email first. */
  isUnproven?: boolean
}

export async function insertCompany(tx: Tx, company: NewCompany, now: number): Promise<number> {
  const companyId = await nextCompanyId(tx, company.mode)
  await tx.query(
    `INSERT INTO company (company_id, name, timezone, public_slug, phone, created_at, updated_at, unproven_since)
     VALUES ($1, $2, $3, $4, $5, $6, $6, CASE WHEN $7::boolean THEN $6::timestamptz END)`,
    [
      companyId,
      company.name,
      company.timezone,
      company.slug,
      company.phone,
      new Date(now),
      company.isUnproven ?? false,
    ],
  )
  return companyId
}

const sequences = { live: "company_id_seq", test: "test_company_id_seq" } as const

/** The id says the mode: test companies count from a number of their own. */
export async function nextCompanyId(tx: Tx, mode: CompanyMode): Promise<number> {
  const [row] = await tx.query<{ id: number }>("SELECT nextval($1::regclass) AS id", [sequences[mode]])
  return row!.id
}

export async function findCompany(db: Db, companyId: number): Promise<Company | null> {
  return db.first<Company>(`SELECT ${columns} FROM company WHERE company_id = $1`, [companyId])
}

/** Locks the row until the transaction ends. Changes that concern the company as a whole take this lock first. */
export async function lockCompany(tx: Tx, companyId: number): Promise<Company | null> {
  return tx.first<Company>(`SELECT ${columns} FROM company WHERE company_id = $1 FOR NO KEY UPDATE`, [
    companyId,
  ])
}

export async function updateCompany(tx: Tx, company: Company, now: number): Promise<void> {
  await tx.query(
    `UPDATE company SET name = $2, phone = $3, timezone = $4, locale = $5, accent_color = $6, logo_hash = $7,
       logo_width = $8, logo_height = $9, public_slug = $10, public_booking_enabled = $11, public_daily_code_cap = $12,
       embed_origins = $13, booking_links_enabled = $14, new_customers = $15, provider_assignment = $16,
       sms_confirmations = $17, reminder_hours = $18, quiet_start_minute = $19, quiet_end_minute = $20,
       travel = $21, require_second_factor = $22, agent_refusals_as_200 = $23, agent_transfer_phone = $24,
       updated_at = $25, admin_idle_minutes = $26, admin_longest_hours = $27,
       distance_unit = $28, mail_enabled = $29, mail_reply_to = $30,
       unanswered_reminder_hours = $31, agent_takes_texts = $32, linked_gap_minutes = $33, waiting_order = $34,
       waiting_automatic = $35, waiting_per_minute = $36, plan_freeze_minute = $37, mail_from = $38, planner = $39, thank_you_url = $40,
       thank_you_text = $41, agent_languages = $42
     WHERE company_id = $1`,
    [
      company.id,
      company.name,
      company.phone,
      company.timezone,
      company.locale,
      company.accent_color,
      company.logo_hash,
      company.logo_width,
      company.logo_height,
      company.public_slug,
      company.public_booking_enabled,
      company.public_daily_code_cap,
      company.embed_origins,
      company.booking_links_enabled,
      company.new_customers,
      company.provider_assignment,
      company.sms_confirmations,
      company.reminder_hours,
      company.quiet_start_minute,
      company.quiet_end_minute,
      company.travel,
      company.require_second_factor,
      company.agent_refusals_as_200,
      company.agent_transfer_phone,
      new Date(now),
      company.admin_idle_minutes,
      company.admin_longest_hours,
      company.distance_unit,
      company.mail_enabled,
      company.mail_reply_to,
      company.unanswered_reminder_hours,
      company.agent_takes_texts,
      company.linked_gap_minutes,
      company.waiting_order,
      company.waiting_automatic,
      company.waiting_per_minute,
      company.plan_freeze_minute,
      company.mail_from,
      company.planner,
      company.thank_you_url,
      company.thank_you_text,
      company.agent_languages,
    ],
  )
}

/** Its mails come from the host's address again. */
export async function endOwnSender(tx: Tx, companyId: number, now: number): Promise<void> {
  await tx.query(
    "UPDATE company SET mail_from = NULL, version = version + 1, updated_at = $2 WHERE company_id = $1",
    [companyId, new Date(now)],
  )
}

export async function isCompany(db: Db, companyId: number): Promise<boolean> {
  return db.some("SELECT 1 FROM company WHERE company_id = $1", [companyId])
}

/** Live companies and test companies. */
export async function listCompanyIds(db: Db): Promise<number[]> {
  const rows = await db.query<{ company_id: number }>("SELECT company_id FROM company ORDER BY company_id")
  return rows.map((row) => row.company_id)
}

export interface ListedCompany {
  id: number
  name: string
  timezone: string
  publicSlug: string | null
  createdAt: Date
  isUnproven: boolean
}

/** Live companies, for the operator: the newest first. */
export async function listNewestCompanies(
  db: Db,
  { beforeId, limit }: { beforeId: number; limit: number },
): Promise<ListedCompany[]> {
  return db.query<ListedCompany>(
    `SELECT company_id AS id, name, timezone, public_slug AS "publicSlug", created_at AS "createdAt",
       unproven_since IS NOT NULL AS "isUnproven"
     FROM company WHERE company_id < $1 ORDER BY company_id DESC LIMIT $2`,
    [beforeId, limit],
  )
}

/** True where the company's agent platform wants refusals with status 200. */
export async function wantsRefusalsAs200(db: Db, companyId: number): Promise<boolean> {
  return db.some("SELECT 1 FROM company WHERE company_id = $1 AND agent_refusals_as_200", [companyId])
}

/** True where the company uses booking links. */
export async function wantsLinks(db: Db, companyId: number): Promise<boolean> {
  const [row] = await db.query<{ enabled: boolean }>(
    "SELECT booking_links_enabled AS enabled FROM company WHERE company_id = $1",
    [companyId],
  )
  return row?.enabled ?? false
}

/** Null for a company that sends no mails. */
export async function findMailSettings(
  db: Db,
  companyId: number,
): Promise<{ replyTo: string | null } | null> {
  return db.first<{ replyTo: string | null }>(
    `SELECT mail_reply_to AS "replyTo" FROM company WHERE company_id = $1 AND mail_enabled`,
    [companyId],
  )
}

/** Keeps other transactions from making a company until this one ends; false when a company exists already. */
export async function lockCompanies(tx: Tx): Promise<boolean> {
  // Processes that start together wait here for the one that makes the first company, on a slow machine a minute: longer
  // than a call waits for a lock, or any statement of a call takes.
  await tx.query("SET LOCAL statement_timeout = '4min'")
  await tx.query("SET LOCAL lock_timeout = '4min'")
  await tx.query("LOCK TABLE company IN SHARE ROW EXCLUSIVE MODE")
  const rows = await tx.query("SELECT 1 FROM company LIMIT 1")
  return rows.length === 0
}

export interface Logo {
  /** `<company id>-<digest of the bytes>`: names its company by itself, and differs after every change. */
  hash: string
  contentType: string
  bytes: Uint8Array
}

const hashPattern = /^([1-9]\d{0,15})-[0-9a-f]{32}$/

/** The logo of `{book_url}/assets/logo/<hash>`; null for a hash of another form and for one that no company has. */
export async function findLogo(db: Db, hash: string): Promise<Logo | null> {
  const companyId = hashPattern.exec(hash)?.[1]
  if (companyId === undefined) return null
  return db.first<Logo>(
    `SELECT hash, content_type AS "contentType", bytes FROM company_logo WHERE company_id = $1 AND hash = $2`,
    [Number(companyId), hash],
  )
}

/** Stores the logo in place of the company's old one. */
export async function replaceLogo(tx: Tx, companyId: number, logo: Logo): Promise<void> {
  await deleteLogos(tx, companyId)
  await tx.query("INSERT INTO company_logo (company_id, hash, content_type, bytes) VALUES ($1, $2, $3, $4)", [
    companyId,
    logo.hash,
    logo.contentType,
    Buffer.from(logo.bytes),
  ])
}

export async function deleteLogos(tx: Tx, companyId: number): Promise<void> {
  await tx.query("DELETE FROM company_logo WHERE company_id = $1", [companyId])
}
