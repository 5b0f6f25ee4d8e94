/** One event's occurrences: rule, added and excluded dates, and the exceptions that replace single ones or all that follow. */

import { secondsPerDay } from "../../time/units.ts"
import type { CalendarDuration, CalendarTime } from "./calendar-times.ts"
import type { CalendarEvent } from "./events.ts"
import { expandRule } from "./expand-rule.ts"
import type { RecurrenceRule } from "./recurrence-rule.ts"
import type { Budget } from "./unreadable-calendar.ts"
import type { Zones } from "./zones.ts"

/** UTC seconds, end exclusive. */
export interface Span {
  start: number
  end: number
}

export interface Ground {
  /** UTC seconds; spans outside may be left out. */
  window: Span
  zones: Zones
  budget: Budget
}

/** The busy spans of one UID: the event that repeats, if it is there, and its exceptions. May lie outside the window. */
export function busySpans(events: readonly CalendarEvent[], ground: Ground): Span[] {
  const exceptions = events.filter(({ recurrenceId }) => recurrenceId !== null)
  const repeating = events.filter(({ recurrenceId }) => recurrenceId === null)
  const hasLasting = exceptions.some(({ isForFuture }) => isForFuture)
  return [
    ...exceptions.filter(({ isBusy }) => isBusy).map((event) => spanAt(event, event.start.wall, ground)),
    ...repeating
      .filter(({ isBusy }) => isBusy || hasLasting)
      .flatMap((event) => repeatedSpans(event, exceptions, ground)),
  ]
}

/** An occurrence costs more time and memory than a day that is looked at. */
const stepsOfOccurrence = 3

function repeatedSpans(event: CalendarEvent, exceptions: readonly CalendarEvent[], ground: Ground): Span[] {
  ground.budget.spend(
    exceptions.length + event.addedTimes.length + event.addedPeriods.length + event.excluded.length,
  )
  const instantOf = (time: CalendarTime) => ground.zones.toUtc(time.wall, time.zone ?? event.start.zone)
  const replaced = new Set(exceptions.map(({ recurrenceId }) => instantOf(recurrenceId!)))
  const lasting = exceptions
    .filter(({ isForFuture }) => isForFuture)
    .map((exception) => ({ exception, from: instantOf(exception.recurrenceId!) }))
    .sort((a, b) => b.from - a.from)
  const isExcluded = exclusionOf(event, instantOf)
  const spans: Span[] = []
  const changes = lasting.map(({ exception }) => exception)
  for (const wall of wallsOf(event, changes, ground)) {
    ground.budget.spend(stepsOfOccurrence + lasting.length)
    const at = ground.zones.toUtc(wall, event.start.zone)
    if (replaced.has(at) || isExcluded(wall, at)) continue
    const changed = lasting.find(({ from }) => from < at)?.exception
    if (!changed) {
      if (event.isBusy) spans.push(spanAt(event, wall, ground))
    } else if (changed.isBusy) {
      spans.push(spanAt(changed, wall + changed.start.wall - changed.recurrenceId!.wall, ground))
    }
  }
  return event.isBusy ? [...spans, ...addedSpans(event, replaced, ground)] : spans
}

/** EXDATE by instant; one that is a date takes the whole day of an event with a time. */
function exclusionOf(event: CalendarEvent, instantOf: (time: CalendarTime) => number) {
  const instants = new Set(event.excluded.map(instantOf))
  const days = new Set(
    event.excluded.filter(({ isDate }) => isDate).map(({ wall }) => Math.floor(wall / secondsPerDay)),
  )
  return (wall: number, at: number) => instants.has(at) || days.has(Math.floor(wall / secondsPerDay))
}

/** Wall seconds at which the event, as it was planned, begins. */
function wallsOf(event: CalendarEvent, lasting: readonly CalendarEvent[], ground: Ground): Set<number> {
  const { window, budget } = ground
  const longest = largest([event, ...lasting].map(({ length }) => secondsIn(length)))
  const shift = largest(lasting.map(({ start, recurrenceId }) => Math.abs(start.wall - recurrenceId!.wall)))
  // More than the difference between any two zones' clocks.
  const slack = 2 * secondsPerDay + shift
  const walls = { from: window.start - longest - slack, to: window.end + slack }
  const added = event.addedTimes.map((time) =>
    // A time in another zone is converted to the event's own clock by its distance from the start.
    time.zone === event.start.zone || time.isDate
      ? time.wall
      : event.start.wall +
        ground.zones.toUtc(time.wall, time.zone) -
        ground.zones.toUtc(event.start.wall, event.start.zone),
  )
  return new Set([
    event.start.wall,
    ...event.rules.flatMap((rule) =>
      expandRule(rule, event.start.wall, walls, overAfter(rule, event, ground), budget),
    ),
    ...added,
  ])
}

const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0)

/** UNTIL ends the rule after its day when it is a date, and after its instant otherwise. */
function overAfter({ until }: RecurrenceRule, { start }: CalendarEvent, { zones }: Ground) {
  return (wall: number) => {
    if (until === null) return false
    if (until.isDate) return wall >= until.wall + secondsPerDay
    return until.zone === "UTC" && !start.isDate
      ? zones.toUtc(wall, start.zone) > until.wall
      : wall > until.wall
  }
}

const secondsIn = ({ days, seconds }: CalendarDuration) => days * secondsPerDay + seconds

function addedSpans(event: CalendarEvent, replaced: ReadonlySet<number>, { zones }: Ground): Span[] {
  return event.addedPeriods.flatMap(({ start, end }) => {
    const at = zones.toUtc(start.wall, start.zone)
    if (replaced.has(at)) return []
    const until = "wall" in end ? zones.toUtc(end.wall, end.zone) : at + secondsIn(end)
    return [{ start: at, end: until }]
  })
}

/** Whole days end at a midnight of their zone, so that a clock change does not shift the end. */
function spanAt({ start, length }: CalendarEvent, wall: number, { zones }: Ground): Span {
  const begin = zones.toUtc(wall, start.zone)
  const days = length.days === 0 ? begin : zones.toUtc(wall + length.days * secondsPerDay, start.zone)
  return { start: begin, end: days + length.seconds }
}
