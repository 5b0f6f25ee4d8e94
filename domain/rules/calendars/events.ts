/**
 * VEVENTs as plain data: when they are, how they repeat, and whether they keep their owner busy. What can't be read widens its
 * event to all that it can mean, and a note names the line.
 */

import { secondsPerDay } from "../../time/units.ts"
import {
  boundsOf,
  type CalendarDuration,
  type CalendarPeriod,
  type CalendarTime,
  listOf,
  periodsOf,
  readDuration,
  timeOf,
  timesOf,
} from "./calendar-times.ts"
import { type Component, type Property, propertiesOf, propertyOf, wordOf } from "./components.ts"
import { type RecurrenceRule, readRule, untilOf } from "./recurrence-rule.ts"
import { UnclearValue } from "./unreadable-calendar.ts"
import type { Slack, Zones } from "./zones.ts"

/** UTC seconds, end exclusive. */
export interface Span {
  start: number
  end: number
}

/** A line of an event that can't be read as it stands. */
export interface UnclearLine {
  uid: string
  /** From 1, in the text that holds the event. */
  line: number
  /** The line as it stands, cut where it is long. */
  text: string
}

export interface CalendarEvent {
  uid: string
  /** The VCALENDAR that holds the event defines them. */
  zones: Zones
  /** Versions of one event: the highest sequence counts, then the newest stamp. */
  sequence: number
  stampedAt: number
  start: CalendarTime
  length: CalendarDuration
  /** Seconds before its start that it takes too: travel, or where it ends before it starts. */
  lead: number
  /** Its times may be off by so much. */
  slack: Slack
  rules: readonly RecurrenceRule[]
  addedTimes: readonly CalendarTime[]
  addedPeriods: readonly CalendarPeriod[]
  excluded: readonly CalendarTime[]
  /** Further spans in which it may be, since a line of it is unclear. */
  possible: readonly Span[]
  /** The span in which it may be, where that is all that is known: this alone counts. */
  widest: Span | null
  /** It replaces one occurrence of a series. */
  isException: boolean
  /** The occurrence that this event replaces; null for an event that stands for all, and where it can't be read. */
  recurrenceId: CalendarTime | null
  /** The event also replaces all later occurrences. */
  isForFuture: boolean
  isBusy: boolean
  isCancelled: boolean
  unclear: readonly UnclearLine[]
}

export interface EventReading {
  zones: Zones
  /** The owner's email address in lower case: declined events do not count. */
  owner: string | null
  /** True where invitations without an answer of the owner's count. */
  unansweredBlocks: boolean
  /** It says what the VCALENDAR is for, in upper case: `CANCEL`. */
  method: string | undefined
}

/** Null for an event without a start. */
export function readEvent(vevent: Component, reading: EventReading): CalendarEvent | null {
  const startProperty = propertyOf(vevent, "DTSTART") ?? given(vevent, "DTEND")
  return startProperty ? new EventReader(vevent, reading).read(startProperty) : null
}

/** The first property of the name that has a value. */
const given = (component: Component, name: string): Property | undefined =>
  component.properties.find((property) => property.name === name && property.value.trim() !== "")

/** How long an event is taken to last at most, where its end can't be read. */
const longestUnclear = 366 * secondsPerDay
/** No two clocks of the world differ by more. */
const anyZone = 14 * 3600
const always: Span = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }
const longestText = 200

interface Timing {
  length: CalendarDuration
  lead: number
}

class EventReader {
  private readonly vevent: Component
  private readonly reading: EventReading
  private readonly uid: string
  private readonly unclear: UnclearLine[] = []

  constructor(vevent: Component, reading: EventReading) {
    this.vevent = vevent
    this.reading = reading
    this.uid = propertyOf(vevent, "UID")?.value.trim() ?? ""
  }

