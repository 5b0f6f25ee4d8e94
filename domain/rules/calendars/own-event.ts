/** The iCalendar text of an event that we write. */

import { escapedText, foldedLine, utcText } from "../../model/calendar-file.ts"
import type { EventCopy } from "../../model/event-copy.ts"

export const newEventText = (event: EventCopy): string =>
  calendarText([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Appointments//EN",
    "BEGIN:VEVENT",
    ...ownLines(event),
    "END:VEVENT",
    "END:VCALENDAR",
  ])

export function ownLines(event: EventCopy): string[] {
  return [
    `UID:${event.id}`,
    `DTSTAMP:${utcText(event.updatedAt)}`,
    `DTSTART:${utcText(event.startAt)}`,
    `DTEND:${utcText(event.endAt)}`,
    `SEQUENCE:${event.sequence}`,
    `SUMMARY:${escapedText(event.title)}`,
    ...(event.location === null ? [] : [`LOCATION:${escapedText(event.location)}`]),
    "STATUS:CONFIRMED",
    "TRANSP:OPAQUE",
  ]
}

export const calendarText = (lines: readonly string[]) => `${lines.map(foldedLine).join("\r\n")}\r\n`
