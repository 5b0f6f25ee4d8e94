/** What a mail about an appointment says, in the three languages. */
import type { Appointment } from "../../model/appointment.ts"
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import type { Locale } from "../texts/text-times.ts"
import type { AppointmentNews } from "../texts/wording.ts"
import type { MailContent } from "./mail-content.ts"
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

interface NewsWords {
  subject: (type: string, date: string) => string
  title: (name: string) => string
  lead: string | null
}

const named = (name: string, before: string, after = "") => `${before}${name && `, ${name}`}${after}`

const news: Record<Locale, Record<AppointmentNews, NewsWords>> = {
  en: {
    booked: {
      subject: (type, date) => `Booked: ${type}, ${date}`,
      title: (name) => named(name, "You’re booked"),
      lead: null,
    },
    moved: {
      subject: (type, date) => `Moved: ${type}, now ${date}`,
      title: (name) => named(name, "Your appointment has moved"),
      lead: "This is the new time. The old one no longer holds.",
    },
    cancelled: {
      subject: (type, date) => `Cancelled: ${type}, ${date}`,
      title: (name) => named(name, "Your appointment is cancelled"),
      lead: "This time no longer holds.",
    },
    reminder: {
      subject: (type, date) => `Reminder: ${type}, ${date}`,
      title: (name) => named(name, "See you soon"),
      lead: null,
    },
  },
  fr: {
    booked: {
      subject: (type, date) => `Rendez-vous pris : ${type}, ${date}`,
      title: (name) => named(name, "C’est réservé"),
      lead: null,
    },
    moved: {
      subject: (type, date) => `Rendez-vous déplacé : ${type}, ${date}`,
      title: (name) => named(name, "Votre rendez-vous est déplacé"),
      lead: "Voici la nouvelle heure. L’ancienne n’est plus valable.",
    },
    cancelled: {
      subject: (type, date) => `Rendez-vous annulé : ${type}, ${date}`,
      title: (name) => named(name, "Votre rendez-vous est annulé"),
      lead: "Cette heure n’est plus valable.",
    },
    reminder: {
      subject: (type, date) => `Rappel : ${type}, ${date}`,
      title: (name) => named(name, "À bientôt"),
      lead: null,
    },
  },
  es: {
    booked: {
      subject: (type, date) => `Cita reservada: ${type}, ${date}`,
      title: (name) => named(name, "Su cita está reservada"),
      lead: null,
    },
    moved: {
      subject: (type, date) => `Cita cambiada: ${type}, ${date}`,
      title: (name) => named(name, "Su cita cambia de hora"),
      lead: "Esta es la nueva hora. La anterior ya no vale.",
    },
    cancelled: {
      subject: (type, date) => `Cita cancelada: ${type}, ${date}`,
      title: (name) => named(name, "Su cita queda cancelada"),
      lead: "Esta hora ya no vale.",
    },
    reminder: {
      subject: (type, date) => `Recordatorio: ${type}, ${date}`,
      title: (name) => named(name, "Hasta pronto"),
      lead: null,
    },
  },
}

interface CommonWords {
  accept: string
  where: string
  who: string
  atCustomer: string
  remote: string
  manage: string
  reason: string
  questions: string
  isItYou: string
  itIsMe: string
}

const common: Record<Locale, CommonWords> = {
  en: {
    accept: "Accept the invitation in this mail and it is in your calendar, where it follows every change.",
    where: "Where",
    who: "With",
    atCustomer: "At your address",
    remote: "By phone or online",
    manage: "Move or cancel",
    reason: "You get this because you have an appointment with us.",
    questions: "Questions? Call us.",
    isItYou:
      "Is this you? Say so, and our mails have the link to move or cancel. If it is not, say that there, and we stop.",
    itIsMe: "Is this you?",
  },
  fr: {
    accept:
      "Acceptez l’invitation jointe : le rendez-vous est dans votre agenda et y suit chaque changement.",
    where: "Lieu",
    who: "Avec",
    atCustomer: "À votre adresse",
    remote: "Par téléphone ou en ligne",
    manage: "Déplacer ou annuler",
    reason: "Vous recevez ce courriel parce que vous avez un rendez-vous chez nous.",
    questions: "Des questions ? Appelez-nous.",
    isItYou:
      "Est-ce bien vous ? Dites-le, et nos courriels auront le lien pour déplacer ou annuler. Sinon, dites-le aussi, et nous arrêtons.",
    itIsMe: "Est-ce bien vous ?",
  },
  es: {
    accept:
      "Acepte la invitación de este correo y la cita queda en su calendario. Se actualiza cuando la cita cambia.",
    where: "Dónde",
    who: "Con",
    atCustomer: "En su domicilio",
    remote: "Por teléfono o en línea",
    manage: "Cambiar o cancelar",
    reason: "Recibe este correo porque tiene una cita con nosotros.",
    questions: "¿Preguntas? Llámenos.",
    isItYou:
      "¿Es usted? Díganoslo, y nuestros correos llevarán el enlace para cambiar o cancelar. Si no lo es, díganoslo también y paramos.",
    itIsMe: "¿Es usted?",
  },
}

export function appointmentMail(
  of: AppointmentNews,
  appointment: ReportedAppointment,
  words: MailWords,
): MailContent {
  const { locale, manageUrl, proofUrl, callPhone } = words
  const { subject, title, lead } = news[locale][of]
  const { accept, manage, where, who, reason, questions, isItYou, itIsMe } = common[locale]
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
    subject: subject(type, first!.date),
    preheader: `${first!.time} · ${line}`,
    title: title(greetedName(words.firstName)),
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
  if (place === "at_customer") return common[locale].atCustomer
  if (place === "remote") return common[locale].remote
  return [withoutLinks(location), locationAddress].filter(Boolean).join(", ")
}
