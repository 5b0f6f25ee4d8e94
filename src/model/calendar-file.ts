/**
 * An appointment as an iCalendar file: stable UID, SEQUENCE, times in UTC, one VEVENT a working day; no link token, no
 * address of the customer's, no name of this service.
 */
export interface CalendarEntry {
  companyName: string
  /** Distinguishes hosts in UIDs: the booking host's name. */
  host: string
  appointmentId: number
  typeName: string
  providerName: string
  /** Only for visits at the company's place. */
  place: string | null
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
  return `${lines.map(folded).join("\r\n")}\r\n`
}

function eventLines(entry: CalendarEntry, block: CalendarEntry["blocks"][number], index: number): string[] {
  const ofDays = entry.blocks.length > 1 ? ` (${index + 1}/${entry.blocks.length})` : ""
  return [
    "BEGIN:VEVENT",
    `UID:appointment-${entry.appointmentId}-${index + 1}@${entry.host}`,
    `SEQUENCE:${entry.version - 1}`,
    `DTSTAMP:${utc(entry.updatedAt.toISOString())}`,
    `DTSTART:${utc(block.start_time)}`,
    `DTEND:${utc(block.end_time)}`,
    `SUMMARY:${escaped(`${entry.typeName} – ${entry.companyName}${ofDays}`)}`,
    `DESCRIPTION:${escaped(entry.providerName)}`,
    ...(entry.place === null ? [] : [`LOCATION:${escaped(entry.place)}`]),
    `STATUS:${entry.cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
  ]
}

const utc = (instant: string) => `${instant.slice(0, 19).replace(/[-:]/g, "")}Z`

function escaped(text: string): string {
  return text
    .replace(/\\/g, "\\\\")
    .replace(/[;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ")
}

/** Lines of at most 75 bytes, continued with a space, never cut inside a character. */
function folded(line: string): string {
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
