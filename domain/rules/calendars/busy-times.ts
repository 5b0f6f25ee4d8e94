/**
 * The file to read first: in which minutes of a window a calendar's events keep its owner busy.
 *
 *   text                     →  components      components.ts
 *   zones of the file        →  wall to UTC     zones.ts
 *   VEVENT                   →  events          events.ts, calendar-times.ts, recurrence-rule.ts
 *   repetition, exceptions   →  spans           occurrences.ts, expand-rule.ts, rule-days.ts
 *   spans                    →  busy minutes
 *
 * The cost is bounded for every file: see `unreadable-calendar.ts`.
 */
import { type Intervals, normalized } from "../../time/intervals.ts"
import { secondsPerDay } from "../../time/units.ts"
import { isZone } from "../../time/zone-table.ts"
import { periodsOf } from "./calendar-times.ts"
import { type Component, partsOf, propertiesOf, propertyOf, readComponents } from "./components.ts"
import { type CalendarEvent, readEvent } from "./events.ts"
import { busySpans, type Ground, type Span } from "./occurrences.ts"
import { newBudget, UnreadableCalendar } from "./unreadable-calendar.ts"
import { zonesOf } from "./zones.ts"

export interface CalendarReading {
  startMinute: number
  endMinute: number
  /** IANA zone of whole days and of times without a zone, where the file names none. */
  zone: string
  /** The address that invitations reach the owner at; null counts declined ones too. */
  owner: string | null
  /** Events that we wrote there ourselves: their time is busy already. */
  isOurs(uid: string): boolean
}

/**
 * The busy minutes; for a calendar that can't be read, the reason. Several texts are one calendar, since CalDAV keeps a
 * text for each event. Inside this folder the reason is thrown.
 */
export function busyTimes(
  texts: readonly string[],
  reading: CalendarReading,
): Intervals | UnreadableCalendar {
  try {
    return readBusyTimes(texts, reading)
  } catch (error) {
    if (error instanceof UnreadableCalendar) return error
    throw error
  }
}

function readBusyTimes(texts: readonly string[], reading: CalendarReading): Intervals {
  const files = texts.flatMap(readComponents)
  const budget = newBudget()
  const window: Span = { start: reading.startMinute * 60, end: reading.endMinute * 60 }
  const zones = zonesOf(files, zoneOf(files) ?? reading.zone, window.end, budget)
  const ground: Ground = { window, zones, budget }
  const owner = reading.owner?.toLowerCase() ?? null
  const events = partsOf(files, "VEVENT").flatMap((vevent) => readEvent(vevent, zones, owner) ?? [])
  const counted = events.filter(({ uid }) => !reading.isOurs(uid))
  const spans = [
    ...byUid(counted).flatMap((same) => busySpans(same, ground)),
    ...partsOf(files, "VFREEBUSY").flatMap((part) => publishedSpans(part, ground)),
  ]
  return minutesOf(spans, window)
}

/** The calendar's zone, in the property that many feeds write. */
function zoneOf(files: readonly Component[]): string | null {
  const names = files.flatMap((file) => propertyOf(file, "X-WR-TIMEZONE")?.value.trim() ?? [])
  return names.find(isZone) ?? null
}

function byUid(events: readonly CalendarEvent[]): CalendarEvent[][] {
  const groups = new Map<string, CalendarEvent[]>()
  const alone: CalendarEvent[][] = []
  for (const event of events) {
    const same = groups.get(event.uid)
    if (event.uid === "") alone.push([event])
    else if (same) same.push(event)
    else groups.set(event.uid, [event])
  }
  return [...groups.values(), ...alone]
}

/** FREEBUSY periods, which some feeds hold instead of events. */
function publishedSpans(part: Component, { zones }: Ground): Span[] {
  return propertiesOf(part, "FREEBUSY")
    .filter(({ params }) => params.get("FBTYPE")?.toUpperCase() !== "FREE")
    .flatMap(periodsOf)
    .map(({ start, end }) => {
      const at = zones.toUtc(start.wall, "UTC")
      const until = "wall" in end ? end.wall : at + end.days * secondsPerDay + end.seconds
      return { start: at, end: until }
    })
}

function minutesOf(spans: readonly Span[], window: Span): Intervals {
  const within = spans
    .filter(({ start, end }) => end > start && start < window.end && end > window.start)
    .sort((a, b) => a.start - b.start)
  const minutes = Int32Array.from(
    within.flatMap(({ start, end }) => [
      Math.floor(Math.max(start, window.start) / 60),
      Math.ceil(Math.min(end, window.end) / 60),
    ]),
  )
  return normalized(minutes)
}
