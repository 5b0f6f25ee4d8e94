import type { Locale } from "../../shared/contract.ts"
import type { BookingMessages } from "./types.ts"

const languages: Record<Locale, () => Promise<{ messages: BookingMessages }>> = {
  en: () => import("./en.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
}

/** Fetches the page's own words in one language. Rejects when they cannot be fetched. */
export async function loadBookingMessages(locale: Locale): Promise<BookingMessages> {
  return (await languages[locale]()).messages
}
