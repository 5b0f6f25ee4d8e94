/** What mails to a company's own people say, in the three languages. */
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import type { Locale } from "../texts/text-times.ts"
import type { MailContent } from "./mail-content.ts"
import { mailMessages, titled } from "./mail-messages.ts"
import { momentText } from "./mail-times.ts"

/** Who writes, and to whom. */
export interface StaffMailWords {
  locale: Locale
  companyName: string
  accentColor: string
  /** Of the user; empty where it is not known. */
  name: string
  /** Of the company. */
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

/** What an admin has to mend. */
export type AdminNotice =
  | { purpose: "endpoint_disabled"; endpointId: number; host: string }
  | { purpose: "calendar_lost"; calendarId: number; provider: string }

/** `consoleUrl`: null on a host that serves no console. */
export function adminMail(
  notice: AdminNotice,
  { locale, accentColor, ...words }: StaffMailWords,
  consoleUrl: string | null,
): MailContent {
  const messages = mailMessages[locale].notice
  const companyName = withoutLinks(words.companyName)
  const { subject, title, lead, action } =
    notice.purpose === "endpoint_disabled"
      ? said(messages.endpoint_disabled, { host: notice.host })
      : said(messages.calendar_lost, { provider: withoutLinks(notice.provider) })
  return {
    locale,
    companyName,
    accentColor,
    subject,
    preheader: companyName,
    title,
    lead,
    card: null,
    actions: consoleUrl === null ? [] : [{ label: action, url: consoleUrl, isFirst: true }],
    sender: [companyName],
    callPhone: null,
    reason: messages.reason({ company: companyName }),
  }
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
