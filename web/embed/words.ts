/** The few words that the script itself shows, in the language of the page around it. */
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

export const wordsHere = (): Words =>
  words[document.documentElement.lang.slice(0, 2).toLowerCase()] ?? english
