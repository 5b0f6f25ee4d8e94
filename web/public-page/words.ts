import type { Locale } from "../shared/contract.ts"
import { type Language, language } from "../shared/language.ts"
import { loadMessages } from "../shared/messages/load.ts"
import { loadPublicPageMessages } from "./messages/load.ts"
import type { PublicPageMessages } from "./messages/types.ts"

/** One language of the public page: what both pages say, and its own words. */
export interface PublicPageLanguage {
  shared: Language
  own: PublicPageMessages
}

/** Fetches one language. Rejects when it cannot be fetched. */
export async function loadLanguage(locale: Locale): Promise<PublicPageLanguage> {
  const [words, own] = await Promise.all([loadMessages(locale), loadPublicPageMessages(locale)])
  const failures = { ...words.failures, ...own.failures }
  return { shared: language(locale, { ...words, failures, waitSeconds: own.wait }), own }
}

let spoken: PublicPageMessages

/** Sets the page's own words, as `speak` does those that both pages share. */
export function speakOwn(words: PublicPageMessages): void {
  spoken = words
}

/** The page's own words in the language it speaks. */
export function useOwnWords(): PublicPageMessages {
  return spoken
}
