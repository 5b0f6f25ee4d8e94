/** The words of texts that list upcoming appointments, and of answers to replies like CANCEL. */
import type { Appointment } from "../../model/appointment.ts"
import { withoutLinks } from "../../model/written-by-people.ts"
import { inGsmAlphabet } from "./gsm.ts"
import { formatTime, type Locale } from "./text-times.ts"
import { colons, opening, type Sender } from "./wording.ts"

/** An appointment as a text lists it. */
export interface ListedAppointment extends Pick<Appointment, "type_name" | "start_at" | "timezone"> {
  manageUrl: string | null
}

/**
 * `asked`: the links of the number's appointments, as its holder asked on the public page. `still_booked`: in answer to a
 * reply like CANCEL, which cancels nothing. `stopped`: the same where that reply has also stopped the company's texts.
 */
export type ListOccasion = "asked" | "still_booked" | "stopped"

interface ListWords {
  stopped: string
  asked: string
  stillBooked: string
  toCancel: string
  call: (phone: string) => string
}

const listWords: Record<Locale, ListWords> = {
  en: {
    stopped: "We've stopped texting you.",
    asked: "To change or cancel your appointment:",
    stillBooked: "Your appointment is still booked.",
    toCancel: "To cancel:",
    call: (phone) => `To cancel, call ${phone}.`,
  },
  fr: {
    stopped: "Nous ne vous enverrons plus de textos.",
    asked: "Pour modifier ou annuler votre rendez-vous :",
    stillBooked: "Votre rendez-vous reste pris.",
    toCancel: "Pour annuler :",
    call: (phone) => `Pour annuler, appelez le ${phone}.`,
  },
  es: {
    stopped: "Ya no le enviaremos mensajes.",
    asked: "Para cambiar o cancelar su cita:",
    stillBooked: "Su cita sigue reservada.",
    toCancel: "Para cancelar:",
    call: (phone) => `Para cancelar, llame al ${phone}.`,
  },
}

/** Names the appointments, one a line, each with its link. Null when that would help in nothing. */
export function listText(
  occasion: ListOccasion,
  appointments: readonly ListedAppointment[],
  sender: Sender,
): string | null {
  const { locale, callPhone } = sender
  const words = listWords[locale]
  const hasLinks = appointments.every(({ manageUrl }) => manageUrl !== null)
  if (appointments.length === 0 || (occasion === "asked" && !hasLinks)) return null
  const lines = appointments.map(({ type_name, start_at, timezone, manageUrl }) => {
    const line = `${withoutLinks(type_name)}, ${formatTime(locale, timezone, start_at.getTime())}`
    return hasLinks ? `${line}${colons[locale]} ${manageUrl}` : line
  })
  const how = hasLinks ? words.toCancel : callPhone === null ? null : words.call(callPhone)
  const head =
    occasion === "asked"
      ? [words.asked]
      : [occasion === "stopped" ? words.stopped : null, words.stillBooked, how]
  return inGsmAlphabet([[opening(sender), ...head].filter(Boolean).join(" "), ...lines].join("\n"))
}

const sharedNumberWords: Record<Locale, { stopped: string; how: string }> = {
  en: {
    stopped: "Texts from this number have stopped.",
    how: "Your appointment is still booked. To cancel it, open the link in its confirmation or call the company.",
  },
  fr: {
    stopped: "Ce numéro ne vous enverra plus de textos.",
    how: "Votre rendez-vous reste pris. Pour l'annuler, ouvrez le lien de sa confirmation ou appelez l'entreprise.",
  },
  es: {
    stopped: "Este número ya no le enviará mensajes.",
    how: "Su cita sigue reservada. Para cancelarla, abra el enlace de su confirmación o llame a la empresa.",
  },
}

/** The answer to a reply like CANCEL to the number that confirmations of all companies come from. */
export function sharedNumberText(locale: Locale, hasStopped: boolean): string {
  const { stopped, how } = sharedNumberWords[locale]
  return inGsmAlphabet(hasStopped ? `${stopped} ${how}` : how)
}
