import type { ChangeScope, LinkView } from "../../../domain/contracts/booking-link.ts"
import { addDays } from "../../../ui/dates.ts"
import type { FailureNotice } from "../../shared/api.ts"
import type { Opening } from "../../shared/times/openings.ts"
import { firstLocation, firstZone, type TimesState } from "../../shared/times/times-state.ts"
import { startOfWeek } from "../../shared/times/weeks.ts"
import { type GivenAnswers, noAnswers } from "../given-answers.ts"

/** The view that the visitor sees. */
export type Step =
  | "choose"
  | "wait"
  | "questions"
  | "confirm"
  | "appointment"
  | "coming"
  | "cancel"
  | "call"
  | "closed"
  | "ended"

/** A message that stays until the visitor's next step. */
export type Notice = { tone: "status"; code: "cancelled" | "coming" | "filesSent" } | AlertNotice

export interface AlertNotice extends FailureNotice {
  tone: "alert"
  /** Set when somebody else has moved or cancelled the appointment meanwhile. */
  changed: "moved" | "cancelled" | null
}

/** Everything the page knows. Steps read it; only `reduce` makes the next one. */
export interface State extends TimesState, GivenAnswers {
  view: LinkView
  step: Step
  /** The times replace the appointment instead of making one. */
  moving: boolean
  choice: Opening | null
  /** The number of people who come to a class. */
  seats: number
  /** The appointments of a series that are moved or cancelled. */
  scope: ChangeScope
  /** A booking, move or cancellation is in flight. */
  pending: boolean
  notice: Notice | null
  news: "booked" | "moved" | null
}

/**
 * The page's knowledge of the visitor's side. The device's zone and date are null on the server, and in the browser for the
 * render that takes over the server's HTML.
 */
export type Visitor = Pick<State, "visitorZone" | "today" | "firstWeekday">

/**
 * The page's first state. The times of a remote appointment are shown in the visitor's zone, so they wait until it is
 * known.
 */
export function initialState(view: LinkView, visitor: Visitor): State {
  const isRemote = view.appointmentType.place === "remote"
  const { visitorZone, firstWeekday } = visitor
  const answers = view.slots ? [view.slots] : []
  return {
    ...visitor,
    view,
    step: stepOf(view),
    moving: false,
    from: startOfWeek(boundsOf(view).firstDate, firstWeekday),
    day: null,
    choice: null,
    seats: 1,
    scope: "one",
    ...noAnswers,
    ...firstLocation(view.choices, visitorZone, view.nearLocationId),
    providerId: null,
    zone: firstZone(view.appointmentType.place, visitorZone),
    answers: isRemote && visitorZone === null ? [] : answers,
    generation: 0,
    slotsFailure: null,
    pending: false,
    notice: null,
    news: null,
  }
}

/** The step that a newly read link starts with. */
export function stepOf(view: LinkView): Step {
  return view.state === "open" ? "choose" : view.state === "scheduled" ? "appointment" : view.state
}

/** The dates that the calendar covers; a day that is over where nothing can be booked. */
export function boundsOf({ bookable }: LinkView): { firstDate: string; lastDate: string } {
  return bookable ?? { firstDate: longAgo, lastDate: addDays(longAgo, 1) }
}

const longAgo = "2000-01-01"

/** Starts again from the service's present view, and keeps the zone and the weeks that the visitor looks at. */
export function restart(state: State, view: LinkView): State {
  const { visitorZone, today, firstWeekday } = state
  const fresh = { ...initialState(view, { visitorZone, today, firstWeekday }), zone: state.zone }
  const from = fresh.answers.length > 0 || !view.bookable ? fresh.from : state.from
  return { ...fresh, from, generation: state.generation + 1, step: stepOf(view) }
}
