/** HTTP to calendars. What fails to arrive or is refused comes out as the problem that companies read. */
import type { IncomingHttpHeaders } from "node:http"
import type { CalendarProblem } from "../../../../domain/model/calendar-problem.ts"
import { CalendarUnavailable } from "../../../platform/ports/calendars.ts"
import type { ConnectionGuard } from "../outbound/address-guard.ts"
import { createOutboundClient } from "../outbound/client.ts"
import { retryAfterSeconds } from "../outbound/exchange.ts"
import { OutboundFailure, type OutboundProblem } from "../outbound/failure.ts"

export interface Question {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
}

export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface CalendarHttp {
  /** Any status is an answer. Throws CalendarUnavailable where none comes. */
  ask(question: Question, signal: AbortSignal): Promise<HttpAnswer>
  close(): void
}

const answerLimitBytes = 10_000_000
const idleMs = 90_000
/** For a caller whose signal never comes. */
const timeoutMs = 30_000

/** `ca` is trusted instead of the usual authorities, for tests. */
export function createCalendarHttp(guard: ConnectionGuard, ca?: string): CalendarHttp {
  const client = createOutboundClient({ guard, userAgent: "Appointed-Calendars/1", idleMs, ca })
  return {
    async ask(question, signal) {
      try {
        return await client.ask({
          ...question,
          signal,
          timeoutMs,
          reading: () => ({ whole: answerLimitBytes }),
        })
      } catch (error) {
        const problem = error instanceof OutboundFailure ? problemWords[error.problem] : undefined
        throw new CalendarUnavailable(problem ?? "unreachable")
      }
    },
    close: () => client.close(),
  }
}

const problemWords: Partial<Record<OutboundProblem, CalendarProblem>> = {
  timeout: "timeout",
  cancelled: "timeout",
  dns: "dns",
  tls: "tls",
  blocked_address: "blocked_address",
  bad_answer: "unreadable",
  too_large: "unreadable",
}

/** The meaning of an unsuccessful status for the calendar. */
export function refusedAnswer(answer: HttpAnswer): CalendarUnavailable {
  return unavailable(problemOf(answer), answer)
}

/** With the wait that the answer asks for. */
export function unavailable(problem: CalendarProblem, { headers }: HttpAnswer): CalendarUnavailable {
  return new CalendarUnavailable(problem, retryAfterSeconds(headers["retry-after"]))
}

/** True where nothing stands there, or nothing any more. */
export const isGone = ({ status }: HttpAnswer): boolean => status === 404 || status === 410

function problemOf(answer: HttpAnswer): CalendarProblem {
  const { status } = answer
  if (status === 401) return "credentials"
  if (status === 403) return "permission"
  if (isGone(answer)) return "not_found"
  if (status === 429) return "rate_limited"
  if (status >= 300 && status < 400) return "redirect"
  return status >= 500 ? "server_error" : "unreadable"
}

/** The server's clock, in epoch milliseconds. */
export function serverTimeOf({ headers }: HttpAnswer): number | null {
  const at = Date.parse(headers.date ?? "")
  return Number.isNaN(at) ? null : at
}

export interface JsonQuestion {
  body?: object
  /** The version that the changed resource must still have. */
  etag?: string | null
}

/** A question to a calendar that speaks JSON. */
export function jsonQuestion(method: string, url: string, { body, etag }: JsonQuestion): Question {
  const headers = {
    accept: "application/json",
    ...(body ? { "content-type": "application/json" } : {}),
    ...(etag ? { "if-match": etag } : {}),
  }
  return { method, url, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
}
