import type { Locale } from "../contract.ts"

/** What only the server says, before or without the page's script. */
export interface ServerMessages {
  noScript: string
  notFound: string
  notFoundText: string
}

export const serverMessages: Record<Locale, ServerMessages> = {
  en: {
    noScript: "Choosing a time here needs JavaScript. You can switch it on, or call us.",
    notFound: "This page does not exist",
    notFoundText: "Please check the address, or ask the company for a new link.",
  },
  fr: {
    noScript: "Choisir un horaire ici demande JavaScript. Vous pouvez l’activer, ou nous appeler.",
    notFound: "Cette page n’existe pas",
    notFoundText: "Vérifiez l’adresse, ou demandez un nouveau lien à l’entreprise.",
  },
  es: {
    noScript: "Elegir una hora aquí requiere JavaScript. Puede activarlo o llamarnos.",
    notFound: "Esta página no existe",
    notFoundText: "Revise la dirección o pida un enlace nuevo a la empresa.",
  },
}
