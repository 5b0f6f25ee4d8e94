/** The state that the page keeps through a reload, and the wishes in its address. */

import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import { kept } from "../../shared/kept.ts"
import type { Action } from "./reduce.ts"
import type { State, Step } from "./state.ts"

type Kept = Pick<
  State,
  "step" | "moving" | "choice" | "seats" | "told" | "from" | "day" | "locationId" | "providerId" | "zone"
> & {
  /** The state of the link; the visitor's way fits no other. */
  at: string
}

const keptSteps: ReadonlySet<Step> = new Set(["choose", "questions", "confirm", "coming", "cancel"])

const standing = ({ state, appointment }: LinkView) => `${state} ${appointment?.id ?? ""}`

/** The visitor's way since the page was opened; null where it has only begun. */
export function keptOf({ view, ...state }: State): Kept | null {
  const { step, moving, choice, seats, told, from, day, locationId, providerId, zone } = state
  if (!keptSteps.has(step)) return null
  if (step === "choose" && !moving && day === null && providerId === null) return null
  return { step, moving, choice, seats, told, from, day, locationId, providerId, zone, at: standing(view) }
}

/** The actions of a page that is opened: those of its address, else those that were kept, while they still fit. */
export function actionsOnArrival(view: LinkView): Action[] {
  const { at, ...found } = kept<Kept>() ?? { at: null }
  const wanted = location.hash
  if (wanted) history.replaceState(history.state, "", location.pathname)
  if (wanted === "#yes" && view.appointment && view.appointment.attendance !== "coming")
    return [{ type: "askComing" }]
  if (wanted === "#move" && view.appointment?.canReschedule) return [{ type: "startMoving" }]
  if (wanted === "#cancel" && view.appointment?.canCancel) return [{ type: "askCancel" }]
  return at === standing(view) ? [{ type: "restored", kept: found }] : []
}
