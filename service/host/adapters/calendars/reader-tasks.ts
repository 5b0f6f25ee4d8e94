/**
 * What is done with a file from a calendar's server. A file may be made to cost its reader time, so this runs on threads of
 * its own (`reader-threads.ts`), and what goes in and comes out is plain data.
 */
import type { EventCopy } from "../../../../domain/model/event-copy.ts"
import { busyTimes } from "../../../../domain/rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../../../domain/rules/calendars/unreadable-calendar.ts"
import { updatedEventText } from "../../../../domain/rules/calendars/updated-event.ts"
import type { Intervals } from "../../../../domain/time/intervals.ts"
import { CalendarUnavailable } from "../../../platform/ports/calendars.ts"
import { caldavSpace, calendarServerSpace, davSpace } from "./dav-names.ts"
import { readMultistatus } from "./dav-xml.ts"
import type { BusyQuestion, DavCollection } from "./reader-questions.ts"

/** Each task takes the bytes that a server sent. Throws CalendarUnavailable for what can't be read. */
export const readerTasks = {
  /** Of an iCalendar file. */
  feedBusy: (file: Uint8Array, question: BusyQuestion): Intervals => busyOf([textOf(file)], question),

  /** Of the events in the answer to a REPORT. */
  davBusy(file: Uint8Array, question: BusyQuestion): Intervals {
    const resources = readMultistatus(textOf(file))
    return busyOf(
      resources.flatMap((resource) => resource.text(caldavSpace, "calendar-data") ?? []),
      question,
    )
  },

  /** Of the answer to a PROPFIND. */
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
}

export type ReaderTasks = typeof readerTasks

const textOf = (file: Uint8Array) =>
  Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString("utf8")

function busyOf(texts: readonly string[], question: BusyQuestion): Intervals {
  const { startMinute, endMinute, timezone, ownerEmail, mark } = question
  const busy = busyTimes(texts, {
    startMinute,
    endMinute,
    zone: timezone,
    owner: ownerEmail,
    isOurs: (uid) => uid.startsWith(mark),
  })
  if (busy instanceof UnreadableCalendar) throw new CalendarUnavailable("unreadable")
  return busy
}
