/** What the page keeps through a reload, and what its address asks for. */
import { kept } from "../shared/kept.ts"
import type { LinkView } from "./contract.ts"
import type { Action } from "./reduce.ts"
import type { State } from "./state.ts"

type Kept = Pick<
  State,
  "step" | "moving" | "choice" | "from" | "day" | "locationId" | "providerId" | "zone"
> & {
  /** Of the appointment that is moved or cancelled. */
  appointmentId: number | null
}

/** The visitor's way since the page was opened; null where it has only begun. */
export function keptOf({ view, ...state }: State): Kept | null {
  const { step, moving, choice, from, day, locationId, providerId, zone } = state
  if (step !== "choose" && step !== "confirm" && step !== "cancel") return null
  if (step === "choose" && !moving && day === null && providerId === null) return null
  const appointmentId = view.appointment?.id ?? null
  return { step, moving, choice, from, day, locationId, providerId, zone, appointmentId }
}

/** What follows when the page is opened: what was kept, as far as it still fits, else what the address asks for. */
export function actionsOnArrival(view: LinkView): Action[] {
  const { appointmentId, ...found } = kept<Kept>() ?? { appointmentId: undefined }
  if (appointmentId === (view.appointment?.id ?? null)) return [{ type: "restored", kept: found }]
  const wanted = location.hash
  if (wanted) history.replaceState(history.state, "", location.pathname)
  if (wanted === "#move" && view.appointment?.canReschedule) return [{ type: "startMoving" }]
  if (wanted === "#cancel" && view.appointment?.canCancel) return [{ type: "askCancel" }]
  return []
}
