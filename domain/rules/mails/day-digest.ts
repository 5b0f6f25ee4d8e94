/** A provider's day, as it is mailed in the morning. */
import { withoutLinks } from "../../model/written-by-people.ts"
import type { MailContent } from "./mail-content.ts"
import { mailMessages } from "./mail-messages.ts"
import { localMoment, longDate, timeSpan } from "./mail-times.ts"
import type { StaffMailWords } from "./staff-mail.ts"

/** When it goes, on the company's clock. */
export const digestMinuteOfDay = 6 * 60

export interface DigestVisit {
  startMs: number
  endMs: number
  timezone: string
  typeName: string
  /** How many come to a class; else the customer's name. */
  who: string | { taken: number; seats: number }
  /** The window that the customer was promised, where the time is that of the plan; null for a start. */
  promised: { startMs: number; endMs: number } | null
  /** The location that the customer comes to; null for a visit at the customer's or a remote one. */
  locationName: string | null
}

/** `day`: days since 1970-01-01, on the company's calendar. */
export function dayDigest(day: number, visits: readonly DigestVisit[], words: StaffMailWords): MailContent {
  const { locale, accentColor } = words
  const messages = mailMessages[locale].digest
  const companyName = withoutLinks(words.companyName)
  const date = longDate(locale, day)
  const title = messages.title({ date, count: visits.length })
  const nameOf = ({ who }: DigestVisit) => (typeof who === "string" ? who : messages.seats(who))
  return {
    locale,
    companyName,
    accentColor,
    subject: title,
    preheader: visits.map((visit) => withoutLinks(nameOf(visit))).join(", "),
    title,
    lead: null,
    paragraphs: visits.map((visit) =>
      [
        timeSpan(locale, visit.timezone, visit),
        [nameOf(visit), visit.typeName].map(withoutLinks).join(" · "),
        ...(visit.promised === null
          ? []
          : [messages.promised({ time: timeSpan(locale, visit.timezone, visit.promised) })]),
        ...(visit.locationName === null ? [] : [withoutLinks(visit.locationName)]),
      ].join("\n"),
    ),
    card: null,
    actions: [],
    sender: [companyName],
    callPhone: null,
    reason: messages.reason({ name: withoutLinks(words.name) }),
  }
}

/** The day whose digest is due at a moment on the clock of the company; null before it is time. */
export function digestDay(zone: string, now: number): number | null {
  const { day, minuteOfDay } = localMoment(zone, now)
  return minuteOfDay >= digestMinuteOfDay ? day : null
}
