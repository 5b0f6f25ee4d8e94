import type { Locale } from "../shared/contract.ts"
import { type Language, loadLanguage } from "../shared/language.ts"
import type { PublicPageMessages } from "./messages/types.ts"

/** The public page's language: the words that both pages share, and the page's own. */
export interface PublicPageLanguage {
  shared: Language
  own: PublicPageMessages
}

const messages: Record<Locale, () => Promise<{ messages: PublicPageMessages }>> = {
  en: () => import("./messages/en.ts"),
  fr: () => import("./messages/fr.ts"),
  es: () => import("./messages/es.ts"),
}

/** Fetches one language. Rejects when the network fails. */
export async function loadPublicPageLanguage(locale: Locale): Promise<PublicPageLanguage> {
  const [shared, { messages: own }] = await Promise.all([loadLanguage(locale), messages[locale]()])
  const failures = { ...shared.words.failures, ...own.failures }
  return { shared: { ...shared, words: { ...shared.words, failures } }, own }
}

let current: PublicPageMessages

/** Sets the page's own words, as `speak` sets the shared ones. */
export function speakOwn(words: PublicPageMessages): void {
  current = words
}

/** The page's own words. */
export function useOwnWords(): PublicPageMessages {
  return current
}
