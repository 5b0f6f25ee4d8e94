import type { WaitingEntryView } from "../../../domain/contracts/waiting.ts"
import { ownWords, type PageLanguage, useLanguage } from "../../shared/language.ts"
import type { Messages } from "./messages/messages.generated.ts"

export type WaitingLinkLanguage = PageLanguage<Messages>

const words = ownWords<Messages>({
  en: () => import("./messages/en.json"),
  fr: () => import("./messages/fr.json"),
  es: () => import("./messages/es.json"),
})

/** Fetches one language with all its words. Rejects when the network fails. */
export const loadWaitingLinkLanguage = words.loadWhole

/** Sets the language of everything that is rendered from now on, as the root component does on each render. */
export const speakWaitingLink = words.speak

/** The words of the waiting entry's page alone. */
export const useOwnWords = words.use

/** Cut and Colour: what is waited for at one coming, mostly one. */
export const useTypeNames = ({ typeName, thenTypeNames }: WaitingEntryView): string =>
  useLanguage().formats.list([typeName, ...thenTypeNames])
