/** The words of the texts that we write ourselves: about an appointment, with a code, and in answer to HELP. */
import type { Appointment } from "../../model/appointment.ts"
import { codeMinutes } from "../../model/verified-visit.ts"
import { dateOfDay, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { zoneNameIfDifferent } from "../../time/zone-names.ts"
import { greetedName, withoutLinks } from "./names-in-texts.ts"

/** What a text reports about an appointment. */
export type AppointmentNews = "booked" | "moved" | "cancelled" | "reminder"

export interface AppointmentWords {
  locale: Locale
  companyName: string
  companyZone: string
  /** Null when the company has no number to call. */
  callPhone: string | null
  firstName: string
}

type Facts = { name: string; type: string; when: string; days: number }

const news: Record<Locale, Record<AppointmentNews, (facts: Facts) => string>> = {
  en: {
    booked: ({ name, type, when }) => `${name}, your appointment (${type}) is booked for ${when}`,
    moved: ({ name, type, when }) => `${name}, your appointment (${type}) has moved to ${when}`,
    cancelled: ({ name, type, when }) => `${name}, your appointment (${type}) on ${when} is cancelled`,
    reminder: ({ name, type, when }) => `${name}, a reminder of your appointment (${type}) on ${when}`,
  },
  fr: {
    booked: ({ name, type, when }) => `${name}, votre rendez-vous (${type}) est pris pour ${when}`,
    moved: ({ name, type, when }) => `${name}, votre rendez-vous (${type}) est déplacé : ${when}`,
    cancelled: ({ name, type, when }) => `${name}, votre rendez-vous (${type}), ${when}, est annulé`,
    reminder: ({ name, type, when }) => `${name}, rappel de votre rendez-vous (${type}) : ${when}`,
  },
  es: {
    booked: ({ name, type, when }) => `${name}, su cita (${type}) queda reservada: ${when}`,
    moved: ({ name, type, when }) => `${name}, su cita (${type}) cambia de hora: ${when}`,
    cancelled: ({ name, type, when }) => `${name}, su cita (${type}), ${when}, queda cancelada`,
    reminder: ({ name, type, when }) => `${name}, recordatorio de su cita (${type}): ${when}`,
  },
}

const daysInAll: Record<Locale, (days: number) => string> = {
  en: (days) => ` (${days} days)`,
  fr: (days) => ` (${days} jours)`,
  es: (days) => ` (${days} días)`,
}

const questions: Record<Locale, (phone: string) => string> = {
  en: (phone) => ` Questions? Call ${phone}.`,
  fr: (phone) => ` Des questions ? Appelez le ${phone}.`,
  es: (phone) => ` ¿Preguntas? Llame al ${phone}.`,
}

export function appointmentText(
  of: AppointmentNews,
  appointment: Pick<Appointment, "type_name" | "start_at" | "timezone" | "blocks">,
  { locale, companyName, companyZone, callPhone, firstName }: AppointmentWords,
): string {
  const days = appointment.blocks.length
  const when = formatTime(locale, appointment.timezone, appointment.start_at.getTime(), companyZone)
  const names = { name: greetedName(firstName), type: withoutLinks(appointment.type_name) }
  const facts: Facts = { ...names, when, days }
  const sentence = news[locale][of](facts) + (days > 1 ? daysInAll[locale](days) : "")
  const colon = locale === "fr" ? " :" : ":"
  return `${withoutLinks(companyName)}${colon} ${sentence}.${callPhone === null ? "" : questions[locale](callPhone)}`
}

const codeWords = {
  en: (company: string, code: string) =>
    `${company}: your code is ${code}. It is valid for ${codeMinutes} minutes. Never share it.`,
  fr: (company: string, code: string) =>
    `${company} : votre code est ${code}. Il est valable ${codeMinutes} minutes. Ne le partagez pas.`,
  es: (company: string, code: string) =>
    `${company}: su código es ${code}. Es válido durante ${codeMinutes} minutos. No lo comparta.`,
}

export function codeText(locale: Locale, company: string, code: string): string {
  return codeWords[locale](withoutLinks(company), code)
}

const helpWords: Record<Locale, (company: string, phone: string | null) => string> = {
  en: (company, phone) =>
    `${company}: texts about your appointments.${phone ? ` Call ${phone}.` : ""} Reply STOP for no more texts.`,
  fr: (company, phone) =>
    `${company} : textos à propos de vos rendez-vous.${phone ? ` Appelez le ${phone}.` : ""} Répondez ARRET pour ne plus en recevoir.`,
  es: (company, phone) =>
    `${company}: mensajes sobre sus citas.${phone ? ` Llame al ${phone}.` : ""} Responda ALTO para no recibir más.`,
}

export const helpText = (locale: Locale, company: string, phone: string | null) =>
  helpWords[locale](withoutLinks(company), phone)

export type Locale = "en" | "fr" | "es"

const weekdays = {
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  fr: ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
  es: ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
}
const months = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  fr: [
    ...["janv.", "févr.", "mars", "avril", "mai", "juin"],
    ...["juil.", "août", "sept.", "oct.", "nov.", "déc."],
  ],
  es: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
}

/** `Tue, Mar 2 at 2:00 PM` on the zone's clock. The zone is named when the company's clock shows another time. */
export function formatTime(locale: Locale, zone: string, ms: number, companyZone: string): string {
  const zoneName = zoneNameIfDifferent(locale, zone, companyZone, ms)
  const clockTime = onTheClock(locale, zone, ms)
  if (zoneName === null) return clockTime
  return locale === "en" ? `${clockTime} ${zoneName}` : `${clockTime} (${zoneName})`
}

function onTheClock(locale: Locale, zone: string, ms: number): string {
  const { day, minuteOfDay } = minuteToLocal(zone, minuteOf(ms))
  const [, monthText, dayText] = dateOfDay(day).split("-")
  const weekday = weekdays[locale][weekdayOfDay(day) - 1]!
  const month = months[locale][Number(monthText) - 1]!
  const date = Number(dayText)
  const hour = Math.floor(minuteOfDay / 60)
  const minute = String(minuteOfDay % 60).padStart(2, "0")
  switch (locale) {
    case "en":
      return `${weekday}, ${month} ${date} at ${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`
    case "fr":
      return `${weekday} ${date === 1 ? "1er" : date} ${month} à ${hour} h ${minute}`
    case "es":
      return `${weekday} ${date} ${month} a las ${hour}:${minute}`
  }
}
