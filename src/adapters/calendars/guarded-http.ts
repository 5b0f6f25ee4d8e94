/**
 * HTTP to calendars: vetted addresses only, an answer of bounded size, over connections that are kept. What fails to
 * arrive comes out as the problem that companies read.
 */
import type { IncomingMessage } from "node:http"
import type { CalendarProblem } from "../../model/calendar-problem.ts"
import type { DeliveryError } from "../../model/delivery.ts"
import { CalendarUnavailable } from "../../ports.ts"
import type { ConnectionGuard } from "../webhooks/address-guard.ts"
import { failureWord } from "../webhooks/failure-words.ts"
import { createKeptConnections, StaleConnection } from "../webhooks/kept-connections.ts"

export interface Question {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
}

export interface HttpAnswer {
  status: number
  headers: IncomingMessage["headers"]
  body: string
}

export interface GuardedHttp {
  /** Any status is an answer. Throws CalendarUnavailable where none comes. */
  ask(question: Question, signal: AbortSignal): Promise<HttpAnswer>
  close(): void
}

const answerLimitBytes = 10_000_000
const idleMs = 90_000

/** `ca` is trusted instead of the usual authorities, for tests. */
export function createGuardedHttp(guard: ConnectionGuard, ca?: string): GuardedHttp {
  const connections = createKeptConnections({ guard, idleMs, ca })

  async function exchange(question: Question, signal: AbortSignal): Promise<HttpAnswer> {
    const { body } = question
    const { request, answered } = connections.begin(question.url, {
      method: question.method,
      signal,
      headers: {
        "user-agent": "Appointed-Calendars/1",
        ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
        ...question.headers,
      },
    })
    request.end(body)
    const answer = await answered
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await bodyOf(answer) }
  }

  return {
    async ask(question, signal) {
      try {
        guard.checkUrl(question.url)
        return await exchange(question, signal).catch((error: unknown) => {
          // The server may close a kept connection while we write; that says nothing about it.
          if (error instanceof StaleConnection && !signal.aborted) return exchange(question, signal)
          throw error
        })
      } catch (error) {
        throw new CalendarUnavailable(problemOf(error, signal))
      }
    },
    close: () => connections.close(),
  }
}

class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge"
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > answerLimitBytes) throw new AnswerTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const problemWords: Partial<Record<DeliveryError, CalendarProblem>> = {
  timeout: "timeout",
  dns: "dns",
  tls: "tls",
  blocked_address: "blocked_address",
  bad_answer: "unreadable",
}

function problemOf(error: unknown, signal: AbortSignal): CalendarProblem {
  if (signal.aborted) return "timeout"
  if (error instanceof AnswerTooLarge) return "unreadable"
  return problemWords[failureWord(error)] ?? "unreachable"
}
