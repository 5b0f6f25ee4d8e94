/** The words of mails to a company's own people, in the three languages. */

import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import { dateOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import type { Locale } from "../texts/text-times.ts"
import type { MailContent } from "./mail-content.ts"
import { mailMessages, titled } from "./mail-messages.ts"
import { momentText } from "./mail-times.ts"

/** The sender and the recipient. */
export interface StaffMailWords {
  locale: Locale
  companyName: string
  accentColor: string
  /** The name of the user; empty where it is not known. */
  name: string
  /** The zone of the company. */
  timezone: string
}

export interface PasswordLink {
  /** The page where the user chooses a password. */
  url: string
  /** Epoch milliseconds. */
  expiresAt: number
}

export function passwordMail(
  purpose: "password_reset" | "user_invitation",
  { url, expiresAt }: PasswordLink,
  words: StaffMailWords,
): MailContent {
  const { locale, accentColor, timezone } = words
  const messages = mailMessages[locale].password[purpose]
  const { action } = messages
  const companyName = withoutLinks(words.companyName)
  const until = momentText(locale, timezone, expiresAt)
  return {
    locale,
    companyName,
    accentColor,
    subject: messages.subject({ company: companyName }),
    preheader: action,
    title: titled(messages, greetedName(words.name)),
    lead: messages.lead({ company: companyName, until }),
    card: null,
    actions: [{ label: action, url, isFirst: true }],
    sender: [companyName],
    callPhone: null,
    reason: messages.reason({ company: companyName }),
  }
}

/** The sender of mails that no company answers for yet. */
const serviceName = "Appointed"

/**
 * The same link for a sign-up that is not proved. A stranger may have typed the company's name and the person's, so that
 * neither stands in the mail or before it.
 */
export function signUpMail(
  { url, expiresAt }: PasswordLink,
  { locale, accentColor, timezone }: StaffMailWords,
): MailContent {
  const { subject, title, lead, action, reason } = mailMessages[locale].signUp
  return {
    locale,
    companyName: serviceName,
    accentColor,
    subject,
    preheader: action,
    title,
    lead: lead({ until: momentText(locale, timezone, expiresAt) }),
    card: null,
    actions: [{ label: action, url, isFirst: true }],
    sender: [serviceName],
    callPhone: null,
    reason,
  }
}

/** A notice that an admin has to mend or to answer. */
export type AdminNotice =
  | { purpose: "endpoint_disabled"; endpointId: number; host: string }
  | { purpose: "calendar_lost"; calendarId: number; provider: string }
  | BookingAsked

/** A booking waits for staff's yes. Times are epoch milliseconds. */
export interface BookingAsked {
  purpose: "booking_asked"
  appointmentId: number
  type: string
  startAt: number
  /** The zone of the appointment's location. */
  timezone: string
  answerBy: number
}

/** `consoleUrl`: null on a host that serves no console. */
export function adminMail(
  notice: AdminNotice,
  { locale, accentColor, ...words }: StaffMailWords,
  consoleUrl: string | null,
): MailContent {
  const messages = mailMessages[locale].notice
  const companyName = withoutLinks(words.companyName)
  const { subject, title, lead, action } = noticeTexts(notice, locale, words.timezone)
  return {
    locale,
    companyName,
    accentColor,
    subject,
    preheader: companyName,
    title,
    lead,
    card: null,
    actions:
      consoleUrl === null ? [] : [{ label: action, url: `${consoleUrl}${pathOf(notice)}`, isFirst: true }],
    sender: [companyName],
    callPhone: null,
    reason: messages.reason({ company: companyName }),
  }
}

function noticeTexts(notice: AdminNotice, locale: Locale, timezone: string) {
  const messages = mailMessages[locale].notice
  switch (notice.purpose) {
    case "endpoint_disabled":
      return said(messages.endpoint_disabled, { host: notice.host })
    case "calendar_lost":
      return said(messages.calendar_lost, { provider: withoutLinks(notice.provider) })
    case "booking_asked":
      return said(messages.booking_asked, {
        type: withoutLinks(notice.type),
        start: momentText(locale, notice.timezone, notice.startAt),
        until: momentText(locale, timezone, notice.answerBy),
      })
  }
}

/** The path on which it is mended: requests are answered at the appointment, on the board of its day. */
function pathOf(notice: AdminNotice): string {
  if (notice.purpose !== "booking_asked") return ""
  const { day } = minuteToLocal(notice.timezone, minuteOf(notice.startAt))
  return `/?date=${dateOfDay(day)}&appointment=${notice.appointmentId}`
}

type Said<Values> = string | ((values: Values) => string)

const spoken = <Values>(message: Said<Values>, values: Values): string =>
  typeof message === "string" ? message : message(values)

const said = <Values>(
  messages: Record<"subject" | "title" | "lead" | "action", Said<Values>>,
  values: Values,
) => ({
  subject: spoken(messages.subject, values),
  title: spoken(messages.title, values),
  lead: spoken(messages.lead, values),
  action: spoken(messages.action, values),
})
