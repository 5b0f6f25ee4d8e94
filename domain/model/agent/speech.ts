/** The words of the agent's sentences, compiled once for each language. */
import type { z } from "zod"
import { compileMessages } from "../../messages/compile-messages.ts"
import { speakMessages } from "../../messages/speak-messages.ts"
import type { locale } from "../fields.ts"
import en from "./messages/en.json" with { type: "json" }
import es from "./messages/es.json" with { type: "json" }
import fr from "./messages/fr.json" with { type: "json" }
import type { Messages } from "./messages/messages.generated.ts"

export type Language = z.infer<typeof locale>

export type SpokenWords = Messages

const spoken: Readonly<Record<Language, Messages>> = {
  en: speakMessages(compileMessages(en), "en"),
  es: speakMessages(compileMessages(es), "es"),
  fr: speakMessages(compileMessages(fr), "fr"),
}

/** The sentences of one language, each with what stands in it. */
export const wordsIn = (language: Language): SpokenWords => spoken[language]
