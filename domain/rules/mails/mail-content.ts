/** The content of a mail before it is drawn: HTML and plain text are made of the same. */
import type { Locale } from "../texts/text-times.ts"

export interface MailContent {
  locale: Locale
  companyName: string
  /** `#rrggbb` */
  accentColor: string
  subject: string
  /** The line that a list of mails shows behind the subject. */
  preheader: string
  title: string
  lead: string | null
  /** In the company's own words. Lines end where the company ended them. */
  paragraphs?: readonly string[]
  /** The appointment that the mail is about; null for a mail about something else. */
  card: MailCard | null
  actions: readonly { label: string; url: string; isFirst: boolean }[]
  /** The sender, as lines of an address. */
  sender: readonly string[]
  /** To call; null without one. */
  callPhone: string | null
  /** Why the customer gets it. */
  reason: string
  /** The link of outreach and offers where the customer says that they want no more. */
  unsubscribe?: { label: string; url: string }
}

export interface MailCard {
  /** A leaf of a calendar. */
  month: string
  dayOfMonth: number
  /** The thing that is booked. */
  subject: string
  /** The date, which the customer looks for. */
  headline: string
  lines: readonly string[]
  facts: readonly { label: string; text: string }[]
  /** The appointment is off. */
  isStruck: boolean
}
