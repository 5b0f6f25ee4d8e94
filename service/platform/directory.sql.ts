/** Keys that are unique on the whole host or known before the company is, and what they lead to. */
import type { Company } from "../../domain/model/company.ts"
import type { EndedKey } from "../../domain/model/journal.ts"
import type { LinkedNoun } from "../../domain/model/link-token.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import type { Db, Tx } from "./pg/database.ts"

export type DirectoryKind =
  | "slug"
  | "channel_phone"
  | "api_key"
  | "link"
  | "manage_link"
  | "waiting_link"
  | "user_session"
  | "password_reset"
  | "test_company"
  | "device"
  | "calendar_feed"

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

/** How many keys of this kind the company has. */
export async function countEntries(db: Db, kind: DirectoryKind, companyId: number): Promise<number> {
  const row = await db.first<{ count: number }>(
    "SELECT count(*)::integer AS count FROM directory WHERE kind = $1 AND company_id = $2",
    [kind, companyId],
  )
  return row!.count
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

/** Enters the hash of a link's token, which no other record can have. */
export function enterLink(
  tx: Tx,
  kind: "link" | "manage_link" | "waiting_link",
  key: string,
  companyId: number,
  { id, version }: { id: number; version: number },
): void {
  tx.write(
    "INSERT INTO directory (kind, key, company_id, ref_id, link_version) VALUES ($1, $2, $3, $4, $5)",
    [kind, key, companyId, id, version],
  )
}

/** The keys stay reserved and recognised, but inactive, also when the database goes back in time. */
export function retireEntries(tx: Tx, of: EndedKey["of"], companyId: number, refId: number): void {
  tx.write<{ key: string }>(
    "UPDATE directory SET active = false WHERE kind = $1 AND company_id = $2 AND ref_id = $3 AND active RETURNING key",
    [of, companyId, refId],
    (rows) => {
      for (const { key } of rows) tx.remember({ kind: "ended", of, hash: key })
    },
  )
}

/** Removes keys of the company that lead nowhere any more. */
export async function deleteEntries(
  db: Db,
  kind: DirectoryKind,
  companyId: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await db.query("DELETE FROM directory WHERE kind = $1 AND company_id = $2 AND key = ANY ($3::text[])", [
    kind,
    companyId,
    keys,
  ])
}

/** Deletes the links of waiting entries that are gone. */
export async function deleteWaitingLinks(
  db: Db,
  companyId: number,
  entryIds: readonly number[],
): Promise<void> {
  await db.query(
    "DELETE FROM directory WHERE kind = 'waiting_link' AND company_id = $1 AND ref_id = ANY ($2::bigint[])",
    [companyId, entryIds],
  )
}

/** The target of a key. */
export interface DirectoryEntry {
  companyId: number
  refId: number
  active: boolean
}

/**
 * Looks a key up; null for an unknown one. What it leads to is read by a second statement that names the company: one
 * statement for both would ask every shard of a distributed database.
 */
export async function findEntry(db: Db, kind: DirectoryKind, key: string): Promise<DirectoryEntry | null> {
  return db.first<DirectoryEntry>(
    `SELECT company_id AS "companyId", ref_id AS "refId", active FROM directory WHERE kind = $1 AND key = $2`,
    [kind, key],
  )
}

/**
 * The key of a number. A test company's numbers have keys of their own, so that they take none from a live company, and no
 * carrier's post leads to them.
 */
export const directoryNumber = (companyId: number, phone: string): string =>
  isTestCompany(companyId) ? `${companyId} ${phone}` : phone

/** The company that has this number, as `directoryNumber` gives it; null for none. */
export async function findNumberOwner(db: Db, phone: string): Promise<number | null> {
  return (await findEntry(db, "channel_phone", phone))?.companyId ?? null
}

export interface AnsweredCompany {
  companyId: number
  name: string
  locale: "en" | "fr" | "es"
  callPhone: string | null
}

/** The company that texts from this number; null for none. */
export async function findAnsweredCompany(db: Db, phone: string): Promise<AnsweredCompany | null> {
  const entry = await findEntry(db, "channel_phone", phone)
  if (!entry?.active) return null
  return db.first<AnsweredCompany>(
    `SELECT c.company_id AS "companyId", c.name, c.locale,
       coalesce((SELECT v.phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice'
         ORDER BY v.id LIMIT 1), c.phone) AS "callPhone"
     FROM company c JOIN channel k ON k.company_id = c.company_id AND k.kind = 'sms' AND k.phone = $2
     WHERE c.company_id = $1`,
    [entry.companyId, phone],
  )
}

/** The target of a link. */
export interface LinkEntry {
  companyId: number
  of: LinkedNoun
  /** The id of the request or the appointment. */
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
  /** Another text after every change of what the link's page shows, but for those that time alone makes. */
  standing: string
  /** The start of the appointment, and how long before it a change is still allowed; null without one. */
  startAt: Date | null
  noticeMinutes: number | null
}

/** The columns of the company `$1`. */
const companyOfLink = `c.booking_links_enabled AS "linksEnabled", c.name AS "companyName",
       c.locale AS "companyLocale", c.accent_color AS "companyAccentColor", c.embed_origins AS "embedOrigins",
       coalesce(c.phone, (SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = 'voice'
         ORDER BY v.id LIMIT 1)) AS "companyPhone"`

/** The link whose token has this hash; null for an unknown one. */
export async function findLink(db: Db, tokenHash: string): Promise<LinkEntry | null> {
  const entry = await db.first<DirectoryEntry & { kind: DirectoryKind; linkVersion: number }>(
    `SELECT kind, company_id AS "companyId", ref_id AS "refId", link_version AS "linkVersion", active FROM directory
     WHERE kind IN ('link', 'manage_link') AND key = $1`,
    [tokenHash],
  )
  if (!entry) return null
  // The version is the token's own: the record may have got another link by the time it is read.
  const { companyId, refId, active, linkVersion } = entry
  const found = await db.first<Omit<LinkEntry, "active" | "linkVersion">>(
    entry.kind === "link" ? requestOfLink : appointmentOfLink,
    [companyId, refId],
  )
  return found && { ...found, active, linkVersion }
}

/** The waiting entry whose link has the token with this hash; null for an unknown one. */
export async function findWaitingLink(
  db: Db,
  tokenHash: string,
): Promise<
  | (Pick<LinkEntry, "companyId" | "active" | "linkVersion" | "linksEnabled"> &
      Pick<
        LinkEntry,
        "companyName" | "companyPhone" | "companyLocale" | "companyAccentColor" | "embedOrigins"
      > & {
        entryId: number
      })
  | null
> {
  const entry = await db.first<DirectoryEntry & { linkVersion: number }>(
    `SELECT company_id AS "companyId", ref_id AS "refId", link_version AS "linkVersion", active FROM directory
     WHERE kind = 'waiting_link' AND key = $1`,
    [tokenHash],
  )
  if (!entry) return null
  const { companyId, refId: entryId, active, linkVersion } = entry
  const company = await db.first<
    Pick<
      LinkEntry,
      | "linksEnabled"
      | "companyName"
      | "companyPhone"
      | "companyLocale"
      | "companyAccentColor"
      | "embedOrigins"
    >
  >(`SELECT ${companyOfLink} FROM company c WHERE c.company_id = $1`, [companyId])
  return company && { ...company, companyId, entryId, active, linkVersion }
}

/** The state of the appointment `a`, and of those that are shown with it. */
const standingOfAppointment = `concat_ws('.', a.id, a.version, extract(epoch FROM a.updated_at), a.attendance,
      extract(epoch FROM a.narrowed_start_at), extract(epoch FROM a.on_the_way_at), extract(epoch FROM a.expected_at),
      CASE WHEN a.group_id IS NOT NULL THEN (SELECT concat_ws('.', sum(g.version), max(extract(epoch FROM g.updated_at)))
        FROM appointment g WHERE g.company_id = $1 AND g.group_id = a.group_id) END,
      CASE WHEN a.series_id IS NOT NULL THEN (SELECT concat_ws('.', sum(o.version), max(extract(epoch FROM o.updated_at)))
        FROM appointment o WHERE o.company_id = $1 AND o.series_id = a.series_id) END)`

const timesOfAppointment = `a.start_at AS "startAt", (SELECT t.cancel_notice_minutes FROM appointment_type t
      WHERE t.company_id = $1 AND t.id = a.appointment_type_id) AS "noticeMinutes"`

const requestOfLink = `SELECT r.company_id AS "companyId", 'request' AS of, r.id,
    r.appointment_type_id AS "typeId", r.customer_id AS "customerId", r.id AS "requestId", a.id AS "appointmentId",
    concat_ws('.', r.version, ${standingOfAppointment}) AS standing, ${timesOfAppointment},
    ${companyOfLink}
  FROM scheduling_request r
  JOIN company c ON c.company_id = r.company_id
  LEFT JOIN appointment a ON a.company_id = r.company_id AND a.scheduling_request_id = r.id AND a.status <> 'cancelled'
  WHERE r.company_id = $1 AND r.id = $2`

const appointmentOfLink = `SELECT a.company_id AS "companyId", 'appointment' AS of, a.id,
    a.appointment_type_id AS "typeId", a.customer_id AS "customerId",
    NULL::bigint AS "requestId", a.id AS "appointmentId",
    ${standingOfAppointment} AS standing, ${timesOfAppointment}, ${companyOfLink}
  FROM appointment a
  JOIN company c ON c.company_id = a.company_id
  WHERE a.company_id = $1 AND a.id = $2`
