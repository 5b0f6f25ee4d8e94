/** HTTP to calendars. What fails to arrive comes out as the problem that companies read. */
import type { IncomingHttpHeaders } from "node:http"
import type { CalendarProblem } from "../../model/calendar-problem.ts"
import { CalendarUnavailable } from "../../ports.ts"
import type { ConnectionGuard } from "../outbound/address-guard.ts"
import { createOutboundClient } from "../outbound/client.ts"
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
