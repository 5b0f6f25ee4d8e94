import type { Locale } from "../contract.ts"
import { messages as en } from "./en.ts"
import { messages as es } from "./es.ts"
import { messages as fr } from "./fr.ts"
import type { Messages } from "./types.ts"

/** Every language at once, for the server; pages load one with `load.ts`. */
export const allMessages: Record<Locale, Messages> = { en, fr, es }
