/** The words of the page, in the browser's language. */
import { type CompiledMessages, speakMessages } from "../../domain/messages/speak-messages.ts"
import type { Messages } from "./messages/messages.generated.ts"

export type Words = Messages

const files: Record<string, () => Promise<{ default: unknown }>> = {
  en: () => import("./messages/en.json"),
  es: () => import("./messages/es.json"),
  fr: () => import("./messages/fr.json"),
}

/** The browser's first language that the page speaks; else English. */
const locale =
  navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in files) ?? "en"

/** With the region, by which times of day are written in twelve or twenty-four hours. */
export const tag = navigator.languages.find((each) => each.toLowerCase().startsWith(locale)) ?? locale

export async function readWords(): Promise<Words> {
  document.documentElement.lang = locale
  const { default: messages } = await files[locale]!()
  return speakMessages<Words>(messages as CompiledMessages, locale)
}
