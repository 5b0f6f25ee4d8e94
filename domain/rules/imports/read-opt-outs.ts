/**
 * Who wants no texts and no mails, as another system's list says it: in a column of those who opted out, or in one of those who
 * agreed. A yes is never taken over: it was given to somebody else's messages.
 */
import { plainName } from "../../csv/plain-name.ts"
import { invalid } from "../../model/errors.ts"
import { type Cells, textOf } from "./cells.ts"

export type OptOutCell = "text_opt_out" | "email_opt_out" | "accepts_texts" | "accepts_emails"

export interface ReadOptOuts {
  texts: boolean
  /** `offers`: nothing that no booking needs. */
  emails: "all" | "offers" | null
}

/** Answers to any question. */
const flags = {
  yes: ["yes", "y", "true", "t", "1", "x", "on", "si", "s", "oui", "o"],
  no: ["no", "n", "false", "f", "0", "off", "non"],
}

/** What is said of messages themselves. */
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
  // Nobody has been asked, or the address is the matter.
  unknown: [
    ...["unknown", "none", "n a", "na", "null", "not set", "not asked", "not subscribed", "never subscribed"],
    ...["pending", "unconfirmed", "bounced", "invalid", "cleaned", "inconnu", "desconocido"],
  ],
}

/** No answer is written with more characters. A longer text is refused before a pattern reads it. */
const longestAnswer = 60

/** Whether the customer wants them, by a column that asks whether they opted out, or one that asks whether they agreed. */
function isWanted(cells: Cells<OptOutCell>, name: OptOutCell): boolean | null {
  const text = textOf(cells, name)
  if (text === null) return null
  const asksForNo = name === "text_opt_out" || name === "email_opt_out"
  if (text.length <= longestAnswer) {
    const word = plainName(text.replace(/[^\p{L}\p{M}\d]/gu, " "))
    if (word === "" || states.unknown.includes(word)) return null
    if (states.wanted.includes(word)) return true
    if (states.unwanted.includes(word)) return false
    if (flags.yes.includes(word)) return !asksForNo
    if (flags.no.includes(word)) return asksForNo
    // The day on which somebody opted out.
    if (asksForNo && /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(text)) return false
  }
  throw invalid(name, `the answer “${text.slice(0, longestAnswer)}” is not known; expected yes or no`)
}

export function optOutsOf(cells: Cells<OptOutCell>): ReadOptOuts {
  const isUnwanted = (name: OptOutCell) => isWanted(cells, name) === false
  const [wantsNoTexts, agreesToNone] = [isUnwanted("text_opt_out"), isUnwanted("accepts_texts")]
  const [wantsNoMails, agreesToNoMails] = [isUnwanted("email_opt_out"), isUnwanted("accepts_emails")]
  return {
    texts: wantsNoTexts || agreesToNone,
    emails: wantsNoMails ? "all" : agreesToNoMails ? "offers" : null,
  }
}
