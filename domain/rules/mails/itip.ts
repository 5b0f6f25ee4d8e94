/**
 * Invitations that calendars take out of a mail (iTIP, RFC 5546): one UID for an appointment for good, a growing SEQUENCE,
 * times on the clock of the place with the zone's own rules. They hold no link, since calendars are shared with others.
 */
import type { Block } from "../../model/appointment.ts"
import { escapedText, foldedLine, utcText } from "../../model/calendar-file.ts"
import type { Every } from "../../model/series.ts"
import { isoOfMinute } from "../../time/dates.ts"
import { minuteToLocal, offsetsBetween } from "../../time/local-time.ts"
import { minuteOf, minutesPerDay } from "../../time/units.ts"

export interface ItipEvent {
  method: "REQUEST" | "CANCEL"
  /** The same for the appointment's whole life; only this host can make it. */
  uid: string
  /** Grows with each change of the time. */
  sequence: number
  updatedAt: Date
  timezone: string
  /** In their order: the days of a job over several. */
  blocks: readonly Block[]
  summary: string
  description: string | null
  location: string | null
  organizer: { name: string; address: string }
  attendee: { name: string; address: string }
  /** Of the first of a series: how it repeats. */
  repeating?: Repeating
  /** Of one of a series: the place in it, on the clock of the series. */
  replaces?: { timezone: string; wall: number }
}

/** The rule of a series, and which places it leaves out: walls, minutes since 1970-01-01T00:00 on the clock of the place. */
export interface Repeating {
  every: Every
  walls: readonly number[]
  leftOut: readonly number[]
}

const oneYear = 366 * minutesPerDay

/** `more` are of the same UID: others of one series. */
export function itipText(event: ItipEvent, more: readonly ItipEvent[] = []): string {
  const { method } = event
  const events = [event, ...more]
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Appointments//EN",
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...zonesOf(events),
    ...events.flatMap((each) => eventLines(each, spansOf(each))),
    "END:VCALENDAR",
  ]
  return `${lines.map(foldedLine).join("\r\n")}\r\n`
}

interface Span {
  start: number
  end: number
}

const spansOf = ({ blocks }: ItipEvent): Span[] =>
  blocks.map(({ start_time, end_time }) => ({
    start: minuteOf(Date.parse(start_time)),
    end: minuteOf(Date.parse(end_time)),
  }))

/** The rules of each zone that the events are in, around all that they name. */
function zonesOf(events: readonly ItipEvent[]): string[] {
  const named = events.flatMap((event) => {
    const spans = spansOf(event)
    const last = event.repeating?.walls.at(-1) ?? 0
    const own = { zone: event.timezone, from: spans[0]!.start, until: Math.max(spans.at(-1)!.end, last) }
    const { replaces } = event
    return replaces ? [own, { zone: replaces.timezone, from: replaces.wall, until: replaces.wall }] : [own]
  })
  return [...Map.groupBy(named, ({ zone }) => zone)].flatMap(([zone, spans]) =>
    zoneLines(
      zone,
      Math.min(...spans.map(({ from }) => from)) - oneYear,
      Math.max(...spans.map(({ until }) => until)) + oneYear,
    ),
  )
}

const frequencies = { days: "DAILY", weeks: "WEEKLY", months: "MONTHLY" } as const

function repeatingLines(timezone: string, { every, walls, leftOut }: Repeating): string[] {
  const rule = `RRULE:FREQ=${frequencies[every.unit]};INTERVAL=${every.number};COUNT=${walls.length}`
  return leftOut.length === 0 ? [rule] : [rule, `EXDATE;TZID=${timezone}:${leftOut.map(basicText).join(",")}`]
}

/** The first day is the master, the others stand in RDATE; a day of another length is an override of its own. */
function eventLines(event: ItipEvent, [first, ...others]: readonly Span[]): string[] {
  const { timezone } = event
  const length = first!.end - first!.start
  const local = (minute: number) => `TZID=${timezone}:${localText(timezone, minute)}`
  const vevent = ({ start, end }: Span, more: string[]) => [
    "BEGIN:VEVENT",
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utcText(event.updatedAt)}`,
    ...more,
    `DTSTART;${local(start)}`,
    `DTEND;${local(end)}`,
    `SUMMARY:${escapedText(event.summary)}`,
    ...(event.description === null ? [] : [`DESCRIPTION:${escapedText(event.description)}`]),
    ...(event.location === null ? [] : [`LOCATION:${escapedText(event.location)}`]),
    `ORGANIZER;CN=${quoted(event.organizer.name)}:mailto:${event.organizer.address}`,
    `ATTENDEE;CN=${quoted(event.attendee.name)};CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${event.attendee.address}`,
    `STATUS:${event.method === "CANCEL" ? "CANCELLED" : "CONFIRMED"}`,
    "TRANSP:OPAQUE",
    "END:VEVENT",
  ]
  const dates =
    others.length === 0
      ? []
      : [`RDATE;TZID=${timezone}:${others.map(({ start }) => localText(timezone, start)).join(",")}`]
  const series = [
    ...(event.repeating ? repeatingLines(timezone, event.repeating) : []),
    ...(event.replaces
      ? [`RECURRENCE-ID;TZID=${event.replaces.timezone}:${basicText(event.replaces.wall)}`]
      : []),
  ]
  return [
    ...vevent(first!, [...series, ...dates]),
    ...others
      .filter(({ start, end }) => end - start !== length)
      .flatMap((span) => vevent(span, [`RECURRENCE-ID;${local(span.start)}`])),
  ]
}

/** The offsets that hold around the event, each from the moment on at which it begins to. */
function zoneLines(zone: string, from: number, until: number): string[] {
  const offsets = offsetsBetween(zone, from, until)
  const least = Math.min(...offsets.map(({ offsetMinutes }) => offsetMinutes))
  const parts = offsets.flatMap(({ start, offsetMinutes }, index) => {
    const before = offsets[index - 1]?.offsetMinutes ?? offsetMinutes
    const part = offsetMinutes > least ? "DAYLIGHT" : "STANDARD"
    return [
      `BEGIN:${part}`,
      `DTSTART:${basicText(start + before)}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(offsetMinutes)}`,
      `END:${part}`,
    ]
  })
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...parts, "END:VTIMEZONE"]
}

function localText(zone: string, minute: number): string {
  const { day, minuteOfDay } = minuteToLocal(zone, minute)
  return basicText(day * minutesPerDay + minuteOfDay)
}

/** `20270303T100000`, of a wall clock's minutes since 1970-01-01. */
const basicText = (wall: number): string => isoOfMinute(wall).slice(0, 19).replace(/[-:]/g, "")

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  const digits = (value: number) => String(value).padStart(2, "0")
  return `${minutes < 0 ? "-" : "+"}${digits(Math.floor(size / 60))}${digits(size % 60)}`
}

/** As a parameter: it can hold no quotation mark and no control character. */
const quoted = (name: string): string => `"${name.replace(/["\p{Cc}]+/gu, " ").trim()}"`
