/** What mails to a company's own people say, in the three languages. */
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import type { Locale } from "../texts/text-times.ts"
import type { MailContent } from "./mail-content.ts"
import { momentText } from "./mail-times.ts"

/** Who writes, and to whom. */
export interface StaffMailWords {
  locale: Locale
  companyName: string
  accentColor: string
  /** Of the user; empty where it is not known. */
  name: string
  /** Of the company. */
  timezone: string
}

export interface PasswordLink {
  /** The page where the user chooses a password. */
  url: string
  /** Epoch milliseconds. */
  expiresAt: number
}

interface LinkWords {
  subject: (company: string) => string
  title: (name: string) => string
  lead: (company: string, until: string) => string
  action: string
  reason: (company: string) => string
}

const named = (before: string, name: string, after = "") => `${before}${name && `, ${name}`}${after}`

const linkWords: Record<Locale, Record<"password_reset" | "user_invitation", LinkWords>> = {
  en: {
    password_reset: {
      subject: (company) => `Choose a new password for ${company}`,
      title: (name) => named("Choose a new password", name),
      lead: (company, until) =>
        `Someone asked for a new password for your account at ${company}. The link works once, until ${until}. If it was not you, ignore this mail: your password stays as it is.`,
      action: "Choose a password",
      reason: (company) => `You get this because you have an account at ${company}.`,
    },
    user_invitation: {
      subject: (company) => `You are invited to ${company}`,
      title: (name) => named("Welcome", name),
      lead: (company, until) =>
        `${company} gives you access to its appointments. Choose a password and sign in. The link works once, until ${until}. If you do not know ${company}, ignore this mail.`,
      action: "Choose a password",
      reason: (company) => `You get this because ${company} entered your email address.`,
    },
  },
  fr: {
    password_reset: {
      subject: (company) => `Choisissez un nouveau mot de passe pour ${company}`,
      title: (name) => named("Choisissez un nouveau mot de passe", name),
      lead: (company, until) =>
        `Quelqu’un a demandé un nouveau mot de passe pour votre compte chez ${company}. Le lien sert une seule fois, jusqu’au ${until}. Si ce n’était pas vous, ignorez ce courriel : votre mot de passe reste le même.`,
      action: "Choisir un mot de passe",
      reason: (company) => `Vous recevez ce courriel parce que vous avez un compte chez ${company}.`,
    },
    user_invitation: {
      subject: (company) => `${company} vous invite`,
      title: (name) => named("Bienvenue", name),
      lead: (company, until) =>
        `${company} vous donne accès à ses rendez-vous. Choisissez un mot de passe et connectez-vous. Le lien sert une seule fois, jusqu’au ${until}. Si vous ne connaissez pas ${company}, ignorez ce courriel.`,
      action: "Choisir un mot de passe",
      reason: (company) => `Vous recevez ce courriel parce que ${company} a saisi votre adresse.`,
    },
  },
  es: {
    password_reset: {
      subject: (company) => `Elija una contraseña nueva para ${company}`,
      title: (name) => named("Elija una contraseña nueva", name),
      lead: (company, until) =>
        `Alguien pidió una contraseña nueva para su cuenta en ${company}. El enlace sirve una sola vez, hasta el ${until}. Si no fue usted, ignore este correo: su contraseña no cambia.`,
      action: "Elegir una contraseña",
      reason: (company) => `Recibe este correo porque tiene una cuenta en ${company}.`,
    },
    user_invitation: {
      subject: (company) => `Invitación de ${company}`,
      title: (name) => named("Le damos la bienvenida", name),
      lead: (company, until) =>
        `${company} le da acceso a sus citas. Elija una contraseña e inicie sesión. El enlace sirve una sola vez, hasta el ${until}. Si no conoce ${company}, ignore este correo.`,
      action: "Elegir una contraseña",
      reason: (company) => `Recibe este correo porque ${company} indicó su dirección.`,
    },
  },
}

export function passwordMail(
  purpose: "password_reset" | "user_invitation",
  { url, expiresAt }: PasswordLink,
  words: StaffMailWords,
): MailContent {
  const { locale, accentColor, timezone } = words
  const { subject, title, lead, action, reason } = linkWords[locale][purpose]
  const companyName = withoutLinks(words.companyName)
  const until = momentText(locale, timezone, expiresAt)
  return {
    locale,
    companyName,
    accentColor,
    subject: subject(companyName),
    preheader: action,
    title: title(greetedName(words.name)),
    lead: lead(companyName, until),
    card: null,
    actions: [{ label: action, url, isFirst: true }],
    sender: [companyName],
    callPhone: null,
    reason: reason(companyName),
  }
}
