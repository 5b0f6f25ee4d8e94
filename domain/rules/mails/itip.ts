/**
 * The files that a customer can put into a calendar (iTIP, RFC 5546): the invitations of mails and the files of pages. One
 * UID for an appointment for good, a growing SEQUENCE, times on the clock of the place with the zone's own rules. They hold
 * no link, since calendars are shared with others.
 */
import type { Block } from "../../model/appointment.ts"
import { escapedText, foldedLine, utcText } from "../../model/calendar-file.ts"
import type { Every } from "../../model/series.ts"
import { civilOfDay, dayOfCivil, daysInMonth, isoOfMinute, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal, offsetsBetween } from "../../time/local-time.ts"
import { minuteOf, minutesPerDay } from "../../time/units.ts"

export interface ItipEvent {
  /** A file that customers fetch themselves is published: it invites no attendee. */
  method: "REQUEST" | "PUBLISH" | "CANCEL"
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
  /** Null where the company sends no mails. */
  organizer: { name: string; address: string } | null
  /** The attendee of an invitation. */
  attendee: { name: string; address: string } | null
  /** The rule by which the first of a series repeats. */
  repeating?: Repeating
  /** The replaced occurrence of a series, on the clock of the series. */
  replaces?: { timezone: string; wall: number }
  /** It is asked for, and not confirmed. */
  isTentative?: boolean
  /** Its time counts as free. */
  isFree?: boolean
}

/** The rule of a series, and which places it leaves out: walls, minutes since 1970-01-01T00:00 on the clock of the place. */
export interface Repeating {
  every: Every
  walls: readonly number[]
  leftOut: readonly number[]
}

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
    ...events.flatMap(linesOf),
    "END:VCALENDAR",
  ]
  return `${lines.map(foldedLine).join("\r\n")}\r\n`
}

export const linesOf = (event: ItipEvent): string[] => eventLines(event, spansOf(event))

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
export function zonesOf(events: readonly ItipEvent[]): string[] {
  const named = events.flatMap((event) => {
    const spans = spansOf(event)
    const last = event.repeating?.walls.at(-1) ?? 0
    const own = { zone: event.timezone, from: spans[0]!.start, until: Math.max(spans.at(-1)!.end, last) }
    const { replaces } = event
    return replaces ? [own, { zone: replaces.timezone, from: replaces.wall, until: replaces.wall }] : [own]
  })
  return [...Map.groupBy(named, ({ zone }) => zone)].flatMap(([zone, spans]) =>
    zoneLines(zone, Math.min(...spans.map(({ from }) => from)), Math.max(...spans.map(({ until }) => until))),
  )
}

const frequencies = { days: "DAILY", weeks: "WEEKLY", months: "MONTHLY" } as const

function repeatingLines(timezone: string, { every, walls, leftOut }: Repeating): string[] {
  const rule = `RRULE:FREQ=${frequencies[every.unit]};INTERVAL=${every.number};COUNT=${walls.length}`
  return leftOut.length === 0 ? [rule] : [rule, `EXDATE;TZID=${timezone}:${leftOut.map(basicText).join(",")}`]
}

/**
 * The first day is the master. The others follow by a daily rule with the days between left out, since Outlook takes no dates without a
 * rule (MS-OXCICAL 2.1.3.1.1.20.18); a day of another length or time is an override of its own.
 */
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
    ...peopleLines(event),
    `STATUS:${event.method === "CANCEL" ? "CANCELLED" : event.isTentative ? "TENTATIVE" : "CONFIRMED"}`,
    `TRANSP:${event.isFree ? "TRANSPARENT" : "OPAQUE"}`,
    "END:VEVENT",
  ]
  const wallOf = (minute: number) => wallAt(timezone, minute)
  const days =
    others.length === 0
      ? null
      : dayRule(
          wallOf(first!.start),
          others.map(({ start }) => wallOf(start)),
        )
  const series = [
    ...(event.repeating ? repeatingLines(timezone, event.repeating) : []),
    ...(event.replaces
      ? [`RECURRENCE-ID;TZID=${event.replaces.timezone}:${basicText(event.replaces.wall)}`]
      : []),
  ]
  return [
    ...vevent(first!, [...series, ...(days ? repeatingLines(timezone, days.rule) : [])]),
    ...others.flatMap((span, index) => {
      const planned = days!.walls[index]!
      const isPlanned = planned === wallOf(span.start) && span.end - span.start === length
      return isPlanned ? [] : vevent(span, [`RECURRENCE-ID;TZID=${timezone}:${basicText(planned)}`])
    }),
  ]
}

const peopleLines = ({ organizer, attendee }: ItipEvent): string[] => [
  ...(organizer ? [`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`] : []),
  ...(attendee
    ? [
        `ATTENDEE;CN=${quoted(attendee.name)};CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${attendee.address}`,
      ]
    : []),
]

/** Every day from the first to the last at the time of the first, without the days between; and which of them each later one is. */
function dayRule(first: number, later: readonly number[]): { rule: Repeating; walls: number[] } {
  const dayOf = (wall: number) => Math.floor(wall / minutesPerDay)
  const walls = later.map((wall) => first + (dayOf(wall) - dayOf(first)) * minutesPerDay)
  const last = Math.max(...walls)
  const all = Array.from(
    { length: (last - first) / minutesPerDay + 1 },
    (_, day) => first + day * minutesPerDay,
  )
  const kept = new Set([first, ...walls])
  const leftOut = all.filter((wall) => !kept.has(wall))
  return { rule: { every: { number: 1, unit: "days" }, walls: all, leftOut }, walls }
}

