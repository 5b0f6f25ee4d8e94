/** The messages of the texts that we write ourselves, compiled once. */
import { compileMessages } from "../../messages/compile-messages.ts"
import { speakMessages } from "../../messages/speak-messages.ts"
import en from "./messages/en.json" with { type: "json" }
import es from "./messages/es.json" with { type: "json" }
import fr from "./messages/fr.json" with { type: "json" }
import type { Messages } from "./messages/messages.generated.ts"
import type { Locale } from "./text-times.ts"

export const textMessages: Readonly<Record<Locale, Messages>> = {
  en: speakMessages(compileMessages(en), "en"),
  fr: speakMessages(compileMessages(fr), "fr"),
  es: speakMessages(compileMessages(es), "es"),
}
