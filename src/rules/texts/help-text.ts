/** The answer to HELP. */
import type { Locale } from "./format-time.ts"

const words: Record<Locale, (company: string, phone: string | null) => string> = {
  en: (company, phone) =>
    `${company}: texts about your appointments.${phone ? ` Call ${phone}.` : ""} Reply STOP for no more texts.`,
  fr: (company, phone) =>
    `${company} : textos à propos de vos rendez-vous.${phone ? ` Appelez le ${phone}.` : ""} Répondez ARRET pour ne plus en recevoir.`,
  es: (company, phone) =>
    `${company}: mensajes sobre sus citas.${phone ? ` Llame al ${phone}.` : ""} Responda ALTO para no recibir más.`,
}

export const helpText = (locale: Locale, company: string, phone: string | null) =>
  words[locale](company, phone)
