/** The public page reads who may use it now, the company behind a slug, and that company's offer there. */
import type { PublicPage, PublicType } from "../../../domain/model/public-page.ts"
import { firstTestCompanyId } from "../../../domain/model/test-company.ts"
import { isLocationOfType } from "../../company/where-offered.sql.ts"
import { findEntry } from "../../platform/directory.sql.ts"
import type { Db } from "../../platform/pg/database.ts"
import type { RateLimit, Token } from "../../platform/rate-limits.sql.ts"
import { recallRefusal, takeTokenOfMany } from "../../platform/refused-tries.ts"
import { type VerifiedVisitRow, verifiedVisitColumns, verifiedVisitJoin } from "./verified-visits.sql.ts"

/** The channel of the company `$1`. */
const firstChannel = (kind: "voice" | "sms") =>
  `(SELECT phone FROM channel v WHERE v.company_id = $1 AND v.kind = '${kind}' ORDER BY v.id LIMIT 1)`

/** The most rows that a page shows. A search for times looks at every location and provider all the same. */
const mostShown = { types: 100, locations: 100, people: 100 }

/** The public types by name, each with the first of the locations and providers that have hours for it. */
export const listPublicTypes = (db: Db, companyId: number): Promise<PublicType[]> =>
  db.query<PublicType>(offeredTypes("kind = 'open' AND public_booking AND $5::bigint[] IS NULL"), [
    companyId,
    mostShown.types,
    mostShown.locations,
    mostShown.people,
    null,
  ])

/** The same of these active types, public or not: those that a visitor was asked to book. */
export const listTypesToBook = (
  db: Db,
  companyId: number,
  typeIds: readonly number[],
): Promise<PublicType[]> =>
  db.query<PublicType>(offeredTypes("id = ANY ($5::bigint[])"), [
    companyId,
    mostShown.types,
    mostShown.locations,
    mostShown.people,
    typeIds,
  ])

const offeredTypes = (which: string) => `
WITH shown AS (
  SELECT id, name, description, category, price_text, image_hash, block_minutes, duration_options, place, provider_choice, location_ids, questions, window_minutes, confirmation, seats
  FROM appointment_type
  WHERE company_id = $1 AND active AND archived_at IS NULL AND ${which}
  ORDER BY category NULLS FIRST, name, id LIMIT $2
), offered AS (
  SELECT DISTINCT t.id AS type_id, l.id AS location_id, p.id AS provider_id, p.name AS provider_name, p.about, p.image_hash
  FROM shown t
  JOIN provider_type y ON y.company_id = $1 AND y.appointment_type_id = t.id
  JOIN provider p ON p.company_id = $1 AND p.id = y.provider_id AND p.active
  JOIN weekly_hours h ON h.company_id = $1 AND h.provider_id = p.id
  JOIN location l ON l.company_id = $1 AND l.id = h.location_id AND l.active
    AND ${isLocationOfType("t.location_ids", "l.id")}
  WHERE t.seats IS NULL
  UNION
  SELECT t.id, l.id, p.id, p.name, p.about, p.image_hash
  FROM shown t
  JOIN class_session s ON s.company_id = $1 AND s.appointment_type_id = t.id AND s.status = 'scheduled'
  JOIN provider p ON p.company_id = $1 AND p.id = s.provider_id AND p.active
  JOIN location l ON l.company_id = $1 AND l.id = s.location_id AND l.active
  WHERE t.seats IS NOT NULL
)
SELECT t.id, t.name, t.description, t.category, t.price_text, t.image_hash, t.block_minutes, t.duration_options, t.place, t.provider_choice, t.questions, t.window_minutes, t.confirmation, t.seats,
  (SELECT coalesce(json_agg(o), '[]') FROM (
     SELECT id, name, address, timezone FROM location
     WHERE company_id = $1 AND id IN (SELECT location_id FROM offered WHERE type_id = t.id)
     ORDER BY name, id LIMIT $3) o) AS locations,
  (SELECT coalesce(json_agg(o), '[]') FROM (
     SELECT provider_id AS id, provider_name AS name, about, image_hash, array_agg(location_id ORDER BY location_id) AS location_ids
     FROM offered WHERE type_id = t.id GROUP BY provider_id, provider_name, about, image_hash
     ORDER BY provider_name, provider_id LIMIT $4) o) AS providers
FROM shown t
ORDER BY t.category NULLS FIRST, t.name, t.id`

