import type { LinkView } from "../shared/contract.ts"
import { monthOf } from "../shared/dates.ts"
import type { Opening } from "../shared/times/openings.ts"
import { atDayOf, reduceTimes, type TimesAction, withoutTimes } from "../shared/times/times-state.ts"
import { wallClock } from "../shared/zones.ts"
import { firstMonth, initialState, type Notice, type State, stepOf } from "./state.ts"

/** What can happen on the page: the visitor's steps, and the service's answers. */
export type Action =
  | TimesAction
  | { type: "pickTime"; choice: Opening }
  | { type: "startMoving" }
  | { type: "askCancel" }
  | { type: "chooseAgain" }
  | { type: "keepAppointment" }
  | { type: "stepBack" }
  | { type: "writeStarted" }
  | { type: "booked" | "moved" | "cancelled" | "reloaded"; view: LinkView }
  | { type: "failed"; notice: Notice }
  | { type: "timeRefused"; notice: Notice }
  | { type: "ended" }

/** The next state; the given one is never changed. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "pickTime":
      return choose(state, action.choice)
    case "startMoving":
      return {
        ...withoutTimes(state),
        step: "choose",
        moving: true,
        notice: null,
        month: monthToMoveIn(state),
      }
    case "askCancel":
      return { ...state, step: "cancel", notice: null }
    case "chooseAgain":
      return state.pending ? state : { ...state, step: "choose", choice: null, notice: null }
    case "keepAppointment":
      return state.pending ? state : restart(state, state.view)
    case "stepBack":
      return stepBefore(state)
    case "writeStarted":
    case "booked":
    case "moved":
    case "cancelled":
    case "reloaded":
    case "failed":
    case "timeRefused":
    case "ended":
      return settle(state, action)
    default:
      return reduceTimes(state, action)
  }
}

/** Where the browser's Back button leads. */
function stepBefore(state: State): State {
  if (state.step === "confirm") return reduce(state, { type: "chooseAgain" })
  return state.dayOpen ? { ...state, dayOpen: false } : reduce(state, { type: "keepAppointment" })
}

type Answer = Extract<
  Action,
  {
    type: "writeStarted" | "booked" | "moved" | "cancelled" | "reloaded" | "failed" | "timeRefused" | "ended"
  }
>

function settle(state: State, action: Answer): State {
  switch (action.type) {
    case "writeStarted":
      return { ...state, pending: true, notice: null }
    case "booked":
    case "moved":
      return { ...restart(state, action.view), news: action.type }
    case "cancelled":
      return { ...restart(state, action.view), notice: cancelledNotice(action.view) }
    case "reloaded":
      return restart(state, action.view)
    case "failed":
      return { ...state, pending: false, notice: action.notice }
    case "timeRefused":
      return { ...withoutTimes(state), step: "choose", choice: null, pending: false, notice: action.notice }
    case "ended":
      return { ...state, step: "ended", pending: false, notice: null }
  }
}

function choose(state: State, choice: Opening): State {
  return { ...atDayOf(state, choice), step: "confirm", choice, notice: null }
}

/** Starts over from what the service now says, keeping how the visitor likes to look at it. */
function restart(state: State, view: LinkView): State {
  const fresh = initialState(view, state.zone)
  const answers = fresh.answers
  const month = answers.length > 0 || !view.bookable ? firstMonth(view, answers) : state.month
  return { ...fresh, month, generation: state.generation + 1, step: stepOf(view) }
}

function monthToMoveIn(state: State): string {
  const appointment = state.view.appointment
  if (!appointment) return state.month
  return monthOf(wallClock(appointment.startTime, state.zone ?? appointment.timezone).date)
}

function cancelledNotice(view: LinkView): Notice | null {
  if (view.state !== "open") return null
  return { tone: "status", code: "cancelled", alternatives: [], retryAfterSeconds: null, changed: null }
}
