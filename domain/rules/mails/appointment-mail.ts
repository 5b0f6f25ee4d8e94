/** What a mail about an appointment says, in the three languages. */
import type { Appointment } from "../../model/appointment.ts"
import { linkSteps } from "../../model/link-steps.ts"
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import type { Locale } from "../texts/text-times.ts"
import type { AppointmentNews } from "../texts/wording.ts"
import type { MailContent } from "./mail-content.ts"
import { mailMessages, titled } from "./mail-messages.ts"
import { dayOfMonth, localMoment, longDate, shortMonth, timeSpan } from "./mail-times.ts"

/** `declined`: the customer's calendar has declined the invitation, and nothing is cancelled by that. */
export type MailNews = AppointmentNews | "declined"

/** What of the news a mail says; a reminder to a customer who comes asks nothing. */
type Said = MailNews | "asking"

/** Who writes, and to whom. */
export interface MailWords {
  locale: Locale
  companyName: string
  accentColor: string
  callPhone: string | null
  firstName: string
  /** The link by which the appointment is moved and cancelled; null when links are not set up. */
  manageUrl: string | null
  /** Of the location that the customer comes to; null for every other place. */
  locationAddress: string | null
  /** Where the holder of the address says whether it is theirs; null for an address that is known to be. */
  proofUrl: string | null
  /** The mail carries an invitation. */
  isInvited: boolean
}

type ReportedAppointment = Pick<
  Appointment,
  "type_name" | "place" | "location_name" | "provider_name" | "timezone" | "blocks" | "attendance"
>

export function appointmentMail(
  of: MailNews,
  appointment: ReportedAppointment,
  words: MailWords,
): MailContent {
  const { locale, proofUrl, callPhone } = words
  const { appointment: news, ...common } = mailMessages[locale]
  const { accept, where, who, reason, questions, isItYou } = common
  // Without a link there is nowhere to answer.
  const isAsked = of === "reminder" && appointment.attendance !== "coming" && words.manageUrl !== null
  const said: Said = isAsked ? "asking" : of
  const lead = said === "booked" || said === "reminder" ? null : news[said].lead
  const type = withoutLinks(appointment.type_name)
  const days = appointment.blocks.map((block) => spanOf(locale, appointment.timezone, block))
  const [first] = days
  const companyName = withoutLinks(words.companyName)
  const line = locationLine(appointment, words)
  const isOff = of === "cancelled"
  return {
    locale,
    companyName,
    accentColor: words.accentColor,
    subject: news[said].subject({ type, date: first!.date }),
    preheader: `${first!.time} · ${line}`,
    title: titled(news[said], greetedName(words.firstName)),
    lead:
      [lead, words.isInvited && !isOff ? accept : null, proofUrl === null ? null : isItYou]
        .filter(Boolean)
        .join(" ") || null,
    card: {
      month: shortMonth(locale, first!.day),
      dayOfMonth: dayOfMonth(first!.day),
      subject: type,
      headline: first!.date,
      lines: [first!.time, ...days.slice(1).map(({ date, time }) => `${date}, ${time}`)],
      facts: isOff
        ? []
        : [
            { label: where, text: line },
            ...(appointment.place === "at_customer" || appointment.provider_name === ""
              ? []
              : [{ label: who, text: withoutLinks(appointment.provider_name) }]),
          ],
      isStruck: isOff,
    },
    actions: actionsOf(said, words),
    sender: [companyName],
    callPhone,
    reason: [callPhone === null ? null : questions, reason].filter(Boolean).join(" "),
  }
}

/** Each opens a page that asks once. */
function actionsOf(said: Said, { locale, manageUrl, proofUrl }: MailWords): MailContent["actions"] {
  const { itIsMe, coming, move, cancel } = mailMessages[locale]
  if (proofUrl !== null) return [{ label: itIsMe, url: proofUrl, isFirst: true }]
  if (manageUrl === null || said === "cancelled") return []
  const actions = {
    coming: { label: coming, url: manageUrl + linkSteps.coming, isFirst: said === "asking" },
    move: { label: move, url: manageUrl + linkSteps.move, isFirst: false },
    cancel: { label: cancel, url: manageUrl + linkSteps.cancel, isFirst: said === "declined" },
  }
  if (said === "asking") return [actions.coming, actions.move, actions.cancel]
  if (said === "declined") return [actions.cancel, actions.move, actions.coming]
  return [actions.move, actions.cancel]
}

function spanOf(locale: Locale, zone: string, block: ReportedAppointment["blocks"][number]) {
  const [startMs, endMs] = [Date.parse(block.start_time), Date.parse(block.end_time)]
  const { day } = localMoment(zone, startMs)
  return { day, date: longDate(locale, day), time: timeSpan(locale, zone, { startMs, endMs }) }
}

/** Where it takes place, in a line. */
export function locationLine(
  { place, location_name: location }: ReportedAppointment,
  { locale, locationAddress }: MailWords,
): string {
  if (place === "at_customer") return mailMessages[locale].atCustomer
  if (place === "remote") return mailMessages[locale].remote
  return [withoutLinks(location), locationAddress].filter(Boolean).join(", ")
}
