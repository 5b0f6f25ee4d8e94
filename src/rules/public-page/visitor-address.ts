import type { Address } from "../../model/views.ts"
import type { VerifiedVisit } from "../../model/visit.ts"

/** A typed address counts only where a visit needs one and none is on file; everywhere else it is as if not sent. */
export function visitorAddress(
  typed: Address | undefined,
  needsAddress: boolean,
  customer: VerifiedVisit["customer"],
): Address | null {
  return typed && needsAddress && !customer?.hasAddress ? typed : null
}
