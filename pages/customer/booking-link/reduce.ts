import type { ChangeScope, LinkView } from "../../../domain/contracts/booking-link.ts"
import type { InvalidAnswers } from "../../shared/questions/told.ts"
import type { Opening } from "../../shared/times/openings.ts"
import { atDayOf, reduceTimes, type TimesAction, withoutTimes } from "../../shared/times/times-state.ts"
import { turnedTo } from "../../shared/times/weeks.ts"
import { wallClock } from "../../shared/zones.ts"
import { type AnswersAction, reduceAnswers } from "../given-answers.ts"
import { settleLater } from "./answers.ts"
import { initialState, type Notice, restart, type State } from "./state.ts"

/** Everything that can happen on the page: what the visitor does, and what the service answers. */
export type Action =
  | TimesAction
  | { type: "deviceFound"; zone: string; today: string }
  | { type: "restored"; kept: Partial<State> }
  | { type: "pickTime"; choice: Opening }
  | { type: "chooseSeats"; seats: number }
  | AnswersAction
  | { type: "giveAnswers" }
  | { type: "chooseScope"; scope: ChangeScope }
  | { type: "answerRefused"; key: string; why: InvalidAnswers[string]; view: LinkView }
  | { type: "startMoving" }
  | { type: "askToWait" }
  | { type: "askComing" }
  | { type: "askCancel" }
  | { type: "chooseAgain" }
  | { type: "keepAppointment" }
  | { type: "stepBack" }
  | { type: "stepForward" }
  | { type: "writeStarted" }
  | { type: "booked" | "moved" | "cancelled" | "coming" | "filesSent" | "reloaded"; view: LinkView }
  | { type: "failed"; notice: Notice }
  | { type: "timeRefused"; notice: Notice }
  /** `because` is the state in which a link has ended that was not replaced. */
  | { type: "ended"; because?: "cancelled" | "dates_over" | "started" | undefined }
  /** Something has changed while the page was open. */
  | { type: "changed"; view: LinkView }
  | { type: "wokeUp"; today: string }

/** The next state; the given one is never changed. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "deviceFound":
      return deviceFound(state, action.zone, action.today)
    case "restored":
      // A move's times are not those of a first booking.
      return { ...(action.kept.moving ? withoutTimes(state) : state), ...action.kept }
    case "pickTime":
      return choose(state, action.choice)
    case "chooseSeats":
      return state.pending ? state : { ...state, seats: action.seats }
    case "tell":
    case "foundUnanswered":
      return reduceAnswers(state, action)
    case "giveAnswers":
      return { ...state, step: "confirm", invalidAnswers: {}, notice: null }
    case "answerRefused":
      return {
        ...state,
        view: { ...state.view, questions: action.view.questions },
        step: "questions",
        pending: false,
        notice: null,
        invalidAnswers: { [action.key]: action.why },
      }
    case "chooseScope":
      return state.pending ? state : { ...state, scope: action.scope, notice: null }
    case "startMoving":
      return {
        ...withoutTimes(state),
        step: "choose",
        moving: true,
        notice: null,
        from: weeksToMoveIn(state),
      }
    case "askToWait":
      return state.pending ? state : { ...state, step: "wait", choice: null, notice: null }
    case "askComing":
      return { ...state, step: "coming", notice: null }
    case "askCancel":
      return { ...state, step: "cancel", notice: null }
    case "chooseAgain":
      return state.pending ? state : { ...state, step: "choose", choice: null, notice: null }
    case "keepAppointment":
      return state.pending ? state : restart(state, state.view)
    case "stepBack":
      if (state.step === "confirm" && asksQuestions(state))
        return { ...state, step: "questions", notice: null }
      return state.step === "confirm" || state.step === "questions"
        ? { ...reduce(state, { type: "chooseAgain" }), choice: state.choice }
        : reduce(state, { type: "keepAppointment" })
    case "stepForward":
      return state.step === "choose" && state.choice ? { ...state, step: stepAfterTime(state) } : state
    case "ended":
      if (action.because) return settleLater(state, action)
      return { ...state, pending: false, notice: null, news: null, step: "ended" }
    case "writeStarted":
      return { ...state, pending: true, notice: null }
    case "booked":
    case "moved":
    case "cancelled":
    case "coming":
    case "filesSent":
    case "reloaded":
    case "failed":
    case "timeRefused":
    case "changed":
      return settleLater(state, action)
    case "wokeUp":
      // The times on the screen may be gone.
      return state.step === "choose" && !state.pending
        ? { ...withoutTimes(state), today: action.today }
        : state
    default:
      return reduceTimes(state, action)
  }
}

/** The visitor's choices from before their device's zone was known stay. */
function deviceFound(state: State, visitorZone: string, today: string): State {
  const { firstWeekday, generation } = state
  const fresh = initialState(state.view, { visitorZone, today, firstWeekday })
  // Times are dropped with a new generation: the first answer is then that of another search.
  const answers = generation === fresh.generation ? fresh.answers : state.answers
  const locationId = state.locationId ?? fresh.locationId
  return { ...state, visitorZone, today, zone: state.zone ?? fresh.zone, locationId, answers }
}

function choose(state: State, choice: Opening): State {
  return { ...atDayOf(state, choice), step: stepAfterTime(state), choice, notice: null, invalidAnswers: {} }
}

/** A move keeps its answers. */
const asksQuestions = ({ moving, view }: State) => !moving && view.questions.length > 0
const stepAfterTime = (state: State) => (asksQuestions(state) ? "questions" : "confirm")

function weeksToMoveIn({ view, zone, from }: State): string {
  const { appointment } = view
  if (!appointment) return from
  return turnedTo(wallClock(appointment.startTime, zone ?? appointment.timezone).date, from)
}
