/** Who a visit's token belongs to. */

import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { tokenHash } from "../../model/link-token.ts"
import type { PublicPage } from "../../model/public-page.ts"
import { associatedData } from "../../model/sealing.ts"
import type { VerifiedVisit } from "../../model/visit.ts"
import { findVisit, type VisitRow } from "../../store/verified-visits.ts"

const tokenPattern = /^[A-Za-z0-9_-]{22}$/

export const isVisitToken = (text: string): boolean => tokenPattern.test(text)

/** The visit that has just been opened with this token. */
export async function visitOfToken(
  context: AppContext,
  page: PublicPage,
  token: string,
  now: number,
): Promise<VerifiedVisit> {
  return openVisit(context, page, await findVisit(context.db, page.companyId, tokenHash(token), now))
}

/** Throws `visit_expired` for a token that is over, unknown, or another company's, all alike. */
export function openVisit(
  context: AppContext,
  { companyId }: PublicPage,
  row: VisitRow | null,
): VerifiedVisit {
  if (!row) throw new Refusal("visit_expired")
  return {
    id: row.id,
    phone: context.sealer.open(row.phone_sealed, associatedData.visit(companyId, row.id)),
    customer:
      row.customer_id === null
        ? null
        : { id: row.customer_id, first_name: row.first_name!, hasAddress: row.has_address },
    expiresAt: row.expires_at,
  }
}
