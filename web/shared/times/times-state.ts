import type { SlotsView } from "../contract.ts"
import { monthOf } from "../dates.ts"
import { wallClock } from "../zones.ts"
import { type Opening, openingsByDay } from "./openings.ts"
import { clipRange, type DateRange, missingRanges, rangeOfMonth } from "./ranges.ts"

/** What a page knows while a time is chosen; part of each page's state. */
export interface TimesState {
  month: string
  /** The day the visitor asked for; what is shown may be the month's first open one. */
  day: string | null
  /** On a phone: the day's times stand in place of the calendar. */
  dayOpen: boolean
  providerId: number | null
  /** The zone all times are shown in; null shows each in its place's own. */
  zone: string | null
  answers: SlotsView[]
  /** Counts how often the known times were thrown away; late answers of an older count are dropped. */
  generation: number
  slotsFailure: string | null
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
  | { type: "slotsFailed"; generation: number; month: string; code: string }

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

/** Forgets the known times, so that the shown month is asked for afresh; all else is kept. */
export function withoutTimes<State extends TimesState>(state: State): State {
  return { ...state, answers: [], generation: state.generation + 1, slotsFailure: null }
}

/** Shows the day of a time, in the zone that times are shown in. */
export function atDayOf<State extends TimesState>(state: State, { startTime, timezone }: Opening): State {
  const { date } = wallClock(startTime, state.zone ?? timezone)
  return { ...state, day: date, month: monthOf(date) }
}

/** The shown day: the one asked for while it has times in the shown month, else the month's first that has. */
export function shownDay(state: TimesState, days: Map<string, Opening[]>): string | null {
  const asked = state.day
  if (asked && monthOf(asked) === state.month && days.has(asked)) return asked
  return [...days.keys()].filter((date) => monthOf(date) === state.month).sort()[0] ?? null
}

/** The first month of which a time is known; null when none is. */
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

/** The first time after the shown month that the answers name; null when they name none. */
export function nextAvailable({ answers, month, zone }: TimesState): Opening | null {
  const isLater = ({ startTime, timezone }: Opening) =>
    wallClock(startTime, zone ?? timezone).date > `${month}-31`
  return answers.flatMap((answer) => answer.nextAvailable ?? []).find(isLater) ?? null
}

/** The dates whose times are not known yet but are needed to show the month. */
export function missingTimes({ month, zone, answers }: TimesState, bounds: Bounds): DateRange[] {
  const wanted = clipRange(rangeOfMonth(month, zone ? 1 : 0), bounds)
  return wanted
    ? missingRanges(
        wanted,
        answers.map((answer) => answer.range),
      )
    : []
}
