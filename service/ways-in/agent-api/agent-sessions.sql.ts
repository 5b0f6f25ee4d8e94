/** Conversations of agents, found by the hash of their session's id, with the company and the caller as they are now. */

import type { ConversationChannel, SessionCompany } from "../../../domain/model/agent/session.ts"
import type { Language } from "../../../domain/model/agent/speech.ts"
import type { AddressSource } from "../../../domain/model/customer.ts"
import type { Address } from "../../../domain/model/views.ts"
import { msPerDay } from "../../../domain/time/units.ts"
import type { Database, Db, Tx } from "../../platform/pg/database.ts"

export interface NewSession {
  id: number
  tokenHash: string
  channel: ConversationChannel
  phone: { sealed: string; hash: string } | null
  contactId: number | null
  /** Null where the start of the conversation named none. */
  language: Language | null
  /** Epoch milliseconds. */
  expiresAt: number
  endsAt: number
}

export async function nextSessionId(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number }>("SELECT nextval($1) AS id", ["agent_session_id_seq"])
  return row!.id
}

export async function insertSession(db: Db, companyId: number, session: NewSession, now: number) {
  await db.query(
    `INSERT INTO agent_session (company_id, id, token_hash, channel, phone_sealed, phone_hash, contact_id, language, created_at,
       expires_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      companyId,
      session.id,
      session.tokenHash,
      session.channel,
      session.phone?.sealed ?? null,
      session.phone?.hash ?? null,
      session.contactId,
      session.language,
      new Date(now),
      new Date(session.expiresAt),
      new Date(session.endsAt),
    ],
  )
}

/** The customer whom the caller's number identifies; without one the ids and the nullable columns are null. */
export interface CallerRow {
  customer_id: number | null
  contact_id: number | null
  contact_phone: string | null
  first_name: string
  last_name: string
  email: string | null
  address: Address | null
  has_address: boolean
  address_source: AddressSource | null
  customer_locale: Language | null
}

const customerColumns = `u.id AS customer_id, k.id AS contact_id, k.phone AS contact_phone, u.first_name, u.last_name, u.email,
  u.address, coalesce(u.address IS NOT NULL OR u.address_latitude IS NOT NULL, false) AS has_address, u.address_source,
  u.locale AS customer_locale`

/** The columns of the company `$1`. */
const companyColumns = `c.name, c.timezone, c.locale, c.agent_languages, c.new_customers, c.phone AS company_phone, c.agent_transfer_phone,
  EXISTS (SELECT 1 FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice' AND v.phone = c.phone) AS is_agents_line,
  (SELECT count(*) FROM (SELECT 1 FROM location l WHERE l.company_id = $1 AND l.active LIMIT 2) two) > 1
    AS has_several_locations`

interface CompanyColumns {
  name: string
  timezone: string
  locale: Language
  agent_languages: Language[]
  new_customers: SessionCompany["newCustomers"]
  company_phone: string | null
  agent_transfer_phone: string | null
  is_agents_line: boolean
  has_several_locations: boolean
}

export const sessionCompany = (row: CompanyColumns): SessionCompany => ({
  name: row.name,
  timezone: row.timezone,
  locale: row.locale,
  languages: row.agent_languages,
  newCustomers: row.new_customers,
  phone: row.company_phone,
  transferPhone: row.agent_transfer_phone,
  isAgentsLine: row.is_agents_line,
  hasSeveralLocations: row.has_several_locations,
})

export interface SessionRow extends CallerRow, CompanyColumns {
  id: number
  channel: ConversationChannel
  language: Language | null
  phone_sealed: string | null
}

/** Null for an unknown token and for a session that has expired. */
export async function findSession(
  db: Db,
  companyId: number,
  tokenHash: string,
  now: number,
): Promise<SessionRow | null> {
  return db.first<SessionRow>(
    `SELECT s.id, s.channel, s.language, s.phone_sealed, ${companyColumns}, ${customerColumns}
     FROM agent_session s
     JOIN company c ON c.company_id = s.company_id
     LEFT JOIN contact k ON k.company_id = s.company_id AND k.id = s.contact_id AND k.identifies
     LEFT JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL
     WHERE s.company_id = $1 AND s.token_hash = $2 AND s.expires_at > $3`,
    [companyId, tokenHash, new Date(now)],
  )
}

/**
 * Prolongs a text thread that has not expired, at most to its end. The commit does not wait for the disk: when a crash
 * loses it, the thread expires at the time that the previous call had set.
 */
export async function prolongThread(
  db: Database,
  companyId: number,
  tokenHash: string,
  { now, until }: { now: number; until: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    tx.write("SET LOCAL synchronous_commit = off", [])
    tx.write(
      `UPDATE agent_session SET expires_at = least($4, ends_at)
       WHERE company_id = $1 AND token_hash = $2 AND channel = 'sms' AND expires_at > $3
         AND expires_at < least($4, ends_at)`,
      [companyId, tokenHash, new Date(now), new Date(until)],
    )
  })
}

/** The customer whom the number identifies; null for none. */
export async function findCaller(db: Db, companyId: number, phone: string): Promise<CallerRow | null> {
  return db.first<CallerRow>(
    `SELECT ${customerColumns}
     FROM contact k
     JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL
     WHERE k.company_id = $1 AND k.phone = $2 AND k.identifies`,
    [companyId, phone],
  )
}

/** True where customers share the number with others. */
export const isSharedNumber = (db: Db, companyId: number, phone: string): Promise<boolean> =>
  db.some(
    `SELECT 1 FROM contact k
     JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL
     WHERE k.company_id = $1 AND k.phone = $2 AND NOT k.identifies`,
    [companyId, phone],
  )

/** The company, when the number is one of its channels of this kind; else null. */
export async function findCalledCompany(
  db: Db,
  companyId: number,
  kind: ConversationChannel,
  phone: string,
): Promise<SessionCompany | null> {
  const row = await db.first<CompanyColumns>(
    `SELECT ${companyColumns} FROM company c
     JOIN channel h ON h.company_id = c.company_id AND h.kind = $2 AND h.phone = $3
     WHERE c.company_id = $1`,
    [companyId, kind, phone],
  )
  return row && sessionCompany(row)
}

export async function setSessionContact(tx: Tx, companyId: number, id: number, contactId: number) {
  await tx.query("UPDATE agent_session SET contact_id = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
    contactId,
  ])
}

export async function dropOldSessions(db: Db, companyId: number, now: number): Promise<void> {
  await db.query("DELETE FROM agent_session WHERE company_id = $1 AND expires_at < $2", [
    companyId,
    new Date(now - msPerDay),
  ])
}

/** Counts an address that is to be looked up. A `repeat` of the previous address does not count. */
export async function countAddressTry(
  db: Db,
  companyId: number,
  id: number,
  { hash, most }: { hash: string; most: number },
): Promise<"counted" | "repeat" | "too_many"> {
  const counted = await db.query(
    `UPDATE agent_session SET address_tries = address_tries + 1, last_address_hash = $3
     WHERE company_id = $1 AND id = $2 AND last_address_hash IS DISTINCT FROM $3 AND address_tries < $4 RETURNING 1`,
    [companyId, id, hash, most],
  )
  if (counted.length > 0) return "counted"
  const same = await db.query(
    "SELECT 1 FROM agent_session WHERE company_id = $1 AND id = $2 AND last_address_hash = $3",
    [companyId, id, hash],
  )
  return same.length > 0 ? "repeat" : "too_many"
}

/** Counts a code of this conversation; false when it has had `most` codes already. */
export async function countSessionCode(
  tx: Tx,
  companyId: number,
  id: number,
  most: number,
): Promise<boolean> {
  return tx.some(
    "UPDATE agent_session SET code_count = code_count + 1 WHERE company_id = $1 AND id = $2 AND code_count < $3 RETURNING 1",
    [companyId, id, most],
  )
}
