import {
  atDayOf,
  firstLocation,
  firstZone,
  reduceTimes,
  withoutTimes,
} from "../../shared/times/times-state.ts"
import { dateOnDevice } from "../../shared/zones.ts"
import { reduceAnswers } from "../given-answers.ts"
import type { Action } from "./actions.ts"
import type { Draft } from "./draft.ts"
import { noHold } from "./hold-state.ts"
import { settle } from "./settle.ts"
import {
  firstWeekOf,
  initialState,
  type State,
  stepAfterQuestions,
  stepAfterTime,
  stepToProve,
  visitorOf,
  withWish,
} from "./state.ts"

/** The next state; the given one is never changed. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "deviceFound":
      return deviceFound(state, action.zone)
    case "remembered":
      return { ...state, remembered: action.remembered }
    case "restored":
      return { ...withoutTimes(state), ...action.kept }
    case "typed":
      return typed(state, action.values)
    case "foundInvalid":
      return { ...state, invalid: action.invalid, notice: null }
    case "putTogether":
      return { ...state, together: action.together, sameProvider: action.sameProvider }
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
    case "pickDuration":
      return { ...withoutTimes(state), durationOptionId: action.durationOptionId, day: null }
    case "pickTime":
      return {
        ...atDayOf(state, action.choice),
        choice: action.choice,
        waits: false,
        ...noHold,
        step: stepAfterTime(state),
        notice: null,
        invalid: {},
        invalidAnswers: {},
      }
    case "askToWait":
      return {
        ...state,
        choice: null,
        ...noHold,
        waits: true,
        step: state.verifiedVisit ? "wait" : stepToProve(state),
        notice: null,
      }
    case "tell":
    case "foundUnanswered":
      return reduceAnswers(state, action)
    case "giveAnswers":
      return { ...state, step: stepAfterQuestions(state), invalidAnswers: {}, notice: null }
    case "lookFor":
      return lookFor(state, action.what)
    case "goTo":
      return state.pending ? state : { ...state, step: action.step, notice: null, invalid: {} }
    case "stepBack":
      return state.pending ? state : { ...stepBefore(state), stepAhead: state.step }
    case "stepForward":
      return state.stepAhead ? { ...state, step: state.stepAhead, stepAhead: null } : state
    case "startOver":
      return startOver(state)
    case "wokeUp":
      return wokeUp(state, action.openedAt)
    case "showWeeks":
    case "weekStarts":
    case "pickDay":
    case "pickLocation":
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

/** The visitor's choices from before their device's zone was known stay; the calendar begins on the device's date. */
function deviceFound(state: State, visitorZone: string): State {
  const next = { ...state, visitorZone, today: dateOnDevice(state.openedAt) }
  const isAtBegin = state.from === firstWeekOf(state)
  return {
    ...next,
    zone: state.zone ?? firstZone(state.wish?.place, visitorZone),
    locationId: state.locationId ?? (state.wish && firstLocation(state.wish, visitorZone).locationId),
    from: isAtBegin ? firstWeekOf(next) : state.from,
  }
}

/** A verified visitor sees their invitations at once. Links are texted to a number that is proved for them. */
function lookFor(state: State, lookingFor: State["lookingFor"]): State {
  const step = lookingFor === "requests" && state.verifiedVisit ? "requests" : "phone"
  return { ...state, lookingFor, wish: null, choice: null, notice: null, step }
}

function typed(state: State, values: Partial<Draft>): State {
  const corrected = Object.keys(values)
  const invalid = Object.fromEntries(
    Object.entries(state.invalid).filter(([field]) => !corrected.includes(field)),
  )
  return { ...state, draft: { ...state.draft, ...values }, invalid }
}

/** True where the browser's Back button leads to an earlier step. */
export function hasStepBefore(state: State): boolean {
  return stepBefore(state).step !== state.step
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
    case "questions":
      return at("choose")
    case "wait":
      return { ...at("choose"), waits: false }
    case "phone":
    case "confirm":
      if (state.waits) return { ...at("choose"), waits: false }
      if (!state.choice) return at("what")
      return at(stepAfterTime(state) === "questions" ? "questions" : "choose")
    case "call":
      return state.view.canSendCodes ? at(state.choice ? "choose" : "what") : state
    case "code":
      return at("phone")
    case "requests":
    case "linksTexted":
      return at("what")
    default:
      return state
  }
}

/** Times are searched anew, and one that has passed meanwhile is chosen again. */
function wokeUp(state: State, openedAt: string): State {
  if (state.pending || state.step === "booked") return state
  const today = state.today && dateOnDevice(openedAt)
  const next = { ...withoutTimes(state), openedAt, today }
  const from = state.from < firstWeekOf(next) ? firstWeekOf(next) : state.from
  const isPast = state.choice !== null && state.choice.startTime <= openedAt
  return isPast ? { ...next, from, day: null, step: "choose", choice: null, ...noHold } : { ...next, from }
}

/** Another booking by the same visitor: their details are kept, their wish is not. */
function startOver(state: State): State {
  const { verifiedVisit, draft, addressGiven, generation, emailTaken, remembered } = state
  const fresh = initialState(state.view, visitorOf(state), state.openedAt)
  const kept = { verifiedVisit, draft, addressGiven, emailTaken, remembered, draftToken: state.draftToken }
  const next = { ...fresh, ...kept, generation: generation + 1 }
  return fresh.wish ? withWish(next, fresh.wish) : next
}
