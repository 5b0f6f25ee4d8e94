/**
 * The tasks on a file from a calendar's server. A file may be made to cost its reader time, so they run on threads of their
 * own (`reader-threads.ts`), and their inputs and results are plain data.
 */
import type { EventCopy } from "../../../../domain/model/event-copy.ts"
import { readBusyTimes } from "../../../../domain/rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../../../domain/rules/calendars/unreadable-calendar.ts"
import { updatedEventText } from "../../../../domain/rules/calendars/updated-event.ts"
import { CalendarUnavailable } from "../../../platform/ports/calendars.ts"
import { caldavSpace, calendarServerSpace, davSpace } from "./dav-names.ts"
import { readMultistatus } from "./dav-xml.ts"
import { googleAnswers } from "./google-answers.ts"
import { readFields } from "./json-answers.ts"
import { microsoftAnswers } from "./microsoft-answers.ts"
import type { BusyAnswer, BusyQuestion, DavCollection } from "./reader-questions.ts"

/** Each task takes the bytes that a server sent. Throws CalendarUnavailable for what can't be read. */
export const readerTasks = {
  /** The busy times in an iCalendar file. */
  feedBusy: (file: Uint8Array, question: BusyQuestion): BusyAnswer => busyOf([textOf(file)], question),

  /** The busy times in the answer to a REPORT. */
  davBusy(file: Uint8Array, question: BusyQuestion): BusyAnswer {
    const resources = readMultistatus(textOf(file))
    return busyOf(
      resources.flatMap((resource) => resource.text(caldavSpace, "calendar-data") ?? []),
      question,
    )
  },

  /** The collection in the answer to a PROPFIND. */
  davCollection(file: Uint8Array): DavCollection {
    const [collection] = readMultistatus(textOf(file))
    return {
      types: collection?.names(davSpace, "resourcetype") ?? [],
      rights: collection?.names(davSpace, "current-user-privilege-set") ?? null,
      version:
        collection?.text(calendarServerSpace, "getctag") ?? collection?.text(davSpace, "sync-token") ?? null,
    }
  },

  /** The text of an event of ours that stands there, brought up to date. */
  updatedEvent: (file: Uint8Array, event: EventCopy): string => updatedEventText(textOf(file), event),

  /** Single members of a JSON object. */
  fields: readFields,
  ...googleAnswers,
  ...microsoftAnswers,
}

export type ReaderTasks = typeof readerTasks

/** UTF-8, or what the byte order mark says. */
function textOf(file: Uint8Array): string {
  const [first, second] = file
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return new TextDecoder(isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(file)
}

function busyOf(texts: readonly string[], question: BusyQuestion): BusyAnswer {
  const { startMinute, endMinute, timezone, isZoneSet, unansweredBlocks, ownerEmail, mark } = question
  const read = readBusyTimes(texts, {
    startMinute,
    endMinute,
    zone: timezone,
    isZoneSet,
    unansweredBlocks,
    owner: ownerEmail,
    isOurs: (uid) => uid.startsWith(mark),
  })
  if (read instanceof UnreadableCalendar) throw new CalendarUnavailable("unreadable")
  const { busy, widened, unclear } = read
  return widened === 0 ? { busy } : { busy, unclear: { events: widened, lines: unclear } }
}
