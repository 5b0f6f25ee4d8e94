import type {
  BookedView,
  CodeSentView,
  PageView,
  VerifiedVisitView,
} from "../../../domain/contracts/public-page.ts"
import { earlier, later } from "../../../ui/dates.ts"
import type { FailureNotice } from "../../shared/api.ts"
import type { Remembered } from "../../shared/remembered.ts"
import type { Opening } from "../../shared/times/openings.ts"
import { type Bounds, firstLocation, firstZone, type TimesState } from "../../shared/times/times-state.ts"
import { startOfWeek } from "../../shared/times/weeks.ts"
import { dateOnDevice, localIso } from "../../shared/zones.ts"
import { type GivenAnswers, noAnswers } from "../given-answers.ts"
import { type Draft, emptyDraft, type Invalid } from "./draft.ts"
import { type HoldState, noHold } from "./hold-state.ts"
import type { Followed } from "./standing.ts"
import { type Wish, wishForType } from "./wish.ts"

/** The view that the visitor sees. */
export type Step =
  | "what"
  | "where"
  | "choose"
  | "wait"
  | "questions"
  | "phone"
  | "code"
  | "requests"
  | "linksTexted"
  | "confirm"
  | "booked"
  | "call"
  | "closed"

/** Everything the page knows. Steps read it; only `reduce` makes the next one. */
export interface State extends TimesState, HoldState, GivenAnswers {
  view: PageView
  /** When the page was opened, ISO 8601 UTC. */
  openedAt: string
  step: Step
  /** The step that Back came from. */
  stepAhead: Step | null
  wish: Wish | null
  /** The types that the visitor puts together for one visit, in their order. */
  together: number[]
  /** One person for all of them. */
  sameProvider: boolean
  /** No time suits: the visitor proves their number to join the waiting list. */
  waits: boolean
  /** The purpose for which a visitor without a wish proves their number. */
  lookingFor: "requests" | "links"
  durationOptionId: number | null
  choice: Opening | null
  draft: Draft
  /** The typed address is complete, so times can be searched with it. */
  addressGiven: boolean
  invalid: Invalid
  /** The code that was texted last, and its number as the visitor typed it. */
  sent: (CodeSentView & { phone: string }) | null
  verifiedVisit: (VerifiedVisitView & { visitToken: string }) | null
  booked: BookedView | null
  /** How that stands; null until the service has said so, in a tab that was restored. */
  followed: Followed | null
  emailTaken: boolean
  /** The bookings on this page with this browser that are not over. */
  remembered: Remembered[]
  /** A code, registration or booking is in flight. */
  pending: boolean
  notice: FailureNotice | null
}

/**
 * The page's knowledge of the visitor's side. The device's zone is null on the server, and in the browser for the render
 * that takes over the server's HTML.
 */
export type Visitor = Pick<State, "visitorZone" | "firstWeekday">

export const visitorOf = ({ visitorZone, firstWeekday }: State): Visitor => ({ visitorZone, firstWeekday })

/**
 * The page's first state. A single type needs no choosing. Where no codes can be texted, the page asks to call at once.
 *
 * @param openedAt now, ISO 8601 UTC
 */
export function initialState(view: PageView, visitor: Visitor, openedAt: string): State {
  const today = visitor.visitorZone === null ? null : dateOnDevice(openedAt)
  const state: State = {
    ...visitor,
    view,
    openedAt,
    today,
    step: view.canSendCodes ? "what" : "call",
    stepAhead: null,
    wish: null,
    together: [],
    sameProvider: false,
    waits: false,
    lookingFor: "requests",
    from: startOfWeek(today ?? dateInTheWest(openedAt), visitor.firstWeekday),
    day: null,
    asksWhere: false,
    choosesWhere: false,
    locationId: null,
    providerId: null,
    zone: null,
    answers: [],
    generation: 0,
    slotsFailure: null,
    durationOptionId: null,
    choice: null,
    ...noAnswers,
    draft: emptyDraft,
    addressGiven: false,
    invalid: {},
    sent: null,
    verifiedVisit: null,
    booked: null,
    followed: null,
    emailTaken: false,
    remembered: [],
    pending: false,
    notice: null,
    draftToken: null,
    ...noHold,
  }
  const [only, ...others] = view.types
  return only && others.length === 0 && view.canSendCodes ? withWish(state, wishForType(only, view)) : state
}

/** Starts with another wish: its times are searched, and what was typed is kept. */
export function withWish(state: State, wish: Wish): State {
  const next: State = {
    ...state,
    wish,
    day: null,
    ...firstLocation(wish, state.visitorZone, chosenBefore(state, wish)),
    providerId: null,
    zone: firstZone(wish.place, state.visitorZone),
    answers: [],
    generation: state.generation + 1,
    slotsFailure: null,
    durationOptionId: wish.durationOptions[0]?.id ?? null,
    choice: null,
    waits: false,
    ...noHold,
    // The keys of another type's questions mean something else.
    told: state.wish?.typeId === wish.typeId ? state.told : {},
    invalid: {},
    invalidAnswers: {},
    notice: null,
  }
  return { ...next, from: firstWeekOf(next), step: lacksAddress(next) ? "where" : "choose" }
}

/** A visitor who has chosen a location for one type has most likely chosen it for the next. */
const chosenBefore = ({ locationId }: State, { locations }: Wish): number | null =>
  locations.find(({ id }) => id === locationId)?.id ?? null

/** True where an address is needed before times can be searched. */
export function lacksAddress({ wish, verifiedVisit, addressGiven }: State): boolean {
  return !!wish?.needsAddress && !verifiedVisit?.hasAddress && !addressGiven
}

/** True where the search and the booking use the typed address. */
export function usesTypedAddress({ wish, verifiedVisit, addressGiven }: State): boolean {
  return !!wish?.needsAddress && !verifiedVisit?.hasAddress && addressGiven
}

/** The furthest that a company can let visitors book. */
const yearsAhead = 2

/** Minutes that the last zone of the continent to see a new day, Honolulu's, is ahead of UTC. */
const westernmostOffset = -600

const dateInTheWest = (instant: string) => localIso(instant, westernmostOffset).slice(0, 10)

/** The dates that the calendar covers. A location in the west may still be a day behind the visitor. */
export function boundsOf({ wish, openedAt, today }: State): Bounds {
  const inTheWest = dateInTheWest(openedAt)
  const first = earlier(today ?? inTheWest, inTheWest)
  const { earliestDate = null, latestDate = null } = wish?.request ?? {}
  const year = Number(first.slice(0, 4)) + yearsAhead
  return {
    firstDate: later(earliestDate ?? first, first),
    lastDate: latestDate ?? `${year}${first.slice(4, 7)}-28`,
  }
}

/** The step after the time, and the one after the questions. */
export const stepAfterTime = (state: State): Step =>
  state.wish && state.wish.questions.length > 0 ? "questions" : stepAfterQuestions(state)
export const stepAfterQuestions = (state: State): Step =>
  state.verifiedVisit ? "confirm" : stepToProve(state)
/** A code that was texted already is asked for again, also for another time. */
export const stepToProve = ({ sent }: Pick<State, "sent">): Step => (sent ? "code" : "phone")

/** The first week of the calendar. */
export const firstWeekOf = (state: State): string =>
  startOfWeek(boundsOf(state).firstDate, state.firstWeekday)

/** The minutes of each block: those of the chosen duration option, else the wish's own. */
export function blocksOf({ wish, durationOptionId }: State): number[] {
  const option = wish?.durationOptions.find(({ id }) => id === durationOptionId)
  return option ? [option.minutes] : (wish?.blockMinutes ?? [])
}
