/** The interfaces of the adapters, which are the only code that reaches beyond the process and its database. */

import type { DrivingTimes } from "../../domain/model/availability.ts"
import type { Holiday } from "../../domain/model/company-time-off.ts"
import type { DeliveryError, TlsReason } from "../../domain/model/delivery.ts"
import type { Accuracy, CodeOfCity, GeoPoint } from "../../domain/model/geo.ts"
import type { DayPlan, DayToPlan, SearchLimits } from "../../domain/model/plan.ts"
import type { Address } from "../../domain/model/views.ts"

/** The one source of time. Epoch milliseconds. */
export interface Clock {
  now(): number
}

export interface Located extends GeoPoint {
  accuracy: Accuracy
  /** All codes of the city, where the point is the middle of the city of an address without a postal code. */
  cityCodes?: readonly CodeOfCity[]
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
   * Driving times that are known without asking. A point is missing where it has not been asked for, and has null where it
   * was in vain: because the service does not answer, or no road leads there.
   */
  known(customer: GeoPoint, others: readonly GeoPoint[]): DrivingTimes
  /** Asks for what is not known or old. Never throws, and ends with the signal: what is not answered by then was in vain. */
  ask(customer: GeoPoint, others: readonly GeoPoint[], signal: AbortSignal): Promise<void>
}

/** The built-in planner's task: the day, how long to search, and the plan to start from. */
export interface PlanJob {
  day: DayToPlan
  limits: SearchLimits
  from: DayPlan
}

/** The built-in planner, beside the thread that answers requests. */
export interface OwnPlanner {
  /** Companies take turns. Throws `busy` when too many days wait for it. */
  plan(job: PlanJob, companyId: number): Promise<DayPlan>
}

/** Another planner that plans a team's day when staff ask for it. What it answers is judged by our own checker before it is proposed. */
export interface Planner {
  /** Null where no plan comes until the signal. Never throws. */
  plan(day: DayToPlan, signal: AbortSignal): Promise<DayPlan | null>
}

/** Public holidays, to choose the company's closed dates from. */
export interface Holidays {
  /** In the order of their dates; null for a country that is not known. `country` in two capital letters. */
  ofYear(country: string, year: number, language: string): Promise<Holiday[] | null>
}

/** Judges the URLs that a company asks us to send to. */
export interface AddressGuard {
  /**
   * Why nothing may be sent to this URL, in words that follow "url: " (`expected an https address`), or null when it may
   * be used. Resolves the host name now; the connection judges the resolved address again.
   */
  refuse(url: string): Promise<string | null>
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
