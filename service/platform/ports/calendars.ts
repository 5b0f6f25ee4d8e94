/** The adapter of providers' own calendars. */
import type { CalendarProblem } from "../../../domain/model/calendar-problem.ts"
import type { EventCopy } from "../../../domain/model/event-copy.ts"
import type { CalendarSettings, UnclearEvents } from "../../../domain/model/provider-calendar.ts"
import type { Intervals } from "../../../domain/time/intervals.ts"

/** Whole minutes since 1970 UTC, end exclusive. */
export interface MinuteRange {
  startMinute: number
  endMinute: number
}

/** A connected calendar with its credentials. */
export interface CalendarAccount {
  companyId: number
  calendarId: number
  settings: CalendarSettings
  /** True where appointments are written into it, so that it may hold events of ours. */
  writes: boolean
  /** IANA zone of whole days and of times that name none. */
  timezone: string
  /** True where the zone was chosen; otherwise the one that a feed names comes first. */
  isZoneSet: boolean
  /** True where invitations that the owner has not answered keep them busy. */
  unansweredBlocks: boolean
  ownerEmail: string | null
  /** Begins the ids of all events that we write. */
  mark: string
  /** Stores the refresh token that replaces the old one. */
  renewed(refreshToken: string): Promise<void>
}

export interface CalendarQuestion extends MinuteRange {
  /** The version of the previous reading; null when none covers the range. */
  known: string | null
  /** A booking waits for the answer: one request at most, and no version is needed. */
  isLive: boolean
}

export interface CalendarReading {
  /** Busy minutes within the range, normalized, without events of ours. */
  busy: Intervals
  /** Sent with the next question, so that an unchanged calendar is not read again; null when the server has no version. */
  version: string | null
  /** The events that can't be read as they stand; left out where there are none. */
  unclear?: UnclearEvents
}

/** How the calendar knows an event of ours. */
export interface RemoteEvent {
  remoteId: string
  etag: string | null
}

export interface CalendarExamination {
  mayWrite: boolean
  /** Epoch milliseconds by the server's clock; null where it does not say. */
  serverTime: number | null
  /** As in a reading. */
  unclear?: UnclearEvents
}

/** Provider calendars of every kind. Every method throws `CalendarUnavailable` on failure. */
export interface Calendars {
  /** `unchanged` when the calendar has not changed since `question.known`. */
  read(
    account: CalendarAccount,
    question: CalendarQuestion,
    signal: AbortSignal,
  ): Promise<CalendarReading | "unchanged">
  /** Creates or replaces the event. `known` is its last known state. */
  put(
    account: CalendarAccount,
    event: EventCopy,
    known: RemoteEvent | null,
    signal: AbortSignal,
  ): Promise<RemoteEvent>
  /** Removes the event; one that is gone already is no error. */
  remove(account: CalendarAccount, event: RemoteEvent, signal: AbortSignal): Promise<void>
  examine(account: CalendarAccount, signal: AbortSignal): Promise<CalendarExamination>
  /** Closes the kept-alive connections. */
  close(): void
}

export class CalendarUnavailable extends Error {
  override readonly name = "CalendarUnavailable"
  readonly problem: CalendarProblem
  /** Whole seconds that the server asked us to wait. */
  readonly retryAfterSeconds: number | null
  constructor(problem: CalendarProblem, retryAfterSeconds: number | null = null) {
    super(problem)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}
