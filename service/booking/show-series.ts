/** A series as answers show it: each occurrence with what became of it. */
import type { CompanyAppointment } from "../../domain/model/appointment.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { type Every, type ShownOccurrence, showEvery } from "../../domain/model/series.ts"
import type { BookingWish } from "../../domain/rules/booking/judge-booking.ts"
import type { JudgedOccurrence } from "../../domain/rules/booking/judge-series.ts"
import { alternativesTo, soughtByBooking } from "../../domain/rules/booking/series-conflicts.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"

export interface ShownJudgements {
  occurrences: readonly JudgedOccurrence[]
  /** The schedules in which alternatives are searched. */
  loaded: LoadedSchedules
  wish: { first: BookingWish; every: Every }
  timezone: string
}

/** A clock's reading, from minutes since 1970-01-01T00:00 local. */
export const showWall = (wall: number) => ({
  local_date: isoOfMinute(wall).slice(0, 10),
  local_time: isoOfMinute(wall).slice(11, 16),
})

/** With a pause before each, since a conflict's alternatives are searched for. */
export function* showOccurrences({
  occurrences,
  loaded,
  wish,
}: ShownJudgements): Generator<void, ShownOccurrence[]> {
  const shown: ShownOccurrence[] = []
  for (const one of occurrences) {
    yield
    shown.push({
      index: one.index,
      start_time: isoOfMinute(one.start),
      ...showWall(one.wall),
      end_time: one.outcome === "free" ? isoOfMinute(one.judged.blocks.at(-1)!.end) : null,
      outcome: one.outcome,
      reason: one.outcome === "conflict" ? one.reason : null,
      alternatives:
        one.outcome === "conflict"
          ? alternativesTo(loaded, soughtByBooking(loaded, wish.first), one.start, wish.every)
          : [],
      appointment_id: null,
    })
  }
  return shown
}

/** Booked when it has an id. `shown` are the occurrences as `showOccurrences` gives them. */
export function showSeries(
  judged: ShownJudgements,
  shown: readonly ShownOccurrence[],
  seriesId: number | null,
  appointments: readonly CompanyAppointment[],
) {
  const idAt = new Map(appointments.map(({ series_index, id }) => [series_index, id]))
  const occurrences = shown.map((one): ShownOccurrence => {
    const appointmentId = idAt.get(one.index)
    if (appointmentId !== undefined) return { ...one, outcome: "booked", appointment_id: appointmentId }
    return seriesId !== null && one.outcome === "conflict" ? { ...one, outcome: "left_out" } : one
  })
  return {
    series_id: seriesId,
    every: showEvery(judged.wish.every),
    timezone: judged.timezone,
    fits: occurrences.filter(({ outcome }) => outcome === "free" || outcome === "booked").length,
    occurrences,
    appointments: [...appointments],
  }
}