  read(startProperty: Property): CalendarEvent {
    const { vevent, reading } = this
    const { zones, method } = reading
    const start = startProperty.name === "DTSTART" ? this.startOf(startProperty) : this.none(startProperty)
    const recurrence = propertyOf(vevent, "RECURRENCE-ID")
    const timing = start ? this.timingOf(start) : { length: nothing, lead: 0 }
    const isCancelled = method === "CANCEL" || wordOf(vevent, "STATUS") === "CANCELLED"
    const known = start ?? { wall: 0, isDate: false, zone: null }
    const repetition = start ? this.rulesOf(start) : { rules: [], until: null }
    const travel = this.travel()
    const lead = timing.lead + travel
    const slack = this.slackOf(known)
    return {
      uid: this.uid,
      zones,
      sequence: answerMethods.has(method ?? "") ? -1 : sequenceOf(vevent),
      stampedAt: this.stampedAt(),
      start: known,
      length: timing.length,
      lead,
      slack,
      rules: repetition.rules,
      ...this.dates(known, timing.length),
      widest: start
        ? this.openSpan(start, lead + slack.before, timing.length, repetition.until)
        : this.unplaced(startProperty, lead),
      isException: recurrence !== undefined,
      recurrenceId: recurrence ? this.attempt(recurrence, timeOf) : null,
      isForFuture: recurrence?.params.get("RANGE")?.trim().toUpperCase() === "THISANDFUTURE",
      isBusy: !isCancelled && keepsBusy(vevent, reading),
      isCancelled,
      unclear: this.unclear,
    }
  }

  /** A whole day is of the calendar's zone: RFC 5545 (3.2.19) has zones for times alone. */
  private startOf(property: Property): CalendarTime | null {
    const start = this.attempt(property, timeOf)
    return start?.isDate ? { ...start, zone: null } : start
  }

  /** Null and a note where the value can't be read. */
  private attempt<Value>(property: Property, read: (property: Property) => Value): Value | null {
    try {
      return read(property)
    } catch (error) {
      if (!(error instanceof UnclearValue)) throw error
      return this.none(property)
    }
  }

  private none({ line, text }: Property): null {
    if (!this.unclear.some((each) => each.line === line)) {
      this.unclear.push({ uid: this.uid.slice(0, longestText), line, text: text.slice(0, longestText) })
    }
    return null
  }

  /** The wider of the zones of both ends. A zone that is not known is a note. */
  private slackOf(start: CalendarTime): Slack {
    const { vevent, reading } = this
    const times = ["DTSTART", "DTEND"].flatMap((name) => given(vevent, name) ?? [])
    const slacks = times.map((property) => {
      const slack = reading.zones.slackOf(zoneIn(property))
      if (slack.before + slack.after > 0) this.none(property)
      return slack
    })
    const own = reading.zones.slackOf(start.zone)
    return {
      before: Math.max(own.before, ...slacks.map(({ before }) => before)),
      after: Math.max(own.after, ...slacks.map(({ after }) => after)),
    }
  }

  /** DTEND wins over DURATION. Nominal days for whole days and DURATION, else the seconds between start and end. */
  private timingOf(start: CalendarTime): Timing {
    const { vevent, reading } = this
    const endProperty = given(vevent, "DTEND")
    if (endProperty) {
      const end = this.attempt(endProperty, timeOf)
      if (end) return timingBetween(start, end, reading.zones)
      const bounds = boundsOf(endProperty)
      const until = bounds ? bounds.to + anyZone : start.wall + longestUnclear
      return { length: { days: 0, seconds: Math.max(0, until - start.wall) }, lead: 0 }
    }
    const duration = given(vevent, "DURATION")
    if (!duration) return { length: start.isDate ? oneDay : nothing, lead: 0 }
    const length = this.attempt(duration, ({ value }) => readDuration(value))
    if (length === null) return { length: { days: 0, seconds: longestUnclear }, lead: 0 }
    const { days, seconds } = length
    if (length.isNegative) return { length: nothing, lead: secondsIn(length) }
    return { length: start.isDate && secondsIn(length) === 0 ? oneDay : { days, seconds }, lead: 0 }
  }

  /** Apple's travel time before the event. */
  private travel(): number {
    const property = given(this.vevent, "X-APPLE-TRAVEL-DURATION")
    if (!property) return 0
    const length = this.attempt(property, ({ value }) => readDuration(value))
    return length ? secondsIn(length) : secondsPerDay
  }

