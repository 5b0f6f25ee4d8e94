import type { Locale } from "../../shared/contract.ts"
import type { PublicPageMessages } from "./types.ts"

const languages: Record<Locale, () => Promise<{ messages: PublicPageMessages }>> = {
  en: () => import("./en.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
}

/** Fetches the page's own words in one language. Rejects when they cannot be fetched. */
export async function loadPublicPageMessages(locale: Locale): Promise<PublicPageMessages> {
  return (await languages[locale]()).messages
}
