import { ownWords, type PageLanguage, type Together } from "../../shared/language.ts"
import type { Messages as LaterMessages } from "./later/messages/messages.generated.ts"
import type { Messages as FirstMessages } from "./messages/messages.generated.ts"

type Messages = Together<FirstMessages, LaterMessages>

export type BookingLinkLanguage = PageLanguage<Messages>

/** The words of the booking link's page, beside those of every page. */
export const bookingLinkWords = ownWords<Messages>(
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

/** The words of this page that the others do not share. */
export const useOwnWords = bookingLinkWords.use
