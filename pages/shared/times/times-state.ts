import type { ChoicesView, LocationView, SlotsView } from "../../../domain/contracts/customer-pages.ts"
import { addDays } from "../../../ui/dates.ts"
import type { FailureCode } from "../api.ts"
import { hasClock, isSameClock, wallClock } from "../zones.ts"
import { type Opening, openingsByDay } from "./openings.ts"
import { clipRange, type DateRange, missingRanges } from "./ranges.ts"
import { isShown, lastShown, startOfWeek, turnedTo } from "./weeks.ts"

/** The part of each page's state that choosing a time needs. */
export interface TimesState {
  /** The first day of the calendar, which is the first of its week. */
  from: string
  /** The first day of the visitor's week: 1 (Monday) to 7 (Sunday). */
  firstWeekday: number
  /** Today's date on the visitor's device; null until the browser has said it, as on the server. */
  today: string | null
  /** The day that the visitor chose; while it has no times the first shown day with times is shown. */
  day: string | null
  /** There are too many locations to search them all: times are searched once the visitor has chosen one. */
  asksWhere: boolean
  /** There are several locations: times are shown of the chosen one. */
  choosesWhere: boolean
  /** Null where there is nothing to choose, or nothing chosen yet. */
  locationId: number | null
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

/** The actions while a time is chosen. */
export type TimesAction =
  | { type: "showWeeks"; from: string }
  | { type: "weekStarts"; weekday: number }
  | { type: "pickDay"; day: string }
  | { type: "pickLocation"; locationId: number | null }
  | { type: "pickProvider"; providerId: number | null }
  | { type: "pickZone"; zone: string }
  | { type: "retrySlots" }
  | { type: "slotsArrived"; generation: number; answers: SlotsView[] }
  | { type: "slotsFailed"; generation: number; from: string; code: FailureCode }

export function reduceTimes<State extends TimesState>(state: State, action: TimesAction): State {
  switch (action.type) {
    case "showWeeks":
      return { ...state, from: action.from, day: null, slotsFailure: null }
    case "weekStarts":
      return weekStarts(state, action.weekday)
    case "pickDay":
      return { ...state, from: turnedTo(action.day, state.from), day: action.day }
    case "pickLocation":
      return pickLocation(state, action.locationId)
    case "pickProvider":
      return { ...state, providerId: action.providerId }
    case "pickZone":
      // The clock of another zone comes late: by then another type may be wanted, whose times are in their own zones.
      return state.zone === null ? state : { ...state, zone: action.zone }
    case "retrySlots":
      return { ...state, slotsFailure: null }
    case "slotsArrived":
      if (action.generation !== state.generation) return state
      return { ...state, answers: [...state.answers, ...action.answers] }
    case "slotsFailed":
      if (action.generation !== state.generation || action.from !== state.from) return state
      return { ...state, slotsFailure: action.code }
  }
}

/** The visitor reads another language, whose weeks may start on another day. */
function weekStarts<State extends TimesState>(state: State, firstWeekday: number): State {
  if (firstWeekday === state.firstWeekday) return state
  return { ...state, firstWeekday, from: startOfWeek(addDays(state.from, 6), firstWeekday) }
}

/** All times of a few locations are known. Among many, the chosen one is searched. */
function pickLocation<State extends TimesState>(state: State, locationId: number | null): State {
  const next = { ...state, locationId, providerId: null }
  return state.asksWhere ? withoutTimes({ ...next, day: null }) : next
}

/** Drops the known times, so that the shown weeks are searched again. */
export function withoutTimes<State extends TimesState>(state: State): State {
  return { ...state, answers: [], generation: state.generation + 1, slotsFailure: null }
}

/** With more locations than these the visitor chooses one before times are searched, as the service does it too. */
const mostSearchedAtOnce = 4

/**
 * The location that times are chosen for at first: the only one whose clock the visitor's device has, else none yet.
 *
 * @param near what is known of the visitor comes before the clock
 */
export function firstLocation(
  { locations }: Pick<ChoicesView, "locations">,
  visitorZone: string | null,
  near: number | null = null,
) {
  const choosesWhere = locations.length > 1
  const [only, ...others] = visitorZone ? locations.filter(isOfZone(visitorZone)) : []
  const byZone = only && others.length === 0 ? only.id : null
  return {
    asksWhere: locations.length > mostSearchedAtOnce,
    choosesWhere,
    locationId: choosesWhere ? (near ?? byZone) : null,
  }
}

const isOfZone =
  (visitorZone: string) =>
  ({ timezone }: LocationView) =>
    isSameClock(timezone, visitorZone)

/** The locations of the visitor's zone first. */
export const nearFirst = (locations: readonly LocationView[], visitorZone: string | null): LocationView[] => {
  const isNear = visitorZone ? isOfZone(visitorZone) : () => false
  return locations.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)))
}

/** The zone that all times are shown in at first: the visitor's for a remote type, once its clock is known. */
export const firstZone = (place: string | undefined, visitorZone: string | null): string | null =>
  place === "remote" && visitorZone && hasClock(visitorZone) ? visitorZone : null

/** Shows the day of a time, in the zone that times are shown in. */
export function atDayOf<State extends TimesState>(state: State, { startTime, timezone }: Opening): State {
  const { date } = wallClock(startTime, state.zone ?? timezone)
  return { ...state, day: date, from: turnedTo(date, state.from) }
}

