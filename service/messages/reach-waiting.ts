/** The channel by which a waiting customer can be offered a time, and the time from which it is open. */

import type { OfferChannel, WaitingEntry } from "../../domain/model/waiting-entry.ts"
import { whyNotMailed } from "../../domain/rules/mails/email-consent.ts"
import { type Addressee, numberFor } from "../customers/addressees.ts"
import { findEmailConsent } from "../customers/email-consents.ts"
import { findRecipient, type Recipient } from "../customers/recipients.sql.ts"
import { unsubscribeUrlOf } from "../customers/unsubscribe-links.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks } from "../platform/links.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { firstAllowedFor } from "./composed.ts"

export type Reach =
  | { channel: "sms"; to: Addressee; from: string; until: number }
  | { channel: "mail"; to: Recipient & { email: string }; unsubscribeUrl: string; until: number }

/** The context of such a reading. Within a transaction `db` is that transaction. */
export type ReachContext = Omit<AppContext, "db"> & { db: Db }

/** True where the company sends offers at all: it gives out links, and texts or mails. Else staff alone offer times. */
const sendsOffers = (
  context: Pick<AppContext, "texts" | "mails" | "bookUrl">,
  company: Recipient["company"],
): boolean =>
  givesLinks(context, company) &&
  ((context.texts !== null && company.sms_phone !== null) || (context.mails !== null && company.mail_enabled))

/** True where the company of a waiting customer sends offers. */
export async function sendsOffersTo(
  context: Pick<AppContext, "texts" | "mails" | "bookUrl"> & { db: Db },
  companyId: number,
  customerId: number,
): Promise<boolean> {
  const recipient = await findRecipient(context.db, companyId, customerId)
  return recipient !== null && sendsOffers(context, recipient.company)
}

/**
 * By text where one may go, else by mail. `until` is when their quiet hours end, `now` outside them. Null where neither may go:
 * without consent, without a number or an address that takes mails, and where the company gives out no links.
 */
export async function reachOf(
  context: ReachContext,
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

/** A new entry's prospects: whether the company sends offers at all, and by which channel the customer would hear of one. */
export async function standsOf(
  context: AppContext,
  tx: Tx,
  companyId: number,
  entry: Pick<WaitingEntry, "customer_id" | "channels" | "made_by">,
  now: number,
): Promise<{ sends: boolean; reach: Reach | null; hasEmail: boolean }> {
  const { company, email, email_state } = (await findRecipient(tx, companyId, entry.customer_id))!
  const reach = await reachOf({ ...context, db: tx }, companyId, entry, { zone: company.timezone, now })
  return { sends: sendsOffers(context, company), reach, hasEmail: email !== null && email_state === null }
}

/** A customer who joined by a page or a link was asked there, and a box left unticked is a no. */
async function byText(
  context: ReachContext,
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
  context: ReachContext,
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
