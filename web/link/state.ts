import type { LinkView, SlotsView } from "../shared/contract.ts"
import { monthOf } from "../shared/dates.ts"
import { type Opening, openingsByDay } from "../shared/openings.ts"
import { wallClock } from "../shared/zones.ts"

/** What the visitor is looking at. */
export type Step = "choose" | "confirm" | "appointment" | "cancel" | "call" | "closed" | "ended"

/** A message that stays until the visitor's next step. */
export interface Notice {
  tone: "alert" | "status"
  /** A code of the service, or one of the page's own good news. */
  code: string
  alternatives: Opening[]
  retryAfterSeconds: number | null
  /** What became of the appointment that somebody else changed. */
  changed: "moved" | "cancelled" | null
}

/** Everything the page knows. Steps read it, `reduce` alone makes the next one. */
export interface State {
  view: LinkView
  step: Step
  /** The times replace the appointment instead of making one. */
  moving: boolean
  month: string
  /** The day the visitor asked for; what is shown may be the month's first open one. */
  day: string | null
  /** On a phone: the day's times stand in place of the calendar. */
  dayOpen: boolean
  choice: Opening | null
  providerId: number | null
  /** The zone all times are shown in; null shows each in its place's own. */
  zone: string | null
  answers: SlotsView[]
  /** Counts how often the known times were thrown away; late answers of an older count are dropped. */
  generation: number
  slotsFailure: string | null
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
  const [firstOpenDay] = [...openingsByDay(answers, null, null).keys()].sort()
  return monthOf(firstOpenDay ?? view.bookable?.firstDate ?? "")
}

/** The shown day: the one asked for while it has times in the shown month, else the month's first that has. */
export function shownDay(state: State, days: Map<string, Opening[]>): string | null {
  const asked = state.day
  if (asked && monthOf(asked) === state.month && days.has(asked)) return asked
  return [...days.keys()].filter((date) => monthOf(date) === state.month).sort()[0] ?? null
}

/** Up to three recommended times of the shown month that fit the chosen provider. */
export function suggested(state: State): Opening[] {
  const fits = ({ startTime, timezone, providerId }: Opening) =>
    monthOf(wallClock(startTime, state.zone ?? timezone).date) === state.month &&
    (state.providerId === null || state.providerId === providerId)
  return state.answers
    .flatMap((answer) => answer.recommended)
    .filter(fits)
    .slice(0, 3)
}

/** The first time after the shown month that the answers name; null when they name none. */
export function nextAvailable(state: State): Opening | null {
  const { answers, month, zone } = state
  const isLater = ({ startTime, timezone }: Opening) =>
    wallClock(startTime, zone ?? timezone).date > `${month}-31`
  return answers.flatMap((answer) => answer.nextAvailable ?? []).find(isLater) ?? null
}