  /** The rules; `until` is set where one of them is not understood: until when it may repeat. */
  private rulesOf(start: CalendarTime): { rules: RecurrenceRule[]; until: number | null } {
    const rules: RecurrenceRule[] = []
    let until: number | null = null
    for (const property of propertiesOf(this.vevent, "RRULE")) {
      const read = this.attempt(property, ({ value }) => readRule(value))
      if (read === null) {
        until = Math.max(until ?? 0, this.endOfRepeating(property))
        continue
      }
      const { rule, odd, periods } = read
      if (odd.length > 0) this.none(property)
      if (rule === null) continue
      const days = periods === null ? null : periods * daysOf[rule.frequency]
      rules.push(days === null || rule.until ? rule : { ...rule, until: wallAfter(start, days) })
    }
    return { rules, until }
  }

  private endOfRepeating({ value }: Property): number {
    const until = untilOf(value)
    return until ? until.wall + secondsPerDay + anyZone : Number.POSITIVE_INFINITY
  }

  private openSpan(
    start: CalendarTime,
    before: number,
    length: CalendarDuration,
    until: number | null,
  ): Span | null {
    if (until === null) return null
    return {
      start: this.reading.zones.toUtc(start.wall, start.zone) - before,
      end: until + secondsIn(length),
    }
  }

  /** When an event without a readable start may be: by what can be read of it, by its end, and by the end of its rule. */
  private unplaced(startProperty: Property, lead: number): Span {
    const { vevent, reading } = this
    const bounds = startProperty.name === "DTSTART" ? boundsOf(startProperty) : null
    const endProperty = given(vevent, "DTEND")
    const end = endProperty ? this.attempt(endProperty, timeOf) : null
    const ending = end && reading.zones.toUtc(end.wall, end.zone) + reading.zones.slackOf(end.zone).after
    const from = bounds ? bounds.from - anyZone - lead : always.start
    const rules = [...propertiesOf(vevent, "RRULE"), ...propertiesOf(vevent, "RDATE")].filter(
      ({ value }) => value.trim() !== "",
    )
    if (rules.length > 0) {
      const ends = rules.map((rule) => (rule.name === "RRULE" ? this.endOfRepeating(rule) : always.end))
      return { start: Math.min(from, ending ?? from), end: Math.max(...ends) }
    }
    if (ending !== null)
      return { start: Math.min(from, ending), end: ending + (end!.isDate ? secondsPerDay : 0) }
    const duration = given(vevent, "DURATION")
    const length = duration && this.attempt(duration, ({ value }) => readDuration(value))
    return {
      start: from,
      end: bounds ? bounds.to + anyZone + (length ? secondsIn(length) : longestUnclear) : always.end,
    }
  }

  /** RDATE and EXDATE, value by value. An exclusion that can't be read excludes nothing; an addition may be any day of its text. */
  private dates(start: CalendarTime, length: CalendarDuration) {
    const found = {
      addedTimes: [] as CalendarTime[],
      addedPeriods: [] as CalendarPeriod[],
      excluded: [] as CalendarTime[],
      possible: [] as Span[],
    }
    for (const property of this.vevent.properties) {
      if (property.name !== "RDATE" && property.name !== "EXDATE") continue
      const isAdded = property.name === "RDATE"
      for (const value of listOf(property)) {
        const single = { ...property, value }
        const read = this.attempt(single, (each) => ({ times: timesOf(each), periods: periodsOf(each) }))
        const told = read && !isAdded ? { ...read, times: read.times.filter(({ isDate }) => !isDate) } : read
        const vague = told ? this.vagueSpan(start, told) : boundsAround(single)
        if (vague) {
          this.none(property)
          if (isAdded) found.possible.push({ ...vague, end: vague.end + secondsIn(length) })
        } else if (isAdded) {
          found.addedTimes.push(...read!.times)
          found.addedPeriods.push(...read!.periods)
        } else found.excluded.push(...read!.times)
      }
    }
    return found
  }

