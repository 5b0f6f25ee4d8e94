/**
 * The version of an event that counts: of one UID, and of one occurrence that is replaced, the highest SEQUENCE, then the newest
 * DTSTAMP. Where both are the same, all of them count.
 */
import { secondsPerDay } from "../../time/units.ts"
import type { CalendarTime } from "./calendar-times.ts"
import type { CalendarEvent } from "./events.ts"

/** The newest versions of the events of one UID. */
export function newestVersions(events: readonly CalendarEvent[]): CalendarEvent[] {
  const series = newest(events.filter(({ isException }) => !isException))
  const cancelled = series.find(({ isCancelled }) => isCancelled)
  const exceptions = events.filter(
    // A series that is cancelled takes with it what was changed in it before.
    ({ isException, sequence }) => isException && !(cancelled && sequence < cancelled.sequence),
  )
  const unread = exceptions.filter(({ recurrenceId }) => recurrenceId === null)
  const byOccurrence = Map.groupBy(
    exceptions.filter(({ recurrenceId }) => recurrenceId !== null),
    (exception) =>
      `${exception.isForFuture}${exceptionKey(series[0] ?? exception, exception.recurrenceId!, series[0] !== undefined)}`,
  )
  return [...series, ...unread, ...[...byOccurrence.values()].flatMap(newest)]
}

function newest(versions: readonly CalendarEvent[]): CalendarEvent[] {
  let best: CalendarEvent[] = []
  for (const version of versions) {
    const [first] = best
    const difference = first
      ? version.sequence - first.sequence || Math.sign(version.stampedAt - first.stampedAt) || 0
      : 1
    if (difference > 0) best = [version]
    else if (difference === 0) best.push(version)
  }
  return best
}

/** The occurrence that a time names, as text: a date `d…` where the series is of dates or the time is one, else an instant `i…`. */
export function exceptionKey(series: CalendarEvent, time: CalendarTime, isSeries = true): string {
  const isByDate = time.isDate || (isSeries && series.start.isDate)
  return isByDate ? `d${dateIn(time)}` : `i${instantIn(series, time)}`
}

/** UTC seconds of a time that belongs to the event; NaN where its zone is not known and another than the event's. */
export function instantIn({ start, zones }: CalendarEvent, time: CalendarTime): number {
  const zone = time.zone ?? start.zone
  const { before, after } = zones.slackOf(zone)
  const isUnknown = before + after > 0 && zone !== start.zone
  return isUnknown ? Number.NaN : zones.toUtc(time.wall, zone)
}

/**
 * The day that a time means in a series of dates. In UTC a program writes the midnight of its own zone, which is less than half a day
 * from that of UTC.
 */
export function dateIn({ wall, isDate, zone }: CalendarTime): number {
  const isShifted = !isDate && zone === "UTC"
  return Math.floor((isShifted ? wall + secondsPerDay / 2 : wall) / secondsPerDay)
}
