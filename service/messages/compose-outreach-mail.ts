/** A step of outreach that is a mail: it goes to an address that has agreed to offers, with the way out of them. */
import { fullName } from "../../domain/model/customer.ts"
import { withoutLinks } from "../../domain/model/written-by-people.ts"
import { mailHtml, mailText } from "../../domain/rules/mails/draw-mail.ts"
import { whyNotMailed } from "../../domain/rules/mails/email-consent.ts"
import { outreachMail } from "../../domain/rules/mails/outreach-mail.ts"
import { usesBookingLink } from "../../domain/rules/texts/counted-characters.ts"
import { findLocationZone } from "../company/locations.sql.ts"
import { findEmailConsent } from "../customers/email-consents.ts"
import { findRecipient } from "../customers/recipients.sql.ts"
import { unsubscribeUrlOf } from "../customers/unsubscribe-links.ts"
import type { AppContext } from "../platform/context.ts"
import { bookingUrl, givesLinks } from "../platform/links.ts"
import { type ComposedMail, firstAllowedFor, type JudgedStep, skip } from "./composed.ts"

export async function composeOutreachMail(
  context: AppContext,
  companyId: number,
  { step, customerId }: JudgedStep,
  now: number,
): Promise<ComposedMail> {
  const { db, sealer, mails } = context
  const recipient = await findRecipient(db, companyId, customerId)
  const email = recipient && !recipient.archived ? recipient.email : null
  if (mails === null || !recipient?.company.mail_enabled) return skip("no_mail")
  if (email === null) return skip("no_email")
  if (recipient.email_state !== null) return skip(`email_${recipient.email_state}`)
  const unwelcome = whyNotMailed("offer", await findEmailConsent(db, sealer, companyId, email))
  if (unwelcome) return skip(unwelcome)
  const unsubscribeUrl = unsubscribeUrlOf(context, companyId, customerId)
  if (unsubscribeUrl === null) return skip("no_pages")
  const { company, locale } = recipient
  const link = givesLinks(context, company) ? bookingUrl(context, step.request) : null
  const words = { mail_subject: step.mail_subject ?? "", mail_text: step.mail_text ?? "" }
  if (link === null && usesBookingLink(words.mail_text)) return skip("no_booking_link")

  const { location_id: locationId } = step.request
  const zone = locationId === null ? null : await findLocationZone(db, companyId, locationId)
  const toZone = { ...recipient, phone: recipient.phones[0] ?? "" }
  const until = firstAllowedFor(toZone, zone ?? company.timezone, now)
  if (until > now) return { kind: "wait", until }
  const facts = {
    bookingLink: link ?? "",
    firstName: recipient.first_name,
    typeName: step.type_name,
    phone: company.call_phone ?? company.sms_phone ?? "",
  }
  const content = outreachMail(words, facts, {
    locale,
    companyName: company.name,
    accentColor: company.accent_color,
    callPhone: company.call_phone,
    unsubscribeUrl,
  })
  const mail = {
    from: { name: withoutLinks(company.name), address: company.mail_from ?? mails.from },
    to: { name: withoutLinks(fullName(recipient)), address: email },
    replyTo: company.mail_reply_to,
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    calendar: null,
    unsubscribeUrl,
  }
  return { kind: "mail", mail, isUnproven: false }
}
