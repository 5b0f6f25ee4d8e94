/** Answers of other systems' lists about texts and mails: in a column of those who opted out, or in one of those who agreed. */
import { plainName } from "./plain-name.ts"

export type OptOutCell = "text_opt_out" | "email_opt_out" | "accepts_texts" | "accepts_emails"

/** Answers to any question. */
const flags = {
  yes: ["yes", "y", "true", "t", "1", "x", "on", "si", "s", "oui", "o"],
  no: ["no", "n", "false", "f", "0", "off", "non"],
}

/** Some lists say it of the messages themselves. */
const states = {
  wanted: [
    ...["subscribed", "opted in", "optin", "opt in", "granted", "accepted", "agreed", "allowed", "active"],
    ...["consented", "suscrito", "abonne"],
  ],
  unwanted: [
    ...["unsubscribed", "opted out", "optout", "opt out", "stop", "stopped", "declined", "denied", "refused"],
    ...["revoked", "never", "blocked", "do not contact", "dado de baja", "baja", "desabonne", "desinscrit"],
    ...["refuse"],
  ],
  // The customer has not been asked, or the address is the matter.
  unknown: [
    ...["unknown", "none", "n a", "na", "null", "not set", "not asked", "not subscribed", "never subscribed"],
    ...["pending", "unconfirmed", "bounced", "invalid", "cleaned", "inconnu", "desconocido"],
  ],
}

/** No answer is written with more characters. A longer text is not read. */
export const longestAnswer = 60

/** The customer's wish; null where they were not asked, undefined for an answer that is not known. */
export function wantedBy(name: OptOutCell, text: string): boolean | null | undefined {
  if (text.length > longestAnswer) return undefined
  const asksForNo = name === "text_opt_out" || name === "email_opt_out"
  const word = plainName(text.replace(/[^\p{L}\p{M}\d]/gu, " "))
  if (word === "" || states.unknown.includes(word)) return null
  if (states.wanted.includes(word)) return true
  if (states.unwanted.includes(word)) return false
  if (flags.yes.includes(word)) return !asksForNo
  if (flags.no.includes(word)) return asksForNo
  // The day on which somebody opted out.
  return asksForNo && /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(text) ? false : undefined
}
