/** Who a visit's token belongs to. */
import { Refusal } from "../../model/errors.ts"
import { tokenHash } from "../../model/link-token.ts"
import type { PublicPage } from "../../model/public-page.ts"
import type { Visit } from "../../model/visit.ts"
import { findVisit } from "../../store/visits.ts"
import type { House } from "../house.ts"
import { visitPlace } from "./secrets.ts"

const tokenPattern = /^[A-Za-z0-9_-]{22}$/

/** Throws `visit_expired` for a token that is over, unknown, or another company's, all alike. */
export async function openVisit(
  house: House,
  { companyId }: PublicPage,
  token: string | null,
  now: number,
): Promise<Visit> {
  const known = token !== null && tokenPattern.test(token)
  const row = known ? await findVisit(house.db, companyId, tokenHash(token), now) : null
  if (!row) throw new Refusal("visit_expired")
  return {
    id: row.id,
    phone: house.sealer.open(row.phone_sealed, visitPlace(companyId, row.id)),
    customer:
      row.customer_id === null
        ? null
        : { id: row.customer_id, first_name: row.first_name!, hasAddress: row.has_address },
    expiresAt: row.expires_at,
  }
}