/** The columns that decide whether the public page may book a type, and its place. */
export interface TypeForPage {
  active: boolean
  kind: "open" | "by_request"
  public_booking: boolean
  place: PublicType["place"]
}

/** Null for an unknown type. */
export async function findTypeForPage(
  db: Db,
  companyId: number,
  typeId: number,
): Promise<TypeForPage | null> {
  return db.first<TypeForPage>(
    `SELECT active, kind, public_booking, place FROM appointment_type
     WHERE company_id = $1 AND id = $2 AND archived_at IS NULL`,
    [companyId, typeId],
  )
}

/** The address of the company's page; null while it is off. */
export async function slugOfPage(db: Db, companyId: number): Promise<string | null> {
  const row = await db.first<{ slug: string | null }>(
    "SELECT public_slug AS slug FROM company WHERE company_id = $1 AND public_booking_enabled",
    [companyId],
  )
  return row?.slug ?? null
}

export interface PageRequest {
  network: RateLimit
  /** The limit of searches without a verified visit. The key is this prefix and the company's id. */
  search: Omit<RateLimit, "key"> & { keyPrefix: string }
  isUnverifiedSearch: boolean
  slug: string
  visitTokenHash: string | null
  /** Epoch milliseconds. */
  now: number
}

export interface PageAdmission {
  network: Token
  /** Null for an unknown slug, when the company's page is off, and when the network is over its limit. */
  page: PublicPage | null
  /** Null without a token, for an unknown token, and after the visit's 30 minutes. */
  visit: VerifiedVisitRow | null
  /** Null when the request is not a search that counts. */
  search: Token | null
}

interface Row {
  page: PublicPage
  visit: (Omit<VerifiedVisitRow, "expires_at"> & { expires_at: string }) | null
}

/** By the clock of the company: a test company has its own. */
const companyTime = (companyId: string, hostNow: `$${number}`) =>
  `CASE WHEN ${companyId} >= ${firstTestCompanyId} THEN (
      SELECT CASE WHEN t.running THEN t.at + greatest(${hostNow} - t.since, interval '0') ELSE t.at END
      FROM test_clock t WHERE t.company_id = ${companyId})
    ELSE ${hostNow}::timestamptz END`

/** The company's page and the visit, whose token may be NULL: no hash is empty. No row when the page is off. */
const pageAndVisit = `
SELECT row_to_json(page) AS page, (SELECT row_to_json(seen) FROM (
    SELECT ${verifiedVisitColumns} FROM ${verifiedVisitJoin}
    WHERE v.company_id = $1 AND v.token_hash = coalesce($2::text, '') AND v.expires_at > ${companyTime("$1", "$3")}) seen) AS visit
FROM (
  SELECT c.company_id AS "companyId", c.name, c.phone, ${firstChannel("voice")} AS voice_phone,
    ${firstChannel("sms")} AS sms_phone, c.timezone, c.locale, c.accent_color, c.logo_hash, c.logo_width, c.logo_height,
    c.embed_origins, c.thank_you_url, c.thank_you_text, c.public_slug AS page_slug, c.booking_links_enabled, c.provider_assignment, c.new_customers,
    c.public_daily_code_cap
  FROM company c WHERE c.company_id = $1 AND c.public_booking_enabled) page`

/**
 * Decides whether a request is served: limits, the company of the slug, the verified visit. While the network is over its
 * limit, nothing is read of the company and none of its searches is taken.
 */
export async function admitToPage(db: Db, request: PageRequest): Promise<PageAdmission> {
  const { slug, visitTokenHash, isUnverifiedSearch, now } = request
  const nothing = { page: null, visit: null, search: null }
  const recalled = recallRefusal(db, request.network)
  if (recalled) return { network: recalled, ...nothing }
  const [network, entry] = await Promise.all([
    takeTokenOfMany(db, request.network),
    findEntry(db, "slug", slug),
  ])
  const refused = { network, ...nothing }
  if (!network.allowed || !entry?.active) return refused
  const { keyPrefix, ...limit } = request.search
  const [row, search] = await Promise.all([
    db.first<Row>(pageAndVisit, [entry.companyId, visitTokenHash, new Date(now)]),
    isUnverifiedSearch ? takeTokenOfMany(db, { ...limit, key: `${keyPrefix}${entry.companyId}` }) : null,
  ])
  if (!row) return refused
  const { page, visit } = row
  return { network, page, visit: visit && { ...visit, expires_at: new Date(visit.expires_at) }, search }
}
