/** A mail about an appointment, its subject, words and recipient, by what holds at a moment. */

import type { Appointment } from "../../domain/model/appointment.ts"
import { fullName } from "../../domain/model/customer.ts"
import type { TextQuestion, Together } from "../../domain/model/text-message.ts"
import { addressLine } from "../../domain/model/views.ts"
import { withoutLinks } from "../../domain/model/written-by-people.ts"
import { appointmentMail, locationLine, type MailWords } from "../../domain/rules/mails/appointment-mail.ts"
import { mailHtml, mailText } from "../../domain/rules/mails/draw-mail.ts"
import { whyNotMailed } from "../../domain/rules/mails/email-consent.ts"
import { findLocation } from "../company/locations.sql.ts"
import { numberFor } from "../customers/addressees.ts"
import { findEmailConsent } from "../customers/email-consents.ts"
import { proofUrlOf } from "../customers/email-proofs.ts"
import { findRecipient, type Recipient } from "../customers/recipients.sql.ts"
import type { AppContext } from "../platform/context.ts"
import {
  type ComposedMail,
  firstAllowedFor,
  type Held,
  managingUrlOf,
  newsOf,
  planNewsOf,
  skip,
  whyNoPlanNews,
} from "./composed.ts"
import { findFormerTime } from "./former-time.sql.ts"
import { mailCalendars } from "./mail-calendars.ts"

export interface MailAboutAppointment {
  purpose: "confirmation" | "change" | "reminder"
  /** The question that it asks beside. */
  question?: TextQuestion | null
  appointment: Appointment
  /** Later ones that it tells of as well: of its series, or at the same coming. */
  others?: readonly Appointment[]
  /** The other services of the visit; null or left out without any. */
  together?: Together | null
}

export async function composeAppointmentMail(
  context: AppContext,
  companyId: number,
  { purpose, question = null, appointment, others = [], together = null }: MailAboutAppointment,
  now: number,
): Promise<ComposedMail> {
  const { start_at, status, customer_id: customerId } = appointment
  const planned = planNewsOf(question)
  const why = planned
    ? whyNoPlanNews(planned, appointment, now)
    : start_at.getTime() <= now
      ? skip("too_late")
      : null
  if (why) return why
  const tellsEnd = purpose === "change" && question !== "declined"
  const isToCome = status === "scheduled" || (status === "pending" && purpose === "confirmation")
  if (!isToCome && !tellsEnd) return skip("cancelled")
  if (question === "declined" && appointment.attendance !== "not_coming") return skip("answered")
  const recipient = await findRecipient(context.db, companyId, customerId)
  const email = recipient && !recipient.archived ? recipient.email : null
  if (context.mails === null || !recipient?.company.mail_enabled) return skip("no_mail")
  if (email === null) return skip("no_email")
  const newest = await findEmailConsent(context.db, context.sealer, companyId, email)
  if (whyNotMailed("needed", newest) !== null) return skip("opted_out")
  const isUnproven = recipient.email_state === "unproven"
  const proofUrl = isUnproven ? proofUrlOf(context, companyId, { customerId, email }) : null
  if (recipient.email_state !== null && proofUrl === null) return skip(`email_${recipient.email_state}`)
  const held =
    purpose === "reminder" ? await holdReminder(context, companyId, recipient, appointment, now) : null
  if (held) return held
  const { company, locale, first_name: firstName } = recipient
  const news = question === "declined" ? "declined" : newsOf(purpose, appointment, planned ?? question)
  // An invitation goes for booked appointments alone.
  const isInvited = news === "booked" || news === "moved" || news === "cancelled" || news === "narrowed"
  const words = {
    locale,
    companyName: company.name,
    accentColor: company.accent_color,
    callPhone: company.call_phone,
    firstName,
    manageUrl: isUnproven ? null : await managingUrlOf(context, companyId, recipient, appointment),
    proofUrl,
    ...(await visitedLocation(context, companyId, appointment)),
    pageUrl: company.page_slug && context.bookUrl && `${context.bookUrl}/${company.page_slug}`,
    former: news === "moved" ? await findFormerTime(context.db, companyId, appointment, now) : null,
    isInvited,
    others,
    isGroup: together === "group",
  }
  const content = appointmentMail(news, appointment, words)
  const from = { name: withoutLinks(company.name), address: company.mail_from ?? context.mails.from }
  const to = { name: withoutLinks(fullName(recipient)), address: email }
  const isWhole = purpose === "confirmation" && together === "series"
  const appointments = [appointment, ...others]
  const invited = {
    appointments,
    isWhole,
    from,
    to,
    location: locationLine(appointment, words),
    locale: words.locale,
  }
  const mail = {
    from,
    to,
    replyTo: company.mail_reply_to,
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    ...(isInvited ? await mailCalendars(context, companyId, invited) : { calendar: null }),
  }
  return { kind: "mail", mail, isUnproven }
}

/** Why a reminder does not go by mail now; null when it does. */
async function holdReminder(
  context: AppContext,
  companyId: number,
  recipient: Recipient,
  appointment: Appointment,
  now: number,
): Promise<Held | null> {
  if (await getsText(context, companyId, recipient, appointment)) return skip("goes_by_text")
  const addressee = { ...recipient, phone: recipient.phones[0] ?? "" }
  const until = firstAllowedFor(addressee, appointment.timezone, now)
  if (until >= appointment.start_at.getTime()) return skip("too_late")
  return until > now ? { kind: "wait", until } : null
}

/** Reminders go by text where one is allowed. */
async function getsText(
  context: AppContext,
  companyId: number,
  recipient: Recipient,
  { booked_by: bookedBy, texts_declined: declined }: Appointment,
): Promise<boolean> {
  if (context.texts === null || recipient.company.sms_phone === null) return false
  const text = { purpose: "reminder", channel: "sms", bookedBy, declined, askedBy: null } as const
  return typeof (await numberFor(context.db, context.sealer, companyId, recipient, text)) !== "string"
}

/** The location that the customer comes to; nothing of every other place. */
async function visitedLocation(
  { db }: AppContext,
  companyId: number,
  { place, location_id: locationId }: Appointment,
): Promise<Pick<MailWords, "locationAddress" | "directions">> {
  const location = place === "at_location" ? await findLocation(db, companyId, locationId) : null
  return {
    locationAddress: location?.address ? addressLine(location.address) : null,
    directions: location?.directions ?? null,
  }
}
