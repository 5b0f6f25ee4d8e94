/** The interfaces of the adapters, which are the only code that reaches beyond the process and its database. */

import type { DrivingTimes } from "./model/availability.ts"
import type { CalendarProblem } from "./model/calendar-problem.ts"
import type { DeliveryError, TlsReason } from "./model/delivery.ts"
import type { WebsitePage, WebsiteProblem } from "./model/embedding.ts"
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

/** A connected calendar with its credentials. */
export interface CalendarAccount {
  companyId: number
  calendarId: number
  settings: CalendarSettings
  /** Whether appointments are written into it, so that it may hold events of ours. */
  writes: boolean
  /** IANA zone of whole days and of times that name none. */
  timezone: string
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

export interface Located extends GeoPoint {
  accuracy: Accuracy
}

/** Turns addresses into points. */
export interface Geocoder {
  /**
   * The address's coordinates, or null when it is unknown. Throws `GeocoderUnavailable` when the geocoder refuses or does
   * not answer in time; the error does not contain the address.
   */
  locate(address: Address, signal: AbortSignal): Promise<Located | null>
}

export class GeocoderUnavailable extends Error {
  override readonly name = "GeocoderUnavailable"
}

/** Driving times by road, between one customer and other points. */
export interface TravelTimes {
  /**
   * What is known without asking. A point is missing where it has not been asked for, and has null where it was in vain:
   * because the service does not answer, or no road leads there.
   */
  known(customer: GeoPoint, others: readonly GeoPoint[]): DrivingTimes
  /** Asks for what is not known or old. Never throws, and ends with the signal: what is not answered by then was in vain. */
  ask(customer: GeoPoint, others: readonly GeoPoint[], signal: AbortSignal): Promise<void>
}

/** Judges the URLs that a company asks us to send to. */
export interface AddressGuard {
  /**
   * Why nothing may be sent to this URL, in words that follow "url: " (`expected an https address`), or null when it may
   * be used. Resolves the host name now; the connection judges the resolved address again.
   */
  refuse(url: string): Promise<string | null>
}

/** Reads pages of websites that a company names. */
export interface Websites {
  /** Follows redirects, each to a vetted address. Throws `WebsiteUnavailable`, and nothing else. */
  read(url: string): Promise<WebsitePage>
  close(): void
}

export class WebsiteUnavailable extends Error {
  override readonly name = "WebsiteUnavailable"
  readonly problem: WebsiteProblem
  /** Where it went wrong, after redirects. */
  readonly url: string
  constructor(problem: WebsiteProblem, url: string) {
    super(problem)
    this.problem = problem
    this.url = url
  }
}

/** A company's registration at its own identity provider, which speaks OpenID Connect. */
export interface ProviderClient {
  issuer: string
  clientId: string
  clientSecret: string
}

/** What only the browser and the service know of a sign-in under way, and its end is judged by. */
export interface SignInSecrets {
  state: string
  nonce: string
  /** Of PKCE. */
  verifier: string
}

/** Whom the provider names. */
export interface ProvenIdentity {
  email: string | null
  isEmailVerified: boolean
}

/** Companies' identity providers. */
export interface IdentityProviders {
  /** Throws `IdentityProviderUnavailable` where the issuer publishes no configuration. */
  examine(issuer: string): Promise<void>
  /** The provider's page on which the person signs in. Throws `IdentityProviderUnavailable`. */
  begin(client: ProviderClient, secrets: SignInSecrets, redirectUri: string): Promise<string>
  /**
   * Judges the address that the provider led the browser back to, with its query. Throws `IdentityNotProven` and
   * `IdentityProviderUnavailable`.
   */
  finish(client: ProviderClient, secrets: SignInSecrets, address: string): Promise<ProvenIdentity>
  /** Closes the kept-alive connections. */
  close(): void
}

/** The provider does not answer, or answers nothing that can be used. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = "IdentityProviderUnavailable"
}

export class IdentityNotProven extends Error {
  override readonly name = "IdentityNotProven"
  /** `client_secret`: the provider does not take the company's registration. */
  readonly failed: "proof" | "client_secret"
  constructor(failed: IdentityNotProven["failed"], options: ErrorOptions = {}) {
    super(failed, options)
    this.failed = failed
  }
}

