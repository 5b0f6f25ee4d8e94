import { ownWords, type PageLanguage, type Together } from "../../shared/language.ts"
import type { Messages as LaterMessages } from "./later/messages/messages.generated.ts"
import type { Messages as FirstMessages } from "./messages/messages.generated.ts"

type Messages = Together<FirstMessages, LaterMessages>

export type BookingLinkLanguage = PageLanguage<Messages>

const words = ownWords<Messages>(
  {
    en: () => import("./messages/en.json"),
    fr: () => import("./messages/fr.json"),
    es: () => import("./messages/es.json"),
  },
  {
    en: () => import("./later/messages/en.json"),
    fr: () => import("./later/messages/fr.json"),
    es: () => import("./later/messages/es.json"),
  },
)

/** Fetches one language. Rejects when the network fails. */
export const loadBookingLinkLanguage = words.load

/** Fetches what the steps after the choice say. Rejects when the network fails. */
export const loadLaterWords = words.loadLater

/** Sets the language of everything that is rendered from now on, as the root component does on each render. */
export const speakBookingLink = words.speak

/** The words of the booking link's page alone. */
export const useOwnWords = words.use
