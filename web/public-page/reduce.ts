import { atDayOf, reduceTimes, withoutTimes } from "../shared/times/times-state.ts"
import type { Action } from "./actions.ts"
import type { Draft } from "./draft.ts"
import { settle } from "./settle.ts"
import { initialState, type State, withWish } from "./state.ts"

/** The next state; the given one is never changed. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "zoneFound":
      return initialState(state.view, action.zone, state.openedAt)
    case "typed":
      return typed(state, action.values)
    case "foundInvalid":
      return { ...state, invalid: action.invalid, notice: null }
    case "pickWish":
      return withWish(state, action.wish)
    case "giveAddress":
      return {
        ...withoutTimes(state),
        step: "choose",
        addressGiven: true,
        choice: null,
        invalid: {},
        notice: null,
      }
    case "pickLocation":
      return { ...withoutTimes(state), locationId: action.locationId, day: null }
    case "pickDuration":
      return { ...withoutTimes(state), durationOptionId: action.durationOptionId, day: null }
    case "pickTime":
      return {
        ...atDayOf(state, action.choice),
        choice: action.choice,
        step: state.verifiedVisit ? "confirm" : "phone",
        notice: null,
        invalid: {},
      }
    case "askForRequests":
      return {
        ...state,
        wish: null,
        choice: null,
        notice: null,
        step: state.verifiedVisit ? "requests" : "phone",
      }
    case "goTo":
      return state.pending ? state : { ...state, step: action.step, notice: null, invalid: {} }
    case "stepBack":
      return state.pending ? state : stepBefore(state)
    case "startOver":
      return startOver(state)
    case "showMonth":
    case "pickDay":
    case "closeDay":
    case "pickProvider":
    case "pickZone":
    case "retrySlots":
    case "slotsArrived":
    case "slotsFailed":
      return reduceTimes(state, action)
    default:
      return settle(state, action)
  }
}

function typed(state: State, values: Partial<Draft>): State {
  const corrected = Object.keys(values)
  const invalid = Object.fromEntries(
    Object.entries(state.invalid).filter(([field]) => !corrected.includes(field)),
  )
  return { ...state, draft: { ...state.draft, ...values }, invalid }
}

/** Whether the browser's Back button leads to an earlier step. */
export function hasStepBefore(state: State): boolean {
  return state.step !== "booked" && state.step !== "closed" && stepBefore(state).step !== state.step
}

/** The state that Back leads to. */
export function stepBefore(state: State): State {
  const at = (step: State["step"]): State => ({ ...state, step, notice: null, invalid: {} })
  const hasTypes = state.view.types.length > 1 || !!state.wish?.request
  switch (state.step) {
    case "choose":
      if (state.wish?.needsAddress && !state.verifiedVisit?.hasAddress) return at("where")
      return hasTypes ? at("what") : state
    case "where":
      return hasTypes ? at("what") : state
    case "phone":
    case "confirm":
    case "call":
      return state.choice ? at("choose") : at("what")
    case "code":
      return at("phone")
    case "requests":
      return at("what")
    default:
      return state
  }
}

/** Another booking by the same visitor: their details are kept, their wish is not. */
function startOver(state: State): State {
  const { verifiedVisit, draft, addressGiven, generation, emailTaken } = state
  const fresh = initialState(state.view, state.visitorZone, state.openedAt)
  const next = { ...fresh, verifiedVisit, draft, addressGiven, emailTaken, generation: generation + 1 }
  return fresh.wish ? withWish(next, fresh.wish) : next
}
