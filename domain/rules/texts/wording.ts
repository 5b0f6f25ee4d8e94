/** The words of the texts that we write ourselves: about an appointment, with a code, in answer to HELP, and of a first text. */
import type { Appointment } from "../../model/appointment.ts"
import { codeMinutes } from "../../model/public-page.ts"
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import { inGsmAlphabet } from "./gsm.ts"
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
}

type ReportedAppointment = Pick<
  Appointment,
  "type_name" | "place" | "location_name" | "start_at" | "timezone" | "blocks"
>
type Facts = { name: string; type: string; when: string; where: string }

const news: Record<Locale, Record<AppointmentNews, (facts: Facts) => string>> = {
  en: {
    booked: ({ name, type, when, where }) =>
      `${name}, your appointment (${type}) is booked for ${when}, ${where}`,
    moved: ({ name, type, when, where }) =>
      `${name}, your appointment (${type}) has moved to ${when}, ${where}`,
    cancelled: ({ name, type, when }) => `${name}, your appointment (${type}) on ${when} is cancelled`,
    reminder: ({ name, type, when, where }) =>
      `${name}, a reminder of your appointment (${type}) on ${when}, ${where}`,
  },
  fr: {
    booked: ({ name, type, when, where }) =>
      `${name}, votre rendez-vous (${type}) est pris pour ${when}, ${where}`,
    moved: ({ name, type, when, where }) =>
      `${name}, votre rendez-vous (${type}) est déplacé : ${when}, ${where}`,
    cancelled: ({ name, type, when }) => `${name}, votre rendez-vous (${type}), ${when}, est annulé`,
    reminder: ({ name, type, when, where }) =>
      `${name}, rappel de votre rendez-vous (${type}) : ${when}, ${where}`,
  },
  es: {
    booked: ({ name, type, when, where }) => `${name}, su cita (${type}) queda reservada: ${when}, ${where}`,
    moved: ({ name, type, when, where }) => `${name}, su cita (${type}) cambia de hora: ${when}, ${where}`,
    cancelled: ({ name, type, when }) => `${name}, su cita (${type}), ${when}, queda cancelada`,
    reminder: ({ name, type, when, where }) =>
      `${name}, recordatorio de su cita (${type}): ${when}, ${where}`,
  },
}

const wheres: Record<Locale, Record<Appointment["place"], (location: string) => string>> = {
  en: {
    at_location: (location) => `at ${location}`,
    at_customer: () => "at your address",
    remote: () => "by phone or online",
  },
  fr: {
    at_location: (location) => `lieu : ${location}`,
    at_customer: () => "à votre adresse",
    remote: () => "par téléphone ou en ligne",
  },
  es: {
    at_location: (location) => `en ${location}`,
    at_customer: () => "en su domicilio",
    remote: () => "por teléfono o en línea",
  },
}

const daysInAll: Record<Locale, (days: number) => string> = {
  en: (days) => ` (${days} days)`,
  fr: (days) => ` (${days} jours)`,
  es: (days) => ` (${days} días)`,
}

const questions: Record<Locale, (phone: string) => string> = {
  en: (phone) => `Questions? Call ${phone}.`,
  fr: (phone) => `Des questions ? Appelez le ${phone}.`,
  es: (phone) => `¿Preguntas? Llame al ${phone}.`,
}

const changes: Record<Locale, (url: string) => string> = {
  en: (url) => `Change or cancel: ${url}`,
  fr: (url) => `Modifier ou annuler : ${url}`,
  es: (url) => `Cambiar o cancelar: ${url}`,
}

/** A link comes last, so that no sign behind it can be taken for a part of it. */
export function appointmentText(
  of: AppointmentNews,
  appointment: ReportedAppointment,
  words: AppointmentWords,
): string {
  const { locale, callPhone, firstName, manageUrl } = words
  const days = appointment.blocks.length
  const facts: Facts = {
    name: greetedName(firstName),
    type: withoutLinks(appointment.type_name),
    when: formatTime(locale, appointment.timezone, appointment.start_at.getTime()),
    where: wheres[locale][appointment.place](withoutLinks(appointment.location_name)),
  }
  const sentence = news[locale][of](facts) + (days > 1 ? daysInAll[locale](days) : "")
  const link = of === "cancelled" ? null : manageUrl
  const further = link ? changes[locale](link) : callPhone === null ? null : questions[locale](callPhone)
  return inGsmAlphabet([`${opening(words)} ${sentence}.`, further].filter(Boolean).join(" "))
}

export const colons: Readonly<Record<Locale, string>> = { en: ":", fr: " :", es: ":" }

/** `Harbour Heating:` */
export const opening = ({ locale, companyName }: Pick<Sender, "locale" | "companyName">) =>
  withoutLinks(companyName) + colons[locale]

/** A text goes from the company's own number, or from the one that the confirmations of all companies on the host share. */
export type SentFrom = "company" | "shared"

/** STOP is the word that every carrier heeds by itself. To the shared number it stops no text from the company's. */
const stopWords: Record<SentFrom, Record<Locale, string>> = {
  company: {
    en: "Reply STOP for no more texts.",
    fr: "Répondez STOP pour ne plus en recevoir.",
    es: "Responda STOP para no recibir más.",
  },
  shared: {
    en: "Reply STOP for no more texts from this number.",
    fr: "Répondez STOP pour ne plus en recevoir de ce numéro.",
    es: "Responda STOP para no recibir más de este número.",
  },
}

/** The first text of a company from one number to another: it names the company, and says how to stop. */
export function asFirstText(
  text: string,
  sender: Pick<Sender, "locale" | "companyName">,
  from: SentFrom,
): string {
  const isNamed = asWords(text).includes(asWords(withoutLinks(sender.companyName)))
  const named = isNamed ? text : `${opening(sender)} ${text}`
  if (/\bSTOP\b/.test(text)) return named
  // On a line of its own, since a link may stand at the end.
  return `${named}\n${inGsmAlphabet(stopWords[from][sender.locale])}`
}

/** The words alone, so that a company named Go is not found in "good". */
const asWords = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `

const codeWords = {
  en: (code: string) => `your code is ${code}. It is valid for ${codeMinutes} minutes. Never share it.`,
  fr: (code: string) => `votre code est ${code}. Il est valable ${codeMinutes} minutes. Ne le partagez pas.`,
  es: (code: string) => `su código es ${code}. Es válido durante ${codeMinutes} minutos. No lo comparta.`,
}

/** Always says how to stop: whether it is the first text is not looked up where a code is asked for. */
export function codeText(locale: Locale, companyName: string, code: string): string {
  const sender = { locale, companyName }
  return inGsmAlphabet(`${opening(sender)} ${codeWords[locale](code)} ${stopWords.company[locale]}`)
}

const helpWords: Record<Locale, { about: string; call: (phone: string) => string }> = {
  en: { about: "texts about your appointments.", call: (phone) => `Call ${phone}.` },
  fr: { about: "textos à propos de vos rendez-vous.", call: (phone) => `Appelez le ${phone}.` },
  es: { about: "mensajes sobre sus citas.", call: (phone) => `Llame al ${phone}.` },
}

export function helpText(locale: Locale, companyName: string, phone: string | null): string {
  const { about, call } = helpWords[locale]
  const parts = [opening({ locale, companyName }), about, phone && call(phone), stopWords.company[locale]]
  return inGsmAlphabet(parts.filter(Boolean).join(" "))
}
