/** Everything on a public page begins here: whose page it is, judged afresh every time. */
import type { Actor } from "../../model/actor.ts"
import { Refusal } from "../../model/errors.ts"
import type { PublicPage } from "../../model/public-page.ts"
import { findPublicPage } from "../../store/public-pages.ts"
import type { House } from "../house.ts"
import type { Call } from "../operation.ts"

/** Somebody at the page, before anything is known of them. */
export interface Visitor {
  /** The network address, proxies taken off. */
  address: string
  requestId: string
  locale: "en" | "fr" | "es"
  /** Epoch milliseconds. */
  now: number
}

const slugPattern = /^[a-z0-9-]{3,60}$/

export const pageNotFound = () => new Refusal("not_found", { message: "Page not found" })

/** Throws 503 on a host without a bot check, 404 for a page that is off, unknown, or has moved. */
export async function openPage(house: House, slug: string): Promise<PublicPage> {
  if (!house.botCheck) throw new Refusal("bot_check_not_configured")
  const page = slugPattern.test(slug) ? await findPublicPage(house.db, slug) : null
  if (!page) throw pageNotFound()
  return page
}

export function publicCall(
  page: PublicPage,
  visitor: Visitor,
  visit: { id: number; customerId: number | null } | null,
): Call {
  const actor: Actor = {
    kind: "public",
    visitId: visit?.id ?? null,
    customerId: visit?.customerId ?? null,
  }
  return { companyId: page.companyId, actor, requestId: visitor.requestId, now: visitor.now }
}
