/**
 * iCalendar files (RFC 5545): an appointment as one, and how they write times, texts and long lines. The file has a stable
 * UID, SEQUENCE, times in UTC and one VEVENT per working day; it holds no link token, no address of the customer's and no
 * name of this service.
 */

export interface CalendarEntry {
  companyName: string
  /** Distinguishes hosts in UIDs: the customer host's name. */
  host: string
  appointmentId: number
  typeName: string
  /** Empty where the calendar says no name. */
  providerName: string
  /** Only when the customer comes to the company. */
  location: string | null
  sequence: number
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
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utcText(entry.updatedAt)}`,
    `DTSTART:${utcText(new Date(block.start_time))}`,
    `DTEND:${utcText(new Date(block.end_time))}`,
    `SUMMARY:${escapedText(`${entry.typeName} – ${entry.companyName}${ofDays}`)}`,
    ...(entry.providerName === "" ? [] : [`DESCRIPTION:${escapedText(entry.providerName)}`]),
    ...(entry.location === null ? [] : [`LOCATION:${escapedText(entry.location)}`]),
    `STATUS:${entry.cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
  ]
}

export const utcText = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`

export function escapedText(text: string): string {
  return text
    .replace(/\\/g, "\\\\")
    .replace(/[;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ")
}

/** Lines of at most 75 bytes, continued with a space, never cut inside a character. */
export function foldedLine(line: string): string {
  const parts: string[] = []
  let part = ""
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      parts.push(part)
      part = " "
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join("\r\n")
}
