import type { Locale } from "../../shared/contract.ts"
import { messages as en } from "./en.ts"
import { messages as es } from "./es.ts"
import { messages as fr } from "./fr.ts"
import type { PublicPageMessages } from "./types.ts"

/** Every language at once, for the server; the page loads one with `load.ts`. */
export const allBookingMessages: Record<Locale, PublicPageMessages> = { en, fr, es }
