/** The mails that may go to an address, by the newest word about it. */
import { type Consent, importedOffersSource, unsubscribeSource } from "../../model/contact.ts"

/** Opt-outs that are about offers alone. */
const aboutOffers: readonly string[] = [unsubscribeSource, importedOffersSource]

/**
 * `needed`: what a booking needs, which goes unless the address says no. An unsubscribe link in an offer is about offers, so
 * that a customer who presses it still hears that an appointment was cancelled. `offer`: outreach and offers, which go only to
 * those who have agreed.
 */
export function whyNotMailed(
  purpose: "needed" | "offer",
  newest: Pick<Consent, "event" | "source"> | null,
): "opted_out" | "no_consent" | null {
  if (newest?.event === "granted") return null
  if (purpose === "needed") {
    return newest === null || aboutOffers.includes(newest.source) ? null : "opted_out"
  }
  return newest === null ? "no_consent" : "opted_out"
}
