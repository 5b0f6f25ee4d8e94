/** Keys that are unique on the whole host or known before the company is, and what they lead to. */
import type { Company } from "../model/company.ts"
import type { LinkedNoun } from "../model/link-token.ts"
import { isTestCompany } from "../model/test-company.ts"
import type { Db, Tx } from "./pg/database.ts"

export type DirectoryKind =
  | "slug"
  | "channel_phone"
  | "api_key"
  | "link"
  | "manage_link"
  | "user_session"
  | "password_reset"

/** Claims a key for a company. False when the key is taken. */
export async function claimEntry(
  tx: Tx,
  kind: DirectoryKind,
  key: string,
  companyId: number,
  refId: number,
): Promise<boolean> {
  return tx.some(
    `INSERT INTO directory (kind, key, company_id, ref_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (kind, key) DO NOTHING RETURNING 1`,
    [kind, key, companyId, refId],
  )
}

/** Claims a key that a company may use for several records. False when another company has it. */
export async function claimOrKeepEntry(
  tx: Tx,
  kind: DirectoryKind,
  key: string,
  companyId: number,
): Promise<boolean> {
  return tx.some(
    `INSERT INTO directory (kind, key, company_id, ref_id) VALUES ($1, $2, $3, $3)
     ON CONFLICT (kind, key) DO UPDATE SET active = true WHERE directory.company_id = $3 RETURNING 1`,
    [kind, key, companyId],
  )
}

export async function releaseEntry(
  tx: Tx,
  kind: DirectoryKind,
  key: string,
  companyId: number,
): Promise<void> {
  await tx.query("DELETE FROM directory WHERE kind = $1 AND key = $2 AND company_id = $3", [
    kind,
    key,
    companyId,
  ])
}

/** Enters a key that no other record can have, such as the hash of a token. */
export function enterKey(tx: Tx, kind: DirectoryKind, key: string, companyId: number, refId: number): void {
  tx.write("INSERT INTO directory (kind, key, company_id, ref_id) VALUES ($1, $2, $3, $4)", [
    kind,
    key,
    companyId,
    refId,
  ])
}

/** The keys stay reserved and recognised, but inactive. */
export function retireEntries(tx: Tx, kind: DirectoryKind, companyId: number, refId: number): void {
  tx.write(
    "UPDATE directory SET active = false WHERE kind = $1 AND company_id = $2 AND ref_id = $3 AND active",
    [kind, companyId, refId],
  )
}

/**
 * The key of a number. A test company's numbers are nobody's in earnest, so that they take none from a live company, and no
 * carrier's post leads to them.
 */
export const directoryNumber = (companyId: number, phone: string): string =>
  isTestCompany(companyId) ? `${companyId} ${phone}` : phone

/** The company that has this number, as `directoryNumber` gives it; null for none. */
export async function findNumberOwner(db: Db, phone: string): Promise<number | null> {
  const row = await db.first<{ company_id: number }>(
    "SELECT company_id FROM directory WHERE kind = 'channel_phone' AND key = $1",
    [phone],
  )
  return row?.company_id ?? null
}

export interface AnsweredCompany {
  companyId: number
  name: string
  locale: "en" | "fr" | "es"
  callPhone: string | null
}

/** The company that texts from this number; null for none. */
export async function findAnsweredCompany(db: Db, phone: string): Promise<AnsweredCompany | null> {
  return db.first<AnsweredCompany>(
    `SELECT c.company_id AS "companyId", c.name, c.locale,
       coalesce((SELECT v.phone FROM channel v WHERE v.company_id = c.company_id AND v.kind = 'voice'
         ORDER BY v.id LIMIT 1), c.phone) AS "callPhone"
     FROM directory d
     JOIN company c ON c.company_id = d.company_id
     JOIN channel k ON k.company_id = d.company_id AND k.kind = 'sms' AND k.phone = d.key
     WHERE d.kind = 'channel_phone' AND d.key = $1 AND d.active`,
    [phone],
  )
}

/** What a link leads to. */
export interface LinkEntry {
  companyId: number
  of: LinkedNoun
  /** Of the request or the appointment. */
  id: number
  /** False once the link has been replaced: it then only tells the customer whom to call. */
  active: boolean
  linkVersion: number
  typeId: number
  customerId: number
  /** Null for an appointment's own link. */
  requestId: number | null
  /** The appointment itself, or the request's that is not cancelled. */
  appointmentId: number | null
  linksEnabled: boolean
  companyName: string
  companyPhone: string | null
  companyLocale: Company["locale"]
  companyAccentColor: Company["accent_color"]
  embedOrigins: string[]
}

const companyOfLink = `c.booking_links_enabled AS "linksEnabled", c.name AS "companyName",
       c.locale AS "companyLocale", c.accent_color AS "companyAccentColor", c.embed_origins AS "embedOrigins",
       coalesce(c.phone, (SELECT phone FROM channel v WHERE v.company_id = c.company_id AND v.kind = 'voice'
         ORDER BY v.id LIMIT 1)) AS "companyPhone"`

/** The link whose token has this hash; null for an unknown one. */
export async function findLink(db: Db, tokenHash: string): Promise<LinkEntry | null> {
  return db.first<LinkEntry>(
    `SELECT r.company_id AS "companyId", 'request' AS of, r.id, d.active, r.link_version AS "linkVersion",
       r.appointment_type_id AS "typeId", r.customer_id AS "customerId", r.id AS "requestId", a.id AS "appointmentId",
       ${companyOfLink}
     FROM directory d
     JOIN scheduling_request r ON r.company_id = d.company_id AND r.id = d.ref_id
     JOIN company c ON c.company_id = d.company_id
     LEFT JOIN appointment a ON a.company_id = r.company_id AND a.scheduling_request_id = r.id AND a.status <> 'cancelled'
     WHERE d.kind = 'link' AND d.key = $1
     UNION ALL
     SELECT a.company_id, 'appointment', a.id, d.active, a.link_version, a.appointment_type_id, a.customer_id, NULL, a.id,
       ${companyOfLink}
     FROM directory d
     JOIN appointment a ON a.company_id = d.company_id AND a.id = d.ref_id
     JOIN company c ON c.company_id = d.company_id
     WHERE d.kind = 'manage_link' AND d.key = $1`,
    [tokenHash],
  )
}
