/** VEVENTs as plain data: when they are, how they repeat, and whether they keep their owner busy. */

import { secondsPerDay } from "../../time/units.ts"
import {
  type CalendarDuration,
  type CalendarPeriod,
  type CalendarTime,
  periodsOf,
  readDuration,
  timeOf,
  timesOf,
} from "./calendar-times.ts"
import { type Component, propertiesOf, propertyOf, wordOf } from "./components.ts"
import { type RecurrenceRule, readRule } from "./recurrence-rule.ts"
import type { Zones } from "./zones.ts"

export interface CalendarEvent {
  uid: string
  start: CalendarTime
  length: CalendarDuration
  rules: readonly RecurrenceRule[]
  addedTimes: readonly CalendarTime[]
  addedPeriods: readonly CalendarPeriod[]
  excluded: readonly CalendarTime[]
  /** The occurrence that this event replaces; null for an event that stands for all. */
  recurrenceId: CalendarTime | null
  /** The event also replaces all later occurrences. */
  isForFuture: boolean
  isBusy: boolean
}

/** Null for an event without a start. `owner` is the owner's email address in lower case: declined events do not count. */
export function readEvent(vevent: Component, zones: Zones, owner: string | null): CalendarEvent | null {
  const startProperty = propertyOf(vevent, "DTSTART")
  if (!startProperty) return null
  const start = timeOf(startProperty)
  const recurrence = propertyOf(vevent, "RECURRENCE-ID")
  const rdates = propertiesOf(vevent, "RDATE")
  return {
    uid: propertyOf(vevent, "UID")?.value.trim() ?? "",
    start,
    length: lengthOf(vevent, start, zones),
    rules: propertiesOf(vevent, "RRULE").map(({ value }) => readRule(value)),
    addedTimes: rdates.flatMap(timesOf),
    addedPeriods: rdates.flatMap(periodsOf),
    excluded: propertiesOf(vevent, "EXDATE").flatMap(timesOf),
    recurrenceId: recurrence ? timeOf(recurrence) : null,
    isForFuture: recurrence?.params.get("RANGE")?.toUpperCase() === "THISANDFUTURE",
    isBusy: keepsBusy(vevent, owner),
  }
}

/** Nominal days for whole days and DURATION, else the seconds between start and end. */
function lengthOf(vevent: Component, start: CalendarTime, zones: Zones): CalendarDuration {
  const duration = propertyOf(vevent, "DURATION")
  if (duration) return readDuration(duration.value)
  const endProperty = propertyOf(vevent, "DTEND")
  if (!endProperty) return { days: start.isDate ? 1 : 0, seconds: 0 }
  const end = timeOf(endProperty)
  if (start.isDate) {
    // Some programs end a single whole day on the day itself.
    return { days: Math.max(1, Math.round((end.wall - start.wall) / secondsPerDay)), seconds: 0 }
  }
  const seconds = zones.toUtc(end.wall, end.zone) - zones.toUtc(start.wall, start.zone)
  return { days: 0, seconds: Math.max(0, seconds) }
}

function keepsBusy(vevent: Component, owner: string | null): boolean {
  if (wordOf(vevent, "STATUS") === "CANCELLED" || wordOf(vevent, "TRANSP") === "TRANSPARENT") return false
  const ofOutlook = wordOf(vevent, "X-MICROSOFT-CDO-BUSYSTATUS")
  if (ofOutlook === "FREE" || ofOutlook === "WORKINGELSEWHERE") return false
  return (
    owner === null ||
    !propertiesOf(vevent, "ATTENDEE").some((attendee) => {
      const address = attendee.value
        .trim()
        .toLowerCase()
        .replace(/^mailto:/, "")
      return address === owner && attendee.params.get("PARTSTAT")?.toUpperCase() === "DECLINED"
    })
  )
}
