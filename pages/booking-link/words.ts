import { ownWords, type PageLanguage } from "../shared/language.ts"
import type { BookingLinkMessages } from "./messages/types.ts"

export type BookingLinkLanguage = PageLanguage<BookingLinkMessages>

const words = ownWords<BookingLinkMessages>({
  en: () => import("./messages/en.ts"),
  fr: () => import("./messages/fr.ts"),
  es: () => import("./messages/es.ts"),
})

/** Fetches one language. Rejects when the network fails. */
export const loadBookingLinkLanguage = words.load

/** Sets the language of everything that is rendered from now on, as the root component does on each render. */
export const speakBookingLink = words.speak

/** The words of the booking link's page alone. */
export const useOwnWords = words.use
