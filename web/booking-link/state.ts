import type { LinkView, SlotsView } from "../shared/contract.ts"
import { monthOf } from "../shared/dates.ts"
import type { FailureNotice } from "../shared/failure-notice.ts"
import type { Opening } from "../shared/times/openings.ts"
import { firstOpenMonth, type TimesState } from "../shared/times/times-state.ts"

/** What the visitor is looking at. */
export type Step = "choose" | "confirm" | "appointment" | "cancel" | "call" | "closed" | "ended"

/** A message that stays until the visitor's next step. */
export interface Notice extends FailureNotice {
  tone: "alert" | "status"
  /** What became of the appointment that somebody else changed. */
  changed: "moved" | "cancelled" | null
}

/** Everything the page knows. Steps read it, `reduce` alone makes the next one. */
export interface State extends TimesState {
  view: LinkView
  step: Step
  /** The times replace the appointment instead of making one. */
  moving: boolean
  choice: Opening | null
  /** A booking, move or cancellation is on its way. */
  pending: boolean
  notice: Notice | null
  news: "booked" | "moved" | null
}

/**
 * The page as it first stands.
 *
 * @param visitorZone the visitor's zone; null on the server, which does not know it
 */
export function initialState(view: LinkView, visitorZone: string | null): State {
  const answers = view.slots ? [view.slots] : []
  return {
    view,
    step: stepOf(view),
    moving: false,
    month: firstMonth(view, answers),
    day: null,
    dayOpen: false,
    choice: null,
    providerId: null,
    zone: view.appointmentType.place === "remote" ? visitorZone : null,
    answers,
    generation: 0,
    slotsFailure: null,
    pending: false,
    notice: null,
    news: null,
  }
}

/** The step a freshly read link starts with. */
export function stepOf(view: LinkView): Step {
  return view.state === "open" ? "choose" : view.state === "scheduled" ? "appointment" : view.state
}

/** The month the calendar opens with: that of the first time there is, else the first possible one. */
export function firstMonth(view: LinkView, answers: SlotsView[]): string {
  return firstOpenMonth(answers) ?? monthOf(view.bookable?.firstDate ?? "")
}
