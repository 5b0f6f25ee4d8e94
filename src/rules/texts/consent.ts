/**
 * Who may be texted or called about what, and what a customer asks for with a one-word reply. Consent belongs to the
 * number, and its newest event counts.
 */
import type { Consent } from "../../model/contact.ts"
import type { AddressSource } from "../../model/customer.ts"
import type { TextPurpose } from "../../model/text-message.ts"

/**
 * Why this text may not be sent; null when it may. A code was requested a moment ago, so it always may. Confirmations and
 * changes report what was just done, so only an opt-out stops them. Outreach and reminders need a grant from customers
 * who registered themselves; the company already speaks with the customers whom it entered itself.
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

export type ReplyKeyword = "stop" | "start" | "help"

/** The carriers' standard words, and the same in French and Spanish. */
const words: Readonly<Record<ReplyKeyword, readonly string[]>> = {
  stop: [
    ...["STOP", "STOPALL", "STOP ALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "OPT OUT"],
    ...["ARRET", "ARRETER", "DESABONNER", "ALTO", "PARAR"],
  ],
  start: ["START", "UNSTOP", "YES", "OUI", "SI", "INICIAR", "COMMENCER"],
  help: ["HELP", "INFO", "AIDE", "AYUDA"],
}

/** Null for any other text; case, accents and a final full stop are ignored. */
export function keywordOf(body: string): ReplyKeyword | null {
  const word = body
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .trim()
    .replace(/[.!]+$/, "")
    .toUpperCase()
  const found = Object.entries(words).find(([, known]) => known.includes(word))
  return (found?.[0] as ReplyKeyword | undefined) ?? null
}
