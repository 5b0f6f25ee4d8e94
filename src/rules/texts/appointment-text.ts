/** The words of texts about an appointment. */
import type { Appointment } from "../../model/appointment.ts"
import { formatTime, type Locale } from "./format-time.ts"

/** What there is to say of it. */
export type AppointmentNews = "booked" | "moved" | "cancelled" | "reminder"

export interface AppointmentWords {
  locale: Locale
  companyName: string
  companyZone: string
  /** Null where there is nobody to call. */
  callPhone: string | null
  firstName: string
}

type Spoken = { name: string; type: string; when: string; days: number }

const news: Record<Locale, Record<AppointmentNews, (spoken: Spoken) => string>> = {
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
  const spoken = { name: firstName, type: appointment.type_name, when, days }
  const said = news[locale][of](spoken) + (days > 1 ? daysInAll[locale](days) : "")
  const colon = locale === "fr" ? " :" : ":"
  return `${companyName}${colon} ${said}.${callPhone === null ? "" : questions[locale](callPhone)}`
}
