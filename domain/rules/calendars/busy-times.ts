/**
 * The file to read first: in which minutes of a window a calendar's events keep its owner busy.
 *
 *   text                     →  components      components.ts
 *   zones of each VCALENDAR  →  wall to UTC     zones.ts, zone-names.ts
 *   VEVENT                   →  events          events.ts, calendar-times.ts, recurrence-rule.ts
 *   versions of one event    →  the newest      versions.ts
 *   repetition, exceptions   →  spans           occurrences.ts, expand-rule.ts, rule-days.ts
 *   spans                    →  busy minutes
 *
 * The cost is bounded for every file: see `unreadable-calendar.ts`.
 */
import { type Intervals, normalized } from "../../time/intervals.ts"
import { boundsOf, listOf, periodsOf } from "./calendar-times.ts"
import {
  type Component,
  type Property,
  partsOf,
  propertiesOf,
  propertyOf,
  readComponents,
  wordOf,
} from "./components.ts"
import { type CalendarEvent, readEvent, type Span, secondsIn, type UnclearLine } from "./events.ts"
import { type BusyEvent, busySpans, type Ground } from "./occurrences.ts"
import { newBudget, UnclearValue, UnreadableCalendar } from "./unreadable-calendar.ts"
import { newestVersions } from "./versions.ts"
import { namedZone, plainZoneName } from "./zone-names.ts"
import { type DefinedZones, zonesOf } from "./zones.ts"

export interface CalendarReading {
  startMinute: number
  endMinute: number
  /** IANA zone of whole days and of times without a zone. */
  zone: string
  /** True where the zone was set for this calendar; otherwise the zone that the file names comes first. */
  isZoneSet: boolean
  /** The address that invitations reach the owner at; null counts declined ones too. */
  owner: string | null
  /** True where invitations that the owner has not answered keep them busy; they do where this is left out. */
  unansweredBlocks?: boolean
  /** Events that we wrote there ourselves: their time is busy already. */
  isOurs(uid: string): boolean
}

export interface BusyReading {
  busy: Intervals
  /** Lines of events in the window that can't be read as they stand: those events are widened to all that they can mean. */
  unclear: readonly UnclearLine[]
  /** How many events are widened. */
  widened: number
}

/** The busy minutes; for a calendar that can't be read, the reason. */
export function busyTimes(
  texts: readonly string[],
  reading: CalendarReading,
): Intervals | UnreadableCalendar {
  const read = readBusyTimes(texts, reading)
  return read instanceof UnreadableCalendar ? read : read.busy
}

/**
 * Several texts are one calendar, since CalDAV keeps a text for each event. Inside this folder the reason why a calendar can't be read
 * is thrown.
 */
export function readBusyTimes(
  texts: readonly string[],
  reading: CalendarReading,
): BusyReading | UnreadableCalendar {
  try {
    return readingOf(texts, reading)
  } catch (error) {
    if (error instanceof UnreadableCalendar) return error
    throw error
  }
}

function readingOf(texts: readonly string[], reading: CalendarReading): BusyReading {
  const calendars = texts.flatMap(readComponents)
  const window: Span = { start: reading.startMinute * 60, end: reading.endMinute * 60 }
  const ground: Ground = { window, budget: newBudget() }
  const events = eventsOf(calendars, reading, ground).filter(({ uid }) => !reading.isOurs(uid))
  const found = byUid(events).flatMap((same) => busySpans(newestVersions(same), ground))
  const isWithin = ({ start, end }: Span) => end > start && start < window.end && end > window.start
  const widened = found.filter(({ event, spans }) => event.unclear.length > 0 && spans.some(isWithin))
  const published = partsOf(calendars, "VFREEBUSY").flatMap(publishedSpans)
  const unclearPeriods = published.filter(({ line, span }) => line && isWithin(span))
  const spans = [...found.flatMap((each) => each.spans), ...published.map(({ span }) => span)]
  return {
    busy: minutesOf(spans.filter(isWithin), window),
    unclear: [...unclearOf(widened), ...unclearPeriods.map(({ line }) => line!)].slice(0, mostUnclear),
    widened: widened.length + unclearPeriods.length,
  }
}

/** More are not looked at one by one. */
const mostUnclear = 20

const unclearOf = (widened: readonly BusyEvent[]): UnclearLine[] => [
  ...new Set(widened.flatMap(({ event }) => event.unclear)),
]

/** Reads the events of all VCALENDARs, those of each by its own zones. */
function eventsOf(
  calendars: readonly Component[],
  reading: CalendarReading,
  { window, budget }: Ground,
): CalendarEvent[] {
  const owner = reading.owner?.toLowerCase() ?? null
  const ownZone = (reading.isZoneSet ? null : zoneIn(calendars)) ?? reading.zone
  const expanded: DefinedZones = new Map()
  return calendars.flatMap((calendar) => {
    const zones = zonesOf(calendar, ownZone, window.end, budget, expanded)
    const method = wordOf(calendar, "METHOD")
    const unansweredBlocks = reading.unansweredBlocks ?? true
    return partsOf([calendar], "VEVENT").flatMap(
      (vevent) => readEvent(vevent, { zones, owner, method, unansweredBlocks }) ?? [],
    )
  })
}

/** The calendar's zone, in the property that many feeds write. */
function zoneIn(calendars: readonly Component[]): string | null {
  for (const calendar of calendars) {
    const named = namedZone(plainZoneName(propertyOf(calendar, "X-WR-TIMEZONE")?.value ?? ""))
    if (named && "iana" in named) return named.iana
  }
  return null
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

interface PublishedSpan {
  span: Span
  /** The line at which the period can't be read. */
  line: UnclearLine | null
}

/** FREEBUSY periods, which some feeds hold instead of events. */
function publishedSpans(part: Component): PublishedSpan[] {
  return propertiesOf(part, "FREEBUSY")
    .filter(({ params }) => params.get("FBTYPE")?.trim().toUpperCase() !== "FREE")
    .flatMap((property) => listOf(property).flatMap((value) => publishedSpan({ ...property, value })))
}

function publishedSpan(property: Property): PublishedSpan[] {
  try {
    return periodsOf(property).map(({ start, end }) => {
      const until = "wall" in end ? end.wall : start.wall + secondsIn(end)
      return { span: { start: start.wall, end: until }, line: null }
    })
  } catch (error) {
    if (!(error instanceof UnclearValue)) throw error
    const bounds = boundsOf(property)
    const { line, text } = property
    return [
      {
        span: {
          start: bounds?.from ?? Number.NEGATIVE_INFINITY,
          end: bounds?.to ?? Number.POSITIVE_INFINITY,
        },
        line: { uid: "", line, text: text.slice(0, 200) },
      },
    ]
  }
}

function minutesOf(spans: readonly Span[], window: Span): Intervals {
  const within = spans.toSorted((a, b) => a.start - b.start)
  const minutes = Int32Array.from(
    within.flatMap(({ start, end }) => [
      Math.floor(Math.max(start, window.start) / 60),
      Math.ceil(Math.min(end, window.end) / 60),
    ]),
  )
  return normalized(minutes)
}
