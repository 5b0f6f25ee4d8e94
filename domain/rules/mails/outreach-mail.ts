/** A mail by which a company asks a customer to book, in the company's own words. */
import { withoutLinks } from "../../model/written-by-people.ts"
import { type OutreachFacts, outreachText } from "../texts/outreach.ts"
import type { Locale } from "../texts/text-times.ts"
import type { MailContent } from "./mail-content.ts"
import { mailMessages } from "./mail-messages.ts"

export interface OutreachMailWords {
  locale: Locale
  companyName: string
  accentColor: string
  callPhone: string | null
  /** The page on which the customer says that they want no more of them. */
  unsubscribeUrl: string
}

export function outreachMail(
  step: { mail_subject: string; mail_text: string },
  facts: OutreachFacts,
  { locale, accentColor, callPhone, unsubscribeUrl, ...words }: OutreachMailWords,
): MailContent {
  const { book, reason, unsubscribe } = mailMessages[locale].outreach
  const companyName = withoutLinks(words.companyName)
  const subject = outreachText(step.mail_subject, facts)
  const paragraphs = outreachText(step.mail_text, facts)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  const hasLink = facts.bookingLink !== "" && step.mail_text.includes("{booking_link}")
  return {
    locale,
    companyName,
    accentColor,
    subject,
    preheader: paragraphs[0] ?? "",
    title: subject,
    lead: null,
    paragraphs,
    card: null,
    actions: hasLink ? [{ label: book, url: facts.bookingLink, isFirst: true }] : [],
    sender: [companyName],
    callPhone,
    reason: reason({ company: companyName }),
    unsubscribe: { label: unsubscribe, url: unsubscribeUrl },
  }
}
