/** What every request to a public page begins with: one look at limits, page and visit, judged afresh every time. */

import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { tokenHash } from "../../model/link-token.ts"
import type { PublicPage } from "../../model/public-page.ts"
import { networkOf } from "../../rules/public-page/network-address.ts"
import { type PageAdmission as Admission, admitToPage } from "../../store/public-page.ts"
import { refuseWithout } from "../refuse-without.ts"
import { pageRequests, unverifiedSearches } from "./limits.ts"
import { isVisitToken } from "./open-visit.ts"

export type { Admission }

/** A request as far as its head tells. */
export interface Arrival {
  /** The network address, proxies taken off. */
  address: string
  /** Null where the address of the request has none. */
  slug: string | null
  visitToken: string | null
  isSearch: boolean
}

const slugPattern = /^[a-z0-9-]{3,60}$/

/** Counts the request, whatever becomes of it, and a search of somebody who shows no visit's token. */
export function admit(context: AppContext, arrival: Arrival): Promise<Admission> {
  const { address, slug, visitToken, isSearch } = arrival
  const now = context.clock.now()
  const network = context.sealer.hashes(networkOf(address), "page-requests")[0]!
  return admitToPage(context.db, {
    network: { key: `page:${network}`, ...pageRequests, now },
    search: { keyPrefix: "page_search:", ...unverifiedSearches, now },
    isUnverifiedSearch: isSearch && visitToken === null,
    slug: slug !== null && slugPattern.test(slug) ? slug : null,
    visitTokenHash: visitToken !== null && isVisitToken(visitToken) ? tokenHash(visitToken) : null,
    now,
  })
}

/** Throws 429 over the network's limit, 503 on a host without a bot check, 404 for a page that is off, unknown, or moved. */
export function admittedPage(context: AppContext, { network, page }: Admission): PublicPage {
  refuseWithout(network)
  if (!context.botCheck) throw new Refusal("bot_check_not_configured")
  if (!page) throw new Refusal("not_found", { message: "Page not found" })
  return page
}

/** Throws 429 when the company's visitors have searched too much. */
export function passSearchLimit({ search }: Admission): void {
  if (search) refuseWithout(search)
}
