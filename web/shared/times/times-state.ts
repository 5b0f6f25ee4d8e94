import type { FailureCode } from "../api.ts"
import type { SlotsView } from "../contract.ts"
import { monthOf } from "../dates.ts"
import { wallClock } from "../zones.ts"
import { type Opening, openingsByDay } from "./openings.ts"
import { clipRange, type DateRange, missingRanges, rangeOfMonth } from "./ranges.ts"

/** The part of each page's state that choosing a time needs. */
export interface TimesState {
  month: string
  /** The day that the visitor chose; while it has no times the month's first day with times is shown. */
  day: string | null
  /** On a phone: the day's times replace the calendar. */
  dayOpen: boolean
  providerId: number | null
  /** The zone of the visitor's device; null until the browser has said it, as on the server. */
  visitorZone: string | null
  /** The zone all times are shown in; null shows each in its location's own. */
  zone: string | null
  answers: SlotsView[]
  /** Grows each time the known times are dropped, so that late answers of an older generation are ignored. */
  generation: number
  slotsFailure: FailureCode | null
}

/** Local dates, both inclusive, within which times can exist. */
export interface Bounds {
  firstDate: string
  lastDate: string
}

/** What can happen while a time is chosen. */
export type TimesAction =
  | { type: "showMonth"; month: string }
  | { type: "pickDay"; day: string }
  | { type: "closeDay" }
  | { type: "pickProvider"; providerId: number | null }
  | { type: "pickZone"; zone: string }
  | { type: "retrySlots" }
  | { type: "slotsArrived"; generation: number; answers: SlotsView[] }
  | { type: "slotsFailed"; generation: number; month: string; code: FailureCode }

export function reduceTimes<State extends TimesState>(state: State, action: TimesAction): State {
  switch (action.type) {
    case "showMonth":
      return { ...state, month: action.month, day: null, dayOpen: false, slotsFailure: null }
    case "pickDay":
      return { ...state, month: monthOf(action.day), day: action.day, dayOpen: true }
    case "closeDay":
      return { ...state, dayOpen: false }
    case "pickProvider":
      return { ...state, providerId: action.providerId }
    case "pickZone":
      return { ...state, zone: action.zone }
    case "retrySlots":
      return { ...state, slotsFailure: null }
    case "slotsArrived":
      if (action.generation !== state.generation) return state
      return { ...state, answers: [...state.answers, ...action.answers] }
    case "slotsFailed":
      if (action.generation !== state.generation || action.month !== state.month) return state
      return { ...state, slotsFailure: action.code }
  }
}

/** Drops the known times, so that the shown month is searched again. */
export function withoutTimes<State extends TimesState>(state: State): State {
  return { ...state, answers: [], generation: state.generation + 1, slotsFailure: null }
}

/** Shows the day of a time, in the zone that times are shown in. */
export function atDayOf<State extends TimesState>(state: State, { startTime, timezone }: Opening): State {
  const { date } = wallClock(startTime, state.zone ?? timezone)
  return { ...state, day: date, month: monthOf(date) }
}

/** The shown day: the chosen one while it has times in the shown month, else the month's first with times. */
export function shownDay(state: TimesState, days: Map<string, Opening[]>): string | null {
  const asked = state.day
  if (asked && monthOf(asked) === state.month && days.has(asked)) return asked
  return [...days.keys()].filter((date) => monthOf(date) === state.month).sort()[0] ?? null
}

/** The first month with a known time; null without one. */
export function firstOpenMonth(answers: SlotsView[]): string | null {
  const [firstOpenDay] = [...openingsByDay(answers, null, null).keys()].sort()
  return firstOpenDay ? monthOf(firstOpenDay) : null
}

/** Up to three recommended times of the shown month that fit the chosen provider. */
export function suggested(state: TimesState): Opening[] {
  const fits = ({ startTime, timezone, providerId }: Opening) =>
    monthOf(wallClock(startTime, state.zone ?? timezone).date) === state.month &&
    (state.providerId === null || state.providerId === providerId)
  return state.answers
    .flatMap((answer) => answer.recommended)
    .filter(fits)
    .slice(0, 3)
}

/** The first time after the shown month, as far as the answers say. */
export function nextAvailable({ answers, month, zone }: TimesState): Opening | null {
  const isLater = ({ startTime, timezone }: Opening) =>
    wallClock(startTime, zone ?? timezone).date > `${month}-31`
  return answers.flatMap((answer) => answer.nextAvailable ?? []).find(isLater) ?? null
}

/** The dates of the shown month whose times are not known yet. */
export function missingTimes({ month, zone, answers }: TimesState, bounds: Bounds): DateRange[] {
  const wanted = clipRange(rangeOfMonth(month, zone ? 1 : 0), bounds)
  return wanted
    ? missingRanges(
        wanted,
        answers.map((answer) => answer.range),
      )
    : []
}
