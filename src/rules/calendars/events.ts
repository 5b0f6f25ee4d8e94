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
  /** Of which occurrence it tells, when it does not tell of all. */
  recurrenceId: CalendarTime | null
  /** It tells of those after it too. */
  isForFuture: boolean
  isBusy: boolean
}

/** `owner` is the address that invitations reach the calendar's owner at, in lower case. Null without a start. */
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

/** Nominal days for whole days and DURATION; what lies between start and end otherwise. */
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
