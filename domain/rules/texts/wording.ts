/** The words of the texts that we write ourselves: about an appointment, with a code, in answer to HELP, and of a first text. */
import type { Appointment } from "../../model/appointment.ts"
import { linkSteps } from "../../model/link-steps.ts"
import { codeMinutes } from "../../model/public-page.ts"
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import { inGsmAlphabet } from "./gsm.ts"
import { textMessages } from "./text-messages.ts"
import { formatTime, type Locale } from "./text-times.ts"

/** What a text reports about an appointment. */
export type AppointmentNews = "booked" | "moved" | "cancelled" | "reminder"

/** Who writes, and in which language. */
export interface Sender {
  locale: Locale
  companyName: string
  /** Null when the company has no number to call. */
  callPhone: string | null
}

export interface AppointmentWords extends Sender {
  firstName: string
  /** The link by which the appointment is moved and cancelled; null when links are not set up. */
  manageUrl: string | null
  /** How a reminder asks whether the customer comes; null or left out: not at all. */
  asks?: "reply" | "link" | null
}

type ReportedAppointment = Pick<
  Appointment,
  "type_name" | "place" | "location_name" | "start_at" | "timezone" | "blocks"
>
/** A link comes last, so that no sign behind it can be taken for a part of it. */
export function appointmentText(
  of: AppointmentNews,
  appointment: ReportedAppointment,
  words: AppointmentWords,
): string {
  const { locale, callPhone, firstName, manageUrl, asks = null } = words
  const messages = textMessages[locale]
  const days = appointment.blocks.length
  const sentence = messages.news[of]({
    name: greetedName(firstName),
    type: withoutLinks(appointment.type_name),
    when: formatTime(locale, appointment.timezone, appointment.start_at.getTime()),
    where: whereText(appointment, locale),
  })
  const whole = days > 1 ? messages.inDays({ sentence, days }) : sentence
  const url = of === "cancelled" ? null : manageUrl
  const asked = url !== null && asks === "link" ? messages.sayOrChange({ url: url + linkSteps.coming }) : null
  const change = url && messages.changeOrCancel({ url })
  const further = asked ?? change ?? (callPhone === null ? null : messages.questions({ phone: callPhone }))
  const question = asks === "reply" ? messages.areYouComing : null
  return inGsmAlphabet([`${opening(words)} ${whole}.`, question, further].filter(Boolean).join(" "))
}

/** In answer to `C`. It names the appointment, since the customer may have several. */
export function comingText(
  { type_name, timezone, start_at }: Pick<Appointment, "type_name" | "timezone" | "start_at">,
  sender: Pick<Sender, "locale" | "companyName">,
): string {
  const { locale } = sender
  const when = formatTime(locale, timezone, start_at.getTime())
  const thanks = textMessages[locale].coming({ type: withoutLinks(type_name), when })
  return inGsmAlphabet(`${opening(sender)} ${thanks}`)
}

function whereText({ place, location_name }: ReportedAppointment, locale: Locale): string {
  const { where } = textMessages[locale]
  return place === "at_location" ? where.at_location({ location: withoutLinks(location_name) }) : where[place]
}

/** `Harbour Heating:` */
export const opening = ({ locale, companyName }: Pick<Sender, "locale" | "companyName">) =>
  textMessages[locale].opening({ company: withoutLinks(companyName) })

/** A text goes from the company's own number, or from the one that the confirmations of all companies on the host share. */
export type SentFrom = "company" | "shared"

/**
 * The first text of a company from one number to another: it names the company, and says how to stop. STOP is the word that
 * every carrier heeds by itself. To the shared number it stops no text from the company's.
 */
export function asFirstText(
  text: string,
  sender: Pick<Sender, "locale" | "companyName">,
  from: SentFrom,
): string {
  const isNamed = asWords(text).includes(asWords(withoutLinks(sender.companyName)))
  const named = isNamed ? text : `${opening(sender)} ${text}`
  if (/\bSTOP\b/.test(text)) return named
  // On a line of its own, since a link may stand at the end.
  return `${named}\n${inGsmAlphabet(textMessages[sender.locale].stop[from])}`
}

/** The words alone, so that a company named Go is not found in "good". */
const asWords = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `

/** Always says how to stop: whether it is the first text is not looked up where a code is asked for. */
export function codeText(locale: Locale, companyName: string, code: string): string {
  const messages = textMessages[locale]
  const sentence = messages.code({ code, minutes: codeMinutes })
  return inGsmAlphabet(`${opening({ locale, companyName })} ${sentence} ${messages.stop.company}`)
}

export function helpText(locale: Locale, companyName: string, phone: string | null): string {
  const { help, stop } = textMessages[locale]
  const call = phone && help.call({ phone })
  const parts = [opening({ locale, companyName }), help.about, call, stop.company]
  return inGsmAlphabet(parts.filter(Boolean).join(" "))
}