/** One webhook request; `headers` are the three of Standard Webhooks. */
export interface Posting {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** `statusCode` when an answer came; `error` when none came, and also for a redirect, which is not followed. */
export interface Posted {
  statusCode: number | null
  error: DeliveryError | null
  /** Set with the error `tls`. */
  tlsReason: TlsReason | null
  /** The address that was connected to; null without a connection. */
  address: string | null
  /** The first kilobyte of the body of an answer that is not 2xx, as text. */
  answerBody: string | null
}

/** Sends webhooks. */
export interface Post {
  /** Ends within ten seconds and never throws: every failure is in the result. */
  send(posting: Posting): Promise<Posted>
  /** Closes the kept-alive connections. */
  close(): void
}

/** One text, from a number of the company's to any number. */
export interface OutgoingText {
  from: string
  to: string
  body: string
  /** Names the text in the carrier's later reports; without it no reports are requested. */
  report?: { companyId: number; textId: number }
}

/**
 * `later`: not taken, and worth a retry. `refused`: not worth one. `optedOut`: the recipient asked the carrier for no more
 * texts. `unknown`: no answer came, so the carrier may or may not have taken the text.
 */
export type SentText =
  | { kind: "sent"; carrierId: string | null }
  | { kind: "later"; error: string; retryAfterSeconds: number | null }
  | { kind: "refused"; error: string; optedOut: boolean }
  | { kind: "unknown"; error: string }

/** Sends texts. */
export interface TextSender {
  /** Texts are not sent but shown on a page for developers, so their words stay readable. */
  readonly staysHere: boolean
  /** Never throws: every failure is in the result. */
  send(text: OutgoingText): Promise<SentText>
}

/** The host's account at a carrier. */
export interface CarrierAccount {
  /** Whether this number belongs to the account. Throws `CarrierUnavailable` when the carrier does not say. */
  holds(phone: string): Promise<boolean>
}

export class CarrierUnavailable extends Error {
  override readonly name = "CarrierUnavailable"
}

/** Reads what a carrier posts to us: later reports on texts, and replies. */
export interface CarrierPosts {
  /** The API's public address, as the carrier knows it; null when the address of the request counts. */
  readonly baseUrl: string | null
  /** Whether the carrier signed this post to `url`. */
  isGenuine(signature: string | undefined, url: string, form: Iterable<[string, string]>): boolean
  readReport(status: string, errorCode: string | null): Reported
}

/** A call that the company's voice agent is to make, from the number that it answers. */
export interface OutgoingCall {
  from: string
  to: string
  /** The variables that the conversation begins with, as conversation-init answers them. */
  variables: Readonly<Record<string, string | number | boolean>>
}

/** Lets a voice agent call people. */
export interface VoiceAgent {
  /** Calls are not made but recorded. */
  readonly staysHere?: boolean
  /** Never throws: every failure is in the result. */
  call(call: OutgoingCall): Promise<SentText>
}

/** The result of a bot check. `once` is set when the answer could be reused: the key to remember until it expires. */
export type BotVerdict = { passed: false } | { passed: true; once: { key: string; expiresAt: number } | null }

/** Distinguishes people from programs before a code is texted. */
export interface BotCheck {
  readonly kind: "altcha" | "turnstile"
  readonly siteKey: string | null
  /** Another origin that the page must load the check from; null when it comes from our own host. */
  readonly pageOrigin: string | null
  /** A fresh challenge; null when a third party issues challenges. */
  challenge(now: number): Promise<object> | null
  /** Judges the browser's answer. Throws `BotCheckUnavailable` when the check cannot be decided. */
  judge(answer: string, visitor: { now: number; address: string }): Promise<BotVerdict>
}

export class BotCheckUnavailable extends Error {
  override readonly name = "BotCheckUnavailable"
}

/** Random bytes, passed in so that pure code uses no randomness of its own. */
export interface Random {
  bytes(length: number): Uint8Array
}

/** A structured log. Fields are on an allow-list; all others are dropped. */
export interface Log {
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields & { err?: unknown }, message: string): void
}

/** The fields that a log line may carry: route patterns, statuses, times and ids; never an address, a body or a number. */
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

/** Values that may stand in a trace: ids, statuses and closed words, never what people wrote. */
export type TraceAttributes = Readonly<Record<string, string | number>>

export interface SpanStart {
  name: string
  /** `server` answers a request, `client` asks somebody else. */
  kind: "server" | "client"
  /** The W3C `traceparent` that it continues; anything else begins a trace. */
  parent: string | null
  attributes: TraceAttributes
}

export interface Span {
  /** For what continues it. */
  traceparent: string
  end(attributes: TraceAttributes, hasFailed: boolean): void
}

/** Records what a request or a job does, for a collector. */
export interface Tracer {
  start(span: SpanStart): Span
  /** Sends what it still holds. */
  close(): Promise<void>
}
