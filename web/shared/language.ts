import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Locale } from "./contract.ts"
import { type Formats, formatsFor } from "./formats.ts"
import type { Messages } from "./messages/types.ts"

/** The language the page is in: its words, and how it writes dates. */
export interface Language {
  locale: Locale
  words: Messages
  formats: Formats
}

export const LanguageContext = createContext<Language | null>(null)

export function language(locale: Locale, words: Messages): Language {
  return { locale, words, formats: formatsFor(locale) }
}

/** The language around the component. */
export function useLanguage(): Language {
  return useContext(LanguageContext)!
}
