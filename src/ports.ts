/** What the outside must offer. Adapters implement these; nothing else reaches beyond the process and its database. */

import type { CalendarProblem } from "./model/calendar-problem.ts"
import type { DeliveryError } from "./model/delivery.ts"
import type { EventCopy } from "./model/event-copy.ts"
import type { Accuracy, GeoPoint } from "./model/geo.ts"
import type { CalendarSettings } from "./model/provider-calendar.ts"
import type { Reported } from "./model/text-message.ts"
import type { Address } from "./model/views.ts"
import type { Intervals } from "./time/intervals.ts"

/** The one source of time. Epoch milliseconds. */
export interface Clock {
  now(): number
}

/** Whole minutes since 1970 UTC, end exclusive. */
export interface MinuteRange {
  startMinute: number
  endMinute: number
}

/** A connected calendar, with what reaching it takes. */
export interface CalendarAccount {
  companyId: number
  calendarId: number
  settings: CalendarSettings
  /** Whether we write into it, so that events of ours may stand in it. */
  writes: boolean
  /** IANA zone of whole days and of times that name none. */
  timezone: string
  ownerEmail: string | null
  /** Begins the ids of all events that we write. */
  mark: string
  /** Keeps a refresh token that the server gave instead of the old one. */
  renewed(refreshToken: string): Promise<void>
}

export interface CalendarQuestion extends MinuteRange {
  /** The version of the reading before, where one covers the range. */
  known: string | null
  /** Somebody waits: one request, and no version is needed. */
  isLive: boolean
}

export interface CalendarReading {
  /** Plain minute pairs within the range; without events of ours. */
  busy: Intervals
  /** What to say with the next question, so that nothing is read that has not changed; null where nobody knows. */
  version: string | null
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
}

/** Live provider calendars of every kind. Everything throws `CalendarUnavailable` for whatever goes wrong. */
export interface Calendars {
  /** `unchanged` where nothing is new since `question.known`. */
  read(
    account: CalendarAccount,
    question: CalendarQuestion,
    signal: AbortSignal,
  ): Promise<CalendarReading | "unchanged">
  /** Makes the event be there as told, whatever stands there; `known` is how it was known last. */
  put(
    account: CalendarAccount,
    event: EventCopy,
    known: RemoteEvent | null,
    signal: AbortSignal,
  ): Promise<RemoteEvent>
  /** Makes the event be gone; one that is gone already is no error. */
  remove(account: CalendarAccount, event: RemoteEvent, signal: AbortSignal): Promise<void>
  examine(account: CalendarAccount, signal: AbortSignal): Promise<CalendarExamination>
  /** Lets go of the connections that it kept. */
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

export interface Located extends GeoPoint {
  accuracy: Accuracy
}

/** Turns addresses into points. */
export interface Geocoder {
  /**
   * Where the address is, or null when it is not known. Throws `GeocoderUnavailable` when nobody answers in time, or
   * refuses to; what it throws says nothing of the address.
   */
  locate(address: Address, signal: AbortSignal): Promise<Located | null>
}

export class GeocoderUnavailable extends Error {
  override readonly name = "GeocoderUnavailable"
}

/** Judges where a company asks us to send. */
export interface AddressGuard {
  /**
   * Why nothing may be sent to this address, as words that follow "url: " (`expected an https address`), or null
   * when it may. Looks its name up now; whoever connects judges again what the name stands for then.
   */
  refuse(url: string): Promise<string | null>
}

/** One webhook request; `headers` are the three of Standard Webhooks. */
export interface Posting {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** `statusCode` when an answer came, followed or not; `error` when it did not, or was a redirect. */
export interface Posted {
  statusCode: number | null
  error: DeliveryError | null
}

/** Sends webhooks. */
export interface Post {
  /** Ends within ten seconds and never throws: whatever goes wrong is in what it returns. */
  send(posting: Posting): Promise<Posted>
  /** Lets go of the connections that it kept. */
  close(): void
}

/** One text, from a number of ours to anybody's. */
export interface OutgoingText {
  from: string
  to: string
  body: string
  /** What the carrier's later reports name it by; without it none are asked for. */
  report?: { companyId: number; textId: number }
}

/**
 * `later` was not taken and is worth another try; `refused` is not. `optedOut`: the recipient told the carrier to send no
 * more. `unknown`: asked, and no answer came, so that it may have been taken or not.
 */
export type SentText =
  | { kind: "sent"; carrierId: string | null }
  | { kind: "later"; error: string; retryAfterSeconds: number | null }
  | { kind: "refused"; error: string; optedOut: boolean }
  | { kind: "unknown"; error: string }

/** Sends texts. */
export interface TextSender {
  /** Texts go nowhere but to a page for developers, so that their words stay readable. */
  readonly staysHere: boolean
  /** Never throws: whatever goes wrong is in what it returns. */
  send(text: OutgoingText): Promise<SentText>
}

/** Reads what a carrier posts to us: later reports on texts, and what people answer. */
export interface CarrierPosts {
  /** The API's public address, as the carrier knows it; null where it is whatever the post came to. */
  readonly baseUrl: string | null
  /** Whether the carrier signed this post to `url`. */
  isGenuine(signature: string | undefined, url: string, form: Iterable<[string, string]>): boolean
  readReport(status: string, errorCode: string | null): Reported
}

/** A call that the company's voice agent is to make, from the number that it answers. */
export interface OutgoingCall {
  from: string
  to: string
  /** What the agent knows when the conversation begins: as conversation-init answers. */
  variables: Readonly<Record<string, string | number | boolean>>
}

/** Has a voice agent call people. */
export interface VoiceAgent {
  /** Never throws: whatever goes wrong is in what it returns. */
  call(call: OutgoingCall): Promise<SentText>
}

/** What became of a bot check. `once`, where the answer could be sent again, is what to remember it by until then. */
export type BotVerdict = { passed: false } | { passed: true; once: { key: string; expiresAt: number } | null }

/** Tells people from programs before anything is sent. */
export interface BotCheck {
  readonly kind: "altcha" | "turnstile"
  readonly siteKey: string | null
  /** Another origin that the page has to load from for it; null when everything comes from here. */
  readonly pageOrigin: string | null
  /** A fresh challenge; null where challenges come from elsewhere. */
  challenge(now: number): Promise<object> | null
  /** Judges what the visitor's browser sent. Throws `BotCheckUnavailable` when nobody can say. */
  judge(answer: string, visitor: { now: number; address: string }): Promise<BotVerdict>
}

export class BotCheckUnavailable extends Error {
  override readonly name = "BotCheckUnavailable"
}

/** Random bytes, so that tokens can be made without pure code reaching for randomness. */
export interface Random {
  bytes(length: number): Uint8Array
}

/** A structured log. Fields are on an allow-list; whatever else is passed is dropped. */
export interface Log {
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields & { err?: unknown }, message: string): void
}

/** Everything a log line may carry: route patterns, statuses, times and ids; never an address, a body, a number. */
export interface LogFields {
  request_id?: string
  route?: string
  method?: string
  status?: number
  duration_ms?: number
  company_id?: number
  operation?: string
  code?: string
  job?: string
  count?: number
  base_url?: string
  book_url?: string
  signal?: string
}
