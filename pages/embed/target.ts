/** The thing that a site wants to embed, and the words around it. */

import type { Prefill } from "../../domain/contracts/frame.ts"

/** The customer host's address. The host replaces this placeholder when it serves the script. */
export const bookUrl = "{book_url}"

/** The page around the script. */
export const site = document.documentElement

/** A page of the customer host. */
export interface Target {
  url: string
  /** The title of its frame, and the text of a link to it. */
  label: string
  fill: Prefill
}

export interface Wanted {
  /** A public page's slug. */
  page?: unknown
  /** A booking_url, or its bare token. */
  link?: unknown
  /** For a public page. */
  fill?: Prefill
}

const linkStart = `${bookUrl}/r/`

/** The page that the site names; null, with a warning in the console, when it is none of this host's. */
export function targetOf({ page, link, fill = {} }: Wanted): Target | null {
  if (page !== undefined) {
    return /^[a-z0-9-]{1,60}$/.test(String(page))
      ? { url: `${bookUrl}/${page}`, label: wordsHere().page, fill }
      : ignored(`"${page}" is no slug`)
  }
  const token = String(link ?? "").replace(linkStart, "")
  return /^[\w-]{24}$/.test(token)
    ? { url: linkStart + token, label: wordsHere().link, fill }
    : // A link is private, so the console does not repeat it.
      ignored(`no booking_url of ${bookUrl}`)
}

function ignored(why: string): null {
  warn(`ignored: ${why}`)
  return null
}

/** A message for the site's developer. */
export function warn(text: string): void {
  console.warn(`[embed] ${text}`)
}

/** The words that the script itself shows. */
interface Words {
  page: string
  link: string
  close: string
}

const english: Words = { page: "Book online", link: "Open your booking page", close: "Close" }

const words: Record<string, Words> = {
  en: english,
  fr: { page: "Réserver en ligne", link: "Ouvrir votre page de réservation", close: "Fermer" },
  es: { page: "Reservar en línea", link: "Abrir su página de reservas", close: "Cerrar" },
}

/** The words in the language of the page around the script. */
export const wordsHere = (): Words => words[site.lang.slice(0, 2).toLowerCase()] ?? english
