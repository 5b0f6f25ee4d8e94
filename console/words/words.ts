/** The console's words: the message files of one language, a section for each part of the console. */
import { type CompiledMessages, speakMessages } from "../../domain/messages/speak-messages.ts"
import { inBritish, isBritish } from "./british.ts"
import type { Messages } from "./messages.generated.ts"

export type Words = Messages
export type Locale = "en" | "es" | "fr"

export const localeNames: Record<Locale, string> = { en: "English", es: "Español", fr: "Français" }

const catalogues: Record<Locale, () => Promise<{ default: Record<string, CompiledMessages> }>> = {
  en: () => import("./en.ts"),
  es: () => import("./es.ts"),
  fr: () => import("./fr.ts"),
}

/** The words of one language, as it is spelled where the tag says. */
export async function readWords(wanted: Locale, tag: string = wanted): Promise<Words> {
  const { default: files } = await catalogues[wanted]()
  const parts = Object.entries(files).map(([path, messages]) => [partOf(path), messages])
  const messages: CompiledMessages = Object.fromEntries(parts)
  return speakMessages<Words>(isBritish(tag) ? inBritish(messages) : messages, wanted)
}

/** `./en/set-up.json` → `setUp`. */
const partOf = (path: string) =>
  path
    .slice("./en/".length, -".json".length)
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

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
  tag = navigator.languages.find((each) => each.slice(0, 2).toLowerCase() === wanted) ?? wanted
  current = await readWords(wanted, tag)
  locale = wanted
  document.documentElement.lang = wanted
}

/** The words of the console's language. A page has one at a time: another one loads it anew. */
export const useWords = (): Words => current
export const spokenLocale = (): Locale => locale
export const spokenTag = (): string => tag
