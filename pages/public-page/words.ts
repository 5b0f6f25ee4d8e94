import { ownWords, type PageLanguage } from "../shared/language.ts"
import type { PublicPageMessages } from "./messages/types.ts"

export type PublicPageLanguage = PageLanguage<PublicPageMessages>

const words = ownWords<PublicPageMessages>({
  en: () => import("./messages/en.ts"),
  fr: () => import("./messages/fr.ts"),
  es: () => import("./messages/es.ts"),
})

/** Fetches one language. Rejects when the network fails. */
export const loadPublicPageLanguage = words.load

/** Sets the language of everything that is rendered from now on, as the root component does on each render. */
export const speakPublicPage = words.speak

/** The words of the public page alone. */
export const useOwnWords = words.use
