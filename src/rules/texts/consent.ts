/** Who may be texted or called about what. Consent belongs to the number, and the newest word on it counts. */
import type { Consent } from "../../model/contact.ts"
import type { AddressSource } from "../../model/customer.ts"
import type { TextPurpose } from "../../model/text-message.ts"

/**
 * Why this may not go; null when it may. Codes were asked for a moment ago. Confirmations and changes answer what was
 * just done, so only an opt-out holds them back. Outreach and reminders need a grant where the customer came by
 * themselves; the customers whom the company entered are those it already speaks with.
 */
export function whyNotWelcome(
  purpose: TextPurpose,
  newest: Consent["event"] | null,
  madeBy: AddressSource,
): "opted_out" | "no_consent" | null {
  if (purpose === "code" || newest === "granted") return null
  if (newest === "revoked") return "opted_out"
  const isUnasked = purpose === "outreach" || purpose === "reminder"
  return isUnasked && madeBy !== "company" ? "no_consent" : null
}
