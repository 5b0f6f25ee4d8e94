/**
 * An appointment as an iCalendar file: stable UID, SEQUENCE, times in UTC, one VEVENT a working day; no link token, no
 * address of the customer's, no name of this service.
 */
import { escapedText, foldedLine, utcText } from "./calendar-text.ts"

export interface CalendarEntry {
  companyName: string
  /** Distinguishes hosts in UIDs: the booking host's name. */
  host: string
  appointmentId: number
  typeName: string
  providerName: string
  /** Only for visits at the company's place. */
  location: string | null
  version: number
  cancelled: boolean
  updatedAt: Date
  blocks: readonly { start_time: string; end_time: string }[]
}

export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Appointments//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...entry.blocks.flatMap((block, index) => eventLines(entry, block, index)),
    "END:VCALENDAR",
  ]
  return `${lines.map(foldedLine).join("\r\n")}\r\n`
}

function eventLines(entry: CalendarEntry, block: CalendarEntry["blocks"][number], index: number): string[] {
  const ofDays = entry.blocks.length > 1 ? ` (${index + 1}/${entry.blocks.length})` : ""
  return [
    "BEGIN:VEVENT",
    `UID:appointment-${entry.appointmentId}-${index + 1}@${entry.host}`,
    `SEQUENCE:${entry.version - 1}`,
    `DTSTAMP:${utcText(entry.updatedAt)}`,
    `DTSTART:${utcText(new Date(block.start_time))}`,
    `DTEND:${utcText(new Date(block.end_time))}`,
    `SUMMARY:${escapedText(`${entry.typeName} – ${entry.companyName}${ofDays}`)}`,
    `DESCRIPTION:${escapedText(entry.providerName)}`,
    ...(entry.location === null ? [] : [`LOCATION:${escapedText(entry.location)}`]),
    `STATUS:${entry.cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
  ]
}
