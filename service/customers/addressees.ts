/** The number of a customer to which a text or a call goes, or the reason that there is none. */
import type { BookedBy } from "../../domain/model/actor.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import type { CarrierChannel, TextPurpose } from "../../domain/model/text-message.ts"
import { consentNeeded, numberToText, whyNotAnswered } from "../../domain/rules/texts/consent.ts"
import type { Db } from "../platform/pg/database.ts"
import { findNewestConsent } from "./contacts.sql.ts"
import { findRecipient, type Recipient } from "./recipients.sql.ts"

/** A customer, and the number that may get the text. */
export interface Addressee extends Recipient {
  phone: string
}

/** A text as its consent is judged. */
export interface JudgedText {
  purpose: TextPurpose
  channel: CarrierChannel
  /** The origin of the appointment that it confirms. */
  bookedBy?: BookedBy | undefined
  /** The customer said no to texts about that appointment. */
  declined?: boolean | undefined
  /** The number whose holder asked for it: it goes to this one or to none. */
  askedBy: string | null
}

export type WhyNoNumber = "no_phone" | "opted_out" | "no_consent"

/** Reads the customer and their numbers as they are now. */
export async function findAddressee(
  db: Db,
  sealer: Sealer,
  companyId: number,
  customerId: number,
  text: JudgedText,
): Promise<Addressee | WhyNoNumber> {
  const recipient = await findRecipient(db, companyId, customerId)
  if (!recipient || recipient.archived) return "no_phone"
  return numberFor(db, sealer, companyId, recipient, text)
}

/** The same for a customer who is read already. */
export async function numberFor(
  db: Db,
  sealer: Sealer,
  companyId: number,
  recipient: Recipient,
  text: JudgedText,
): Promise<Addressee | WhyNoNumber> {
  const { askedBy, channel } = text
  const newestOf = (phone: string) =>
    findNewestConsent(db, companyId, sealer.phoneHashes(companyId, phone), channel)
  if (askedBy !== null) {
    return whyNotAnswered(text.purpose, await newestOf(askedBy)) ?? { ...recipient, phone: askedBy }
  }
  if (text.declined) return "no_consent"
  const numbers = await Promise.all(
    recipient.phones.map(async (phone) => ({ phone, newest: await newestOf(phone) })),
  )
  const chosen = numberToText(numbers, consentNeeded(text, recipient.source))
  return chosen.phone === null ? chosen.reason : { ...recipient, phone: chosen.phone }
}
