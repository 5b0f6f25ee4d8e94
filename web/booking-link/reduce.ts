import { monthOf } from "../shared/dates.ts"
import type { Opening } from "../shared/times/openings.ts"
import { atDayOf, reduceTimes, type TimesAction, withoutTimes } from "../shared/times/times-state.ts"
import { wallClock } from "../shared/zones.ts"
import type { LinkView } from "./contract.ts"
import { firstMonth, initialState, type Notice, type State, stepOf } from "./state.ts"

/** Everything that can happen on the page: what the visitor does, and what the service answers. */
export type Action =
  | TimesAction
  | { type: "zoneFound"; zone: string }
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
    case "zoneFound":
      return initialState(state.view, action.zone)
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

/** Starts again from the service's present view, and keeps the zone and the month that the visitor looks at. */
function restart(state: State, view: LinkView): State {
  const fresh = { ...initialState(view, state.visitorZone), zone: state.zone }
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
  return { tone: "status", code: "cancelled" }
}
