/** A text or a mail that offers a time to a customer who waits, or that says that it is their turn: as it stands when it goes. */
import { fullName } from "../../domain/model/customer.ts"
import type { TextRow } from "../../domain/model/text-message.ts"
import { type NamedOffer, stateOfOffer } from "../../domain/model/waiting-entry.ts"
import { withoutLinks } from "../../domain/model/written-by-people.ts"
import { namesOf } from "../../domain/rules/groups/as-one.ts"
import { mailHtml, mailText } from "../../domain/rules/mails/draw-mail.ts"
import { offerMail } from "../../domain/rules/mails/offer-mail.ts"
import { type OfferFacts, offerText } from "../../domain/rules/texts/offer-wording.ts"
import type { Locale } from "../../domain/rules/texts/text-times.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import { findHold } from "../ledger/holds.sql.ts"
import { findEntry } from "../ledger/waiting-entries.sql.ts"
import { findOffer } from "../ledger/waiting-offers.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { waitUrl } from "../platform/links.ts"
import { type Composed, messageIdOf, senderOf, sendTo, skip } from "./composed.ts"
import { type Reach, reachOf } from "./reach-waiting.ts"

export async function composeOffer(
  context: AppContext,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  const { db } = context
  const offer = await findOffer(db, companyId, row.offer_id!)
  const entry = offer && (await findEntry(db, companyId, offer.entry_id))
  const state = offer && stateOfOffer(offer, now)
  if (!offer || entry?.status !== "waiting" || (state !== "offered" && state !== "held"))
    return skip(state === "booked" ? "booked" : "superseded")
  const type = await findAppointmentType(db, companyId, offer.appointment_type_id)
  const url = waitUrl(context, entry)
  if (!type || url === null) return skip("no_booking_link")
  const channel = row.channel === "mail" ? ("mail" as const) : ("sms" as const)
  const reach = await reachOf(context, companyId, entry, { zone: offer.timezone, now, only: channel })
  if (reach === null) return skip("no_consent")
  const hold = offer.hold_id === null ? null : await findHold(db, companyId, offer.hold_id)
  // Their turn was announced to them when they asked for the time, and lasts for minutes.
  if (hold === null && reach.until > now) return { kind: "wait", until: reach.until }
  const facts: OfferFacts = {
    firstName: reach.to.first_name,
    typeName: namesOf(reach.to.locale, [entry.type_name, ...entry.then_type_names]),
    place: type.place,
    locationName: offer.location_name,
    providerName: leadersOf(reach.to.locale, offer),
    timezone: offer.timezone,
    start_at: offer.start_at,
    end_at: offer.end_at,
    isWindow: type.window_minutes !== null,
    heldUntil: hold?.expires_at ?? null,
    url,
  }
  if (reach.channel === "mail") return mailOf(context, companyId, row, reach, facts)
  const body = offerText(facts, senderOf(reach.to))
  return sendTo(context, companyId, reach.to, { from: reach.from, body })
}

/** Each once, where several do one type each. */
const leadersOf = (locale: Locale, { parts, provider_name }: NamedOffer): string =>
  parts ? namesOf(locale, [...new Set(parts.map((part) => part.provider_name))]) : provider_name

function mailOf(
  context: AppContext,
  companyId: number,
  row: TextRow,
  { to, unsubscribeUrl }: Extract<Reach, { channel: "mail" }>,
  facts: OfferFacts,
): Composed {
  const { company, locale } = to
  const content = offerMail(facts, {
    locale,
    companyName: company.name,
    accentColor: company.accent_color,
    callPhone: company.call_phone,
    unsubscribeUrl,
  })
  const mail = {
    from: { name: withoutLinks(company.name), address: company.mail_from ?? context.mails!.from },
    to: { name: withoutLinks(fullName(to)), address: to.email },
    replyTo: company.mail_reply_to,
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    calendar: null,
    unsubscribeUrl,
    messageId: messageIdOf(context, companyId, row.id),
  }
  return { kind: "mail", mail }
}
