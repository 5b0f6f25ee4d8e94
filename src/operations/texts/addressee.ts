/** Whom a text goes to, if it may: a customer with a number that has not been closed to such texts. */

import type { AppContext } from "../../context.ts"
import type { SkipReason, TextRow } from "../../model/text-message.ts"
import { whyNotWelcome } from "../../rules/texts/consent.ts"
import { nextAllowed } from "../../rules/texts/quiet-hours.ts"
import { zonesOfRecipient } from "../../rules/texts/recipient-zones.ts"
import { findNewestConsent } from "../../store/contacts.ts"
import { findRecipient, type Recipient } from "../../store/recipients.ts"

export interface Addressee extends Recipient {
  phone: string
}

/** As they are at this moment, or why nothing goes to them. */
export async function findAddressee(
  context: AppContext,
  companyId: number,
  { customer_id, purpose, channel }: Pick<TextRow, "customer_id" | "purpose" | "channel">,
): Promise<Addressee | SkipReason> {
  const recipient = await findRecipient(context.db, companyId, customer_id!)
  const phone = recipient?.phone ?? null
  if (!recipient || recipient.archived || phone === null) return "no_phone"
  const hashes = context.sealer.phoneHashes(companyId, phone)
  const newest = await findNewestConsent(context.db, companyId, hashes, channel)
  return whyNotWelcome(purpose, newest, recipient.source) ?? { ...recipient, phone }
}

/** From when on what nobody waits for may go: epoch milliseconds, `now` within the company's hours. */
export function firstAllowedFor(addressee: Addressee, locationZone: string, now: number): number {
  const { quiet_start_minute: startMinute, quiet_end_minute: endMinute } = addressee.company
  return nextAllowed({ startMinute, endMinute }, zonesOfRecipient(addressee, { locationZone }), now)
}
