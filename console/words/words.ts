/**
 * The console's words: one catalogue, a module for each language, a section for each part of the console. English is the
 * measure: the other languages have its type, so that none lacks a word.
 */
import type { en } from "./en/words.ts"

export type Words = typeof en
export type Locale = "en" | "es" | "fr"

export const localeNames: Record<Locale, string> = { en: "English", es: "Español", fr: "Français" }

const catalogues: Record<Locale, () => Promise<Words>> = {
  en: async () => (await import("./en/words.ts")).en,
  es: async () => (await import("./es/words.ts")).es,
  fr: async () => (await import("./fr/words.ts")).fr,
}

const kept = "appointed.console.locale"

/** The language that was chosen here, else the browser's first that the console speaks. */
export function preferredLocale(): Locale {
  const wished = [localStorage.getItem(kept) ?? "", ...navigator.languages]
  const spoken = wished.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => code in catalogues)
  return (spoken ?? "en") as Locale
}

export function keepLocale(locale: Locale): void {
  localStorage.setItem(kept, locale)
}

let current: Words
let locale: Locale = "en"
/** With the browser's region, by which times of day are written in twelve or twenty-four hours. */
let tag = "en-US"

export async function speak(wanted: Locale): Promise<void> {
  current = await catalogues[wanted]()
  locale = wanted
  tag = navigator.languages.find((each) => each.slice(0, 2).toLowerCase() === wanted) ?? wanted
  document.documentElement.lang = wanted
}

/** The words of the console's language. A page has one at a time: another one loads it anew. */
export const useWords = (): Words => current
export const spokenLocale = (): Locale => locale
export const spokenTag = (): string => tag