/**
 * One STANDARD and at most one DAYLIGHT, since Outlook reads one of each and takes it for a yearly rule (MS-OXCICAL
 * 2.1.3.1.1.19.2): with the zone's rule where it repeats, else with what holds around the event alone.
 */
function zoneLines(zone: string, from: number, until: number): string[] {
  const parts = repeatingParts(zone, from, until) ?? partsAround(zone, from, until)
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...parts.flatMap(partLines), "END:VTIMEZONE"]
}

/** The rule that holds from a moment on: a wall clock's minute by the offset before. */
interface ZonePart {
  wall: number
  before: number
  after: number
  /** The part of the year: STANDARD is the smaller offset. */
  isDaylight: boolean
  rule: string | null
}

function partLines({ wall, before, after, isDaylight, rule }: ZonePart): string[] {
  const name = isDaylight ? "DAYLIGHT" : "STANDARD"
  return [
    `BEGIN:${name}`,
    `DTSTART:${basicText(wall)}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `END:${name}`,
  ]
}

const ruleYears = 10

/** Null where the changes of the years around the event, and of the ten after it began, follow no rule of two a year. */
function repeatingParts(zone: string, from: number, until: number): ZonePart[] | null {
  const begin = civilOfDay(Math.floor(from / minutesPerDay)).year - 1
  const end = Math.max(civilOfDay(Math.floor(until / minutesPerDay)).year, begin + ruleYears) + 1
  const changes = changesOf(zone, yearStart(begin), yearStart(end))
  if (changes.length === 0) return [fixedPart(offsetsBetween(zone, from, from + 1)[0]!.offsetMinutes)]
  const byOffset = [...Map.groupBy(changes, ({ after }) => after).values()]
  if (byOffset.length !== 2 || byOffset.some((same) => same.length !== end - begin)) return null
  const least = Math.min(...changes.map(({ after }) => after))
  const parts = byOffset.map((same): ZonePart | null => {
    const rule = yearlyRule(same.map(({ wall }) => wall))
    return rule === null ? null : { ...same[0]!, rule, isDaylight: same[0]!.after > least }
  })
  return parts.some((part) => part === null) ? null : (parts as ZonePart[])
}

const yearStart = (year: number): number => dayOfCivil(year, 1, 1)! * minutesPerDay

interface ZoneChange {
  wall: number
  before: number
  after: number
}

function changesOf(zone: string, from: number, until: number): ZoneChange[] {
  const offsets = offsetsBetween(zone, from, until)
  return offsets.slice(1).map(({ start, offsetMinutes }, index) => {
    const before = offsets[index]!.offsetMinutes
    return { wall: start + before, before, after: offsetMinutes }
  })
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

/** The one rule that gives one moment of each year, or null. */
function yearlyRule(walls: readonly number[]): string | null {
  const days = walls.map((wall) => Math.floor(wall / minutesPerDay))
  const dates = days.map(civilOfDay)
  const times = new Set(walls.map((wall, index) => wall - days[index]! * minutesPerDay))
  const [weekday, ...otherDays] = new Set(days.map(weekdayOfDay))
  const [month, ...otherMonths] = new Set(dates.map((date) => date.month))
  if (times.size > 1 || otherDays.length > 0 || otherMonths.length > 0) return null
  const name = weekdays[weekday! - 1]!
  const of = `FREQ=YEARLY;BYMONTH=${month}`
  if (dates.every(({ year, dayOfMonth }) => dayOfMonth + 7 > daysInMonth(year, month!)))
    return `${of};BYDAY=-1${name}`
  const ordinals = new Set(dates.map(({ dayOfMonth }) => Math.ceil(dayOfMonth / 7)))
  if (ordinals.size === 1) return `${of};BYDAY=${[...ordinals][0]}${name}`
  const earliest = Math.min(...dates.map(({ dayOfMonth }) => dayOfMonth))
  if (dates.some(({ dayOfMonth }) => dayOfMonth > earliest + 6)) return null
  const among = Array.from({ length: 7 }, (_, day) => earliest + day)
  // Ten years show which seven days are meant only where both ends come up among them.
  const isWhole = dates.some(({ dayOfMonth }) => dayOfMonth === earliest + 6)
  return isWhole ? `${of};BYDAY=${name};BYMONTHDAY=${among.join(",")}` : null
}

const fixedPart = (offset: number): ZonePart => ({
  wall: yearStart(1970),
  before: offset,
  after: offset,
  isDaylight: false,
  rule: null,
})

/**
 * The parts of a zone without a yearly rule: the offset that holds all along, or both where it changes once; else all
 * changes.
 */
function partsAround(zone: string, from: number, until: number): ZonePart[] {
  const changes = changesOf(zone, from, until)
  const [first] = changes
  if (first === undefined) return [fixedPart(offsetsBetween(zone, from, from + 1)[0]!.offsetMinutes)]
  // The part before the first change begins at the start of the event, or earlier.
  const start = { wall: from + first.before - minutesPerDay, before: first.after, after: first.before }
  const least = Math.min(...[start, ...changes].map(({ after }) => after))
  return [start, ...changes].map((each) => ({ ...each, rule: null, isDaylight: each.after > least }))
}

const localText = (zone: string, minute: number): string => basicText(wallAt(zone, minute))

function wallAt(zone: string, minute: number): number {
  const { day, minuteOfDay } = minuteToLocal(zone, minute)
  return day * minutesPerDay + minuteOfDay
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
