/** The chosen time is held while the visitor types, from the moment that a code was texted or their number is verified. */
import type { HeldView, HoldInput } from "../../../domain/contracts/public-page.ts"
import type { Outcome } from "../../shared/api.ts"
import type { Opening } from "../../shared/times/openings.ts"
import type { Action } from "./actions.ts"
import type { PublicPageClient } from "./client.ts"
import { addressOf } from "./draft.ts"
import { failureActions } from "./outcomes.ts"
import { stillOffered } from "./search.ts"
import { type State, usesTypedAddress } from "./state.ts"
import { followingTypes, keeping, partsOf } from "./wish.ts"

/**
 * Holds the choice. A time that is gone is said at once, before more is typed. Every other refusal, such as too many holds
 * of one network, says nothing: the visitor books without a hold.
 */
export async function holdChoice(
  state: State,
  choice: Opening,
  draftToken: string,
  client: PublicPageClient,
): Promise<Action[]> {
  const outcome: Outcome<HeldView> = await client.hold(
    question(state, choice),
    state.verifiedVisit?.visitToken ?? null,
    draftToken,
  )
  if (outcome.ok) return [{ type: "held", until: Date.now() + outcome.data.seconds * 1_000 }]
  const isGone = goneCodes.has(outcome.code)
  return isGone ? failureActions(outcome, client) : []
}

const goneCodes: ReadonlySet<string> = new Set(["slot_taken", "time_not_offered", "customer_busy"])

/** The hold has ended: the choice stays as long as it is still free. */
export async function holdEnded(state: State, client: PublicPageClient): Promise<Action[]> {
  if (!state.choice) return []
  const isFree = await stillOffered(state, state.choice, client)
  if (isFree !== false) return [{ type: "holdOver" }]
  return [{ type: "timeRefused", notice: { code: "slot_taken", alternatives: [], retryAfterSeconds: null } }]
}

function question(state: State, { providerId, locationId, startTime, parts }: Opening): HoldInput {
  const { wish, durationOptionId, sent, verifiedVisit, draft } = state
  return {
    typeId: wish!.typeId,
    providerId,
    locationId,
    startTime,
    ...keeping(state),
    ...(durationOptionId === null ? {} : { durationOptionId }),
    ...(wish!.request ? { schedulingRequestId: wish!.request.id } : {}),
    ...(usesTypedAddress(state) ? { address: addressOf(draft) } : {}),
    ...followingTypes(wish!),
    ...(parts ? { parts: partsOf(parts) } : {}),
    ...(sent && !verifiedVisit ? { verificationId: sent.verificationId } : {}),
  }
}
