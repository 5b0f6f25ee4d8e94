/** The part of the visitor's choice that is to be held. */
import { openingKey } from "../../shared/times/openings.ts"
import type { State, Step } from "./state.ts"

/** The steps between choosing a time and booking it. */
const holding: ReadonlySet<Step> = new Set(["questions", "phone", "code", "confirm"])

/** The choice that is to be held now; null for none. */
export function holdWanted(state: State): string | null {
  const { choice, wish, sent, verifiedVisit, step, durationOptionId } = state
  // Seats in a class are booked without a hold.
  if (
    !choice ||
    !wish ||
    choice.sessionId !== undefined ||
    !holding.has(step) ||
    (sent === null && verifiedVisit === null)
  )
    return null
  const typeIds = [wish.typeId, ...wish.thenTypeIds]
  return JSON.stringify([typeIds, wish.request?.id ?? null, durationOptionId, openingKey(choice)])
}

/** A text that cannot be guessed. */
export const newDraftToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )
