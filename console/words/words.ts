/** The console's words: the message files of one language, a section for each part of the console. */
import { type CompiledMessages, speakMessages } from "../../domain/messages/speak-messages.ts"
import { inBritish, isBritish } from "./british.ts"
import type { Messages } from "./messages.generated.ts"

export type Words = Messages
export type Locale = "en" | "es" | "fr"

export const localeNames: Record<Locale, string> = { en: "English", es: "Español", fr: "Français" }

type Catalogue = () => Promise<{ default: Record<string, CompiledMessages> }>

/** The words of the first board, and those of the rest of the console. */
const catalogues: Record<Locale, { first: Catalogue; later: Catalogue }> = {
  en: { first: () => import("./en.ts"), later: () => import("./en-later.ts") },
  es: { first: () => import("./es.ts"), later: () => import("./es-later.ts") },
  fr: { first: () => import("./fr.ts"), later: () => import("./fr-later.ts") },
}

/** All words of one language, as it is spelled where the tag says. */
export async function readWords(wanted: Locale, tag: string = wanted): Promise<Words> {
  const { first, later } = catalogues[wanted]
  const [some, others] = await Promise.all([first, later].map((each) => readPart(each, wanted, tag)))
  return { ...some!, ...others! }
}

async function readPart(catalogue: Catalogue, wanted: Locale, tag: string): Promise<Words> {
  const { default: files } = await catalogue()
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
let others: Promise<void> | null = null

/** From now on the board's words are there; those of the other parts are not read yet. */
export async function speak(wanted: Locale): Promise<void> {
  tag = navigator.languages.find((each) => each.slice(0, 2).toLowerCase() === wanted) ?? wanted
  current = await readPart(catalogues[wanted].first, wanted, tag)
  locale = wanted
  document.documentElement.lang = wanted
}

/** The words of all other parts: every screen but the first board waits for them before it is shown. */
export function speakAll(): Promise<void> {
  others ??= readPart(catalogues[locale].later, locale, tag).then(
    (words) => {
      current = { ...current, ...words }
    },
    (error: Error) => {
      others = null
      throw error
    },
  )
  return others
}

/** The words of the console's language. A page has one at a time: another one loads it anew. */
export const useWords = (): Words => current
export const spokenLocale = (): Locale => locale
export const spokenTag = (): string => tag
