/** The state that the page keeps through a reload: everything that the visitor chose, typed and proved. */
import { kept } from "../../shared/kept.ts"
import { emptyDraft } from "./draft.ts"
import type { State } from "./state.ts"

/** The shown times are searched again, and what the page offers is read anew. */
type Kept = Omit<
  State,
  | "view"
  | "openedAt"
  | "today"
  | "visitorZone"
  | "firstWeekday"
  | "answers"
  | "generation"
  | "remembered"
  | "followed"
  | "pending"
  | "notice"
>

/** Null where the visitor's way has only begun, and where it has ended in a site's frame: the next booking starts anew. */
export function keptOf(state: State): Kept | null {
  const { view, openedAt, today, visitorZone, firstWeekday, answers, generation, ...rest } = state
  const { pending, notice, slotsFailure, remembered, followed, ...value } = rest
  const { step, draft, verifiedVisit } = value
  if (step === "call" || step === "closed" || (step === "booked" && parent !== self)) return null
  const hasBegun = step !== "what" || draft !== emptyDraft || verifiedVisit !== null
  return hasBegun ? { ...value, slotsFailure: null } : null
}

/** The kept state, as far as the page still offers it. */
export function keptFor({ view, openedAt }: State): Partial<State> | null {
  const found = kept<Kept>()
  if (!found || !view.canSendCodes) return null
  const { wish, choice } = found
  const isOffered = !wish || wish.request !== null || view.types.some(({ id }) => id === wish.typeId)
  if (!isOffered) return { draft: found.draft, verifiedVisit: found.verifiedVisit }
  // The state that an earlier version of the page kept knows of no questions.
  if (wish && !((wish.questions && wish.thenTypeIds) as unknown))
    return { draft: found.draft, verifiedVisit: found.verifiedVisit }
  // A booking is shown as it stands now, and without a link that is unknown.
  if (found.step === "booked" && !found.booked?.manageUrl)
    return { draft: found.draft, verifiedVisit: found.verifiedVisit }
  const isOver = choice !== null && choice.startTime <= openedAt && found.step !== "booked"
  return isOver ? { ...found, step: "choose", choice: null } : found
}
