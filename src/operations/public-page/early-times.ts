/**
 * Looks for a stranger's times while the database is still asked whether they may search and whose page it is: one wait
 * instead of two. What is found is shown only if both come out as supposed. After a refusal nothing is looked for early
 * for a minute, so that searches beyond a limit cost the database no more than the counting.
 */
import type { AppContext } from "../../context.ts"
import { type FoundSlots, findSlots } from "../slots/find-slots.ts"
import type { Admission } from "./admit.ts"
import { publicCall, type Visitor } from "./admit.ts"
import { questionOf, type VisitorSearch } from "./find-times.ts"

export interface EarlyTimes {
  companyId: number
  found: Promise<FoundSlots>
}

export interface EarlySearches {
  /** Null for a page that is not known yet, and where the times follow from more than the question. */
  begin(slug: string, visitor: Pick<Visitor, "requestId" | "now">, search: VisitorSearch): EarlyTimes | null
  /** What came of an admission: whose page it is, and whether somebody was refused. */
  learn(slug: string, admission: Admission, now: number): void
}

const pauseMs = 60_000
const mostPages = 10_000

export function createEarlySearches(context: AppContext): EarlySearches {
  const companies = new Map<string, number>()
  let pausedUntil = Number.NEGATIVE_INFINITY
  return {
    begin(slug, visitor, search) {
      const companyId = companies.get(slug)
      if (companyId === undefined || visitor.now < pausedUntil) return null
      if (search.address || search.schedulingRequestId !== undefined) return null
      const found = findSlots(context, publicCall(companyId, visitor, null), questionOf(search, null, null))
      // Whoever wants it waits for it; else nobody needs to know how it ended.
      found.catch(() => undefined)
      return { companyId, found }
    },
    learn(slug, { network, page, search }, now) {
      if (!network.allowed || search?.allowed === false) pausedUntil = now + pauseMs
      if (!page) return
      if (companies.size >= mostPages) companies.clear()
      companies.set(slug, page.companyId)
    },
  }
}
