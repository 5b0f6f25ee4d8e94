/** Every request to a public page begins here: with its limits, its page and its visit, judged afresh every time. */

import type { Actor } from "../../../domain/model/actor.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { tokenHash } from "../../../domain/model/link-token.ts"
import type { PublicPage } from "../../../domain/model/public-page.ts"
import { networkOf } from "../../../domain/rules/public-page/network-address.ts"
import type { AppContext } from "../../platform/context.ts"
import type { AnonymousRequest, Call } from "../../platform/operation.ts"
import { refuseWithout } from "../../platform/rate-limits.ts"
import { type PageAdmission as Admission, admitToPage } from "./public-page.sql.ts"
import { isVisitToken } from "./verified-visit.ts"

/** A request to the page, before a number is verified. */
export interface Visitor extends AnonymousRequest {
  locale: "en" | "fr" | "es"
}

export function publicCall(
  companyId: number,
  visitor: Pick<Visitor, "requestId" | "now">,
  visit: { id: number; customerId: number | null } | null,
): Call {
  const actor: Actor = {
    kind: "public",
    visitId: visit?.id ?? null,
    customerId: visit?.customerId ?? null,
  }
  return { companyId, actor, requestId: visitor.requestId, now: visitor.now }
}

/** For each network address: documents and JSON of the public pages. Counters are shared by every process. */
const pageRequests = { limit: 60, windowSeconds: 60 }
/** For each company: searches of visitors who have not verified a number. */
const unverifiedSearches = { limit: 120, windowSeconds: 60 }

export type { Admission }

/** The head of a request, as far as it is judged. */
export interface Arrival {
  /** The client's network address, without proxies. */
  clientAddress: string
  /** Three to sixty lowercase letters, digits or hyphens. */
  slug: string
  visitToken: string | null
  isSearch: boolean
}

/** Counts the request even if it is refused later, and counts a search that comes without a visit's token. */
export function admit(context: AppContext, arrival: Arrival): Promise<Admission> {
  const { clientAddress, slug, visitToken, isSearch } = arrival
  const now = context.hostClock.now()
  const network = context.sealer.hashes(networkOf(clientAddress), "page-requests")[0]!
  return admitToPage(context.db, {
    network: { key: `page:${network}`, ...pageRequests, now },
    search: { keyPrefix: "page_search:", ...unverifiedSearches, now },
    isUnverifiedSearch: isSearch && visitToken === null,
    slug,
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
