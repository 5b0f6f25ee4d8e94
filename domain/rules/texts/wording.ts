/** The words of the texts that we write ourselves: about an appointment, with a code, in answer to HELP, and of a first text. */
import type { Appointment } from "../../model/appointment.ts"
import { linkSteps } from "../../model/link-steps.ts"
import { codeMinutes } from "../../model/public-page.ts"
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import { inGsmAlphabet } from "./gsm.ts"
import { textMessages } from "./text-messages.ts"
import { formatClock, formatTime, formatWhen, type Locale } from "./text-times.ts"

/** The news about an appointment in a text. */
export type AppointmentNews =
  | "booked"
  | "moved"
  | "cancelled"
  | "reminder"
  | PendingNews
  | PlannedNews
  | DisruptedNews

/** The window has become an hour; the provider is on the way, with or without a time of arrival. */
export type PlannedNews = "narrowed" | "onTheWay" | "setOut"

/**
 * The news about an unbooked appointment: it is requested, other times are proposed, the company said no, the customer
 * withdrew.
 */
export type PendingNews = "asked" | "proposed" | "turnedDown" | "withdrawn"

/** After a day that broke: no other time was found, or somebody else comes at the same time. */
export type DisruptedNews = "cannotKeep" | "otherProvider"

/** The sender and its language. */
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
  | "type_name"
  | "place"
  | "location_name"
  | "start_at"
  | "timezone"
  | "blocks"
  | "answer_by"
  | "proposals"
  | "cancel_reason"
> &
  Promised &
  Seated &
  Named

/** Left out for a promised start. */
export type Promised = Partial<
  Pick<Appointment, "end_at" | "work_minutes" | "narrowed_start_at" | "narrowed_end_at" | "expected_at">
>

/** The seats that it takes of a class; left out for all other types. */
type Seated = Partial<Pick<Appointment, "seats">>

/** "Yoga, 3 seats": of a class the seats, where more than one are booked. */
export function typeInWords(
  locale: Locale,
  { type_name, seats }: Pick<Appointment, "type_name"> & Seated,
): string {
  const type = withoutLinks(type_name)
  return seats == null || seats < 2 ? type : textMessages[locale].ofSeats({ type, count: seats })
}

/** The provider; left out where the words do not say it. */
type Named = Partial<Pick<Appointment, "provider_name">>

/** A link comes last, so that no sign behind it can be taken for a part of it. */
export function appointmentText(
  of: AppointmentNews,
  appointment: ReportedAppointment,
  words: AppointmentWords,
): string {
  const { locale, callPhone, firstName, manageUrl, asks = null } = words
  const messages = textMessages[locale]
  const days = appointment.blocks.length
  const momentOf = (at: Date) => formatTime(locale, appointment.timezone, at.getTime())
  const sentence = messages.news[of]({
    name: greetedName(firstName),
    type: typeInWords(locale, appointment),
    when: formatWhen(locale, appointment),
    where: whereText(appointment, locale),
    provider: withoutLinks(appointment.provider_name ?? ""),
    until: appointment.answer_by === null ? "" : momentOf(appointment.answer_by),
    count: appointment.proposals.length,
    arrival: appointment.expected_at
      ? formatClock(locale, appointment.timezone, appointment.expected_at.getTime())
      : "",
  })
  const said = days > 1 ? messages.inDays({ sentence, days }) : sentence
  const whole = of === "turnedDown" ? withReason(said, appointment.cancel_reason, messages.because) : said
  const url = hasEnded(of) ? null : manageUrl
  const asked = url !== null && asks === "link" ? messages.sayOrChange({ url: url + linkSteps.coming }) : null
  const change = url && messages[offerOf(of)]({ url })
  const further = asked ?? change ?? (callPhone === null ? null : messages.questions({ phone: callPhone }))
  const question = asks === "reply" ? messages.areYouComing : null
  return inGsmAlphabet([`${opening(words)} ${whole}.`, question, further].filter(Boolean).join(" "))
}

/** The purpose of the link. */
function offerOf(of: AppointmentNews): "withdraw" | "choose" | "chooseAnother" | "changeOrCancel" | "follow" {
  if (isOnTheWay(of)) return "follow"
  if (of === "asked") return "withdraw"
  if (of === "proposed") return "choose"
  return of === "cannotKeep" ? "chooseAnother" : "changeOrCancel"
}

/** The news about several appointments at once. */
export type SeriesNews = Extract<AppointmentNews, "booked" | "moved" | "cancelled">

export const isOfSeries = (of: AppointmentNews): of is SeriesNews =>
  of === "booked" || of === "moved" || of === "cancelled"

/** About several appointments of one series, the soonest first. */
export function seriesText(
  of: SeriesNews,
  appointments: readonly ReportedAppointment[],
  words: AppointmentWords,
): string {
  const { locale, callPhone, firstName, manageUrl } = words
  const messages = textMessages[locale]
  const [first, last] = [appointments[0]!, appointments.at(-1)!]
  const sentence = messages.series[of]({
    name: greetedName(firstName),
    count: appointments.length,
    type: withoutLinks(first.type_name),
    first: formatWhen(locale, first),
    last: formatWhen(locale, last),
    where: whereText(first, locale),
  })
  const change = of === "cancelled" || manageUrl === null ? null : messages.changeOrCancel({ url: manageUrl })
  const further = change ?? (callPhone === null ? null : messages.questions({ phone: callPhone }))
  return inGsmAlphabet([`${opening(words)} ${sentence}.`, further].filter(Boolean).join(" "))
}

/** Nothing is left to move or to cancel. */
export const hasEnded = (of: AppointmentNews) =>
  of === "cancelled" || of === "turnedDown" || of === "withdrawn"

/** Nothing is left to change: somebody is about to arrive, and the link says where things stand. */
export const isOnTheWay = (of: AppointmentNews) => of === "onTheWay" || of === "setOut"

/** The reason that staff gave, without a full stop of its own. */
function withReason(
  sentence: string,
  reason: string | null,
  because: (values: { sentence: string; reason: string }) => string,
): string {
  const given = reason && withoutFullStop(withoutLinks(reason).trim())
  return given ? because({ sentence, reason: given }) : sentence
}

function withoutFullStop(text: string): string {
  let end = text.length
  while (text[end - 1] === ".") end -= 1
  return text.slice(0, end)
}

/** In answer to `C`. It names the appointment, since the customer may have several. */
export function comingText(
  { type_name, ...appointment }: Pick<Appointment, "type_name" | "timezone" | "start_at"> & Promised,
  sender: Pick<Sender, "locale" | "companyName">,
): string {
  const { locale } = sender
  const when = formatWhen(locale, appointment)
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
