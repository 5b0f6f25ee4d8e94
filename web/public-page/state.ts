import { earlier, monthOf } from "../shared/dates.ts"
import type { FailureNotice } from "../shared/failure-notice.ts"
import type { Opening } from "../shared/times/openings.ts"
import type { Bounds, TimesState } from "../shared/times/times-state.ts"
import { wallClock } from "../shared/zones.ts"
import type { BookedView, CodeSentView, PageView, VerifiedVisitView } from "./contract.ts"
import { type Draft, emptyDraft, type Invalid } from "./draft.ts"
import { type Wish, wishForType } from "./wish.ts"

/** What the visitor is looking at. */
export type Step =
  | "what"
  | "where"
  | "choose"
  | "phone"
  | "code"
  | "requests"
  | "confirm"
  | "booked"
  | "call"
  | "closed"

/** Everything the page knows. Steps read it, `reduce` alone makes the next one. */
export interface State extends TimesState {
  view: PageView
  /** The visitor's own zone, and the instant (ISO 8601 UTC) the page was opened. */
  visitorZone: string
  openedAt: string
  step: Step
  wish: Wish | null
  locationId: number | null
  durationOptionId: number | null
  choice: Opening | null
  draft: Draft
  /** The typed address passed its check, so that times can be searched with it. */
  addressGiven: boolean
  invalid: Invalid
  /** The code that was texted last, and the number it went to as people write it. */
  sent: (CodeSentView & { phone: string }) | null
  verifiedVisit: (VerifiedVisitView & { visitToken: string }) | null
  booked: BookedView | null
  emailTaken: boolean
  /** A code, registration or booking is on its way. */
  pending: boolean
  notice: FailureNotice | null
}

/**
 * The page as it first stands. A single type needs no choosing.
 *
 * @param openedAt now, ISO 8601 UTC
 */
export function initialState(view: PageView, visitorZone: string, openedAt: string): State {
  const state: State = {
    view,
    visitorZone,
    openedAt,
    step: "what",
    wish: null,
    month: monthOf(wallClock(openedAt, visitorZone).date),
    day: null,
    dayOpen: false,
    providerId: null,
    zone: null,
    answers: [],
    generation: 0,
    slotsFailure: null,
    locationId: null,
    durationOptionId: null,
    choice: null,
    draft: emptyDraft,
    addressGiven: false,
    invalid: {},
    sent: null,
    verifiedVisit: null,
    booked: null,
    emailTaken: false,
    pending: false,
    notice: null,
  }
  const [only, ...others] = view.types
  return only && others.length === 0 ? withWish(state, wishForType(only)) : state
}

/** Sets out for another wish: its times are asked for afresh, what was typed is kept. */
export function withWish(state: State, wish: Wish): State {
  const opened = monthOf(wallClock(state.openedAt, state.visitorZone).date)
  const wanted = wish.request?.earliestDate ? monthOf(wish.request.earliestDate) : opened
  const next: State = {
    ...state,
    wish,
    month: wanted > opened ? wanted : opened,
    day: null,
    dayOpen: false,
    providerId: null,
    zone: wish.place === "remote" ? state.visitorZone : null,
    answers: [],
    generation: state.generation + 1,
    slotsFailure: null,
    locationId: null,
    durationOptionId: wish.durationOptions[0]?.id ?? null,
    choice: null,
    invalid: {},
    notice: null,
  }
  return { ...next, step: lacksAddress(next) ? "where" : "choose" }
}

/** Whether times cannot be searched before an address is given. */
export function lacksAddress({ wish, verifiedVisit, addressGiven }: State): boolean {
  return !!wish?.needsAddress && !verifiedVisit?.hasAddress && !addressGiven
}

/** Whether the typed address is what the search and the booking go by. */
export function usesTypedAddress({ wish, verifiedVisit, addressGiven }: State): boolean {
  return !!wish?.needsAddress && !verifiedVisit?.hasAddress && addressGiven
}

/** Two years: the furthest that a company can let visitors book. */
const yearsAhead = 2

/** How far the calendar can be turned. The west of the continent may still be a day behind the visitor. */
export function boundsOf({ wish, openedAt, visitorZone }: State): Bounds {
  const today = earlier(wallClock(openedAt, visitorZone).date, wallClock(openedAt, "Pacific/Honolulu").date)
  const { earliestDate = null, latestDate = null } = wish?.request ?? {}
  const year = Number(today.slice(0, 4)) + yearsAhead
  return {
    firstDate: earliestDate && earliestDate > today ? earliestDate : today,
    lastDate: latestDate ?? `${year}${today.slice(4, 7)}-28`,
  }
}

/** The wish's length: a chosen option's, else its own. */
export function blocksOf({ wish, durationOptionId }: State): number[] {
  const option = wish?.durationOptions.find(({ id }) => id === durationOptionId)
  return option ? [option.minutes] : (wish?.blockMinutes ?? [])
}
