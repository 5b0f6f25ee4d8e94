/** The words that only the server uses, for pages whose script has not run. */
import type { Locale } from "../../domain/contracts/customer-pages.ts"
import { speakMessages } from "../../domain/messages/speak-messages.ts"
import en from "./messages/en.json" with { type: "json" }
import es from "./messages/es.json" with { type: "json" }
import fr from "./messages/fr.json" with { type: "json" }
import type { Messages } from "./messages/messages.generated.ts"

export const serverMessages: Record<Locale, Messages> = {
  en: speakMessages(en, "en"),
  fr: speakMessages(fr, "fr"),
  es: speakMessages(es, "es"),
}
