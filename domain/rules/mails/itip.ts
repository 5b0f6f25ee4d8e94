/**
 * Invitations that calendars take out of a mail (iTIP, RFC 5546): one UID for an appointment for good, its version as SEQUENCE,
 * times on the clock of the place with the zone's own rules. They hold no link, since calendars are shared with others.
 */
import type { Block } from "../../model/appointment.ts"
import { escapedText, foldedLine, utcText } from "../../model/calendar-file.ts"
import { isoOfMinute } from "../../time/dates.ts"
import { minuteToLocal, offsetsBetween } from "../../time/local-time.ts"
import { minuteOf, minutesPerDay } from "../../time/units.ts"

export interface ItipEvent {
  method: "REQUEST" | "CANCEL"
  /** The same for the appointment's whole life; only this host can make it. */
  uid: string
  /** Grows with each change. */
  version: number
  updatedAt: Date
  timezone: string
  /** In their order: the days of a job over several. */
  blocks: readonly Block[]
  summary: string
  description: string | null
  location: string | null
  organizer: { name: string; address: string }
  attendee: { name: string; address: string }
}

const oneYear = 366 * minutesPerDay

export function itipText(event: ItipEvent): string {
  const { method, timezone, blocks } = event
  const minutes = blocks.map(({ start_time, end_time }) => ({
    start: minuteOf(Date.parse(start_time)),
    end: minuteOf(Date.parse(end_time)),
  }))
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Appointments//EN",
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...zoneLines(timezone, minutes[0]!.start - oneYear, minutes.at(-1)!.end + oneYear),
    ...eventLines(event, minutes),
    "END:VCALENDAR",
  ]
  return `${lines.map(foldedLine).join("\r\n")}\r\n`
}

interface Span {
  start: number
  end: number
}

/** The first day is the master, the others stand in RDATE; a day of another length is an override of its own. */
function eventLines(event: ItipEvent, [first, ...others]: readonly Span[]): string[] {
  const { timezone } = event
  const length = first!.end - first!.start
  const local = (minute: number) => `TZID=${timezone}:${localText(timezone, minute)}`
  const vevent = ({ start, end }: Span, more: string[]) => [
    "BEGIN:VEVENT",
    `UID:${event.uid}`,
    `SEQUENCE:${event.version - 1}`,
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
  return [
    ...vevent(first!, dates),
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
