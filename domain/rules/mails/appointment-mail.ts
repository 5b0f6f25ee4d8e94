/** What a mail about an appointment says, in the three languages. */
import type { Appointment } from "../../model/appointment.ts"
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import type { Locale } from "../texts/text-times.ts"
import type { AppointmentNews } from "../texts/wording.ts"
import type { MailContent } from "./mail-content.ts"
import { mailMessages, titled } from "./mail-messages.ts"
import { dayOfMonth, localMoment, longDate, shortMonth, timeSpan } from "./mail-times.ts"

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
  "type_name" | "place" | "location_name" | "provider_name" | "timezone" | "blocks"
>

export function appointmentMail(
  of: AppointmentNews,
  appointment: ReportedAppointment,
  words: MailWords,
): MailContent {
  const { locale, manageUrl, proofUrl, callPhone } = words
  const { appointment: news, ...common } = mailMessages[locale]
  const { accept, manage, where, who, reason, questions, isItYou, itIsMe } = common
  const lead = of === "moved" || of === "cancelled" ? news[of].lead : null
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
    subject: news[of].subject({ type, date: first!.date }),
    preheader: `${first!.time} · ${line}`,
    title: titled(news[of], greetedName(words.firstName)),
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
    actions:
      proofUrl !== null
        ? [{ label: itIsMe, url: proofUrl, isFirst: true }]
        : isOff || manageUrl === null
          ? []
          : [{ label: manage, url: manageUrl, isFirst: false }],
    sender: [companyName],
    callPhone,
    reason: [callPhone === null ? null : questions, reason].filter(Boolean).join(" "),
  }
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