  /**
   * The span in which a value may be that is read but can't be placed: of a zone that is not known, or a date added to an
   * event with a time.
   */
  private vagueSpan(
    start: CalendarTime,
    { times, periods }: { times: readonly CalendarTime[]; periods: readonly CalendarPeriod[] },
  ): Span | null {
    const { zones } = this.reading
    const ends = periods.map(({ end }) => ("wall" in end ? end : null)).filter((end) => end !== null)
    const all = [...times, ...periods.map((period) => period.start), ...ends]
    const slackOf = ({ zone, isDate }: CalendarTime) =>
      isDate || zone === null || zone === start.zone ? null : zones.slackOf(zone)
    const isVague = (time: CalendarTime) => {
      const slack = slackOf(time)
      return (slack !== null && slack.before + slack.after > 0) || (time.isDate && !start.isDate)
    }
    if (!all.some(isVague)) return null
    const longest = periods.map(({ end }) => ("wall" in end ? 0 : secondsIn(end)))
    const starts = all.map((time) => zones.toUtc(time.wall, time.zone ?? start.zone))
    const day = all.some(({ isDate }) => isDate) ? secondsPerDay : 0
    const before = Math.max(...all.map((time) => slackOf(time)?.before ?? 0))
    const after = Math.max(...all.map((time) => slackOf(time)?.after ?? 0))
    return {
      start: Math.min(...starts) - before,
      end: Math.max(...starts) + after + day + Math.max(0, ...longest),
    }
  }

  private stampedAt(): number {
    const property = given(this.vevent, "DTSTAMP")
    if (!property) return Number.NEGATIVE_INFINITY
    try {
      const { wall, zone } = timeOf(property)
      return this.reading.zones.toUtc(wall, zone)
    } catch {
      return Number.NEGATIVE_INFINITY
    }
  }
}

function boundsAround(property: Property): Span {
  const bounds = boundsOf(property)
  return bounds ? { start: bounds.from - anyZone, end: bounds.to + anyZone } : always
}

/** An answer to an invitation is no version of it. */
const answerMethods = new Set(["REPLY", "COUNTER", "DECLINECOUNTER", "REFRESH"])

const nothing: CalendarDuration = { days: 0, seconds: 0 }
const oneDay: CalendarDuration = { days: 1, seconds: 0 }

export const secondsIn = ({ days, seconds }: CalendarDuration) => days * secondsPerDay + seconds

const daysOf = {
  YEARLY: 366,
  MONTHLY: 31,
  WEEKLY: 7,
  DAILY: 1,
  HOURLY: 1 / 24,
  MINUTELY: 1 / 1440,
  SECONDLY: 1 / 86_400,
}

const wallAfter = (start: CalendarTime, days: number): CalendarTime => ({
  ...start,
  isDate: false,
  zone: null,
  wall: start.wall + Math.ceil(days * secondsPerDay),
})

function zoneIn(property: Property): string | null {
  try {
    const { zone, isDate } = timeOf(property)
    return isDate ? null : zone
  } catch {
    return null
  }
}

/** An event that ends before it starts is busy between both. */
function timingBetween(start: CalendarTime, end: CalendarTime, zones: Zones): Timing {
  if (start.isDate) {
    const days = Math.ceil((end.wall - start.wall) / secondsPerDay)
    // Some programs end a single whole day on the day itself.
    return { length: { days: Math.max(1, days), seconds: 0 }, lead: Math.max(0, -days) * secondsPerDay }
  }
  const startDay = Math.floor(start.wall / secondsPerDay) * secondsPerDay
  // A day that is no later than the start's ends with that day.
  const endWall = end.isDate && end.wall <= startDay ? end.wall + secondsPerDay : end.wall
  const zone = end.isDate ? (end.zone ?? start.zone) : end.zone
  const seconds = zones.toUtc(endWall, zone) - zones.toUtc(start.wall, start.zone)
  return { length: { days: 0, seconds: Math.max(0, seconds) }, lead: Math.max(0, -seconds) }
}

function sequenceOf(vevent: Component): number {
  const sequence = Number(propertyOf(vevent, "SEQUENCE")?.value.trim() || 0)
  return Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0
}

function keepsBusy(vevent: Component, { owner, unansweredBlocks }: EventReading): boolean {
  if (wordOf(vevent, "TRANSP") === "TRANSPARENT") return false
  const ofOutlook = wordOf(vevent, "X-MICROSOFT-CDO-BUSYSTATUS")
  if (ofOutlook === "FREE" || ofOutlook === "WORKINGELSEWHERE") return false
  if (owner === null) return true
  const answers = propertiesOf(vevent, "ATTENDEE")
    .filter(({ value }) => addressOf(value) === owner)
    .map(({ params }) => params.get("PARTSTAT")?.trim().toUpperCase() ?? "NEEDS-ACTION")
  if (answers.includes("DECLINED")) return false
  return unansweredBlocks || !answers.includes("NEEDS-ACTION")
}

const addressOf = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, "")
