/**
 * Judges each occurrence of a series by the rule of a single booking, with the occurrences before it already in their
 * places. Everything is judged from one reading of the provider's schedule.
 */
import { invalid, Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { ConflictReason } from "../../model/series.ts"
import { occupiedBy } from "../planning/planned-time.ts"
import { type BookingWish, type JudgedBooking, judgeBooking } from "./judge-booking.ts"
import { isOfOneTime, whyConflicting, withoutWindow } from "./series-conflicts.ts"
import type { Occurrence } from "./series-occurrences.ts"
import { withTaken } from "./with-taken.ts"

export interface SeriesWish {
  /** The wish for the first occurrence. Its location is known. */
  booking: BookingWish
  occurrences: readonly Occurrence[]
  /** Other starts for some, by index; null leaves the occurrence out. */
  chosen: ReadonlyMap<number, number | null>
  /** Staff plan farther ahead than customers may book. */
  passesWindow: boolean
  /** Starts that the provider's own calendars rule out, which were asked. */
  calendarBusy: ReadonlySet<number>
  /** By start: who comes beside the provider if free, because of an earlier choice. */
  preferredCrews?: ReadonlyMap<number, readonly number[]>
}

export type JudgedOccurrence = Occurrence &
  (
    | { outcome: "free"; judged: JudgedBooking }
    | { outcome: "conflict"; reason: ConflictReason }
    | { outcome: "left_out" }
  )

export interface JudgedSeries {
  occurrences: JudgedOccurrence[]
  /** The schedule with all free occurrences in it, by which alternatives are looked for. */
  loaded: LoadedSchedules
}

/**
 * With a pause before each occurrence, since a series may have many. A refusal is of the series as a whole: an unknown
 * customer, a type that can't be booked, an answer that is missing.
 */
export function* judgeSeries(
  read: LoadedSchedules,
  wish: SeriesWish,
): Generator<void, JudgedSeries | Refusal> {
  if (read.type && read.type.seats !== null)
    return invalid("appointment_type_id", "seats in a class are booked one session at a time")
  let loaded = wish.passesWindow ? withoutWindow(read) : read
  let { requestId } = wish.booking
  const occurrences: JudgedOccurrence[] = []
  for (const planned of wish.occurrences) {
    yield
    const chosen = wish.chosen.get(planned.index)
    if (chosen === null) {
      occurrences.push({ ...planned, outcome: "left_out" })
      continue
    }
    const occurrence = { ...planned, start: chosen ?? planned.start }
    const preferredCrew = wish.preferredCrews?.get(occurrence.start) ?? []
    const booking = { ...wish.booking, startMinute: occurrence.start, requestId, preferredCrew }
    const judged = judgeBooking(loaded, booking)
    if (judged instanceof Refusal) {
      if (!isOfOneTime(judged)) return judged
      const isFree = (other: LoadedSchedules) => !(judgeBooking(other, booking) instanceof Refusal)
      const reason = whyConflicting(loaded, judged, isFree)
      occurrences.push({ ...occurrence, outcome: "conflict", reason })
    } else if (wish.calendarBusy.has(occurrence.start)) {
      occurrences.push({ ...occurrence, outcome: "conflict", reason: "taken" })
    } else {
      occurrences.push({ ...occurrence, outcome: "free", judged })
      loaded = withBooked(loaded, judged)
      if (judged.request) requestId = null
    }
  }
  return { occurrences, loaded }
}

/** A request is for one appointment: it opens its type for the whole series, and the first that fits it takes it. */
function withBooked(loaded: LoadedSchedules, judged: JudgedBooking): LoadedSchedules {
  const occupied = occupiedBy(judged)
  const taken = judged.request && {
    type: { ...loaded.type!, kind: "open" as const },
    request: null,
    open_request: null,
  }
  return { ...withTaken(loaded, { ...judged, occupied }), ...taken }
}
