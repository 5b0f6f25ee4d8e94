/** Graph's answers about calendars, read on a thread of its own. */
import type { Intervals } from "../../../../domain/time/intervals.ts"
import type { MinuteRange } from "../../../platform/ports/calendars.ts"
import { readJson, textOrNull } from "./json-answers.ts"
import type { BusyPage, BusyQuestion } from "./reader-questions.ts"
import { instantMs, type MsSpan, midnightMs, minutesOfSpans } from "./spans.ts"

interface GraphTime {
  dateTime: string
}

interface GraphEvent {
  id: string
  transactionId?: string | null
  showAs?: string
  isCancelled?: boolean
  isAllDay?: boolean
  responseStatus?: { response?: string }
  start: GraphTime
  end: GraphTime
}

/** Elsewhere, but working: that is no reason to take no appointments. */
const freeWords = new Set(["free", "workingElsewhere"])

export const microsoftAnswers = {
  /** The busy times in a page of a view of events. */
  graphEvents: (file: Uint8Array, question: BusyQuestion): BusyPage =>
    readJson(file, (page) => {
      const spans = eventsOf(page)
        .filter((event) => keepsBusy(event, question))
        .map((event) => spanOf(event, question.timezone))
      return { busy: minutesOfSpans(spans, question), next: nextOf(page), version: null }
    }),

  /** The event of such a page whose transaction begins so. */
  graphEventOf: (file: Uint8Array, transaction: string): { id: string | null; next: string | null } =>
    readJson(file, (page) => {
      const found = eventsOf(page).find(({ transactionId }) => transactionId?.startsWith(transaction))
      return { id: textOrNull(found?.id), next: nextOf(page) }
    }),

  /** Null where the calendar is not in the answer. */
  graphSchedule: (file: Uint8Array, range: MinuteRange): Intervals | null =>
    readJson(file, ({ value }) => {
      const [schedule] = value ?? []
      // An empty answer would read as free.
      if (!schedule || schedule.error || !Array.isArray(schedule.scheduleItems)) return null
      const spans = (schedule.scheduleItems as { status: string; start: GraphTime; end: GraphTime }[])
        .filter(({ status }) => !freeWords.has(status))
        .map(({ start, end }) => ({ start: utcMs(start), end: utcMs(end) }))
      return minutesOfSpans(spans, range)
    }),
}

const eventsOf = ({ value }: { value?: GraphEvent[] }): GraphEvent[] => value ?? []

const nextOf = (page: Record<string, unknown>) => textOrNull(page["@odata.nextLink"])

function keepsBusy(event: GraphEvent, { mark, unansweredBlocks }: BusyQuestion): boolean {
  const isOurs = event.transactionId?.startsWith(mark) ?? false
  const isDeclined = event.responseStatus?.response === "declined"
  const isUnanswered = event.responseStatus?.response === "notResponded"
  return (
    !isOurs &&
    !isDeclined &&
    (unansweredBlocks || !isUnanswered) &&
    event.isCancelled !== true &&
    !freeWords.has(event.showAs ?? "busy")
  )
}

/** Graph writes UTC without saying so. */
const utcMs = ({ dateTime }: GraphTime) => instantMs(/Z$/i.test(dateTime) ? dateTime : `${dateTime}Z`)

function spanOf(event: GraphEvent, zone: string): MsSpan {
  const at = (time: GraphTime) =>
    event.isAllDay === true ? midnightMs(time.dateTime.slice(0, 10), zone) : utcMs(time)
  return { start: at(event.start), end: at(event.end) }
}
