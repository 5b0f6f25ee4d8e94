/** How often the public page may be asked. Counters are shared by every process. */

import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { type PublicPage, phoneToCall } from "../../model/public-page.ts"
import type { VerifiedVisit } from "../../model/visit.ts"
import { countVisitWrite } from "../../store/verified-visits.ts"

/** Documents and JSON of the public pages, for a network address. */
export const pageRequests = { limit: 60, windowSeconds: 60 }
/** Searches of visitors who have not verified a number, for a company. */
export const unverifiedSearches = { limit: 120, windowSeconds: 60 }
/** A visit is shorter than the hour that this counts for, so that one counter holds the limit exactly. */
const writesAVisit = 30

/** Registrations and bookings of a visit. */
export async function limitVisitWrites(
  context: AppContext,
  page: PublicPage,
  visit: VerifiedVisit,
): Promise<void> {
  if (await countVisitWrite(context.db, page.companyId, visit.id, writesAVisit)) return
  const leftMs = visit.expiresAt.getTime() - context.clock.now()
  throw new Refusal("rate_limited", {
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)),
    details: { company_phone: phoneToCall(page) },
  })
}
