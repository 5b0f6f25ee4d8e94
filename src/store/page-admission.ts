/**
 * All that a request to a public page needs to know before it is answered, in one round trip: whether its network may
 * still ask, whose page it is, whose visit, and whether the company's visitors may still search.
 */
import type { PublicPage } from "../model/public-page.ts"
import type { Db } from "./pg/database.ts"
import { pageOfSlug } from "./public-pages.ts"
import { type RateLimit, type Taken, type Token, takingSql, tokenOf, windowOf } from "./rate-limits.ts"
import { type VisitRow, visitColumns, visitJoin } from "./visits.ts"

export interface PageRequest {
  network: RateLimit
  /** The key's beginning, before the company's id; taken by searches without a visit's token only. */
  search: Omit<RateLimit, "key"> & { keyPrefix: string }
  isUnverifiedSearch: boolean
  /** Null for what can't be one. */
  slug: string | null
  visitTokenHash: string | null
  /** Epoch milliseconds. */
  now: number
}

export interface PageAdmission {
  network: Token
  /** Null for a slug that nobody has, for a company that has switched its page off, and over the network's limit. */
  page: PublicPage | null
  /** Null without a token, and for one of no visit of this company that is not over. */
  visit: VisitRow | null
  /** Null where no search was to be counted. */
  search: Token | null
}

interface Row {
  network: Taken
  page: PublicPage | null
  visit: (Omit<VisitRow, "expires_at"> & { expires_at: string }) | null
  search: Taken | null
}

/** Nothing of the company is looked at, and none of its searches taken, while the network is over its own limit. */
const admission = `
WITH asked AS (SELECT $1::text AS key), ${takingSql("network", "asked.key", "asked", 2)},
page AS (
  ${pageOfSlug("$6")} AND EXISTS (SELECT 1 FROM network_taken)
), searched AS (
  SELECT $7 || page."companyId" AS key FROM page WHERE $8
), ${takingSql("search", "searched.key", "searched", 9)},
seen AS (
  SELECT ${visitColumns} FROM ${visitJoin}
  WHERE v.company_id = (SELECT "companyId" FROM page) AND v.token_hash = $13 AND v.expires_at > $14
)
SELECT (SELECT counts FROM network) AS network, (SELECT row_to_json(page) FROM page) AS page,
  (SELECT row_to_json(seen) FROM seen) AS visit, (SELECT counts FROM search) AS search`

export async function admitToPage(db: Db, request: PageRequest): Promise<PageAdmission> {
  const { network, search } = request
  const [row] = await db.query<Row>(admission, [
    network.key,
    ...windowOf(network),
    request.slug,
    search.keyPrefix,
    request.isUnverifiedSearch,
    ...windowOf(search),
    request.visitTokenHash,
    new Date(request.now),
  ])
  const { page, visit, ...taken } = row!
  return {
    network: tokenOf(network, taken.network),
    page,
    visit: visit && { ...visit, expires_at: new Date(visit.expires_at) },
    search: taken.search && tokenOf(search, taken.search),
  }
}
