/** What a verified visitor may know: their first name, whether they can register, and what they were asked to book. */

import type { AppContext } from "../../context.ts"
import type { PublicPage } from "../../model/public-page.ts"
import type { BookableRequest, VerifiedVisit } from "../../model/visit.ts"
import { datesAreOver } from "../../rules/requests/request-state.ts"
import type { Db } from "../../store/pg/database.ts"
import { listOpenRequests } from "../../store/scheduling-requests.ts"
import { hasGrantedTexts } from "../shared/consents.ts"

export interface ShownVisit {
  visit: VerifiedVisit
  canRegister: boolean
  textUpdates: boolean
  requests: BookableRequest[]
}

export async function showVisit(
  context: AppContext,
  db: Db,
  page: PublicPage,
  visit: VerifiedVisit,
  now: number,
): Promise<ShownVisit> {
  const { companyId } = page
  const requests = visit.customer ? await listOpenRequests(db, companyId, visit.customer.id) : []
  return {
    visit,
    canRegister: visit.customer === null && page.new_customers === "allowed",
    textUpdates: await hasGrantedTexts(db, context.sealer, companyId, visit.phone),
    requests: requests.filter(
      ({ latest_date, zones }) => !datesAreOver(latest_date, now, [page.timezone, ...zones]),
    ),
  }
}
