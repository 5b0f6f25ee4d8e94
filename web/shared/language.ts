import type { Locale } from "./contract.ts"
import { type Formats, formatsFor } from "./formats.ts"
import type { Messages } from "./messages/types.ts"

/** The language the page is in: its words, and how it writes dates. */
export interface Language {
  locale: Locale
  words: Messages
  formats: Formats
}

export function language(locale: Locale, words: Messages): Language {
  return { locale, words, formats: formatsFor(locale) }
}

let spoken: Language

/**
 * Sets the language that everything drawn from now on speaks. Call it where the page is drawn from its root: a page
 * speaks one language at a time, and a context to carry it would be a twentieth of the script.
 */
export function speak(next: Language): void {
  spoken = next
}

/** The language the page speaks. */
export function useLanguage(): Language {
  return spoken
}