/** True while no times are shown because the visitor has yet to choose a location. */
export const waitsForLocation = ({
  choosesWhere,
  locationId,
}: Pick<TimesState, "choosesWhere" | "locationId">): boolean => choosesWhere && locationId === null

/** The device's zone, which the server does not know, may choose it. */
export const isFindingWhere = (state: TimesState): boolean =>
  state.visitorZone === null && waitsForLocation(state)

/** The shown answers: none before a location is chosen. */
const answersShown = (state: TimesState) => (waitsForLocation(state) ? [] : state.answers)

/** The shown day: the chosen one while it has times, else the first shown one that has; of a move the nearest to the present. */
export function shownDay(
  { day, from }: TimesState,
  days: Map<string, Opening[]>,
  present: string | null = null,
): string | null {
  if (day && isShown(day, from) && days.has(day)) return day
  const shown = [...days].filter(([date]) => isShown(date, from)).sort()
  if (present === null) return shown[0]?.[0] ?? null
  const away = ([, openings]: [string, Opening[]]) => Math.min(...openings.map(awayFrom(present)))
  return shown.sort((a, b) => away(a) - away(b))[0]?.[0] ?? null
}

const awayFrom =
  (present: string) =>
  ({ startTime }: Opening): number =>
    Math.abs(Date.parse(startTime) - Date.parse(present))

/** The chosen time's opening fits what the visitor has chosen beside it. */
const fits =
  ({ locationId, providerId }: TimesState) =>
  (opening: Pick<Opening, "locationId" | "providerId">) =>
    (locationId === null || locationId === opening.locationId) &&
    (providerId === null || providerId === opening.providerId)

/** The openings that fit, by local date: never `present`, the start that a moved appointment has. */
export function openDays(state: TimesState, present: string | null = null): Map<string, Opening[]> {
  const isWanted = fits(state)
  return openingsByDay(
    answersShown(state),
    (opening) => opening.startTime !== present && isWanted(opening),
    state.zone,
  )
}

/** The dates on which those who work have no time left. */
export function fullDays(state: TimesState): Set<string> {
  const full = answersShown(state)
    .flatMap((answer) => answer.full)
    .filter(fits(state))
  return new Set(full.flatMap(({ dates }) => dates))
}

/**
 * Three times that are one tap away: the best of the shown weeks at the chosen location and with the chosen provider, the
 * earlier weeks first; else the first of the first days. Of a move those nearest to `present`, which is none of them.
 */
export function suggested(
  state: TimesState,
  days: Map<string, Opening[]>,
  present: string | null = null,
): Opening[] {
  const dateOf = ({ startTime, timezone }: Opening) => wallClock(startTime, state.zone ?? timezone).date
  if (present !== null) return nearest(state, days, awayFrom(present))
  const best = answersShown(state)
    .toSorted((a, b) => (a.range.startDate < b.range.startDate ? -1 : 1))
    .flatMap((answer) => bestIn(answer, state))
    .filter((opening) => fits(state)(opening) && isShown(dateOf(opening), state.from))
  if (best.length > 0) return best.slice(0, 3)
  const firsts = [...days].filter(([date]) => isShown(date, state.from)).sort()
  return firsts.slice(0, 3).flatMap(([, openings]) => openings[0] ?? [])
}

function nearest(
  { from }: TimesState,
  days: Map<string, Opening[]>,
  away: (opening: Opening) => number,
): Opening[] {
  const shown = [...days].flatMap(([date, openings]) => (isShown(date, from) ? openings : []))
  return shown
    .sort((a, b) => away(a) - away(b))
    .slice(0, 3)
    .sort((a, b) => a.startTime.localeCompare(b.startTime))
}

/** A single location, or a single provider, with times leaves that choice open. */
function bestIn(
  { recommended, recommendedFor }: SlotsView,
  { locationId, providerId }: TimesState,
): Opening[] {
  const of = (location: number | null, provider: number | null) =>
    recommendedFor.find((choice) => choice.locationId === location && choice.providerId === provider)?.times
  return of(locationId, providerId) ?? of(null, providerId) ?? of(locationId, null) ?? recommended
}

/** The first date after the shown weeks that is known to have a time, in any order of the answers. */
export function nextAvailable(state: TimesState): { date: string } | null {
  const named = answersShown(state)
    .flatMap((answer) => answer.nextAvailable ?? [])
    .filter(fits(state))
  const dates = [
    ...named.map(({ startTime, timezone }) => wallClock(startTime, state.zone ?? timezone).date),
    ...openDays(state).keys(),
  ]
  const [date] = dates.filter((each) => each > lastShown(state.from)).sort()
  return date === undefined ? null : { date }
}

/** The dates of the shown weeks whose times are not known yet. */
export function missingTimes(state: TimesState, bounds: Bounds): DateRange[] {
  const { from, zone, answers } = state
  if (waitsForLocation(state)) return []
  // Times that are shown in another zone can move into these weeks from a day on either side.
  const spillDays = zone ? 1 : 0
  const wanted = clipRange(
    { startDate: addDays(from, -spillDays), endDate: addDays(lastShown(from), spillDays + 1) },
    bounds,
  )
  return wanted
    ? missingRanges(
        wanted,
        answers.map((answer) => answer.range),
      )
    : []
}

/** True while the shown weeks still wait for times; null bounds have none. */
export const isLoadingTimes = (state: TimesState, bounds: Bounds | null): boolean =>
  state.slotsFailure === null &&
  (isFindingWhere(state) || (!!bounds && missingTimes(state, bounds).length > 0))
