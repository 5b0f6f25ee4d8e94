/** The next state after an answer of the service, with the script of the steps that ask it. */
import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import { withoutTimes } from "../../shared/times/times-state.ts"
import type { Action } from "./reduce.ts"
import { type AlertNotice, type Notice, restart, type State } from "./state.ts"

export type Answer = Extract<
  Action,
  {
    type:
      | "booked"
      | "moved"
      | "cancelled"
      | "coming"
      | "filesSent"
      | "reloaded"
      | "failed"
      | "timeRefused"
      | "ended"
      | "changed"
  }
>

export function settle(state: State, action: Answer): State {
  switch (action.type) {
    case "booked":
    case "moved":
      return { ...restart(state, action.view), news: action.type }
    case "cancelled":
      return { ...restart(state, action.view), notice: cancelledNotice(action.view) }
    case "coming":
      return { ...restart(state, action.view), notice: { tone: "status", code: "coming" } }
    case "filesSent":
      return { ...restart(state, action.view), notice: { tone: "status", code: "filesSent" } }
    case "reloaded":
      return restart(state, action.view)
    case "failed":
      return { ...state, pending: false, notice: action.notice }
    case "timeRefused":
      return { ...withoutTimes(state), step: "choose", choice: null, pending: false, notice: action.notice }
    case "ended":
      return ended(state, action.because)
    case "changed":
      return changed(state, action.view)
  }
}

/** A page that showed the appointment says what became of it; opened anew the link has ended. */
function ended(state: State, because: "cancelled" | "dates_over" | "started" | undefined): State {
  const next = { ...state, pending: false, notice: null, news: null }
  if (because !== "cancelled" && because !== "dates_over") return { ...next, step: "ended" }
  const view = { ...state.view, state: "closed" as const, closedReason: because, appointment: null }
  return { ...next, step: "closed", view }
}

const standingOf = ({
  state,
  closedReason,
  appointment,
  declinedWish,
  series,
  missingFiles,
  messages,
}: LinkView) =>
  JSON.stringify([state, closedReason, appointment, declinedWish, series, missingFiles, messages])

/** Shows how it stands now; what stays as it was leaves the visitor where they are. */
function changed(state: State, view: LinkView): State {
  if (state.pending) return state
  const [before, after] = [state.view.appointment, view.appointment]
  if (standingOf(state.view) === standingOf(view) || (!before && !after && view.state === state.view.state))
    return { ...state, view: { ...state.view, ...withoutSearch(view) } }
  const isConfirmed = before?.pending && after && !after.pending
  if (isConfirmed) return { ...restart(state, view), news: "booked" }
  const isMoved = before && after && before.startTime !== after.startTime
  const isCancelled = before && !after && view.state === "open" && !view.declinedWish
  const wasElsewhere = state.moving || (state.step !== "choose" && state.step !== "appointment")
  if (!isMoved && !isCancelled && !wasElsewhere) return { ...restart(state, view), news: state.news }
  const notice: AlertNotice = {
    ...{ tone: "alert", code: "version_conflict", alternatives: [], retryAfterSeconds: null },
    changed: isMoved ? "moved" : isCancelled ? "cancelled" : null,
  }
  return { ...restart(state, view), notice }
}

/** The times on the screen stay. */
function withoutSearch({ slots: _slots, choices: _choices, ...view }: LinkView) {
  return view
}

function cancelledNotice(view: LinkView): Notice | null {
  if (view.state !== "open") return null
  return { tone: "status", code: "cancelled" }
}
