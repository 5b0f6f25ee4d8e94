/**
 * The sentences that an agent says to its caller when something can't be done. The codes stay those of the one table; only
 * the words are for a listener. Where the specification fixes the words, they are in the table itself, in English.
 */
import type { EmptyReason } from "../availability.ts"
import type { ErrorCode } from "../errors.ts"
import { type Language, wordsIn } from "./speech.ts"

/** Refusals whose message can be said unchanged. */
export const saidAsTheyAre: ReadonlySet<ErrorCode> = new Set([
  "filter_not_usable",
  "code_expired",
  "session_expired",
  "registration_closed",
  "unknown_number",
])

/** The sentence of a refusal; of invalid input and of an unknown id, the one that asks for the field again. */
export function sentenceFor(language: Language, code: ErrorCode, field: string | undefined): string {
  const { askAgain, notFound, refusals, unclear, unfound } = wordsIn(language)
  if (code === "invalid_input" || code === "invalid_json") return sentenceAt(askAgain, field) ?? unclear
  if (code === "not_found") return sentenceAt(notFound, field) ?? unfound
  return sentenceAt(refusals, code) ?? unclear
}

/** The caller names the field, so that names of every object count for none. */
function sentenceAt(sentences: object, key: string | undefined): string | undefined {
  if (key === undefined || !Object.hasOwn(sentences, key)) return undefined
  return (sentences as Readonly<Record<string, string>>)[key]
}

/** The answer to a caller who asks for their appointments, and whose number is no customer's. */
export function noneUnderNumber({
  channel,
  phone,
  listener,
}: {
  channel: "voice" | "sms"
  phone: string | null
  listener: { language: Language }
}): string {
  const { appointments: words } = wordsIn(listener.language)
  if (phone === null) return channel === "voice" ? words.noNumberCalling : words.noNumberTexting
  return channel === "voice" ? words.noneUnderCalling : words.noneUnderTexting
}

/** The empty search: the location it asked for, if any. */
export interface AskedFor {
  locationId: number | null | undefined
}

/** Why nothing can be offered on any date. */
export function emptySentence(language: Language, reason: EmptyReason, { locationId }: AskedFor): string {
  const words = wordsIn(language)
  if (reason === "no_provider_offers_type" && locationId != null) return words.search.notAtLocation
  return words.empty[reason]
}
