import type { Locale } from "../../domain/contracts/customer-pages.ts"
import { type CompiledMessages, speakMessages } from "../../domain/messages/speak-messages.ts"
import type { FailureCode, FailureCodes } from "./api.ts"
import { type DayAndTime, type Formats, formatsFor } from "./formats.ts"
import type { Messages as LaterMessages } from "./later/messages/messages.generated.ts"
import type { Messages as FirstMessages } from "./messages/messages.generated.ts"
import { firstWeekdayOf } from "./times/weeks.ts"

/** The words of a page's first screen and those of its later steps, as one. */
export type Together<First extends object, Later extends object> = Omit<First & Later, "failures"> & {
  failures: FailuresOf<First> & FailuresOf<Later>
}
type FailuresOf<Words> = Words extends { failures: infer Failures } ? Failures : unknown

/** The words that all pages share. */
type SharedMessages = Together<FirstMessages, LaterMessages>

/** The failures that have words of their own on both pages. A page words some more; every other reads as `unknown`. */
type Failures = Record<FailureCodes<keyof SharedMessages["failures"]>, string> &
  Partial<Record<FailureCode, string>>

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
const laterSharedFiles: MessageFiles = {
  en: () => import("./later/messages/en.json"),
  fr: () => import("./later/messages/fr.json"),
  es: () => import("./later/messages/es.json"),
}

async function fetchMessages<Words>(files: MessageFiles, locale: Locale): Promise<Words> {
  return speakMessages((await files[locale]()).default, locale)
}

/** Reads each language once; one that failed is read again. */
function onceEach<Read>(read: (locale: Locale) => Promise<Read>): (locale: Locale) => Promise<Read> {
  const known: Partial<Record<Locale, Promise<Read>>> = {}
  return (locale) => {
    known[locale] ??= read(locale).catch((error) => {
      delete known[locale]
      throw error
    })
    return known[locale]
  }
}

/** The words that every page has. */
interface OwnMessages {
  failures: Partial<Failures>
}

/**
 * The words of one page alone, which it fetches beside the shared ones and speaks in the same way. Failures that it words
 * itself come before the shared ones. The words of later steps come when those are fetched; only they use them.
 */
export function ownWords<Own extends OwnMessages>(ownFiles: MessageFiles, laterFiles?: MessageFiles) {
  let current: Own
  /** The server draws every step. */
  let isWhole: boolean = import.meta.env.SSR
  const asked = new Set<Locale>()
  const first = onceEach(async (locale): Promise<PageLanguage<Own>> => {
    const [words, own] = await Promise.all([
      fetchMessages<Messages>(sharedFiles, locale),
      fetchMessages<Own>(ownFiles, locale),
    ])
    const failures = { ...words.failures, ...own.failures }
    const shared = { locale, words: { ...words, failures }, ...conventions(locale, regionOfPage()) }
    return { shared, own }
  })
  const whole = onceEach(async (locale) => {
    const [language, later, ownLater] = await Promise.all([
      first(locale),
      fetchMessages<Partial<Messages>>(laterSharedFiles, locale),
      laterFiles ? fetchMessages<Partial<Own>>(laterFiles, locale) : null,
    ])
    const { shared, own } = language
    // Into the same objects: what is drawn from now on has them.
    const failures = { ...shared.words.failures, ...later.failures, ...own.failures, ...ownLater?.failures }
    Object.assign(shared.words, later, { failures })
    Object.assign(own, ownLater)
    return language
  })
  const load = async (locale: Locale): Promise<PageLanguage<Own>> => {
    asked.add(locale)
    try {
      return await (isWhole ? whole : first)(locale)
    } catch (error) {
      asked.delete(locale)
      throw error
    }
  }
  return {
    /** Rejects when the network fails. */
    load,
    /** From now on with the words of later steps, for the languages that are here and for each that comes. */
    async loadLater(): Promise<void> {
      isWhole = true
      await Promise.all([...asked].map(whole))
    },
    loadWhole(locale: Locale): Promise<PageLanguage<Own>> {
      isWhole = true
      return load(locale)
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

/** "Tuesday, March 4" and "at 2:00 PM", or "between 2 PM and 4 PM": the start of a slot, as a sentence has it. */
export function startInWords([day, time, until]: DayAndTime): { day: string; at: string } {
  if (until) return { day, at: current.words.between({ from: time, until }) }
  // The hour as it is written: Spanish says "a la 1:30", and "a las" of every other.
  return { day, at: current.words.atTime({ hour: Number.parseInt(time, 10), time }) }
}
