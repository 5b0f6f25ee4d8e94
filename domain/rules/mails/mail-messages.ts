/** The messages of mails, compiled once. */
import { compileMessages } from "../../messages/compile-messages.ts"
import { speakMessages } from "../../messages/speak-messages.ts"
import type { Locale } from "../texts/text-times.ts"
import en from "./messages/en.json" with { type: "json" }
import es from "./messages/es.json" with { type: "json" }
import fr from "./messages/fr.json" with { type: "json" }
import type { Messages } from "./messages/messages.generated.ts"

export const mailMessages: Readonly<Record<Locale, Messages>> = {
  en: speakMessages(compileMessages(en), "en"),
  fr: speakMessages(compileMessages(fr), "fr"),
  es: speakMessages(compileMessages(es), "es"),
}

interface Titles {
  title: string
  titleNamed(values: { name: string }): string
}

/** The title, which greets the reader by name where the name is known. */
export const titled = (messages: Titles, name: string): string =>
  name ? messages.titleNamed({ name }) : messages.title
