/** Queues the text that confirms a booking, from the number that the host texts confirmations from. */
import type { Appointment } from "../../model/appointment.ts"
import type { Sealer } from "../../model/sealing.ts"
import { whyNotWelcome } from "../../rules/texts/consent.ts"
import { findNewestConsent } from "../../store/consents.ts"
import type { Tx } from "../../store/pg/database.ts"
import type { Claim, ClaimedText } from "../../store/queue/texts-due.ts"
import { findRecipient } from "../../store/recipients.ts"
import { findTextByKey } from "../../store/texts.ts"
import { onceKeyOf, planAppointmentText } from "./plan-appointment-text.ts"

/** What of the context decides whether a confirmation can go. */
export interface ConfirmingContext {
  /** Null when this host sends no texts. */
  texts: object | null
  platformSmsNumber: string | null
  sealer: Sealer
}

export type WhyUnconfirmed = "texts_unavailable" | "confirmations_off" | "no_phone" | "opted_out"

/** The queued text's id and, where the booker's claim holds it, that; or why there is none. */
export type Confirmation =
  | { textId: number; claimed: ClaimedText | null; reason: null }
  | { textId: null; reason: WhyUnconfirmed }

/**
 * In the transaction of the booking. The words are made when the text goes, so that a booking moved meanwhile is not
 * confirmed for its old time. Asked twice for the same appointment it gives the first text. With a `claim` the text is
 * the claim's from the start: whoever sends it at once need not claim it after the booking.
 */
export async function confirmByText(
  tx: Tx,
  context: ConfirmingContext,
  { companyId, now }: { companyId: number; now: number },
  appointment: Appointment,
  claim?: Claim,
): Promise<Confirmation> {
  const { texts, platformSmsNumber, sealer } = context
  if (texts === null || platformSmsNumber === null) return { textId: null, reason: "texts_unavailable" }
  const recipient = (await findRecipient(tx, companyId, appointment.customer_id))!
  if (!recipient.company.sms_confirmations) return { textId: null, reason: "confirmations_off" }
  if (recipient.phone === null) return { textId: null, reason: "no_phone" }
  const hashes = sealer.phoneHashes(companyId, recipient.phone)
  const newest = await findNewestConsent(tx, companyId, hashes, "sms")
  if (whyNotWelcome("confirmation", newest, recipient.source) !== null) {
    return { textId: null, reason: "opted_out" }
  }
  const notice = { purpose: "confirmation" as const, once: "booked", appointment }
  const queued = await planAppointmentText(tx, companyId, claim ? { ...notice, claim } : notice, now)
  if (queued === null) {
    const textId = (await findTextByKey(tx, companyId, onceKeyOf(notice)))!
    return { textId, claimed: null, reason: null }
  }
  const claimed = claim ? { companyId, id: queued, token: claim.token } : null
  return { textId: queued, claimed, reason: null }
}
