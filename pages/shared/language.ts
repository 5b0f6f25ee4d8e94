import type { Locale } from "../../domain/contracts/customer-pages.ts"
import { type CompiledMessages, speakMessages } from "../../domain/messages/speak-messages.ts"
import type { FailureCode, FailureCodes } from "./api.ts"
import { type Formats, formatsFor } from "./formats.ts"
import type { Messages as SharedMessages } from "./messages/messages.generated.ts"
import { firstWeekdayOf } from "./times/weeks.ts"

/** The failures that have words of their own on both pages. A page words some more; every other reads as `unknown`. */
type Failures = Record<FailureCodes<keyof SharedMessages["failures"]>, string> &
  Partial<Record<FailureCode, string>>

/** The words that both pages share. */
interface Messages extends Omit<SharedMessages, "failures"> {
  failures: Failures
}

/** Message files by language, each fetched when it is first spoken. */
type MessageFiles = Record<Locale, () => Promise<{ default: CompiledMessages }>>

/** The page's language: its words, and how it writes dates. */
export interface Language {
  locale: Locale
  words: Messages
  formats: Formats
  /** 1 (Monday) to 7 (Sunday). */
  firstWeekday: number
}

/** A page's language with the words that the other page does not need. */
export interface PageLanguage<Own> {
  shared: Language
  own: Own
}

/** The languages by their own names, in the order in which the switch lists them. */
export const languageNames: Record<Locale, string> = { en: "English", fr: "Français", es: "Español" }

const sharedFiles: MessageFiles = {
  en: () => import("./messages/en.json"),
  fr: () => import("./messages/fr.json"),
  es: () => import("./messages/es.json"),
}

async function fetchMessages<Words>(files: MessageFiles, locale: Locale): Promise<Words> {
  return speakMessages((await files[locale]()).default, locale)
}

/** Fetches the words that both pages share. */
async function loadLanguage(locale: Locale): Promise<Language> {
  const words = await fetchMessages<Messages>(sharedFiles, locale)
  return { locale, words, ...conventions(locale, regionOfPage()) }
}

/** What the words of every page hold. */
interface OwnMessages {
  failures: Partial<Failures>
}

/**
 * The words of one page alone, which it fetches beside the shared ones and speaks in the same way. Failures that it words
 * itself come before the shared ones.
 */
export function ownWords<Own extends OwnMessages>(ownFiles: MessageFiles) {
  let current: Own
  return {
    /** Rejects when the network fails. */
    async load(locale: Locale): Promise<PageLanguage<Own>> {
      const [shared, own] = await Promise.all([loadLanguage(locale), fetchMessages<Own>(ownFiles, locale)])
      const failures = { ...shared.words.failures, ...own.failures }
      return { shared: { ...shared, words: { ...shared.words, failures } }, own }
    },
    speak(language: PageLanguage<Own>): void {
      speak(language.shared)
      current = language.own
    },
    use: (): Own => current,
  }
}

/**
 * How dates and times are written: the words of a language, in the way of the visitor's country. French reads `14 h 05` in
 * Canada and `14:05` in France; Spanish has twelve hours in Mexico and twenty-four in Spain.
 *
 * @param region two capital letters; null when the visitor's browser names none
 */
export function conventions(
  locale: Locale,
  region: string | null,
): Pick<Language, "formats" | "firstWeekday"> {
  return { formats: formatsFor(locale, region), firstWeekday: firstWeekdayOf(locale, region) }
}

/** The server has read it out of the request, so that it and the page write the same. */
const regionOfPage = () => (import.meta.env.SSR ? null : (document.documentElement.dataset.region ?? null))

let current: Language

/**
 * Sets the language of everything that is rendered from now on. The root component calls it on each render. A page has
 * one language at a time, and the server renders a page in one go, so a variable does; a context would be a twentieth
 * of the script.
 */
export function speak(language: Language): void {
  current = language
}

/** The page's language. */
export function useLanguage(): Language {
  return current
}

/** "Tuesday, March 4" and "at 2:00 PM": the start of a slot, as a sentence has it. */
export function startInWords([day, time]: [day: string, time: string]): { day: string; at: string } {
  // The hour as it is written: Spanish says "a la 1:30", and "a las" of every other.
  return { day, at: current.words.atTime({ hour: Number.parseInt(time, 10), time }) }
}
