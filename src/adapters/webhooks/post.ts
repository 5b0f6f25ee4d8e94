/**
 * Sends one webhook: a POST to a vetted address under one deadline, over connections that are kept. The answer's head
 * settles it; redirects are not followed, and the body is read only so that the connection can be used again.
 */
import type { IncomingMessage } from "node:http"
import type { Post, Posted, Posting } from "../../ports.ts"
import type { ConnectionGuard } from "../outbound/address-guard.ts"
import { DeadlinePassed, failureWord } from "./failure-words.ts"
import { createKeptConnections, StaleConnection } from "./kept-connections.ts"

export interface PostOptions {
  guard: ConnectionGuard
  /** For resolving, connecting, TLS, sending and the answer together. */
  deadlineMs?: number
  /** Authorities to trust instead of the usual ones, for tests. */
  ca?: string
}

const defaultDeadlineMs = 10_000
const idleMs = 30_000
/** A longer body costs the connection instead of our time. */
const bodyLimitBytes = 65_536

export function createPost(options: PostOptions): Post {
  const { guard, deadlineMs = defaultDeadlineMs } = options
  const connections = createKeptConnections({ guard, idleMs, ca: options.ca })

  async function exchange(posting: Posting, deadline: number): Promise<number> {
    const headers = headersOf(posting)
    const { request, answered } = connections.begin(posting.url, { method: "POST", headers })
    const timer = setTimeout(() => request.destroy(new DeadlinePassed()), deadline - performance.now())
    request.on("response", discard)
    request.on("close", () => clearTimeout(timer))
    request.end(posting.body)
    return (await answered).statusCode ?? 0
  }

  return {
    async send(posting) {
      const deadline = performance.now() + deadlineMs
      try {
        guard.checkUrl(posting.url)
        return postedWith(
          await exchange(posting, deadline).catch(retryStale(() => exchange(posting, deadline))),
        )
      } catch (error) {
        return { statusCode: null, error: failureWord(error) }
      }
    },
    close: () => connections.close(),
  }
}

function retryStale(again: () => Promise<number>): (error: unknown) => Promise<number> {
  return (error) => {
    const hungUp = error instanceof StaleConnection && failureWord(error) === "connection_reset"
    if (hungUp) return again()
    throw error
  }
}

function headersOf({ headers, body }: Posting): Record<string, string | number> {
  return {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "user-agent": "Appointed-Webhooks/1",
    ...headers,
  }
}

function discard(answer: IncomingMessage): void {
  let bytes = 0
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bodyLimitBytes) answer.destroy()
  })
  answer.on("error", () => undefined)
}

const postedWith = (statusCode: number): Posted => ({
  statusCode,
  error: statusCode >= 300 && statusCode < 400 ? "redirect" : null,
})
