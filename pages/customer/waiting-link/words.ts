import type { WaitingEntryView } from "../../../domain/contracts/waiting.ts"
import { ownWords, type PageLanguage, useLanguage } from "../../shared/language.ts"
import type { Messages } from "./messages/messages.generated.ts"

export type WaitingLinkLanguage = PageLanguage<Messages>

/** The words of the waiting entry's page, beside those of every page. */
export const waitingLinkWords = ownWords<Messages>({
  en: () => import("./messages/en.json"),
  fr: () => import("./messages/fr.json"),
  es: () => import("./messages/es.json"),
})

/** The words of this page that the others do not share. */
export const useOwnWords = waitingLinkWords.use

/** Cut and Colour: what is waited for in one visit, mostly one. */
export const useTypeNames = ({ typeName, thenTypeNames }: WaitingEntryView): string =>
  useLanguage().formats.list([typeName, ...thenTypeNames])
