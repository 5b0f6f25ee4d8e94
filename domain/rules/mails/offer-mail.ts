/** A mail that offers a time to a customer who waits. Its button opens a page, on which a press of its own holds the time. */
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import type { OfferFacts } from "../texts/offer-wording.ts"
import type { MailContent } from "./mail-content.ts"
import { mailMessages, titled } from "./mail-messages.ts"
import {
  arrivalText,
  dayOfMonth,
  localMoment,
  longDate,
  momentText,
  shortMonth,
  subjectMoment,
  timeSpan,
} from "./mail-times.ts"
import type { OutreachMailWords } from "./outreach-mail.ts"

export function offerMail(
  facts: OfferFacts,
  { locale, accentColor, callPhone, unsubscribeUrl, ...words }: OutreachMailWords,
): MailContent {
  const { offer, outreach, where, who, atCustomer, remote } = mailMessages[locale]
  const { timezone, place, heldUntil } = facts
  const companyName = withoutLinks(words.companyName)
  const type = withoutLinks(facts.typeName)
  const { day } = localMoment(timezone, facts.start_at.getTime())
  const date = longDate(locale, day)
  const span = { startMs: facts.start_at.getTime(), endMs: facts.end_at.getTime() }
  const time = (facts.isWindow ? arrivalText : timeSpan)(locale, timezone, span)
  const location = { at_location: withoutLinks(facts.locationName), at_customer: atCustomer, remote }[place]
  return {
    locale,
    companyName,
    accentColor,
    subject: (heldUntil === null ? offer.subject : offer.turnSubject)({
      type,
      date: subjectMoment(locale, timezone, span, facts.isWindow),
    }),
    preheader: `${time} · ${location}`,
    title: titled(offer, greetedName(facts.firstName)),
    lead:
      heldUntil === null
        ? offer.lead
        : offer.turnLead({ until: momentText(locale, timezone, heldUntil.getTime()) }),
    card: {
      month: shortMonth(locale, day),
      dayOfMonth: dayOfMonth(day),
      subject: type,
      headline: date,
      lines: [time],
      facts: [
        { label: where, text: location },
        ...(place === "at_customer" ? [] : [{ label: who, text: withoutLinks(facts.providerName) }]),
      ],
      isStruck: false,
    },
    actions: [{ label: offer.action, url: facts.url, isFirst: true }],
    sender: [companyName],
    callPhone,
    reason: offer.reason({ company: companyName }),
    unsubscribe: { label: outreach.unsubscribe, url: unsubscribeUrl },
  }
}
