/** Google Calendar's answers, read on a thread of its own. */
import type { Intervals } from "../../../../domain/time/intervals.ts"
import { isZone } from "../../../../domain/time/zone-table.ts"
import type { MinuteRange } from "../../../platform/ports/calendars.ts"
import { readJson, textOrNull } from "./json-answers.ts"
import type { BusyPage, BusyQuestion } from "./reader-questions.ts"
import { instantMs, type MsSpan, midnightMs, minutesOfSpans } from "./spans.ts"

interface GoogleTime {
  dateTime?: string
  date?: string
}

interface GoogleEvent {
  id: string
  status?: string
  transparency?: string
  start?: GoogleTime
  end?: GoogleTime
  attendees?: { self?: boolean; responseStatus?: string }[]
}

export const googleAnswers = {
  /** The busy times in a page of a list of events. */
  googleEvents: (file: Uint8Array, question: BusyQuestion): BusyPage =>
    readJson(file, (page) => {
      const zone = zoneOf(question, page.timeZone)
      const spans = ((page.items ?? []) as GoogleEvent[])
        .filter((event) => keepsBusy(event, question))
        .map((event) => spanOf(event, zone))
      return {
        busy: minutesOfSpans(spans, question),
        next: textOrNull(page.nextPageToken),
        version: textOrNull(page.nextSyncToken),
      }
    }),

  /** True where a list of changes names any. */
  googleChanged: (file: Uint8Array): boolean =>
    readJson(file, (page) => (page.items ?? []).length > 0 || page.nextPageToken !== undefined),

  /** Null where the calendar is not in the answer. */
  googleFreeBusy: (file: Uint8Array, range: MinuteRange): Intervals | null =>
    readJson(file, ({ calendars }) => {
      const found = Object.values<ReturnType<typeof JSON.parse>>(calendars ?? {})[0]
      // An empty answer would read as free.
      if (!found || found.errors?.length > 0 || !Array.isArray(found.busy)) return null
      const spans = (found.busy as { start: string; end: string }[]).map(({ start, end }) => ({
        start: instantMs(start),
        end: instantMs(end),
      }))
      return minutesOfSpans(spans, range)
    }),
}

function keepsBusy(event: GoogleEvent, { mark, unansweredBlocks }: BusyQuestion): boolean {
  const answer = event.attendees?.find((one) => one.self === true)?.responseStatus
  const isDeclined = answer === "declined" || (answer === "needsAction" && !unansweredBlocks)
  const isFree = event.status === "cancelled" || event.transparency === "transparent"
  return !isFree && !isDeclined && !event.id.startsWith(mark) && event.start !== undefined
}

/** The zone of whole days: the one that was set when the calendar was connected, else the calendar's own there. */
const zoneOf = ({ isZoneSet, timezone }: BusyQuestion, own: unknown): string =>
  !isZoneSet && typeof own === "string" && isZone(own) ? own : timezone

function spanOf({ start, end }: GoogleEvent, zone: string): MsSpan {
  const at = (time: GoogleTime | undefined) =>
    time?.date === undefined ? instantMs(time?.dateTime) : midnightMs(time.date, zone)
  return { start: at(start), end: at(end) }
}
