import type { Locale } from "../contract.ts"
import type { Messages } from "./types.ts"

const languages: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import("./en.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
}

/** Fetches one language; the others stay on the server. Rejects when it cannot be fetched. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await languages[locale]()).messages
}
