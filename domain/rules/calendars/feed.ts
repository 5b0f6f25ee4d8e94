/** The text of a feed, which a calendar program reads again and again: its events are those of the invitations. */
import { escapedText, foldedLine } from "../../model/calendar-file.ts"
import { type ItipEvent, linesOf, zonesOf } from "../mails/itip.ts"

/** Calendar programs take no larger file: Google's limit is 1 MB. */
export const mostFeedBytes = 1_000_000

/** Enough for the head, the end and the rules of some dozens of zones. */
const bytesBeside = 50_000

/** How often a program should read it again, for those that ask. */
const refresh = "PT15M"

/** Cut off behind the last event that fits, in the order given. */
export function feedText(name: string, events: readonly ItipEvent[]): string {
  const kept: ItipEvent[] = []
  const lines: string[] = []
  let bytes = 0
  for (const event of events) {
    const own = linesOf(event).map(foldedLine)
    bytes += own.reduce((sum, line) => sum + Buffer.byteLength(line) + 2, 0)
    if (bytes > mostFeedBytes - bytesBeside) break
    kept.push(event)
    lines.push(...own)
  }
  const head = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Appointments//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapedText(name)}`,
    `X-WR-CALNAME:${escapedText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...zonesOf(kept),
  ].map(foldedLine)
  return `${[...head, ...lines, "END:VCALENDAR"].join("\r\n")}\r\n`
}
