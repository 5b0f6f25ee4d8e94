/** The types that visitors of the public page may book without a request, and the cases in which a typed address counts. */
import type { AppointmentType } from "../../model/appointment-type.ts"
import type { VerifiedVisit } from "../../model/public-page.ts"
import type { Address } from "../../model/views.ts"

export const isPublicType = (type: Pick<AppointmentType, "active" | "kind" | "public_booking">): boolean =>
  type.active && type.kind === "open" && type.public_booking

/** A typed address counts only when the visit needs one and none is on file; otherwise it is ignored. */
export function visitorAddress(
  typed: Address | undefined,
  needsAddress: boolean,
  customer: VerifiedVisit["customer"],
): Address | null {
  return typed && needsAddress && !customer?.hasAddress ? typed : null
}
