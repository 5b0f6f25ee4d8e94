/**
 * The consent to texts and calls, and the meaning of a customer's one-word reply. Consent belongs to the number, and its
 * newest event counts.
 */
import type { BookedBy } from "../../model/actor.ts"
import { agentSource, type Consent, carrierSource, stopSource } from "../../model/contact.ts"
import type { AddressSource } from "../../model/customer.ts"
import type { TextPurpose } from "../../model/text-message.ts"

/** The word that a number must have given before it gets a text that its holder has not asked for. */
export type ConsentNeeded = "unless_revoked" | "granted"

/**
 * The company speaks with customers whom it entered itself already; customers whom the agent or the public page made have
 * to agree first, and so does everybody to any text about an appointment that was booked on the public page: there the
 * visitor is asked, and a box left unticked is a no.
 */
export function consentNeeded(
  { bookedBy }: { bookedBy?: BookedBy | undefined },
  madeBy: AddressSource,
): ConsentNeeded {
  return madeBy === "company" && bookedBy !== "public" ? "unless_revoked" : "granted"
}

/** A number of a customer, with the newest event about one channel. */
export interface NumberConsent {
  phone: string
  newest: Pick<Consent, "event" | "source" | "at"> | null
}

type WhyNot = "opted_out" | "no_consent"

function whyNotWelcome(needed: ConsentNeeded, newest: NumberConsent["newest"]): WhyNot | null {
  if (newest?.event === "granted") return null
  if (newest?.event === "revoked") return "opted_out"
  return needed === "granted" ? "no_consent" : null
}

/**
 * Why a text does not go to the number whose holder asked for it a moment ago. Only STOP holds it back, and not the answer to
 * the very reply that said so.
 */
export function whyNotAnswered(
  purpose: TextPurpose,
  newest: Pick<Consent, "event" | "source"> | null,
): "opted_out" | null {
  return purpose !== "cancel_reply" && newest && isFinal(newest) ? "opted_out" : null
}

/** An opt-out by STOP or by the carrier, which the carrier itself keeps to. */
export const isFinal = ({ event, source }: Pick<Consent, "event" | "source">): boolean =>
  event === "revoked" && (source === stopSource || source === carrierSource)

/**
 * The number that a text goes to, or why to none: the customer's main one, which comes first in `numbers`, else the
 * first of the others that may get it. A number without a word that was added after the customer had opted out on the
 * phone may not.
 */
export function numberToText(
  numbers: readonly NumberConsent[],
  needed: ConsentNeeded,
): { phone: string } | { phone: null; reason: WhyNot | "no_phone" } {
  const hasOptedOut = numbers.some(
    ({ newest }) => newest?.event === "revoked" && newest.source === agentSource,
  )
  const whyNot = ({ newest }: NumberConsent): WhyNot | null =>
    newest === null && hasOptedOut ? "opted_out" : whyNotWelcome(needed, newest)
  const welcome = numbers.find((number) => whyNot(number) === null)
  if (welcome) return { phone: welcome.phone }
  const [main] = numbers
  return { phone: null, reason: main ? whyNot(main)! : "no_phone" }
}

/**
 * `cancel`: about an appointment, in a language whose carriers do not take the word for STOP. `coming`: the answer to a
 * reminder. `yes`: START to carriers, and the answer to a question of ours where one is open. `courtesy`: asks for nothing.
 */
export type ReplyKeyword =
  | "stop"
  | "start"
  | "yes"
  | "help"
  | "stop_or_cancel"
  | "cancel"
  | "coming"
  | "courtesy"

/** The carriers' standard words, and the same in French and Spanish, as whole replies. */
const words: Readonly<Record<Exclude<ReplyKeyword, "coming" | "courtesy">, readonly string[]>> = {
  stop: [
    ...["STOP", "STOPALL", "STOP ALL", "UNSUBSCRIBE", "UNSUBSCRIBE ME", "END", "QUIT", "REVOKE"],
    ...["OPTOUT", "OPT OUT", "OPT ME OUT", "REMOVE ME", "NO MORE TEXTS", "NO MORE MESSAGES"],
    ...["STOP TEXTS", "STOP TEXTING", "STOP TEXTING ME", "STOP MESSAGES", "STOP MESSAGING ME"],
    ...["ARRET", "ARRETER", "ARRETEZ", "DESABONNER", "ALTO", "PARAR"],
  ],
  // Carriers take it for STOP, and people mean their appointment.
  stop_or_cancel: ["CANCEL"],
  cancel: ["ANNULER", "CANCELAR"],
  start: ["START", "UNSTOP", "INICIAR", "COMMENCER"],
  yes: ["YES", "OUI", "SI"],
  help: ["HELP", "INFO", "AIDE", "AYUDA"],
}

const courtesies: readonly string[] = [
  ...["PLEASE", "PLS", "PLZ", "THANK YOU", "THANKS", "THANK U", "THX", "TY", "OK", "OKAY"],
  ...["SIL VOUS PLAIT", "S IL VOUS PLAIT", "SVP", "MERCI", "DACCORD", "D ACCORD"],
  ...["POR FAVOR", "GRACIAS", "VALE"],
]

/** A customer comes who answers this letter and nothing else. */
export const isComing = (answer: string): boolean => answer.trim().toUpperCase() === "C"

/**
 * Null for any other text. Case, accents, signs and courtesies around the word do not count, and neither does saying it
 * again: `"Stop." Thank you!` is STOP, and `Stop by at five` is not.
 */
export function keywordOf(body: string): ReplyKeyword | null {
  if (isComing(body)) return "coming"
  const word = withoutCourtesies(plainWords(body))
  if (word === "") return "courtesy"
  const found = Object.entries(words).find(([, known]) => known.includes(word))
  return (found?.[0] as ReplyKeyword | undefined) ?? null
}

/** The language of a reply that is about cancelling. */
export function localeOfCancel(body: string): "en" | "fr" | "es" {
  const word = withoutCourtesies(plainWords(body))
  return word === "ANNULER" ? "fr" : word === "CANCELAR" ? "es" : "en"
}

/** Longer replies are sentences, even those that begin with such a word. */
const mostCharacters = 200

/** The letters and digits of it in capitals, words apart by one space; a word that is said several times on end counts once. */
function plainWords(body: string): string {
  const plain = body.slice(0, mostCharacters).normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()
  const all = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
  return all.filter((word, i) => word !== all[i - 1]).join(" ")
}

function withoutCourtesies(said: string): string {
  const before = courtesies.find((each) => said === each || said.startsWith(`${each} `))
  if (before !== undefined) return withoutCourtesies(said.slice(before.length + 1))
  const after = courtesies.find((each) => said.endsWith(` ${each}`))
  return after === undefined ? said : withoutCourtesies(said.slice(0, -after.length - 1))
}
