/** An event of ours that stands in a calendar, brought up to date. What the calendar's owner added to it stays. */

import type { EventCopy } from "../../model/event-copy.ts"
import { linesOf, readLine } from "./components.ts"
import { calendarText, newEventText, ownLines } from "./own-event.ts"

/** The existing text with our properties replaced; everything else in it stays. */
export function updatedEventText(existing: string, event: EventCopy): string {
  const lines = linesOf(existing).filter((line) => line.trim() !== "")
  const begin = lines.findIndex((line) => /^BEGIN:VEVENT\s*$/i.test(line))
  const end = lines.findIndex((line) => /^END:VEVENT\s*$/i.test(line))
  if (begin < 0 || end < begin) return newEventText(event)
  const within = lines.slice(begin + 1, end)
  const sequence = Math.max(event.sequence, sequenceIn(within) + 1)
  const kept = outsideOwn(within)
  return calendarText([
    ...lines.slice(0, begin + 1),
    ...ownLines({ ...event, sequence }),
    ...kept,
    ...lines.slice(end),
  ])
}

const ownNames = new Set([
  ...[
    "UID",
    "DTSTAMP",
    "DTSTART",
    "DTEND",
    "DURATION",
    "SEQUENCE",
    "STATUS",
    "TRANSP",
    "SUMMARY",
    "LOCATION",
  ],
  // Our events do not repeat.
  ...["RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"],
])

/** The owner's reminders (parts within the event) and the properties that we do not write. */
function outsideOwn(lines: readonly string[]): string[] {
  let depth = 0
  return lines.filter((line) => {
    const name = readLine(line)?.name ?? ""
    const isInside = depth > 0 || name === "BEGIN"
    if (name === "BEGIN") depth += 1
    if (name === "END") depth -= 1
    return isInside || !ownNames.has(name)
  })
}

function sequenceIn(lines: readonly string[]): number {
  const value = lines.map(readLine).find((property) => property?.name === "SEQUENCE")?.value
  const sequence = Number(value ?? -1)
  return Number.isSafeInteger(sequence) ? sequence : -1
}
