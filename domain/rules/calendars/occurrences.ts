/** One event's occurrences: rule, added and excluded dates, and the exceptions that replace single ones or all that follow. */

import { secondsPerDay } from "../../time/units.ts"
import type { CalendarTime } from "./calendar-times.ts"
import { type CalendarEvent, type Span, secondsIn } from "./events.ts"
import { expandRule } from "./expand-rule.ts"
import type { RecurrenceRule } from "./recurrence-rule.ts"
import type { Budget } from "./unreadable-calendar.ts"
import { dateIn, exceptionKey, instantIn } from "./versions.ts"

export interface Ground {
  /** UTC seconds; spans outside may be left out. */
  window: Span
  budget: Budget
}

/** An event, and the spans that it keeps busy. */
export interface BusyEvent {
  event: CalendarEvent
  spans: Span[]
}

/**
 * The busy spans of one UID, of which each version but the newest is left out already: the event that repeats, if it is there, and
 * its exceptions. May lie outside the window.
 */
export function busySpans(events: readonly CalendarEvent[], ground: Ground): BusyEvent[] {
  const repeating = events.filter(({ isException }) => !isException)
  const exceptions = standing(
    events.filter(({ isException }) => isException),
    repeating,
    ground,
  )
  const hasLasting = exceptions.some(({ isForFuture }) => isForFuture)
  return [
    ...exceptions
      .filter(({ isBusy }) => isBusy)
      .map((event) => ({ event, spans: [event.widest ?? spanAt(event, event.start.wall)] })),
    ...repeating
      .filter(({ isBusy }) => isBusy || hasLasting)
      .flatMap((event) => repeatedSpans(event, exceptions, ground)),
  ]
}

/**
 * Without the exceptions of an older version of the series whose occurrence the newer one does not have any more: it excludes it, or ends
 * before it.
 */
function standing(
  exceptions: readonly CalendarEvent[],
  repeating: readonly CalendarEvent[],
  ground: Ground,
): readonly CalendarEvent[] {
  const isOlder = ({ sequence, recurrenceId, isForFuture }: CalendarEvent) =>
    recurrenceId !== null &&
    !isForFuture &&
    repeating.length > 0 &&
    repeating.every((series) => series.widest === null && series.sequence > sequence)
  const older = new Set(exceptions.filter(isOlder))
  if (older.size === 0) return exceptions
  const kept = repeating.flatMap((series) => {
    const named = [...older].map(({ recurrenceId }) => exceptionKey(series, recurrenceId!))
    const has = occurrenceKeys(series, named, ground)
    return [...older].filter((_, index) => has(named[index]!))
  })
  return exceptions.filter((exception) => !older.has(exception) || kept.includes(exception))
}

/** The keys of the series' occurrences; one that is not certain is not taken away. */
function occurrenceKeys(
  event: CalendarEvent,
  named: readonly string[],
  { budget }: Ground,
): (key: string) => boolean {
  const at = named
    .map((key) => Number(key.slice(1)) * (key.startsWith("d") ? secondsPerDay : 1))
    .filter((second) => !Number.isNaN(second))
  if (at.length === 0) return () => true
  const window = { start: at.reduce((a, b) => Math.min(a, b)), end: at.reduce((a, b) => Math.max(a, b)) }
  const isExcluded = exclusionOf(event)
  const added = addedIn(event)
  const walls = [...wallsOf(event, [], { window, budget }), ...added.walls]
  budget.spend(walls.length + added.instants.length + event.addedPeriods.length)
  const found = new Set(
    walls.flatMap((wall) => {
      const instant = event.zones.toUtc(wall, event.start.zone)
      return isExcluded(wall, instant) ? [] : [`i${instant}`, `d${Math.floor(wall / secondsPerDay)}`]
    }),
  )
  for (const instant of [...added.instants, ...addedPeriods(event).map(({ start }) => start)])
    if (!isExcluded(Number.NaN, instant)) found.add(`i${instant}`)
  return (key) => key === "iNaN" || found.has(key)
}

/** An occurrence costs more time and memory than a day that is looked at. */
const stepsOfOccurrence = 3

function repeatedSpans(
  event: CalendarEvent,
  exceptions: readonly CalendarEvent[],
  ground: Ground,
): BusyEvent[] {
  ground.budget.spend(
    exceptions.length + event.addedTimes.length + event.addedPeriods.length + event.excluded.length,
  )
  if (event.widest) return event.isBusy ? [{ event, spans: [event.widest] }] : []
  const replacing = exceptions.filter(({ recurrenceId }) => recurrenceId !== null)
  const replaced = new Set(replacing.map((exception) => exceptionKey(event, exception.recurrenceId!)))
  const lasting = replacing
    .filter(({ isForFuture }) => isForFuture)
    .map((exception) => ({ exception, from: orderOf(event, exception.recurrenceId!), spans: [] as Span[] }))
    .sort((a, b) => b.from - a.from)
  const isExcluded = exclusionOf(event)
  const isReplaced = (wall: number, at: number) =>
    replaced.has(`i${at}`) || replaced.has(`d${Math.floor(wall / secondsPerDay)}`)
  const spans: Span[] = []
  const changes = lasting.map(({ exception }) => exception)
  const { walls, instants } = addedIn(event)
  for (const wall of new Set([...wallsOf(event, changes, ground), ...walls])) {
    ground.budget.spend(stepsOfOccurrence + lasting.length)
    const at = event.zones.toUtc(wall, event.start.zone)
    if (isReplaced(wall, at) || isExcluded(wall, at)) continue
    const changed = lasting.find(({ from }) => from < (event.start.isDate ? wall : at))
    if (!changed) spans.push(spanAt(event, wall))
    else {
      const { exception } = changed
      changed.spans.push(
        exception.widest ?? spanAt(exception, wall + exception.start.wall - exception.recurrenceId!.wall),
      )
    }
  }
  const added = [...instants.map((at) => ({ start: at, end: endAfter(event, at) })), ...addedPeriods(event)]
  spans.push(
    ...added
      .filter(({ start }) => !replaced.has(`i${start}`) && !isExcluded(Number.NaN, start))
      .map((span) => widened(event, span)),
    ...event.possible,
  )
  return [
    ...(event.isBusy ? [{ event, spans }] : []),
    ...lasting
      .filter(({ exception }) => exception.isBusy)
      .map((each) => ({ event: each.exception, spans: each.spans })),
  ]
}

