import type { Locale } from "../contract.ts"

/** The languages by their own names, in the order the switch lists them. */
export const languageNames: Record<Locale, string> = { en: "English", fr: "Français", es: "Español" }
