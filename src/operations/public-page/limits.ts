/** How often the public page may be asked. Counters are shared by every process. */
import { Refusal } from "../../model/errors.ts"
import { type PublicPage, phoneToCall } from "../../model/public-page.ts"
import type { Visit } from "../../model/visit.ts"
import { networkOf } from "../../rules/network-address.ts"
import { takeToken } from "../../store/rate-limits.ts"
import { countVisitWrite } from "../../store/visits.ts"
import type { House } from "../house.ts"

const requestsAMinute = 60
const unverifiedSearchesAMinute = 120
/** A visit is shorter than the hour that this counts for, so that one counter holds the limit exactly. */
const writesAVisit = 30

/** Documents and JSON of the public pages, for a network address. */
export async function limitPageRequests(house: House, address: string): Promise<void> {
  const network = house.sealer.hashes(networkOf(address), "page-requests")[0]!
  await take(house, `page:${network}`, requestsAMinute)
}

/** Searches of visitors who have not verified a number, for a company. */
export async function limitUnverifiedSearches(house: House, page: PublicPage): Promise<void> {
  await take(house, `page_search:${page.companyId}`, unverifiedSearchesAMinute)
}

async function take(house: House, key: string, limit: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await takeToken(house.db, {
    key,
    limit,
    windowSeconds: 60,
    now: house.clock.now(),
  })
  if (!allowed) throw new Refusal("rate_limited", { retryAfterSeconds: retryAfterSeconds ?? 60 })
}

/** Registrations and bookings of a visit. */
export async function limitVisitWrites(house: House, page: PublicPage, visit: Visit): Promise<void> {
  if (await countVisitWrite(house.db, page.companyId, visit.id, writesAVisit)) return
  const leftMs = visit.expiresAt.getTime() - house.clock.now()
  throw new Refusal("rate_limited", {
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)),
    details: { company_phone: phoneToCall(page) },
  })
}