/** Changes of a series are compared by wall seconds where it is of dates, else by UTC seconds. */
const orderOf = (event: CalendarEvent, time: CalendarTime): number =>
  event.start.isDate ? dateIn(time) * secondsPerDay : instantIn(event, time)

/** EXDATE by instant, or by date where the series is of dates; one that is a date takes the whole day of an event with a time. */
function exclusionOf(event: CalendarEvent) {
  const byDate = event.excluded.filter(({ isDate }) => isDate || event.start.isDate)
  const days = new Set(byDate.map(dateIn))
  const instants = new Set(
    event.excluded.filter(({ isDate }) => !isDate).map((time) => instantIn(event, time)),
  )
  return (wall: number, at: number) => instants.has(at) || days.has(Math.floor(wall / secondsPerDay))
}

/** Wall seconds at which the event, as it was planned, begins. */
function wallsOf(event: CalendarEvent, lasting: readonly CalendarEvent[], ground: Ground): Set<number> {
  const { window, budget } = ground
  const longest = largest([event, ...lasting].map(({ length, lead }) => secondsIn(length) + lead))
  const shift = largest(lasting.map(({ start, recurrenceId }) => Math.abs(start.wall - recurrenceId!.wall)))
  // More than the difference between any two zones' clocks, also of a zone that is not known.
  const slack = 3 * secondsPerDay + shift
  const walls = { from: window.start - longest - slack, to: window.end + longest + slack }
  return new Set([
    event.start.wall,
    ...event.rules.flatMap((rule) =>
      expandRule(rule, event.start.wall, walls, overAfter(rule, event), budget),
    ),
  ])
}

const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0)

/** RDATEs on the event's own clock, and those of another one or in UTC as instants. */
function addedIn(event: CalendarEvent): { walls: number[]; instants: number[] } {
  const { start, addedTimes } = event
  if (start.isDate) return { walls: addedTimes.map((time) => dateIn(time) * secondsPerDay), instants: [] }
  const isOwn = ({ zone }: CalendarTime) => zone === null || zone === start.zone
  return {
    walls: addedTimes.filter(isOwn).map(({ wall }) => wall),
    instants: addedTimes
      .filter((time) => !isOwn(time))
      .map(({ wall, zone }) => event.zones.toUtc(wall, zone)),
  }
}

const timeOfDay = (wall: number) => wall - Math.floor(wall / secondsPerDay) * secondsPerDay

/**
 * UNTIL ends the rule after its day when it is a date, and after its instant otherwise. A series of dates ends with the date that is
 * written where the time is midnight, which programs write for a date.
 */
function overAfter({ until }: RecurrenceRule, { start, zones, slack }: CalendarEvent) {
  return (wall: number) => {
    if (until === null) return false
    if (until.isDate) return wall >= until.wall + secondsPerDay
    if (until.zone !== "UTC") return wall > until.wall
    if (start.isDate && timeOfDay(until.wall) === 0) return wall > until.wall
    return zones.toUtc(wall, start.zone) - slack.before > until.wall
  }
}

function addedPeriods(event: CalendarEvent): Span[] {
  return event.addedPeriods.map(({ start, end }) => {
    const at = instantIn(event, start)
    const until = "wall" in end ? instantIn(event, end) : at + secondsIn(end)
    return { start: at, end: until }
  })
}

const endAfter = ({ length }: CalendarEvent, at: number): number => at + secondsIn(length)

/** Whole days end at a midnight of their zone, so that a clock change does not shift the end. */
function spanAt(event: CalendarEvent, wall: number): Span {
  const { start, length, zones } = event
  const begin = zones.toUtc(wall, start.zone)
  const days = length.days === 0 ? begin : zones.toUtc(wall + length.days * secondsPerDay, start.zone)
  return widened(event, { start: begin, end: days + length.seconds })
}

/** Adds what the event takes before its start, and by how much its times may be off. One without length and lead takes nothing. */
function widened({ lead, slack }: CalendarEvent, { start, end }: Span): Span {
  if (lead === 0 && start === end) return { start, end }
  return { start: start - lead - slack.before, end: end + slack.after }
}
