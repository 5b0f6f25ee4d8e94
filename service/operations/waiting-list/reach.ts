/** By which channel a customer who waits can be offered a time, and from when on. */

import type { OfferChannel, WaitingEntry } from "../../../domain/model/waiting-entry.ts"
import { whyNotMailed } from "../../../domain/rules/mails/email-consent.ts"
import type { AppContext } from "../../context.ts"
import { findRecipient, type Recipient } from "../../store/recipients.ts"
import { type Addressee, numberFor } from "../shared/addressees.ts"
import { findEmailConsent } from "../shared/email-consents.ts"
import { givesLinks } from "../shared/links.ts"
import { unsubscribeUrlOf } from "../shared/unsubscribe-links.ts"
import { firstAllowedFor } from "../texts/composed.ts"

export type Reach =
  | { channel: "sms"; to: Addressee; from: string; until: number }
  | { channel: "mail"; to: Recipient & { email: string }; unsubscribeUrl: string; until: number }

/**
 * By text where one may go, else by mail. `until` is when their quiet hours end, `now` outside them. Null where neither may go:
 * without consent, without a number or an address that takes mails, and where the company gives out no links.
 */
export async function reachOf(
  context: AppContext,
  companyId: number,
  entry: Pick<WaitingEntry, "customer_id" | "channels" | "made_by">,
  { zone, now, only }: { zone: string; now: number; only?: OfferChannel },
): Promise<Reach | null> {
  const recipient = await findRecipient(context.db, companyId, entry.customer_id)
  if (!recipient || recipient.archived || !givesLinks(context, recipient.company)) return null
  const may = (channel: OfferChannel) =>
    entry.channels.includes(channel) && (only === undefined || only === channel)
  const until = firstAllowedFor({ ...recipient, phone: recipient.phones[0] ?? "" }, zone, now)
  const text = may("sms") ? await byText(context, companyId, recipient, entry) : null
  if (text) return { channel: "sms", ...text, until: firstAllowedFor(text.to, zone, now) }
  const mail = may("mail") ? await byMail(context, companyId, recipient, entry.customer_id) : null
  return mail && { channel: "mail", ...mail, until }
}

/** Who joined by a page or a link was asked there, and a box left unticked is a no. */
async function byText(
  context: AppContext,
  companyId: number,
  recipient: Recipient,
  { made_by }: Pick<WaitingEntry, "made_by">,
): Promise<{ to: Addressee; from: string } | null> {
  const from = recipient.company.sms_phone
  if (context.texts === null || from === null) return null
  const bookedBy = made_by === "link" ? ("public" as const) : made_by
  const text = { purpose: "offer" as const, channel: "sms" as const, bookedBy, askedBy: null }
  const to = await numberFor(context.db, context.sealer, companyId, recipient, text)
  return typeof to === "string" ? null : { to, from }
}

async function byMail(
  context: AppContext,
  companyId: number,
  recipient: Recipient,
  customerId: number,
): Promise<{ to: Recipient & { email: string }; unsubscribeUrl: string } | null> {
  const { email, email_state } = recipient
  if (context.mails === null || !recipient.company.mail_enabled || email === null || email_state !== null)
    return null
  const consent = await findEmailConsent(context.db, context.sealer, companyId, email)
  const unsubscribeUrl = unsubscribeUrlOf(context, companyId, customerId)
  if (whyNotMailed("offer", consent) !== null || unsubscribeUrl === null) return null
  return { to: { ...recipient, email }, unsubscribeUrl }
}
